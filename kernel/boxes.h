/*
 * Oriented box against oriented box, both without rounding.
 *
 * Separating axes (the two face directions of each box) pick the reference face, the face of the other box that looks at
 * it most is cut to its width, and what remains gives up to two points. The face directions suffice to tell overlap from
 * separation; where the boxes are apart, the reference face with the largest separation and its incident face are known
 * to hold the closest points, because separation over the circle of directions has a single peak. So two corners that
 * face each other get the true distance and direction.
 *
 * Everything is computed in a frame where the reference normal is +x: a face of the reference box is picked by a quarter
 * turn of its own frame. Corners are numbered counter-clockwise from (-, -); edge i runs from corner i to corner i + 1.
 *
 * x and y are two lanes, and what hangs on a condition is chosen by masks: which face is whose is as good as random in a
 * pile, and a jump that was not foreseen takes as long as many numbers.
 */
#pragma once

#include "collide.h"
#include "vectors.h"

/*
 * A face must be better by this share of the smallest half size to be preferred over an earlier one, so that the reference does not flicker
 * between faces that are equal but for rounding.
 */
#define FACE_PREFERENCE 1e-3
/* Preference for one of two incident faces that look at the reference alike (a box on its corner), as a cosine. */
#define INCIDENT_PREFERENCE 1e-3
/* Below this share of a half size a distance is too short to give a direction. */
#define BOX_NO_DIRECTION 1e-9

/* Two faces that look at each other, in the frame of the one that is the reference. */
typedef struct {
  /* The reference is of B. */
  i64x2 flip;
  /* The normal of the reference in world axes, and the way from the origin of A to that of the reference's box. */
  f64x2 normal, shift;
  /* Half sizes of the reference, along and across its normal. */
  double hn, ht;
  /* The other face: its middle, its slope (dx/dy, at most about 1), and how far it reaches across. */
  double mx, my, slope, bottom, top;
  double separation, preference, margin;
  /* Numbers of the two faces. */
  int face, edge;
} Facing;

static inline int following(int corner) { return (corner + 1) & 3; }

/* A vector of the reference frame in world axes. */
static inline f64x2 along(const Facing *facing, double x, double y) {
  return facing->normal * x + turned(facing->normal) * y;
}

static inline void write_box_normal(const Facing *facing, f64x2 normal, Manifold *out) {
  normal = choose(facing->flip, -normal, normal);
  out->normalX = normal.x;
  out->normalY = normal.y;
}

static inline void write_box_point(const Facing *facing, double x, double y, double gap, double *point) {
  f64x2 at = along(facing, x, y) + facing->shift;
  point[0] = at.x;
  point[1] = at.y;
  point[2] = gap;
}

/* The vertex of A in the low byte, that of B in the next. */
static inline int32_t box_feature(const Facing *facing, int own, int other) {
  int shift = (int)facing->flip.x & 8;
  return own << shift | other << (8 - shift);
}

/*
 * The nearest corner is beside the reference face: the closest point to the corner of the reference. Returns -1 where the
 * faces describe the contact as well.
 */
static inline int find_box_corner(const Facing *f, bool beside, bool above, Manifold *out, Feature *ids) {
  double corner = above ? f->ht : -f->ht;
  /* Closest point on the incident face to (hn, corner), as a height; 1 + slope^2 is the squared length per height. */
  double at = f->my + ((corner - f->my) - f->slope * (f->mx - f->hn)) / (1 + f->slope * f->slope);
  bool inside = at > f->bottom && at < f->top;
  if (at < f->bottom) at = f->bottom;
  if (at > f->top) at = f->top;
  double ex = f->mx + (at - f->my) * f->slope - f->hn;
  double ey = at - corner;
  double distance = __builtin_sqrt(ex * ex + ey * ey);
  /* The face describes the contact as well if its distance is as good and cutting the edge costs next to nothing. */
  double cut = ey * f->slope;
  bool level = cut <= f->preference && cut >= -f->preference && distance - f->separation <= 0.1 * f->preference;
  if (!beside && (inside || level)) return -1;
  if (distance > f->margin && f->separation > 0) return apart(out, distance);
  /* In overlap (only the preference for an earlier face leads here) the face normal is kept. */
  bool pointed = f->separation > 0 && distance > BOX_NO_DIRECTION * (f->hn + f->ht);
  double fx = pointed ? ex / distance : 1;
  double fy = pointed ? ey / distance : 0;
  double gap = pointed ? distance : ex;
  write_box_normal(f, along(f, fx, fy), out);
  write_box_point(f, f->hn + ex - 0.5 * gap * fx, at - 0.5 * gap * fy, gap, &out->x0);
  ids->id0 = box_feature(f, above ? following(f->face) : f->face, at - f->my > 0 ? f->edge : following(f->edge));
  return 1;
}

/* Two faces look at each other: both ends of what they share. */
static inline int find_box_ends(const Facing *f, double y0, double y1, Manifold *out, Feature *ids) {
  double gap0 = f->mx + (y0 - f->my) * f->slope - f->hn;
  double gap1 = f->mx + (y1 - f->my) * f->slope - f->hn;
  bool near0 = gap0 <= f->margin;
  bool near1 = gap1 <= f->margin;
  if (!(near0 | near1)) return apart(out, 0);
  /* Seen from the reference the incident face runs down (both boxes are counter-clockwise): its end is low. */
  int32_t id0 = box_feature(f, f->face, following(f->edge));
  int32_t id1 = box_feature(f, following(f->face), f->edge);
  write_box_normal(f, f->normal, out);
  if (near0 & near1) {
    write_box_point(f, f->hn + 0.5 * gap0, y0, gap0, &out->x0);
    write_box_point(f, f->hn + 0.5 * gap1, y1, gap1, &out->x1);
    *ids = (Feature){id0, id1};
    return 2;
  }
  double gap = near0 ? gap0 : gap1;
  write_box_point(f, f->hn + 0.5 * gap, near0 ? y0 : y1, gap, &out->x0);
  ids->id0 = near0 ? id0 : id1;
  return 1;
}

/* Two boxes that are apart along an axis of theirs: leaves behind which, if that is not farther than the margin. */
static inline int apart_along_axis(const Placed *pair, f64x2 of_a, f64x2 of_b, f64x2 p, f64x2 q, f64x2 turn_a, f64x2 turn_b, Manifold *out) {
  f64x2 most = greater(of_a, of_b);
  bool upright = !(most.x > most.y);
  double distance = upright ? most.y : most.x;
  if (distance > pair->margin) return apart(out, distance);
  i64x2 is_b = of_b > of_a;
  is_b = upright ? both_y_mask(is_b) : both_x_mask(is_b);
  f64x2 axis = choose(is_b, turn_b, turn_a);
  if (upright) axis = turned(axis);
  f64x2 center = choose(is_b, -q, p);
  if ((upright ? center.y : center.x) < 0) axis = -axis;
  return apart_along(out, axis.x, axis.y, distance);
}

/* Inline, because that saves a tenth of the narrow phase of a pile of boxes. */
static inline __attribute__((always_inline)) int find_box_manifold(const Geometry *a, const Geometry *b, const Placed *pair,
                                                                   Manifold *out, Feature *ids) {
  f64x2 d = {pair->dx, pair->dy};
  f64x2 near = pair->near;
  f64x2 turn_a = {pair->cos_a, pair->sin_a}, turn_b = {pair->cos_b, pair->sin_b};
  f64x2 sizes_a = {a->halfWidth, a->halfHeight}, sizes_b = {b->halfWidth, b->halfHeight};

  /* Rotation of B seen from A; its absolute value projects half sizes from one box to the other. */
  f64x2 aside = turned(d);
  f64x2 m = absolute(both_x(turn_a) * turn_b - both_y(turn_a) * turned(turn_b));
  f64x2 crossed = swapped_lanes(m);
  /* The center of B seen from A, and that of A seen from B. */
  f64x2 p = both_x(turn_a) * d - both_y(turn_a) * aside;
  f64x2 q = both_y(turn_b) * aside - both_x(turn_b) * d;
  f64x2 of_a = absolute(p) - sizes_a - m * both_x(sizes_b) - crossed * both_y(sizes_b);
  f64x2 of_b = absolute(q) - sizes_b - m * both_x(sizes_a) - crossed * both_y(sizes_a);
  if (any_of((of_a > near) | (of_b > near))) return apart_along_axis(pair, of_a, of_b, p, q, turn_a, turn_b, out);

  f64x2 smallest = lesser(sizes_a, sizes_b);
  f64x2 preference = FACE_PREFERENCE * lesser(swapped_lanes(smallest), smallest);
  /* Each of the four axes in turn must be better than the best so far; what that may be is compared with all at once. */
  f64x2 least = of_a + preference;
  f64x2 bx = both_x(of_b), by = both_y(of_b);
  i64x2 ay_wins = both_x_mask(both_y(of_a) > least);
  i64x2 bx_beats = bx > least, by_beats = by > least;
  i64x2 bx_wins = pick_mask(ay_wins, both_y_mask(bx_beats), both_x_mask(bx_beats));
  i64x2 by_wins = pick_mask(bx_wins, by > bx + preference, pick_mask(ay_wins, both_y_mask(by_beats), both_x_mask(by_beats)));
  i64x2 flip = bx_wins | by_wins;
  i64x2 upright = (ay_wins & ~bx_wins) | by_wins;
  f64x2 separations = choose(flip, of_b, of_a);
  f64x2 centers = choose(flip, q, p);
  f64x2 separation = choose(upright, swapped_lanes(separations), separations);
  f64x2 center = choose(upright, swapped_lanes(centers), centers);

  f64x2 turn = choose(flip, turn_b, turn_a), other_turn = choose(flip, turn_a, turn_b);
  f64x2 sizes = choose(flip, sizes_b, sizes_a), other_sizes = choose(flip, sizes_a, sizes_b);
  i64x2 behind = both_x_mask(center < 0);
  f64x2 outward = choose(upright, turned(turn), turn);
  f64x2 normal = choose(behind, -outward, outward);
  f64x2 z = choose(upright, swapped_lanes(sizes), sizes);
  /* The center and the first axis of the other box. */
  f64x2 o = choose(flip, -d, d);
  f64x2 xy = both_x(normal) * o - both_y(normal) * turned(o);
  f64x2 uv = both_x(normal) * other_turn - both_y(normal) * turned(other_turn);
  /* Of its four faces the one that looks most against the reference: (p, q) is the axis through it. */
  f64x2 size = absolute(uv);
  i64x2 level = both_x(size) + INCIDENT_PREFERENCE >= both_y(size);
  f64x2 pq = choose(level, uv, turned(uv));
  f64x2 st = choose(level, other_sizes, swapped_lanes(other_sizes));
  i64x2 away = both_x_mask(pq < 0);
  f64x2 reach = both_x(st);
  f64x2 middle = xy + choose(away, reach, -reach) * pq;
  double half = st.y * (pq.x < 0 ? -pq.x : pq.x);
  /* Numbers of the faces, without conditions: an upright one is 0 or 2, one at a side 1 or 3. */
  int sideways = ~(int)upright.x & 1;
  int parallel = (int)level.x & 1;
  Facing facing = {
      flip, normal, choose(flip, d, (f64x2){0, 0}), z.x, z.y, middle.x, middle.y, -pq.y / pq.x, middle.y - half, middle.y + half,
      separation.x, preference.x, pair->margin,
      (((((int)behind.x & 1) ^ sideways) ^ 1) << 1) + sideways, ((((int)away.x & 1) ^ parallel) << 1) + parallel,
  };
  double y0 = facing.bottom > -facing.ht ? facing.bottom : -facing.ht;
  double y1 = facing.top < facing.ht ? facing.top : facing.ht;
  bool beside = y0 > y1;
  if (beside || facing.separation > facing.preference) {
    double nearest = facing.slope > 0 ? facing.bottom : facing.top;
    bool above = beside ? facing.bottom > facing.ht : nearest > facing.ht;
    if (beside || above || nearest < -facing.ht) {
      int points = find_box_corner(&facing, beside, above, out, ids);
      if (points >= 0) return points;
    }
  }
  return find_box_ends(&facing, y0, y1, out, ids);
}
