/* What joints did: their impulses, for the next step, and what they do to their second body. */
#include "chains.h"
#include "trees.h"

static void store_line(const Line *line, int lane, LineImpulses *held) {
  held->spring = line->spring[lane];
  held->motor = line->motor[lane];
  held->low = line->low[lane];
  held->high = line->high[lane];
}

/* Adds what joints did in impacts. */
static void store_blows(const uint32_t *order, double rate) {
  Chains *all = chains_of();
  for (uint32_t i = 0; i < all->blown; i++) {
    const Blow *blow = blows_of(all) + i;
    if (blow->x == 0 && blow->y == 0 && blow->torque == 0) continue;
    JointRecord *joint = frame->joints + order[i];
    joint->forceX += rate * blow->x;
    joint->forceY += rate * blow->y;
    joint->torque += rate * blow->torque;
  }
}

/* Keeps the impulses of all rows for the warm start, and works out what the joints do to their second body. */
EXPORT(storeJoints) void store_joints(void) {
  JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  /* Of all substeps: what a driven anchor asks for, all of it comes in the first one. A weld to a shaken mast told 0.19 of what it bore. */
  double rate = plan->relaxed > 0 ? 1 / (*(const double *)&plan->time * plan->relaxed) : 0;
  plan->held = 0;
  const Row *row = (const Row *)(uintptr_t)plan->rows;
  /* Of what sleeps it stays what it was. */
  for (uint32_t n = 0; n < plan->rowCount; n++) forget_force(frame->joints + order[row[n].row / PARTS]);
  forget_tree_forces();
  for (uint32_t n = 0; n < plan->rowCount; n++) {
    JointRecord *joint = frame->joints + order[row[n].row / PARTS];
    int part = (int)(row[n].row % PARTS);
    int lane = (int)(row[n].lane % LANES);
    const char *group = group_of(plan, part, row[n].lane);
    if (part == 0) {
      const AngleGroup *angles = (const AngleGroup *)group;
      store_line(&angles->line, lane, (LineImpulses *)&joint->angleSpring);
      joint->torque += rate * angles->did[lane];
    } else if (part < 3) {
      const AxisGroup *axes = (const AxisGroup *)group;
      if (part == 1) store_line(&axes->line, lane, (LineImpulses *)&joint->axisSpring);
      else joint->across = total_of(&axes->line)[lane];
      joint->forceX += rate * axes->didX[lane];
      joint->forceY += rate * axes->didY[lane];
    } else if (part == 3) {
      const SlideGroup *slides = (const SlideGroup *)group;
      joint->across = slides->across[lane];
      joint->lock = slides->lock[lane];
      joint->forceX += rate * slides->didX[lane];
      joint->forceY += rate * slides->didY[lane];
      joint->torque += rate * slides->did[lane];
    } else if (part == HINGE) {
      const HingeGroup *hinges = (const HingeGroup *)group;
      joint->pointX = hinges->x[lane];
      joint->pointY = hinges->y[lane];
      joint->forceX += rate * hinges->didX[lane];
      joint->forceY += rate * hinges->didY[lane];
    } else if (part == 6) {
      const Pulley *pulley = (const Pulley *)group;
      joint->axisSpring = pulley->impulse[ROPE];
      joint->axisLow = pulley->impulse[1];
      joint->axisHigh = pulley->impulse[2];
      joint->forceX += rate * pulley->did[0];
      joint->forceY += rate * pulley->did[1];
    } else if (part == 7) {
      const Link *link = (const Link *)group;
      joint->axisSpring = link->impulse;
      /* Upon the second body of its second joint. */
      joint->forceX += rate * link->did * link->pull[3][0];
      joint->forceY += rate * link->did * link->pull[3][1];
      joint->torque += rate * link->did * link->pull[3][2];
    } else {
      const PointGroup *points = (const PointGroup *)group;
      double x = points->x[lane];
      double y = points->y[lane];
      if (part == 4) {
        joint->driveX = x;
        joint->driveY = y;
      } else {
        joint->pointX = x;
        joint->pointY = y;
      }
      joint->forceX += rate * points->didX[lane];
      joint->forceY += rate * points->didY[lane];
    }
  }
  store_trees(rate);
  if (plan->blown) store_blows(order, rate);
}
