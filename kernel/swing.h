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
