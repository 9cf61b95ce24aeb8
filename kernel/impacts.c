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
#include "impact-hits.h"

/* Rounds of impacts in a substep: a hit at one end of a row of balls takes one for each ball. */
#define MAX_ROUNDS 32
/* Sweeps over the points that hit in one round; most need two or three. */
#define MAX_SWEEPS 32
/* Sweeps end when no velocity changed by more than this part of the fastest approach: what floats can tell apart. */
#define CONVERGED 1e-6
/*
 * So many hits in a row or heap of bodies that hit each other in a substep are followed to their end, each as exactly as
 * floats can tell, whatever hits elsewhere in the world. Where there are more, as where a pile lands, a body whose hits took
 * MOST_LOST of their approach has its other contacts looked at no more for its own sake: an eighth is left of what hits on and
 * on, and the solver stops that. 32 rounds of a splash took twice the time of the rest of the step. What loses nothing goes on.
 */
#define MANY_HITS 64
/* A sum of (1 - restitution) over the rounds in which the body was pushed: four at a restitution of 0.6, 18 at 0.9. */
#define MOST_LOST 1.8f
/* The mark of a body that was hit in the first round; of the second it is one more. 1: it may be fast enough. */
#define HIT_IN_ROUND 2

static inline Contact contact_of(const Hit *hit) {
  const float *lane = (const float *)(uintptr_t)hit->lane;
  return (Contact){lane, point_of(lane, hit->which & 1), hit->a, hit->b};
}

/* The body that stands for all that hit each other in this substep, one through another. */
static inline uint32_t leader_of(uint32_t record) {
  ImpactBody *bodies = frame->impactBodies;
  while (bodies[record].leader != record) record = bodies[record].leader = bodies[bodies[record].leader].leader;
  return record;
}

/* Whether a body is among those of whom many hit each other. */
static inline bool is_crowded(uint32_t record) { return frame->impactBodies[leader_of(record)].hits > MANY_HITS; }

/* Counts a hit for those that its bodies are among. The world joins none. */
static inline void count_hit(const Hit *hit) {
  ImpactBody *bodies = frame->impactBodies;
  uint32_t b = leader_of(hit->b), a = hit->a == 0 ? b : leader_of(hit->a);
  if (a != b) {
    bodies[b].leader = a;
    bodies[a].hits += bodies[b].hits;
  }
  bodies[a].hits++;
}

/* Notes that a body was pushed, or is to be hit, in the round at hand: its contacts are looked at in the next one. */
static inline void mark_body(const Substep *s, uint32_t record, float lost) {
  if (record == 0 || frame->impactBodies[record].mark == s->mark) return;
  ImpactBody *body = frame->impactBodies + record;
  body->mark = s->mark;
  body->lost += lost;
  if (body->lost > MOST_LOST && is_crowded(record)) return;
  look_again(record);
}

static inline void mark_both(const Substep *s, const Hit *hit) {
  mark_body(s, hit->a, hit->lost);
  mark_body(s, hit->b, hit->lost);
}

/* Finds for each body up to when a hit counts as its first. The world has none. */
static void find_first(uint32_t found) {
  ImpactBody *bodies = frame->impactBodies;
  for (uint32_t i = 0; i < found; i++) {
    Contact c = contact_of(frame->hits + i);
    bodies[c.a].first = __builtin_inf();
    bodies[c.b].first = __builtin_inf();
  }
  for (uint32_t i = 0; i < found; i++) {
    Contact c = contact_of(frame->hits + i);
    double end = frame->hits[i].together;
    if (c.a != 0 && end < bodies[c.a].first) bodies[c.a].first = end;
    if (end < bodies[c.b].first) bodies[c.b].first = end;
  }
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
  ImpactBody *bodies = frame->impactBodies;
  find_first(found);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < found; i++) {
    const Hit *hit = frame->hits + i;
    Contact c = contact_of(hit);
    if (hit->time > bodies[c.a].first || hit->time > bodies[c.b].first) {
      mark_both(s, hit);
      continue;
    }
    note_struck(hit->which);
    count_hit(hit);
    frame->hits[kept++] = *hit;
  }
  return kept;
}

/* Applies an impulse and its moment to one body, and shifts it by what it moved before the hit. */
static inline void push(const Substep *s, uint32_t body, double mass, double inertia, double x, double y, double moment,
                        double time) {
  if (body == 0) return;
  int locked = frame->axes[body - 1];
  double dx = locked & Lock_X ? 0 : mass * x;
  double dy = locked & Lock_Y ? 0 : mass * y;
  double spin = inertia * moment;
  f32x4 *v = &s->work[body].velocity;
  v->x = (float)(v->x + dx);
  v->y = (float)(v->y + dy);
  v->z = (float)(v->z + spin);
  ImpactBody *impact = frame->impactBodies + body;
  impact->shiftX -= time * dx;
  impact->shiftY -= time * dy;
  impact->shiftTurn -= time * spin;
  if (impact->shifted) return;
  impact->shifted = 1;
  frame->shifted[frame->shiftedCount++] = body;
}

/* Applies an impulse to both bodies of a point. `arm_a` and `arm_b` are its arms across the direction. */
static inline void push_both(const Substep *s, const Contact *c, double x, double y, double moment_a, double moment_b,
                             double time) {
  push(s, c->a, head(c, Field_MassA), head(c, Field_InertiaA), -x, -y, moment_a, time);
  push(s, c->b, head(c, Field_MassB), head(c, Field_InertiaB), x, y, moment_b, time);
}

/* How fast the bodies of a hit part along its normal. */
static inline double hit_speed(const Substep *s, const Hit *hit) {
  f32x4 a = s->work[hit->a].velocity;
  f32x4 b = s->work[hit->b].velocity;
  return (double)hit->normalX * ((double)b.x - a.x) + (double)hit->normalY * ((double)b.y - a.y) +
         b.z * (double)hit->crossB - a.z * (double)hit->crossA;
}

/*
 * Has the bodies of a hit part as they are to, as far as that takes an impulse that pushes. Returns by how much that has
 * changed how fast they part.
 */
static inline double visit(const Substep *s, Hit *hit) {
  double resistance = hit->inverseMass;
  double old = hit->impulse;
  double sum = old + (hit->wanted - hit_speed(s, hit)) / resistance;
  if (!(sum > 0)) sum = 0;
  hit->impulse = sum;
  double added = sum - old;
  if (added == 0) return 0;
  mark_both(s, hit);
  Contact c = contact_of(hit);
  push_both(s, &c, added * hit->normalX, added * hit->normalY, -added * hit->crossA, added * hit->crossB, hit->time);
  return __builtin_fabs(added) * resistance;
}

/*
 * Finds the impulses along the normals of the points in the list. From the second sweep on only those are visited of whose
 * bodies one has changed since, by more than what counts.
 */
static void exchange(Substep *s, uint32_t hits) {
  ImpactBody *bodies = frame->impactBodies;
  double enough = s->fastest * CONVERGED;
  for (uint32_t i = 0; i < hits; i++) {
    if (!is_crowded(frame->hits[i].b)) frame->hits[i].loose = 0;
  }
  for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    bool any = false;
    for (uint32_t i = 0; i < hits; i++) {
      Hit *hit = frame->hits + i;
      if (hit->seen != 0 && bodies[hit->a].changed <= hit->seen && bodies[hit->b].changed <= hit->seen) continue;
      hit->seen = ++s->visits;
      double change = visit(s, hit);
      if (change <= enough || change <= hit->loose) continue;
      any = true;
      if (hit->a != 0) bodies[hit->a].changed = s->visits;
      bodies[hit->b].changed = s->visits;
    }
    if (!any) return;
  }
}

/* Friction at a point that was hit: up to what stops the slip there, and only takes energy away. */
static void rub(const Substep *s, const Hit *hit) {
  Contact c = contact_of(hit);
  double limit = head(&c, Field_Friction) * hit->impulse;
  if (limit == 0) return;
  double nx = head(&c, Field_NormalX), ny = head(&c, Field_NormalY);
  double dot_a = at(&c, PointField_DotA), dot_b = at(&c, PointField_DotB);
  f32x4 a = s->work[c.a].velocity;
  f32x4 b = s->work[c.b].velocity;
  double slip = nx * ((double)b.y - a.y) - ny * ((double)b.x - a.x) + b.z * dot_b - a.z * dot_a + head(&c, Field_Belt);
  double impulse = -slip * at(&c, PointField_TangentMass);
  if (impulse < -limit) impulse = -limit;
  if (impulse > limit) impulse = limit;
  push_both(s, &c, -impulse * ny, impulse * nx, -impulse * dot_a, impulse * dot_b, hit->time);
}

/*
 * For those who hit each other the gap stays what it was: else they would be taken to overlap until they have moved.
 * Those who come together once more do so after this substep, along their motion.
 */
static void hold_gaps(const Substep *s) {
  for (int i = 0; i < frame->struckCount; i++) {
    Bounce *bounce = frame->bounces + frame->struck[i];
    for (uint32_t k = 0; k < 2; k++) {
      if ((bounce->points & (1u << k)) == 0) continue;
      Contact c = contact_at(lane_at(bounce->lane), k);
      float *base = (float *)c.point + LANES * PointField_Base;
      (k == 0 ? &bounce->base0 : &bounce->base1)[0] = *base;
      if (parting_speed(s, &c) < 0) continue;
      *base = (float)(*base - (gap_of(s, &c) - gap_without_shift(s, &c)));
    }
  }
}

/* Moves what was hit by what its velocity at the end of the substep leaves out. */
static void shift_bodies(const Substep *s) {
  for (int i = 0; i < frame->shiftedCount; i++) {
    uint32_t record = frame->shifted[i];
    const ImpactBody *impact = frame->impactBodies + record;
    State *state = s->state + (record - 1);
    Work *work = s->work + record;
    state->movedX += impact->shiftX;
    state->movedY += impact->shiftY;
    state->turn += impact->shiftTurn;
    double swing = impact->shiftTurn * s->drive[record - 1].swing;
    double c = work->moved.z - swing * work->moved.w;
    double sine = work->moved.w + swing * work->moved.z;
    double inverse = 1 / __builtin_sqrt(c * c + sine * sine);
    work->moved = (f32x4){(float)state->movedX, (float)state->movedY, (float)(c * inverse), (float)(sine * inverse)};
  }
}

EXPORT(resolveImpacts) void resolve_impacts(State *state, const Drive *drive, Work *work, const double *time, uint32_t count) {
  Substep s = {state, drive, work, *time, 0, HIT_IN_ROUND, 0};
  if (!find_quick(&s, count)) return;
  link_bounces(count);
  uint32_t found = collect_first(&s);
  if (found == 0) return;
  for (int round = 0; round < MAX_ROUNDS && found > 0; round++) {
    uint32_t hits = keep_first(&s, found);
    exchange(&s, hits);
    for (uint32_t i = 0; i < hits; i++) rub(&s, frame->hits + i);
    found = collect_next(&s);
    s.mark++;
  }
  frame->hitVisits += (int32_t)s.visits;
  hold_gaps(&s);
  shift_bodies(&s);
}

/* Drops the shifts and what was struck. */
EXPORT(forgetImpacts) void forget_impacts(void) {
  for (int i = 0; i < frame->struckCount; i++) frame->bounces[frame->struck[i]].points = 0;
  for (int i = 0; i < frame->shiftedCount; i++) frame->impactBodies[frame->shifted[i]] = (ImpactBody){0};
  frame->struckCount = 0;
  frame->shiftedCount = 0;
}

/* The gaps of those who hit each other follow their motion again. Runs after the bodies were moved. */
EXPORT(endImpacts) void end_impacts(void) {
  for (int i = 0; i < frame->struckCount; i++) {
    const Bounce *bounce = frame->bounces + frame->struck[i];
    for (uint32_t k = 0; k < 2; k++) {
      if ((bounce->points & (1u << k)) == 0) continue;
      point_of(lane_at(bounce->lane), k)[LANES * PointField_Base] = k == 0 ? bounce->base0 : bounce->base1;
    }
  }
  forget_impacts();
}
