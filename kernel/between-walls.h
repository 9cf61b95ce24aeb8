/* How what is torn mends: by how much less where others do so too, and between walls, by whether it can come together again. For weigh-trees.c. */
#pragma once

#include "heft.h"

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

/* The velocity of the anchor of a wall, less the same of another one, times a way. */
static inline double parting(const Node *one, const Node *two, double x, double y, const char *work) {
  f32x4 a = ((const Work *)(work + one->work))->velocity, b = ((const Work *)(work + two->work))->velocity;
  double vx = (b.x - b.z * two->arm[1]) - (a.x - a.z * one->arm[1]);
  double vy = (b.y + b.z * two->arm[0]) - (a.y + a.z * one->arm[0]);
  return x * vx + y * vy;
}

/*
 * Whether the ways from two walls of a tree, which meet somewhere in it, are as long as the walls are apart. What they lack by so little that a joint would not be torn
 * for it is no matter: a bridge often lies straight from wall to wall.
 */
static bool reaches(const Node *nodes, const Node *one, const Node *two, double most, const char *work) {
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
  double square = x * x + y * y, parts = parting(one, two, x, y, work);
  if (parts <= 0) return square <= length * length;
  return square <= length * length && square + AHEAD * parts <= length * __builtin_sqrt(square);
}

static inline bool is_wall(const Node *node) { return node->to != NO_NODE && node->weight[0] == 0 && node->weight[1] == 0; }

/* Whether a tree whose last node is `last` reaches from each of its walls to the next one. */
static bool fits_between(const Node *nodes, uint32_t first, uint32_t last, double most, const char *work) {
  const Node *before = 0;
  for (uint32_t n = first; n < last; n++) {
    if (nodes[n].root != last || !is_wall(nodes + n)) continue;
    if (before && !reaches(nodes, before, nodes + n, most, work)) return false;
    before = nodes + n;
  }
  return true;
}

/* Of trees that walls hold, and that are torn: whether they fit between these, and then hang on one of them as far as mending goes. */
static void find_fitting(Node *nodes, uint32_t first, uint32_t end, double most, const char *work) {
  for (uint32_t n = end; n-- > first;) nodes[n].root = nodes[n].to == NO_NODE ? n : nodes[nodes[n].to].root;
  for (uint32_t n = first; n < end; n++) {
    Node *last = nodes + n;
    if (last->to == NO_NODE && last->all_torn > 0 && last->grounds > 1 && fits_between(nodes, first, n, most, work)) last->grounds = 1;
  }
}

/*
 * Joints that are torn far apart mend at the largest speed together: in a row their speeds add up. Between two walls they may never come
 * together, so there they pull no harder than anything that hangs on them asks for. A chain of 30 kg that was torn between two walls was drawn by
 * 2e8 newtons, and swung ever wider up to 140 m/s. As springs that pull harder the farther they are torn, they let 1,000 times their mass hang 0.25 m off.
 * But what fits between its walls pulls as hard as it takes: as softly, a bridge of light planks that boxes fell on was drawn out by 22 m, and never closed.
 *
 * Nor may they come together where nothing but contacts holds their tree: its limbs may be on the wrong sides of each other. A hub that was turned by
 * 2.9 rad held 108 N s on limbs of 0.1 kg, in substeps of 1/960 s, and threw itself at 186 m/s as they slipped off. A tree that one wall holds pulls as
 * ever: as softly, no fewer were thrown.
 */
static void share_mending(Node *nodes, uint32_t first, uint32_t end, double most, const char *work) {
  for (uint32_t n = first; n < end; n++) nodes[n].all_torn = nodes[n].grounds = 0;
  bool held = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    held |= node->to == NO_NODE && node->all_torn > 0 && node->grounds > 1;
    if (node->to == NO_NODE) continue;
    node->all_torn += node->torn;
    node->grounds += is_wall(node);
    nodes[node->to].all_torn += node->all_torn;
    nodes[node->to].grounds += node->grounds;
  }
  if (held) find_fitting(nodes, first, end, most, work);
  for (uint32_t n = end; n-- > first;) {
    Node *node = nodes + n;
    if (node->to == NO_NODE) continue;
    node->all_torn = nodes[node->to].all_torn;
    node->grounds = nodes[node->to].grounds;
    if (node->torn == 0) continue;
    double part = shared_part(node->all_torn, __builtin_sqrt(node->mend[0] * node->mend[0] + node->mend[1] * node->mend[1]), node->parted);
    for (uint32_t row = 0; row < node->rows; row++) node->mend[row] *= part;
    if (node->grounds == 1) continue;
    double softer = 1 + node->yield / (TREE_GIVE * MOST_PULL * node->all_torn);
    for (uint32_t row = 0; row < node->rows; row++) {
      /* What is free may be torn so far that its arms are long, and by them would be pulled by hardly anything. */
      bool moves = node->grounds == 0 && row < 2 && node->parts & JointPart_Point;
      double give = moves ? give_of(node->weight[row] + nodes[node->to].weight[row], 0) : node->give[row];
      node->give[row] += (softer - 1) * give;
    }
    node->eased = 1;
  }
}
