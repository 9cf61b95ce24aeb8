/*
 * What a node of a tree and its joint leave to the node that they lead to, once they are eliminated: its rows answered, inverted, and
 * the mass that they add there. trees.c says of what this is a part.
 */
#pragma once

#include "trees.h"

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void times(const Symmetric *m, const double *v, double *out) {
  out[0] = m->xx * v[0] + m->xy * v[1] + m->xz * v[2];
  out[1] = m->xy * v[0] + m->yy * v[1] + m->yz * v[2];
  out[2] = m->xz * v[0] + m->yz * v[1] + m->zz * v[2];
}

static inline Symmetric inverted(const Symmetric *m) {
  double xx = m->yy * m->zz - m->yz * m->yz;
  double xy = m->xz * m->yz - m->xy * m->zz;
  double xz = m->xy * m->yz - m->xz * m->yy;
  double scale = 1 / (m->xx * xx + m->xy * xy + m->xz * xz);
  return (Symmetric){
      xx * scale, xy * scale, xz * scale,
      (m->xx * m->zz - m->xz * m->xz) * scale, (m->xy * m->xz - m->xx * m->yz) * scale,
      (m->xx * m->yy - m->xy * m->xy) * scale,
  };
}

/* Of the mass that all of a tree has at a body. What does not move along an axis, or turn, has no inverse there. */
static inline Symmetric mobility(const Node *node) {
  Symmetric m = node->mass;
  const double *weight = node->weight;
  if (weight[0] == 0) { m.xx = 1; m.xy = 0; m.xz = 0; }
  if (weight[1] == 0) { m.yy = 1; m.xy = 0; m.yz = 0; }
  if (weight[2] == 0) { m.zz = 1; m.xz = 0; m.yz = 0; }
  m = inverted(&m);
  if (weight[0] == 0) m.xx = 0;
  if (weight[1] == 0) m.yy = 0;
  if (weight[2] == 0) m.zz = 0;
  return m;
}

/* Written out for each number of rows: in loops up to a number that is known only then they take longer. */
#define INLINE __attribute__((always_inline)) static inline void
#define BY_ROWS(name, ...) \
  { \
    if (node->rows == 1) name(__VA_ARGS__, 1); \
    else if (node->rows == 2) name(__VA_ARGS__, 2); \
    else name(__VA_ARGS__, 3); \
  }

/* How much the rows of a node answer to impulses, inverted. */
INLINE invert_rows(Node *node, int rows) {
  const Details *details = details_of(node);
  double k[ROWS][ROWS];
  for (int i = 0; i < rows; i++) {
    for (int j = i; j < rows; j++) k[i][j] = dot(details->pull[i], details->answer[j]);
    k[i][i] += node->give[i];
  }
  if (rows == 1) node->hold.xx = 1 / k[0][0];
  else if (rows == 2) {
    double scale = 1 / (k[0][0] * k[1][1] - k[0][1] * k[0][1]);
    node->hold = (Symmetric){k[1][1] * scale, -k[0][1] * scale, 0, k[0][0] * scale, 0, 0};
  } else {
    Symmetric m = {k[0][0], k[0][1], k[0][2], k[1][1], k[1][2], k[2][2]};
    node->hold = inverted(&m);
  }
}

INLINE add_mass(Symmetric *mass, const Node *node, int rows) {
  const Details *details = details_of(node);
  for (int i = 0; i < rows; i++) {
    const double *pull = details->pull_parent[i];
    const double *follow = details->follow[i];
    mass->xx += pull[0] * follow[0];
    mass->xy += pull[0] * follow[1];
    mass->xz += pull[0] * follow[2];
    mass->yy += pull[1] * follow[1];
    mass->yz += pull[1] * follow[2];
    mass->zz += pull[2] * follow[2];
  }
}

/* Eliminates a body and its joint. */
INLINE eliminate_rows(Node *nodes, Node *node, int rows) {
  Details *details = details_of(node);
  for (int i = 0; i < rows; i++) times(&node->inverse, details->pull[i], details->answer[i]);
  invert_rows(node, rows);
  const Symmetric *hold = &node->hold;
  for (int k = 0; k < 3; k++) {
    double column[3] = {0, 0, 0}, result[3];
    for (int i = 0; i < rows; i++) column[i] = details->pull_parent[i][k];
    if (rows == 1) result[0] = hold->xx * column[0];
    else times(hold, column, result);
    for (int i = 0; i < rows; i++) details->follow[i][k] = result[i];
  }
  add_mass(&nodes[node->to].mass, node, rows);
}

static void eliminate(Node *nodes, Node *node) BY_ROWS(eliminate_rows, nodes, node)

/* The same where the joint is a hinge: most are. Its rows are 1, 0, spin and 0, 1, spin; for the parent -1, 0, spin and 0, -1, spin. */
static void eliminate_hinge(Node *nodes, Node *node) {
  const Symmetric *w = &node->inverse;
  double t0 = node->spin[0], t1 = node->spin[1];
  double a02 = w->xz + t0 * w->zz;
  double a12 = w->yz + t1 * w->zz;
  double k00 = w->xx + t0 * w->xz + t0 * a02 + node->give[0];
  double k01 = w->xy + t0 * w->yz + t1 * a02;
  double k11 = w->yy + t1 * w->yz + t1 * a12 + node->give[1];
  double scale = 1 / (k00 * k11 - k01 * k01);
  double h00 = k11 * scale, h01 = -k01 * scale, h11 = k00 * scale;
  node->hold = (Symmetric){h00, h01, 0, h11, 0, 0};
  double p0 = -node->spin_parent[0], p1 = -node->spin_parent[1];
  double f0 = h00 * p0 + h01 * p1, f1 = h01 * p0 + h11 * p1;
  Symmetric *mass = &nodes[node->to].mass;
  mass->xx += h00;
  mass->xy += h01;
  mass->xz += f0;
  mass->yy += h11;
  mass->yz += f1;
  mass->zz += p0 * f0 + p1 * f1;
}

#include "clamped.h"

static inline void eliminate_node(Node *nodes, Node *node) {
  node->inverse = mobility(node);
  if (is_hinge(node)) eliminate_hinge(nodes, node);
  else if (is_clamped(node)) eliminate_clamped(nodes, node);
  else if (node->rows > 0) eliminate(nodes, node);
}
