#pragma once

/*
 * What hangs together by joints around the bodies that hit something. An impulse upon one of them moves all of it, and what joints hold
 * rigidly stays together: so a hit knows what its bodies really answer, and restitution acts on the velocities that they keep. Taken as free, a plate
 * on a hinge took a blow, and its hinge then took the rest out again: of what hits it near the hinge 95 % of the energy.
 *
 * Joints are velocities that stay as they are: J (v + dv) = J v, so dv = W (p - J^T (J W J^T)^-1 J W p). The matrix is factored once, as a
 * chain is hit for the first time in a substep (Cholesky within the envelope: the joints of a chain lie in it by their way from what was hit).
 */
#include "hold-chains.h"
#include "rotation.h"

/* Of a mesh: numbers of its factor, and of one row. */
#define MESH_FACTORS 128
#define MESH_WIDTH 10
/* What is no farther from its limit than the slop, or so many radians, is at it. */
#define AT_LIMIT_ANGLE 5e-3

static inline uint32_t least_of_two(uint32_t a, uint32_t b) { return a < b ? a : b; }

static inline uint32_t most_answers(const Chains *all) { return least_of_two(all->mostMembers * ANSWERS_OF_MEMBER, MOST_ANSWERS); }

/* Finds the places of everything. */
static void place_chains(Chains *all, const JointPlan *plan) {
  all->mostMembers = least_of_two(plan->records, MOST_MEMBERS);
  all->mostTies = least_of_two(TIES_OF_JOINT * plan->count, MOST_TIES);
  all->mostFactors = least_of_two(all->mostTies * least_of_two(all->mostTies, CHAIN_TIES), MOST_FACTORS);
  all->factors = (double *)(all + 1);
  all->answers = (Answer *)(all->factors + all->mostFactors);
  all->members = (Member *)(all->answers + most_answers(all));
  all->ties = (Tie *)(all->members + all->mostMembers);
  all->limits = all->ties + all->mostTies;
  all->chains = (Chain *)(all->limits + MOST_LIMITS);
  all->first = (uint32_t *)(all->chains + all->mostMembers);
  all->member_of = all->first + plan->records;
  all->next = all->member_of + plan->records;
  all->taken = all->next + 2 * plan->count;
  all->blows = (uint32_t)((char *)(all->taken + plan->count) - (char *)all);
  all->blown = plan->count;
  all->records = plan->records;
}

/* Links joints by body. They stay so until joints are packed anew, or lie elsewhere. */
static void link_joints(Chains *all, JointPlan *plan) {
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  place_chains(all, plan);
  all->memberCount = all->tieCount = all->limitCount = all->chainCount = all->factorCount = all->answerCount = 0;
  for (uint32_t i = 0; i < plan->records; i++) all->first[i] = all->member_of[i] = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    all->taken[i] = 0;
    uint32_t parts = ends[i].parts & ALL_PARTS;
    if (parts == 0 || parts & (JointPart_Gear | JointPart_Pulley)) continue;
    all->next[2 * i] = all->first[ends[i].a];
    all->first[ends[i].a] = 2 * i + 1;
    all->next[2 * i + 1] = all->first[ends[i].b];
    all->first[ends[i].b] = 2 * i + 2;
  }
  all->first[0] = 0;
  plan->linked = frame->impactChains;
}

/* Once a step, when something with joints may be hit. */
static void begin_chains(JointPlan *plan) {
  Chains *all = chains_of();
  if (plan->linked != frame->impactChains || all->records != plan->records || all->blown != plan->count) link_joints(all, plan);
  for (uint32_t i = 0; i < plan->count; i++) blows_of(all)[i] = (Blow){0, 0, 0};
  plan->blown = 1;
}

static inline Member *member_of(uint32_t record) {
  Chains *all = chains_of();
  uint32_t member = all->member_of[record];
  return member == 0 ? 0 : all->members + (member - 1);
}

static inline bool is_moved_freely(uint32_t record) { return record != 0 && frame->kind[frame->awake[record - 1]] == BodyKind_Dynamic; }

/* Takes a body into the chain at hand. Returns its member, or FIXED where there is no room. */
static uint32_t add_member(const Substep *s, uint32_t record) {
  Chains *all = chains_of();
  if (all->memberCount == all->mostMembers) return FIXED;
  Member *member = all->members + all->memberCount;
  const Drive *drive = s->drive + (record - 1);
  *member = (Member){.record = record, .chain = all->chainCount, .first = FIXED};
  weigh(record, frame->pose + frame->awake[record - 1], &member->weight[0], &member->weight[1], &member->weight[2]);
  member->drive[0] = drive->x;
  member->drive[1] = drive->y;
  member->drive[2] = drive->angular;
  all->member_of[record] = ++all->memberCount;
  ImpactBody *body = frame->impactBodies + record;
  if (body->state == 0) {
    body->state = MET;
    frame->met[frame->metCount++] = record;
  }
  return all->memberCount - 1;
}

/* A joint in the substep at hand: the arms, and the way from anchor A to anchor B; the cosine and sine of the turn of A; by how much B is turned against A. */
typedef struct {
  double ax, ay, bx, by, dx, dy, cos_a, sin_a, angle;
} Reached;

static Reached reach_joint(const Substep *s, const JointRecord *joint, const Ends *ends) {
  const Pose *a = frame->pose + ends->body_a, *b = frame->pose + ends->body_b;
  State none;
  none.movedX = none.movedY = none.turn = 0;
  const State *of_a = ends->a == 0 ? &none : s->state + (ends->a - 1);
  const State *of_b = ends->b == 0 ? &none : s->state + (ends->b - 1);
  Rotation turn_a = short_turn(of_a->turn), turn_b = short_turn(of_b->turn);
  double ax = a->cos * joint->anchorAX - a->sin * joint->anchorAY, ay = a->sin * joint->anchorAX + a->cos * joint->anchorAY;
  double bx = b->cos * joint->anchorBX - b->sin * joint->anchorBY, by = b->sin * joint->anchorBX + b->cos * joint->anchorBY;
  double dx = b->x - a->x + bx - ax + of_b->movedX - of_a->movedX, dy = b->y - a->y + by - ay + of_b->movedY - of_a->movedY;
  ax += a->fromCenterX;
  ay += a->fromCenterY;
  bx += b->fromCenterX;
  by += b->fromCenterY;
  Reached r = {turn_a.cos * ax - turn_a.sin * ay, turn_a.sin * ax + turn_a.cos * ay, turn_b.cos * bx - turn_b.sin * by, turn_b.sin * bx + turn_b.cos * by, dx, dy,
               a->cos * turn_a.cos - a->sin * turn_a.sin, a->sin * turn_a.cos + a->cos * turn_a.sin,
               angle_of(joint, frame->angle[ends->body_b] - frame->angle[ends->body_a] + joint->reference) + (of_b->turn - of_a->turn)};
  r.dx += (r.bx - bx) - (r.ax - ax);
  r.dy += (r.by - by) - (r.ay - ay);
  return r;
}

/* The sides of a joint, and which it is; of a side that no impulse moves the velocity. */
typedef struct {
  uint32_t a, b, joint;
  f32x4 moved_a, moved_b;
} Sides;

static void add_tie(Tie *tie, const Sides *sides, double x, double y, double arm_a, double arm_b) {
  double driven = 0;
  if (sides->a == FIXED) driven -= x * sides->moved_a.x + y * sides->moved_a.y + arm_a * sides->moved_a.z;
  if (sides->b == FIXED) driven += x * sides->moved_b.x + y * sides->moved_b.y + arm_b * sides->moved_b.z;
  *tie = (Tie){{-x, -y, -arm_a}, {x, y, arm_b}, {0, 0}, 0, driven, 0, sides->a, sides->b, 0, sides->joint};
}

/* The first row that a body is in, which this one may be. */
static inline uint32_t first_of(Chains *all, uint32_t member, uint32_t row) {
  if (member == FIXED) return row;
  if (all->members[member].first == FIXED) all->members[member].first = row;
  return all->members[member].first;
}

static void tie(const Sides *sides, double x, double y, double arm_a, double arm_b) {
  Chains *all = chains_of();
  uint32_t row = all->tieCount++;
  Tie *added = all->ties + row;
  add_tie(added, sides, x, y, arm_a, arm_b);
  added->first = least_of_two(first_of(all, sides->a, row), first_of(all, sides->b, row));
  all->width = row - added->first;
  all->wide += all->width;
}

/* Where a coordinate is at a limit it may not go beyond. */
static void limit(const Sides *sides, double at, double lower, double upper, double near, double x, double y, double arm_a, double arm_b) {
  Chains *all = chains_of();
  if (at <= lower + near && all->limitCount < MOST_LIMITS) add_tie(all->limits + all->limitCount++, sides, x, y, arm_a, arm_b);
  if (at >= upper - near && all->limitCount < MOST_LIMITS) add_tie(all->limits + all->limitCount++, sides, -x, -y, -arm_a, -arm_b);
}

/* What a joint holds: bits of JointPart, of angle and axis where they are held or limited. Softer ones than that give way in an impact. */
static uint32_t parts_held(const JointRecord *joint) {
  uint32_t parts = (uint32_t)joint->parts & ALL_PARTS;
  if (joint->hertz < RIGID_HERTZ) return 0;
  uint32_t held = parts & (JointPart_Across | JointPart_Slide);
  if (parts & JointPart_Point && joint->pointHertz == 0 && joint->pointStiffness == 0 && joint->pointDamping == 0) held |= JointPart_Point;
  if (parts & JointPart_Angle && (int)joint->angleParts & (LinePart_Rigid | LinePart_Limit)) held |= JointPart_Angle;
  if (parts & JointPart_Axis && (int)joint->axisParts & (LinePart_Rigid | LinePart_Limit)) held |= JointPart_Axis;
  return held;
}

static void tie_joint(const Substep *s, const JointRecord *joint, const Ends *ends, uint32_t held, const Sides *sides) {
  Reached r = reach_joint(s, joint, ends);
  if (held & JointPart_Point) {
    /* See `meet` in reach.h. */
    double ax = r.ax + 0.5 * r.dx, ay = r.ay + 0.5 * r.dy, bx = r.bx - 0.5 * r.dx, by = r.by - 0.5 * r.dy;
    tie(sides, 1, 0, -ay, -by);
    tie(sides, 0, 1, ax, bx);
  }
  bool locks = held & JointPart_Angle && (int)joint->angleParts & LinePart_Rigid;
  if (locks || held & JointPart_Slide) tie(sides, 0, 0, 1, 1);
  else if (held & JointPart_Angle) limit(sides, r.angle, joint->angleLower, joint->angleUpper, AT_LIMIT_ANGLE, 0, 0, 1, 1);
  if (!(held & (JointPart_Axis | JointPart_Across | JointPart_Slide))) return;
  double nx = r.cos_a * joint->axisX - r.sin_a * joint->axisY, ny = r.sin_a * joint->axisX + r.cos_a * joint->axisY;
  double ax = r.dx + r.ax, ay = r.dy + r.ay;
  if (held & (JointPart_Across | JointPart_Slide)) tie(sides, -ny, nx, ax * nx + ay * ny, r.bx * nx + r.by * ny);
  if (!(held & JointPart_Axis)) return;
  double length = __builtin_sqrt(r.dx * r.dx + r.dy * r.dy);
  if (joint->free != 0 && length > 1e-9) {
    nx = r.dx / length;
    ny = r.dy / length;
  }
  double arm_a = ax * ny - ay * nx, arm_b = r.bx * ny - r.by * nx;
  if ((int)joint->axisParts & LinePart_Rigid) tie(sides, nx, ny, arm_a, arm_b);
  else limit(sides, nx * r.dx + ny * r.dy, joint->axisLower, joint->axisUpper, frame->slop, nx, ny, arm_a, arm_b);
}

/*
 * Whether a chain is as long as it may be. In meshes a blow goes apart in all directions, and each row costs more than the one before: they are followed
 * less far than rows of links and figures are.
 */
static inline bool is_wide(const Chains *all) { return all->wide > CHAIN_FACTORS || (all->wide > MESH_FACTORS && all->width > MESH_WIDTH); }

/* Takes in the joints of a member, and the bodies that they lead to. Returns false where there is no more room. */
static bool extend_chain(const Substep *s, uint32_t own) {
  Chains *all = chains_of();
  const JointPlan *plan = frame->jointPlan;
  const Chain *chain = all->chains + all->chainCount;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  for (uint32_t edge = all->first[all->members[own].record]; edge != 0; edge = all->next[edge - 1]) {
    uint32_t i = (edge - 1) >> 1;
    const Ends *ends = (const Ends *)(uintptr_t)plan->ends + i;
    const JointRecord *joint = frame->joints + order[i];
    if (all->taken[i]) continue;
    uint32_t held = parts_held(joint);
    if (held == 0) continue;
    if (all->tieCount + TIES_OF_JOINT > all->mostTies || all->tieCount + TIES_OF_JOINT - chain->ties > CHAIN_TIES || is_wide(all)) return false;
    bool is_b = (edge - 1) & 1;
    uint32_t record = is_b ? ends->a : ends->b, other = FIXED;
    if (is_moved_freely(record)) {
      const Member *met = member_of(record);
      /* Between two chains the passes hold it. */
      if (met && met->chain != all->chainCount) continue;
      other = met ? (uint32_t)(met - all->members) : add_member(s, record);
      if (other == FIXED) return false;
    }
    all->taken[i] = 1;
    Sides sides = {is_b ? other : own, is_b ? own : other, i, s->work[ends->a].velocity, s->work[ends->b].velocity};
    tie_joint(s, joint, ends, held, &sides);
  }
  return true;
}

/*
 * Has what drives the bodies of a chain do so as far as its joints let it, and the bodies move as they let them before anything hits. What contacts, and rows of
 * loops, left of what parts them was not to be parted with: impulses of joints gave energy by it. Of 20 random scenes without loss four reached 1,000 times
 * the energy that they had.
 */
static void settle_chain(const Substep *s, const Chain *chain) {
  Member *members = chains_of()->members;
  for (uint32_t n = chain->members; n < chain->memberEnd; n++) {
    Member *member = members + n;
    f32x4 v = s->work[member->record].velocity;
    member->change[0] = (f64x2){member->drive[0], v.x};
    member->change[1] = (f64x2){member->drive[1], v.y};
    member->change[2] = (f64x2){member->drive[2], v.z};
  }
  hold_chain(chain, true);
  for (uint32_t n = chain->members; n < chain->memberEnd; n++) {
    Member *member = members + n;
    f32x4 *v = &s->work[member->record].velocity;
    for (int k = 0; k < 3; k++) member->drive[k] = member->change[k].x;
    v->x = (float)member->change[0].y;
    v->y = (float)member->change[1].y;
    v->z = (float)member->change[2].y;
  }
}

/* The chain that a body is in, made where it has joints and is in none; or none. */
static Member *chain_body(const Substep *s, uint32_t record) {
  if (!is_moved_freely(record)) return 0;
  JointPlan *plan = frame->jointPlan;
  if (plan->count == 0) return 0;
  if (!plan->blown) begin_chains(plan);
  Chains *all = chains_of();
  if (all->first[record] == 0 || all->member_of[record] != 0 || all->memberCount == all->mostMembers) return member_of(record);
  Chain *chain = all->chains + all->chainCount;
  *chain = (Chain){.members = all->memberCount, .ties = all->tieCount, .limits = all->limitCount};
  all->wide = 0;
  add_member(s, record);
  for (uint32_t n = chain->members; n < all->memberCount; n++) if (!extend_chain(s, n)) break;
  chain->memberEnd = all->memberCount;
  chain->tieEnd = all->tieCount;
  chain->limitEnd = all->limitCount;
  all->chainCount++;
  factor_chain(chain);
  settle_chain(s, chain);
  return member_of(record);
}

/* Adds what the joints of a chain did to their second bodies in a substep. Around the anchor there is only what locks the angle. */
static void note_blows(const Chain *chain) {
  Chains *all = chains_of();
  Member *members = all->members;
  for (uint32_t n = chain->members; n < chain->memberEnd; n++) for (int k = 0; k < 3; k++) members[n].change[k] = (f64x2){members[n].weight[k] * members[n].pushed[k], 0};
  hold_chain(chain, false);
  for (uint32_t i = chain->ties; i < chain->tieEnd; i++) {
    const Tie *row = all->ties + i;
    Blow *blow = blows_of(all) + row->joint;
    blow->x += (float)(row->value.x * row->pull_b[0]);
    blow->y += (float)(row->value.x * row->pull_b[1]);
    if (row->pull_b[0] == 0 && row->pull_b[1] == 0) blow->torque += (float)row->value.x;
  }
}

/* Drops the chains of a substep. */
static void drop_chains(void) {
  if (!frame->jointPlan->blown) return;
  Chains *all = chains_of();
  for (uint32_t n = 0; n < all->chainCount; n++) if (all->chains[n].round != 0) note_blows(all->chains + n);
  for (uint32_t n = 0; n < all->memberCount; n++) {
    uint32_t record = all->members[n].record;
    all->member_of[record] = 0;
    for (uint32_t edge = all->first[record]; edge != 0; edge = all->next[edge - 1]) all->taken[(edge - 1) >> 1] = 0;
  }
  all->memberCount = all->tieCount = all->limitCount = all->chainCount = all->factorCount = all->answerCount = 0;
}
