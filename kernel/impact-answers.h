#pragma once

/* What an impulse at a hit does to bodies that joints hold together with others. See impact-chains.h. */
#include "impact-chains.h"

static inline const Chain *chain_of(const Member *member) { return member ? chains_of()->chains + member->chain : 0; }

/* The members that the bodies of a hit are, and their chains. */
typedef struct {
  Member *a, *b;
  const Chain *of_a, *of_b;
} Held;

static inline Held held_at(const Hit *hit) {
  Held held = {0, 0, 0, 0};
  if (!frame->jointPlan->blown) return held;
  held.a = member_of(hit->movedA);
  held.b = member_of(hit->movedB);
  held.of_a = chain_of(held.a);
  held.of_b = chain_of(held.b);
  if (held.of_b == held.of_a) held.of_b = 0;
  return held;
}

static inline bool is_chained(const Held *held) { return held->a || held->b; }

static inline void begin_change(const Chain *chain) {
  Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++) for (int k = 0; k < 3; k++) members[n].change[k] = 0;
}

static inline void change_by(Member *member, double x, double y, double moment) {
  if (!member) return;
  member->change[0] += member->weight[0] * x;
  member->change[1] += member->weight[1] * y;
  member->change[2] += member->weight[2] * moment;
}

/* Finds what an impulse upon B, less that upon A, changes about all of the chains of a hit. */
static void change_chains(const Held *held, double x, double y, double moment_a, double moment_b) {
  begin_change(held->of_a);
  begin_change(held->of_b);
  change_by(held->a, -x, -y, moment_a);
  change_by(held->b, x, y, moment_b);
  if (held->of_a) hold_chain(held->of_a, false);
  if (held->of_b) hold_chain(held->of_b, false);
}

/* By how much an impulse of 1 along a direction changes how fast the bodies of a hit part along it. */
static double answer_at(const Hit *hit, const Held *held, double x, double y, double moment_a, double moment_b) {
  change_chains(held, x, y, moment_a, moment_b);
  double sum = 0;
  if (held->a) sum += moment_a * held->a->change[2] - x * held->a->change[0] - y * held->a->change[1];
  else sum += hit->massAX * x * x + hit->massAY * y * y + hit->inertiaA * moment_a * moment_a;
  if (held->b) return sum + x * held->b->change[0] + y * held->b->change[1] + moment_b * held->b->change[2];
  return sum + hit->massBX * x * x + hit->massBY * y * y + hit->inertiaB * moment_b * moment_b;
}

static inline uint32_t count_members(const Chain *chain) { return chain ? chain->memberEnd - chain->members : 0; }

/* Keeps what the impulse at hand changes about a chain. Returns the place behind. */
static Answer *keep_changes(const Chain *chain, Answer *answer, bool tangent) {
  const Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++, answer++) {
    for (int k = 0; k < 3; k++) {
      if (tangent) answer->tangent[k] = members[n].change[k];
      else {
        answer->normal[k] = members[n].change[k];
        answer->tangent[k] = 0;
      }
    }
  }
  return answer;
}

/* Keeps the answer along the normal, if there is room. */
static void keep_normal(Hit *hit, const Held *held) {
  Chains *all = chains_of();
  uint32_t count = count_members(held->of_a) + count_members(held->of_b);
  hit->answers = 0;
  if (all->answerCount + count > most_answers(all)) return;
  hit->answers = all->answerCount + 1;
  all->answerCount += count;
  keep_changes(held->of_b, keep_changes(held->of_a, all->answers + (hit->answers - 1), false), false);
}

static void keep_tangent(const Hit *hit, const Held *held) {
  if (hit->answers == 0) return;
  keep_changes(held->of_b, keep_changes(held->of_a, chains_of()->answers + (hit->answers - 1), true), true);
}

/* Has a hit know what its bodies answer. Returns false where joints hold both along its normal: see `is_held`. */
static bool answer_with_joints(Hit *hit) {
  Held held = held_at(hit);
  if (!is_chained(&held)) return true;
  double answer = answer_at(hit, &held, hit->normalX, hit->normalY, -hit->crossA, hit->crossB);
  if (answer < HELD * hit->inverseMass) return false;
  hit->inverseMass = (float)answer;
  hit->response = 1 / answer;
  keep_normal(hit, &held);
  return true;
}

/* What gravity and forces do to a body of a contact. */
static inline const double *drive_at(const Substep *s, uint32_t record) {
  const Member *member = frame->jointPlan->blown ? member_of(record) : 0;
  return member ? member->drive : &s->drive[record - 1].x;
}

/* How they part two bodies along a normal. See `pull_of`. */
static double pull_with_joints(const Substep *s, const Bounce *bounce, int k) {
  double nx = bounce->normalX, ny = bounce->normalY;
  const double *b = drive_at(s, bounce->b);
  double sum = nx * b[0] + ny * b[1] + bounce->crossB[k] * b[2];
  if (bounce->a == 0) return sum;
  const double *a = drive_at(s, bounce->a);
  return sum - (nx * a[0] + ny * a[1] + bounce->crossA[k] * a[2]);
}

static inline double size_of(const Drive *drive) { return __builtin_fabs(drive->x) + __builtin_fabs(drive->y); }

/* Makes the chains of the bodies of a contact, where they may meet in this substep at all. Returns whether any is in one. */
static bool chain_bodies(const Substep *s, const Bounce *bounce, double gap, double speed) {
  double pull = size_of(s->drive + (bounce->b - 1));
  if (bounce->a != 0) pull += size_of(s->drive + (bounce->a - 1));
  if (gap > (1 + EARLY) * s->time * (s->time * pull - speed)) return false;
  const Member *a = chain_body(s, bounce->a), *b = chain_body(s, bounce->b);
  return a || b;
}

/*
 * A limit that something is at, as a hit that takes nothing but what would pass it. It has no contact: its lane is 0. A side that no impulse moves
 * is the world there, and how fast that goes is in what is wanted.
 */
static void add_limit(const Substep *s, const Tie *row, double time, Hit *hit) {
  const Member *members = chains_of()->members;
  uint32_t a = row->a == FIXED ? 0 : members[row->a].record, b = row->b == FIXED ? 0 : members[row->b].record;
  *hit = (Hit){
      .a = a,
      .b = b,
      .movedA = a,
      .movedB = b,
      .which = row->joint,
      .normalX = (float)row->pull_b[0],
      .normalY = (float)row->pull_b[1],
      .crossA = (float)-row->pull_a[2],
      .crossB = (float)row->pull_b[2],
      .inverseMass = 1,
      .time = time,
  };
  hit->speed = hit_speed(s, hit);
  double passed = hit->speed + row->driven;
  hit->wanted = passed < 0 ? hit->speed : -row->driven;
  hit->gained = (float)row->driven;
}

/* Adds the limits that a chain is at to the hits of the round. */
static uint32_t list_limits(const Substep *s, const Member *member, double time, uint32_t hits) {
  if (!member) return hits;
  Chains *all = chains_of();
  Chain *chain = all->chains + member->chain;
  uint32_t first = all->members[chain->members].record;
  join(first, member->record);
  if (chain->round == s->round) return hits;
  chain->round = s->round;
  for (uint32_t n = chain->limits; n < chain->limitEnd; n++) {
    Hit *hit = frame->hits + hits;
    add_limit(s, all->limits + n, time, hit);
    if (!answer_with_joints(hit)) continue;
    join(first, hit->movedA != 0 ? hit->movedA : hit->movedB);
    hits++;
  }
  return hits;
}

/* What hits of a round have to know of joints: what answers along their surfaces, and the limits that are reached. Returns how many there are with these. */
static uint32_t couple_hits(const Substep *s, uint32_t hits) {
  if (!frame->jointPlan->blown) return hits;
  uint32_t count = hits;
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    Held held = held_at(hit);
    if (!is_chained(&held)) continue;
    Contact c = contact_of(hit);
    if (head(&c, Field_Friction) > 0) {
      double answer = answer_at(hit, &held, -hit->normalY, hit->normalX, -at(&c, PointField_DotA), at(&c, PointField_DotB));
      if (answer > 0) hit->grip = (float)(1 / answer);
      keep_tangent(hit, &held);
    }
    count = list_limits(s, held.a, hit->time, count);
    count = list_limits(s, held.b, hit->time, count);
  }
  return count;
}

static void add_changes(const Substep *s, const Chain *chain) {
  const Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++) add_velocity(s, members[n].record, members[n].change[0], members[n].change[1], members[n].change[2]);
}

/* Applies an impulse to the bodies of a hit and to what they are held to. */
static void push_chains(const Substep *s, const Hit *hit, const Held *held, double x, double y, double moment_a, double moment_b) {
  change_chains(held, x, y, moment_a, moment_b);
  if (!held->a) add_velocity(s, hit->a, -hit->massAX * x, -hit->massAY * y, hit->inertiaA * moment_a);
  if (!held->b) add_velocity(s, hit->b, hit->massBX * x, hit->massBY * y, hit->inertiaB * moment_b);
  add_changes(s, held->of_a);
  add_changes(s, held->of_b);
}

static const Answer *push_chain(const Substep *s, const Chain *chain, const Answer *answer, double normal, double tangent) {
  const Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++, answer++) {
    add_velocity(s, members[n].record, normal * answer->normal[0] + tangent * answer->tangent[0], normal * answer->normal[1] + tangent * answer->tangent[1],
                 normal * answer->normal[2] + tangent * answer->tangent[2]);
  }
  return answer;
}

/* The same by what was kept. Moments as in `push_chains`. Returns false where nothing was. */
static bool push_answers(const Substep *s, const Hit *hit, double normal, double tangent) {
  if (hit->answers == 0) return false;
  Held held = held_at(hit);
  const Answer *answer = push_chain(s, held.of_a, chains_of()->answers + (hit->answers - 1), normal, tangent);
  push_chain(s, held.of_b, answer, normal, tangent);
  if (held.a && held.b) return true;
  double x = normal * hit->normalX - tangent * hit->normalY, y = normal * hit->normalY + tangent * hit->normalX;
  double dot_a = 0, dot_b = 0;
  if (tangent != 0) {
    Contact c = contact_of(hit);
    dot_a = at(&c, PointField_DotA);
    dot_b = at(&c, PointField_DotB);
  }
  if (!held.a) add_velocity(s, hit->a, -hit->massAX * x, -hit->massAY * y, hit->inertiaA * (-normal * hit->crossA - tangent * dot_a));
  if (!held.b) add_velocity(s, hit->b, hit->massBX * x, hit->massBY * y, hit->inertiaB * (normal * hit->crossB + tangent * dot_b));
  return true;
}

static inline void note_push(Member *member, double x, double y, double moment) {
  if (!member) return;
  member->pushed[0] += x;
  member->pushed[1] += y;
  member->pushed[2] += moment;
}

static const Answer *recall_changes(const Chain *chain, const Answer *answer, double normal, double tangent) {
  Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++, answer++) {
    for (int k = 0; k < 3; k++) members[n].change[k] = normal * answer->normal[k] + tangent * answer->tangent[k];
  }
  return answer;
}

static void note_chain_changed(const Chain *chain, uint32_t visit) {
  const Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++) frame->impactBodies[members[n].record].changed = visit;
}

/* Adds what a limit did to the second body of its joint. */
static void note_limit(const Hit *hit) {
  Blow *blow = blows_of(chains_of()) + hit->which;
  blow->x += (float)(hit->impulse * hit->normalX);
  blow->y += (float)(hit->impulse * hit->normalY);
  if (hit->normalX == 0 && hit->normalY == 0) blow->torque += (float)(hit->impulse * hit->crossB);
}
