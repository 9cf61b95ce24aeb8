/* The contacts of a collider: see `ContactTable`. An edge is twice its contact, and one more where the collider is the second side. */
#pragma once

#include "layout.h"

/* Whether an edge leads to something solid. */
static inline bool is_solid(uint32_t edge) { return !(frame->flags[edge >> 1] & ContactFlag_Sensor); }

/* Whether an edge leads to something static. */
static inline bool is_to_static(uint32_t edge) {
  uint32_t other = edge & 1 ? frame->a[edge >> 1] : frame->b[edge >> 1];
  return frame->kind[frame->bodyOf[other]] == BodyKind_Static;
}

/* How far the points of a body get at most, or how fast they are: it moves by x and y, and turns. */
static inline double farthest(double x, double y, double turn, double extent) {
  return __builtin_sqrt(x * x + y * y) + __builtin_fabs(turn) * extent;
}

/* The first of the children from one on that are colliders of their body, or 0. */
static inline uint32_t first_attached(uint32_t child) {
  while (child != 0 && frame->bodyOf[child] == 0) child = frame->nextChild[child];
  return child;
}

/* The first collider of a body, or 0: its own, then its children. */
static inline uint32_t first_collider(uint32_t body) { return frame->bodyOf[body] == body ? body : first_attached(frame->firstChild[body]); }

/* The one that follows, or 0. */
static inline uint32_t next_collider(uint32_t body, uint32_t collider) {
  return first_attached(collider == body ? frame->firstChild[body] : frame->nextChild[collider]);
}

/*
 * Whether the other side of an edge may hold what goes so far in a step: what is static does, and what is kinematic where that could get
 * through it. (To look for all kinematic bodies took a third of the step of a drum, whose thick walls nothing gets through.)
 */
static inline bool may_hold(uint32_t edge, double path) {
  uint32_t other = frame->bodyOf[edge & 1 ? frame->a[edge >> 1] : frame->b[edge >> 1]];
  return frame->kind[other] == BodyKind_Static || (frame->kind[other] == BodyKind_Kinematic && path > frame->reach[other]);
}
