/* Whether what is torn between walls can come together again. For weigh-trees.c. */
#pragma once

#include "trees.h"

/* The way from the anchor of a wall so far: the body that it came to, where it enters that, from its center of mass, where that is from the anchor; and how long it is stretched out. */
typedef struct {
  const Node *body;
  double at[2], way[2], length;
} Leash;

static Leash leash_of(const Node *nodes, const Node *wall) {
  return (Leash){nodes + wall->to, {wall->arm_parent[0], wall->arm_parent[1]}, {-wall->apart[0], -wall->apart[1]}, 0};
}

static inline void stretch_to(Leash *leash, const double *at) {
  double x = at[0] - leash->at[0], y = at[1] - leash->at[1];
  leash->way[0] += x;
  leash->way[1] += y;
  leash->length += __builtin_sqrt(x * x + y * y);
}

/* Only hinges without limits let a way be stretched out. */
static inline bool turns_freely(const Node *node) { return node->parts == JointPart_Point && !node->bounded; }

static void climb(const Node *nodes, Leash *leash) {
  const Node *body = leash->body;
  stretch_to(leash, body->arm);
  *leash = (Leash){nodes + body->to, {body->arm_parent[0], body->arm_parent[1]}, {leash->way[0] - body->apart[0], leash->way[1] - body->apart[1]}, leash->length};
}

/*
 * Whether the ways from two walls of a tree, which meet somewhere in it, are as long as the walls are apart. What they lack by so little that a joint would not be torn
 * for it is no matter: a bridge often lies straight from wall to wall.
 */
static bool reaches(const Node *nodes, const Node *one, const Node *two, double most) {
  if (!turns_freely(one) || !turns_freely(two)) return false;
  Leash a = leash_of(nodes, one), b = leash_of(nodes, two);
  while (a.body != b.body) {
    /* Children stand before their parents. */
    Leash *lower = a.body < b.body ? &a : &b;
    if (!turns_freely(lower->body)) return false;
    climb(nodes, lower);
  }
  stretch_to(&a, b.at);
  double x = a.way[0] - b.way[0], y = a.way[1] - b.way[1];
  double length = a.length + b.length + most / one->bias;
  return x * x + y * y <= length * length;
}

static inline bool is_wall(const Node *node) { return node->to != NO_NODE && node->weight[0] == 0 && node->weight[1] == 0; }

static inline bool stands(const Node *node, const char *work) {
  f32x4 velocity = ((const Work *)(work + node->work))->velocity;
  return velocity.x == 0 && velocity.y == 0 && velocity.z == 0;
}

/*
 * Whether a tree whose last node is `last` would reach from each of its walls to the next one. Not where one moves: a hand that drew
 * 13 bars at 60 m/s farther than they reach threw them at 120 m/s.
 */
static bool fits_between(const Node *nodes, uint32_t first, uint32_t last, double most, const char *work) {
  const Node *before = 0;
  for (uint32_t n = first; n < last; n++) {
    if (nodes[n].root != last || !is_wall(nodes + n)) continue;
    if (!stands(nodes + n, work) || (before && !reaches(nodes, before, nodes + n, most))) return false;
    before = nodes + n;
  }
  return true;
}
