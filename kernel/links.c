/*
 * A link of a chain against a convex shape, so that bodies slide over the seams.
 *
 * Seen alone, a link would push a box that crosses its end sideways. So the normal that the two shapes would get on
 * their own is judged by how the chain goes on at the end it leans to:
 *
 * - the chain turns away there (a convex corner): normals between those of the link and of its neighbor belong to the
 *   corner and are kept; normals beyond that of the neighbor are the neighbor's business, and there is no contact;
 *   but what is deeper in than it reaches to the sides both would leave to each other: the link behind which it is less
 *   deep uses its own normal then;
 * - the chain goes straight on or turns towards the shape: no shape can touch the end from the side, so the link's own
 *   normal is used instead, cut to the width of the link.
 *
 * (The rules of smooth edge collision as published for Box2D.)
 */
#include "convex.h"

/* Sine of the angle between links up to which the chain counts as straight. */
#define STRAIGHT 0.01
/* Sine of the angle by which a normal may pass that of the link or neighbor. */
#define BEYOND 0.02
/* A face of the shape must beat the link by this share of the shorter edge. */
#define LINK_PREFERENCE 5e-4
/* Depths behind two links that differ by a smaller part are the same: both hold it. By rounding alone each would leave it to the other. */
#define SAME_DEPTH 1e-9

/* SNAP_END and SNAP_BEGIN: where the chain turns towards the shape at that end. */
typedef enum { KEEP, SKIP, SNAP, SNAP_END, SNAP_BEGIN } Verdict;

/* Whether what is on the left of a link, or of its neighbor, is on the left of their corner. At a bare end the link alone says so. */
static inline bool at_corner(bool left, bool neighbor, double turn) {
  return turn < 0 ? left || neighbor : turn > 0 ? left && neighbor : left;
}

Geometry face_link(const Geometry *link, double x, double y) {
  double ex = link->x2 - link->x1;
  double ey = link->y2 - link->y1;
  double ax = x - link->x1;
  double ay = y - link->y1;
  bool left = ex * ay - ey * ax >= 0;
  double along = ex * ax + ey * ay;
  /*
   * Beside the link's ends it is the corner there that has two sides, not the line: at a corner that stands out to the
   * left whatever is on the left of one of the two links is on the left of the chain, at one that stands back whatever
   * is on the left of both. So neighbors agree about a shape at their joint.
   */
  if (along < 0) {
    double px = link->x1 - link->previousX;
    double py = link->y1 - link->previousY;
    bool neighbor = px * ay - py * ax >= 0;
    left = at_corner(left, neighbor, px * ey - py * ex);
  } else if (along > ex * ex + ey * ey) {
    double nx = link->nextX - link->x2;
    double ny = link->nextY - link->y2;
    bool neighbor = nx * (y - link->y2) - ny * (x - link->x2) >= 0;
    left = at_corner(left, neighbor, ex * ny - ey * nx);
  }
  Geometry facing = *link;
  facing.sides = LinkSides_Left;
  if (left) return facing;
  facing.x1 = link->x2;
  facing.y1 = link->y2;
  facing.x2 = link->x1;
  facing.y2 = link->y1;
  facing.previousX = link->nextX;
  facing.previousY = link->nextY;
  facing.nextX = link->previousX;
  facing.nextY = link->previousY;
  return facing;
}

/* Core of the link with edge 0 running from point 2 to point 1, so that its outward normal is the front. */
static void load_link(const Geometry *link, Core *core) {
  double ex = link->x2 - link->x1;
  double ey = link->y2 - link->y1;
  double length = __builtin_sqrt(ex * ex + ey * ey);
  core->count = 2;
  set_edge(core, 0, link->x2, link->y2, -ey / length, ex / length);
  set_edge(core, 1, link->x1, link->y1, ey / length, -ex / length);
}

/* Tolerance of the clipping: a share of the shorter one of the link and an edge of B. */
static double tolerance_of(const Core *a, const Core *b, int face_b) {
  int next = face_b + 1 < b->count ? face_b + 1 : 0;
  double ax = a->x[1] - a->x[0], ay = a->y[1] - a->y[0];
  double bx = b->x[next] - b->x[face_b], by = b->y[next] - b->y[face_b];
  double square_a = ax * ax + ay * ay, square_b = bx * bx + by * by;
  return LINK_PREFERENCE * __builtin_sqrt(square_a < square_b ? square_a : square_b);
}

/* How far B is in front of the line through vertex i of the link with a normal. */
static double separation_along(double nx, double ny, const Core *a, int i, const Core *b) {
  double least = nx * (b->x[0] - a->x[i]) + ny * (b->y[0] - a->y[i]);
  for (int j = 1; j < b->count; j++) {
    double separation = nx * (b->x[j] - a->x[i]) + ny * (b->y[j] - a->y[i]);
    if (separation < least) least = separation;
  }
  return least;
}

/*
 * What to do with a normal (frame of A), where B is `separation` in front of the link. Where the chain goes straight on, two points
 * may lean as their shape does; one alone would lean on the end of the link: at 100 m/s a rounded corner was thrown up by 2.7 mm.
 */
static Verdict judge(const Geometry *link, bool both, const Core *a, const Core *b, double separation, int count, const Manifold *out) {
  double nx = out->normalX, ny = out->normalY;
  double fx = a->nx[0], fy = a->ny[0];
  /* The link's direction from point 1 to point 2 is its front normal turned clockwise. */
  bool at_end = nx * fy - ny * fx > 0;
  double dx = at_end ? link->nextX - a->x[0] : a->x[1] - link->previousX;
  double dy = at_end ? link->nextY - a->y[0] : a->y[1] - link->previousY;
  double length = __builtin_sqrt(dx * dx + dy * dy);
  /* Normal of the neighbor, and how far the chain turns right (away from the front) at this end. */
  double gx = length > 0 ? -dy / length : fx;
  double gy = length > 0 ? dx / length : fy;
  double turn = at_end ? fy * gx - fx * gy : gy * fx - gx * fy;
  double lean = at_end ? fy * nx - fx * ny : fx * ny - fy * nx;
  bool folded = fx * gx + fy * gy < 0;
  /* At a bare end: see `linkPoints`. What is under it comes from behind. */
  if (folded && turn == 0) return both || nx * fx + ny * fy >= -BEYOND ? KEEP : SKIP;
  if (turn <= STRAIGHT && !(folded && turn > 0)) {
    if (count == 2 && lean <= BEYOND && nx * fx + ny * fy > 0) return KEEP;
    return turn >= -STRAIGHT ? SNAP : at_end ? SNAP_END : SNAP_BEGIN;
  }
  double past = at_end ? gy * nx - gx * ny : gx * ny - gy * nx;
  if (past <= BEYOND) return KEEP;
  return separation < 0 && separation * (1 - SAME_DEPTH) >= separation_along(gx, gy, a, at_end ? 0 : 1, b) ? SNAP : SKIP;
}

/*
 * Whether a point, the middle of B, is behind the link that the chain turns to. What reaches over this link by no more than the
 * margin, too, only passes the corner: where solid cells touch at a corner alone, what slides up a wall past it has nothing to do
 * with the wedge between them.
 */
static bool is_behind_neighbor(const Geometry *link, const Core *a, Verdict verdict, double x, double y) {
  bool end = verdict == SNAP_END;
  int i = end ? 0 : 1;
  double dx = end ? link->nextX - a->x[0] : a->x[1] - link->previousX;
  double dy = end ? link->nextY - a->y[0] : a->y[1] - link->previousY;
  return dx * (y - a->y[i]) - dy * (x - a->x[i]) < 0;
}

/*
 * Lets the link begin sooner: at the foot of a slope all that is in front of the floor is also in front of the line of the slope
 * under it. What came along the floor corner first had no point with the slope, and was a whole step deep in it.
 */
static void reach_back(Core *a, int i, double more) {
  a->x[i] += more * a->ny[0];
  a->y[i] -= more * a->nx[0];
}

__attribute__((noinline)) int collide_link_convex(const Geometry *link, int type_b, const Geometry *b, const Placed *pair, Manifold *out,
                        Feature *ids) {
  Core core_b;
  load_core(type_b, b, &core_b);
  place_core(&core_b, pair);
  double middle_x, middle_y;
  find_middle(&core_b, &middle_x, &middle_y);
  Geometry facing;
  bool both = link->sides != LinkSides_Left;
  if (both) {
    facing = face_link(link, middle_x, middle_y);
    link = &facing;
  }
  Core core_a;
  load_link(link, &core_a);
  /* The middle of B is behind the link: B comes from the open side or has passed. */
  if (core_a.nx[0] * (middle_x - core_a.x[0]) + core_a.ny[0] * (middle_y - core_a.y[0]) < 0) return 0;
  double limit = link->radius + b->radius + pair->margin;
  /* Only edge 0, the front of the link, may be a reference. */
  Face found_a = find_face(1, &core_a, &core_b);
  if (found_a.separation > limit) return apart_along_face(pair, core_a.nx[0], core_a.ny[0], found_a.separation - link->radius - b->radius, out);
  Face found_b = find_face(core_b.count, &core_b, &core_a);
  /*
   * The normal of a face of B is not left behind: along that, when B has turned, it may be apart from the link, and have a point with it
   * all the same: see `reach_back`.
   */
  if (found_b.face < 0 || found_b.separation > limit) return 0;
  Clip clip = {link->radius, b->radius, pair->margin, 0, tolerance_of(&core_a, &core_b, found_b.face)};
  bool flip = found_b.separation > found_a.separation + clip.tolerance;
  clip.separation = flip ? found_b.separation : found_a.separation;
  int front = find_opposite(&core_b, found_a.nearest, core_a.nx[0], core_a.ny[0]);
  int back = flip ? find_opposite(&core_a, found_b.nearest, core_b.nx[found_b.face], core_b.ny[found_b.face]) : 0;
  int count = clip_faces(&core_a, back, &core_b, flip ? found_b.face : front, flip, true, &clip, out, ids);
  if (count == 0) return 0;
  Verdict verdict = judge(link, both, &core_a, &core_b, found_a.separation, count, out);
  if (verdict == SKIP) return 0;
  bool past = verdict > SNAP && clip.separation - clip.radius_a - clip.radius_b > -clip.margin;
  if (past && is_behind_neighbor(link, &core_a, verdict, middle_x, middle_y)) return 0;
  if (verdict >= SNAP) {
    clip.separation = found_a.separation;
    count = clip_faces(&core_a, 0, &core_b, front, false, false, &clip, out, ids);
    if (count == 0 && verdict != SNAP) {
      reach_back(&core_a, verdict == SNAP_END ? 0 : 1, verdict == SNAP_END ? pair->margin : -pair->margin);
      count = clip_faces(&core_a, 0, &core_b, front, false, false, &clip, out, ids);
    }
  }
  return manifold_to_world(count, pair, out);
}
