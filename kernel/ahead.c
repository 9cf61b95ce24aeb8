/*
 * Which contacts of quick bodies the step has to look ahead for: more than may come of it, never fewer. See
 * `src/continuous/approach.ts`, `foresight.ts` and `after-hits.ts`, which then look closely.
 */
#include "collide.h"

/* Where a body's center of mass is. */
static inline double center_x(const Pose *pose) { return pose->x - pose->fromCenterX; }
static inline double center_y(const Pose *pose) { return pose->y - pose->fromCenterY; }

static inline bool is_round_body(uint32_t body) {
  return frame->shapeType[body] == ShapeType_Circle && frame->firstChild[body] == 0;
}

/*
 * How far two bodies may come nearer to each other in the step, at most. Their motion is taken where the smaller one is:
 * what rides along in a turning drum does not come near it.
 */
static double approach_of(uint32_t a, uint32_t b) {
  uint32_t small = frame->extent[a] < frame->extent[b] ? a : b;
  uint32_t large = a + b - small;
  const Way *s = frame->way + small;
  const Way *l = frame->way + large;
  double rx = center_x(frame->pose + small) - center_x(frame->pose + large);
  double ry = center_y(frame->pose + small) - center_y(frame->pose + large);
  double dx = s->x - l->x + l->turn * ry;
  double dy = s->y - l->y - l->turn * rx;
  double approach = __builtin_sqrt(dx * dx + dy * dy);
  /* The surface of a disc stays where it is while it turns. */
  if (is_round_body(small)) return approach;
  return approach + __builtin_fabs(s->turn - l->turn) * frame->extent[small];
}

/* Whether the discs around two bodies touch on their ways. */
static bool may_meet(uint32_t a, uint32_t b) {
  double px = center_x(frame->pose + b) - center_x(frame->pose + a);
  double py = center_y(frame->pose + b) - center_y(frame->pose + a);
  double dx = frame->way[b].x - frame->way[a].x;
  double dy = frame->way[b].y - frame->way[a].y;
  double reach = frame->extent[a] + frame->extent[b];
  double along = -(px * dx + py * dy);
  double square = dx * dx + dy * dy;
  double part = along <= 0 ? 0 : along >= square ? 1 : along / square;
  double x = px + part * dx;
  double y = py + part * dy;
  /* Rounding must not lose one that the other side of the border would look at. */
  return x * x + y * y <= reach * reach * (1 + 1e-9);
}

/* Whether a body turns an anchor, that is as far behind its surface, by more than may be left out. */
static inline bool turns_anchor(uint32_t collider, uint32_t body, double gap) {
  double turn = frame->way[body].turn;
  double behind = frame->geometry[collider].radius + 0.5 * gap;
  return 0.5 * behind * turn * turn >= LEVEL_TURN * frame->slop && !is_round_body(body);
}

/* Whether the separations of a contact change as its bodies turn. */
static bool is_turning(uint32_t contact, uint32_t a, uint32_t b, uint32_t body_a, uint32_t body_b, int points) {
  double turn_a = frame->way[body_a].turn;
  double turn_b = frame->way[body_b].turn;
  if (turn_a * turn_a + turn_b * turn_b < LEAST_TURN * LEAST_TURN) return false;
  const Manifold *m = frame->manifold + contact;
  double gap = m->separation0 > 0 ? m->separation0 : 0;
  if (points == 2 && m->separation1 > gap) gap = m->separation1;
  return turns_anchor(a, body_a, gap) || turns_anchor(b, body_b, gap);
}

/* How fast a point that is (x, y) away from where the way of a body begins goes along the normal. */
static inline double along_normal(uint32_t body, const Manifold *m, double x, double y) {
  const Way *way = frame->way + body;
  return m->normalX * (way->x - way->turn * y) + m->normalY * (way->y + way->turn * x);
}

/* Whether two bodies hit each other at an end of their contact in the step: after that their ways are others. */
static bool may_hit(uint32_t contact, uint32_t a, uint32_t b, uint32_t body_a, uint32_t body_b, int points) {
  const Manifold *m = frame->manifold + contact;
  const Pose *p = frame->pose + a;
  const Pose *q = frame->pose + b;
  double turn_a = frame->way[body_a].turn;
  double turn_b = frame->way[body_b].turn;
  /* What turns goes no straight way. */
  double bend = 0.5 * (turn_a * turn_a * frame->extent[body_a] + turn_b * turn_b * frame->extent[body_b]);
  for (int k = 0; k < points; k++) {
    double x = k == 0 ? m->x0 : m->x1;
    double y = k == 0 ? m->y0 : m->y1;
    double apart = k == 0 ? m->separation0 : m->separation1;
    double approach = along_normal(body_a, m, x + p->fromCenterX, y + p->fromCenterY) -
                      along_normal(body_b, m, x + p->x - q->x + q->fromCenterX, y + p->y - q->y + q->fromCenterY);
    if (2 * approach > frame->margin && approach > apart - bend) return true;
  }
  return false;
}

bool looks_ahead(uint32_t contact, int points) {
  uint32_t a = frame->a[contact];
  uint32_t b = frame->b[contact];
  uint32_t body_a = frame->bodyOf[a];
  uint32_t body_b = frame->bodyOf[b];
  if (points == UNSEEN) return true;
  if (points > 0 && is_turning(contact, a, b, body_a, body_b, points)) return true;
  bool free = frame->kind[body_a] != BodyKind_Static && frame->kind[body_b] != BodyKind_Static;
  if (points > 0 && free && may_hit(contact, a, b, body_a, body_b, points)) return true;
  if (points == 2) return false;
  double approach = approach_of(body_a, body_b);
  if (points == 1) {
    if (frame->shapeType[a] == ShapeType_Circle || frame->shapeType[b] == ShapeType_Circle) return false;
    return 2 * approach > frame->margin * (1 - 1e-9);
  }
  if (approach <= frame->margin * (1 - 1e-9) || !may_meet(body_a, body_b)) return false;
  return !is_out_of_reach(contact, approach * (1 + 1e-9));
}
