/* What trees of any joints and strands of ropes share: masses raised across rods, how soft rows are, how fast turns part what is torn, and how hard it pulls. */
#pragma once

#include "trees.h"

/* A symmetric matrix of two rows without its negative part. */
static inline Across positive(Across m) {
  double half = 0.5 * (m.xx - m.yy);
  double middle = 0.5 * (m.xx + m.yy);
  double root = __builtin_sqrt(half * half + m.xy * m.xy);
  if (middle >= root) return m;
  if (middle + root <= 0) return (Across){0, 0, 0};
  /* The larger eigenvalue in the one direction, nothing across it. */
  double mean = 0.5 * (middle + root);
  double part = mean / root;
  return (Across){mean + part * half, part * m.xy, mean - part * half};
}

static inline Across inverse_across(const Across *m) {
  double scale = 1 / (m->xx * m->yy - m->xy * m->xy);
  return (Across){m->yy * scale, -m->xy * scale, m->xx * scale};
}

/* Whether rods may ask for more mass than there is, by what they ask for in all directions, or did before. */
static inline bool asks_for_mass(double mass, double taut, bool raised) { return raised || taut > mass; }

/*
 * Raises the mass of a body across its rods, and returns whether it is. What is new of it is at rest when it comes, and what goes takes its momentum
 * along: so neither brings energy.
 */
static inline bool raise_across(double mass, double time, const Across *across, bool taut, Across *heft, Across *light, Work *body) {
  Across before = taut ? *heft : (Across){mass, 0, mass};
  Across more = positive((Across){time * across->xx - mass, time * across->xy, time * across->yy - mass});
  taut = more.xx + more.yy > 0;
  Across now = *heft = (Across){mass + more.xx, more.xy, mass + more.yy};
  *light = inverse_across(&now);
  more = positive((Across){now.xx - before.xx, now.xy - before.xy, now.yy - before.yy});
  if (more.xx + more.yy == 0) return taut;
  Across both = {before.xx + more.xx, before.xy + more.xy, before.yy + more.yy};
  Across inverse = inverse_across(&both);
  double x = before.xx * body->velocity.x + before.xy * body->velocity.y;
  double y = before.xy * body->velocity.x + before.yy * body->velocity.y;
  body->velocity.x = (float)(inverse.xx * x + inverse.xy * y);
  body->velocity.y = (float)(inverse.xy * x + inverse.yy * y);
  return taut;
}

/* How fast the turn of a substep parts the ends of what is so long, of which one goes across it at such a speed: see `parted_along` in swing.h. */
static inline double parted_across(double length, double across, double time) {
  double turn = time * across / length;
  return 0.5 * length * (turn * turn > MOST_ARC * MOST_ARC ? MOST_ARC * MOST_ARC : turn * turn) / time;
}

/* What a body would answer if it were not locked along one axis. */
static inline double locked_part(const double *weight) { return weight[0] > weight[1] ? weight[0] - weight[1] : weight[1] - weight[0]; }

/* How soft a row is to which bodies answer by k. Where neither can move along it there is nothing to hold. */
static inline double give_of(double k, double locked) { return k > 0 ? TREE_GIVE * k + LOCKED_GIVE * locked : 1e30; }

/* How hard what is torn pulls between two walls, in times that a row that is solved by itself does where it begins to: up to 84,000 newtons for each kilogram. */
#define MOST_PULL 10

/* Which part of its speed is left to a joint that mends together with others: each makes up for its own arcs. */
static inline double shared_part(uint32_t torn, double speed, double parted) {
  double part = 1. / torn;
  return parted == 0 ? part : part + (1 - part) * parted / speed;
}
