/* What strands take from the records of their joints, and leave in them: see write-trees.c. */
#include "strands.h"
#include "torn.h"

static Across heft_of(double xx, double xy, double yy, double *taut) {
  *taut = xx > 0;
  return (Across){xx, xy, yy};
}

/* What stays as long as rows are not packed anew; and what the record says. */
static void write_fresh_strand(Strand *strands, Strand *strand, const Slot *slot, uint32_t nodes, const Ends *ends, JointRecord *joint) {
  strand->sign = ends->a == slot->parent ? 1 : -1;
  strand->to = slot->to - nodes;
  strand->work_parent = slot->parent * sizeof(Work);
  strand->rope = (ends->parts & IS_ROPE) != 0;
  strand->anew = joint->tree != 1 + (double)slot->tree;
  joint->tree = 1 + (double)slot->tree;
  if (strand->anew) return;
  if (!strand->rope) strand->sum = joint->axisSpring;
  Strand *last = strands + strand->to;
  strand->heft = heft_of(joint->heftXX, joint->heftXY, joint->heftYY, &strand->taut);
  /* One that a joint leads on from has that of its own joint, which is taken later. */
  last->heft = heft_of(joint->lastHeftXX, joint->lastHeftXY, joint->lastHeftYY, &last->taut);
  strand->mending = joint->mending;
  strand->pulled = joint->pulled;
}

static void write_rope_limits(Strand *strand, const JointRecord *joint, const Ends *ends, const JointPlan *plan) {
  strand->bounded = ends->limits != 0 && ends->parts >> (LINES_SHIFT + 4) & LinePart_Limit;
  if (!strand->bounded) return;
  Line *line = &((AxisGroup *)group_of(plan, 1, ends->limits - 1))->line;
  int lane = (int)((ends->limits - 1) % LANES);
  line->limited[lane] = 0;
  line->low[lane] = line->high[lane] = 0;
  strand->lower = joint->axisLower;
  strand->upper = joint->axisUpper;
  if (!plan->fresh || strand->anew) return;
  strand->limit = (int32_t)joint->limit;
  strand->sum = joint->axisLow - joint->axisHigh;
}

/* Divides only where the weight is another than in the step before. */
static inline void weigh_end(Strand *strand, uint32_t record, const Pose *pose) {
  double x, y, turn;
  weigh(record, pose, &x, &y, &turn);
  if (x == strand->weight.x && y == strand->weight.y) return;
  double mass = x > 0 ? 1 / x : 0;
  strand->weight = (f64x2){x, y};
  strand->own = (f64x2){mass, y == x ? mass : y > 0 ? 1 / y : 0};
}

static void write_strand(Strand *strand, const Ends *ends, JointRecord *joint, const JointPlan *plan, double time, Hardness *hard) {
  const Pose *a = frame->pose + ends->body_a;
  const Pose *b = frame->pose + ends->body_b;
  Place at = place_of(joint, a, b);
  f64x2 apart = {at.dx, at.dy};
  strand->apart = strand->sign * apart;
  strand->along = strand->sign * (f64x2){a->cos * joint->axisX - a->sin * joint->axisY, a->sin * joint->axisX + a->cos * joint->axisY};
  strand->bias = rigid(joint, time, hard).bias;
  strand->yield = hard->yield;
  strand->rest = joint->axisRest;
  note_drawn(joint, ends, strand->bias, apart.x, apart.y);
  strand->faster = faster_by(joint, apart.x, apart.y);
  write_rope_limits(strand, joint, ends, plan);
}

bool write_strands(char *work, char *push, const double *time) {
  const JointPlan *plan = frame->jointPlan;
  const Slot *slots = (const Slot *)(uintptr_t)plan->slots + plan->nodes;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *all = (const Ends *)(uintptr_t)plan->ends;
  Strand *strands = strands_of(plan);
  Hardness hard = {0, 0, {0, 0, 0}, 0};
  uint32_t first = 0, anew = 0;
  bool slowed = false;
  for (uint32_t n = 0; n < plan->strands; n++) {
    Strand *strand = strands + n;
    const Slot *slot = slots + n;
    if (plan->fresh) {
      strand->work = slot->child * sizeof(Work);
      strand->joint = slot->joint;
      strand->to = NO_NODE;
      strand->end = slot->end - plan->nodes;
    }
    strand->anew = 0;
    const Pose *pose = frame->pose;
    if (slot->joint != NO_NODE) {
      const Ends *ends = all + slot->joint;
      JointRecord *joint = frame->joints + order[slot->joint];
      if (plan->fresh) write_fresh_strand(strands, strand, slot, plan->nodes, ends, joint);
      write_strand(strand, ends, joint, plan, *time, &hard);
      pose += ends->a == slot->parent ? ends->body_b : ends->body_a;
    } else pose += frame->awake[slot->child - 1];
    weigh_end(strand, slot->child, pose);
    strand->pinned = strand->weight.x == 0 || strand->weight.x != strand->weight.y;
    anew |= strand->anew;
    if (n + 1 < strands[first].end) continue;
    for (uint32_t k = n + 1; k-- > first;) {
      Strand *one = strands + k;
      if (plan->fresh) one->root = one->to == NO_NODE ? k : strands[one->to].root;
      if (one->to != NO_NODE) one->soft = TREE_GIVE * (one->weight.x + strands[one->to].weight.x);
    }
    slowed |= begin_strands(strands, first, n + 1, work, push, *time, anew != 0);
    first = n + 1;
    anew = 0;
  }
  return slowed;
}

void forget_strand_forces(void) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Strand *strands = strands_of(plan);
  for (uint32_t n = 0; n < plan->strands; n++) if (strands[n].to != NO_NODE) forget_force(frame->joints + order[strands[n].joint]);
}

void store_strands(double rate) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Strand *strands = strands_of(plan);
  for (uint32_t n = 0; n < plan->strands; n++) {
    const Strand *strand = strands + n;
    if (strand->to == NO_NODE) continue;
    const Strand *last = strands + strand->to;
    JointRecord *joint = frame->joints + order[strand->joint];
    /* Nothing raises an inertia: a tree of other joints that takes over begins so. */
    joint->turned = joint->lastTurned = 0;
    joint->heftXX = strand->taut != 0 ? strand->heft.xx : 0;
    joint->heftXY = strand->heft.xy;
    joint->heftYY = strand->heft.yy;
    joint->lastHeftXX = last->taut != 0 ? last->heft.xx : 0;
    joint->lastHeftXY = last->heft.xy;
    joint->lastHeftYY = last->heft.yy;
    joint->mending = strand->mending;
    joint->pulled = strand->pulled;
    joint->forceX += rate * strand->did.x;
    joint->forceY += rate * strand->did.y;
    if (!strand->rope) joint->axisSpring = strand->sum;
    if (!strand->bounded) continue;
    double sum = strand->limit != 0 ? strand->sum : 0;
    joint->limit = strand->limit;
    joint->axisLow = sum > 0 ? sum : 0;
    joint->axisHigh = sum < 0 ? -sum : 0;
  }
}
