/* Which motors are rows of their tree as a substep begins: see tree-motors.h. For weigh-trees.c. */

void take_motor(const Node *nodes, Node *node) {
  node->drives = 1;
  node->rows = node->base + 1;
  node->sum[node->base] = node->mend[node->base] = 0;
  soften(nodes, node);
}

/*
 * Whether a motor has torque to spare to turn away from the limit that is reached. A limit without a range holds both ways.
 */
static inline bool turns_away(const Node *node, double motor, double most) {
  const Details *details = details_of(node);
  double away = node->limit;
  return node->asked * away > 0 && motor * away < most && details->lower < details->upper;
}

/*
 * A motor is a row of the tree while it has torque to spare and no limit is reached. One that turns away from a limit takes over what that holds: where
 * it is too weak the limit is passed, and taken in again. Left to the limit, the arm of a catapult that lay on its lower one never rose.
 */
static void watch_motor(const Node *nodes, Node *node, bool begins) {
  Line *line = line_of(node);
  int lane = (int)node->lane;
  double motor = line->motor[lane], most = line->motorMost[lane];
  line->push[lane] = 0;
  node->asked = line->speed[lane];
  node->changed = 0;
  node->drives = 0;
  if (node->limit == 0) {
    if (motor < most && motor > -most && !(begins && node->anew)) take_motor(nodes, node);
    else node->rows = node->base;
  } else if (!begins && turns_away(node, motor, most)) {
    float next = (float)(motor + node->sum[node->base]);
    node->changed = next - motor;
    line->motor[lane] = next;
    node->limit = 0;
    take_motor(nodes, node);
  }
}
