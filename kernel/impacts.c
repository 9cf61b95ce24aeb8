/* Impacts where nothing has joints, and what comes after them. See impact-rounds.h. */
#define WITH_JOINTS 0
#include "impact-rounds.h"
#include "impact-ends.h"

/* Whether anything is quick enough to bounce; if so, links the contacts that may. These two are called from outside where something has joints. */
EXPORT(findImpacts) __attribute__((noinline)) bool find_impacts(uint32_t count, uint32_t bound) {
  Substep s = {frame->state, frame->drive, frame->work, frame->substepTime, 0, 0, 1, 0, 0};
  if (!find_quick(&s, bound)) return false;
  link_bounces(count);
  return true;
}

/* Moves what the rounds have hit. */
EXPORT(placeImpacts) __attribute__((noinline)) void place_impacts(void) {
  Substep s = {frame->state, frame->drive, frame->work, frame->substepTime, 0, 0, 1, 0, 0};
  hold_gaps(&s);
  shift_bodies(&s);
}

#if ONE_COPY
/* In JavaScript there is no second module: the rounds with joints are all rounds, and nothing has any here. */
void bounce_joints(void);

static void bounce(void) {
  JointPlan none, *plan = frame->jointPlan;
  none.count = none.blown = 0;
  frame->jointPlan = &none;
  bounce_joints();
  frame->jointPlan = plan;
}
#else
static inline void bounce(void) { bounce_all(); }
#endif

EXPORT(resolveImpacts) void resolve_impacts(uint32_t count, uint32_t bound) {
  if (!find_impacts(count, bound)) return;
  bounce();
  place_impacts();
}

/* Drops the shifts and what was struck. */
EXPORT(forgetImpacts) void forget_impacts(void) {
  for (int i = 0; i < frame->struckCount; i++) frame->bounces[frame->struck[i]].points = 0;
  for (int i = 0; i < frame->metCount; i++) frame->impactBodies[frame->met[i]] = (ImpactBody){0};
  frame->struckCount = 0;
  frame->metCount = 0;
}

/* Of the slop, a gap. */
#define HARDLY_OPEN 1e-3

/* Takes back what the soft pass pressed at a point of a body with the world. */
static __attribute__((noinline)) void take_back(const Substep *s, const Contact *c) {
  double normal = at(c, PointField_Normal);
  int locks = frame->axes[c->b - 1];
  double mass = head(c, Field_MassB);
  double x = locks & Lock_X ? 0 : mass * normal * head(c, Field_NormalX);
  double y = locks & Lock_Y ? 0 : mass * normal * head(c, Field_NormalY);
  add_velocity(s, c->b, -x, -y, -head(c, Field_InertiaB) * normal * at(c, PointField_CrossB));
  ((float *)c->point)[LANES * PointField_Normal] = 0;
}

/*
 * Lets a contact of a quick body with the world be until the next substep where it came together within this one and impacts did not see that:
 * what turns goes along arcs, which they draw straight. It is to bounce. The pass that takes velocity back would hold it without: of 1,500
 * triangles without loss one lost 37 % of its energy in one such hit, with one substep at 60 Hz, and one of 600 lost 21 % with four. What the
 * soft pass pressed there, too, is taken back: planks whose one end was hit so lost 32 to 53 % as the other one came down. Not what
 * hits another body: a splash of boxes looked at a fifth more hits then.
 */
static void let_be(const Substep *s, const Bounce *bounce) {
  bool hit = frame->impactBodies[bounce->b].state & SHIFTED;
  double fall = frame->substepTime * __builtin_sqrt(frame->gravityX * frame->gravityX + frame->gravityY * frame->gravityY);
  for (uint32_t k = 0; k <= (bounce->owner & 1); k++) {
    f32x4 v = s->work[bounce->b].velocity;
    double speed = (double)bounce->normalX * v.x + (double)bounce->normalY * v.y + v.z * (double)bounce->crossB[k];
    if (!hit && speed >= -frame->threshold) continue;
    Contact c = contact_at(lane_at(bounce->lane), k);
    double held = at(&c, PointField_Normal);
    if (speed - held * at(&c, PointField_InverseMass) >= -frame->threshold) continue;
    /* What holds something may hold a load. Of what was hit in this substep, by few, it is where a hit has turned it to. */
    if (held > 0 && (!hit || is_crowded(bounce->b))) continue;
    /* Nor is it what it gains in the substep itself: under 100 m/s2 at 30 Hz what lay on one end was let go at the other one, in turns, for good. */
    if (held > 0 && speed - held * at(&c, PointField_InverseMass) >= -frame->threshold - fall) continue;
    /* What was together as the substep began may be squeezed. */
    double gap = gap_without_shift(s, &c);
    if (gap <= frame->substepTime * speed) continue;
    if (held > 0) take_back(s, &c);
    if (gap > 0) continue;
    float *base = (float *)c.point + LANES * PointField_Base;
    *base = (float)(*base - gap + HARDLY_OPEN * frame->slop);
  }
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
  Substep s = {frame->state, 0, frame->work, 0, 0, 0, 0, 0, 0};
  for (uint32_t i = 0; i < (uint32_t)frame->bounceCount; i++) {
    const Bounce *bounce = frame->bounces + i;
    if (bounce->a == 0 && frame->quickRecords[bounce->b]) let_be(&s, bounce);
  }
  forget_impacts();
}
