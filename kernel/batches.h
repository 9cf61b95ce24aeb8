/* The passes of trees.c over a batch of nodes, two at a time where they are twins. */
#pragma once

#include "clamped-twins.h"
#include "rail-twins.h"

/*
 * A push is wild that by itself would turn a body by more in a substep, in radians. Impulses that stopped something heavy are the wrong ones
 * for the next substep, where the light links that bear them have turned: contacts saw them whirl, and pushed as hard. A rope over a post whose links bear
 * 1,000 times their mass reached 3,800 m/s.
 */
#define MOST_PUSH 4

/* Not inlined: each is there twice. */
#define PASS __attribute__((noinline)) static void

/* The first of which twins a node is, and the last of which, with the rows that both have now; or 0. */
static inline uint32_t first_of(const Node *node) {
  if (node->twin < FIRST_RAIL) return node->twin;
  return node->twin == FIRST_RAIL && have_one_row(node, node + 1) ? FIRST_RAIL : 0;
}

static inline uint32_t second_of(const Node *node) {
  if (node->twin < FIRST_RAIL) return node->twin;
  return node->twin == SECOND_RAIL && have_one_row(node - 1, node) ? SECOND_RAIL : 0;
}

PASS eliminate_all(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    uint32_t twin = first_of(node);
    if (twin == 0) eliminate_node(nodes, node);
    else {
      if (twin == FIRST_TWIN) eliminate_twins(nodes, node, node + 1);
      else if (twin == FIRST_CLAMPED) eliminate_clamped_twins(nodes, node, node + 1);
      else eliminate_rails(nodes, node, node + 1);
      n++;
    }
  }
}

PASS gather_all(Node *nodes, uint32_t first, uint32_t end, const char *work, Bend *mends) {
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    uint32_t twin = first_of(node);
    if (twin == 0) gather(nodes, node, work, mends);
    else {
      if (twin == FIRST_TWIN) gather_twins(nodes, node, node + 1, recall_twins(node, node + 1), work, mends);
      else if (twin == FIRST_CLAMPED) gather_clamped_twins(nodes, node, node + 1, recall_clamped_twins(node, node + 1), work, mends);
      else gather_rails(nodes, node, node + 1, work, mends);
      n++;
    }
  }
}

/* Both at once, without mending: what either waits for, the other does in the meantime. */
PASS settle_all(Node *nodes, uint32_t first, uint32_t end, const char *work) {
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    uint32_t twin = first_of(node);
    if (twin == 0) {
      eliminate_node(nodes, node);
      gather(nodes, node, work, 0);
    } else {
      if (twin == FIRST_TWIN) gather_twins(nodes, node, node + 1, eliminate_twins(nodes, node, node + 1), work, false);
      else if (twin == FIRST_CLAMPED) gather_clamped_twins(nodes, node, node + 1, eliminate_clamped_twins(nodes, node, node + 1), work, false);
      else {
        eliminate_rails(nodes, node, node + 1);
        gather_rails(nodes, node, node + 1, work, 0);
      }
      n++;
    }
  }
}

PASS spread_all(Node *nodes, uint32_t first, uint32_t end, char *work) {
  for (uint32_t n = end; n-- > first;) {
    uint32_t twin = second_of(nodes + n);
    if (twin == 0) spread(nodes, nodes + n, work);
    else {
      n--;
      if (twin == SECOND_TWIN) spread_twins(nodes, nodes + n, nodes + n + 1, work);
      else if (twin == SECOND_CLAMPED) spread_clamped_twins(nodes, nodes + n, nodes + n + 1, work);
      else spread_rails(nodes, nodes + n, nodes + n + 1, work);
    }
  }
}

/* Returns whether any push is wild. */
__attribute__((noinline)) static bool push_all(Node *nodes, uint32_t first, uint32_t end, double time, const char *work, char *push) {
  double most = MOST_PUSH / time;
  uint32_t wild = 0;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    uint32_t twin = first_of(node);
    if (twin == 0) {
      double spin = push_on(nodes, node, work, push);
      wild |= spin > most || spin < -most;
    } else {
      f64x2 spin;
      if (twin == FIRST_TWIN) spin = push_twins(nodes, node, node + 1, work, push);
      else if (twin == FIRST_CLAMPED) spin = push_clamped_twins(nodes, node, node + 1, work, push);
      else spin = push_rails(nodes, node, node + 1, work, push);
      n++;
      wild |= spin.x > most || spin.x < -most || spin.y > most || spin.y < -most;
    }
  }
  nodes[first].wild = wild;
  return wild != 0;
}
