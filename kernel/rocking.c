/*
 * Where round things will touch. The point at which a box rocks on a ball, or a ball rolls on another one, moves on while
 * they do. Taken from the beginning of the step, the force that turns them back comes half a step late, which is a damping
 * below zero: a box that rocked on a ball at 0.43 rad/s did so at 0.72 after 5 s and at 3 after 30, and of 30 piles of
 * mixed shapes five never slept because of such a pair. Taken from the middle of the step they rock on for ever (2 of 40
 * piles do not sleep within 12 s), from its end they come to rest (0 of 40). All that is round somewhere is looked at, and what
 * touches it: see `Trait_Round`; of two points the one that holds, where the other one does not.
 *
 * A sharp corner on a face that turns is the same, where nothing rubs: of frictionless boxes in a bin some swung on two corners of
 * others at 0.2 m/s for good. Where something rubs, that stops it.
 *
 * And two faces are, without friction: two light bodies that lie on each other, pinched by heavy ones each at its other end, turn to and
 * fro together and slide along their faces. By the normal of the beginning of the step they did so at 1.7 m/s for good, with 2 to 8
 * substeps; of 60 piles of frictionless bodies 27 moved faster than 0.1 m/s after 30 s, now 14.
 *
 * What comes together or parts farther than a slop in that time is left as it is found: where it will be is not known then, and piles
 * that never rest (of polygons at 50 m/s² and 30 Hz) were a quarter faster in the mean.
 */
#include "convex.h"
#include "rocking.h"

/* A core point is at a corner of the core up to this part of the shape's size. */
#define AT_CORNER 1e-3
/* Radians. What turns farther in a step is no rocking. */
#define FARTHEST_TURN 0.25
/* Sine of the angle up to which a normal counts as that of a face. */
#define ALONG_FACE 1e-3

/*
 * Part of the slop by which a point may be off its arc: anchors of the end of the step are turned as if they were those of its beginning. Boxes
 * that tipped at 4 rad/s and 30 Hz on a floor without friction came 6 mm deep into it, and a plank that fell over from upright 13 mm.
 */
#define BENT 0.2

/* Whether a normal at point `i` of a core is that of an edge which ends there. */
static bool is_on_face(const Core *core, int i, double nx, double ny) {
  for (int k = 0; k < 2; k++) {
    int to = (k == 0 ? i + 1 : i + core->count - 1) % core->count;
    double ex = core->x[to] - core->x[i], ey = core->y[to] - core->y[i];
    double along = ex * nx + ey * ny;
    if (along * along <= ALONG_FACE * ALONG_FACE * (ex * ex + ey * ey)) return true;
  }
  return false;
}

/*
 * Whether a point of the core of a side, in world axes, is one of its corners. The end of a face of the ground is none as
 * long as the normal is that of the face: where the ground goes on beside it, as at the seam of two tiles or chains,
 * nothing turns over it. A ball that was exactly above such a seam was not held for that step.
 */
static bool is_corner(const Side *side, double x, double y, double nx, double ny) {
  uint32_t collider = side->collider;
  x -= side->x;
  y -= side->y;
  int type = frame->shapeType[collider];
  if (type == ShapeType_Circle) return true;
  const Geometry *sizes = sizes_of(collider);
  const Pose *pose = frame->pose + collider;
  double c = type == ShapeType_Aabb ? 1 : pose->cos;
  double s = type == ShapeType_Aabb ? 0 : pose->sin;
  Core core;
  load_core(type, sizes, &core);
  double lx = c * x + s * y;
  double ly = c * y - s * x;
  double ex = core.x[1] - core.x[0], ey = core.y[1] - core.y[0];
  double near = AT_CORNER * AT_CORNER * (ex * ex + ey * ey);
  for (int i = 0; i < core.count; i++) {
    double dx = core.x[i] - lx;
    double dy = core.y[i] - ly;
    if (dx * dx + dy * dy <= near) return !side->is_ground || sizes->radius > 0 || !is_on_face(&core, i, c * nx + s * ny, c * ny - s * nx);
  }
  return false;
}

/* How fast a point of a side moves. */
static inline void velocity_at(const Side *side, double x, double y, double *vx, double *vy) {
  *vx = side->vx - side->w * (y - side->center_y);
  *vy = side->vy + side->w * (x - side->center_x);
}

/* How fast B leaves A at a point, along a normal. */
static inline double parting_speed(const Side *a, const Side *b, const Touch *at) {
  double avx, avy, bvx, bvy;
  velocity_at(a, at->x, at->y, &avx, &avy);
  velocity_at(b, at->x, at->y, &bvx, &bvy);
  return (bvx - avx) * at->nx + (bvy - avy) * at->ny;
}

/* Whether two sides stay as far from each other as they are. */
static inline bool stay_close(const Side *a, const Side *b, double time, const Touch *at) {
  double way = time * parting_speed(a, b, at);
  return way < frame->slop && way > -frame->slop;
}

/* Whether a side turns so far that a point of it, which is pushed along a normal, is not where a straight way leads. */
static inline bool is_bent(const Side *side, double time, double x, double y, double nx, double ny) {
  double turn = time * side->w;
  double bend = turn * turn * ((x - side->center_x) * nx + (y - side->center_y) * ny);
  return bend > BENT * frame->slop || bend < -BENT * frame->slop;
}

static inline void turn_normal(Touch *touch, double nx, double ny, double turn) {
  double inverse = 1 / __builtin_sqrt(1 + turn * turn);
  touch->nx = (nx - turn * ny) * inverse;
  touch->ny = (ny + turn * nx) * inverse;
}

bool turn_faces(const Side *a, const Side *b, double time, Touch *touch) {
  double turn = time * common_turn(a->w, b->w);
  if (turn == 0 || !(turn < FARTHEST_TURN && turn > -FARTHEST_TURN) || !stay_close(a, b, time, touch)) return false;
  turn_normal(touch, touch->nx, touch->ny, turn);
  return true;
}

bool move_touch(const Side *a, const Side *b, double separation, double time, bool slick, Touch *touch) {
  if (!stay_close(a, b, time, touch)) return false;
  double radius_a = frame->geometry[a->collider].radius;
  double radius_b = frame->geometry[b->collider].radius;
  if (!slick && radius_a + radius_b == 0) return false;
  double nx = touch->nx, ny = touch->ny;
  /* From the point, midway between the surfaces, to the cores. */
  double back_a = radius_a + 0.5 * separation;
  double back_b = radius_b + 0.5 * separation;
  double ax = touch->x - nx * back_a, ay = touch->y - ny * back_a;
  double bx = touch->x + nx * back_b, by = touch->y + ny * back_b;
  bool corner_a = is_corner(a, ax, ay, nx, ny);
  bool corner_b = is_corner(b, bx, by, nx, ny);
  if (!(corner_a && (slick || radius_a > 0)) && !(corner_b && (slick || radius_b > 0))) return false;
  if (is_bent(a, time, ax, ay, nx, ny) || is_bent(b, time, bx, by, nx, ny)) return false;
  double avx, avy, bvx, bvy;
  velocity_at(a, ax, ay, &avx, &avy);
  velocity_at(b, bx, by, &bvx, &bvy);
  double turn;
  if (corner_a && corner_b) {
    /* As far as they will be: off the line between two discs the point would turn them, whatever rubs. */
    double apart = back_a + back_b + time * ((bvx - avx) * nx + (bvy - avy) * ny);
    if (radius_a + radius_b == 0 || !(apart > 0)) return false;
    turn = time * ((bvy - avy) * nx - (bvx - avx) * ny) / apart;
  } else {
    turn = time * (corner_a ? b->w : a->w);
  }
  if (!(turn < FARTHEST_TURN && turn > -FARTHEST_TURN)) return false;
  turn_normal(touch, nx, ny, turn);
  if (corner_a) {
    touch->x = ax + time * avx + touch->nx * back_a;
    touch->y = ay + time * avy + touch->ny * back_a;
  } else {
    touch->x = bx + time * bvx - touch->nx * back_b;
    touch->y = by + time * bvy - touch->ny * back_b;
  }
  return true;
}
