/* The sizes of a collider. Those of a line, which has more of them, lie with those of other lines. */
#pragma once

#include "layout.h"

/* Of a collider that is no line: only the first numbers are there. */
static inline const Geometry *short_sizes(uint32_t collider) {
  return (const Geometry *)(frame->geometry + collider);
}

static inline const Geometry *sizes_of(uint32_t collider) {
  return frame->shapeType[collider] == ShapeType_Segment ? frame->lines + collider : short_sizes(collider);
}
