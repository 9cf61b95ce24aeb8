#pragma once

#include "collide.h"

/*
 * A shape as a convex core: vertices counter-clockwise with the outward unit normals of its edges, to which the rounding
 * radius adds a skin. A capsule or segment has two vertices and two opposite normals, a box or polygon three and more.
 */
typedef struct {
  int count;
  double x[MAX_VERTICES], y[MAX_VERTICES];
  double nx[MAX_VERTICES], ny[MAX_VERTICES];
} Core;

/* What the clipping of two faces goes by. */
typedef struct {
  double radius_a, radius_b;
  /* Points up to this separation are kept. */
  double margin;
  /* Separation of the cores along the reference face. */
  double separation;
  double tolerance;
} Clip;

/* A face of one core and how far the other core is from it, with the vertex that is nearest to it. */
typedef struct {
  int face;
  int nearest;
  double separation;
} Face;

static inline void set_edge(Core *core, int i, double x, double y, double nx, double ny) {
  core->x[i] = x;
  core->y[i] = y;
  core->nx[i] = nx;
  core->ny[i] = ny;
}

/* Writes the core of a shape that is no circle, in its own frame. */
void load_core(int type, const Geometry *sizes, Core *core);

/* How far a shape reaches from its origin in a direction, turned so. */
double reach_along(uint32_t collider, double cos, double sin, double nx, double ny);

/* Moves a core of B, given in its own frame, into that of A. */
void place_core(Core *core, const Placed *pair);

/* The edge of the first core, among its first `edges` ones, from which the second core is farthest; -1 for none. */
Face find_face(int edges, const Core *core, const Core *other);

/*
 * The edge at vertex `nearest` whose normal points most against a normal of the other core. An edge that does not hold
 * the vertex nearest to the face would hide it, however alike the two look.
 */
int find_opposite(const Core *core, int nearest, double nx, double ny);

/*
 * Manifold of edge `face_a` of A and edge `face_b` of B, in the frame of A. `flip` where B holds the reference.
 * `corners`: an incident edge beside the reference edge counts by its corner, else not at all.
 */
int clip_faces(const Core *a, int face_a, const Core *b, int face_b, bool flip, bool corners, const Clip *clip,
               Manifold *out, Feature *ids);

/* Turns the normal and the points from the frame of A into world axes, in place; returns `count`. */
int manifold_to_world(int count, const Placed *pair, Manifold *out);

int collide_convex(int type_a, const Geometry *a, int type_b, const Geometry *b, const Placed *pair, Manifold *out,
                   Feature *ids);
int collide_link_convex(const Geometry *link, int type_b, const Geometry *b, const Placed *pair, Manifold *out,
                        Feature *ids);

/* A two-sided link, drawn so that the point (x, y), in the frame of the link, is on its left. */
Geometry face_link(const Geometry *link, double x, double y);

/* The mean of the vertices of a core. */
static inline void find_middle(const Core *core, double *x, double *y) {
  double sum_x = 0, sum_y = 0;
  for (int i = 0; i < core->count; i++) {
    sum_x += core->x[i] / core->count;
    sum_y += core->y[i] / core->count;
  }
  *x = sum_x;
  *y = sum_y;
}
