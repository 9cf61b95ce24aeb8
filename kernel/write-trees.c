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

/* What the rows did before, where the tree is what it was. */
static void take_impulses(Node *node, JointRecord *joint, uint32_t tree) {
  joint->tree = 1 + (double)tree;
  if (node->anew) return;
  if (node->parts & JointPart_Point) {
    node->sum[0] = joint->pointX;
    node->sum[1] = joint->pointY;
  } else node->sum[0] = node->parts & JointPart_Axis ? joint->axisSpring : joint->across;
  if (node->parts & (JointPart_Angle | JointPart_Slide)) node->sum[node->base - 1] = node->parts & JointPart_Angle ? joint->angleSpring : joint->lock;
}

/* What a body had that was held taut; 0 in the record says that it was not. */
static void take_heft(Node *node, double turned, double xx, double xy, double yy) {
  node->turned = turned;
  node->taut = xx > 0;
  node->heft = (Across){xx, xy, yy};
}

/*
 * What the tree had besides impulses. It stands in the records of the joints, so that rows that are packed anew, and a world
 * that is restored, go on as if nothing had been.
 */
static void take_masses(Node *nodes, Node *node, const JointRecord *joint) {
  if (node->anew) return;
  take_heft(node, joint->turned, joint->heftXX, joint->heftXY, joint->heftYY);
  /* One that a joint leads on from has that of its own joint, which is taken later. */
  take_heft(nodes + node->to, joint->lastTurned, joint->lastHeftXX, joint->lastHeftXY, joint->lastHeftYY);
  node->mending = joint->mending;
  node->pulled = joint->pulled;
}

static void store_masses(const Node *nodes, const Node *node, JointRecord *joint) {
  const Node *last = nodes + node->to;
  joint->turned = node->turned;
  joint->heftXX = node->taut != 0 ? node->heft.xx : 0;
  joint->heftXY = node->heft.xy;
  joint->heftYY = node->heft.yy;
  joint->lastTurned = last->turned;
  joint->lastHeftXX = last->taut != 0 ? last->heft.xx : 0;
  joint->lastHeftXY = last->heft.xy;
  joint->lastHeftYY = last->heft.yy;
  joint->mending = node->mending;
  joint->pulled = node->pulled;
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
  node->limit = (int32_t)joint->limit;
  node->sum[node->base] = sum;
}

static void take_weight(Node *node, const double *weight) {
  for (int k = 0; k < 3; k++) node->weight[k] = weight[k];
  node->own[0] = weight[0] > 0 ? 1 / weight[0] : 0;
  node->own[1] = weight[1] == weight[0] ? node->own[0] : weight[1] > 0 ? 1 / weight[1] : 0;
  node->own[2] = weight[2] > 0 ? 1 / weight[2] : 0;
}

static void write_node(Node *node, const Slot *slot, const JointPlan *plan, double time, Hardness *hard) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends + slot->joint;
  JointRecord *joint = frame->joints + order[slot->joint];
  Seat seat = sit(joint, ends->a, ends->b, time, hard);
  bool is_b = ends->a == slot->parent;
  node->is_b = is_b;
  node->sign = is_b ? 1 : -1;
  node->work_parent = slot->parent * sizeof(Work);
  node->parts = ends->parts >> HELD_SHIFT & ALL_PARTS;
  node->arm_ax = seat.ax;
  node->arm_ay = seat.ay;
  node->arm_bx = seat.bx;
  node->arm_by = seat.by;
  node->apart_x = seat.dx;
  node->apart_y = seat.dy;
  node->bias = seat.hard.bias;
  node->rest = node->parts & JointPart_Axis ? joint->axisRest : seat.angle - (node->parts & JointPart_Angle ? joint->angleRest : 0);
  if (!(node->parts & JointPart_Point)) {
    node->axis_x = seat.cos_a * joint->axisX - seat.sin_a * joint->axisY;
    node->axis_y = seat.sin_a * joint->axisX + seat.cos_a * joint->axisY;
  }
  const double a[3] = {seat.mass_ax, seat.mass_ay, seat.inertia_a};
  const double b[3] = {seat.mass_bx, seat.mass_by, seat.inertia_b};
  take_weight(node, is_b ? b : a);
  node->base = (node->parts & JointPart_Point ? 2 : 1) + (node->parts & (JointPart_Angle | JointPart_Slide) ? 1 : 0);
  node->anew = seat.fresh && joint->tree != 1 + (double)slot->tree;
  if (seat.fresh) {
    take_impulses(node, joint, slot->tree);
    take_masses(nodes_of(plan), node, joint);
  }
  write_limits(node, joint, ends, plan, seat.fresh);
  node->rows = node->base + (node->limit != 0);
}

void write_trees(char *work, char *push, const double *time) {
  const JointPlan *plan = frame->jointPlan;
  const Slot *slots = (const Slot *)(uintptr_t)plan->slots;
  Node *nodes = nodes_of(plan);
  Hardness hard = {0, 0, {0, 0, 0}};
  bool anew = false;
  for (uint32_t n = 0; n < plan->nodes; n++) {
    Node *node = nodes + n;
    const Slot *slot = slots + n;
    node->work = slot->child * sizeof(Work);
    node->joint = slot->joint;
    node->to = slot->to;
    node->small = slot->small;
    node->turn = node->sin = 0;
    node->cos = 1;
    if (slot->joint != NO_NODE) {
      write_node(node, slot, plan, *time, &hard);
      anew |= node->anew != 0;
      continue;
    }
    double weight[3];
    weigh(slot->child, frame->pose + frame->awake[slot->child - 1], &weight[0], &weight[1], &weight[2]);
    take_weight(node, weight);
    node->anew = node->limit = node->bounded = 0;
  }
  begin_trees(work, push, *time, anew);
}

void forget_tree_forces(void) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) if (nodes[n].rows > 0) forget_force(frame->joints + order[nodes[n].joint]);
}

static void store_limit(const Node *node, JointRecord *joint, double rate) {
  joint->limit = node->limit;
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
    store_masses(nodes, node, joint);
    if (node->parts & JointPart_Point) {
      joint->pointX = node->sum[0];
      joint->pointY = node->sum[1];
      joint->forceX += rate * node->sum[0];
      joint->forceY += rate * node->sum[1];
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
