/* The islands of awake bodies, made anew from the contacts that hold them together: see `Islands`. */
#include "islands.h"

static inline bool is_solved_body(uint32_t body) { return frame->kind[body] == BodyKind_Dynamic && frame->awakeIndex[body] != NOT_AWAKE; }

/* Two islands become one. The lower root wins, so that the sets do not depend on the order of the joins. */
static inline void join(uint32_t a, uint32_t b) {
  uint32_t root_a = island_of(a), root_b = island_of(b);
  if (root_a == root_b) return;
  uint32_t low = root_a < root_b ? root_a : root_b, high = root_a < root_b ? root_b : root_a;
  frame->islandParent[high] = low;
  frame->islandSize[low] += frame->islandSize[high];
}

EXPORT(findIslands) void find_islands(uint32_t awake, uint32_t active) {
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    frame->islandParent[body] = body;
    frame->islandSize[body] = 1;
  }
  for (uint32_t i = 0; i < active; i++) {
    uint32_t contact = frame->active[i];
    if (frame->pointCount[contact] == 0 || frame->flags[contact] & ContactFlag_Unsolved) continue;
    uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
    if (is_solved_body(a) && is_solved_body(b)) join(a, b);
  }
}
