/* How far two convex cores are apart, and where. For time-of-impact.c. */
#pragma once

#include "convex.h"

typedef struct {
  /* Of the cores; in overlap minus the least way apart along a face. */
  double distance;
  /* From A to B. */
  double nx, ny;
  /* The closest points. */
  double ax, ay, bx, by;
  /* The edge along whose normal they are closest, or -1: of A or of B. */
  int face_a, face_b;
} Gap;

/* The nearest points of two cores so far, on the core with the face at hand, and on the other one. */
typedef struct {
  double square;
  double px, py, qx, qy;
  /* The edges that one of them is inside of, or -1: of the first core, of the other one. */
  int face, other;
} Nearest;

static inline int edges_of(const Core *core) { return core->count < 2 ? 0 : core->count; }

static inline int next_of(const Core *core, int i) { return i + 1 < core->count ? i + 1 : 0; }

/* Holds a point against the edge of a core. `flip` where the edge is of the other core. */
static __attribute__((noinline)) void try_point(double x, double y, const Core *core, int edge, bool flip, Nearest *best) {
  int next = next_of(core, edge);
  double ex = core->x[next] - core->x[edge], ey = core->y[next] - core->y[edge];
  double along = (x - core->x[edge]) * ex + (y - core->y[edge]) * ey;
  double square = ex * ex + ey * ey;
  double part = along <= 0 ? 0 : along >= square ? 1 : along / square;
  double qx = part == 1 ? core->x[next] : core->x[edge] + part * ex;
  double qy = part == 1 ? core->y[next] : core->y[edge] + part * ey;
  double apart = (x - qx) * (x - qx) + (y - qy) * (y - qy);
  /* Of two that are as near the one inside of an edge tells its normal. */
  bool inside = part > 0 && part < 1;
  if (apart > best->square || (apart == best->square && !inside)) return;
  int face = inside ? edge : -1;
  *best = flip ? (Nearest){apart, x, y, qx, qy, -1, face} : (Nearest){apart, qx, qy, x, y, face, -1};
}

/*
 * The nearest points of two cores that are apart, of which `face` of the first one has the largest separation: they are on that
 * edge and at the vertex that is nearest to it, or next to that. The difference of two convex sets is one, whose vertex nearest
 * to the origin is an end of the edge that faces it most.
 */
static Nearest find_nearest(const Core *core, int face, const Core *other, int vertex) {
  Nearest best = {__builtin_inf(), 0, 0, 0, 0, -1, -1};
  try_point(other->x[vertex], other->y[vertex], core, face, false, &best);
  /* The vertex is right over the edge: nothing is nearer than the separation. */
  if (best.face >= 0 || other->count == 1) return best;
  int before = vertex > 0 ? vertex - 1 : other->count - 1;
  int after = next_of(other, vertex);
  int end = next_of(core, face);
  try_point(other->x[before], other->y[before], core, face, false, &best);
  try_point(other->x[after], other->y[after], core, face, false, &best);
  try_point(core->x[face], core->y[face], other, before, true, &best);
  try_point(core->x[end], core->y[end], other, before, true, &best);
  try_point(core->x[face], core->y[face], other, vertex, true, &best);
  try_point(core->x[end], core->y[end], other, vertex, true, &best);
  return best;
}

/* Sine of the angle up to which two segments count as parallel: lines in one cross nowhere. */
#define PARALLEL 1e-12

/* Whether two cores of two vertices cross. Of two that do each has the ends of the other on both sides. */
static bool cross(const Core *a, const Core *b, double separation) {
  if (a->count != 2 || b->count != 2 || separation >= 0) return false;
  return __builtin_fabs(a->nx[0] * b->ny[0] - a->ny[0] * b->nx[0]) > PARALLEL;
}

/* The nearest points of two cores of one or two vertices: their faces alone do not tell, two lie in one line for one. */
static Nearest find_nearest_ends(const Core *a, const Core *b) {
  double dx = b->x[0] - a->x[0], dy = b->y[0] - a->y[0];
  Nearest best = {dx * dx + dy * dy, a->x[0], a->y[0], b->x[0], b->y[0], -1, -1};
  for (int i = 0; i < b->count && a->count == 2; i++) try_point(b->x[i], b->y[i], a, 0, false, &best);
  for (int i = 0; i < a->count && b->count == 2; i++) try_point(a->x[i], a->y[i], b, 0, true, &best);
  return best;
}

/* The edge with the same two vertices whose normal looks at a point. */
static inline int facing(const Core *core, int face, double x, double y) {
  if (face < 0 || core->count != 2) return face;
  return core->nx[0] * (x - core->x[0]) + core->ny[0] * (y - core->y[0]) >= 0 ? 0 : 1;
}

/* What is between the nearest points. */
static Gap gap_between(const Core *a, const Core *b, const Nearest *near, bool flip) {
  Gap gap;
  gap.ax = flip ? near->qx : near->px, gap.ay = flip ? near->qy : near->py;
  gap.bx = flip ? near->px : near->qx, gap.by = flip ? near->py : near->qy;
  gap.face_a = facing(a, flip ? near->other : near->face, gap.bx, gap.by);
  gap.face_b = facing(b, flip ? near->face : near->other, gap.ax, gap.ay);
  double dx = gap.bx - gap.ax, dy = gap.by - gap.ay;
  if (gap.face_a >= 0 || gap.face_b >= 0) {
    gap.nx = gap.face_a >= 0 ? a->nx[gap.face_a] : -b->nx[gap.face_b];
    gap.ny = gap.face_a >= 0 ? a->ny[gap.face_a] : -b->ny[gap.face_b];
    gap.distance = dx * gap.nx + dy * gap.ny;
    return gap;
  }
  gap.distance = __builtin_sqrt(dx * dx + dy * dy);
  bool apart = gap.distance > 0;
  gap.nx = apart ? dx / gap.distance : 1;
  gap.ny = apart ? dy / gap.distance : 0;
  return gap;
}

/* The gap between two cores that overlap: how far one would have to go along a face of the other. */
static Gap overlap_along(const Core *a, const Core *b, const Face *found, bool flip) {
  const Core *core = flip ? b : a;
  const Core *other = flip ? a : b;
  double nx = core->nx[found->face], ny = core->ny[found->face];
  double x = other->x[found->nearest], y = other->y[found->nearest];
  double px = x - found->separation * nx, py = y - found->separation * ny;
  if (flip) return (Gap){found->separation, -nx, -ny, x, y, px, py, -1, found->face};
  return (Gap){found->separation, nx, ny, px, py, x, y, found->face, -1};
}

/* The gap between two cores in one frame. */
static Gap measure_gap(const Core *a, const Core *b) {
  Face face_a = find_face(edges_of(a), a, b);
  Face face_b = find_face(edges_of(b), b, a);
  bool flip = face_b.separation > face_a.separation;
  const Face *found = flip ? &face_b : &face_a;
  bool thin = a->count <= 2 && b->count <= 2;
  if (thin ? cross(a, b, found->separation) : found->separation <= 0) return overlap_along(a, b, found, flip);
  Nearest near = thin ? find_nearest_ends(a, b) : find_nearest(flip ? b : a, found->face, flip ? a : b, found->nearest);
  return gap_between(a, b, &near, flip && !thin);
}
