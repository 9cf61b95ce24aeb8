/*
 * Which contacts of quick bodies the step has to look ahead for: more than may come of it, never fewer. See
 * `src/continuous/approach.ts`, `foresight.ts` and `after-hits.ts`, which then look closely.
 */
#include "foresee.h"

bool may_meet(uint32_t a, uint32_t b, double more) {
  double px = center_x(frame->pose + b) - center_x(frame->pose + a);
  double py = center_y(frame->pose + b) - center_y(frame->pose + a);
  double dx = frame->way[b].x - frame->way[a].x;
  double dy = frame->way[b].y - frame->way[a].y;
  double reach = frame->extent[a] + frame->extent[b] + more;
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

bool is_turning(uint32_t contact, uint32_t a, uint32_t b, uint32_t body_a, uint32_t body_b, int points) {
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

/* How far the surface of a body goes at most because it turns. */
static inline double swing_of(uint32_t body) {
  return is_round_body(body) ? 0 : __builtin_fabs(frame->way[body].turn) * frame->extent[body];
}

/* How large a body is that a hit may turn, seen from its center of mass. */
static inline double turning_extent(uint32_t body) {
  return frame->kind[body] == BodyKind_Dynamic && !is_round_body(body) ? frame->extent[body] : __builtin_inf();
}

/* Whether two bodies come together so fast that the hit may turn one of them far within the step: see `renew.c`. */
static inline bool may_turn(uint32_t body_a, uint32_t body_b, double most) {
  return most > MAY_TURN * turning_extent(body_a) || most > MAY_TURN * turning_extent(body_b);
}

bool looks_ahead(uint32_t contact, int points, const Approach *approach) {
  uint32_t a = frame->a[contact];
  uint32_t b = frame->b[contact];
  uint32_t body_a = frame->bodyOf[a];
  uint32_t body_b = frame->bodyOf[b];
  if (points == UNSEEN) return true;
  if (points > 0) {
    if (is_turning(contact, a, b, body_a, body_b, points)) return true;
    if (may_turn(body_a, body_b, approach->most)) return true;
    /* No point of theirs comes nearer than that: most pairs of a heap that moves as one need no closer look. */
    if (4 * approach->most <= frame->margin) return false;
    bool free = frame->kind[body_a] != BodyKind_Static && frame->kind[body_b] != BodyKind_Static;
    if (!free) return false;
    /* Their other ends may meet: see `src/continuous/other-end.ts`. */
    if (points == 1 && swing_of(body_a) + swing_of(body_b) > frame->margin) return true;
    return may_hit(contact, a, b, body_a, body_b, points);
  }
  double most = approach->most;
  if (most <= frame->margin * (1 - 1e-9) || !may_meet(body_a, body_b, 0)) return false;
  most *= 1 + 1e-9;
  int type_a = frame->shapeType[a];
  int type_b = frame->shapeType[b];
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) {
    double dx = frame->pose[b].x - frame->pose[a].x;
    double dy = frame->pose[b].y - frame->pose[a].y;
    double reach = frame->geometry[a].radius + frame->geometry[b].radius + most;
    return dx * dx + dy * dy <= reach * reach;
  }
  bool linked = is_link(type_a, sizes_of(a)) || is_link(type_b, sizes_of(b));
  /* What is behind a link now may be in front of it later: only what gets nowhere near it is out of the question. */
  if (linked) return !(gap_on_ways(contact).least > frame->slop);
  /* Of all others it is known how far apart they are at least, give or take what moves while a manifold is kept. */
  const Manifold *m = frame->manifold + contact;
  if (m->separation0 - STILL * frame->slop > most) return false;
  if (m->separation1 == ALONG_NORMAL && stays_apart(m, approach, frame->slop)) return false;
  return !(gap_on_ways(contact).least > frame->slop);
}
