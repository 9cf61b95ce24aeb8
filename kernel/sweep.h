/* How a shape moves in a step: its center of mass straight, its angle evenly. See `Sweep`. */
#pragma once

#include "rotation.h"

/* A turn of a step. Inlined where it is needed, here and below, the kernel was 3 kB larger, gzipped, and no faster. */
Rotation turn_by(double angle);

/* Where the origin of a shape is at a fraction of its sweep. */
Start pose_at(const Sweep *sweep, double fraction);

/* A shape on its way. */
typedef struct {
  int type;
  const Geometry *sizes;
  const Sweep *sweep;
} Mover;

/*
 * The first fraction, up to `frame->impactLimit`, at which two shapes come as near as `frame->impactTarget`. Writes
 * `frame->impact` and returns one of `Impact`.
 */
int meet_movers(const Mover *a, const Mover *b);
