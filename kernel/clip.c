/*
 * The contact of two facing edges of convex cores, the general form of what boxes.c does: the incident edge is cut to
 * the width of the reference edge; where it lies beside it, the corner of the reference and the closest point of the
 * incident edge give one point with the true normal.
 */
#include "convex.h"

/* Below this share of an edge a distance is too short to give a direction. */
#define NO_DIRECTION 1e-9

/* The incident edge in the frame of the reference, and the width of the reference. */
typedef struct {
  double low_x, low_y, high_x, high_y, width;
} Edge;

/* The two cores with the parts that they play. */
typedef struct {
  const Core *reference, *incident;
  int face, opposite;
  double radius, incident_radius;
  bool flip;
} Parts;

static Edge place_edge(const Parts *parts) {
  const Core *core = parts->reference;
  const Core *other = parts->incident;
  int next = parts->face + 1 < core->count ? parts->face + 1 : 0;
  int other_next = parts->opposite + 1 < other->count ? parts->opposite + 1 : 0;
  double nx = core->nx[parts->face], ny = core->ny[parts->face];
  double rx = core->x[parts->face], ry = core->y[parts->face];
  double ax = other->x[other_next] - rx, ay = other->y[other_next] - ry;
  double bx = other->x[parts->opposite] - rx, by = other->y[parts->opposite] - ry;
  return (Edge){nx * ax + ny * ay, nx * ay - ny * ax, nx * bx + ny * by, nx * by - ny * bx,
                nx * (core->y[next] - ry) - ny * (core->x[next] - rx)};
}

/* Whether the incident edge lies beside the reference. One that stands upright on it may run backward by rounding. */
static inline bool is_beside(const Edge *edge) {
  return (edge->low_y > edge->width && edge->high_y > edge->width) || (edge->high_y < 0 && edge->low_y < 0);
}

static inline double larger(double a, double b) { return a > b ? a : b; }

/*
 * Whether a direction in the frame of a reference edge, not a unit vector, tells the cores apart. Of two lines on one
 * line, or of points of needles, the way from corner to corner does, and the faces do not.
 */
static bool is_apart(const Core *a, const Core *b, const Parts *parts, double along_normal, double across_normal) {
  double rx = parts->reference->nx[parts->face], ry = parts->reference->ny[parts->face];
  double sign = parts->flip ? -1 : 1;
  double nx = sign * (rx * along_normal - ry * across_normal);
  double ny = sign * (ry * along_normal + rx * across_normal);
  double most = -__builtin_inf();
  for (int i = 0; i < a->count; i++) most = larger(most, nx * a->x[i] + ny * a->y[i]);
  for (int i = 0; i < b->count; i++) {
    if (nx * b->x[i] + ny * b->y[i] <= most) return false;
  }
  return true;
}

/*
 * The corner of the reference against the closest point of the incident edge.
 * Returns the number of points, or -1 where the face contact describes it better.
 */
static __attribute__((noinline)) int clip_corner(const Core *a, int face_a, const Core *b, int face_b, const Parts *parts, const Edge *edge,
                       const Clip *clip, Manifold *out, Feature *ids) {
  bool flip = parts->flip;
  bool empty = is_beside(edge);
  double nearest = edge->low_x <= edge->high_x ? edge->low_y : edge->high_y;
  bool above = empty ? edge->low_y > edge->width : nearest > edge->width;
  double corner = above ? edge->width : 0;
  double ex = edge->high_x - edge->low_x;
  double ey = edge->high_y - edge->low_y;
  double square = ex * ex + ey * ey;
  double t = square > 0 ? ((corner - edge->low_y) * ey - edge->low_x * ex) / square : 0;
  bool inside = t > 0 && t < 1;
  if (t < 0) t = 0;
  if (t > 1) t = 1;
  double px = edge->low_x + ex * t;
  double py = edge->low_y + ey * t;
  double dy = py - corner;
  double distance = __builtin_sqrt(px * px + dy * dy);
  /* The face describes the contact as well if its distance is as good and cutting the edge costs next to nothing. */
  double tolerance = clip->tolerance;
  bool level = __builtin_fabs(ex * dy) <= tolerance * __builtin_fabs(ey);
  if (!empty && (inside || (level && distance - clip->separation <= 0.1 * tolerance))) return -1;

  double least = NO_DIRECTION * (edge->width + __builtin_sqrt(square));
  bool pointed = distance > least && (clip->separation > least || is_apart(a, b, parts, px, dy));
  if (!pointed) {
    /* In overlap the nearer end counts: it is beside the reference by rounding only. */
    double low = edge->low_x * edge->low_x + (edge->low_y - corner) * (edge->low_y - corner);
    double high = edge->high_x * edge->high_x + (edge->high_y - corner) * (edge->high_y - corner);
    t = low <= high ? 0 : 1;
    px = edge->low_x + ex * t;
    py = edge->low_y + ey * t;
  }
  double fx = pointed ? px / distance : 1;
  double fy = pointed ? dy / distance : 0;
  double gap = pointed ? distance : px;
  double separation = gap - parts->radius - parts->incident_radius;
  if (separation > clip->margin) return 0;

  double nx = parts->reference->nx[parts->face], ny = parts->reference->ny[parts->face];
  double back = 0.5 * (gap - parts->radius + parts->incident_radius);
  double x = px - fx * back;
  double y = py - fy * back;
  double wx = nx * fx - ny * fy;
  double wy = ny * fx + nx * fy;
  out->normalX = flip ? -wx : wx;
  out->normalY = flip ? -wy : wy;
  out->x0 = parts->reference->x[parts->face] + nx * x - ny * y;
  out->y0 = parts->reference->y[parts->face] + ny * x + nx * y;
  out->separation0 = separation;
  int next_a = face_a + 1 < a->count ? face_a + 1 : 0;
  int next_b = face_b + 1 < b->count ? face_b + 1 : 0;
  int ref_end = flip ? (above ? next_b : face_b) : above ? next_a : face_a;
  int inc_end = flip ? (t > 0.5 ? face_a : next_a) : t > 0.5 ? face_b : next_b;
  ids->id0 = flip ? inc_end | (ref_end << 8) : ref_end | (inc_end << 8);
  return 1;
}

__attribute__((noinline)) int clip_faces(const Core *a, int face_a, const Core *b, int face_b, bool flip, bool corners, const Clip *clip,
               Manifold *out, Feature *ids) {
  Parts parts = flip ? (Parts){b, a, face_b, face_a, clip->radius_b, clip->radius_a, true}
                     : (Parts){a, b, face_a, face_b, clip->radius_a, clip->radius_b, false};
  Edge edge = place_edge(&parts);
  double nx = parts.reference->nx[parts.face], ny = parts.reference->ny[parts.face];
  double rx = parts.reference->x[parts.face], ry = parts.reference->y[parts.face];
  double radius = parts.radius + parts.incident_radius;
  double width = edge.width;

  double nearest = edge.low_x <= edge.high_x ? edge.low_y : edge.high_y;
  bool empty = is_beside(&edge);
  /* An edge that stands steeply on the reference is cut far from its nearer end, so that end counts by itself. */
  double rise = edge.high_x - edge.low_x;
  double run = edge.high_y - edge.low_y;
  bool steep = rise * rise > run * run;
  bool beside = (nearest > width || nearest < 0) && (steep || clip->separation > clip->tolerance);
  if (empty || (corners && beside)) {
    if (!corners) return 0;
    int written = clip_corner(a, face_a, b, face_b, &parts, &edge, clip, out, ids);
    if (written >= 0) return written;
  }

  int next_a = face_a + 1 < a->count ? face_a + 1 : 0;
  int next_b = face_b + 1 < b->count ? face_b + 1 : 0;
  /* The low end of the reference is its first vertex, that of the incident edge its second. */
  int low_id = flip ? next_a | (face_b << 8) : face_a | (next_b << 8);
  int high_id = flip ? face_a | (next_b << 8) : next_a | (face_b << 8);
  /* What stands out by no more than the tolerance is not cut: the axis itself was chosen to no more than that. */
  double slack = clip->tolerance;
  bool cut_low = edge.low_y < -slack;
  bool cut_high = edge.high_y > width + slack;
  double y0 = cut_low ? 0 : edge.low_y;
  double y1 = cut_high ? width : edge.high_y;
  double x0 = cut_low ? edge.low_x - rise * (edge.low_y / run) : edge.low_x;
  double x1 = cut_high ? edge.high_x - rise * ((edge.high_y - width) / run) : edge.high_x;
  double offset = 0.5 * (parts.radius - parts.incident_radius);
  /* A vertex, or an edge that stands on the reference, is one point: its nearer end. */
  bool single = y1 - y0 <= NO_DIRECTION * width;
  int count = 0;
  if (x0 - radius <= clip->margin && !(single && x1 < x0)) {
    double middle = 0.5 * x0 + offset;
    out->x0 = rx + nx * middle - ny * y0;
    out->y0 = ry + ny * middle + nx * y0;
    out->separation0 = x0 - radius;
    ids->id0 = low_id;
    count = 1;
  }
  if (x1 - radius <= clip->margin && !(single && x1 >= x0)) {
    double *point = manifold_point(out, count);
    double middle = 0.5 * x1 + offset;
    point[0] = rx + nx * middle - ny * y1;
    point[1] = ry + ny * middle + nx * y1;
    point[2] = x1 - radius;
    *feature_id(ids, count) = high_id;
    count++;
  }
  if (count > 0) {
    out->normalX = flip ? -nx : nx;
    out->normalY = flip ? -ny : ny;
  }
  return count;
}

int manifold_to_world(int count, const Placed *pair, Manifold *out) {
  if (count == 0) return 0;
  double c = pair->cos_a;
  double s = pair->sin_a;
  double nx = out->normalX, ny = out->normalY;
  out->normalX = c * nx - s * ny;
  out->normalY = s * nx + c * ny;
  for (int i = 0; i < count; i++) {
    double *point = manifold_point(out, i);
    double x = point[0], y = point[1];
    point[0] = c * x - s * y;
    point[1] = s * x + c * y;
  }
  return count;
}
