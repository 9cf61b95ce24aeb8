/*
 * Strands: trees of ropes and rods alone that are fixed to the middles of their bodies, as ropes of circles are. Their bodies do not turn by them: a node has a mass of two
 * rows and a joint of one, which is a fraction of what trees.c works on for any joints. What is done is the same, but for arcs: small trees, that follow them, are no strands.
 */
#pragma once

#include "trees.h"

/* Two doubles that lie in a record of doubles. */
typedef f64x2 Pair __attribute__((aligned(8)));

/*
 * A body, and the rope or rod that leads to the next one; see `Node`, whose names these are. All ways are from the parent to the body. Lines of the cache
 * after each other, of which a pass touches some.
 */
typedef struct {
  uint32_t work, work_parent, to;
  /* Whether the joint is a row, and what it is: whether it is a rope, and has limits. */
  uint32_t rows, rope, bounded;
  int32_t limit;
  /* Whether any row leads to the body, or an impulse may have arrived there: what has neither is left alone. */
  uint32_t fed;
  uint32_t slowed, torn;
  /* Whether the body is locked along an axis, or stands still. */
  uint32_t pinned, root, choices, freed;

  Pair along, answer, arrived;
  double sum, hold;

  Pair change;
  Across inverse;
  double mend, give, still;

  Across mass, across;
  Pair own;

  Pair weight, did, apart;
  double length, bias;

  /* How soft its row is where no body is locked. */
  double lower, upper, soft, mending, pulled, taut, sign, rest;

  /* What few need. */
  Across heft, light;
  Pair ran;
  double faster, parted, yield;
  uint32_t end, joint, anew, all_torn, grounds;
} Strand;

static inline Strand *strands_of(const JointPlan *plan) { return (Strand *)(uintptr_t)(plan->trees + plan->nodes * (sizeof(Node) + sizeof(Details))); }

static inline double along_of(f64x2 a, f64x2 b) {
  f64x2 both = a * b;
  return both.x + both.y;
}

static inline f64x2 by_across(const Across *m, f64x2 v) { return (f64x2){m->xx * v.x + m->xy * v.y, m->xy * v.x + m->yy * v.y}; }

static inline f64x2 way_of(const char *work, uint32_t at) { return widened(((const Work *)(work + at))->velocity); }

/* How fast a body goes along the way from its parent. */
static inline double parting_of(const Strand *strand, const char *work) {
  return along_of(strand->along, way_of(work, strand->work) - way_of(work, strand->work_parent));
}

/* What is done to trees, to strands: see trees.h. */
bool write_strands(char *work, char *push, const double *time);
bool begin_strands(Strand *strands, uint32_t first, uint32_t end, char *work, char *push, double time, bool anew);
void slow_strands(char *work);
void press_strands(char *work, double time);
bool relax_strands(char *work, char *push, double time);
void forget_strand_forces(void);
void store_strands(double rate);
