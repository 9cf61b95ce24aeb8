/*
 * Which islands are jolted: bodies of theirs met quickly a moment ago. What stopped a body is the impulse with which the next
 * substep begins, and a pass takes it back only from contact to contact. The stiffer contacts are, the less of it they let go
 * by themselves: a stack that landed sprang up again like a rubber ball, though nothing in it bounces.
 */
#include "islands.h"
#include "meeting.h"

static inline double size_of(double value) { return value < 0 ? -value : value; }

/*
 * How fast two bodies meet at least to jolt each other; infinite where none is fast enough, or no island of the size. What
 * is driven hard meets what bears it as quickly. Clears the marks: the root of an island may be one that left.
 */
static double least_speed(uint32_t awake, bool *any) {
  double fastest = 0, driven = 0;
  *any = false;
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    const State *state = frame->state + i;
    uint32_t island = island_of(body);
    frame->islandJolted[island] = 0;
    if (is_joltable(island)) *any = true;
    else if (frame->kind[body] == BodyKind_Dynamic) continue;
    const Drive *drive = frame->drive + i;
    double speed = size_of(state->x) + size_of(state->y) + size_of(state->w) * frame->extent[body];
    double gain = size_of(drive->x) + size_of(drive->y);
    if (speed > fastest) fastest = speed;
    if (gain > driven) driven = gain;
  }
  double least = JOLT_SPEED * frame->sleepSpeed + 2 * frame->stepTime * driven;
  return 2 * fastest > least ? least : __builtin_inf();
}

/* The velocity of a point of a body along the normal and across it; x and y are from its center of mass. */
static inline Meeting velocity_of(int32_t place, const Manifold *m, double x, double y) {
  if (place == NOT_AWAKE) return (Meeting){0, 0};
  const State *state = frame->state + place;
  double vx = state->x - state->w * y, vy = state->y + state->w * x;
  return (Meeting){m->normalX * vx + m->normalY * vy, m->normalX * vy - m->normalY * vx};
}

/* How fast B goes, seen from A, at the point of the contact that meets or parts fastest. */
__attribute__((noinline)) Meeting meeting_of(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  const Pose *pose_a = frame->pose + a, *pose_b = frame->pose + b;
  int32_t place_a = frame->awakeIndex[frame->bodyOf[a]], place_b = frame->awakeIndex[frame->bodyOf[b]];
  const Manifold *m = frame->manifold + contact;
  /* Points are measured from the origin of A, velocities are those of the centers of mass. */
  double ax = pose_a->fromCenterX, ay = pose_a->fromCenterY;
  double bx = pose_b->fromCenterX + pose_a->x - pose_b->x, by = pose_b->fromCenterY + pose_a->y - pose_b->y;
  const double *point = &m->x0;
  Meeting most = {0, 0};
  for (int k = 0; k < frame->pointCount[contact]; k++, point += 3) {
    Meeting of_a = velocity_of(place_a, m, point[0] + ax, point[1] + ay);
    Meeting of_b = velocity_of(place_b, m, point[0] + bx, point[1] + by);
    double along = of_b.along - of_a.along;
    if (__builtin_fabs(along) >= __builtin_fabs(most.along)) most = (Meeting){along, of_b.across - of_a.across};
  }
  return most;
}

static void jolt(uint32_t body) {
  if (frame->kind[body] == BodyKind_Dynamic && frame->awakeIndex[body] != NOT_AWAKE) frame->drift[body].jolt = JOLT_TIME;
}

/* Jolts the bodies of a contact if one of its points meets or parts faster than that. */
static void look_at(uint32_t contact, double least) {
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  /* Both are in one island, but for what does not move, which is in one of its own. */
  if (!is_joltable(island_of(a)) && !is_joltable(island_of(b))) return;
  if (__builtin_fabs(meeting_of(contact).along) <= least) return;
  jolt(a);
  jolt(b);
}

EXPORT(findJolts) void find_jolts(uint32_t awake, uint32_t active) {
  bool any;
  double least = least_speed(awake, &any);
  if (!any) return;
  for (uint32_t i = 0; i < active && least < __builtin_inf(); i++) {
    uint32_t contact = frame->active[i];
    if (frame->pointCount[contact] > 0 && !(frame->flags[contact] & ContactFlag_Unsolved)) look_at(contact, least);
  }
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    if (frame->drift[body].jolt > 0) frame->islandJolted[island_of(body)] = 1;
  }
}
