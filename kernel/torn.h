/* Which joints are torn, and where they draw their bodies; which short chains are solved at once from then on, see `may_tear` in plan-trees.c. For prepare-joints.c and write-trees.c. */
#pragma once

#include "trees.h"

/*
 * What is torn asks for so many times the largest speed of mending. From 1 on chains that whip were taken: drawn together at once, by all of their joints, they
 * rose by 1.5 m more than they fell (11 links at 100 m/s²). From 4 on none of 600 rose.
 */
#define TORN 4

/* By how much a rod is too long or too short, or a rope too long. */
static inline double length_lacked(const JointRecord *joint, double length) {
  if ((int)joint->axisParts & LinePart_Rigid) return length - joint->axisRest;
  return (int)joint->axisParts & LinePart_Limit && length > joint->axisUpper ? length - joint->axisUpper : 0;
}

/* Where a joint holds a tree, and how fast that goes, and turns. */
typedef struct {
  double x, y, vx, vy, w;
} Wall;

static Wall wall_of(const Ends *joint, const JointRecord *record, const char *work) {
  bool is_b = frame->kind[joint->body_a] == BodyKind_Dynamic;
  const Pose *pose = frame->pose + (is_b ? joint->body_b : joint->body_a);
  double x = is_b ? record->anchorBX : record->anchorAX, y = is_b ? record->anchorBY : record->anchorAY;
  f32x4 v = ((const Work *)(work + (is_b ? joint->b : joint->a) * sizeof(Work)))->velocity;
  return (Wall){pose->x + pose->cos * x - pose->sin * y, pose->y + pose->sin * x + pose->cos * y, v.x, v.y, v.z};
}

/* How far a tree may reach by one of its joints. */
static double reach_by(const Ends *joint, const JointRecord *record) {
  double sum = 0;
  if (frame->kind[joint->body_a] == BodyKind_Dynamic) sum += __builtin_sqrt((double)joint->arm_a);
  if (frame->kind[joint->body_b] == BodyKind_Dynamic) sum += __builtin_sqrt((double)joint->arm_b);
  if (joint->parts & JointPart_Point) return sum;
  if (!(joint->parts & JointPart_Axis) || record->free == 0) return FAR;
  return sum + ((int)record->axisParts & LinePart_Rigid ? record->axisRest : record->axisUpper);
}

/* Whether one of two walls draws what reaches so far out from the other. */
static bool parts_from(const Wall *one, const Wall *other, double reach, double most) {
  double x = other->x - one->x, y = other->y - one->y, vx = other->vx - one->vx, vy = other->vy - one->vy;
  double far = __builtin_sqrt(x * x + y * y), parting = x * vx + y * vy;
  return vx * vx + vy * vy > most * most || far > reach || (parting > 0 && far * far + AHEAD * parting > reach * far);
}

/*
 * Whether what holds the tree of a joint may have torn it, as a hand that whirls it or draws it out does: faster than places are mended, turning faster than angles are,
 * or farther than it reaches. At once chains of 4 links that a hand whirls at 50 m/s are drawn out by 6.5 m, and not by 0.9, and rows of 5 bars that one draws out at 60 m/s whip at 98, and
 * not at 69. Two walls that go the same way draw at nothing: on lifts, carriages and ships bridges of 9 planks were drawn out by 12 m under a pile, one by one.
 */
static bool is_drawn(uint32_t ring, double bias, const char *work) {
  const JointPlan *plan = frame->jointPlan;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  double most = *(const double *)&plan->mostMending, reach = most / bias;
  uint32_t at = ring, walls = 0;
  for (bool more = true; more; more = at != ring) {
    reach += reach_by(ends + at - 1, frame->joints + order[at - 1]);
    at = ends[at - 1].ring;
  }
  Wall before = {0};
  for (bool more = true; more; more = at != ring) {
    const Ends *joint = ends + at - 1;
    if (frame->kind[joint->body_a] != frame->kind[joint->body_b]) {
      Wall wall = wall_of(joint, frame->joints + order[at - 1], work);
      if (wall.w > MOST_MENDING_TURN || wall.w < -MOST_MENDING_TURN || (walls > 0 && parts_from(&before, &wall, reach, most))) return true;
      before = wall;
      walls++;
    }
    at = joint->ring;
  }
  return walls == 1 && before.vx * before.vx + before.vy * before.vy > most * most;
}

static inline bool is_torn(const JointRecord *joint, double bias, double x, double y) {
  double most = TORN * *(const double *)&frame->jointPlan->mostMending + faster_by(joint, x, y);
  return bias * bias * (x * x + y * y) > most * most;
}

/*
 * Has the tree of a joint solved at once from the next step on, where its ends are so far apart. The record tells so: it is what a
 * snapshot has.
 */
static inline void note_torn(JointRecord *joint, const Ends *ends, double bias, double x, double y, const char *work) {
  if (!is_torn(joint, bias, x, y) || (ends->ring != 0 && is_drawn(ends->ring, bias, work))) return;
  joint->tree = TORN_TREE;
  frame->jointPlan->packed = 0;
}

/* Notes for a body by how far the joint that is torn most draws it, and to where, from its middle. */
static inline void draw_body(uint32_t record, uint32_t body, double anchor_x, double anchor_y, double x, double y) {
  if (record == 0) return;
  const Pose *pose = frame->pose + body;
  float *drawn = (float *)&frame->state[record - 1].drawn, *to = (float *)&frame->state[record - 1].more;
  if (drawn[0] * (double)drawn[0] + drawn[1] * (double)drawn[1] >= x * x + y * y) return;
  drawn[0] = (float)x;
  drawn[1] = (float)y;
  to[0] = (float)(pose->cos * anchor_x - pose->sin * anchor_y + pose->fromCenterX + x);
  to[1] = (float)(pose->sin * anchor_x + pose->cos * anchor_y + pose->fromCenterY + y);
}

/* How long a joint is where nothing draws it out; of slides, which may be anywhere on their rails, that is not told. */
static inline double length_of(const JointRecord *joint, uint32_t parts) {
  if (parts & JointPart_Axis && joint->free != 0) return (int)joint->axisParts & LinePart_Rigid ? joint->axisRest : joint->axisUpper;
  return 0;
}

static __attribute__((noinline)) void draw_bodies(const JointRecord *joint, const Ends *ends, double bias, double x, double y) {
  uint32_t parts = (uint32_t)joint->parts;
  if (parts & JointPart_Axis && joint->free != 0) {
    double length = __builtin_sqrt(x * x + y * y), part = length > 0 ? length_lacked(joint, length) / length : 0;
    /* A rod that is pressed together is so by what lies on it. */
    if (part <= 0) return;
    x *= part;
    y *= part;
  } else if (parts & (JointPart_Across | JointPart_Slide)) {
    const Pose *a = frame->pose + ends->body_a;
    double along_x = a->cos * joint->axisX - a->sin * joint->axisY, along_y = a->sin * joint->axisX + a->cos * joint->axisY;
    double along = along_x * x + along_y * y;
    x -= along * along_x;
    y -= along * along_y;
  } else if (!(parts & JointPart_Point)) return;
  if (!is_torn(joint, bias, x, y)) return;
  draw_body(ends->a, ends->body_a, joint->anchorAX, joint->anchorAY, x, y);
  draw_body(ends->b, ends->body_b, joint->anchorBX, joint->anchorBY, -x, -y);
}

/*
 * Notes where a joint that is torn draws its bodies, (x, y) being the way from its anchor on A to that on B. What something kinematic carries along has to go
 * through that or away from its joint, and a joint mends no faster than places do: bars and chains whose post a blade of 6 m turns past at 4 and 12 rad/s were 2 to 6.5 m away
 * from it half of the time, and are 0 to 1.2 since the contact gives way (box2d3-wasm 0 to 1). See `is_drawn_through` in prepare.c, and src/continuous/drawn-through.ts.
 */
static inline void note_drawn(const JointRecord *joint, const Ends *ends, double bias, double x, double y) {
  /* Hardly any is. */
  double least = bias * length_of(joint, (uint32_t)joint->parts) + TORN * *(const double *)&frame->jointPlan->mostMending;
  if (bias * bias * (x * x + y * y) > least * least) draw_bodies(joint, ends, bias, x, y);
}
