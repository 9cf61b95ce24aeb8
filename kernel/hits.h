/* What is asked of a contact whose bodies may hit each other within the step, as it is followed: see `follow-hits.c`. */
#pragma once

#include "foresee.h"

/* How two bodies met: the way on which they did fastest; how far A and B go elsewhere, 0 where that does not matter. */
typedef struct {
  double fastest, by_a, by_b;
} Met;

/* Whether the bodies of a contact of which a hit may come meet still, now that others in this step went elsewhere. */
bool still_meets(uint32_t contact);

/* Whether one of them is near something static and solid, as far as their contacts tell: sooner than a search in the tree does. */
bool is_hit_beside_static(uint32_t contact);

bool is_hit_crowded(uint32_t contact);

/* Lets them meet: their ways are those that they have with the hit then. Takes friction, restitution, the way from which on they bounce, and what is locked. */
Met meet(uint32_t contact);

/* Lists a contact of which a hit may come. Only as long as more are to be followed: see `HitList`. */
static inline void push_hit(uint32_t contact) {
  if (frame->toFollowCount < frame->toFollowMost) frame->toFollow[frame->toFollowCount++] = (ToFollow){0, contact};
}
