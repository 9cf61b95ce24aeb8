/* Which part of their impulses rows of joints begin a substep with: of the stress of loops less than all. For joints.c. */

#define SQUARE(swing) (f32x4)((float)((swing) * (swing)))

/*
 * Which part of an impulse the next substep begins with. The stress of what does not fit together, as of loops, turns with the bodies. What
 * swings the bodies faster than substeps follow drives itself: slides in loops, of masses of 1 : 1,000, reached 4,000 m/s. All are squares:
 * of the impulse, of the acceleration that it makes by a turn or a way of 1, and of the largest swing.
 */
static inline f32x4 part_kept(f32x4 square, f32x4 swing, f32x4 most, const Pace *pace) {
  f32x4 time = 4 * pace->quarter;
  f32x4 much = time * time * square * swing;
  i32x4 over = much > most;
  return any(over) ? root(pick(over, most / pick(over, much, 1), 1)) : 1;
}

static inline f32x4 square_of(f32x4 x, f32x4 y) { return x * x + y * y; }

/* What turns with an arm. */
static inline f32x4 swing_of(f32x4 inertia, f32x4 x, f32x4 y) { return inertia * inertia * square_of(x, y); }

/*
 * What has a direction that turns with A, as an axis has, or between the anchors. That of a rod turns with an arm by its part of the length: with the
 * arm of a slide, which is as long as the way, ropes at a hook of 0.1 m were let go of, and 1,000 times its mass sank for good.
 */
static inline f32x4 swing_along(const Arms *arms, const Reach *r, i32x4 free, f32x4 inverse) {
  /* Of what is locked along one axis the other one counts. */
  f32x4 mass = at_least(arms->massAX, arms->massAY) + at_least(arms->massBX, arms->massBY);
  f32x4 square = inverse * inverse;
  f32x4 square_a = square_of(r->ax, r->ay), square_b = square_of(r->bx, r->by);
  f32x4 turned_b = arms->inertiaB * arms->inertiaB * square_b;
  f32x4 rod = arms->inertiaA * arms->inertiaA * square_a * (1 + square_a * square) + turned_b * (1 + square_b * square) + mass * mass * square;
  f32x4 slide = swing_of(arms->inertiaA, r->dx + r->ax, r->dy + r->ay) + turned_b + (arms->inertiaA + arms->inertiaB) * mass;
  return pick(free, rod, slide);
}

/* What holds, and is no spring or motor. */
static inline f32x4 held_by_line(const Line *line) { return only(line->rigid, line->spring) + (line->low - line->high); }

static inline void keep_line(Line *line, f32x4 part) {
  line->spring = pick(line->rigid, part * line->spring, line->spring);
  line->low *= part;
  line->high *= part;
}

/* How far an arm reaches along a line. */
static inline f32x4 out_at(f32x4 x, f32x4 y, const AxisGroup *g) { return x * g->alongX + y * g->alongY; }

/* How fast the anchor on B goes across the line to that on A. */
static inline f32x4 across_of(const AxisGroup *g, const End *a, const End *b) {
  return g->alongX * (b->y - a->y) - g->alongY * (b->x - a->x) + (b->w * out_at(g->bx, g->by, g) - a->w * out_at(g->ax, g->ay, g));
}

/*
 * Rods and ropes of loops, and between walls, take on all that they held: by what swings their bodies too fast for that they lose instead what turns them, as an implicit step would
 * (the stiffness that a force has by its direction, times a step: Andrews, Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibodies", 2017). Letting go of it nets
 * of 120 balls were drawn out by 39 m under a pile of 70 times their mass; so by 3.1 (30 Hz; box2d3-wasm 2.0). What is open lets go: nothing strains it but its own
 * whirling, which would be slowed down.
 */
static inline void calm_swing(const AxisGroup *g, End *a, End *b, const Pace *pace) {
  const Arms *arms = &g->arms;
  f32x4 nx = g->alongX, ny = g->alongY;
  f32x4 excess = g->excess * (4 * pace->quarter);
  f32x4 out_a = out_at(g->ax, g->ay, g), out_b = out_at(g->bx, g->by, g);
  a->w /= 1 + excess * at_least(out_a, 0 - out_a) * arms->inertiaA;
  b->w /= 1 + excess * at_least(out_b, 0 - out_b) * arms->inertiaB;
  f32x4 across = across_of(g, a, b);
  f32x4 k = (arms->massAX + arms->massBX) * ny * ny + (arms->massAY + arms->massBY) * nx * nx + arms->inertiaA * out_a * out_a + arms->inertiaB * out_b * out_b;
  f32x4 part = excess * g->inverse;
  f32x4 push = part / (1 + part * k) * across;
  push_both(arms, a, b, push * ny, 0 - push * nx, 0 - push * out_a, 0 - push * out_b);
}

/*
 * How fast the turns of a substep part the ends of a line that is torn: what goes across it leaves it by a tangent. Rods that a hand whirled at 70 m/s were
 * drawn out faster than they were mended, by 5 to 60 m, and never came together. Whatever the turn and not by MOST_ARC: no better.
 */
static inline f32x4 parted_along(const AxisGroup *g, const End *a, const End *b, const Pace *pace) {
  f32x4 turn = across_of(g, a, b) * g->inverse * (4 * pace->quarter);
  return 0.5f * pace->inverse_time * at_most(turn * turn, MOST_ARC * MOST_ARC) * g->at;
}

/* See `most_mended`. With 1 a rod whose ends are 5 m too far apart for it threw the balls of its net at 36 m/s, with this at 19, with 0 at 6. */
#define LOAD_MENDED 0.25f

/*
 * The largest speed at which a line is mended: where loops strain it, more by a part of what its load would part it in a substep. What heavy bodies draw out
 * wins otherwise against any speed there is, a net of 120 balls by 5.3 m; what nothing draws is mended as slowly as everything else. Elsewhere by what turns part it.
 */
static inline f32x4 most_mended(const AxisGroup *g, const End *a, const End *b, const Pace *pace) {
  const Line *line = &g->line;
  f32x4 held = held_by_line(line);
  f32x4 most = pace->most + only(g->strained, LOAD_MENDED * g->answer * at_least(held, 0 - held));
  i32x4 torn = g->free & ~g->strained;
  if (!any(torn)) return most;
  torn &= at_least(line->bias * (g->at - line->rest), line->limitBias * (g->at - line->upper)) > most;
  return any(torn) ? most + only(torn, parted_along(g, a, b, pace)) : most;
}

/* See `drawn_out`. With 4 a deck was drawn out by 34 m where with this it is by 17; with 40 one of 600 random loops wins 0.8 times what lifts it by 3 m. */
#define DRAWN_MENDED 12

/*
 * By how much faster a torn hinge is mended in loops that walls hold: so many times as fast as its ends go apart along the way that mends them, after all passes of the
 * substep before. What hangs on double decks of hinges and rods wins otherwise against the largest speed of mending, and tore them by 34 to 97 m for good. Not by what it
 * bears, as rods are: bodies of 1,000 times the mass of others strain loops where nothing draws them out, and of 600 that fell 22 won energy.
 */
static inline f32x4 drawn_out(const Reach *r, const End *a, const End *b, f32x4 mend_x, f32x4 mend_y, f32x4 size) {
  f32x4 x = (b->x - b->w * r->by) - (a->x - a->w * r->ay), y = (b->y + b->w * r->bx) - (a->y + a->w * r->ax);
  return DRAWN_MENDED * at_least((x * mend_x + y * mend_y) * inverse_of(size), 0);
}

static inline void begin_axis(AxisGroup *g, End *a, End *b, const Pace *pace) {
  keep_line(&g->line, g->kept);
  if (any(g->excess > 0)) calm_swing(g, a, b, pace);
}

/* What is strained takes on what it would let go of: see `calm_swing`. */
static inline void take_on(AxisGroup *g, f32x4 held) {
  g->excess = only(g->strained, (1 - g->kept) * at_least(held, 0 - held));
  g->kept = pick(g->strained, 1, g->kept);
}
