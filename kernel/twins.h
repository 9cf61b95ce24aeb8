/*
 * Two hinges at a time, neither of which leads to the other: what trees.c and weigh-trees.c do to one of them, in the same order
 * of sums, so with the same bits. Chains, bridges and ragdolls are mostly of such.
 *
 * Of two, since two doubles lie side by side. Their numbers are not stored so: what is next to each other in both records is
 * loaded at once and parted.
 */
#pragma once

#include "rotation.h"
#include "trees.h"

/* Numbers of two nodes that follow each other in their records. */
typedef struct {
  f64x2 x, y;
} Two;

typedef f64x2 Near __attribute__((aligned(8)));

static inline f64x2 two(const double *a, const double *b) { return (f64x2){*a, *b}; }

static inline void put(double *a, double *b, f64x2 pair) {
  *a = pair.x;
  *b = pair.y;
}

static inline Two part(f64x2 a, f64x2 b) { return (Two){__builtin_shufflevector(a, b, 0, 2), __builtin_shufflevector(a, b, 1, 3)}; }

static inline Two load_two(const double *a, const double *b) { return part(*(const Near *)a, *(const Near *)b); }

static inline void store_two(double *a, double *b, f64x2 x, f64x2 y) {
  Two rows = part(x, y);
  *(Near *)a = rows.x;
  *(Near *)b = rows.y;
}

/* One after the other: both may be the same. */
static inline void add_two(double *a, double *b, f64x2 x, f64x2 y) {
  Two rows = part(x, y);
  *(Near *)a += rows.x;
  *(Near *)b += rows.y;
}

static inline void add_one(double *a, double *b, f64x2 x) {
  *a += x.x;
  *b += x.y;
}

typedef struct {
  f64x2 x, y, z;
} Three;

/* The velocities of two bodies. */
static inline Three velocities(const char *work, uint32_t a, uint32_t b) {
  f32x4 one = ((const Work *)(work + a))->velocity;
  f32x4 other = ((const Work *)(work + b))->velocity;
  f32x4 low = __builtin_shufflevector(one, other, 0, 4, 1, 5);
  f32x4 high = __builtin_shufflevector(one, other, 2, 6, 3, 7);
  return (Three){widened(low), widened(low.zwzw), widened(high)};
}

/* The same numbers as floats, a body each. */
static inline void round_rows(f64x2 x, f64x2 y, f64x2 z, f32x4 *a, f32x4 *b) {
  f32x4 spins = narrowed(z), ways = __builtin_shufflevector(narrowed(x), narrowed(y), 0, 4, 1, 5);
  *a = __builtin_shufflevector(ways, spins, 0, 1, 4, 6);
  *b = __builtin_shufflevector(ways, spins, 2, 3, 5, 7);
}

static inline Three times_two(const Three *diagonal, const Three *side, Three v) {
  return (Three){
      diagonal->x * v.x + side->x * v.y + side->y * v.z,
      side->x * v.x + diagonal->y * v.y + side->z * v.z,
      side->y * v.x + side->z * v.y + diagonal->z * v.z,
  };
}

/* Symmetric matrices of two nodes: xx, yy, zz and xy, xz, yz. */
static inline void load_matrices(const Symmetric *a, const Symmetric *b, Three *diagonal, Three *side) {
  Two first = load_two(&a->xx, &b->xx), middle = load_two(&a->xz, &b->xz), last = load_two(&a->yz, &b->yz);
  *diagonal = (Three){first.x, middle.y, last.y};
  *side = (Three){first.y, middle.x, last.x};
}

static inline void store_matrices(Symmetric *a, Symmetric *b, const Three *diagonal, const Three *side) {
  store_two(&a->xx, &b->xx, diagonal->x, side->x);
  store_two(&a->xz, &b->xz, side->y, diagonal->y);
  store_two(&a->yz, &b->yz, side->z, diagonal->z);
}

static inline void invert_two(const Three *m, const Three *n, Three *diagonal, Three *side) {
  f64x2 xx = m->y * m->z - n->z * n->z;
  f64x2 xy = n->y * n->z - n->x * m->z;
  f64x2 xz = n->x * n->z - n->y * m->y;
  f64x2 one = 1;
  f64x2 scale = one / (m->x * xx + n->x * xy + n->y * xz);
  *diagonal = (Three){xx * scale, (m->x * m->z - n->y * n->y) * scale, (m->x * m->y - n->x * n->x) * scale};
  *side = (Three){xy * scale, xz * scale, (n->x * n->y - m->x * n->z) * scale};
}

/* Where the bodies are by now. Returns whether that was quick to say. */
static inline bool follow_twins(Node *a, Node *b) {
  const State *one = frame->state + (a->work / sizeof(Work) - 1);
  const State *other = frame->state + (b->work / sizeof(Work) - 1);
  f64x2 x = {one->turn, other->turn};
  f64x2 size = absolute(x);
  if (size.x > 0.25 || size.y > 0.25) return false;
  *(Near *)a->moved = *(const Near *)&one->movedX;
  *(Near *)b->moved = *(const Near *)&other->movedX;
  put(&a->turn, &b->turn, x);
  f64x2 z = x * x;
  f64x2 c = 1 + z * (-1. / 2 + z * (1. / 24 + z * (-1. / 720 + z * (1. / 40320))));
  f64x2 s = x + x * z * (-1. / 6 + z * (1. / 120 + z * (-1. / 5040 + z * (1. / 362880))));
  store_two(&a->cos, &b->cos, c, s);
  return true;
}

/* The arms as they are now. */
static inline Two turn_arms(const Node *a, const Node *b, const double *arm_a, const double *arm_b, Two *arm) {
  Two turn = load_two(&a->cos, &b->cos);
  *arm = load_two(arm_a, arm_b);
  return (Two){turn.x * arm->x - turn.y * arm->y, turn.x * arm->y + turn.y * arm->x};
}

/* What rows measure of the spins of bodies and parents; whether a joint is torn. */
typedef struct {
  Two spin, spin_parent;
  bool torn;
} Laid;

/* The rows, but for how soft they are. Where a joint is torn its mending is left to be made. */
static inline Laid lay_twins(const Node *nodes, Node *a, Node *b, double most) {
  const Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  Two old, old_parent;
  Two at = turn_arms(a, b, a->arm, b->arm, &old);
  Two at_parent = turn_arms(parent_a, parent_b, a->arm_parent, b->arm_parent, &old_parent);
  Two apart = load_two(a->apart, b->apart);
  Two moved = load_two(a->moved, b->moved), moved_parent = load_two(parent_a->moved, parent_b->moved);
  f64x2 bias = two(&a->bias, &b->bias);
  /* In the order in which single ones take them: B first. */
  i64x2 is_b = two(&a->sign, &b->sign) > 0;
  f64x2 went_x = at.x - old.x, went_y = at.y - old.y, left_x = at_parent.x - old_parent.x, left_y = at_parent.y - old_parent.y;
  f64x2 off_x = apart.x + (moved.x - moved_parent.x) + choose(is_b, went_x, -left_x) - choose(is_b, left_x, -went_x);
  f64x2 off_y = apart.y + (moved.y - moved_parent.y) + choose(is_b, went_y, -left_y) - choose(is_b, left_y, -went_y);
  f64x2 x = bias * off_x;
  f64x2 y = bias * off_y;
  store_two(a->mend, b->mend, x, y);
  bool torn = any_of(x * x + y * y > most * most);
  /* See `meet` in reach.h. */
  f64x2 half = 0.5;
  at.x -= half * off_x;
  at.y -= half * off_y;
  at_parent.x += half * off_x;
  at_parent.y += half * off_y;
  Laid laid = {{-at.y, at.x}, {at_parent.y, -at_parent.x}, torn};
  store_two(a->spin, b->spin, laid.spin.x, laid.spin.y);
  store_two(a->spin_parent, b->spin_parent, laid.spin_parent.x, laid.spin_parent.y);
  return laid;
}

/* The masses of the bodies. */
static inline void weigh_two(Node *nodes, Node *a, Node *b, const Laid *laid, double time, char *work) {
  Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  Two sum = load_two(a->sum, b->sum);
  f64x2 strain = two(&a->raised, &b->raised) + (laid->spin.y * sum.x - laid->spin.x * sum.y);
  add_one(&parent_a->raised, &parent_b->raised, laid->spin_parent.y * sum.x - laid->spin_parent.x * sum.y);
  f64x2 least = time * strain;
  f64x2 inertia = two(&a->own[2], &b->own[2]);
  i64x2 light = least > inertia;
  f64x2 raised = choose(light, least, inertia);
  f64x2 before = two(&a->turned, &b->turned);
  f64x2 lag = 1;
  if (any_of(light)) {
    lag = choose(light, inertia / least, lag);
    /* Without asking whether any grows: as one swings, that is as likely as not. */
    f64x2 all = 1, rest = choose(light & (raised > before), greater(before, inertia) / raised, all);
    ((Work *)(work + a->work))->velocity.z *= (float)rest.x;
    ((Work *)(work + b->work))->velocity.z *= (float)rest.y;
  }
  put(&a->raised, &b->raised, raised);
  put(&a->turned, &b->turned, raised);
  put(&a->lag, &b->lag, lag);
  a->slowed = lag.x != 1;
  b->slowed = lag.y != 1;
  Two own = load_two(a->own, b->own);
  f64x2 none = 0;
  store_two(&a->mass.xx, &b->mass.xx, own.x, none);
  store_two(&a->mass.xz, &b->mass.xz, none, own.y);
  store_two(&a->mass.yz, &b->mass.yz, none, raised);
}

/* What elimination leaves to the passes: the inverse of the masses, and of what the rows answer; and what these measure of spins. */
typedef struct {
  Three diagonal, side;
  f64x2 h00, h01, h11;
  Two spin, spin_parent;
} Twins;

static inline Twins eliminate_twins(Node *nodes, Node *a, Node *b) {
  Three m, n;
  load_matrices(&a->mass, &b->mass, &m, &n);
  Three w, v;
  invert_two(&m, &n, &w, &v);
  store_matrices(&a->inverse, &b->inverse, &w, &v);
  Two spin = load_two(a->spin, b->spin), spin_parent = load_two(a->spin_parent, b->spin_parent);
  Two give = load_two(a->give, b->give);
  f64x2 a02 = v.y + spin.x * w.z;
  f64x2 a12 = v.z + spin.y * w.z;
  f64x2 k00 = w.x + spin.x * v.y + spin.x * a02 + give.x;
  f64x2 k01 = v.x + spin.x * v.z + spin.y * a02;
  f64x2 k11 = w.y + spin.y * v.z + spin.y * a12 + give.y;
  f64x2 one = 1, scale = one / (k00 * k11 - k01 * k01);
  f64x2 h00 = k11 * scale, h01 = -k01 * scale, h11 = k00 * scale;
  f64x2 none = 0;
  store_two(&a->hold.xx, &b->hold.xx, h00, h01);
  store_two(&a->hold.xz, &b->hold.xz, none, h11);
  f64x2 p0 = -spin_parent.x, p1 = -spin_parent.y;
  f64x2 f0 = h00 * p0 + h01 * p1, f1 = h01 * p0 + h11 * p1;
  Symmetric *mass_a = &nodes[a->to].mass, *mass_b = &nodes[b->to].mass;
  add_two(&mass_a->xx, &mass_b->xx, h00, h01);
  add_two(&mass_a->xz, &mass_b->xz, f0, h11);
  add_two(&mass_a->yz, &mass_b->yz, f1, p0 * f0 + p1 * f1);
  return (Twins){w, v, h00, h01, h11, spin, spin_parent};
}

static inline Twins recall_twins(const Node *a, const Node *b) {
  Twins t;
  load_matrices(&a->inverse, &b->inverse, &t.diagonal, &t.side);
  t.spin = load_two(a->spin, b->spin);
  t.spin_parent = load_two(a->spin_parent, b->spin_parent);
  Two first = load_two(&a->hold.xx, &b->hold.xx);
  t.h00 = first.x;
  t.h01 = first.y;
  t.h11 = two(&a->hold.yy, &b->hold.yy);
  return t;
}

static inline Three arrived_at(const Node *a, const Node *b) {
  Two arrived = load_two(a->arrived, b->arrived);
  return (Three){arrived.x, arrived.y, two(&a->arrived[2], &b->arrived[2])};
}

static inline void forget_arrived(Node *a, Node *b) {
  f64x2 none = 0;
  *(Near *)a->arrived = none;
  *(Near *)b->arrived = none;
  put(&a->arrived[2], &b->arrived[2], none);
}

static inline void gather_twins(Node *nodes, Node *a, Node *b, Twins t, const char *work, bool mends) {
  Three own = velocities(work, a->work, b->work), other = velocities(work, a->work_parent, b->work_parent);
  Three moved = times_two(&t.diagonal, &t.side, arrived_at(a, b));
  f64x2 spin = own.z + moved.z;
  f64x2 x = own.x + moved.x - other.x + t.spin.x * spin + t.spin_parent.x * other.z;
  f64x2 y = own.y + moved.y - other.y + t.spin.y * spin + t.spin_parent.y * other.z;
  if (mends) {
    Two mend = load_two(a->mend, b->mend), give = load_two(a->give, b->give), sum = load_two(a->sum, b->sum);
    x += mend.x + give.x * sum.x;
    y += mend.y + give.y * sum.y;
  }
  f64x2 px = -(t.h00 * x + t.h01 * y);
  f64x2 py = -(t.h01 * x + t.h11 * y);
  store_two(a->still, b->still, px, py);
  Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  add_two(parent_a->arrived, parent_b->arrived, -px, -py);
  add_one(&parent_a->arrived[2], &parent_b->arrived[2], t.spin_parent.x * px + t.spin_parent.y * py);
}

/* What has arrived changes the velocities. */
static inline void change_two(Node *a, Node *b, const Twins *t, Three arrived, char *work) {
  Three change = times_two(&t->diagonal, &t->side, arrived);
  store_two(a->change, b->change, change.x, change.y);
  put(&a->change[2], &b->change[2], change.z);
  forget_arrived(a, b);
  f32x4 one, other;
  round_rows(change.x, change.y, change.z, &one, &other);
  ((Work *)(work + a->work))->velocity += one;
  ((Work *)(work + b->work))->velocity += other;
}

static inline void spread_twins(Node *nodes, Node *a, Node *b, char *work) {
  Twins t = recall_twins(a, b);
  const Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  Two parent = load_two(parent_a->change, parent_b->change);
  f64x2 turn = two(&parent_a->change[2], &parent_b->change[2]);
  f64x2 x = t.spin_parent.x * turn - parent.x;
  f64x2 y = t.spin_parent.y * turn - parent.y;
  Two still = load_two(a->still, b->still);
  f64x2 px = still.x - (t.h00 * x + t.h01 * y);
  f64x2 py = still.y - (t.h01 * x + t.h11 * y);
  add_two(a->sum, b->sum, px, py);
  Three arrived = arrived_at(a, b);
  arrived.x += px;
  arrived.y += py;
  arrived.z += t.spin.x * px + t.spin.y * py;
  change_two(a, b, &t, arrived, work);
}

/* Adds what has arrived to what pushes the bodies. Returns the spin that it adds to both. */
static inline f64x2 push_two(Node *a, Node *b, Three arrived, const char *work, char *push) {
  Two weight = load_two(a->weight, b->weight);
  f64x2 turn = arrived.z * two(&a->weight[2], &b->weight[2]);
  if (a->slowed | b->slowed) {
    turn *= two(&a->lag, &b->lag);
    a->spun = ((const Work *)(work + a->work))->velocity.z;
    b->spun = ((const Work *)(work + b->work))->velocity.z;
    add_one(&a->spun, &b->spun, turn);
  }
  forget_arrived(a, b);
  f32x4 one, other;
  round_rows(arrived.x * weight.x, arrived.y * weight.y, turn, &one, &other);
  *(f32x4 *)(push + a->work / (sizeof(Work) / sizeof(Push))) += one;
  *(f32x4 *)(push + b->work / (sizeof(Work) / sizeof(Push))) += other;
  return turn;
}

/* Returns the spin that it adds to both. */
static inline f64x2 push_twins(Node *nodes, Node *a, Node *b, const char *work, char *push) {
  f64x2 sign = two(&a->sign, &b->sign);
  Two spin = load_two(a->spin, b->spin), spin_parent = load_two(a->spin_parent, b->spin_parent);
  Two sum = load_two(a->sum, b->sum);
  add_two(a->did, b->did, sign * sum.x, sign * sum.y);
  Three arrived = arrived_at(a, b);
  arrived.x += sum.x;
  arrived.y += sum.y;
  arrived.z += spin.x * sum.x + spin.y * sum.y;
  Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  add_two(parent_a->arrived, parent_b->arrived, -sum.x, -sum.y);
  add_one(&parent_a->arrived[2], &parent_b->arrived[2], spin_parent.x * sum.x + spin_parent.y * sum.y);
  return push_two(a, b, arrived, work, push);
}
