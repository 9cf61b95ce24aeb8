/*
 * Impacts where something has joints: the same rounds, in which what hits moves what joints hold to it. By themselves, since the functions for
 * joints are a module of their own. See impact-rounds.h and impact-chains.h.
 */
#define WITH_JOINTS 1
#include "substeps.h"
#include "hold-chains.h"
/* The rounds are compiled a second time: of this copy as few bytes as may be. */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "impact-rounds.h"

EXPORT(bounceJoints) void bounce_joints(void) {
  bounce_all();
  drop_chains();
}
#pragma clang attribute pop
