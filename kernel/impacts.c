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
#include "rows.h"

/* Rounds of impacts in a substep: a hit at one end of a row of balls takes one for each ball. */
#define MAX_ROUNDS 32
/* Sweeps over the points that hit in one round; most need two or three. */
#define MAX_SWEEPS 32
/* Sweeps end when no velocity changed by more than this part of the fastest approach: what floats can tell apart. */
#define CONVERGED 1e-6
/* An approach that is slower than this part of the fastest one is rounding, also where every impact bounces. */
#define LEAST_PART 1e-4
/*
 * What would meet this part of a substep after its end is taken for a hit at its end: the solver, which rounds otherwise,
 * might stop it there, and it would not bounce.
 */
#define EARLY 1e-3
/*
 * What comes this part of the slop nearer than a hit, at the same time, is hit together with it: what lands flat on two
 * points is not turned by the rounding of their distances.
 */
#define TOGETHER 0.2
/* The mark of a body that was hit in the first round; of the second it is one more. 1: it may be fast enough. */
#define HIT_IN_ROUND 2

/* One point of a contact between two bodies. */
typedef struct {
  const float *lane, *point;
  uint32_t a, b;
} Contact;

/* What holds for the substep at hand. */
typedef struct {
  State *state;
  const Drive *drive;
  Work *work;
  double time;
  /* The fastest approach so far. */
  double fastest;
  uint32_t mark;
} Substep;

static inline double head(const Contact *c, int field) { return c->lane[LANES * field]; }

static inline double at(const Contact *c, int field) { return c->point[LANES * field]; }

static inline Contact contact_at(const float *lane, int point) {
  const int32_t *bodies = (const int32_t *)lane;
  return (Contact){lane, point_of(lane, point), (uint32_t)bodies[0] / sizeof(Work), (uint32_t)bodies[LANES] / sizeof(Work)};
}

static inline const float *lane_at(uint32_t place) { return (const float *)(uintptr_t)(place * 4); }

/* How fast the bodies of a point part along its normal. */
static inline double parting_speed(const Substep *s, const Contact *c) {
  f32x4 a = s->work[c->a].velocity;
  f32x4 b = s->work[c->b].velocity;
  return head(c, Field_NormalX) * ((double)b.x - a.x) + head(c, Field_NormalY) * ((double)b.y - a.y) +
         b.z * at(c, PointField_CrossB) - a.z * at(c, PointField_CrossA);
}

/* The separation of a point when the substep begins, without the shifts so far. */
static inline double gap_without_shift(const Substep *s, const Contact *c) {
  f32x4 a = s->work[c->a].moved;
  f32x4 b = s->work[c->b].moved;
  return at(c, PointField_Base) + head(c, Field_NormalX) * ((double)b.x - a.x) +
         head(c, Field_NormalY) * ((double)b.y - a.y) + b.z * at(c, PointField_DotB) + b.w * at(c, PointField_CrossB) -
         a.z * at(c, PointField_DotA) - a.w * at(c, PointField_CrossA);
}

/* What the shifts so far add to it. */
static inline double gap_of(const Substep *s, const Contact *c) {
  const ImpactBody *a = frame->impactBodies + c->a;
  const ImpactBody *b = frame->impactBodies + c->b;
  return gap_without_shift(s, c) + head(c, Field_NormalX) * (b->shiftX - a->shiftX) +
         head(c, Field_NormalY) * (b->shiftY - a->shiftY) + b->shiftTurn * at(c, PointField_CrossB) -
         a->shiftTurn * at(c, PointField_CrossA);
}

/* How gravity and forces pull the bodies of a point apart along its normal, length/s^2. */
static inline double pull_of(const Substep *s, const Contact *c) {
  double nx = head(c, Field_NormalX), ny = head(c, Field_NormalY);
  const Drive *b = s->drive + (c->b - 1);
  double sum = nx * b->x + ny * b->y + b->angular * at(c, PointField_CrossB);
  if (c->a == 0) return sum;
  const Drive *a = s->drive + (c->a - 1);
  return sum - (nx * a->x + ny * a->y + a->angular * at(c, PointField_CrossA));
}

/* Marks the bodies that move fast enough to bounce. In a pile that rests there are none, and that is all it costs. */
static bool find_quick(const Substep *s, uint32_t count) {
  double half = 0.5 * frame->threshold;
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    f32x4 v = s->work[i + 1].velocity;
    double speed = __builtin_fabs((double)v.x) + __builtin_fabs((double)v.y) +
                   __builtin_fabs((double)v.z) * frame->extent[frame->awake[i]];
    bool is = speed > half;
    frame->impactBodies[i + 1].mark = is;
    any |= is;
  }
  return any;
}

/* Writes a point that approaches with `-speed` to the list, if its bodies meet there in this substep. */
static bool add_hit(Substep *s, const Contact *c, double speed, const Bounce *bounce, uint32_t which, Hit *hit) {
  double gap = gap_of(s, c);
  double h = s->time;
  /* What gravity and forces add to the velocity in a substep, as far as they differ between the two. */
  double gained = h * pull_of(s, c);
  double part = 0;
  if (gap > 0) {
    double way = -h * (speed + 0.5 * gained);
    double more = -0.5 * h * gained;
    if (way <= 0 || (1 + EARLY) * (way + more) < gap) return false;
    double root = way * way + 4 * more * gap;
    part = (2 * gap) / (way + __builtin_sqrt(root > 0 ? root : 0));
    if (part > 1) part = 1;
  }
  double change = gained * (0.5 + part);
  if (speed + change >= 0) return false;
  if (-speed > s->fastest) s->fastest = -speed;
  *hit = (Hit){
      .lane = (uint32_t)(uintptr_t)c->lane,
      .which = which,
      .wanted = -bounce->restitution * (speed + change) - change,
      .time = part * h,
      .together = part * h - TOGETHER * frame->slop / speed,
  };
  return true;
}

/* Lists the points at which bodies meet in this substep, by their velocities as they are now. */
static uint32_t collect_hits(Substep *s, uint32_t round) {
  double rounding = LEAST_PART * s->fastest;
  double least = -(frame->threshold > rounding ? frame->threshold : rounding);
  /* In the first round all that are quick, then those that the round before has hit. */
  uint32_t mark = round == 0 ? 0 : HIT_IN_ROUND + round - 1;
  uint32_t hits = 0;
  for (uint32_t i = 0; i < (uint32_t)frame->bounceCount; i++) {
    const Bounce *bounce = frame->bounces + i;
    Contact c = contact_at(lane_at(bounce->lane), 0);
    uint32_t mark_a = frame->impactBodies[c.a].mark;
    uint32_t mark_b = frame->impactBodies[c.b].mark;
    if (mark == 0 ? (mark_a | mark_b) == 0 : mark_a != mark && mark_b != mark) continue;
    for (uint32_t k = 0; k <= (bounce->owner & 1); k++) {
      c.point = point_of(c.lane, k);
      double speed = parting_speed(s, &c);
      if (speed < least && add_hit(s, &c, speed, bounce, 2 * i + k, frame->hits + hits)) hits++;
    }
  }
  s->mark = HIT_IN_ROUND + round;
  return hits;
}

static inline Contact contact_of(const Hit *hit) { return contact_at((const float *)(uintptr_t)hit->lane, hit->which & 1); }

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
      if (c.a != 0) bodies[c.a].mark = s->mark;
      bodies[c.b].mark = s->mark;
      continue;
    }
    note_struck(hit->which);
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
  impact->mark = s->mark;
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

/* Finds the impulses along the normals of the points in the list. */
static void exchange(const Substep *s, uint32_t hits) {
  double enough = s->fastest * CONVERGED;
  for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    double largest = 0;
    for (uint32_t i = 0; i < hits; i++) {
      Hit *hit = frame->hits + i;
      Contact c = contact_of(hit);
      double resistance = at(&c, PointField_InverseMass);
      double old = hit->impulse;
      double sum = old + (hit->wanted - parting_speed(s, &c)) / resistance;
      if (!(sum > 0)) sum = 0;
      hit->impulse = sum;
      double added = sum - old;
      if (added == 0) continue;
      push_both(s, &c, added * head(&c, Field_NormalX), added * head(&c, Field_NormalY),
                -added * at(&c, PointField_CrossA), added * at(&c, PointField_CrossB), hit->time);
      double change = __builtin_fabs(added) * resistance;
      if (change > largest) largest = change;
    }
    if (largest <= enough) return;
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
  Substep s = {state, drive, work, *time, 0, 0};
  if (!find_quick(&s, count)) return;
  for (uint32_t round = 0; round < MAX_ROUNDS; round++) {
    uint32_t found = collect_hits(&s, round);
    if (found == 0) break;
    uint32_t hits = keep_first(&s, found);
    exchange(&s, hits);
    for (uint32_t i = 0; i < hits; i++) rub(&s, frame->hits + i);
  }
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
