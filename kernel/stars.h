/*
 * How many joints one body has to answer for. A pass over joints one after the other gives each what it lacks as if the others stood
 * still; where several turn the same light body, each undoes what the one before it did. Of a hub of 0.2 m on a hinge, with four bars of 1.4 m
 * welded to it, passes made 180 m/s, in empty space and at rest, too. For plan-trees.c,
 * and pack-joints.c, which notes the arms.
 */
#pragma once

#include "trees.h"

/* What a body adds to the answer of a point on an arm, across the arm: the most of all directions. */
static inline double answer_at(uint32_t body, float square) {
  const Pose *pose = frame->pose + body;
  return pose->inverseMass + pose->inverseInertia * square;
}

/* Which part of what the rows of a joint answer is that of A: of its points, or of its angle, whichever is more. */
static inline double share_of_a(const Ends *ends) {
  uint32_t held = held_by(ends);
  double share = 0;
  if (held & ~(uint32_t)JointPart_Angle) {
    double a = answer_at(ends->body_a, ends->arm_a), b = answer_at(ends->body_b, ends->arm_b);
    share = a + b > 0 ? a / (a + b) : 0;
  }
  if (held & (JointPart_Angle | JointPart_Slide)) {
    double a = frame->pose[ends->body_a].inverseInertia, b = frame->pose[ends->body_b].inverseInertia;
    double turned = a + b > 0 ? a / (a + b) : 0;
    if (turned > share) share = turned;
  }
  return share;
}

/* The squared arm of an anchor about the center of mass of its body. Not turned: it is the same wherever the body is. */
static inline float arm_of(uint32_t body, double x, double y) {
  const Vector *center = frame->localCenter + body;
  double dx = x - center->x, dy = y - center->y;
  return (float)(dx * dx + dy * dy);
}
