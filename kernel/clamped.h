/*
 * A hinge of which the angle is held too: a weld, or one at a limit or whose motor is a row. Its rows are those of a hinge and 0, 0, sign; for
 * the parent 0, 0, -sign. For trees.c and eliminate.h: what they do to rows of any kind, without what is 0 or 1.
 */
#pragma once

#include "trees.h"

static inline bool is_clamped(const Node *node) { return node->parts & JointPart_Point && node->rows == 3; }

static void eliminate_clamped(Node *nodes, Node *node) {
  const Symmetric *w = &node->inverse;
  double t0 = node->spin[0], t1 = node->spin[1], sign = node->sign;
  double a02 = w->xz + t0 * w->zz;
  double a12 = w->yz + t1 * w->zz;
  Symmetric k = {
      w->xx + t0 * w->xz + t0 * a02 + node->give[0], w->xy + t0 * w->yz + t1 * a02, sign * a02,
      w->yy + t1 * w->yz + t1 * a12 + node->give[1], sign * a12, w->zz + node->give[2],
  };
  Symmetric h = node->hold = inverted(&k);
  double p0 = -node->spin_parent[0], p1 = -node->spin_parent[1];
  double f0 = h.xx * p0 + h.xy * p1 + sign * h.xz;
  double f1 = h.xy * p0 + h.yy * p1 + sign * h.yz;
  double f2 = h.xz * p0 + h.yz * p1 + sign * h.zz;
  Symmetric *mass = &nodes[node->to].mass;
  mass->xx += h.xx;
  mass->xy += h.xy;
  mass->xz += f0;
  mass->yy += h.yy;
  mass->yz += f1;
  mass->zz += p0 * f0 + p1 * f1 + sign * f2;
}

/* `miss` is what the rows ask for by the velocities of both bodies alone; with what has arrived it is what they answer. */
static inline void measure_clamped(const Node *node, f32x4 own, f32x4 other, double *miss) {
  double moved[3];
  times(&node->inverse, node->arrived, moved);
  double spin = own.z + moved[2];
  miss[0] = own.x + moved[0] - other.x + node->spin[0] * spin + node->spin_parent[0] * other.z;
  miss[1] = own.y + moved[1] - other.y + node->spin[1] * spin + node->spin_parent[1] * other.z;
  miss[2] = node->sign * (spin - other.z);
}

static inline void pass_clamped(const Node *node, double *arrived) {
  const double *still = node->still;
  arrived[0] -= still[0];
  arrived[1] -= still[1];
  arrived[2] += node->spin_parent[0] * still[0] + node->spin_parent[1] * still[1] - node->sign * still[2];
}

static inline void end_clamped(Node *node, const double *parent) {
  double miss[3] = {node->spin_parent[0] * parent[2] - parent[0], node->spin_parent[1] * parent[2] - parent[1], -node->sign * parent[2]}, back[3];
  times(&node->hold, miss, back);
  double impulse[3];
  for (int i = 0; i < 3; i++) {
    impulse[i] = node->still[i] - back[i];
    node->sum[i] += impulse[i];
  }
  node->arrived[0] += impulse[0];
  node->arrived[1] += impulse[1];
  node->arrived[2] += node->spin[0] * impulse[0] + node->spin[1] * impulse[1] + node->sign * impulse[2];
}

/* Adds the impulses so far to what has arrived at both, and to what is done to B. */
static inline void add_clamped(Node *node, double *parent) {
  const double *sum = node->sum;
  double turn = node->sign * sum[2];
  node->arrived[0] += sum[0];
  node->arrived[1] += sum[1];
  node->arrived[2] += node->spin[0] * sum[0] + node->spin[1] * sum[1] + turn;
  parent[0] -= sum[0];
  parent[1] -= sum[1];
  parent[2] += node->spin_parent[0] * sum[0] + node->spin_parent[1] * sum[1] - turn;
  node->did[0] += node->sign * sum[0];
  node->did[1] += node->sign * sum[1];
  node->did[2] += sum[2];
}
