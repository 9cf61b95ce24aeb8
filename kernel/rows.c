/*
 * Places for contacts: groups of four, in solving order. A contact goes into the first open group of its stream in which
 * neither of its bodies is, so that the four of a group can be solved at the same time.
 */
#include "rows.h"

/* The bodies in the lanes of a group may come into the next one that is opened in its place. */
static inline void let_go(int open, const int32_t *group, int lanes) {
  uint32_t others = ~(1u << open);
  for (int lane = 0; lane < lanes; lane++) {
    frame->busy[(uint32_t)group[lane] / sizeof(Work)] &= others;
    frame->busy[(uint32_t)group[LANES + lane] / sizeof(Work)] &= others;
  }
  frame->open[open] = 0;
}

/* Lanes without a contact get one of the world with itself. */
static void fill_up(float *group, int taken, int points) {
  int fields = (points == 1 ? sizeof(GroupOne) : sizeof(GroupTwo)) / sizeof(f32x4);
  for (int lane = taken; lane < LANES; lane++) {
    for (int place = 0; place < fields; place++) group[place * LANES + lane] = 0;
    /* Divisions stay sound. */
    for (int k = 0; k < points; k++) point_of(group + lane, k)[LANES * PointField_InverseMass] = 1;
  }
}

/* Ends an open group. */
static void close_group(int open) {
  uint32_t at = frame->open[open];
  int lanes = at % LANES;
  int32_t *group = (int32_t *)(uintptr_t)((at - lanes) * 4);
  let_go(open, group, lanes);
  fill_up((float *)group, lanes, open & OPEN ? 2 : 1);
}

/* Ends the fullest open group of a stream. Returns which of its groups that was. */
static int close_fullest(int shift) {
  const uint32_t *open = frame->open + shift;
  int fullest = 0;
  for (int k = 1; k < OPEN; k++) {
    if (open[k] % LANES > open[fullest] % LANES) fullest = k;
  }
  close_group(shift + fullest);
  return fullest;
}

float *take_lane(uint32_t contact, int points, uint32_t record_a, uint32_t record_b) {
  uint32_t *busy = frame->busy;
  int stream = (record_a == 0 ? WORLD : 0) + points - 1;
  int shift = stream * OPEN;
  uint32_t free = ~((busy[record_a] | busy[record_b]) >> shift) & OPEN_BITS;
  int open = free == 0 ? shift : shift + __builtin_ctz(free);
  uint32_t at = free == 0 ? 0 : frame->open[open];
  if (at == 0) {
    Cursor *cursor = frame->cursors + stream;
    uint32_t end = cursor->next + (points == 1 ? sizeof(GroupOne) : sizeof(GroupTwo));
    if (end > cursor->end) {
      frame->wanted = stream;
      return 0;
    }
    at = cursor->next / 4;
    if (free == 0) open = shift + close_fullest(shift);
    cursor->next = end;
  }
  int32_t *lane = (int32_t *)(uintptr_t)(at * 4);
  lane[0] = record_a * sizeof(Work);
  lane[LANES] = record_b * sizeof(Work);
  uint32_t bit = 1u << open;
  if (record_a != 0) busy[record_a] |= bit;
  busy[record_b] |= bit;
  frame->owners[frame->ownerCount++] = (Owner){contact * 2 + points - 1, at};
  /* Groups begin at multiples of four floats. */
  if (at % LANES == LANES - 1) let_go(open, lane - (LANES - 1), LANES);
  else frame->open[open] = at + 1;
  return (float *)lane;
}

/* Fills the lanes that are left in the groups of `prepare`. */
EXPORT(finish) void finish(void) {
  for (int open = 0; open < STREAMS * OPEN; open++) {
    if (frame->open[open] != 0) close_group(open);
  }
}

/* Keeps the impulses of all rows for the next step's warm start. */
EXPORT(storeImpulses) void store_impulses(void) {
  const Owner *end = frame->owners + frame->ownerCount;
  for (const Owner *owner = frame->owners; owner < end; owner++) {
    const float *lane = lane_at(owner->lane);
    Impulse *impulse = frame->impulse + (owner->contact >> 1);
    impulse->normal0 = point_of(lane, 0)[LANES * PointField_Normal];
    impulse->tangent0 = point_of(lane, 0)[LANES * PointField_Tangent];
    if ((owner->contact & 1) == 0) continue;
    impulse->normal1 = point_of(lane, 1)[LANES * PointField_Normal];
    impulse->tangent1 = point_of(lane, 1)[LANES * PointField_Tangent];
  }
}

/* Of the slop: what is deeper as a step ends, and came down by more than that in it, is sunk. Rows tell of that only about: who asks measures. */
#define SUNK 0.5
#define CAME_DOWN 0.25

/* Whether a point of a row against the world came deep into that within the step. */
static inline bool is_sunk(const float *p, const Work *work, float moved) {
  float base = p[LANES * PointField_Base], dot = p[LANES * PointField_DotB];
  float separation = base + moved + work->moved.z * dot + work->moved.w * p[LANES * PointField_CrossB];
  return separation < -SUNK * frame->slop && separation < base + dot - CAME_DOWN * frame->slop;
}

EXPORT(findSunk) int find_sunk(int first) {
  for (int i = first; i < frame->ownerCount; i++) {
    Owner owner = frame->owners[i];
    const float *lane = lane_at(owner.lane);
    if (*(const int32_t *)lane != 0) continue;
    const Work *work = (const Work *)((const char *)frame->work + ((const int32_t *)lane)[LANES]);
    float moved = lane[LANES * Field_NormalX] * work->moved.x + lane[LANES * Field_NormalY] * work->moved.y;
    if (is_sunk(point_of(lane, 0), work, moved)) return i;
    if ((owner.contact & 1) && is_sunk(point_of(lane, 1), work, moved)) return i;
  }
  return frame->ownerCount;
}
