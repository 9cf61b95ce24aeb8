/*
 * The passes of the solver over contacts: projected Gauss-Seidel, four contacts at a time (Catto, Solver2D, 2024).
 *
 * The two points of a manifold are solved together as a small complementarity problem: one after the other lets tall
 * stacks lean (a tower of 60 boxes fell at 4 substeps, and stands).
 */
#include "layout.h"
#include "push.h"
#include "substeps.h"
#include "vectors.h"

/* The velocities of the bodies at one side of a group, a lane each, and where they are. */
typedef struct {
  Work *work[LANES];
  f32x4 x, y, w;
  f32x4 moved_x, moved_y, cos, sin;
} Side;

/* What one point of four contacts asks for. */
typedef struct {
  /* Where the points are apart. */
  i32x4 open;
  /* Velocity along the normal, with what the separation asks for. */
  f32x4 miss;
  /* The impulse so far. */
  f32x4 old;
} Row;

static inline Side load_side(const char *work, i32x4 at) {
  Side side;
  for (int lane = 0; lane < LANES; lane++) side.work[lane] = (Work *)(work + at[lane]);
  Four velocity = transpose((Four){side.work[0]->velocity, side.work[1]->velocity, side.work[2]->velocity,
                                   side.work[3]->velocity});
  Four moved = transpose((Four){side.work[0]->moved, side.work[1]->moved, side.work[2]->moved, side.work[3]->moved});
  side.x = velocity.x;
  side.y = velocity.y;
  side.w = velocity.z;
  side.moved_x = moved.x;
  side.moved_y = moved.y;
  side.cos = moved.z;
  side.sin = moved.w;
  return side;
}

static inline void store_side(const Side *side) {
  Four rows = transpose((Four){side->x, side->y, side->w, 0});
  side->work[0]->velocity = rows.x;
  side->work[1]->velocity = rows.y;
  side->work[2]->velocity = rows.z;
  side->work[3]->velocity = rows.w;
}

static inline Row normal_row(const Point *p, const Side *a, const Side *b, f32x4 apart, f32x4 along, bool rigid,
                             const Rates *rates) {
  f32x4 on_b = b->cos * p->dotB + b->sin * p->crossB;
  f32x4 on_a = a->cos * p->dotA + a->sin * p->crossA;
  f32x4 separation = p->base + apart + on_b - on_a;
  i32x4 open = separation > 0;
  f32x4 ahead = separation * rates->substeps;
  f32x4 bias;
  if (rigid) {
    bias = only(open, pick(p->normal > 0, ahead, FAR));
  } else {
    bias = pick(open, ahead, at_least(rates->bias * separation, -(f32x4)rates->maxPush));
  }
  f32x4 miss = along + bias + (b->w * p->crossB - a->w * p->crossA);
  return (Row){open, miss, p->normal};
}

static inline f32x4 solve_one(const Head *head, const Row *row, bool rigid) {
  f32x4 wanted = head->across * row->miss;
  if (!rigid) {
    wanted = pick(row->open, wanted, (wanted + head->compliance * row->old) * head->give);
  }
  return at_least(row->old - wanted, 0);
}

static inline f32x4 soften(f32x4 inverse_mass, const Head *head, i32x4 open) {
  return pick(open, inverse_mass, inverse_mass + inverse_mass * head->compliance);
}

/* Both points at once: finds x >= 0 with w = A x + c >= 0 and x . w = 0, A being the inverse effective masses. */
static inline void solve_two(const Head *head, const Point *points, const Row *rows, bool rigid, f32x4 *sums) {
  f32x4 across = head->across;
  f32x4 k1 = points[0].inverseMass;
  f32x4 k2 = points[1].inverseMass;
  f32x4 a11 = rigid ? k1 : soften(k1, head, rows[0].open);
  f32x4 a22 = rigid ? k2 : soften(k2, head, rows[1].open);
  f32x4 c1 = rows[0].miss - k1 * rows[0].old - across * rows[1].old;
  f32x4 c2 = rows[1].miss - across * rows[0].old - k2 * rows[1].old;
  f32x4 product = a11 * a22;
  f32x4 determinant = product - across * across;
  f32x4 u1 = across * c2 - a22 * c1;
  f32x4 u2 = across * c1 - a11 * c2;
  i32x4 both = (u1 >= 0) & (u2 >= 0) & (determinant > (float)MIN_DETERMINANT * product);
  f32x4 inverse = 1 / determinant;
  f32x4 only1 = at_least((0 - c1) / a11, 0);
  f32x4 only2 = at_least((0 - c2) / a22, 0);
  i32x4 holds = (c1 <= 0) & (across * only1 + c2 >= 0);
  sums[0] = pick(both, u1 * inverse, only(holds, only1));
  sums[1] = pick(both, u2 * inverse, only(~holds, only2));
}

static inline void apply_normal(const Head *head, Point *points, int count, const Row *rows, const f32x4 *sums, Side *a,
                                Side *b) {
  f32x4 total = 0, turn_a = 0, turn_b = 0;
  for (int k = 0; k < count; k++) {
    f32x4 change = sums[k] - rows[k].old;
    f32x4 on_a = change * points[k].crossA;
    f32x4 on_b = change * points[k].crossB;
    points[k].normal = sums[k];
    total = k == 0 ? change : total + change;
    turn_a = k == 0 ? on_a : turn_a + on_a;
    turn_b = k == 0 ? on_b : turn_b + on_b;
  }
  f32x4 on_a = head->massA * total;
  f32x4 on_b = head->massB * total;
  a->x -= on_a * head->normalX;
  a->y -= on_a * head->normalY;
  a->w -= head->inertiaA * turn_a;
  b->x += on_b * head->normalX;
  b->y += on_b * head->normalY;
  b->w += head->inertiaB * turn_b;
}

/* Takes out what impulses changed along axes that are locked, where nothing moves before either. */
static inline void keep_locked(const Head *head, Side *a, Side *b) {
  a->x = only((head->bits & RowBits_LocksAX) == 0, a->x);
  a->y = only((head->bits & RowBits_LocksAY) == 0, a->y);
  b->x = only((head->bits & RowBits_LocksBX) == 0, b->x);
  b->y = only((head->bits & RowBits_LocksBY) == 0, b->y);
}

/* Friction at one point, in the lanes of the mask. Returns the impulse so far. */
static inline f32x4 rub(const Head *head, Point *p, f32x4 force, i32x4 mask, Side *a, Side *b) {
  f32x4 nx = head->normalX;
  f32x4 ny = head->normalY;
  f32x4 sliding = nx * (b->y - a->y) - ny * (b->x - a->x);
  f32x4 slip = sliding + (b->w * p->dotB - a->w * p->dotA) + head->belt;
  f32x4 limit = head->friction * force;
  f32x4 held = p->tangent;
  f32x4 sum = pick(mask, at_least(at_most(held - p->tangentMass * slip, limit), -limit), held);
  f32x4 change = sum - held;
  p->tangent = sum;
  f32x4 on_a = head->massA * change;
  f32x4 on_b = head->massB * change;
  a->x += on_a * ny;
  a->y -= on_a * nx;
  a->w -= head->inertiaA * (change * p->dotA);
  b->x -= on_b * ny;
  b->y += on_b * nx;
  b->w += head->inertiaB * (change * p->dotB);
  return sum;
}

/* What the impulses so far will change in the next substep. */
static inline void add_contacts(const Head *head, const Point *points, int count, const f32x4 *held, char *push,
                                const char *work, const Side *a, const Side *b) {
  f32x4 normal = 0, tangent = 0, turn_a = 0, turn_b = 0;
  for (int k = 0; k < count; k++) {
    f32x4 on_a = points[k].normal * points[k].crossA + held[k] * points[k].dotA;
    f32x4 on_b = points[k].normal * points[k].crossB + held[k] * points[k].dotB;
    normal = k == 0 ? points[k].normal : normal + points[k].normal;
    tangent = k == 0 ? held[k] : tangent + held[k];
    turn_a = k == 0 ? on_a : turn_a + on_a;
    turn_b = k == 0 ? on_b : turn_b + on_b;
  }
  f32x4 px = normal * head->normalX - tangent * head->normalY;
  f32x4 py = normal * head->normalY + tangent * head->normalX;
  add_push(push, work, a->work, 0 - head->massA * px, 0 - head->massA * py, 0 - head->inertiaA * turn_a);
  add_push(push, work, b->work, head->massB * px, head->massB * py, head->inertiaB * turn_b);
}

/* Of the speed at which overlap is pushed out at most, 3 m/s times `lengthUnit`: what friction adds to an approach or takes from it. */
#define TRIPPED 0.1f
/* Passes over the contact of what tripped: most leave a third of what the one before did, or less; with 8 a crate with friction of 0.9 was off by 0.4 % of its speed. */
#define GRIP_PASSES 16
/* They end where friction changes it by no more than this: a thirty-second of what trips. */
#define HELD (TRIPPED / 32)

/*
 * Where friction turns a body so much that its points come together or part by it, normals and friction are one problem: a crate
 * that is thrown flat on a floor presses on its front edge then, and stays flat. One after the other it tripped, and with friction of 0.5
 * it sprang up with 0.6 of the speed at which it came, though nothing bounces.
 */
static inline i32x4 trips(const Point *points, int count, f32x4 turn_a, f32x4 turn_b, const Rates *rates, float part) {
  f32x4 most = part * (f32x4)rates->maxPush;
  i32x4 any = 0;
  for (int k = 0; k < count; k++) {
    f32x4 change = turn_b * points[k].crossB - turn_a * points[k].crossA;
    any |= (change > most) | (change < -most);
  }
  return any;
}

/* Finds what the points of a contact press by, from the velocities as they are and how far the bodies have come apart in the step. */
static inline __attribute__((always_inline)) void solve_normals(const Head *head, Point *points, int count, const Side *a, const Side *b, f32x4 apart,
                                                                bool rigid, const Rates *rates, Row *rows, f32x4 *sums) {
  f32x4 along = head->normalX * (b->x - a->x) + head->normalY * (b->y - a->y);
  for (int k = 0; k < count; k++) rows[k] = normal_row(&points[k], a, b, apart, along, rigid, rates);
  if (count == 1) sums[0] = solve_one(head, &rows[0], rigid);
  else solve_two(head, points, rows, rigid, sums);
}

/*
 * Solves normals and friction in turns, in the lanes of the mask. None of them is locked, so that what is locked stays where it is. The next substep begins
 * with both impulses. (Tried: without that friction. What bears a load lost its hold in each substep: a light box under a heavy one went back by 2.0 m/s on what
 * carries both, now 1.3, and a car stood up by 1.4 rad, now 1.0. And with friction in the soft pass of what was solved so: the car stood up by up to 2.1.)
 */
static __attribute__((noinline)) void grip(Head *head, Point *points, int count, i32x4 mask, char *work, char *push, const Rates *rates) {
  Side a = load_side(work, head->a);
  Side b = load_side(work, head->b);
  f32x4 nx = head->normalX;
  f32x4 ny = head->normalY;
  f32x4 apart = nx * (b.moved_x - a.moved_x) + ny * (b.moved_y - a.moved_y);
  for (int pass = 0; pass < GRIP_PASSES && any(mask); pass++) {
    Row rows[2];
    f32x4 sums[2];
    solve_normals(head, points, count, &a, &b, apart, true, rates, rows, sums);
    for (int k = 0; k < count; k++) sums[k] = pick(mask, sums[k], rows[k].old);
    apply_normal(head, points, count, rows, sums, &a, &b);
    f32x4 turn_a = a.w, turn_b = b.w;
    for (int k = 0; k < count; k++) rub(head, &points[k], sums[k], mask, &a, &b);
    mask &= trips(points, count, a.w - turn_a, b.w - turn_b, rates, HELD);
  }
  f32x4 held[2];
  for (int k = 0; k < count; k++) held[k] = points[k].tangent;
  add_contacts(head, points, count, held, push, work, &a, &b);
  store_side(&a);
  store_side(&b);
}

static inline __attribute__((always_inline)) void solve_group(Head *head, Point *points, int count, bool rigid,
                                                              char *work, char *push, const Rates *rates) {
  Side a = load_side(work, head->a);
  Side b = load_side(work, head->b);
  f32x4 nx = head->normalX;
  f32x4 ny = head->normalY;
  f32x4 apart = nx * (b.moved_x - a.moved_x) + ny * (b.moved_y - a.moved_y);
  Row rows[2];
  f32x4 sums[2];
  solve_normals(head, points, count, &a, &b, apart, rigid, rates, rows, sums);
  i32x4 anything = 0;
  for (int k = 0; k < count; k++) anything |= (i32x4)sums[k] | (i32x4)rows[k].old | (i32x4)points[k].tangent;
  /* Shapes that are near and do not press, and hold no friction that would have to be let go of, are left alone. */
  if (!any_nonzero(anything)) return;
  bool locked = any(head->bits > RowBits_RubsEarly);
  apply_normal(head, points, count, rows, sums, &a, &b);
  if (locked) keep_locked(head, &a, &b);
  f32x4 held[2];
  i32x4 rubs = rigid ? (i32x4)-1 : (head->bits & RowBits_RubsEarly) != 0;
  f32x4 turn_a = a.w, turn_b = b.w;
  if (rigid || any(rubs)) {
    for (int k = 0; k < count; k++) {
      held[k] = rub(head, &points[k], sums[k], rubs, &a, &b);
      if (locked) keep_locked(head, &a, &b);
    }
  }
  /* No bit beyond the first: nothing locked, which a grip would move. */
  i32x4 tripped = rigid ? trips(points, count, a.w - turn_a, b.w - turn_b, rates, TRIPPED) & (head->bits <= RowBits_RubsEarly) : 0;
  if (rigid && any(tripped)) {
    store_side(&a);
    store_side(&b);
    grip(head, points, count, tripped, work, push, rates);
    return;
  }
  if (rigid) add_contacts(head, points, count, held, push, work, &a, &b);
  store_side(&a);
  store_side(&b);
}

/* Over the groups of a run, of contacts with one or two points. */
static __attribute__((noinline)) void press_one(GroupOne *first, GroupOne *end, char *work, const Rates *rates) {
  for (; first < end; first++) solve_group(&first->head, first->points, 1, false, work, 0, rates);
}

static __attribute__((noinline)) void press_two(GroupTwo *first, GroupTwo *end, char *work, const Rates *rates) {
  for (; first < end; first++) solve_group(&first->head, first->points, 2, false, work, 0, rates);
}

static __attribute__((noinline)) void relax_one(GroupOne *first, GroupOne *end, char *work, char *push, const Rates *rates) {
  for (; first < end; first++) solve_group(&first->head, first->points, 1, true, work, push, rates);
}

static __attribute__((noinline)) void relax_two(GroupTwo *first, GroupTwo *end, char *work, char *push, const Rates *rates) {
  for (; first < end; first++) solve_group(&first->head, first->points, 2, true, work, push, rates);
}

/*
 * The soft pass over all contacts: pushes overlap out. Friction acts in the rigid pass only: half the work, and card houses
 * stand that crept apart with it in both. In large islands it acts in both: a bin of 3,000 boxes rests after 10 s that
 * otherwise went on trembling. Contacts with the world come last, so that the world wins.
 */
EXPORT(pressContacts) void press_contacts(void) {
  char *work = (char *)frame->work;
  for (uint32_t world = 0; world <= WORLD; world += WORLD) {
    const Rates *rates = frame->rates + (world == WORLD);
    for (const Run *run = frame->runs; run < frame->runs + frame->runCount; run++) {
      if ((run->stream & WORLD) != world) continue;
      if (run->stream & 1) press_two((GroupTwo *)run->first, (GroupTwo *)run->end, work, rates);
      else press_one((GroupOne *)run->first, (GroupOne *)run->end, work, rates);
    }
  }
}

/*
 * The rigid pass with friction: takes out the velocity that the soft pass put in, and adds what the impulses so far
 * change to the push of the next substep.
 */
EXPORT(relaxContacts) void relax_contacts(void) {
  char *work = (char *)frame->work, *push = (char *)frame->push;
  for (uint32_t world = 0; world <= WORLD; world += WORLD) {
    for (const Run *run = frame->runs; run < frame->runs + frame->runCount; run++) {
      if ((run->stream & WORLD) != world) continue;
      if (run->stream & 1) relax_two((GroupTwo *)run->first, (GroupTwo *)run->end, work, push, frame->rates);
      else relax_one((GroupOne *)run->first, (GroupOne *)run->end, work, push, frame->rates);
    }
  }
}
