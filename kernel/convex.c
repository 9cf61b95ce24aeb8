/*
 * Any two convex shapes with straight edges (box, capsule, polygon, segment), rounded or not. Separating axes over the
 * faces of both cores choose the reference; clip.c makes the points. See boxes.c for why the faces suffice.
 */
#include "convex.h"
#include "vectors.h"

/* Two numbers that lie anywhere. */
typedef f64x2 Pair __attribute__((aligned(8)));

/* An edge must be better than an earlier one by this share of its distance from the origin: no flicker by rounding. Of */
/* edges that are nearly parallel the second best one may look at another vertex than the nearest. */
#define EDGE_PREFERENCE 1e-11
/*
 * Of two neighboring edges the first is the incident one while the reference looks into the middle of their corner, to
 * this share of the square of the distance of their normals. A share of the corner, not a cosine: of two edges that are
 * all but parallel the wrong one does not hold the nearest vertex.
 */
#define CORNER_PREFERENCE 5e-4
/* Cosine up to which an edge that stands on the reference does not look away from it. */
#define UPRIGHT 1e-9
/* A face of B that lies on one of A must beat it by this share of the shorter of the two edges. */
#define SIDE_PREFERENCE 5e-4
/* Any other face of B must beat the best one of A by this share of that: no flicker by rounding. */
#define ROUNDING 1e-8
/* Cosine of the angle between the lines of two faces up to which they lie on each other. */
#define LEVEL 0.9999

static void load_box(const Geometry *sizes, Core *core) {
  double w = sizes->halfWidth;
  double h = sizes->halfHeight;
  core->count = 4;
  set_edge(core, 0, -w, -h, 0, -1);
  set_edge(core, 1, w, -h, 1, 0);
  set_edge(core, 2, w, h, 0, 1);
  set_edge(core, 3, -w, h, -1, 0);
}

static void load_capsule(const Geometry *sizes, Core *core) {
  double x = sizes->halfLength;
  double y = sizes->halfHeight;
  core->count = 2;
  if (x == 0) {
    set_edge(core, 0, 0, -y, 1, 0);
    set_edge(core, 1, 0, y, -1, 0);
    return;
  }
  set_edge(core, 0, -x, 0, 0, -1);
  set_edge(core, 1, x, 0, 0, 1);
}

/* Normal 0 is on the right hand from point 1 to point 2, normal 1 on the left. */
static void load_segment(const Geometry *sizes, Core *core) {
  double ex = sizes->x2 - sizes->x1;
  double ey = sizes->y2 - sizes->y1;
  double length = __builtin_sqrt(ex * ex + ey * ey);
  double nx = length > 0 ? ey / length : 0;
  double ny = length > 0 ? -ex / length : -1;
  core->count = 2;
  set_edge(core, 0, sizes->x1, sizes->y1, nx, ny);
  set_edge(core, 1, sizes->x2, sizes->y2, -nx, -ny);
}

/*
 * Numbers of vertices i and i + 1. Where there are an odd number of them the last pair has one that is none: it is computed along, and not
 * looked at. In the record of a polygon it is zeros.
 */
static inline f64x2 two_of(const double *numbers, int i) { return *(const Pair *)(numbers + i); }
static inline void put_two(double *numbers, int i, f64x2 two) { *(Pair *)(numbers + i) = two; }

/* The same of points x, y in turn. */
static inline f64x2 two_x(const double *points, int i) {
  return __builtin_shufflevector(two_of(points, 2 * i), two_of(points, 2 * i + 2), 0, 2);
}

static inline f64x2 two_y(const double *points, int i) {
  return __builtin_shufflevector(two_of(points, 2 * i), two_of(points, 2 * i + 2), 1, 3);
}

static void load_polygon(const Geometry *sizes, Core *core) {
  const Polygon *polygon = frame->polygons + (uint32_t)sizes->polygon;
  core->count = (int)polygon->count;
  for (int i = 0; i < core->count; i += 2) {
    put_two(core->x, i, two_x(polygon->vertices, i));
    put_two(core->y, i, two_y(polygon->vertices, i));
    put_two(core->nx, i, two_x(polygon->normals, i));
    put_two(core->ny, i, two_y(polygon->normals, i));
  }
}

void load_core(int type, const Geometry *sizes, Core *core) {
  switch (type) {
    case ShapeType_Box:
    case ShapeType_Aabb:
      load_box(sizes, core);
      return;
    case ShapeType_Capsule:
      load_capsule(sizes, core);
      return;
    case ShapeType_Segment:
      load_segment(sizes, core);
      return;
    default:
      load_polygon(sizes, core);
  }
}

void place_core(Core *core, const Placed *pair) {
  double ca = pair->cos_a, sa = pair->sin_a;
  double cb = pair->cos_b, sb = pair->sin_b;
  double px = ca * pair->dx + sa * pair->dy;
  double py = ca * pair->dy - sa * pair->dx;
  double c = ca * cb + sa * sb;
  double s = ca * sb - sa * cb;
  for (int i = 0; i < core->count; i += 2) {
    f64x2 x = two_of(core->x, i), y = two_of(core->y, i);
    put_two(core->x, i, c * x - s * y + px);
    put_two(core->y, i, s * x + c * y + py);
    f64x2 nx = two_of(core->nx, i), ny = two_of(core->ny, i);
    put_two(core->nx, i, c * nx - s * ny);
    put_two(core->ny, i, s * nx + c * ny);
  }
}

/*
 * Four edges at a time, each with all vertices: a vertex that rules an edge out would spare most of them, but which one does is as good as
 * random, and a jump that was not foreseen takes longer.
 */
Face find_face(int edges, const Core *core, const Core *other) {
  /* No initializer: it would be read from where the linker puts data, which is where the address table is. */
  Face found;
  found.face = -1;
  found.nearest = 0;
  found.separation = -__builtin_inf();
  double nearest = 0;
  for (int i = 0; i < edges; i += 4) {
    f64x2 nx = two_of(core->nx, i), ny = two_of(core->ny, i);
    f64x2 mx = two_of(core->nx, i + 2), my = two_of(core->ny, i + 2);
    f64x2 n_least = nx * other->x[0] + ny * other->y[0], m_least = mx * other->x[0] + my * other->y[0];
    for (int j = 1; j < other->count; j++) {
      n_least = lesser(n_least, nx * other->x[j] + ny * other->y[j]);
      m_least = lesser(m_least, mx * other->x[j] + my * other->y[j]);
    }
    f64x2 n_from = nx * two_of(core->x, i) + ny * two_of(core->y, i);
    f64x2 m_from = mx * two_of(core->x, i + 2) + my * two_of(core->y, i + 2);
    double least[4] = {n_least.x, n_least.y, m_least.x, m_least.y}, from[4] = {n_from.x, n_from.y, m_from.x, m_from.y};
    for (int k = 0; k < 4 && i + k < edges; k++) {
      if (!(least[k] > found.separation + from[k] + EDGE_PREFERENCE * __builtin_fabs(from[k]))) continue;
      found.face = i + k;
      found.separation = least[k] - from[k];
      nearest = least[k];
    }
  }
  if (found.face < 0) return found;
  double nx = core->nx[found.face], ny = core->ny[found.face];
  while (found.nearest + 1 < other->count && nx * other->x[found.nearest] + ny * other->y[found.nearest] > nearest) found.nearest++;
  return found;
}

int find_opposite(const Core *core, int nearest, double nx, double ny) {
  int count = core->count;
  if (count < 2) return 0;
  int before = nearest > 0 ? nearest - 1 : count - 1;
  int first = before < nearest ? before : nearest;
  int last = before < nearest ? nearest : before;
  double fx = core->nx[first], fy = core->ny[first];
  double lx = core->nx[last], ly = core->ny[last];
  double to_first = nx * fx + ny * fy;
  double gain = to_first - (nx * lx + ny * ly);
  if (gain <= 0) return first;
  /* Which of two edges that look at the face alike must not depend on rounding. */
  double bend = (fx - lx) * (fx - lx) + (fy - ly) * (fy - ly);
  return to_first < UPRIGHT && gain <= CORNER_PREFERENCE * bend ? first : last;
}

static double square_of_edge(const Core *core, int face) {
  int next = face + 1 < core->count ? face + 1 : 0;
  double x = core->x[next] - core->x[face];
  double y = core->y[next] - core->y[face];
  return x * x + y * y;
}

/*
 * Whether the face of B is the reference, and not that of A. Of two that lie on each other it hardly matters, and A keeps
 * it; else the worse one may look at other corners than the nearest.
 */
static bool prefers_b(const Core *a, const Face *face_a, const Core *b, const Face *face_b, double tolerance) {
  double gain = face_b->separation - face_a->separation;
  if (gain <= ROUNDING * tolerance) return false;
  if (gain > tolerance) return true;
  double ax = a->nx[face_a->face], ay = a->ny[face_a->face];
  double bx = b->nx[face_b->face], by = b->ny[face_b->face];
  return ax * bx + ay * by > -LEVEL || find_opposite(a, face_b->nearest, bx, by) != face_a->face ||
         find_opposite(b, face_a->nearest, ax, ay) != face_b->face;
}

__attribute__((noinline)) int collide_convex(int type_a, const Geometry *a, int type_b, const Geometry *b, const Placed *pair, Manifold *out,
                   Feature *ids) {
  Core core_a, core_b;
  load_core(type_a, a, &core_a);
  load_core(type_b, b, &core_b);
  place_core(&core_b, pair);
  Clip clip = {a->radius, b->radius, pair->margin, 0, 0};
  double limit = a->radius + b->radius + pair->near;
  Face found_a = find_face(core_a.count, &core_a, &core_b);
  if (found_a.separation > limit) {
    return apart_along_face(pair, core_a.nx[found_a.face], core_a.ny[found_a.face], found_a.separation - a->radius - b->radius, out);
  }
  Face found_b = find_face(core_b.count, &core_b, &core_a);
  if (found_b.separation > limit) {
    return apart_along_face(pair, -core_b.nx[found_b.face], -core_b.ny[found_b.face], found_b.separation - a->radius - b->radius, out);
  }
  double square_a = square_of_edge(&core_a, found_a.face);
  double square_b = square_of_edge(&core_b, found_b.face);
  clip.tolerance = SIDE_PREFERENCE * __builtin_sqrt(square_a < square_b ? square_a : square_b);
  bool flip = prefers_b(&core_a, &found_a, &core_b, &found_b, clip.tolerance);
  int face_a = found_a.face;
  int face_b = found_b.face;
  if (flip) face_a = find_opposite(&core_a, found_b.nearest, core_b.nx[face_b], core_b.ny[face_b]);
  else face_b = find_opposite(&core_b, found_a.nearest, core_a.nx[face_a], core_a.ny[face_a]);
  clip.separation = flip ? found_b.separation : found_a.separation;
  return manifold_to_world(clip_faces(&core_a, face_a, &core_b, face_b, flip, true, &clip, out, ids), pair, out);
}
