/* Colliders on the ways that their bodies go in the step if nothing stops them. */
#pragma once

#include "collide.h"
#include "sweep.h"

typedef struct {
  uint32_t collider, body;
  const Pose *pose;
  Way *way;
} Side;

static inline Side side_of(uint32_t collider) {
  uint32_t body = frame->bodyOf[collider];
  return (Side){collider, body, frame->pose + collider, frame->way + body};
}

/* A circle around the center of mass of its body: its surface stays where it is while it turns, and no hit turns it. */
static inline bool is_disc(const Side *side) {
  return frame->shapeType[side->collider] == ShapeType_Circle && side->pose->fromCenterX == 0 && side->pose->fromCenterY == 0;
}

void write_sweep(const Side *side, Sweep *out);

/* Whether the normal of a contact is that of a face of a collider that is turned so: it stays so as the other side slides along. */
bool is_on_face(uint32_t collider, double cosine, double sine, const Manifold *m);
