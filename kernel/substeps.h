#pragma once

/* What a substep is made of, in order. Each is called from outside too, and not worth a second copy of its code. */
#include "layout.h"

#define STAGE __attribute__((noinline))

STAGE void resolve_impacts(uint32_t count, uint32_t bound);
STAGE bool find_impacts(uint32_t count, uint32_t bound);
STAGE void place_impacts(void);
STAGE void accelerate(uint32_t bound);
STAGE void warm_rollers(void);
STAGE void press_contacts(void);
STAGE void move(uint32_t bound);
STAGE void end_impacts(void);
STAGE void follow_turns(bool spares);
STAGE void relax_contacts(void);
STAGE void hold_spared(void);
STAGE void relax_rollers(void);
STAGE void renew_rows(int substep, int substeps);

/* And where something has joints. */
STAGE void bounce_joints(void);
STAGE void press_joints(char *work, const double *time);
STAGE void press_trees(char *work, const double *time);
STAGE void relax_joints(char *work, char *push, const double *time);
STAGE void relax_trees(char *work, char *push, const double *time);
