/*
 * How the ways of two bodies go on after they hit each other within the step. See src/continuous/after-hits.ts for what it is for:
 * it only tells where to look. What comes of a hit is found by the solver.
 */
#include "edges.h"
#include "hits.h"

/* How often the ends of a contact are looked at: a face that lands flat takes some turns. */
#define MOST_ENDS 6

/* Bodies that come together in the step by so many times the speculative distance may go far elsewhere. */
#define FAST_APPROACH 4

/* How the two sides of a contact meet at one of its ends. */
typedef struct {
  /* How far they come together along the normal in the step, where nothing stops them. */
  double approach;
  /* The part of the step after which they meet. */
  double part;
  /* By how much an impulse of 1 changes the approach. */
  double effect;
  /* Arms of the impulse. */
  double arm_a, arm_b;
  /* The same along the surface: how far they slide over each other, and what friction does about that. */
  double slip, slip_effect, slip_arm_a, slip_arm_b;
  /* Whether they do, or only may because they turn. */
  bool sure;
} Meeting;

/* What the hits change about the way of a body. */
typedef struct {
  double x, y, turn;
} Change;

/* By how much an impulse of 1 changes how fast two bodies go against each other where it acts. */
static inline double effect_of(const Side *a, const Side *b, double arm_a, double arm_b) {
  return a->pose->inverseMass + b->pose->inverseMass + a->pose->inverseInertia * arm_a * arm_a +
         b->pose->inverseInertia * arm_b * arm_b;
}

/* Whether and when they meet, which is all that most contacts are asked for: what an impulse does is added by `add_effects`. */
static __attribute__((noinline)) Meeting meeting_at(const Side *a, const Side *b, const Manifold *m, int end) {
  double nx = m->normalX, ny = m->normalY;
  double x = end == 0 ? m->x0 : m->x1;
  double y = end == 0 ? m->y0 : m->y1;
  double apart = end == 0 ? m->separation0 : m->separation1;
  const Way *v = a->way, *w = b->way;
  bool disc_a = is_disc(a), disc_b = is_disc(b);
  double turn_a = disc_a ? 0 : v->turn;
  double turn_b = disc_b ? 0 : w->turn;
  /* What turns goes no straight way: by so much it may come nearer. */
  double bend = 0.5 * (turn_a * turn_a * frame->extent[a->body] + turn_b * turn_b * frame->extent[b->body]);
  double straight = v->x * nx + v->y * ny - (w->x * nx + w->y * ny);
  double part = apart <= 0 ? 0 : straight > apart ? apart / straight : 1;
  /* Where the hit is, seen from where the centers of mass are by then. */
  double ax = x + a->pose->fromCenterX - part * v->x, ay = y + a->pose->fromCenterY - part * v->y;
  double bx = x + a->pose->x - b->pose->x + b->pose->fromCenterX - part * w->x;
  double by = y + a->pose->y - b->pose->y + b->pose->fromCenterY - part * w->y;
  double arm_a = disc_a ? 0 : ax * ny - ay * nx;
  double arm_b = disc_b ? 0 : bx * ny - by * nx;
  double approach = straight + turn_a * arm_a - turn_b * arm_b;
  bool sure = approach > apart && approach > 0;
  double nearest = sure ? apart : apart - bend;
  Meeting meeting;
  meeting.approach = approach;
  meeting.part = nearest <= 0 ? 0 : approach > nearest ? nearest / approach : 1;
  meeting.arm_a = arm_a;
  meeting.arm_b = arm_b;
  meeting.slip_arm_a = ax * nx + ay * ny;
  meeting.slip_arm_b = bx * nx + by * ny;
  meeting.sure = sure;
  return meeting;
}

static void add_effects(Meeting *meeting, const Side *a, const Side *b, const Manifold *m) {
  const Way *v = a->way, *w = b->way;
  meeting->effect = effect_of(a, b, meeting->arm_a, meeting->arm_b);
  /* Friction turns a disc, too. */
  meeting->slip = m->normalX * (v->y - w->y) - m->normalY * (v->x - w->x) + v->turn * meeting->slip_arm_a - w->turn * meeting->slip_arm_b;
  meeting->slip_effect = effect_of(a, b, meeting->slip_arm_a, meeting->slip_arm_b);
}

/* Whether they meet within the step, and so fast that it matters: what comes of less is within the speculative distance. */
static inline bool do_meet(const Meeting *meeting) { return 2 * meeting->approach > frame->margin && meeting->part < 1; }

/* At the end that meets first, of those that do: one that touches already and comes no nearer hid that the other comes down. */
static __attribute__((noinline)) Meeting first_meeting(const Side *a, const Side *b, const Manifold *m, int ends) {
  Meeting first = meeting_at(a, b, m, 0);
  if (ends != 2) return first;
  Meeting second = meeting_at(a, b, m, 1);
  if (!do_meet(&second)) return first;
  if (!do_meet(&first)) return second;
  return second.part - second.sure < first.part - first.sure ? second : first;
}

/* Lets a body go elsewhere after an impulse along (nx, ny). What is locked takes none. */
static __attribute__((noinline)) void stray(const Side *side, double nx, double ny, double impulse, double arm, bool sure, uint32_t locks, Change *all) {
  if (frame->kind[side->body] != BodyKind_Dynamic || frame->awakeIndex[side->body] == NOT_AWAKE) return;
  double x = locks & Lock_X ? 0 : impulse * side->pose->inverseMass * nx;
  double y = locks & Lock_Y ? 0 : impulse * side->pose->inverseMass * ny;
  double turn = locks & Lock_Rotation ? 0 : impulse * side->pose->inverseInertia * arm;
  *all = (Change){all->x + x, all->y + y, all->turn + turn};
  if (!sure) return;
  side->way->x += x;
  side->way->y += y;
  side->way->turn += turn;
}

/* How far a body whose way is another one by `all` goes elsewhere, where that may matter; otherwise 0. */
static __attribute__((noinline)) double strays_by(const Side *side, const Change *all) {
  double extent = frame->extent[side->body];
  double other = __builtin_fabs(all->x) + __builtin_fabs(all->y) + __builtin_fabs(all->turn) * extent;
  const Way *way = side->way;
  double far = __builtin_fabs(way->x) + __builtin_fabs(way->y) + __builtin_fabs(way->turn) * extent;
  if (other < frame->slop || 2 * far < frame->margin) return 0;
  frame->quick[side->body] = 1;
  /* Farther than it is thick, it may go past what seems to be on its way. */
  double reach = frame->reach[side->body];
  return other < reach ? other : reach;
}

bool do_bodies_meet(uint32_t contact) {
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  const Manifold *m = frame->manifold + contact;
  Meeting meeting = meeting_at(&a, &b, m, 0);
  if (do_meet(&meeting)) return true;
  if (frame->pointCount[contact] != 2) return false;
  meeting = meeting_at(&a, &b, m, 1);
  return do_meet(&meeting);
}

/* Whether a collider has a contact with something static and solid, near or apart. */
static bool is_beside_static(uint32_t collider) {
  for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
    if (is_to_static(edge) && is_solid(edge)) return true;
  }
  return false;
}

/* Whether a collider is near anything solid that it does not touch, besides the other side of a contact. */
static bool has_neighbor(uint32_t collider, uint32_t contact) {
  for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
    uint32_t near = edge >> 1;
    if (near != contact && frame->pointCount[near] == 0 && is_solid(edge)) return true;
  }
  return false;
}

static bool is_body_beside_static(uint32_t body) {
  if (is_beside_static(body)) return true;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (is_beside_static(child)) return true;
  }
  return false;
}

static bool has_body_neighbor(uint32_t body, uint32_t contact) {
  if (has_neighbor(body, contact)) return true;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (has_neighbor(child, contact)) return true;
  }
  return false;
}

/*
 * Whether two bodies come together so fast that they may get deep into a third one that moves: one near them, of which there are no
 * points yet. (Tried: to look for those that are not near yet as well. Up to 20 m/s and at 60 Hz 0 to 2 of 1,000 are then first seen in
 * overlap; else 8 to 11, up to 101 mm deep. But a gas took 1.2 to 1.3 of the time, and so did boxes that land on tiles.)
 */
bool is_hit_crowded(uint32_t contact) {
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  if (approach_of(a, b).most <= FAST_APPROACH * frame->margin) return false;
  return has_body_neighbor(a, contact) || has_body_neighbor(b, contact);
}

bool still_meets(uint32_t contact) {
  return frame->pointCount[contact] != 0 && !(frame->flags[contact] & ContactFlag_Unsolved) && do_bodies_meet(contact);
}

bool is_hit_beside_static(uint32_t contact) {
  return is_body_beside_static(frame->bodyOf[frame->a[contact]]) || is_body_beside_static(frame->bodyOf[frame->b[contact]]);
}

/*
 * Friction holds as much as it can: without it two capsules that met flat turned, and did not fall, 14 mm into the floor. It changes
 * how fast they come together, so both are found together, as the solver does. Takes the impulse along the normal alone, and makes it that
 * with friction. Returns what friction does.
 */
static double grip(const Side *a, const Side *b, const Meeting *meeting, double *impulse) {
  double across = a->pose->inverseInertia * meeting->arm_a * meeting->slip_arm_a + b->pose->inverseInertia * meeting->arm_b * meeting->slip_arm_b;
  double approach = *impulse * meeting->effect, slip = meeting->slip * (1 - meeting->part);
  double determinant = meeting->effect * meeting->slip_effect - across * across;
  double normal = meeting->slip_effect * approach - across * slip, drag = meeting->effect * slip - across * approach;
  double most = frame->friction * normal;
  if (normal > 0 && drag <= most && -drag <= most) {
    *impulse = normal / determinant;
    return drag / determinant;
  }
  double part = drag > 0 ? frame->friction : -frame->friction;
  double effect = meeting->effect + part * across;
  if (effect > 0) *impulse = approach / effect;
  return part * *impulse;
}

Met meet(uint32_t contact) {
  uint32_t locks_a = frame->locksA, locks_b = frame->locksB;
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  const Manifold *m = frame->manifold + contact;
  int ends = frame->pointCount[contact];
  Change all_a, all_b;
  all_a.x = all_a.y = all_a.turn = 0;
  all_b.x = all_b.y = all_b.turn = 0;
  double fastest = 0;
  for (int i = 0; i < MOST_ENDS; i++) {
    Meeting meeting = first_meeting(&a, &b, m, ends);
    if (!do_meet(&meeting)) break;
    add_effects(&meeting, &a, &b, m);
    if (meeting.approach > fastest) fastest = meeting.approach;
    double impulse = meeting.approach * (1 - meeting.part) / meeting.effect;
    if (meeting.approach > frame->bounceWay) impulse *= 1 + frame->restitution;
    double nx = m->normalX, ny = m->normalY;
    double drag = grip(&a, &b, &meeting, &impulse);
    stray(&a, nx, ny, -impulse, meeting.arm_a, meeting.sure, locks_a, &all_a);
    stray(&b, nx, ny, impulse, meeting.arm_b, meeting.sure, locks_b, &all_b);
    stray(&a, -ny, nx, -drag, is_disc(&a) ? 0 : meeting.slip_arm_a, meeting.sure, locks_a, &all_a);
    stray(&b, -ny, nx, drag, is_disc(&b) ? 0 : meeting.slip_arm_b, meeting.sure, locks_b, &all_b);
    /* Where a face meets a face, one end after the other. */
    if (ends != 2 || !meeting.sure) break;
  }
  return (Met){fastest, strays_by(&a, &all_a), strays_by(&b, &all_b)};
}
