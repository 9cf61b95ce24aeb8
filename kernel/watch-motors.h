/* Which motors are rows of their tree as a substep begins: see tree-motors.h. For weigh-trees.c. */

void take_motor(const Node *nodes, Node *node) {
  node->drives = 1;
  node->rows = node->base + 1;
  node->sum[node->base] = node->mend[node->base] = 0;
  soften(nodes, node);
}

/*
 * A motor is a row of the tree while it has torque to spare and no limit is reached. What pushes it into a limit from which it is asked to turn away is
 * left to the limit: their sum acts, and the limit may let go.
 */
static void watch_motor(const Node *nodes, Node *node, bool begins) {
  Line *line = line_of(node);
  int lane = (int)node->lane;
  double motor = line->motor[lane], most = line->motorMost[lane];
  bool one_by_one = !has_motor_rows(nodes, node);
  line->push[lane] = one_by_one;
  node->asked = line->speed[lane];
  node->changed = 0;
  node->drives = 0;
  if (node->limit == 0) {
    if (!one_by_one && motor < most && motor > -most && !(begins && node->anew)) take_motor(nodes, node);
    else node->rows = node->base;
  } else if (!one_by_one && !begins && node->asked * node->limit > 0) {
    node->sum[node->base] += motor;
    node->changed = -motor;
    line->motor[lane] = 0;
  }
}
