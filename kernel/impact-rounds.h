#pragma once

/*
 * Impacts: what meets within a substep faster than the threshold bounces. Runs when a substep begins, on the velocities
 * before gravity acts, so that what only rests is no impact.
 *
 * All points at which a body meets something first are reflected together (their impulses are swept until each parts
 * with restitution times its approach, or is pulled along); then those that approach because of that, and so on. One ball
 * that hits a row of touching balls so sends one away, and what lands on several points at once is not turned. No round
 * adds energy: the work of an impulse is the impulse times the mean of both velocities. Source: Smith, Kaufman, Vouga,
 * Tamstorf, Grinspun, "Reflections on Simultaneous Impact", 2012.
 *
 * The impact takes place when the gap is closed, not when the substep begins or ends: what was approached with the old
 * velocity until then is added to the motion as a shift, and the velocity at that moment, gravity included, is what
 * bounces. A velocity belongs to the middle of the substep before (semi-implicit Euler is the leapfrog), so a hit after a
 * part f of the substep is an acceleration of (1/2 + f) substeps away. Bounces so are e^2 h high at every rate of steps;
 * measured at the ends of substeps, a ball of e = 1 lost a height of v h with each.
 */
#include "impact-friction.h"
#include "substeps.h"

/* Rounds of impacts in a substep: a hit at one end of a row of balls takes one for each ball. */
#define MAX_ROUNDS 32
/* Sweeps over the points that hit in one round; most need two or three. What that leaves undone `scale_impulses` keeps from adding energy. */
#define MAX_SWEEPS 32
/*
 * Where many hit each other (MANY_HITS), a body whose hits took so much of their approach has its other contacts looked at no
 * more for its own sake: an eighth is left of what hits on and on, and the solver stops that. 32 rounds of a splash took twice
 * the time of the rest of the step. What loses nothing goes on. A sum of (1 - restitution) over the rounds in which the body was
 * pushed, see `lost_by`: five rounds at restitutions from 0.6 to 0.9, eight at 0.95. Planks of 0.9 that paddles press into each
 * other hit for all 32 rounds in each substep, which took ten times as long as the rest of the solver.
 */
#define MOST_LOST 1.8f

/* Of LOOSE, where few hit each other but joints have each of them move a chain: the visits are what blows on chains cost. */
#define LOOSE_CHAIN 0.002f

/* Counts a hit for those that its bodies are among. What it does not move joins none. */
static inline void count_hit(const Hit *hit) {
  uint32_t a = hit->movedA != 0 ? hit->movedA : hit->movedB;
  join(a, hit->movedB != 0 ? hit->movedB : hit->movedA);
  frame->impactBodies[leader_of(a)].hits++;
}

/* Notes that a body was pushed, or is to be hit, in the round at hand: its contacts are looked at in the next one. */
static inline void mark_body(const Substep *s, uint32_t record, float lost) {
  if (record == 0 || frame->impactBodies[record].mark == s->round) return;
  ImpactBody *body = frame->impactBodies + record;
  body->mark = s->round;
  body->lost += lost;
  if (body->lost > MOST_LOST && is_crowded(record)) return;
  look_again(record);
}

static inline void mark_both(const Substep *s, const Hit *hit) {
  mark_body(s, hit->movedA, hit->lost);
  mark_body(s, hit->movedB, hit->lost);
}

static void note_struck(uint32_t which) {
  Bounce *bounce = frame->bounces + (which >> 1);
  bounce->hit = 1;
  if (bounce->points == 0) frame->struck[frame->struckCount++] = which >> 1;
  bounce->points |= 1u << (which & 1);
}

/*
 * Leaves of the hits found those that no other hit of their bodies comes before: what would be met later is met with
 * another velocity, if at all, and has its turn in the next round. Returns how many are left, first in the list.
 */
static uint32_t keep_first(const Substep *s, uint32_t found) {
  const ImpactBody *bodies = frame->impactBodies;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < found; i++) {
    const Hit *hit = frame->hits + i;
    uint32_t a = hit->movedA, b = hit->movedB;
    if ((a != 0 && hit->time > bodies[a].first) || (b != 0 && hit->time > bodies[b].first)) {
      mark_both(s, hit);
      continue;
    }
    note_struck(hit->which);
    count_hit(hit);
    if (kept != i) frame->hits[kept] = *hit;
    kept++;
  }
  return kept;
}

/* Has a body come a time later to the velocity that was added to it. */
static inline void shift(uint32_t body, double x, double y, double spin, double time) {
  if (body == 0) return;
  ImpactBody *impact = frame->impactBodies + body;
  impact->shiftX -= time * x;
  impact->shiftY -= time * y;
  impact->shiftTurn -= time * spin;
  impact->state |= SHIFTED;
}

/* What its bodies moved before the hit they did with the velocities before an impulse. */
static inline void shift_both(const Hit *hit, double x, double y, double moment_a, double moment_b) {
  shift(hit->movedA, -hit->massAX * x, -hit->massAY * y, hit->inertiaA * moment_a, hit->time);
  shift(hit->movedB, hit->massBX * x, hit->massBY * y, hit->inertiaB * moment_b, hit->time);
}

/*
 * Finds the impulses along the normals of the points in the list. From the second sweep on only those are visited of whose
 * bodies one has changed since, by more than what counts. Lists of the hits of each body, instead of looks at them all,
 * took longer. Returns 0 where they came to an end, otherwise the visit after which the last sweep began.
 */
static uint32_t exchange(Substep *s, uint32_t hits) {
  const ImpactBody *bodies = frame->impactBodies;
  float enough = (float)(s->fastest * CONVERGED);
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    if (!is_crowded(hit->movedB != 0 ? hit->movedB : hit->movedA)) hit->loose *= WITH_JOINTS && hit->answers != 0 ? LOOSE_CHAIN : 0;
    if (hit->loose < enough) hit->loose = enough;
  }
  uint32_t begun = 0;
  for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    bool any = false;
    begun = s->visits;
    for (uint32_t i = 0; i < hits; i++) {
      Hit *hit = frame->hits + i;
      if (hit->seen != 0 && bodies[hit->movedA].changed <= hit->seen && bodies[hit->movedB].changed <= hit->seen) continue;
      hit->seen = ++s->visits;
      if (visit(s, hit) <= hit->loose) continue;
      any = true;
      note_changed_by(hit, s->visits);
    }
    if (!any) return 0;
  }
  return begun;
}

/*
 * So much of an impulse may be added for what sweeps left undone. Planks that a press drives into a bridge that does not give have impulses that all but cancel each other:
 * made to answer for what is missing they were 100 times as large, and sent planks off at 606 m/s for 6.
 */
#define MOST_UNDONE 0.25

/*
 * Scales the impulses of those that hit each other so that together they have them part with restitution times their approach, if one of
 * them was changed after visit `since`: what sweeps left undone adds no energy then. Where a corner is over the seam of two tiles each has
 * a point there, with arms that differ by millimeters: sweeps take what one of them has too much from it by a thousandth each. Boxes
 * without loss won up to 1.8 % in one bounce so. Where many hit and some is lost they part slower than they came anyway, see LOOSE.
 */
static void scale_impulses(const Substep *s, uint32_t hits, uint32_t since) {
  const ImpactBody *bodies = frame->impactBodies;
  const float done = -__builtin_inff();
  for (uint32_t i = 0; i < hits; i++) crowd_of(frame->hits + i)->answer = done;
  for (uint32_t i = 0; i < hits; i++) {
    const Hit *hit = frame->hits + i;
    if (bodies[hit->movedA].changed <= since && bodies[hit->movedB].changed <= since) continue;
    ImpactBody *group = crowd_of(hit);
    if (group->hits <= MANY_HITS || hit->lost == 0) group->missing = group->answer = 0;
  }
  for (uint32_t i = 0; i < hits; i++) {
    const Hit *hit = frame->hits + i;
    ImpactBody *group = crowd_of(hit);
    if (group->answer == done) continue;
    double speed = hit_speed(s, hit);
    group->missing += hit->impulse * (hit->wanted - speed);
    group->answer = (float)(group->answer + hit->impulse * (speed - hit->speed));
  }
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    const ImpactBody *group = crowd_of(hit);
    if (!(group->answer > 0)) continue;
    double part = group->missing / group->answer;
    if (part > MOST_UNDONE) part = MOST_UNDONE;
    double more = hit->impulse * part;
    hit->impulse += more;
    push_normal(s, hit, more);
  }
}

#if WITH_JOINTS
/* The same for all that hangs together with the bodies of a hit. What was not moved is not looked at again. */
static void finish_answers(const Substep *s, const Hit *hit) {
  double x = hit->impulse * hit->normalX - hit->tangent * hit->normalY, y = hit->impulse * hit->normalY + hit->tangent * hit->normalX;
  double moment_a = -hit->impulse * hit->crossA, moment_b = hit->impulse * hit->crossB;
  if (hit->lane == 0) note_limit(hit);
  else {
    Contact c = contact_of(hit);
    moment_a -= hit->tangent * at(&c, PointField_DotA);
    moment_b += hit->tangent * at(&c, PointField_DotB);
  }
  mark_both(s, hit);
  Held held = held_at(hit);
  note_push(held.a, -x, -y, moment_a);
  note_push(held.b, x, y, moment_b);
  const Reply *reply = reply_at(hit->answers);
  const Answer *answer = (const Answer *)(reply + 1), *end = answer + reply->count;
  f64x2 impulses = {hit->impulse, hit->tangent};
  for (; answer < end; answer++) {
    uint32_t record = answer->record;
    if (record == 0) continue;
    double cx = changed_by(answer->change[0], impulses), cy = changed_by(answer->change[1], impulses), spin = changed_by(answer->change[2], impulses);
    double size = __builtin_fabs(cx) + __builtin_fabs(cy) + __builtin_fabs(spin) * frame->extent[frame->awake[record - 1]];
    if (size > CONVERGED * s->fastest) mark_body(s, record, hit->lost);
    shift(record, cx, cy, spin, hit->time);
  }
}
#endif

/* What comes of the impulses that were found: where their bodies are, and who is looked at in the next round. */
static void finish_round(const Substep *s, uint32_t hits) {
  for (uint32_t i = 0; i < hits; i++) {
    const Hit *hit = frame->hits + i;
    double impulse = hit->impulse;
    if (impulse == 0) continue;
#if WITH_JOINTS
    if (hit->answers != 0) {
      finish_answers(s, hit);
      continue;
    }
#endif
    mark_both(s, hit);
    shift_both(hit, impulse * hit->normalX, impulse * hit->normalY, -impulse * hit->crossA, impulse * hit->crossB);
    double tangent = hit->tangent;
    if (tangent == 0) continue;
    Contact c = contact_of(hit);
    shift_both(hit, -tangent * hit->normalY, tangent * hit->normalX, -tangent * at(&c, PointField_DotA), tangent * at(&c, PointField_DotB));
  }
}

/* All rounds of a substep, once what is quick is known and its contacts are linked. */
static inline void bounce_all(void) {
  Substep s = {frame->state, frame->drive, frame->work, frame->substepTime, 0, 0, 1, 0, 0};
  uint32_t found = collect_first(&s);
  s.first = s.fastest;
  for (int round = 0; round < MAX_ROUNDS && found > 0; round++) {
    uint32_t hits = keep_first(&s, found);
#if WITH_JOINTS
    hits = couple_hits(&s, hits);
#endif
    note_slips(&s, hits);
    uint32_t since = exchange(&s, hits);
    if (since > 0) scale_impulses(&s, hits, since);
    rub_all(&s, hits);
    finish_round(&s, hits);
    s.round++;
#if WITH_JOINTS
    empty_answers();
#endif
    found = collect_next(&s);
  }
#if WITH_JOINTS
  bound_shifts(&s);
#endif
  frame->hitVisits += (int32_t)(s.visits - s.marks);
}
