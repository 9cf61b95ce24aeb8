/*
 * Rows whose separations are wrong once their bodies have turned, see `FollowedRow`. A row turns its anchors from the beginning of the step
 * on, see `PointField`. Those of a hit to come are turned by then; and of a round end it is another point that is nearest: taken for the
 * same one, a capsule that rolled over its end by 18 degrees in a step was 16 mm deep in the floor.
 */
#include "followed.h"
#include "substeps.h"

/*
 * What one body adds to the separation beyond what the row says: n . R(q - h) corner less n . R(q) anchor, where q is how far it has turned,
 * and h how far it has at the hit, from which its anchor is.
 */
static inline double side_excess(double c, double s, double hc, double hs, double cross, double dot, double behind) {
  return (c * hc + s * hs) * (dot + behind) + (s * hc - c * hs) * cross - c * dot - s * cross;
}

/* By how much the separation of a point is larger than its row says when its bodies have turned so far; what is the same at any turn is left out. */
static inline double excess_of(const FollowedRow *row, int k, const float *lane, double cos_a, double sin_a, double cos_b, double sin_b) {
  const float *p = point_of(lane, k);
  double of_b = side_excess(cos_b, sin_b, row->cosB, row->sinB, p[LANES * PointField_CrossB], p[LANES * PointField_DotB], row->behindB[k]);
  if (is_single(lane)) return of_b;
  return of_b - side_excess(cos_a, sin_a, row->cosA, row->sinA, p[LANES * PointField_CrossA], p[LANES * PointField_DotA], row->behindA[k]);
}

/* Notes which points of a row hold anything as a substep begins. */
static void note_loads(FollowedRow *row) {
  const float *lane = lane_at(row->lane);
  row->loaded = 0;
  for (int k = 0; k < row->points; k++) {
    if (point_of(lane, k)[LANES * PointField_Normal] > 0) row->loaded |= 1u << k;
  }
}

void follow_point(FollowedRow *row, int k, bool coming) {
  const float *lane = lane_at(row->lane);
  uint32_t a = frame->a[row->contact], b = frame->b[row->contact];
  bool reversed = frame->awakeIndex[frame->bodyOf[b]] == NOT_AWAKE;
  double radius_a = frame->geometry[a].radius, radius_b = frame->geometry[b].radius;
  const Manifold *m = frame->manifold + row->contact;
  double half = coming ? 0 : 0.5 * (k == 0 ? m->separation0 : m->separation1);
  /* The normal leaves A and meets B. */
  row->behindA[k] = -(reversed ? radius_b : radius_a) - half;
  row->behindB[k] = (reversed ? radius_a : radius_b) + half;
  double excess = excess_of(row, k, lane, row->cosA, row->sinA, row->cosB, row->sinB);
  row->base[k] = (double)point_of(lane, k)[LANES * PointField_Base] - excess;
}

EXPORT(followRow) int follow_row(int coming) {
  FollowedRow *row = frame->followedRows + frame->followedCount;
  bool turns = row->sinA != 0 || row->sinB != 0;
  bool round = frame->geometry[frame->a[row->contact]].radius != 0 || frame->geometry[frame->b[row->contact]].radius != 0;
  if (row->renewal == Renewal_Never && coming && !round && !turns) return 0;
  frame->followedCount++;
  row->turned[0] = row->turned[1] = 0;
  row->pressed = row->spared = 0;
  if (row->bounces) note_loads(row);
  for (int k = 0; k < row->points; k++) follow_point(row, k, coming);
  return 1;
}

/*
 * Lets a point that bounces be as it is until the next substep, if its bodies came together there in this one, fast enough to bounce, and
 * impacts had not seen that: what turns goes along arcs, and they look straight ahead. The pass that takes velocity back would hold it
 * without a bounce. At 30 Hz and one substep 185 of 400 triangles without loss that fell on a floor lost energy so, up to all of it.
 * Only what closed its gap in this very substep: a heap of capsules (e = 0.1, 30 Hz) let one substep after another go by else, got 43 cm deep
 * into itself as it landed, 15 cm without a bounce (2 s, the mean of three seeds), and 300 of 500 moved when none did without.
 */
static void let_bounce(FollowedRow *row, int k, float *lane, float *p, const Work *work_a, const Work *work_b) {
  /* What held something before may hold a load. */
  if (row->loaded & (1u << k)) return;
  double held = p[LANES * PointField_Normal];
  double nx = lane[LANES * Field_NormalX], ny = lane[LANES * Field_NormalY];
  double cross_a = p[LANES * PointField_CrossA], cross_b = p[LANES * PointField_CrossB];
  f32x4 a = work_a->velocity, b = work_b->velocity;
  double parting = nx * ((double)b.x - a.x) + ny * ((double)b.y - a.y) + b.z * cross_b - a.z * cross_a;
  if (parting - held * p[LANES * PointField_InverseMass] > -frame->threshold) return;
  float base = p[LANES * PointField_Base];
  f32x4 c = work_a->moved, d = work_b->moved;
  double anchor_a = (double)c.z * p[LANES * PointField_DotA] + c.w * cross_a;
  double anchor_b = (double)d.z * p[LANES * PointField_DotB] + d.w * cross_b;
  double gap = base + nx * ((double)d.x - c.x) + ny * ((double)d.y - c.y) + anchor_b - anchor_a;
  if (held == 0 && gap > 0) return;
  /* What was together as the substep began may be squeezed by others. */
  if (gap <= frame->substepTime * parting) return;
  row->spared |= 1u << k;
  row->sparedBase[k] = base;
  p[LANES * PointField_Base] = (float)FAR;
}

EXPORT(followTurns) void follow_turns(bool spares) {
  for (int n = 0; n < frame->followedCount; n++) {
    FollowedRow *row = frame->followedRows + n;
    float *lane = lane_at(row->lane);
    const Work *a = body_of(lane, 0), *b = body_of(lane, 1);
    for (int k = 0; k < row->points; k++) {
      float *p = point_of(lane, k);
      if (p[LANES * PointField_Normal] > 0) row->pressed = 1;
      /* What was to be hit is no longer there. */
      if ((double)p[LANES * PointField_Base] >= FAR) continue;
      p[LANES * PointField_Base] = (float)(row->base[k] + excess_of(row, k, lane, a->moved.z, a->moved.w, b->moved.z, b->moved.w));
      if (spares && row->bounces) let_bounce(row, k, lane, p, a, b);
    }
  }
}

EXPORT(holdSpared) void hold_spared(void) {
  for (int n = 0; n < frame->followedCount; n++) {
    FollowedRow *row = frame->followedRows + n;
    if (!row->bounces) continue;
    float *lane = lane_at(row->lane);
    for (int k = 0; k < row->points; k++) {
      if (row->spared & (1u << k)) point_of(lane, k)[LANES * PointField_Base] = row->sparedBase[k];
    }
    row->spared = 0;
    note_loads(row);
  }
}
