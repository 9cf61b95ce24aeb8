/*
 * Impacts where something has joints: the same rounds, in which what hits moves what joints hold to it. By themselves, since the functions for
 * joints are a module of their own. See impact-rounds.h and impact-chains.h.
 */
#define WITH_JOINTS 1
#include "impact-rounds.h"

EXPORT(bounceJoints) void bounce_joints(uint32_t count, uint32_t bound) {
  bounce_all(count, bound);
  drop_chains();
}
