#pragma once

/*
 * Where bodies meet within a substep: the points that hit, by the velocities as they are, in the order of the bounces. See
 * `impact-rounds.h`.
 */
#include "impact-links.h"
#include "vectors.h"

/* An approach that is slower than this part of the fastest one is rounding, also where every impact bounces. */
#define LEAST_PART 1e-4
/*
 * Where many hit each other (MANY_HITS), one is let be that is wrong by less than this part of the speed that its restitution
 * takes; by up to half of it where that is below LEAST_LOST (MORE_LOST). It still parts slower than it was approached, so its impulse
 * takes energy; at restitution 1 all stay exact.
 */
#define LOOSE 0.1
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

/*
 * So many hits in a row or heap of bodies that hit each other in a substep are followed to their end, each as exactly as
 * floats can tell, whatever hits elsewhere in the world. Where there are more, each costs less: see LOOSE, MOST_LOST and
 * `add_hits`. What restitution takes decides how much less: near 1 all stay as good as exact. With 64 a splash of 2,000 boxes
 * (e = 0.6) had 1.3 times the visits: its hits are many in the world, but few of them hit each other.
 */
#define MANY_HITS 16

/*
 * Two bodies do not bounce where locked axes leave less than this part of what they would answer to an impulse along the normal: to
 * part along it, they would be thrown aside as many times as fast.
 */
#define HELD 1e-3

/*
 * What a hit among many is taken to take of the approach at least, but no more than so many times what it takes: see MOST_LOST. Taken for
 * 0.4 at any restitution, a rack of 144 balls of 0.99 lost 0.26 of its energy in a break, not 0.07, and at 1 nothing.
 */
#define LEAST_LOST 0.4
#define MORE_LOST 5

/* What is known of a body that is in the list of those to be cleared; and that was shifted. */
#define MET 1
#define SHIFTED 2

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
  /* The fastest approach so far, and of the first round. */
  double fastest, first;
  uint32_t round;
  /* How often hits were visited; and how often that was counted on for something else. */
  uint32_t visits, marks;
} Substep;

static inline double head(const Contact *c, int field) { return c->lane[LANES * field]; }

static inline double at(const Contact *c, int field) { return c->point[LANES * field]; }

static inline Contact contact_at(const float *lane, int point) {
  const int32_t *bodies = (const int32_t *)lane;
  return (Contact){lane, point_of(lane, point), (uint32_t)bodies[0] / sizeof(Work), (uint32_t)bodies[LANES] / sizeof(Work)};
}

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

static inline Contact contact_of(const Hit *hit) {
  const float *lane = (const float *)(uintptr_t)hit->lane;
  return (Contact){lane, point_of(lane, hit->which & 1), hit->a, hit->b};
}

static inline void add_velocity(const Substep *s, uint32_t body, double x, double y, double spin) {
  f32x4 *v = &s->work[body].velocity;
  v->x = (float)(v->x + x);
  v->y = (float)(v->y + y);
  v->z = (float)(v->z + spin);
}

/* How fast the bodies of a hit part along its normal. */
static inline double hit_speed(const Substep *s, const Hit *hit) {
  f32x4 a = s->work[hit->a].velocity;
  f32x4 b = s->work[hit->b].velocity;
  return (double)hit->normalX * ((double)b.x - a.x) + (double)hit->normalY * ((double)b.y - a.y) +
         b.z * (double)hit->crossB - a.z * (double)hit->crossA;
}

/* The body that stands for all that hit each other in this substep, one through another. */
static inline uint32_t leader_of(uint32_t record) {
  ImpactBody *bodies = frame->impactBodies;
  for (;;) {
    uint32_t leader = bodies[record].leader;
    if (leader == 0) return record;
    uint32_t above = bodies[leader].leader;
    if (above == 0) return leader;
    record = bodies[record].leader = above;
  }
}

/* Makes those that hit two bodies one. */
static void join(uint32_t a, uint32_t b) {
  ImpactBody *bodies = frame->impactBodies;
  a = leader_of(a);
  b = leader_of(b);
  if (a == b) return;
  bodies[b].leader = a;
  bodies[a].hits += bodies[b].hits;
}

#if WITH_JOINTS
#include "impact-answers.h"
#endif

/*
 * How gravity and forces pull the bodies of a point apart along its normal, length/s^2. What a bounce has of its row is read there, here and
 * below: it is in the cache.
 */
static inline double pull_of(const Substep *s, const Bounce *bounce, int k) {
#if WITH_JOINTS
  return pull_with_joints(s, bounce, k);
#else
  double nx = bounce->normalX, ny = bounce->normalY;
  const Drive *b = s->drive + (bounce->b - 1);
  double sum = nx * b->x + ny * b->y + b->angular * bounce->crossB[k];
  if (bounce->a == 0) return sum;
  const Drive *a = s->drive + (bounce->a - 1);
  return sum - (nx * a->x + ny * a->y + a->angular * bounce->crossA[k]);
#endif
}

static inline f64x2 normal_of(const Bounce *bounce) { return (f64x2){bounce->normalX, bounce->normalY}; }

/* The separation of a point when the substep begins; `shifted`: with the shifts so far, where there may be any. */
static inline double gap_of_bounce(const Substep *s, const Bounce *bounce, const float *point, int k, bool shifted) {
  f32x4 a = s->work[bounce->a].moved;
  f32x4 b = s->work[bounce->b].moved;
  f64x2 straight = normal_of(bounce) * (widened(b) - widened(a));
  f64x2 turn_b = widened(b.zwzw) * (f64x2){point[LANES * PointField_DotB], bounce->crossB[k]};
  f64x2 turn_a = widened(a.zwzw) * (f64x2){point[LANES * PointField_DotA], bounce->crossA[k]};
  double gap = point[LANES * PointField_Base] + straight.x + straight.y + turn_b.x + turn_b.y - turn_a.x - turn_a.y;
  if (!shifted) return gap;
  const ImpactBody *of_a = frame->impactBodies + bounce->a;
  const ImpactBody *of_b = frame->impactBodies + bounce->b;
  if (!((of_a->state | of_b->state) & SHIFTED)) return gap;
  return gap + (double)bounce->normalX * (of_b->shiftX - of_a->shiftX) + (double)bounce->normalY * (of_b->shiftY - of_a->shiftY) +
         of_b->shiftTurn * bounce->crossB[k] - of_a->shiftTurn * bounce->crossA[k];
}

/* Whether a body is among those of whom many hit each other. The world is not. */
static inline bool is_crowded(uint32_t record) { return record != 0 && frame->impactBodies[leader_of(record)].hits > MANY_HITS; }

/* Notes for a body of a hit up to when hits count as its first in the round at hand. What no hit moves has none. */
static inline void note_first(const Substep *s, uint32_t record, double end) {
  if (record == 0) return;
  ImpactBody *body = frame->impactBodies + record;
  if (body->state == 0) {
    body->state = MET;
    frame->met[frame->metCount++] = record;
  }
  if (body->round == s->round && body->first <= end) return;
  body->round = s->round;
  body->first = end;
}

/*
 * Whether locked axes hold both bodies of a hit along its normal. It would come first in each round anew, and nothing that hits one of
 * them later would bounce.
 */
static inline bool is_held(const Hit *hit) {
  double answer = (double)hit->normalX * hit->normalX * (hit->massAX + hit->massBX) +
                  (double)hit->normalY * hit->normalY * (hit->massAY + hit->massBY) +
                  (double)hit->crossA * hit->crossA * hit->inertiaA + (double)hit->crossB * hit->crossB * hit->inertiaB;
  return answer < HELD * hit->inverseMass;
}

/* What a hit takes of the approach, as far as MOST_LOST and LOOSE go. */
static inline double lost_by(double restitution) {
  double lost = 1 - restitution;
  double most = MORE_LOST * lost;
  if (lost < LEAST_LOST) lost = LEAST_LOST;
  return lost < most ? lost : most;
}

/* How fast a point has to be approached to bounce: negative, a parting speed. */
static double least_of(const Substep *s) {
  double rounding = LEAST_PART * s->fastest;
  return -(frame->threshold > rounding ? frame->threshold : rounding);
}

#if WITH_JOINTS
/* How many times faster than anything met in the first round what joints hold may come to something kinematic in a later one. */
#define MOST_GAINED 2

/*
 * Whether something kinematic hits what joints hold once more after it has been hit faster than it came, or what is torn already. It gives as much energy as is asked for: to
 * a bridge that a box ran along at 15 m/s 30 times its speed and more, by blow after blow.
 */
static bool is_driven_on(const Substep *s, const Hit *hit, bool again) {
  uint32_t driven = hit->a != 0 && hit->movedA == 0 ? hit->b : hit->b != 0 && hit->movedB == 0 ? hit->a : 0;
  if (driven == 0) return false;
  if (s->state[driven - 1].drawn == 0 && (!again || -hit->speed <= MOST_GAINED * s->first)) return false;
  Held held = held_at(hit);
  return is_chained(&held);
}
#endif

/* Writes a point that approaches with `-speed` to the list, if its bodies meet there in this substep. */
static bool add_hit(Substep *s, double speed, const Bounce *bounce, uint32_t which, bool again, Hit *hit) {
  const float *lane = lane_at(bounce->lane);
  const float *point = point_of(lane, (int)which & 1);
  double gap = gap_of_bounce(s, bounce, point, (int)which & 1, again);
#if WITH_JOINTS
  if (chain_bodies(s, bounce, gap, speed)) {
    Contact contact = contact_at(lane, (int)which & 1);
    speed = parting_speed(s, &contact);
    if (speed >= least_of(s)) return false;
  }
#endif
  double h = s->time;
  /* What gravity and forces add to the velocity in a substep, as far as they differ between the two. */
  double gained = h * pull_of(s, bounce, (int)which & 1);
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
  int locks_a = bounce->a == 0 ? 0 : frame->axes[bounce->a - 1];
  int locks_b = frame->axes[bounce->b - 1];
  float inverse_mass = point[LANES * PointField_InverseMass];
  *hit = (Hit){
      .lane = (uint32_t)(uintptr_t)lane,
      .a = bounce->a,
      .b = bounce->b,
      .normalX = bounce->normalX,
      .normalY = bounce->normalY,
      .crossA = bounce->crossA[which & 1],
      .crossB = bounce->crossB[which & 1],
      .lost = (float)lost_by(bounce->restitution),
      .loose = (float)(-LOOSE * lost_by(bounce->restitution) * (speed + change)),
      .inverseMass = inverse_mass,
      .response = 1 / (double)inverse_mass,
      .massAX = locks_a & Lock_X ? 0 : lane[LANES * Field_MassA],
      .massAY = locks_a & Lock_Y ? 0 : lane[LANES * Field_MassA],
      .massBX = locks_b & Lock_X ? 0 : lane[LANES * Field_MassB],
      .massBY = locks_b & Lock_Y ? 0 : lane[LANES * Field_MassB],
      .inertiaA = lane[LANES * Field_InertiaA],
      .inertiaB = lane[LANES * Field_InertiaB],
      .which = which,
      .speed = speed,
      .gained = (float)change,
      .wanted = -bounce->restitution * (speed + change) - change,
      .time = part * h,
  };
  if (is_held(hit)) return false;
  if (-speed > s->fastest) s->fastest = -speed;
  hit->movedA = hit->massAX + hit->massAY + hit->inertiaA > 0 ? bounce->a : 0;
  hit->movedB = hit->massBX + hit->massBY + hit->inertiaB > 0 ? bounce->b : 0;
#if WITH_JOINTS
  if (is_driven_on(s, hit, again)) return false;
  if (!answer_with_joints(hit, which)) return false;
#endif
  double together = hit->time - TOGETHER * frame->slop / speed;
  note_first(s, hit->movedA, together);
  note_first(s, hit->movedB, together);
  return true;
}

/*
 * Adds the points of a contact at which its bodies meet in this substep faster than `least`. `again`: after the first round,
 * in which where many hit each other what would part slower than that is let be.
 */
static inline uint32_t add_hits(Substep *s, uint32_t i, double least, bool again, uint32_t hits) {
  const Bounce *bounce = frame->bounces + i;
  f32x4 a = s->work[bounce->a].velocity;
  f32x4 b = s->work[bounce->b].velocity;
  f64x2 straight = normal_of(bounce) * (widened(b) - widened(a));
  f64x2 speeds = straight.x + straight.y + (double)b.z * (f64x2){bounce->crossB[0], bounce->crossB[1]} - (double)a.z * (f64x2){bounce->crossA[0], bounce->crossA[1]};
  if (!any_of(speeds < least)) return hits;
  for (uint32_t k = 0; k <= (bounce->owner & 1); k++) {
    double speed = k == 0 ? speeds.x : speeds.y;
    if (speed >= least) continue;
    if (again && bounce->restitution * speed > least && (is_crowded(bounce->a) || is_crowded(bounce->b))) continue;
    if (add_hit(s, speed, bounce, 2 * i + k, again, frame->hits + hits)) hits++;
  }
  return hits;
}

/* Lists the points at which quick bodies meet in this substep. */
static uint32_t collect_first(Substep *s) {
  double least = least_of(s);
  uint32_t hits = 0;
  for (uint32_t i = 0; i < (uint32_t)frame->bounceCount; i++) {
    const Bounce *bounce = frame->bounces + i;
    if ((frame->quickRecords[bounce->a] | frame->quickRecords[bounce->b]) == 0) continue;
    hits = add_hits(s, i, least, false, hits);
  }
  return hits;
}

/* Lists those at which bodies meet that the round before has hit, in the same order. */
static uint32_t collect_next(Substep *s) {
  double least = least_of(s);
  uint32_t hits = 0;
  for (uint32_t word = 0; word < ((uint32_t)frame->bounceCount + 31) / 32; word++) {
    uint32_t bits = frame->pending[word];
    frame->pending[word] = 0;
    for (; bits != 0; bits &= bits - 1) hits = add_hits(s, 32 * word + (uint32_t)__builtin_ctz(bits), least, true, hits);
  }
  return hits;
}
