/*
 * Time of impact of two moving, turning shapes, by conservative advancement: it never steps past a touch, however fast the
 * shapes turn.
 *
 * At the current time the distance gives a separating direction: between two corners it is kept fixed, at a face it turns
 * with the face. Along a fixed direction the gap between a corner of A and a corner of B is a line plus two sine waves, whose
 * curvature is at most the squared turn times the corner's distance from its center. A parabola with that curvature stays below
 * the gap, so the time at which the lowest of the parabolas reaches the target is safe to go to. Near a touch this converges
 * like Newton's method, where the usual bound (the speed of the farthest corner) crawls. When the direction is used up, the
 * distance gives the next one.
 */
#include "gap.h"
#include "sweep.h"

#define MAX_DIRECTIONS 20
#define MAX_ADVANCES 40

/* A corner along the direction at hand: its place, the change of that per fraction, a bound of its curvature. */
typedef struct {
  double place, speed, curve;
} Term;

/* A shape on its way, with its core in its own frame. */
typedef struct {
  Core core;
  const Sweep *sweep;
  double dx, dy;
  bool turns;
} Moved;

/* What is to be reached, and when. */
typedef struct {
  double time, limit;
  /* The gap of the cores to stop at, and within what it is met. */
  double target, tolerance;
} Search;

/* A circle is a core of one vertex; what has no geometry of its own has none. */
static __attribute__((noinline)) void load_moved(const Mover *mover, Moved *out) {
  out->sweep = mover->sweep;
  out->dx = mover->sweep->endX - mover->sweep->startX;
  out->dy = mover->sweep->endY - mover->sweep->startY;
  out->turns = mover->type != ShapeType_Aabb;
  if (mover->type == ShapeType_Circle) {
    out->core.count = 1;
    out->core.x[0] = 0;
    out->core.y[0] = 0;
  } else if (mover->type == ShapeType_None || mover->type == ShapeType_Chain) {
    out->core.count = 0;
  } else {
    load_core(mover->type, mover->sizes, &out->core);
  }
}

/*
 * How far a gap may be followed until a parabola below it reaches zero: it is `room` (above 0), changes by `speed` and curves by
 * at most `curve` (0 or above).
 */
static double safe_fraction(double room, double speed, double curve) {
  double root = __builtin_sqrt(speed * speed + 2 * curve * room);
  if (speed < 0) return 2 * room / (root - speed);
  return curve > 0 ? (speed + root) / curve : __builtin_inf();
}

/*
 * Moves on until a corner of the other shape is as near to a face as is asked, or the limit is reached.
 *
 * With n the normal, w the way from the reference body's center of mass to a corner of the other shape, and h the face's
 * distance from that center, the gap of the corner is f = n . w - h. Its change is f' = n . w' + turn (n perp . w), and its
 * curvature at most turn^2 |w| + 2 |turn| |w'| + |w''|, where |w'| is at most the relative speed plus the other body's turn
 * times the corner's distance from its own center, and |w| at most what it is now plus that for the time left.
 */
static __attribute__((noinline)) void advance_along_face(const Moved *face_of, int face, const Moved *other, Search *search) {
  const Sweep *sweep = face_of->sweep;
  const Sweep *others = other->sweep;
  double turn = sweep->turn, other_turn = others->turn;
  double vx = other->dx - face_of->dx, vy = other->dy - face_of->dy;
  double speed = __builtin_sqrt(vx * vx + vy * vy);
  const Core *core = &face_of->core;
  double height = core->nx[face] * (core->x[face] - sweep->centerX) + core->ny[face] * (core->y[face] - sweep->centerY);
  for (int i = 0; i < MAX_ADVANCES; i++) {
    double left = search->limit - search->time;
    Start reference = pose_at(sweep, search->time);
    Start at = pose_at(others, search->time);
    double nx = reference.cos * core->nx[face] - reference.sin * core->ny[face];
    double ny = reference.sin * core->nx[face] + reference.cos * core->ny[face];
    /* Way between the two centers of mass. */
    double cx = others->startX - sweep->startX + search->time * vx;
    double cy = others->startY - sweep->startY + search->time * vy;
    double step = __builtin_inf();
    for (int k = 0; k < other->core.count; k++) {
      double ax = other->core.x[k], ay = other->core.y[k];
      double lx = (other->turns ? ax : 0) - others->centerX, ly = (other->turns ? ay : 0) - others->centerY;
      double rx = at.cos * lx - at.sin * ly, ry = at.sin * lx + at.cos * ly;
      double wx = cx + rx + (other->turns ? 0 : ax), wy = cy + ry + (other->turns ? 0 : ay);
      double room = nx * wx + ny * wy - height - search->target;
      if (room <= search->tolerance) return;
      double arm = __builtin_sqrt(rx * rx + ry * ry);
      double most = speed + __builtin_fabs(other_turn) * arm;
      double change = nx * (vx - other_turn * ry) + ny * (vy + other_turn * rx) + turn * (nx * wy - ny * wx);
      double reach = __builtin_sqrt(wx * wx + wy * wy) + most * left;
      double curve = turn * turn * reach + 2 * __builtin_fabs(turn) * most + other_turn * other_turn * arm;
      double safe = safe_fraction(room, change, curve);
      if (safe < step) step = safe;
    }
    search->time += step;
    if (search->time >= search->limit) {
      search->time = search->limit;
      return;
    }
  }
}

/* The corners of a shape along a direction, seen from where the center of mass of A begins: far from the origin nothing is lost. */
static __attribute__((noinline)) void fill_terms(const Moved *moved, const Sweep *base, double nx, double ny, double time, Term *terms) {
  const Sweep *sweep = moved->sweep;
  double turn = sweep->turn;
  Start at = pose_at(sweep, time);
  double x = sweep->startX - base->startX + time * moved->dx;
  double y = sweep->startY - base->startY + time * moved->dy;
  for (int i = 0; i < moved->core.count; i++) {
    double ax = moved->core.x[i], ay = moved->core.y[i];
    /* A shape that never turns is still carried around the center of mass. */
    double lx = (moved->turns ? ax : 0) - sweep->centerX;
    double ly = (moved->turns ? ay : 0) - sweep->centerY;
    double rx = at.cos * lx - at.sin * ly, ry = at.sin * lx + at.cos * ly;
    double px = x + rx + (moved->turns ? 0 : ax), py = y + ry + (moved->turns ? 0 : ay);
    terms[i] = (Term){
        nx * px + ny * py,
        nx * (moved->dx - turn * ry) + ny * (moved->dy + turn * rx),
        turn * turn * __builtin_sqrt(rx * rx + ry * ry),
    };
  }
}

/* The largest fraction for which no pair of corners can reach the target; 0 if one is there within the tolerance. */
static double find_safe_step(const Term *a, int count_a, const Term *b, int count_b, const Search *search) {
  double step = __builtin_inf();
  for (int i = 0; i < count_a; i++) {
    for (int j = 0; j < count_b; j++) {
      double room = b[j].place - a[i].place - search->target;
      if (room <= search->tolerance) return 0;
      double speed = b[j].speed - a[i].speed;
      double curve = a[i].curve + b[j].curve;
      if (step < __builtin_inf() && room + step * (speed - 0.5 * curve * step) >= 0) continue;
      double at = safe_fraction(room, speed, curve);
      if (at < step) step = at;
    }
  }
  return step;
}

/* Moves on along a fixed direction, until the gap there is the target or the limit is reached. */
static void advance(const Moved *a, const Moved *b, double nx, double ny, Search *search) {
  Term terms_a[MAX_VERTICES], terms_b[MAX_VERTICES];
  for (int i = 0; i < MAX_ADVANCES; i++) {
    fill_terms(a, a->sweep, nx, ny, search->time, terms_a);
    fill_terms(b, a->sweep, nx, ny, search->time, terms_b);
    double step = find_safe_step(terms_a, a->core.count, terms_b, b->core.count, search);
    /* Within the tolerance of the target: the direction is used up. */
    if (step == 0) return;
    search->time += step;
    if (search->time >= search->limit) {
      search->time = search->limit;
      return;
    }
  }
}

/* Whether the middle of a shape starts on the right side of a link that holds on its left alone: contacts let it pass, too. */
static __attribute__((noinline)) bool starts_behind(const Mover *link, const Moved *other) {
  if (link->type != ShapeType_Segment || link->sizes->sides != LinkSides_Left) return false;
  double middle_x, middle_y;
  find_middle(&other->core, &middle_x, &middle_y);
  Start a = pose_at(link->sweep, 0);
  Start b = pose_at(other->sweep, 0);
  double dx = b.x - a.x + b.cos * middle_x - b.sin * middle_y;
  double dy = b.y - a.y + b.sin * middle_x + b.cos * middle_y;
  double x = a.cos * dx + a.sin * dy - link->sizes->x1;
  double y = a.cos * dy - a.sin * dx - link->sizes->y1;
  return (link->sizes->x2 - link->sizes->x1) * y - (link->sizes->y2 - link->sizes->y1) * x < 0;
}

static inline double upright(const Moved *moved, double angle, double none) { return moved->turns ? angle : none; }

/* The gap where both are at a time, in the frame of A, whose pose then is told. */
static Gap gap_at(const Moved *a, const Moved *b, double time, Start *pose) {
  Start at_a = pose_at(a->sweep, time);
  Start at_b = pose_at(b->sweep, time);
  Placed pair = {
      at_b.x - at_a.x, at_b.y - at_a.y,
      upright(a, at_a.cos, 1), upright(a, at_a.sin, 0), upright(b, at_b.cos, 1), upright(b, at_b.sin, 0), 0, 0,
  };
  *pose = (Start){at_a.x, at_a.y, pair.cos_a, pair.sin_a};
  Core core = b->core;
  place_core(&core, &pair);
  return measure_gap(&a->core, &core);
}

static __attribute__((noinline)) void write_impact(const Gap *gap, const Start *pose, double radius_a, double radius_b, double time) {
  double nx = pose->cos * gap->nx - pose->sin * gap->ny;
  double ny = pose->sin * gap->nx + pose->cos * gap->ny;
  /* Half way between the surfaces. */
  double x = 0.5 * (gap->ax + gap->bx), y = 0.5 * (gap->ay + gap->by);
  double more = 0.5 * (radius_a - radius_b);
  frame->impact = (Impact){
      {time}, nx, ny,
      pose->x + pose->cos * x - pose->sin * y + more * nx,
      pose->y + pose->sin * x + pose->cos * y + more * ny,
  };
}

__attribute__((noinline)) int meet_movers(const Mover *first, const Mover *second) {
  Moved a, b;
  load_moved(first, &a);
  load_moved(second, &b);
  double limit = frame->impactLimit;
  frame->impact.fraction = limit;
  if (a.core.count == 0 || b.core.count == 0) return Impact_None;
  if (starts_behind(first, &b) || starts_behind(second, &a)) return Impact_None;
  double radius_a = first->sizes->radius, radius_b = second->sizes->radius;
  double near = frame->impactTarget + frame->impactTolerance;
  Search search = {0, limit, frame->impactTarget + radius_a + radius_b, frame->impactTolerance};
  Gap gap;
  Start pose;
  for (int round = 0; round < MAX_DIRECTIONS; round++) {
    gap = gap_at(&a, &b, search.time, &pose);
    frame->impactGap = gap.distance - radius_a - radius_b;
    if (frame->impactGap <= near) {
      write_impact(&gap, &pose, radius_a, radius_b, search.time);
      return round == 0 ? Impact_AtStart : Impact_Hit;
    }
    /* The face of what never turns is a fixed direction. */
    if (a.turns && gap.face_a >= 0) advance_along_face(&a, gap.face_a, &b, &search);
    else if (b.turns && gap.face_b >= 0) advance_along_face(&b, gap.face_b, &a, &search);
    else advance(&a, &b, pose.cos * gap.nx - pose.sin * gap.ny, pose.sin * gap.nx + pose.cos * gap.ny, &search);
    if (search.time >= limit) return Impact_None;
  }
  write_impact(&gap, &pose, radius_a, radius_b, search.time);
  return Impact_Unsure;
}

EXPORT(timeOfImpact) int time_of_impact(uint32_t a, uint32_t b, bool disc) {
  Geometry round;
  Mover first = {frame->shapeType[a], sizes_of(a), &frame->sweepA};
  Mover second = {frame->shapeType[b], sizes_of(b), &frame->sweepB};
  if (disc) {
    round.radius = frame->discRadius;
    first.type = ShapeType_Circle;
    first.sizes = &round;
  }
  return meet_movers(&first, &second);
}
