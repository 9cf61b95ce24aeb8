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
