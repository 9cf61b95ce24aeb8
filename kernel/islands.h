#pragma once

#include "layout.h"

/* The root of the island of a body: `Islands.find`. */
static inline uint32_t island_of(uint32_t body) {
  uint32_t *parent = frame->islandParent;
  uint32_t root = body;
  uint32_t up = parent[root];
  while (up != root) {
    uint32_t next = parent[up];
    /* Halves the path for those who come after. */
    parent[root] = next;
    root = next;
    up = parent[root];
  }
  return root;
}

/* Whether an island is of the size for which jolts matter. */
static inline bool is_joltable(uint32_t island) {
  uint32_t size = frame->islandSize[island];
  return size >= JOLT_LEAST && size <= JOLT_MOST;
}
