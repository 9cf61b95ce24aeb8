/* What joints did: their impulses, for the next step, and what they do to their second body. */
#include "trees.h"

static void store_line(const Line *line, int lane, LineImpulses *held) {
  held->spring = line->spring[lane];
  held->motor = line->motor[lane];
  held->low = line->low[lane];
  held->high = line->high[lane];
}

/* Keeps the impulses of all rows for the warm start, and works out what the joints do to their second body. */
EXPORT(storeJoints) void store_joints(void) {
  JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  double rate = 1 / *(const double *)&plan->time;
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
      joint->torque += rate * total_of(&angles->line)[lane];
    } else if (part < 3) {
      const AxisGroup *axes = (const AxisGroup *)group;
      double total = total_of(&axes->line)[lane];
      if (part == 1) store_line(&axes->line, lane, (LineImpulses *)&joint->axisSpring);
      else joint->across = total;
      joint->forceX += rate * total * axes->alongX[lane];
      joint->forceY += rate * total * axes->alongY[lane];
    } else if (part == 3) {
      const SlideGroup *slides = (const SlideGroup *)group;
      joint->across = slides->across[lane];
      joint->lock = slides->lock[lane];
      joint->forceX += rate * joint->across * slides->alongX[lane];
      joint->forceY += rate * joint->across * slides->alongY[lane];
      joint->torque += rate * joint->lock;
    } else if (part == HINGE) {
      const HingeGroup *hinges = (const HingeGroup *)group;
      joint->pointX = hinges->x[lane];
      joint->pointY = hinges->y[lane];
      joint->forceX += rate * joint->pointX;
      joint->forceY += rate * joint->pointY;
    } else if (part == 6) {
      const Pulley *pulley = (const Pulley *)group;
      joint->axisSpring = pulley->impulse[ROPE];
      joint->axisLow = pulley->impulse[1];
      joint->axisHigh = pulley->impulse[2];
      double total = pulley->factor[1] * joint->axisSpring + joint->axisHigh;
      joint->forceX += rate * total * pulley->pull[1][0];
      joint->forceY += rate * total * pulley->pull[1][1];
    } else if (part == 7) {
      const Link *link = (const Link *)group;
      joint->axisSpring = link->impulse;
      /* Upon the second body of its second joint. */
      joint->forceX += rate * link->impulse * link->pull[3][0];
      joint->forceY += rate * link->impulse * link->pull[3][1];
      joint->torque += rate * link->impulse * link->pull[3][2];
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
      joint->forceX += rate * x;
      joint->forceY += rate * y;
    }
  }
  store_trees(rate);
}
