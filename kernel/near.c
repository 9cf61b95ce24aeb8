/* Pairs of boxes that overlap and are in no contact: see `Kernel.findPairs`. */
#include "layout.h"

/* Boxes larger than the cells, at most: each is tested against all others. */
#define MOST_LARGE 16
/* Cells for each box, at most; the sides of the cells grow until there are no more. */
#define MOST_CELLS 4
#define WIDER 1.25
/* Boxes in the cell of a box, at most, in the mean: in a crowd, and among boxes of all sizes, trees of several levels are faster. */
#define MOST_IN_CELL 12
/* Sizes by half octaves, the first one 2⁻¹². */
#define CLASSES 64
#define FIRST_CLASS 230
/* What cells are larger than the boxes in them: covers the rounding of places. */
#define SLACK 1.000001
/* So many sides from 0 places are still told apart. */
#define FARTHEST_PLACE 1e8

/* More than a double loses as a float, in parts of it, and the least that floats tell apart. */
#define ROUNDING 0x1p-22f
#define LEAST 0x1p-120f

/*
 * A box in floats: where it begins, and where it ends with the other sign, so that one comparison of four numbers tells whether two overlap. With
 * `out` 1 it is no smaller than the box, with -1 no larger.
 */
static inline f32x4 rough(const NearBox *box, float out) {
  f32x4 sides = {(float)box->low.x, (float)box->low.y, (float)-box->high.x, (float)-box->high.y};
#ifdef __wasm_simd128__
  f32x4 sizes = __builtin_wasm_abs_f32x4(sides);
#else
  f32x4 sizes = {__builtin_fabsf(sides.x), __builtin_fabsf(sides.y), __builtin_fabsf(sides.z), __builtin_fabsf(sides.w)};
#endif
  return sides - out * (sizes * ROUNDING + LEAST);
}

/* What the numbers of a box must not be above for it to overlap another one. */
static inline f32x4 bounds_of(f32x4 box) { return -box.zwxy; }

static inline int overlap(f32x4 box, f32x4 bounds) {
#ifdef __wasm_simd128__
  return __builtin_wasm_bitmask_i32x4(box <= bounds) == 15;
#else
  return (box.x <= bounds.x) & (box.y <= bounds.y) & (box.z <= bounds.z) & (box.w <= bounds.w);
#endif
}

static inline bool do_overlap(const NearBox *a, const NearBox *b) {
  return a->low.x <= b->high.x && a->low.y <= b->high.y && b->low.x <= a->high.x && b->low.y <= a->high.y;
}

static inline double size_of(const NearBox *box) {
  double width = box->high.x - box->low.x, height = box->high.y - box->low.y;
  return width > height ? width : height;
}

static inline int class_of(double size) {
  int place = (int)(__builtin_bit_cast(uint32_t, (float)size) >> 22) - FIRST_CLASS;
  return place < 0 ? 0 : place < CLASSES ? place : CLASSES - 1;
}

/* The highest class that boxes of the grid have: all but a few boxes are in it or below. -1 where too many are too large. */
static int highest_class(const uint32_t *sizes) {
  uint32_t larger = sizes[CLASSES - 1];
  if (larger > MOST_LARGE) return -1;
  int highest = CLASSES - 2;
  while (highest > 0 && larger + sizes[highest] <= MOST_LARGE) larger += sizes[highest--];
  return highest;
}

/* What has another box though it was not moved is not known by the one it had: a query was asked where it was put. */
static inline void forget_unmoved(uint32_t i) {
  const f64x2 infinite = {__builtin_inf(), __builtin_inf()};
  const NearBox *now = frame->nearBoxes + i;
  NearBox *before = frame->nearBefore + i;
  if (frame->nearBits[i] & NearBit_Moved) return;
  bool same = (before->low.x == now->low.x) & (before->low.y == now->low.y) & (before->high.x == now->high.x) & (before->high.y == now->high.y);
  if (!same) *before = (NearBox){infinite, -infinite};
}

/* Forgets what is not known of the boxes that were not moved, and tells the classes of all: in `nearCells`, until their cells are there. */
static int find_classes(uint32_t count) {
  uint32_t sizes[CLASSES];
  for (int i = 0; i < CLASSES; i++) sizes[i] = 0;
  for (uint32_t i = 0; i < count; i++) {
    forget_unmoved(i);
    int class = class_of(size_of(frame->nearBoxes + i));
    frame->nearCells[i] = (uint32_t)class;
    sizes[class]++;
  }
  return highest_class(sizes);
}

/* Cells row by row. Each row ends with one that stays empty, and so does the grid with a row: every cell has all neighbors. */
typedef struct {
  double left, bottom, inverse;
  uint32_t highest, stride, cells;
} Grid;

/* Lays a grid over the boxes. Returns whether one suits them. */
static bool lay_grid(uint32_t count, Grid *grid) {
  int highest = find_classes(count);
  if (highest < 0) return false;
  double infinity = __builtin_inf(), largest = 0;
  f64x2 low = {infinity, infinity}, high = {-infinity, -infinity};
  for (uint32_t i = 0; i < count; i++) {
    if (frame->nearCells[i] > (uint32_t)highest) continue;
    const NearBox *box = frame->nearBoxes + i;
    double size = size_of(box);
    if (size > largest) largest = size;
    f64x2 middle = 0.5 * (box->low + box->high);
    low = lesser(low, middle);
    high = greater(high, middle);
  }
  if (largest == 0) return false;
  double side = largest * SLACK;
  while (((high.x - low.x) / side + 2) * ((high.y - low.y) / side + 2) > (double)MOST_CELLS * count + 4) side *= WIDER;
  double farthest = FARTHEST_PLACE * side;
  if (!(low.x > -farthest && high.x < farthest && low.y > -farthest && high.y < farthest)) return false;
  grid->left = low.x;
  grid->bottom = low.y;
  grid->inverse = 1 / side;
  grid->highest = (uint32_t)highest;
  grid->stride = (uint32_t)((high.x - low.x) * grid->inverse) + 2;
  grid->cells = grid->stride * ((uint32_t)((high.y - low.y) * grid->inverse) + 2);
  return true;
}

/* Sorts the boxes by cell, those that are larger than cells behind all others. Returns how many there are of those that are not, or -1 in a crowd. */
static int32_t sort_boxes(uint32_t count, const Grid *grid) {
  uint32_t *starts = frame->nearStarts;
  /* One more cell for what is larger. The row below the last is read as far as its third cell. */
  uint32_t last = grid->cells + 2;
  for (uint32_t i = 0; i <= last + 1; i++) starts[i] = 0;
  uint64_t squares = 0;
  for (uint32_t i = 0; i < count; i++) {
    const NearBox *box = frame->nearBoxes + i;
    uint32_t cell = last;
    if (frame->nearCells[i] <= grid->highest) {
      uint32_t column = (uint32_t)((0.5 * (box->low.x + box->high.x) - grid->left) * grid->inverse);
      uint32_t row = (uint32_t)((0.5 * (box->low.y + box->high.y) - grid->bottom) * grid->inverse);
      cell = column + row * grid->stride;
      squares += 2 * starts[cell] + 1;
    }
    frame->nearCells[i] = cell;
    starts[cell]++;
  }
  if (squares > (uint64_t)MOST_IN_CELL * count) return -1;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < last; i++) starts[i] = sum += starts[i];
  starts[last] = starts[last + 1] = count;
  /* From the back, so that each cell's number ends as its first place. From now on all pairs of what has moved are known. */
  for (uint32_t i = count; i-- > 0;) {
    uint32_t to = --starts[frame->nearCells[i]];
    frame->nearSorted[to] = rough(frame->nearBoxes + i, 1);
    frame->nearSortedBefore[to] = rough(frame->nearBefore + i, -1);
    frame->nearOrder[to] = i;
    if (frame->nearBits[i] & NearBit_Moved) frame->nearBefore[i] = frame->nearBoxes[i];
  }
  return (int32_t)sum;
}

/* The same mix as `hashPair`. */
static inline uint32_t hash_pair(uint32_t a, uint32_t b) {
  uint32_t hash = a * 0x9e3779b1u ^ (b >> 3) * 0x85ebca6bu;
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  hash ^= hash >> 13;
  return hash * 8 + (b & 7);
}

static inline bool is_known(uint32_t a, uint32_t b) {
  uint32_t mask = (uint32_t)frame->pairSlotCount - 1;
  for (uint32_t slot = hash_pair(a, b) & mask;; slot = (slot + 1) & mask) {
    uint32_t contact = frame->pairSlots[slot];
    if (contact == 0) return false;
    if (frame->a[contact] == a && frame->b[contact] == b) return true;
  }
}

/* Lists with which of the boxes that were found for a box it is in no contact. Returns how many pairs are listed then, or -1 where there is no room for them. */
static int32_t list_new(uint32_t entry, uint32_t hits, int32_t listed, int32_t room) {
  uint32_t mine = frame->nearOrder[entry];
  uint32_t one = frame->nearNames[mine];
  for (uint32_t i = 0; i < hits; i++) {
    uint32_t other = frame->nearOrder[frame->nearFound[i]];
    int bits = frame->nearBits[mine], others = frame->nearBits[other];
    if (!((bits | others) & NearBit_Moved) || bits & others & NearBit_Fixed) continue;
    if (!do_overlap(frame->nearBoxes + mine, frame->nearBoxes + other)) continue;
    uint32_t two = frame->nearNames[other];
    uint32_t a = one < two ? one : two, b = one < two ? two : one;
    if (is_known(a, b) || frame->bodyOf[a] == frame->bodyOf[b]) continue;
    if (listed == room) return -1;
    frame->nearPairs[2 * listed] = a;
    frame->nearPairs[2 * listed + 1] = b;
    listed++;
  }
  return listed;
}

/*
 * Notes which boxes of a run overlap that of an entry and did not before, behind those that were found already. Counted up by the outcome: which do
 * is as good as random.
 */
static inline uint32_t search_run(uint32_t entry, uint32_t first, uint32_t end, uint32_t hits) {
  const f32x4 *sorted = frame->nearSorted, *known = frame->nearSortedBefore;
  const f32x4 now = bounds_of(sorted[entry]), before = bounds_of(known[entry]);
  uint32_t *found = frame->nearFound;
  for (uint32_t other = first; other < end; other++) {
    found[hits] = other;
    hits += (uint32_t)(overlap(sorted[other], now) & ~overlap(known[other], before));
  }
  return hits;
}

EXPORT(findPairs) int32_t find_pairs(uint32_t count, int32_t room) {
  Grid grid;
  if (!lay_grid(count, &grid)) return -1;
  int32_t small = sort_boxes(count, &grid);
  if (small < 0) return -1;
  const uint32_t *starts = frame->nearStarts;
  int32_t listed = 0;
  uint32_t entry = 0;
  for (uint32_t cell = 0; cell < grid.cells; cell++) {
    uint32_t end = starts[cell + 1];
    if (entry == end) continue;
    uint32_t next_end = starts[cell + 2];
    /* The cells before it and behind it in the next row: the empty one at the end of a row is before the first of the next as well. */
    uint32_t below = starts[cell + grid.stride - 1], below_end = starts[cell + grid.stride + 2];
    for (; entry < end; entry++) {
      uint32_t hits = search_run(entry, entry + 1, next_end, 0);
      hits = search_run(entry, below, below_end, hits);
      if (hits == 0) continue;
      listed = list_new(entry, hits, listed, room);
      if (listed < 0) return -1;
    }
  }
  for (entry = (uint32_t)small; entry < count; entry++) {
    listed = list_new(entry, search_run(entry, 0, entry, 0), listed, room);
    if (listed < 0) return -1;
  }
  return listed;
}
