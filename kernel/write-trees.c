/* What trees take from the records of their joints, and leave in them. */
#include "trees.h"

void leave_trees(const JointPlan *plan) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  for (uint32_t i = 0; i < plan->count; i++) {
    JointRecord *joint = frame->joints + order[i];
    if (held_by(ends + i) == 0 || ends[i].parts & IN_TREE || joint->tree == 0) continue;
    joint->tree = joint->pointX = joint->pointY = joint->angleSpring = joint->axisSpring = joint->across = joint->lock = 0;
  }
}

/* Points are measured from the parent, records from body A. */
static inline f64x2 upon_b(const Node *node, f64x2 impulse) { return node->is_b ? impulse : -impulse; }

/* What the rows did before, where the tree is what it was. */
static void take_impulses(Node *node, JointRecord *joint, uint32_t tree) {
  joint->tree = 1 + (double)tree;
  if (node->anew) return;
  if (node->parts & JointPart_Point) put_pair(node->sum, upon_b(node, (f64x2){joint->pointX, joint->pointY}));
  else node->sum[0] = node->mending = node->pulled = node->parts & JointPart_Axis ? joint->axisSpring : joint->across;
  if (node->parts & (JointPart_Angle | JointPart_Slide)) node->sum[node->base - 1] = node->parts & JointPart_Angle ? joint->angleSpring : joint->lock;
}

/* Limits are rows of the tree while they are reached: in their lane there is nothing to do. */
static void write_limits(Node *node, const JointRecord *joint, const Ends *ends, const JointPlan *plan, bool fresh) {
  node->bounded = ends->limits != 0;
  if (ends->limits == 0) return;
  int part = node->parts & JointPart_Point ? 0 : 1;
  char *group = group_of(plan, part, ends->limits - 1);
  Line *line = part == 0 ? &((AngleGroup *)group)->line : &((AxisGroup *)group)->line;
  int lane = (int)((ends->limits - 1) % LANES);
  line->limited[lane] = 0;
  line->low[lane] = line->high[lane] = 0;
  node->lower = part == 0 ? joint->angleLower : joint->axisLower;
  node->upper = part == 0 ? joint->angleUpper : joint->axisUpper;
  if (!fresh || node->anew) return;
  double sum = part == 0 ? joint->angleLow - joint->angleHigh : joint->axisLow - joint->axisHigh;
  node->limit = (sum > 0) - (sum < 0);
  node->sum[node->base] = sum;
}

static inline f64x2 turned_by(const Pose *pose, f64x2 v) { return pose->cos * v + pose->sin * turned(v); }

/* Where the bodies of a node are as the step begins. */
static inline void place_node(Node *node) {
  const Pose *own = frame->pose + node->body;
  const Pose *other = frame->pose + node->body_parent;
  f64x2 anchor = turned_by(own, node->anchor);
  f64x2 anchor_parent = turned_by(other, node->anchor_parent);
  node->arm = anchor + (f64x2){own->fromCenterX, own->fromCenterY};
  node->arm_parent = anchor_parent + (f64x2){other->fromCenterX, other->fromCenterY};
  node->apart = (f64x2){own->x - other->x, own->y - other->y} + (anchor - anchor_parent);
  weigh(node->work / sizeof(Work), own, &node->weight[0], &node->weight[1], &node->weight[2]);
}

/* What a node is: until a joint changes. */
static void name_node(Node *node, const Slot *slot, const JointPlan *plan) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends + slot->joint;
  const JointRecord *joint = frame->joints + order[slot->joint];
  const f64x2 a = {joint->anchorAX, joint->anchorAY}, b = {joint->anchorBX, joint->anchorBY};
  bool is_b = ends->a == slot->parent;
  node->is_b = is_b;
  node->work_parent = slot->parent * sizeof(Work);
  node->parts = held_by(ends);
  node->body = is_b ? ends->body_b : ends->body_a;
  node->body_parent = is_b ? ends->body_a : ends->body_b;
  node->anchor = is_b ? b : a;
  node->anchor_parent = is_b ? a : b;
  node->base = (node->parts & JointPart_Point ? 2 : 1) + (node->parts & (JointPart_Angle | JointPart_Slide) ? 1 : 0);
}

/* The rest of it, which hinges have not. */
static void write_node(Node *node, const Slot *slot, const JointPlan *plan, double time, Hardness *hard) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends + slot->joint;
  JointRecord *joint = frame->joints + order[slot->joint];
  Seat seat = seat_of(joint, ends->a, ends->b, time, hard);
  node->axis_x = seat.cos_a * joint->axisX - seat.sin_a * joint->axisY;
  node->axis_y = seat.sin_a * joint->axisX + seat.cos_a * joint->axisY;
  node->bias = seat.hard.bias;
  node->rest = node->parts & JointPart_Axis ? joint->axisRest : seat.angle - (node->parts & JointPart_Angle ? joint->angleRest : 0);
  node->anew = seat.fresh && joint->tree != 1 + (double)slot->tree;
  if (seat.fresh) take_impulses(node, joint, slot->tree);
  write_limits(node, joint, ends, plan, seat.fresh);
  node->rows = node->base + (node->limit != 0);
}

void write_trees(char *work, char *push, const double *time) {
  const JointPlan *plan = frame->jointPlan;
  const Slot *slots = (const Slot *)(uintptr_t)plan->slots;
  Node *nodes = nodes_of(plan);
  Hardness hard = {0, 0, {0, 0, 0}};
  const bool changed = plan->fresh || plan->read || *(const double *)&plan->time != *time;
  for (uint32_t n = 0; n < plan->nodes; n++) {
    Node *node = nodes + n;
    const Slot *slot = slots + n;
    node->moved = 0;
    node->turn = node->sin = 0;
    node->cos = 1;
    if (plan->fresh) {
      node->work = slot->child * sizeof(Work);
      node->joint = slot->joint;
      node->to = slot->to;
    }
    if (slot->joint == NO_NODE) {
      weigh(slot->child, frame->pose + frame->awake[slot->child - 1], &node->weight[0], &node->weight[1], &node->weight[2]);
      continue;
    }
    if (changed) name_node(node, slot, plan);
    place_node(node);
    if (changed || node->bounded || node->parts != JointPart_Point) write_node(node, slot, plan, *time, &hard);
    else node->anew = 0;
  }
  begin_trees(work, push, *time);
}

void forget_tree_forces(void) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) if (nodes[n].rows > 0) forget_force(frame->joints + order[nodes[n].joint]);
}

static void store_limit(const Node *node, JointRecord *joint, double rate) {
  double sum = node->limit != 0 ? node->sum[node->base] : 0;
  double low = sum > 0 ? sum : 0;
  double high = sum < 0 ? -sum : 0;
  if (node->parts & JointPart_Point) {
    joint->angleLow = low;
    joint->angleHigh = high;
    joint->torque += rate * sum;
  } else {
    const double *pull = node->is_b ? node->pull[node->base] : node->pull_parent[node->base];
    joint->axisLow = low;
    joint->axisHigh = high;
    joint->forceX += rate * sum * pull[0];
    joint->forceY += rate * sum * pull[1];
  }
}

void store_trees(double rate) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    const Node *node = nodes + n;
    if (node->rows == 0) continue;
    JointRecord *joint = frame->joints + order[node->joint];
    if (node->parts & JointPart_Point) {
      f64x2 sum = upon_b(node, pair_of(node->sum));
      joint->pointX = sum.x;
      joint->pointY = sum.y;
      joint->forceX += rate * sum.x;
      joint->forceY += rate * sum.y;
    } else {
      const double *pull = node->is_b ? node->pull[0] : node->pull_parent[0];
      joint->forceX += rate * node->sum[0] * pull[0];
      joint->forceY += rate * node->sum[0] * pull[1];
      if (node->parts & JointPart_Axis) joint->axisSpring = node->sum[0];
      else joint->across = node->sum[0];
    }
    if (node->bounded) store_limit(node, joint, rate);
    if (!(node->parts & (JointPart_Angle | JointPart_Slide))) continue;
    double lock = node->sum[node->base - 1];
    joint->torque += rate * lock;
    if (node->parts & JointPart_Angle) joint->angleSpring = lock;
    else joint->lock = lock;
  }
}
