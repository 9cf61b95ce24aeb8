/*
 * Two hinges at a time of which the angle is held too, or may be: welds, and hinges with limits or motors, which are rows of their tree now and
 * then. As clamped.h does it, and where the angle of one is free as a hinge, with the same bits: what holds an angle that is free is 0. Robots are of
 * such.
 */
#pragma once

#include "clamped.h"
#include "twins.h"

/* See `Twins`; how the angles answer, too. */
typedef struct {
  Twins hinge;
  f64x2 h02, h12, h22;
  f64x2 sign;
} ClampedTwins;

static inline i64x2 are_clamped(const Node *a, const Node *b) { return (i64x2){a->rows == 3 ? -1 : 0, b->rows == 3 ? -1 : 0}; }

static inline ClampedTwins eliminate_clamped_twins(Node *nodes, Node *a, Node *b) {
  Three m, n;
  load_matrices(&a->mass, &b->mass, &m, &n);
  ClampedTwins t;
  invert_two(&m, &n, &t.hinge.diagonal, &t.hinge.side);
  Three w = t.hinge.diagonal, v = t.hinge.side;
  store_matrices(&a->inverse, &b->inverse, &w, &v);
  Two spin = load_two(a->spin, b->spin), spin_parent = load_two(a->spin_parent, b->spin_parent);
  Two give = load_two(a->give, b->give);
  f64x2 sign = two(&a->sign, &b->sign);
  i64x2 clamped = are_clamped(a, b);
  f64x2 none = 0, one = 1;
  f64x2 a02 = v.y + spin.x * w.z;
  f64x2 a12 = v.z + spin.y * w.z;
  m.x = w.x + spin.x * v.y + spin.x * a02 + give.x;
  m.y = w.y + spin.y * v.z + spin.y * a12 + give.y;
  m.z = choose(clamped, w.z + two(&a->give[2], &b->give[2]), one);
  n.x = v.x + spin.x * v.z + spin.y * a02;
  n.y = choose(clamped, sign * a02, none);
  n.z = choose(clamped, sign * a12, none);
  Three h, g;
  invert_two(&m, &n, &h, &g);
  h.z = choose(clamped, h.z, none);
  g.y = choose(clamped, g.y, none);
  g.z = choose(clamped, g.z, none);
  store_matrices(&a->hold, &b->hold, &h, &g);
  f64x2 p0 = -spin_parent.x, p1 = -spin_parent.y;
  f64x2 f0 = h.x * p0 + g.x * p1 + sign * g.y;
  f64x2 f1 = g.x * p0 + h.y * p1 + sign * g.z;
  f64x2 f2 = g.y * p0 + g.z * p1 + sign * h.z;
  Symmetric *mass_a = &nodes[a->to].mass, *mass_b = &nodes[b->to].mass;
  add_two(&mass_a->xx, &mass_b->xx, h.x, g.x);
  add_two(&mass_a->xz, &mass_b->xz, f0, h.y);
  add_two(&mass_a->yz, &mass_b->yz, f1, p0 * f0 + p1 * f1 + sign * f2);
  t.hinge.h00 = h.x;
  t.hinge.h01 = g.x;
  t.hinge.h11 = h.y;
  t.hinge.spin = spin;
  t.hinge.spin_parent = spin_parent;
  t.h02 = g.y;
  t.h12 = g.z;
  t.h22 = h.z;
  t.sign = sign;
  return t;
}

static inline ClampedTwins recall_clamped_twins(const Node *a, const Node *b) {
  ClampedTwins t = {.hinge = recall_twins(a, b)};
  t.h02 = two(&a->hold.xz, &b->hold.xz);
  Two last = load_two(&a->hold.yz, &b->hold.yz);
  t.h12 = last.x;
  t.h22 = last.y;
  t.sign = two(&a->sign, &b->sign);
  return t;
}

/* What the rows answer to what they miss. */
static inline Three answer_of(const ClampedTwins *t, Three miss) {
  return (Three){
      t->hinge.h00 * miss.x + t->hinge.h01 * miss.y + t->h02 * miss.z,
      t->hinge.h01 * miss.x + t->hinge.h11 * miss.y + t->h12 * miss.z,
      t->h02 * miss.x + t->h12 * miss.y + t->h22 * miss.z,
  };
}

static inline void gather_clamped_twins(Node *nodes, Node *a, Node *b, ClampedTwins t, const char *work, bool mends) {
  Three own = velocities(work, a->work, b->work), other = velocities(work, a->work_parent, b->work_parent);
  Three moved = times_two(&t.hinge.diagonal, &t.hinge.side, arrived_at(a, b));
  Two spins = t.hinge.spin, spins_parent = t.hinge.spin_parent;
  f64x2 spin = own.z + moved.z;
  Three miss = {
      own.x + moved.x - other.x + spins.x * spin + spins_parent.x * other.z,
      own.y + moved.y - other.y + spins.y * spin + spins_parent.y * other.z,
      t.sign * (spin - other.z),
  };
  if (mends) {
    Two mend = load_two(a->mend, b->mend), give = load_two(a->give, b->give), sum = load_two(a->sum, b->sum);
    miss.x += mend.x + give.x * sum.x;
    miss.y += mend.y + give.y * sum.y;
    miss.z += two(&a->mend[2], &b->mend[2]) + two(&a->give[2], &b->give[2]) * two(&a->sum[2], &b->sum[2]);
  }
  miss.z -= (f64x2){a->drives ? a->asked : 0, b->drives ? b->asked : 0};
  Three still = answer_of(&t, miss);
  still = (Three){-still.x, -still.y, -still.z};
  store_two(a->still, b->still, still.x, still.y);
  put(&a->still[2], &b->still[2], still.z);
  Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  add_two(parent_a->arrived, parent_b->arrived, -still.x, -still.y);
  add_one(&parent_a->arrived[2], &parent_b->arrived[2], spins_parent.x * still.x + spins_parent.y * still.y - t.sign * still.z);
}

static inline void spread_clamped_twins(Node *nodes, Node *a, Node *b, char *work) {
  ClampedTwins t = recall_clamped_twins(a, b);
  Two spins = t.hinge.spin, spins_parent = t.hinge.spin_parent;
  const Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  Two parent = load_two(parent_a->change, parent_b->change);
  f64x2 turn = two(&parent_a->change[2], &parent_b->change[2]);
  Three back = answer_of(&t, (Three){spins_parent.x * turn - parent.x, spins_parent.y * turn - parent.y, -t.sign * turn});
  Two still = load_two(a->still, b->still);
  Three p = {still.x - back.x, still.y - back.y, two(&a->still[2], &b->still[2]) - back.z};
  add_two(a->sum, b->sum, p.x, p.y);
  add_one(&a->sum[2], &b->sum[2], p.z);
  Three arrived = arrived_at(a, b);
  arrived.x += p.x;
  arrived.y += p.y;
  arrived.z += spins.x * p.x + spins.y * p.y + t.sign * p.z;
  change_two(a, b, &t.hinge, arrived, work);
}

/* What holds an angle did that, and not to others: what is left of one that is free is none. Returns the spin that it adds to both. */
static inline f64x2 push_clamped_twins(Node *nodes, Node *a, Node *b, const char *work, char *push) {
  f64x2 sign = two(&a->sign, &b->sign), none = 0;
  Two spin = load_two(a->spin, b->spin), spin_parent = load_two(a->spin_parent, b->spin_parent);
  Two sum = load_two(a->sum, b->sum);
  f64x2 held = choose(are_clamped(a, b), two(&a->sum[2], &b->sum[2]), none);
  add_two(a->did, b->did, sign * sum.x, sign * sum.y);
  add_one(&a->did[2], &b->did[2], held);
  f64x2 turn = sign * held;
  Three arrived = arrived_at(a, b);
  arrived.x += sum.x;
  arrived.y += sum.y;
  arrived.z += spin.x * sum.x + spin.y * sum.y + turn;
  Node *parent_a = nodes + a->to, *parent_b = nodes + b->to;
  add_two(parent_a->arrived, parent_b->arrived, -sum.x, -sum.y);
  add_one(&parent_a->arrived[2], &parent_b->arrived[2], spin_parent.x * sum.x + spin_parent.y * sum.y - turn);
  return push_two(a, b, arrived, work, push);
}
