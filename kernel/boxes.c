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
 */
#include "collide.h"

static inline double absolute(double x) { return __builtin_fabs(x); }

int collide_boxes(const Geometry *a, const Geometry *b, const Placed *pair, Manifold *out, Feature *ids) {
  double dx = pair->dx, dy = pair->dy;
  double ca = pair->cos_a, sa = pair->sin_a;
  double cb = pair->cos_b, sb = pair->sin_b;
  double margin = pair->margin;
  double wa = a->halfWidth, ha = a->halfHeight;
  double wb = b->halfWidth, hb = b->halfHeight;

  /* Rotation of B seen from A; its absolute value projects half sizes from one box to the other. */
  double c = ca * cb + sa * sb;
  double s = ca * sb - sa * cb;
  double ac = absolute(c);
  double as = absolute(s);

  double px = ca * dx + sa * dy;
  double separation_ax = absolute(px) - wa - ac * wb - as * hb;
  if (separation_ax > margin) return 0;
  double py = ca * dy - sa * dx;
  double separation_ay = absolute(py) - ha - as * wb - ac * hb;
  if (separation_ay > margin) return 0;
  /* The center of A seen from B. */
  double qx = -cb * dx - sb * dy;
  double separation_bx = absolute(qx) - wb - ac * wa - as * ha;
  if (separation_bx > margin) return 0;
  double qy = sb * dx - cb * dy;
  double separation_by = absolute(qy) - hb - as * wa - ac * ha;
  if (separation_by > margin) return 0;

  double small_a = wa < ha ? wa : ha;
  double small_b = wb < hb ? wb : hb;
  double preference = FACE_PREFERENCE * (small_a < small_b ? small_a : small_b);

  double separation = separation_ax;
  int face = px < 0 ? 3 : 1;
  if (separation_ay > separation + preference) {
    separation = separation_ay;
    face = py < 0 ? 0 : 2;
  }
  bool flip = false;
  if (separation_bx > separation + preference) {
    separation = separation_bx;
    face = qx < 0 ? 3 : 1;
    flip = true;
  }
  if (separation_by > separation + preference) {
    separation = separation_by;
    face = qy < 0 ? 0 : 2;
    flip = true;
  }

  /* Reference frame: the normal in world axes, the reference half sizes along (hn) and across (ht) it. */
  double rc = flip ? cb : ca;
  double rs = flip ? sb : sa;
  double sign = face == 1 || face == 2 ? 1 : -1;
  bool upright = (face & 1) == 0;
  double nx = upright ? -rs * sign : rc * sign;
  double ny = upright ? rc * sign : rs * sign;
  double rw = flip ? wb : wa;
  double rh = flip ? hb : ha;
  double hn = upright ? rh : rw;
  double ht = upright ? rw : rh;
  double iw = flip ? wa : wb;
  double ih = flip ? ha : hb;
  /* The incident box in the reference frame: center (x, y), first axis (u, v). */
  double ox = flip ? -dx : dx;
  double oy = flip ? -dy : dy;
  double ic = flip ? ca : cb;
  double is = flip ? sa : sb;
  double x = nx * ox + ny * oy;
  double y = nx * oy - ny * ox;
  double u = nx * ic + ny * is;
  double v = nx * is - ny * ic;

  /* Incident face: the one that looks most against +x. Its middle (mx, my), its half extent across (half > 0) and its */
  /* slope dx/dy, at most about 1. */
  double mx, my, half, slope;
  int edge;
  double au = absolute(u);
  double av = absolute(v);
  if (au + INCIDENT_PREFERENCE >= av) {
    double h = u < 0 ? iw : -iw;
    edge = u < 0 ? 1 : 3;
    mx = x + h * u;
    my = y + h * v;
    half = ih * au;
    slope = -v / u;
  } else {
    double h = v < 0 ? -ih : ih;
    edge = v < 0 ? 0 : 2;
    mx = x - h * v;
    my = y + h * u;
    half = iw * av;
    slope = u / v;
  }

  /* Seen from the reference the incident face runs down (both boxes are counter-clockwise): its end is low. */
  double bottom = my - half;
  double top = my + half;
  double y0 = bottom > -ht ? bottom : -ht;
  double y1 = top < ht ? top : ht;
  double nearest = slope > 0 ? bottom : top;
  if (y0 > y1 || (separation > preference && (nearest > ht || nearest < -ht))) {
    /* The nearest corner is beside the reference face: take the closest point to the corner of the reference. */
    bool above = y0 > y1 ? bottom > ht : nearest > ht;
    double corner = above ? ht : -ht;
    /* Closest point on the incident face to (hn, corner), as a height; 1 + slope^2 is the squared length per height. */
    double at = my + ((corner - my) - slope * (mx - hn)) / (1 + slope * slope);
    bool inside = at > bottom && at < top;
    if (at < bottom) at = bottom;
    if (at > top) at = top;
    double ex = mx + (at - my) * slope - hn;
    double ey = at - corner;
    double distance = __builtin_sqrt(ex * ex + ey * ey);
    /* The face describes the contact as well if its distance is as good and cutting the edge costs next to nothing. */
    double cut = ey * slope;
    bool level = cut <= preference && cut >= -preference && distance - separation <= 0.1 * preference;
    if (y0 > y1 || (!inside && !level)) {
      if (distance > margin && separation > 0) return 0;
      int ref_corner = above ? (face + 1) & 3 : face;
      int inc_corner = at - my > 0 ? edge : (edge + 1) & 3;
      /* In overlap (only the preference for an earlier face leads here) the face normal is kept. */
      bool pointed = separation > 0 && distance > BOX_NO_DIRECTION * (hn + ht);
      double fx = pointed ? ex / distance : 1;
      double fy = pointed ? ey / distance : 0;
      double gap = pointed ? distance : ex;
      double wx = nx * fx - ny * fy;
      double wy = ny * fx + nx * fy;
      double cx = hn + ex - 0.5 * gap * fx;
      double cy = at - 0.5 * gap * fy;
      out->normalX = flip ? -wx : wx;
      out->normalY = flip ? -wy : wy;
      out->x0 = nx * cx - ny * cy + (flip ? dx : 0);
      out->y0 = ny * cx + nx * cy + (flip ? dy : 0);
      out->separation0 = gap;
      ids->id0 = flip ? inc_corner | (ref_corner << 8) : ref_corner | (inc_corner << 8);
      return 1;
    }
  }

  double gap0 = mx + (y0 - my) * slope - hn;
  double gap1 = mx + (y1 - my) * slope - hn;
  double shift_x = flip ? dx : 0;
  double shift_y = flip ? dy : 0;
  int next = (face + 1) & 3;
  int inc_next = (edge + 1) & 3;
  int count = 0;
  if (gap0 <= margin) {
    double cx = hn + 0.5 * gap0;
    out->x0 = nx * cx - ny * y0 + shift_x;
    out->y0 = ny * cx + nx * y0 + shift_y;
    out->separation0 = gap0;
    ids->id0 = flip ? inc_next | (face << 8) : face | (inc_next << 8);
    count = 1;
  }
  if (gap1 <= margin) {
    double *point = manifold_point(out, count);
    double cx = hn + 0.5 * gap1;
    point[0] = nx * cx - ny * y1 + shift_x;
    point[1] = ny * cx + nx * y1 + shift_y;
    point[2] = gap1;
    *feature_id(ids, count) = flip ? edge | (next << 8) : next | (edge << 8);
    count++;
  }
  if (count > 0) {
    out->normalX = flip ? -nx : nx;
    out->normalY = flip ? -ny : ny;
  }
  return count;
}
