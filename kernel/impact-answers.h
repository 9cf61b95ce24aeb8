#pragma once

/* What an impulse at a hit does to bodies that joints hold together with others. See impact-chains.h. */
#include "impact-chains.h"

/* Of a key: a limit, not a point of a bounce. */
#define OF_LIMIT 0x80000000u

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
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++) for (int k = 0; k < 3; k++) members[n].change[k] = (f64x2){0, 0};
}

/* The impulse of 1 upon a side of a hit, along the normal and along the surface. */
typedef struct {
  f64x2 push[3];
} Pushes;

static inline f64x2 along_pushes(const Pushes *p, const Pair *change) { return p->push[0] * change[0] + p->push[1] * change[1] + p->push[2] * change[2]; }

static void begin_side(Member *member, const Pushes *p) {
  if (member) for (int k = 0; k < 3; k++) member->change[k] += member->weight[k] * p->push[k];
}

/* Keeps what changes about a chain. Returns the place behind. */
static Answer *keep_changes(const Chain *chain, Answer *answer) {
  const Member *members = chains_of()->members;
  if (chain) for (uint32_t n = chain->members; n < chain->memberEnd; n++, answer++) {
    for (int k = 0; k < 3; k++) answer->change[k] = members[n].change[k];
    answer->record = members[n].record;
  }
  return answer;
}

/* Keeps what changes about a side, which may be free. Returns what it answers. */
static f64x2 answer_side(const Member *member, const Pushes *p, double x, double y, double turn, uint32_t record, Answer *free) {
  if (member) return along_pushes(p, member->change);
  free->change[0] = x * p->push[0];
  free->change[1] = y * p->push[1];
  free->change[2] = turn * p->push[2];
  free->record = record;
  return along_pushes(p, free->change);
}

static inline uint32_t count_members(const Chain *chain) { return chain ? chain->memberEnd - chain->members : 0; }

/* Whether joints hold no more than one body: what hangs by itself buckles nowhere. */
static inline bool hangs_alone(const Chain *chain) { return count_members(chain) < 2; }

/*
 * How many times as fast as what meets a body of a chain may go for it. A chain that is nearly straight between two walls buckles faster the straighter it is: a kinematic
 * box that ran along bridges at 15 m/s sent their planks off at 1,800 and 3,200. Where it would be faster nothing bounces, or rubs, as where joints hold both. A door that
 * is struck near its hinge turns as fast as its lever asks for.
 */
#define MOST_WHIP 2

/* Takes away what a hit answers along its normal, or along the surface, where that has any of its bodies go faster. */
static void still_whips(Reply *reply) {
  const Answer *answer = (const Answer *)(reply + 1), *end = answer + reply->count;
  f64x2 most = MOST_WHIP * MOST_WHIP * reply->answer * reply->answer;
  for (; answer < end; answer++) {
    f64x2 square = answer->change[0] * answer->change[0] + answer->change[1] * answer->change[1];
    if (square.x > most.x) reply->answer.x = 0;
    if (square.y > most.y) reply->answer.y = 0;
  }
}

/* Finds what impulses of 1 at a hit change, and keeps it. Returns 0 where there is no room in this round. */
static const Reply *keep_answer(const Hit *hit, const Held *held, Chain *chain, uint32_t key) {
  Chains *all = chains_of();
  uint32_t count = count_members(held->of_a) + count_members(held->of_b) + (held->a && held->b ? 0 : 1);
  if (all->answerCount + 1 + count > most_answers(all)) {
    all->answerCount = most_answers(all);
    return 0;
  }
  double nx = hit->normalX, ny = hit->normalY, dot_a = 0, dot_b = 0;
  if (hit->lane != 0) {
    Contact c = contact_of(hit);
    dot_a = at(&c, PointField_DotA);
    dot_b = at(&c, PointField_DotB);
  }
  Pushes on_a = {{{-nx, ny}, {-ny, -nx}, {-hit->crossA, -dot_a}}}, on_b = {{{nx, -ny}, {ny, nx}, {hit->crossB, dot_b}}};
  begin_change(held->of_a);
  begin_change(held->of_b);
  begin_side(held->a, &on_a);
  begin_side(held->b, &on_b);
  if (held->of_a) hold_chain(held->of_a, false);
  if (held->of_b) hold_chain(held->of_b, false);
  Reply *reply = (Reply *)(all->answers + all->answerCount);
  Answer *free = keep_changes(held->of_b, keep_changes(held->of_a, (Answer *)(reply + 1)));
  reply->answer = answer_side(held->a, &on_a, hit->massAX, hit->massAY, hit->inertiaA, hit->movedA, free);
  reply->answer += answer_side(held->b, &on_b, hit->massBX, hit->massBY, hit->inertiaB, hit->movedB, free);
  reply->key = key;
  reply->count = count;
  if (!hangs_alone(held->of_a) || !hangs_alone(held->of_b)) still_whips(reply);
  reply->next = chain->answers;
  chain->answers = all->answerCount + 1;
  all->answerCount += 1 + count;
  return reply;
}

static inline const Reply *reply_at(uint32_t place) { return (const Reply *)(chains_of()->answers + (place - 1)); }

/*
 * Has a hit know what its bodies answer, worked out once a substep. Returns false where joints hold both along its normal, see `is_held`, and where there is no
 * room: it waits for the next round. `key` tells which it is.
 */
static bool answer_with_joints(Hit *hit, uint32_t key) {
  Held held = held_at(hit);
  if (!is_chained(&held)) return true;
  Chain *chain = chains_of()->chains + (held.a ? held.a : held.b)->chain;
  const Reply *reply = 0;
  for (uint32_t place = chain->answers; place != 0 && !reply; place = reply_at(place)->next) if (reply_at(place)->key == key) reply = reply_at(place);
  if (!reply) reply = keep_answer(hit, &held, chain, key);
  if (!reply) {
    if (hit->movedA != 0) look_again(hit->movedA);
    if (hit->movedB != 0) look_again(hit->movedB);
    return false;
  }
  f64x2 answer = reply->answer;
  if (answer.x < HELD * hit->inverseMass) return false;
  hit->inverseMass = (float)answer.x;
  hit->response = 1 / answer.x;
  hit->grip = answer.y > 0 ? (float)(1 / answer.y) : 0;
  hit->answers = (uint32_t)((const Answer *)reply - chains_of()->answers) + 1;
  return true;
}

/* Has the next round begin with no answers where there was no room for those of this one. */
static void empty_answers(void) {
  if (!frame->jointPlan->blown) return;
  Chains *all = chains_of();
  if (all->answerCount < most_answers(all)) return;
  all->answerCount = 0;
  for (uint32_t n = 0; n < all->chainCount; n++) all->chains[n].answers = 0;
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
    if (!answer_with_joints(hit, OF_LIMIT | n)) continue;
    join(first, hit->movedA != 0 ? hit->movedA : hit->movedB);
    hits++;
  }
  return hits;
}

/* Adds the limits that the chains of a round are at to its hits. Returns how many there are with these. */
static uint32_t couple_hits(const Substep *s, uint32_t hits) {
  if (!frame->jointPlan->blown) return hits;
  uint32_t count = hits;
  for (uint32_t i = 0; i < hits; i++) {
    const Hit *hit = frame->hits + i;
    Held held = held_at(hit);
    count = list_limits(s, held.a, hit->time, count);
    count = list_limits(s, held.b, hit->time, count);
  }
  return count;
}

static inline void push_answers(const Substep *s, const Hit *hit, double normal, double tangent) { push_bodies(s->work, reply_at(hit->answers), (f64x2){normal, tangent}); }

static inline void note_push(Member *member, double x, double y, double moment) {
  if (!member) return;
  member->pushed[0] += x;
  member->pushed[1] += y;
  member->pushed[2] += moment;
}

static void note_answers_changed(const Hit *hit, uint32_t visit) {
  const Reply *reply = reply_at(hit->answers);
  const Answer *answer = (const Answer *)(reply + 1), *end = answer + reply->count;
  /* The world is cleared by nobody: it must not say that it changed. */
  for (; answer < end; answer++) if (answer->record != 0) frame->impactBodies[answer->record].changed = visit;
}

/* Adds what a limit did to the second body of its joint. */
static void note_limit(const Hit *hit) {
  Blow *blow = blows_of(chains_of()) + hit->which;
  blow->x += (float)(hit->impulse * hit->normalX);
  blow->y += (float)(hit->impulse * hit->normalY);
  if (hit->normalX == 0 && hit->normalY == 0) blow->torque += (float)(hit->impulse * hit->crossB);
}

/*
 * How many times as far as what met fastest in the first round comes in the substep something may be moved by what it was hit by. What is hit from both sides in turns, now
 * early and now late in the substep, adds up meters that it never went: a plank between two walls and a box that came at 15 m/s was 7.7 m off at once.
 */
#define MOST_SHIFT 4

static void bound_shifts(const Substep *s) {
  if (!frame->jointPlan->blown) return;
  const Chains *all = chains_of();
  double most = MOST_SHIFT * s->time * s->first;
  for (uint32_t n = 0; n < all->memberCount; n++) {
    uint32_t record = all->members[n].record;
    ImpactBody *body = frame->impactBodies + record;
    if (!(body->state & SHIFTED) || hangs_alone(all->chains + all->members[n].chain)) continue;
    double size = __builtin_fabs(body->shiftX) + __builtin_fabs(body->shiftY) + __builtin_fabs(body->shiftTurn) * frame->extent[frame->awake[record - 1]];
    if (size <= most) continue;
    body->shiftX *= most / size;
    body->shiftY *= most / size;
    body->shiftTurn *= most / size;
  }
}
