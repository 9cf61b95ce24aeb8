/* How anchors go along arcs within a substep. For joints.c; for trees see bends.h. */

/*
 * The velocity that the turns of a substep add between the anchors beyond what velocities say: anchors go along arcs. What
 * holds answers to half of it at once: with nothing of it a double pendulum lost 14 % of its energy in 20 s, with all of it,
 * by velocities that one pass does not find, it won 8 %. Trees take all of it.
 * Those of more than a few that hang on one place of the world take none: see `goes_straight` in joints.h.
 *
 * Hinges and lines take it from the velocities that the substep before ends with. By those of the first pass, which what was pushed before has
 * just turned, on arms as they were then, a disc of 0.1 on an arm of 2 drove itself from 20 to 190 m/s.
 */
static inline void bend_of(f32x4 ax, f32x4 ay, f32x4 bx, f32x4 by, f32x4 turn_a, f32x4 turn_b, const Pace *pace, f32x4 *x, f32x4 *y) {
  f32x4 most = 0.06f * pace->inverse_time;
  f32x4 in_a = at_most(pace->quarter * turn_a * turn_a, most);
  f32x4 in_b = at_most(pace->quarter * turn_b * turn_b, most);
  *x = in_a * ax - in_b * bx;
  *y = in_a * ay - in_b * by;
}

/*
 * The same along a direction (nx, ny) that turns with A, or with the anchors where `inverse`, that of the way between them, is not 0; `at` is
 * where B is along it.
 */
static inline f32x4 bend_along(f32x4 ax, f32x4 ay, f32x4 bx, f32x4 by, const End *a, const End *b, const Pace *pace, f32x4 nx, f32x4 ny, f32x4 inverse, f32x4 at) {
  f32x4 x, y;
  bend_of(ax, ay, bx, by, a->w, b->w, pace, &x, &y);
  f32x4 ux = (b->x - b->w * by) - (a->x - a->w * ay);
  f32x4 uy = (b->y + b->w * bx) - (a->y + a->w * ax);
  f32x4 across = nx * uy - ny * ux;
  i32x4 free = inverse > 0;
  f32x4 turn = pick(free, across * inverse, a->w);
  f32x4 most = 0.5f * pace->inverse_time;
  f32x4 spread = pick(free, across, 2 * across - a->w * at);
  return nx * x + ny * y + pace->quarter * at_least(at_most(turn, most), 0 - most) * spread;
}

/*
 * Where B is along the line, as far as the joint lets it: what is torn farther follows no arc. Wheels whose axles a load had torn off by 20 m drove
 * themselves from 30 to 415 m/s.
 */
static inline f32x4 place_held(const Line *line, f32x4 at) {
  at = pick(line->rigid, line->rest, at);
  return line->parts & LinePart_Limit ? pick(line->limited, at_least(at_most(at, line->upper), line->lower), at) : at;
}

/* How fast the arcs of a substep part an anchor from where velocities say, for what is torn: see `parted_by` in weigh-trees.c. */
static inline f32x4 parted_at(f32x4 x, f32x4 y, f32x4 turning, const Pace *pace) {
  f32x4 turn = turning * (4 * pace->quarter);
  f32x4 square = at_most(turn * turn, MOST_ARC * MOST_ARC);
  return 0.5f * pace->inverse_time * square * root(x * x + y * y);
}
