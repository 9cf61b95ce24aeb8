#pragma once

/* What an impulse at a hit changes, along its normal and by friction. See `impact-rounds.h`. */
#include "impact-hits.h"

/* Sweeps end when no velocity changed by more than this part of the fastest approach: what floats can tell apart. */
#define CONVERGED 1e-6
/* Normals and friction are found together to this part of the approach: to a millionth a splash of boxes had twice the visits. */
#define GRIPPED 1e-2
/*
 * So many points at most that hit each other: what comes down flat on three tiles. In a splash such hits are a part of rows and heaps, and with
 * all of up to MANY_HITS a splash of boxes had 1.6 times the visits.
 */
#define FEW_HITS 6
/* Sweeps over both; most need two to six. */
#define MAX_GRIPS 32

/* Applies an impulse to both bodies of a hit. To the world, which has no mass, it adds nothing. */
static inline void push_both(const Substep *s, const Hit *hit, double x, double y, double moment_a, double moment_b) {
  add_velocity(s, hit->a, -hit->massAX * x, -hit->massAY * y, hit->inertiaA * moment_a);
  add_velocity(s, hit->b, hit->massBX * x, hit->massBY * y, hit->inertiaB * moment_b);
}

static inline void push_normal(const Substep *s, const Hit *hit, double impulse) {
#if WITH_JOINTS
  if (hit->answers != 0) return push_answers(s, hit, impulse, 0);
#endif
  push_both(s, hit, impulse * hit->normalX, impulse * hit->normalY, -impulse * hit->crossA, impulse * hit->crossB);
}

/*
 * Has the bodies of a hit part as they are to, as far as that takes an impulse that pushes. Returns by how much that has
 * changed how fast they part.
 */
static inline double visit(const Substep *s, Hit *hit) {
  double old = hit->impulse;
  double sum = old + (hit->wanted - hit_speed(s, hit)) * hit->response;
  if (!(sum > 0)) sum = 0;
  hit->impulse = sum;
  double added = sum - old;
  if (added == 0) return 0;
  push_normal(s, hit, added);
  return __builtin_fabs(added) * hit->inverseMass;
}

/* The body that stands for all those that a hit is among. */
static inline ImpactBody *crowd_of(const Hit *hit) {
  return frame->impactBodies + leader_of(hit->movedB != 0 ? hit->movedB : hit->movedA);
}

/* How fast B slides past A at a hit, with what the surfaces move. */
static inline double slip_of(const Substep *s, const Contact *c) {
  f32x4 a = s->work[c->a].velocity;
  f32x4 b = s->work[c->b].velocity;
  return head(c, Field_NormalX) * ((double)b.y - a.y) - head(c, Field_NormalY) * ((double)b.x - a.x) + b.z * at(c, PointField_DotB) -
         a.z * at(c, PointField_DotA) + head(c, Field_Belt);
}

/* Notes how fast hits slide, where few hit each other. */
static void note_slips(const Substep *s, uint32_t hits) {
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    if (hit->lane == 0 || crowd_of(hit)->hits > FEW_HITS) continue;
    Contact c = contact_of(hit);
    hit->slip = head(&c, Field_Friction) == 0 ? 0 : (float)slip_of(s, &c);
  }
}

/* Friction at a point that was hit: as far as its impulse along the normal lets it stop the slip there. Returns by how much that has changed the slip. */
static inline double rub(const Substep *s, Hit *hit) {
  if (hit->lane == 0) return 0;
  Contact c = contact_of(hit);
  double limit = head(&c, Field_Friction) * hit->impulse;
  double old = hit->tangent;
  if (limit == 0 && old == 0) return 0;
  double mass = WITH_JOINTS && hit->grip > 0 ? hit->grip : at(&c, PointField_TangentMass);
  double sum = old - slip_of(s, &c) * mass;
  if (sum < -limit) sum = -limit;
  if (sum > limit) sum = limit;
  double added = sum - old;
  if (added == 0) return 0;
  hit->tangent = sum;
#if WITH_JOINTS
  if (hit->answers != 0) {
    push_answers(s, hit, 0, added);
    return __builtin_fabs(added) / mass;
  }
#endif
  push_both(s, hit, -added * hit->normalY, added * hit->normalX, -added * at(&c, PointField_DotA), added * at(&c, PointField_DotB));
  return __builtin_fabs(added) / mass;
}

/* Applies impulses along the normal and the surface at once. */
static inline void push_by(const Substep *s, const Hit *hit, double normal, double tangent) {
#if WITH_JOINTS
  if (hit->answers != 0) return push_answers(s, hit, normal, tangent);
#endif
  Contact c = contact_of(hit);
  push_both(s, hit, normal * hit->normalX - tangent * hit->normalY, normal * hit->normalY + tangent * hit->normalX,
            -normal * hit->crossA - tangent * at(&c, PointField_DotA), normal * hit->crossB + tangent * at(&c, PointField_DotB));
}

/* The energy that the impulses at a hit have given as its surfaces see it, once all of the round are as they are: an impulse times the mean of both velocities. */
static inline double work_of(const Substep *s, const Hit *hit) {
  double work = hit->impulse * (0.5 * (hit->speed + hit_speed(s, hit)) + hit->gained);
  if (hit->tangent == 0) return work;
  Contact c = contact_of(hit);
  return work + hit->tangent * 0.5 * (hit->slip + slip_of(s, &c));
}

/* A hit whose friction and normal were not found together: no impulse is less than 0. */
#define LONE -1

/* What gravity changes a velocity by in the substep. */
static inline double fall_of(const Substep *s) {
  return s->time * __builtin_sqrt(frame->gravityX * frame->gravityX + frame->gravityY * frame->gravityY);
}

/* Notes for the bodies of a hit the visit in which their velocities changed last. */
static inline void note_changed_by(const Hit *hit, uint32_t visit) {
  ImpactBody *bodies = frame->impactBodies;
  if (hit->movedA != 0) bodies[hit->movedA].changed = visit;
  if (hit->movedB != 0) bodies[hit->movedB].changed = visit;
#if WITH_JOINTS
  if (hit->answers != 0) note_answers_changed(hit, visit);
#endif
}

/* Notes a change of the velocities of the bodies of a hit. */
static inline void note_changed(Substep *s, const Hit *hit) {
  /* Later than the visit in which it was: neither impulse is as it should be once the other one has changed. */
  s->visits++;
  s->marks++;
  note_changed_by(hit, s->visits);
}

/*
 * Where friction and normals found together would give energy, they are taken only as far as they do not. Energy along the way from those
 * found one after the other to them is a curve that lies below its chord. (Kane, Levinson, Dynamics, 1985, has a pendulum that wins energy.)
 */
static void give_none(const Substep *s, uint32_t hits) {
  for (uint32_t i = 0; i < hits; i++) crowd_of(frame->hits + i)->won = 0;
  for (uint32_t i = 0; i < hits; i++) {
    const Hit *hit = frame->hits + i;
    if (hit->aloneNormal != LONE) crowd_of(hit)->won += (float)work_of(s, hit);
  }
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    const ImpactBody *group = crowd_of(hit);
    if (hit->aloneNormal == LONE || !(group->won > 0)) continue;
    double back = group->wonAlone < 0 ? group->won / (group->won - group->wonAlone) : 1;
    double normal = back * (hit->aloneNormal - hit->impulse), tangent = back * (hit->aloneTangent - hit->tangent);
    hit->impulse += normal;
    hit->tangent += tangent;
    push_by(s, hit, normal, tangent);
  }
}

/*
 * Friction of each hit once. Returns whether it changed how any part of which few hit each other: their groups are `rubbed` then.
 * Not of what comes no faster than gravity makes it in the substep: it lies there. Of 3,000 planks under 100 m/s2 at 30 Hz with one substep 209 then
 * rocked from end to end for good, 104 without.
 */
static bool rub_once(Substep *s, uint32_t hits) {
  bool any = false;
  double lies = -frame->threshold - fall_of(s);
  for (uint32_t i = 0; i < hits; i++) crowd_of(frame->hits + i)->rubbed = 0;
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    if (rub(s, hit) <= -GRIPPED * hit->speed) continue;
    ImpactBody *group = crowd_of(hit);
    if (group->hits > FEW_HITS || hit->speed >= lies) continue;
    any = true;
    group->rubbed = 1;
    group->wonAlone = 0;
    note_changed(s, hit);
  }
  return any;
}

/*
 * Friction at what was hit. It turns bodies, and so changes how fast their points part: where few hit each other both are found
 * together. One after the other, a crate that came down flat at 8 m/s and slid at 10 flew on with 10 radians a second, and one that hit with a
 * corner parted with something else than restitution times its approach, by 5 % of that in the middle of 3,000 throws and up to 70.
 */
static void rub_all(Substep *s, uint32_t hits) {
  if (!rub_once(s, hits)) return;
  for (uint32_t i = 0; i < hits; i++) {
    Hit *hit = frame->hits + i;
    ImpactBody *group = crowd_of(hit);
    hit->aloneNormal = LONE;
    if (group->rubbed == 0) continue;
    hit->aloneNormal = (float)hit->impulse;
    hit->aloneTangent = (float)hit->tangent;
    group->wonAlone += work_of(s, hit);
  }
  const ImpactBody *bodies = frame->impactBodies;
  bool any = true;
  for (int sweep = 0; sweep < MAX_GRIPS && any; sweep++) {
    any = false;
    for (uint32_t i = 0; i < hits; i++) {
      Hit *hit = frame->hits + i;
      if (hit->aloneNormal == LONE || (bodies[hit->movedA].changed <= hit->seen && bodies[hit->movedB].changed <= hit->seen)) continue;
      hit->seen = ++s->visits;
      if (visit(s, hit) + rub(s, hit) <= -GRIPPED * hit->speed) continue;
      any = true;
      note_changed(s, hit);
    }
  }
  give_none(s, hits);
}
