/* How anchors of trees go along arcs: what a turn of a substep adds to what velocities say. See `bend_of` in arcs.h. */
#pragma once

#include "trees.h"

/* Joints are solved again where one bends by more than this part of the largest speed of mending. */
#define LEAST_BEND 5e-3
#define MOST_ROUNDS 5

/* Nothing bends by turns of more. */
#define MOST_BEND 0.2

/* The length of a substep, the rate of substeps; the largest velocity that was bent, or missed by what was bent before. */
typedef struct {
  double time, rate, largest;
  bool again;
} Bend;

/* What an anchor goes along an arc in a substep is less than what its velocity says: inward, and along. */
static inline void arc_of(double turn, const double *spin, const Bend *bend, double *x, double *y) {
  double angle = turn * bend->time;
  angle = angle > MOST_BEND ? MOST_BEND : angle < -MOST_BEND ? -MOST_BEND : angle;
  double square = angle * angle;
  double inward = bend->rate * square * (0.5 - square * (1. / 24));
  double along = bend->rate * square * angle * (1. / 6 - square * (1. / 120));
  *x -= inward * spin[1] + along * spin[0];
  *y += inward * spin[0] - along * spin[1];
}

/* The same along the row of a rod or a slide, whose direction turns with the anchors, or with A. */
static inline double bend_along(const Node *node, f32x4 a, f32x4 b, const Bend *bend) {
  const Details *details = details_of(node);
  const Place *at = &details->place;
  const double *pull = node->is_b ? details->pull[0] : details->pull_parent[0];
  const double spin_a[2] = {at->ay, -at->ax}, spin_b[2] = {-at->by, at->bx};
  double nx = pull[0], ny = pull[1], x = 0, y = 0;
  arc_of(a.z, spin_a, bend, &x, &y);
  arc_of(b.z, spin_b, bend, &x, &y);
  double ux = (double)b.x - a.x + b.z * spin_b[0] + a.z * spin_a[0];
  double uy = (double)b.y - a.y + b.z * spin_b[1] + a.z * spin_a[1];
  double across = nx * uy - ny * ux;
  if (node->parts & JointPart_Axis && details->length > 1e-9) {
    double end_x = at->dx + bend->time * (ux + x);
    double end_y = at->dy + bend->time * (uy + y);
    double longer = bend->rate * (__builtin_sqrt(end_x * end_x + end_y * end_y) - details->length) - (nx * ux + ny * uy);
    double most = 0.5 * MOST_BEND * (across < 0 ? -across : across);
    return longer > most ? most : longer < -most ? -most : longer;
  }
  double angle = a.z * bend->time;
  angle = angle > MOST_BEND ? MOST_BEND : angle < -MOST_BEND ? -MOST_BEND : angle;
  return nx * x + ny * y + 0.5 * angle * (2 * across - a.z * (nx * at->dx + ny * at->dy));
}

static inline void note_bend(Bend *bend, double x) {
  double size = x < 0 ? -x : x;
  if (size > bend->largest) bend->largest = size;
}

/*
 * Long chains and heavy loads are not: what they lose makes up for what raised masses win. A ball of 1,000 times the mass of a
 * link was thrown 7 m above where it was let go.
 */
static inline bool is_bent(const Node *nodes, const Node *node) {
  const Node *parent = nodes + node->to;
  return node->small && !(node->slowed | node->quick | parent->slowed | parent->quick);
}

static inline void bend_point(const Node *node, double own, double other, Bend *bend, double *x, double *y) {
  *x = *y = 0;
  arc_of(own, node->spin, bend, x, y);
  arc_of(other, node->spin_parent, bend, x, y);
  if (bend->again) return;
  note_bend(bend, *x);
  note_bend(bend, *y);
}

static inline void bend_row(const Node *node, double own, double other, const char *work, Bend *bend, double *miss) {
  if (node->parts & JointPart_Point) {
    double x, y;
    bend_point(node, own, other, bend, &x, &y);
    miss[0] += x;
    miss[1] += y;
    return;
  }
  f32x4 mine = ((const Work *)(work + node->work))->velocity;
  f32x4 parents = ((const Work *)(work + node->work_parent))->velocity;
  double along = node->is_b ? bend_along(node, parents, mine, bend) : bend_along(node, mine, parents, bend);
  if (!bend->again) note_bend(bend, along);
  miss[0] += along;
}
