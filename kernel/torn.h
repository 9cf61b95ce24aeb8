/* Which short chains are torn, and solved at once from then on: see `may_tear` in plan-trees.c. For prepare-joints.c. */
#pragma once

#include "trees.h"

/*
 * What is torn asks for so many times the largest speed of mending. From 1 on chains that whip were taken: drawn together at once, by all of their joints, they
 * rose by 1.5 m more than they fell (11 links at 100 m/s²). From 4 on none of 600 rose.
 */
#define TORN 4

/*
 * Has the tree of a joint solved at once from the next step on, where its ends are so far apart. The record tells so: it is what a
 * snapshot has.
 */
static inline void note_torn(JointRecord *joint, double bias, double x, double y) {
  JointPlan *plan = frame->jointPlan;
  double most = TORN * *(const double *)&plan->mostMending + faster_by(joint, x, y);
  if (bias * bias * (x * x + y * y) <= most * most) return;
  joint->tree = TORN_TREE;
  plan->packed = 0;
}

/* By how much a rod is too long or too short, or a rope too long. */
static inline double length_lacked(const JointRecord *joint, double length) {
  if ((int)joint->axisParts & LinePart_Rigid) return length - joint->axisRest;
  return (int)joint->axisParts & LinePart_Limit && length > joint->axisUpper ? length - joint->axisUpper : 0;
}
