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

/*
 * Whether two sides without points are known to stay farther apart than `far` in the step: the narrow phase left behind how far they
 * are now, but of what it leaves to others, of discs, and of links, which may be in front of what they are behind of now.
 */
bool stays_known_apart(uint32_t contact, const Side *a, const Side *b, const Approach *approach, double far);

/* Whether the separations of a contact change as its bodies turn. */
bool is_turning(uint32_t contact, uint32_t a, uint32_t b, uint32_t body_a, uint32_t body_b, int points);

/* Gives a contact of one point the point at which the other ends of its bodies will meet within the step, if they turn so. */
void foresee_other_end(uint32_t contact);

/*
 * Whether two sides without points come so near to each other within the step, by `AddressTable.Doubt`, that points may be found. Writes how
 * far they stay apart, which what follows takes.
 */
bool comes_near(uint32_t contact, WayGap *gap);

/* Gives a contact without points those at which its sides overlap where their ways end, as seen from now on. Returns how many there are. */
int foresee_ends(uint32_t contact, const WayGap *gap);

/* What `Kernel.foresee` finds, where the way at hand may be another one. */
int foresee_doubtful(uint32_t contact, const WayGap *gap);

/* See `Kernel.foresee`. */
int foresee(uint32_t contact);

/* See `Kernel.mayHit`. */
bool may_hit_within(uint32_t contact);

/* Whether the bodies of a contact with points meet within the step, and so fast that it matters. */
bool do_bodies_meet(uint32_t contact);

void write_sweep(const Side *side, Sweep *out);

/* Whether the normal of a contact is that of a face of a collider that is turned so: it stays so as the other side slides along. */
bool is_on_face(uint32_t collider, double cosine, double sine, const Manifold *m);
