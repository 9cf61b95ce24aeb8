#pragma once

#include "layout.h"

/* One side of a contact. All places are from one origin, world axes. */
typedef struct {
  uint32_t collider;
  /* Where its origin is, and the center of mass of its body. */
  double x, y, center_x, center_y;
  /* How its body moves. */
  double vx, vy, w;
  /* It is the side that does not give way. */
  bool is_ground;
} Side;

/* A point of a contact and its normal, from A to B. */
typedef struct {
  double x, y, nx, ny;
} Touch;

/*
 * Moves a point where a round end is carried, of the given separation, to where it will be after `time`, with its normal; where the
 * contact is `slick` a sharp corner, too. Returns whether it did.
 */
bool move_touch(const Side *a, const Side *b, double separation, double time, bool slick, Touch *touch);

/* Turns the normal of two faces that turn as one to where it will be after `time`. Returns whether it did. `touch`: between its two points. */
bool turn_faces(const Side *a, const Side *b, double time, Touch *touch);

/* How fast both sides turn together: not at all where they turn against each other, or one stands still. */
static inline double common_turn(double a, double b) {
  if (a * b <= 0) return 0;
  return (a < 0 ? -a : a) < (b < 0 ? -b : b) ? a : b;
}
