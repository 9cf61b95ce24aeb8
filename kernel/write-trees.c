/* What trees take from the records of their joints, and leave in them. */
#include "strands.h"
#include "torn.h"
#include "trees.h"

void leave_trees(const JointPlan *plan) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  for (uint32_t i = 0; i < plan->count; i++) {
    JointRecord *joint = frame->joints + order[i];
    if ((ends[i].parts >> HELD_SHIFT & ALL_PARTS) == 0 || ends[i].parts & IN_TREE || joint->tree == 0) continue;
    joint->tree = joint->pointX = joint->pointY = joint->angleSpring = joint->axisSpring = joint->across = joint->lock = 0;
  }
}

/* What the rows did before, where the tree is what it was. */
static void take_impulses(Node *node, JointRecord *joint, uint32_t tree) {
  joint->tree = 1 + (double)tree;
  if (node->anew) return;
  if (node->parts & JointPart_Point) {
    node->sum[0] = node->sign * joint->pointX;
    node->sum[1] = node->sign * joint->pointY;
  } else if (!is_rope(node)) node->sum[0] = node->parts & JointPart_Axis ? joint->axisSpring : joint->across;
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
  details_of(node)->mending = joint->mending;
  details_of(node)->pulled = joint->pulled;
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
  joint->mending = details_of(node)->mending;
  joint->pulled = details_of(node)->pulled;
}

/* Limits are rows of the tree while they are reached: in their lane there is nothing to do. Motors keep their impulses there. */
static void write_limits(Node *node, const JointRecord *joint, const Ends *ends, const JointPlan *plan, bool fresh) {
  int part = node->parts & JointPart_Point ? 0 : 1;
  node->bounded = ends->limits != 0 && ends->parts >> (LINES_SHIFT + 4 * part) & LinePart_Limit;
  node->line = node->drives = node->motors = 0;
  if (ends->limits == 0) return;
  char *group = group_of(plan, part, ends->limits - 1);
  Line *line = part == 0 ? &((AngleGroup *)group)->line : &((AxisGroup *)group)->line;
  int lane = (int)((ends->limits - 1) % LANES);
  if (part == 0 && (int)joint->angleParts & LinePart_Motor) {
    node->line = (uint32_t)((char *)node - (char *)line);
    node->lane = (uint32_t)lane;
  }
  if (!node->bounded) return;
  line->limited[lane] = 0;
  line->low[lane] = line->high[lane] = 0;
  details_of(node)->lower = part == 0 ? joint->angleLower : joint->axisLower;
  details_of(node)->upper = part == 0 ? joint->angleUpper : joint->axisUpper;
  if (!fresh || node->anew) return;
  double sum = part == 0 ? joint->angleLow - joint->angleHigh : joint->axisLow - joint->axisHigh;
  node->limit = (int32_t)joint->limit;
  node->sum[node->base] = sum;
}

/* Divides only where the weight is another than in the step before. */
static inline void take_weight(Node *node, uint32_t record, const Pose *pose) {
  double x, y, turn;
  weigh(record, pose, &x, &y, &turn);
  if (x != node->weight[0] || y != node->weight[1]) {
    node->own[0] = x > 0 ? 1 / x : 0;
    node->own[1] = y == x ? node->own[0] : y > 0 ? 1 / y : 0;
  }
  if (turn != node->weight[2]) node->own[2] = turn > 0 ? 1 / turn : 0;
  node->weight[0] = x;
  node->weight[1] = y;
  node->weight[2] = turn;
}

/* What stays as long as rows are not packed anew; and what the record says. */
static void write_fresh(Node *node, const Slot *slot, const JointPlan *plan, const Ends *ends, JointRecord *joint) {
  node->is_b = ends->a == slot->parent;
  node->sign = node->is_b ? 1 : -1;
  node->work_parent = slot->parent * sizeof(Work);
  node->parts = ends->parts >> HELD_SHIFT & ALL_PARTS;
  node->base = (node->parts & JointPart_Point ? 2 : ends->parts & IS_ROPE ? 0 : 1) + (node->parts & (JointPart_Angle | JointPart_Slide) ? 1 : 0);
  node->anew = joint->tree != 1 + (double)slot->tree;
  take_impulses(node, joint, slot->tree);
  take_masses(nodes_of(plan), node, joint);
}

/* Where the axis is, or what angles and lengths begin with. */
static void write_rest(Node *node, const JointRecord *joint, const Ends *ends) {
  double angle = angle_of(joint, frame->angle[ends->body_b] - frame->angle[ends->body_a] + joint->reference);
  node->rest = node->parts & JointPart_Axis ? joint->axisRest : angle - (node->parts & JointPart_Angle ? joint->angleRest : 0);
  if (node->parts & JointPart_Point) return;
  const Pose *a = frame->pose + ends->body_a;
  details_of(node)->axis_x = a->cos * joint->axisX - a->sin * joint->axisY;
  details_of(node)->axis_y = a->sin * joint->axisX + a->cos * joint->axisY;
}

static void write_node(Node *node, const Slot *slot, const JointPlan *plan, double time, Hardness *hard) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends + slot->joint;
  JointRecord *joint = frame->joints + order[slot->joint];
  const Pose *a = frame->pose + ends->body_a;
  const Pose *b = frame->pose + ends->body_b;
  Place at = place_of(joint, a, b);
  node->anew = 0;
  if (plan->fresh) write_fresh(node, slot, plan, ends, joint);
  double *arm_a = node->is_b ? node->arm_parent : node->arm, *arm_b = node->is_b ? node->arm : node->arm_parent;
  arm_a[0] = at.ax + a->fromCenterX;
  arm_a[1] = at.ay + a->fromCenterY;
  arm_b[0] = at.bx + b->fromCenterX;
  arm_b[1] = at.by + b->fromCenterY;
  node->apart[0] = node->sign * at.dx;
  node->apart[1] = node->sign * at.dy;
  node->bias = rigid(joint, time, hard).bias;
  node->yield = hard->yield;
  note_drawn(joint, ends, node->bias, node->sign * node->apart[0], node->sign * node->apart[1]);
  node->faster = faster_by(joint, node->apart[0], node->apart[1]);
  node->fasterTurn = turn_faster_by(joint);
  take_weight(node, slot->child, node->is_b ? b : a);
  if (node->parts != JointPart_Point || ends->limits != 0) write_rest(node, joint, ends);
  write_limits(node, joint, ends, plan, plan->fresh);
  node->rows = node->base + (node->limit != 0);
}

/* Between bodies that move as they like, and that no rod is at, as far as is known: the first of which twins it may be, or 0. */
static inline uint32_t twin_of(const Node *node) {
  if (node->anew || node->taut != 0) return 0;
  if (!(node->weight[0] > 0 && node->weight[1] > 0 && node->weight[2] > 0)) return 0;
  if (node->parts == JointPart_Across) return FIRST_RAIL;
  if (!(node->parts & JointPart_Point) || node->small || node->faster != 0 || node->fasterTurn != 0) return 0;
  return node->parts == JointPart_Point && !(node->bounded | node->line) && node->limit == 0 && node->rows == 2 ? FIRST_TWIN : FIRST_CLAMPED;
}

/* Where there are rods: theirs are no twins. */
static void part_from_rods(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = first; n < end; n++) {
    if (nodes[n].parts & JointPart_Axis) nodes[n].twin = nodes[nodes[n].to].twin = 0;
  }
}

/* Of those that may be twins finds what is next to each other in a batch and can be solved side by side. */
static void pair_twins(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = first; n < end; n++) {
    uint32_t one = nodes[n].twin, two = n + 1 < end ? nodes[n + 1].twin : 0;
    bool both = one != 0 && two != 0 && (one == FIRST_RAIL) == (two == FIRST_RAIL) && nodes[n].to != n + 1;
    if (!both) {
      nodes[n].twin = 0;
      continue;
    }
    /* One of which the angle is free is a twin of one whose angle is held, too. */
    uint32_t kind = one | two;
    nodes[n].twin = kind;
    nodes[++n].twin = kind + 1;
  }
}

void write_trees(char *work, char *push, const double *time) {
  JointPlan *plan = frame->jointPlan;
  const Slot *slots = (const Slot *)(uintptr_t)plan->slots;
  Node *nodes = nodes_of(plan);
  Hardness hard = {0, 0, {0, 0, 0}, 0};
  plan->slowed = write_strands(work, push, time);
  uint32_t first = 0;
  bool anew = false;
  uint32_t rods = 0, lines = 0;
  for (uint32_t n = 0; n < plan->nodes; n++) {
    Node *node = nodes + n;
    const Slot *slot = slots + n;
    if (plan->fresh) {
      node->work = slot->child * sizeof(Work);
      node->joint = slot->joint;
      node->to = slot->to;
      node->small = slot->small;
      node->end = slot->end;
      node->details = (plan->nodes - n) * sizeof(Node) + n * sizeof(Details);
    }
    node->turn = node->sin = node->moved[0] = node->moved[1] = 0;
    node->cos = 1;
    if (node->joint != NO_NODE) write_node(node, slot, plan, *time, &hard);
    else {
      node->anew = node->line = node->drives = node->motors = 0;
      take_weight(node, slot->child, frame->pose + frame->awake[slot->child - 1]);
    }
    anew |= node->anew != 0;
    rods |= node->parts & JointPart_Axis;
    lines |= node->line;
    node->twin = twin_of(node);
    if (n + 1 < nodes[first].end) continue;
    if (rods != 0) part_from_rods(nodes, first, n + 1);
    pair_twins(nodes, first, n + 1);
    nodes[first].driven = lines;
    rods = lines = 0;
    plan->slowed |= begin_trees(nodes, first, n + 1, work, push, *time, anew);
    first = n + 1;
    anew = false;
  }
}

void forget_tree_forces(void) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) if (nodes[n].parts != 0) forget_force(frame->joints + order[nodes[n].joint]);
  forget_strand_forces();
}

static void store_limit(const Node *node, JointRecord *joint) {
  joint->limit = node->limit;
  double sum = node->limit != 0 ? node->sum[node->base] : 0;
  double low = sum > 0 ? sum : 0;
  double high = sum < 0 ? -sum : 0;
  if (node->parts & JointPart_Point) {
    joint->angleLow = low;
    joint->angleHigh = high;
  } else {
    joint->axisLow = low;
    joint->axisHigh = high;
  }
}

void store_trees(double rate) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    const Node *node = nodes + n;
    if (node->parts == 0) continue;
    JointRecord *joint = frame->joints + order[node->joint];
    store_masses(nodes, node, joint);
    joint->forceX += rate * node->did[0];
    joint->forceY += rate * node->did[1];
    joint->torque += rate * node->did[2];
    if (node->parts & JointPart_Point) {
      joint->pointX = node->sign * node->sum[0];
      joint->pointY = node->sign * node->sum[1];
    } else if (!is_rope(node)) {
      if (node->parts & JointPart_Axis) joint->axisSpring = node->sum[0];
      else joint->across = node->sum[0];
    }
    if (node->bounded) store_limit(node, joint);
    if (!(node->parts & (JointPart_Angle | JointPart_Slide))) continue;
    double lock = node->sum[node->base - 1];
    if (node->parts & JointPart_Angle) joint->angleSpring = lock;
    else joint->lock = lock;
  }
  store_strands(rate);
}
