/*
 * Gives a contact of two bodies that turn, and touch with a corner or a round end, the point at which their other ends will meet
 * within the step. After a hit at 10 m/s the other end of a body came down 14 cm deep into the other one before a contact was
 * made there.
 */
#include "foresee.h"

/* Cosine down to which the normal at the other end may lean from that of the contact. */
#define LEAST_LEAN 0.5
/* The other end is at least this part of the thinner body's reach away from the point that there is. */
#define APART 0.5
/* The feature of a point that is to come. */
#define TO_COME -1

/* The surface of a disc stays where it is while it turns. */
static inline double swing_of(const Side *side) {
  return is_round_body(side->body) ? 0 : __builtin_fabs(side->way->turn) * frame->extent[side->body];
}

/* Where a point that goes with a body, at (x, y) at the end of its way, was as that began. */
static Vector take_back(const Sweep *sweep, double x, double y) {
  Rotation turned = turn_by(-sweep->turn);
  double rx = x - sweep->endX, ry = y - sweep->endY;
  return (Vector){sweep->startX + turned.cos * rx - turned.sin * ry, sweep->startY + turned.sin * rx + turned.cos * ry};
}

/* Adds a point of the end of the step to a contact, if it is another one than that of now. */
static bool add_end(uint32_t contact, const Side *a, const Side *b, const Start *end, const Manifold *then, const double *point) {
  Manifold *now = frame->manifold + contact;
  double nx = now->normalX, ny = now->normalY;
  double depth = -point[2];
  if (depth < frame->slop || nx * then->normalX + ny * then->normalY < LEAST_LEAN) return false;
  double x = end->x + point[0], y = end->y + point[1];
  double ox = 0.5 * depth * then->normalX, oy = 0.5 * depth * then->normalY;
  Vector on_a = take_back(&frame->sweepA, x + ox, y + oy);
  Vector on_b = take_back(&frame->sweepB, x - ox, y - oy);
  double apart = nx * (on_b.x - on_a.x) + ny * (on_b.y - on_a.y);
  double px = 0.5 * (on_a.x + on_b.x) - a->pose->x;
  double py = 0.5 * (on_a.y + on_b.y) - a->pose->y;
  double aside = __builtin_fabs((px - now->x0) * ny - (py - now->y0) * nx);
  double reach_a = frame->reach[a->body], reach_b = frame->reach[b->body];
  if (apart <= 0 || aside < APART * (reach_a < reach_b ? reach_a : reach_b)) return false;
  now->x1 = px;
  now->y1 = py;
  now->separation1 = apart;
  frame->feature[contact].id1 = TO_COME;
  frame->impulse[contact].normal1 = 0;
  frame->impulse[contact].tangent1 = 0;
  frame->pointCount[contact] = 2;
  frame->known[contact].x = __builtin_nanf("");
  return true;
}

/* Writes points of the end of the step to a contact, as they are seen from now on. Returns how many there are. */
static int add_ends(uint32_t contact, const Side *a, const Start *end, const Manifold *then, const Feature *feature, int points) {
  Manifold *now = frame->manifold + contact;
  int count = 0;
  for (int k = 0; k < points; k++) {
    const double *point = manifold_point((Manifold *)then, k);
    double half = 0.5 * point[2];
    double x = end->x + point[0], y = end->y + point[1];
    Vector on_a = take_back(&frame->sweepA, x - half * then->normalX, y - half * then->normalY);
    Vector on_b = take_back(&frame->sweepB, x + half * then->normalX, y + half * then->normalY);
    double *out = manifold_point(now, count);
    out[0] = 0.5 * (on_a.x + on_b.x) - a->pose->x;
    out[1] = 0.5 * (on_a.y + on_b.y) - a->pose->y;
    out[2] = then->normalX * (on_b.x - on_a.x) + then->normalY * (on_b.y - on_a.y);
    if (out[2] <= 0) continue;
    *feature_id(frame->feature + contact, count) = k == 0 ? feature->id0 : feature->id1;
    count++;
  }
  if (count == 0) return 0;
  now->normalX = then->normalX;
  now->normalY = then->normalY;
  frame->impulse[contact] = (Impulse){0};
  frame->pointCount[contact] = count;
  frame->known[contact].x = __builtin_nanf("");
  return count;
}

/* Whether the discs around two bodies are apart where their ways end. */
static bool ends_far(const Side *a, const Side *b) {
  const Pose *p = frame->pose + a->body, *q = frame->pose + b->body;
  double x = center_x(q) + b->way->x - center_x(p) - a->way->x;
  double y = center_y(q) + b->way->y - center_y(p) - a->way->y;
  double reach = (1 + NEARER_POINT) * (frame->extent[a->body] + frame->extent[b->body]);
  return x * x + y * y > reach * reach;
}

/*
 * What was turned by a hit comes down on the next tile with a corner that goes along an arc: where its way ends tells of that, and the
 * way until then, which is drawn straight, leads into the ground and to the edges of seams.
 */
int foresee_ends(uint32_t contact, const WayGap *gap) {
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  if (frame->shapeType[a.collider] == ShapeType_Circle || frame->shapeType[b.collider] == ShapeType_Circle) return 0;
  if (frame->flags[contact] & (ContactFlag_Sensor | ContactFlag_Driven | ContactFlag_OneWay)) return 0;
  Approach approach = approach_of(a.body, b.body);
  if (gap->end > frame->slop || ends_far(&a, &b) || stays_known_apart(contact, &a, &b, &approach, 0)) return 0;
  write_sweep(&a, &frame->sweepA);
  write_sweep(&b, &frame->sweepB);
  Start at_a = pose_at(&frame->sweepA, 1);
  Start at_b = pose_at(&frame->sweepB, 1);
  Manifold then;
  Feature feature = {0, 0};
  int points = collide_at(frame->shapeType[a.collider], sizes_of(a.collider), &at_a, frame->shapeType[b.collider],
                          sizes_of(b.collider), &at_b, frame->margin, &then, &feature);
  if (points == 0 || (then.separation0 > 0 && (points == 1 || then.separation1 > 0))) return 0;
  return add_ends(contact, &a, &at_a, &then, &feature, points);
}

void foresee_other_end(uint32_t contact) {
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  /* A disc has no other end: pushed along the normal of now anywhere else it would turn, whatever rubs. */
  if (frame->shapeType[a.collider] == ShapeType_Circle || frame->shapeType[b.collider] == ShapeType_Circle) return;
  if (frame->flags[contact] & (ContactFlag_Sensor | ContactFlag_Driven | ContactFlag_OneWay | ContactFlag_Unsolved)) return;
  if (frame->kind[a.body] == BodyKind_Static || frame->kind[b.body] == BodyKind_Static) return;
  if (swing_of(&a) + swing_of(&b) <= frame->margin) return;
  write_sweep(&a, &frame->sweepA);
  write_sweep(&b, &frame->sweepB);
  Start at_a = pose_at(&frame->sweepA, 1);
  Start at_b = pose_at(&frame->sweepB, 1);
  Manifold then;
  Feature feature;
  int points = collide_at(frame->shapeType[a.collider], sizes_of(a.collider), &at_a, frame->shapeType[b.collider],
                          sizes_of(b.collider), &at_b, 0, &then, &feature);
  for (int k = 0; k < points; k++) {
    if (add_end(contact, &a, &b, &at_a, &then, manifold_point(&then, k))) return;
  }
}
