/*
 * All substeps of a step in one call where something has joints: see substeps.c. The functions for joints are a module of their own, which
 * imports what it calls of the other one; as JavaScript both are one.
 */
#include "substeps.h"
#include "trees.h"

#ifdef ONE_COPY
#define OTHER(function) function
#else
#define OTHER(function) other_##function
#define IMPORT(name) __attribute__((import_module("kernel"), import_name(#name)))
IMPORT(findImpacts) bool other_find_impacts(uint32_t count, uint32_t bound);
IMPORT(placeImpacts) void other_place_impacts(void);
IMPORT(accelerate) void other_accelerate(uint32_t bound);
IMPORT(warmRollers) void other_warm_rollers(void);
IMPORT(pressContacts) void other_press_contacts(void);
IMPORT(move) void other_move(uint32_t bound);
IMPORT(endImpacts) void other_end_impacts(void);
IMPORT(followTurns) void other_follow_turns(bool spares);
IMPORT(relaxContacts) void other_relax_contacts(void);
IMPORT(holdSpared) void other_hold_spared(void);
IMPORT(relaxRollers) void other_relax_rollers(void);
IMPORT(renewRows) void other_renew_rows(int substep, int substeps);
#endif

EXPORT(takeSubstepsWithJoints) void take_substeps_with_joints(uint32_t count, uint32_t bound, int substeps, char *work, char *push, const double *time) {
  bool bounces = frame->bounceCount > 0;
  bool rolls = frame->specialCount > 0;
  bool follows = frame->followedCount > 0;
  for (int substep = 1; substep <= substeps; substep++) {
    if (bounces && OTHER(find_impacts)(count, bound)) {
      bounce_joints();
      OTHER(place_impacts)();
    }
    OTHER(accelerate)(bound);
    if (rolls) OTHER(warm_rollers)();
    press_joints(work, time);
    OTHER(press_contacts)();
    press_trees(work, time);
    OTHER(move)(bound);
    if (bounces) OTHER(end_impacts)();
    if (follows) OTHER(follow_turns)(true);
    relax_joints(work, push, time);
    OTHER(relax_contacts)();
    if (follows) OTHER(hold_spared)();
    relax_trees(work, push, time);
    if (rolls) OTHER(relax_rollers)();
    if (follows && substep < substeps) OTHER(renew_rows)(substep, substeps);
  }
}
