/*
 * Looks whether two colliders that are apart will meet on their ways through the step, and finds the manifold of that moment.
 * See src/continuous/foresight.ts for why, and for what becomes of it.
 */
#include "foresee.h"

/* Radians in a step. With half a radian bodies that were hit in mid-air came down on their edges unseen, 14 cm deep at 30 Hz. */
#define MAX_TURN 1.6

/*
 * Whether a body is none to look ahead for: it turns so far that one normal does not tell of its way, or is kinematic and moves
 * farther than it and the other one are thick, which `sweepKinematics` answers. What is one-way is left to the contacts.
 */
static __attribute__((noinline)) bool turns_far(const Side *side, const Side *other, bool one_way) {
  const Way *way = side->way;
  if (!is_round_body(side->body) && __builtin_fabs(way->turn) > MAX_TURN) return true;
  if (frame->kind[side->body] != BodyKind_Kinematic || one_way) return false;
  double far = 2 * (frame->reach[side->body] + frame->reach[other->body]);
  return way->x * way->x + way->y * way->y > far * far;
}

/*
 * Of two discs |p + t d| = r has a closed form. `passing`: those that have a contact and miss each other get that of where they are
 * nearest, which lets them pass.
 */
static __attribute__((noinline)) int meet_discs(const Side *a, const Side *b, bool passing, Foreseen *out) {
  double radius_a = frame->geometry[a->collider].radius;
  double px = b->pose->x - a->pose->x, py = b->pose->y - a->pose->y;
  double dx = b->way->x - a->way->x, dy = b->way->y - a->way->y;
  double r = radius_a + frame->geometry[b->collider].radius;
  double square = dx * dx + dy * dy;
  double along = px * dx + py * dy;
  double apart = px * px + py * py - r * r;
  double rest = along * along - square * apart;
  if (along >= 0 || apart <= 0) return 0;
  double part = rest < 0 ? 2 : apart / (__builtin_sqrt(rest) - along);
  bool meets = part <= 1;
  if (!meets && !passing) return 0;
  if (!meets) part = -along < square ? -along / square : 1;
  double x = px + part * dx, y = py + part * dy;
  double distance = meets ? r : __builtin_sqrt(x * x + y * y);
  double nx = x / distance, ny = y / distance;
  out->part = part;
  out->manifold = (Manifold){nx, ny, nx * radius_a + part * a->way->x, ny * radius_a + part * a->way->y, distance - r, 0, 0, 0};
  out->feature.id0 = 0;
  return 1;
}

/* How B goes at a point of the hit, seen from A, where the origin of that is at a pose. */
static Vector motion_at(const Foreseen *hit, const double *point, const Side *a, const Side *b, const Start *pose) {
  double part = hit->part;
  double x = point[0] + pose->x, y = point[1] + pose->y;
  double ax = x - frame->sweepA.startX - part * a->way->x, ay = y - frame->sweepA.startY - part * a->way->y;
  double bx = x - frame->sweepB.startX - part * b->way->x, by = y - frame->sweepB.startY - part * b->way->y;
  double turn_a = is_disc(a) ? 0 : a->way->turn, turn_b = is_disc(b) ? 0 : b->way->turn;
  return (Vector){b->way->x - a->way->x - turn_b * by + turn_a * ay, b->way->y - a->way->y + turn_b * bx - turn_a * ax};
}

/*
 * Whether all points of the hit part there: what rises through the end of a link from behind meets it, too. Taken for a
 * hit, with the distance that it comes from for an overlap, it was pushed and reported 2.4 cm away.
 */
static __attribute__((noinline)) bool parts(const Foreseen *hit, int points, const Side *a, const Side *b, const Start *pose) {
  for (int k = 0; k < points; k++) {
    Vector motion = motion_at(hit, manifold_point((Manifold *)&hit->manifold, k), a, b, pose);
    if (motion.x * hit->manifold.normalX + motion.y * hit->manifold.normalY < 0) return false;
  }
  return true;
}

/* In slops: so near is a touch. What is apart may graze, see `grazes`. */
#define TOUCH 0.01

/*
 * The time of impact is that at which two shapes are a quarter of the slop apart. Where round things meet a corner, or each other,
 * the normal turns until they touch: balls of 15 cm flew off with velocities wrong by up to 8 percent of their approach. Moves the
 * hit on to the touch, or to where they are nearest; see `meet_discs`. Returns whether it is another one then.
 */
static __attribute__((noinline)) bool go_to_touch(Foreseen *hit, const Side *a, const Side *b, const Start *at_a, const Start *at_b) {
  const Manifold *m = &hit->manifold;
  double radii = frame->geometry[a->collider].radius + frame->geometry[b->collider].radius;
  double near = TOUCH * frame->slop;
  if (radii == 0 || m->separation0 <= near) return false;
  if (is_on_face(a->collider, at_a->cos, at_a->sin, m) || is_on_face(b->collider, at_b->cos, at_b->sin, m)) return false;
  Vector motion = motion_at(hit, &m->x0, a, b, at_a);
  double square = motion.x * motion.x + motion.y * motion.y;
  double far = radii + m->separation0;
  double along = far * (m->normalX * motion.x + m->normalY * motion.y);
  double apart = far * far - (radii + near) * (radii + near);
  double rest = along * along - square * apart;
  if (along >= 0) return false;
  double left = rest < 0 ? -along / square : apart / (__builtin_sqrt(rest) - along);
  hit->part = hit->part + left < 1 ? hit->part + left : 1;
  return true;
}

/*
 * Finds when two shapes meet, and the points of that moment. `aside`: they have a point and touch elsewhere; `apart`: they are known not to
 * meet; `doubt`: how near they have to come at the end to count as well.
 */
static int meet_shapes(const Side *a, const Side *b, bool aside, bool apart, double reach, double doubt, Foreseen *out) {
  int type_a = frame->shapeType[a->collider], type_b = frame->shapeType[b->collider];
  const Geometry *sizes_a = sizes_of(a->collider), *sizes_b = sizes_of(b->collider);
  write_sweep(a, &frame->sweepA);
  write_sweep(b, &frame->sweepB);
  frame->impactTarget = 0.25 * frame->slop;
  frame->impactTolerance = 0.25 * frame->impactTarget;
  frame->impactLimit = 1;
  Mover first = {type_a, sizes_a, &frame->sweepA}, second = {type_b, sizes_b, &frame->sweepB};
  int found = apart ? Impact_None : meet_movers(&first, &second);
  /* What begins nearer than that, but will touch elsewhere, is on its way there. */
  bool begins = found == Impact_AtStart && aside;
  bool meets = found == Impact_Hit || found == Impact_Unsure || begins;
  if (!meets && doubt == 0) return 0;
  out->part = begins ? 0 : meets ? frame->impact.fraction : 1;
  Start at_a = pose_at(&frame->sweepA, out->part);
  Start at_b = pose_at(&frame->sweepB, out->part);
  double margin = meets ? reach : doubt;
  int points = collide_at(type_a, sizes_a, &at_a, type_b, sizes_b, &at_b, margin, &out->manifold, &out->feature);
  /* Shapes that meet do so at their surfaces, and what is deep in a link came from behind it. */
  if (points == 0 || out->manifold.separation0 < -frame->margin) return 0;
  if (points == 2 && out->manifold.separation1 < -frame->margin) return 0;
  if (meets && parts(out, points, a, b, &at_a)) return 0;
  Foreseen near = *out;
  if (meets && points == 1 && go_to_touch(&near, a, b, &at_a, &at_b)) {
    Start to_a = pose_at(&frame->sweepA, near.part), to_b = pose_at(&frame->sweepB, near.part);
    /* What turns goes along arcs: a touch that is farther away may be none. */
    if (collide_at(type_a, sizes_a, &to_a, type_b, sizes_b, &to_b, frame->slop, &near.manifold, &near.feature) == 1 && near.manifold.separation0 >= 0) {
      *out = near;
      at_a = to_a;
      at_b = to_b;
    }
  }
  for (int k = 0; k < points; k++) {
    double *point = manifold_point(&out->manifold, k);
    point[0] += at_a.x - a->pose->x;
    point[1] += at_a.y - a->pose->y;
  }
  return points;
}

/* Writes what the contact has to know of the pose of one of its sides at the hit. */
static __attribute__((noinline)) void write_ahead(const Side *side, double part, Ahead *out) {
  const Pose *body = frame->pose + side->body;
  Rotation turned = turn_by(is_disc(side) ? 0 : part * side->way->turn);
  out->armX = side->pose->x - center_x(body) - part * side->way->x;
  out->armY = side->pose->y - center_y(body) - part * side->way->y;
  out->cosine = turned.cos;
  out->sine = turned.sin;
}

/*
 * How far the solver takes a point of a body, at (x, y) from where the collider is now, to have gone along the normal by the
 * body's turn: it turns the anchors of the hit from the beginning of the step on, see `PointField`.
 */
static __attribute__((noinline)) double turned_by(const Ahead *ahead, double x, double y, const Manifold *m) {
  double rx = x + ahead->armX, ry = y + ahead->armY;
  return (ahead->cosine - 1) * (rx * m->normalX + ry * m->normalY) + ahead->sine * (rx * m->normalY - ry * m->normalX);
}

/* Turns the separations of the hit into those of now, such that the way closes them. */
static void write_apart(const Side *a, const Side *b, int points, Foreseen *hit) {
  Manifold *m = &hit->manifold;
  double apart = hit->part * (m->normalX * hit->motionX + m->normalY * hit->motionY);
  double dx = a->pose->x - b->pose->x, dy = a->pose->y - b->pose->y;
  for (int k = 0; k < points; k++) {
    double *point = manifold_point(m, k);
    point[2] = point[2] - apart - turned_by(&hit->b, point[0] + dx, point[1] + dy, m) + turned_by(&hit->a, point[0], point[1], m);
  }
}

bool stays_known_apart(uint32_t contact, const Side *a, const Side *b, const Approach *approach, double far) {
  int type_a = frame->shapeType[a->collider], type_b = frame->shapeType[b->collider];
  if (frame->pointCount[contact] > 0 || (frame->flags[contact] & OTHER_FLAGS)) return false;
  if (is_link(type_a, sizes_of(a->collider)) || is_link(type_b, sizes_of(b->collider))) return false;
  if (type_a == ShapeType_Circle && type_b == ShapeType_Circle) return false;
  const Manifold *m = frame->manifold + contact;
  if (m->separation0 - STILL * frame->slop > approach->most + far) return true;
  double least = far > frame->slop ? far : frame->slop;
  return m->separation1 == ALONG_NORMAL && stays_apart(m, approach, least + STILL * frame->slop);
}

/* Writes what else is to be known of the hit that was found. */
static int finish_hit(const Side *a, const Side *b, int points) {
  if (points == 0) return 0;
  Foreseen *hit = &frame->foreseen;
  hit->motionX = b->way->x - a->way->x;
  hit->motionY = b->way->y - a->way->y;
  hit->separation = hit->manifold.separation0;
  write_ahead(a, hit->part, &hit->a);
  write_ahead(b, hit->part, &hit->b);
  write_apart(a, b, points, hit);
  return points;
}

bool comes_near(uint32_t contact, WayGap *gap) {
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  Approach approach = approach_of(a.body, b.body);
  if (!may_meet(a.body, b.body, frame->doubt) || stays_known_apart(contact, &a, &b, &approach, frame->doubt)) return false;
  *gap = gap_on_ways(contact);
  return !(gap->least > frame->slop && gap->least > frame->doubt);
}

int foresee_doubtful(uint32_t contact, const WayGap *gap) {
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  double most = approach_of(a.body, b.body).most, doubt = frame->doubt;
  bool apart = gap->least > frame->slop;
  /* What does not meet on the way counts only for how near it is as that ends. */
  if (most + doubt <= frame->margin || (apart && gap->end > doubt)) return 0;
  return finish_hit(&a, &b, meet_shapes(&a, &b, false, apart, frame->margin + 2 * most, doubt, &frame->foreseen));
}

EXPORT(foresee) int foresee(uint32_t contact) {
  /* What is farther apart than the speculative distance has no contact yet; of what is nearer the normal may be another one. */
  bool aside = hits_aside(contact);
  Side a = side_of(frame->a[contact]);
  Side b = side_of(frame->b[contact]);
  Approach approach = approach_of(a.body, b.body);
  if (approach.most <= frame->margin && !aside) return 0;
  bool one_way = frame->flags[contact] & ContactFlag_OneWay;
  if ((!aside && !may_meet(a.body, b.body, 0)) || stays_known_apart(contact, &a, &b, &approach, 0)) return 0;
  if (turns_far(&a, &b, one_way) || turns_far(&b, &a, one_way)) return 0;
  /* What passes by, or is not quite there as the step ends, is not to be held along the normal of now either. */
  int points = is_disc(&a) && is_disc(&b)
                 ? meet_discs(&a, &b, aside, &frame->foreseen)
                 : meet_shapes(&a, &b, aside, false, frame->margin + 2 * approach.most, aside ? frame->slop : 0, &frame->foreseen);
  return finish_hit(&a, &b, points);
}
