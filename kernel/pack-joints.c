/* Which rows the joints of a step have, and in which lanes. */
#include "trees.h"
#include "stars.h"
#include "strands.h"

/* The bits of a busy record. */
#define COLORS 32

static bool is_moved(uint32_t body) { return frame->awakeIndex[body] != NOT_AWAKE && frame->kind[body] == BodyKind_Dynamic; }

/* Whether a joint is there to be coupled, and its bodies are. */
static bool is_sound(const JointRecord *joint) {
  return joint->parts != 0 && frame->kind[(uint32_t)joint->a] != BodyKind_None && frame->kind[(uint32_t)joint->b] != BodyKind_None;
}

static bool gear_turns(const Ends *gear) {
  const JointRecord *one = frame->joints + gear->body_a;
  const JointRecord *two = frame->joints + gear->body_b;
  if (!is_sound(one) || !is_sound(two)) return false;
  return is_moved((uint32_t)one->a) || is_moved((uint32_t)one->b) || is_moved((uint32_t)two->a) || is_moved((uint32_t)two->b);
}

/* The parts that a joint holds rigidly, two bodies to each other. Softer joints than that are meant to give way. */
static uint32_t held_parts(const JointRecord *joint, uint32_t parts) {
  if (joint->hertz < RIGID_HERTZ) return 0;
  if (parts & JointPart_Point) {
    if (!(parts & IS_HINGE)) return 0;
    return JointPart_Point | (parts & JointPart_Angle && (int)joint->angleParts & LinePart_Rigid ? JointPart_Angle : 0);
  }
  if (parts & JointPart_Axis && joint->free != 0) return (int)joint->axisParts & (LinePart_Rigid | LinePart_Limit) ? JointPart_Axis : 0;
  return parts & (JointPart_Slide | JointPart_Across);
}

/* What a record says about its rows. */
static uint32_t source_of(const JointRecord *joint) {
  uint32_t parts = (uint32_t)joint->parts & ALL_PARTS;
  if (parts == 0 || parts == JointPart_Gear) return parts;
  if (parts & JointPart_Point && joint->pointHertz == 0 && joint->pointStiffness == 0 && joint->pointDamping == 0) parts |= IS_HINGE;
  if (parts & JointPart_Axis && joint->free != 0 && (int)joint->axisParts & LinePart_Limit) parts |= IS_ROPE;
  uint32_t lines = (uint32_t)joint->angleParts | (uint32_t)joint->axisParts << 4;
  return parts | held_parts(joint, parts) << HELD_SHIFT | lines << LINES_SHIFT;
}

static void read_records(JointPlan *plan, Ends *ends) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  for (uint32_t i = 0; i < plan->count; i++) {
    const JointRecord *joint = frame->joints + order[i];
    ends[i].body_a = (uint32_t)joint->a;
    ends[i].body_b = (uint32_t)joint->b;
    ends[i].source = source_of(joint);
    if (ends[i].source == JointPart_Gear) continue;
    float arm_a = arm_of(ends[i].body_a, joint->anchorAX, joint->anchorAY);
    float arm_b = arm_of(ends[i].body_b, joint->anchorBX, joint->anchorBY);
    /* Arms decide whether what is at a star is in a tree, and whether a tree is a strand. */
    bool strands = (arm_a == 0) != (ends[i].arm_a == 0) || (arm_b == 0) != (ends[i].arm_b == 0);
    if ((ends[i].parts & IN_STAR) && (arm_a != ends[i].arm_a || arm_b != ends[i].arm_b)) plan->packed = 0;
    if ((ends[i].parts & IN_TREE) && strands) plan->packed = 0;
    ends[i].arm_a = arm_a;
    ends[i].arm_b = arm_b;
  }
}

static inline uint32_t bits_of(double number) { return __builtin_bit_cast(uint32_t, (float)number); }

/*
 * One number of what a body weighs. Of round masses the bits that are not 0 are few: what is next to them has to become another, too, or
 * masses of 1 and 4 with inertias like them weigh the same.
 */
static inline uint32_t weight_of(uint32_t body) {
  uint32_t sum = bits_of(frame->pose[body].inverseMass) * 2654435761u;
  sum = ((sum ^ sum >> 15) ^ bits_of(frame->pose[body].inverseInertia)) * 2246822519u;
  return sum ^ sum >> 13;
}

/*
 * A motor that could speed up the turn of the heavier one of its ends by more than this, in radians a second squared, steers a figure; what is weaker is
 * friction. One by one robots of 25 with motors of half of that reached 3.7 m/s where at once they reach 3.2; with 5 times as much 12, and 2.8 (30 steps a
 * second, 1 substep). Not of the lighter end: the friction of any figure is strong for its hands.
 */
#define LEAST_STRONG 300

static inline bool is_strong(const JointRecord *joint, uint32_t a, uint32_t b) {
  double one = frame->pose[a].inverseInertia, other = frame->pose[b].inverseInertia;
  return joint->angleMotorMost * (one < other ? one : other) > LEAST_STRONG;
}

/* Brings the ends up to date. Where one changed, the rows that were packed last are none. Returns the parts that some joint has. */
static uint32_t find_ends(JointPlan *plan) {
  Ends *ends = (Ends *)(uintptr_t)plan->ends;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  if (plan->changed || plan->packed != plan->count) read_records(plan, ends);
  uint32_t all = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    Ends *now = ends + i;
    uint32_t a = now->body_a;
    uint32_t b = now->body_b;
    uint32_t record_a = 0, record_b = 0, parts = 0, masses = 0;
    if (now->source == JointPart_Gear) parts = gear_turns(now) ? JointPart_Gear : 0;
    else if (now->source != 0 && frame->kind[a] != BodyKind_None && frame->kind[b] != BodyKind_None && (is_moved(a) || is_moved(b))) {
      record_a = (uint32_t)(frame->awakeIndex[a] + 1);
      record_b = (uint32_t)(frame->awakeIndex[b] + 1);
      parts = now->source;
      if (parts & (uint32_t)LinePart_Motor << LINES_SHIFT && is_strong(frame->joints + order[i], a, b)) parts |= IS_STRONG;
      masses = weight_of(a) ^ 3 * weight_of(b);
    }
    all |= parts;
    if (record_a == now->a && record_b == now->b && masses == now->masses && parts == (now->parts & ~OF_TREES)) continue;
    now->a = record_a;
    now->b = record_b;
    now->parts = parts;
    now->masses = masses;
    plan->packed = 0;
  }
  return all;
}

/* Whether a joint has rows of a part that are solved one by one. */
static inline bool has_rows(const Ends *ends, int part) {
  uint32_t parts = ends->parts & IN_TREE && !(ends->parts & IS_ROPE) ? ends->parts & ~(ends->parts >> HELD_SHIFT) : ends->parts;
  if (part == HINGE) return parts & JointPart_Point && ends->parts & IS_HINGE;
  return parts & (1u << part) && (part != 5 || !(ends->parts & IS_HINGE));
}

/* Whether the limits of a joint in a tree, or the motor of a hinge, act in rows of a part. */
static inline bool is_bounded(const Ends *ends, int part) {
  uint32_t held = held_by(ends);
  if (!(ends->parts & IN_TREE) || (part == 0 ? held != JointPart_Point : part != 1 || !held || held & JointPart_Point)) return false;
  return ends->parts >> (LINES_SHIFT + 4 * part) & (part == 0 ? LinePart_Limit | LinePart_Motor : LinePart_Limit);
}

/*
 * Gives all rows of a part a lane, by the colors of their joints: no two of one color share a body. So groups that follow each
 * other do not wait for each other's velocities; in the order of the joints they did, and took 1.4 times as long.
 */
static __attribute__((noinline)) uint32_t pack_part(JointPlan *plan, int part, uint32_t rows) {
  Ends *ends = (Ends *)(uintptr_t)plan->ends;
  uint32_t *busy = (uint32_t *)(uintptr_t)plan->busy;
  Row *row = (Row *)(uintptr_t)plan->rows;
  /* Of what finds no color, each has a group of its own. */
  uint32_t counts[COLORS + 1], lanes[COLORS + 1];
  uint32_t first = rows, groups = 0;
  for (int color = 0; color <= COLORS; color++) counts[color] = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (!has_rows(ends + i, part)) continue;
    uint32_t a = ends[i].a;
    uint32_t b = ends[i].b;
    uint32_t free = ~(busy[a] | busy[b]);
    uint32_t color = free == 0 ? COLORS : (uint32_t)__builtin_ctz(free);
    if (free != 0 && a != 0) busy[a] |= 1u << color;
    if (free != 0 && b != 0) busy[b] |= 1u << color;
    counts[color]++;
    row[rows++] = (Row){i * PARTS + (uint32_t)part, color};
  }
  for (int color = 0; color <= COLORS; color++) {
    lanes[color] = groups * LANES;
    groups += color == COLORS ? counts[color] : (counts[color] + LANES - 1) / LANES;
  }
  for (uint32_t n = first; n < rows; n++) {
    uint32_t color = row[n].lane;
    row[n].lane = lanes[color];
    lanes[color] += color == COLORS ? LANES : 1;
    Ends *joint = ends + row[n].row / PARTS;
    if (is_bounded(joint, part)) joint->limits = row[n].lane + 1;
    busy[joint->a] = 0;
    busy[joint->b] = 0;
  }
  (&plan->counts)[part] = groups;
  return rows;
}

/* Pulleys and gears have no groups. */
static uint32_t list_links(JointPlan *plan, int part, uint32_t rows) {
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  Row *row = (Row *)(uintptr_t)plan->rows;
  uint32_t links = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (ends[i].parts & (1u << part)) row[rows++] = (Row){i * PARTS + (uint32_t)part, links++ * LANES};
  }
  (&plan->counts)[part] = links;
  return rows;
}

/* Finds out which rows there are. Returns the bytes that their groups need. */
EXPORT(packJoints) uint32_t pack_joints(void) {
  JointPlan *plan = frame->jointPlan;
  uint32_t all = find_ends(plan);
  plan->changed = 0;
  plan->fresh = plan->packed != plan->count;
  if (!plan->fresh) return plan->bytes;
  /* From here on the groups are none: what finds them works in their place. */
  if (plan->held) store_joints();
  uint32_t *busy = (uint32_t *)(uintptr_t)plan->busy;
  for (uint32_t i = 0; i < plan->records; i++) busy[i] = 0;
  Ends *ends = (Ends *)(uintptr_t)plan->ends;
  for (uint32_t i = 0; i < plan->count; i++) {
    ends[i].limits = 0;
    /* Of ends that did not change, too: where the rest of a tree went, a joint that stayed marked had no rows and held nothing. */
    ends[i].parts &= ~OF_TREES;
  }
  plan_trees(plan);
  uint32_t rows = 0, bytes = plan->nodes * (sizeof(Node) + sizeof(Details)) + plan->strands * sizeof(Strand);
  for (int part = 0; part < KINDS; part++) {
    (&plan->counts)[part] = 0;
    if (all & (part == HINGE ? IS_HINGE : 1u << part)) rows = part < 6 || part == HINGE ? pack_part(plan, part, rows) : list_links(plan, part, rows);
    bytes += (&plan->counts)[part] * group_size(part);
  }
  plan->rowCount = rows;
  plan->packed = plan->count;
  plan->bytes = bytes;
  return bytes;
}

