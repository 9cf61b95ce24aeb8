#include "boxes.h"

__attribute__((noinline)) int collide_boxes(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids) {
  return find_box_manifold(a, b, pair, out, ids);
}
