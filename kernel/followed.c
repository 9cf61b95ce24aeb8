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

/* In `foreseenOf`: the points are those of a hit to come. */
#define COMING 1

/* Has a row be followed as its bodies turn, if that changes its separations: else it has no points that are. */
static void follow_row(FollowedRow *row) {
  bool coming = frame->foreseenOf[row->contact] == COMING;
  bool turns = row->sinA != 0 || row->sinB != 0;
  bool round = frame->geometry[frame->a[row->contact]].radius != 0 || frame->geometry[frame->b[row->contact]].radius != 0;
  row->points = row->renewal == Renewal_Never && coming && !round && !turns ? 0 : row->solved;
  if (row->points == 0) row->renewal = row->bounces = 0;
  row->turned[0] = row->turned[1] = 0;
  row->pressed = row->spared = 0;
  if (row->bounces) note_loads(row);
  for (int k = 0; k < row->points; k++) follow_point(row, k, coming);
}

EXPORT(followRows) void follow_rows(void) {
  for (int n = 0; n < frame->followedCount; n++) follow_row(frame->followedRows + n);
}

/* Gives a contact with one point a second one, farther away than anything, so that its row has a place for another. */
static void add_place(uint32_t contact) {
  Manifold *m = frame->manifold + contact;
  m->x1 = m->x0;
  m->y1 = m->y0;
  m->separation1 = FAR;
  frame->impulse[contact].normal1 = frame->impulse[contact].tangent1 = 0;
  frame->pointCount[contact] = 2;
}

/* Swaps the arm of now, from the center of mass to the origin, with that of the hit, which is where the row has other numbers later. */
static inline void swap_arm(uint32_t collider, double *arm) {
  Pose *pose = frame->pose + collider;
  double x = pose->fromCenterX, y = pose->fromCenterY;
  pose->fromCenterX = arm[0];
  pose->fromCenterY = arm[1];
  arm[0] = x;
  arm[1] = y;
}

/* Turns the sides of a row round, where that has them the other way round than the contact. */
static inline void turn_round(FollowedRow *row) {
  double c = row->cosA, s = row->sinA;
  row->cosA = row->cosB;
  row->sinA = row->sinB;
  row->cosB = c;
  row->sinB = s;
}

/* Writes the row of a contact that is to be followed. Returns whether there was room for it. */
static bool prepare_row(FollowedRow *row) {
  uint32_t contact = row->contact, a = frame->a[contact], b = frame->b[contact], place = (uint32_t)frame->activeIndex[contact];
  int points = frame->pointCount[contact], owners = frame->ownerCount, bounces = frame->bounceCount;
  if (row->renewal != Renewal_Never && points == 1) add_place(contact);
  swap_arm(a, row->behindA);
  swap_arm(b, row->behindB);
  bool done = prepare(place, place + 1, frame->foreseenOf[contact] == COMING ? Prepared_Coming : Prepared_Followed) != place;
  swap_arm(a, row->behindA);
  swap_arm(b, row->behindB);
  frame->pointCount[contact] = points;
  if (!done || frame->ownerCount == owners) return done;
  Owner owner = frame->owners[owners];
  row->lane = owner.lane;
  row->solved = (owner.contact & 1) + 1;
  row->bounces = frame->bounceCount - bounces;
  if (frame->awakeIndex[frame->bodyOf[b]] == NOT_AWAKE) turn_round(row);
  return true;
}

EXPORT(prepareAhead) int prepare_ahead(int first, int ruled) {
  for (int n = first; n < frame->followedCount; n++) {
    FollowedRow *row = frame->followedRows + n;
    uint32_t contact = row->contact;
    row->solved = row->bounces = 0;
    /* A system of the user may have removed a body. */
    if (frame->activeIndex[contact] == NOT_ACTIVE || frame->pointCount[contact] == 0) continue;
    if ((frame->traits[frame->a[contact]] | frame->traits[frame->b[contact]]) & Trait_Rules && n != ruled) {
      frame->wanted = FOREIGN;
      return n;
    }
    if (!prepare_row(row)) return n;
  }
  return frame->followedCount;
}

/* Whether the shapes of a row are no farther apart than the slop at one of its points, as the last substep ended. */
static bool touches(const FollowedRow *row) {
  const float *lane = lane_at(row->lane);
  f32x4 a = body_of(lane, 0)->moved, b = body_of(lane, 1)->moved;
  double nx = lane[LANES * Field_NormalX], ny = lane[LANES * Field_NormalY];
  for (int k = 0; k < row->solved; k++) {
    const float *p = point_of(lane, k);
    double cross_a = p[LANES * PointField_CrossA], cross_b = p[LANES * PointField_CrossB];
    double dot_a = p[LANES * PointField_DotA], dot_b = p[LANES * PointField_DotB];
    double gap = p[LANES * PointField_Base] + nx * ((double)b.x - a.x) + ny * ((double)b.y - a.y) + b.z * dot_b + b.w * cross_b - a.z * dot_a - a.w * cross_a;
    if (gap <= frame->slop) return true;
  }
  return false;
}

/* Whether the two of a followed row touched within the step: they were pressed, or are near as it ends. */
static bool has_touched(const FollowedRow *row) {
  if (row->solved == 0 || frame->activeIndex[row->contact] == NOT_ACTIVE) return false;
  const Impulse *impulse = frame->impulse + row->contact;
  return (double)impulse->normal0 + impulse->normal1 > 0 || row->pressed || touches(row);
}

EXPORT(findBegun) int find_begun(int first) {
  int bounces = frame->bounceCount, end = bounces + frame->followedCount;
  for (int i = first; i < end; i++) {
    bool bounce = i < bounces;
    uint32_t contact = bounce ? frame->bounces[i].owner >> 1 : frame->followedRows[i - bounces].contact;
    if (frame->flags[contact] & ContactFlag_Touching) continue;
    if (bounce ? frame->bounces[i].hit == 0 : !has_touched(frame->followedRows + (i - bounces))) continue;
    frame->askedOf = contact;
    return i;
  }
  return end;
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
    if (row->points == 0) continue;
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
