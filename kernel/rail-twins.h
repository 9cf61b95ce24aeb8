/*
 * Two joints at a time that have one row each, as trees.c and eliminate.h solve one of them, with the same bits: the wheels of cars, while they
 * are within their limits.
 */
#pragma once

#include "twins.h"

static inline bool have_one_row(const Node *a, const Node *b) { return a->rows == 1 && b->rows == 1; }

static inline Three load_three(const double *a, const double *b) {
  Two ways = load_two(a, b);
  return (Three){ways.x, ways.y, two(a + 2, b + 2)};
}

static inline void store_three(double *a, double *b, Three v) {
  store_two(a, b, v.x, v.y);
  put(a + 2, b + 2, v.z);
}

static inline f64x2 dot_two(Three a, Three b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* Impulses along rows arrive at both bodies. */
static inline void arrive_two(Node *a, Node *b, Three pull, f64x2 impulse) {
  add_two(a->arrived, b->arrived, pull.x * impulse, pull.y * impulse);
  add_one(&a->arrived[2], &b->arrived[2], pull.z * impulse);
}

static inline void eliminate_rails(Node *nodes, Node *a, Node *b) {
  Three m, n, w, v;
  load_matrices(&a->mass, &b->mass, &m, &n);
  invert_two(&m, &n, &w, &v);
  store_matrices(&a->inverse, &b->inverse, &w, &v);
  Details *one = details_of(a), *other = details_of(b);
  Three pull = load_three(one->pull[0], other->pull[0]), parent = load_three(one->pull_parent[0], other->pull_parent[0]);
  Three answer = times_two(&w, &v, pull);
  store_three(one->answer[0], other->answer[0], answer);
  f64x2 whole = 1, hold = whole / (dot_two(pull, answer) + two(a->give, b->give));
  put(&a->hold.xx, &b->hold.xx, hold);
  Three follow = {hold * parent.x, hold * parent.y, hold * parent.z};
  store_three(one->follow[0], other->follow[0], follow);
  Symmetric *mass_a = &nodes[a->to].mass, *mass_b = &nodes[b->to].mass;
  add_two(&mass_a->xx, &mass_b->xx, parent.x * follow.x, parent.x * follow.y);
  add_two(&mass_a->xz, &mass_b->xz, parent.x * follow.z, parent.y * follow.y);
  add_two(&mass_a->yz, &mass_b->yz, parent.y * follow.z, parent.z * follow.z);
}

static inline void bend_one(const Node *nodes, const Node *node, const char *work, Bend *mends, double *miss) {
  if (!is_bent(nodes, node)) return;
  bend_row(node, ((const Work *)(work + node->work))->velocity.z, ((const Work *)(work + node->work_parent))->velocity.z, work, mends, miss);
}

static inline void gather_rails(Node *nodes, Node *a, Node *b, const char *work, Bend *mends) {
  const Details *one = details_of(a), *other = details_of(b);
  Three pull = load_three(one->pull[0], other->pull[0]), parent = load_three(one->pull_parent[0], other->pull_parent[0]);
  Three answer = load_three(one->answer[0], other->answer[0]);
  f64x2 miss = dot_two(pull, velocities(work, a->work, b->work)) + dot_two(parent, velocities(work, a->work_parent, b->work_parent)) +
               dot_two(answer, load_three(a->arrived, b->arrived));
  if (mends) {
    miss += two(a->mend, b->mend) + two(a->give, b->give) * two(a->sum, b->sum);
    if (a->small | b->small) {
      double bent[2] = {miss.x, miss.y};
      bend_one(nodes, a, work, mends, bent);
      bend_one(nodes, b, work, mends, bent + 1);
      miss = *(const Near *)bent;
    }
  }
  f64x2 still = -(two(&a->hold.xx, &b->hold.xx) * miss);
  put(a->still, b->still, still);
  arrive_two(nodes + a->to, nodes + b->to, parent, still);
}

static inline void spread_rails(Node *nodes, Node *a, Node *b, char *work) {
  const Details *one = details_of(a), *other = details_of(b);
  f64x2 impulse = two(a->still, b->still) - dot_two(load_three(one->follow[0], other->follow[0]), load_three(nodes[a->to].change, nodes[b->to].change));
  add_one(a->sum, b->sum, impulse);
  Three pull = load_three(one->pull[0], other->pull[0]), arrived = load_three(a->arrived, b->arrived);
  arrived.x += pull.x * impulse;
  arrived.y += pull.y * impulse;
  arrived.z += pull.z * impulse;
  Twins t;
  load_matrices(&a->inverse, &b->inverse, &t.diagonal, &t.side);
  change_two(a, b, &t, arrived, work);
}

/* Returns the spin that it adds to both. */
static inline f64x2 push_rails(Node *nodes, Node *a, Node *b, const char *work, char *push) {
  Details *one = details_of(a), *other = details_of(b);
  note_done(a);
  note_done(b);
  f64x2 sum = two(a->sum, b->sum);
  put(&one->pulled, &other->pulled, sum);
  Three pull = load_three(one->pull[0], other->pull[0]), arrived = load_three(a->arrived, b->arrived);
  arrived.x += pull.x * sum;
  arrived.y += pull.y * sum;
  arrived.z += pull.z * sum;
  arrive_two(nodes + a->to, nodes + b->to, load_three(one->pull_parent[0], other->pull_parent[0]), sum);
  return push_two(a, b, arrived, work, push);
}
