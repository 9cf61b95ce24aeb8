/*
 * Which of the bodies that moved far got through nothing for sure: nothing is near their way, or they stay on one side of all that is. The others
 * are swept. In a heap, where what falls hits and goes elsewhere than it was seen to, and on what bodies slide over, one sweep of hundreds
 * finds anything; of what lies on paddles, or flies by them, one of sixty.
 */
#include "bounds.h"
#include "convex.h"
#include "edges.h"
#include "rotation.h"

/*
 * How far a body may be behind the face of what it stays before, in parts of its reach, which is half its smallest half width: what touches
 * overlaps a little.
 */
#define MOST_BEHIND 0.5

/* A collider where the step begins and where it ends, and how far from the line between both its corners may get, on arcs. */
typedef struct {
  uint32_t collider;
  Pose from, to;
  double bow;
} Went;

static Went way_of(uint32_t collider, uint32_t body, const State *state) {
  const Pose *pose = frame->pose + collider;
  Rotation turned = short_turn(state->turn);
  double x = pose->fromCenterX, y = pose->fromCenterY;
  Pose to = *pose;
  to.x += state->movedX - x + turned.cos * x - turned.sin * y;
  to.y += state->movedY - y + turned.sin * x + turned.cos * y;
  to.cos = turned.cos * pose->cos - turned.sin * pose->sin;
  to.sin = turned.sin * pose->cos + turned.cos * pose->sin;
  /* A bow with the second derivative d is at most d / 8 from its chord. */
  return (Went){collider, *pose, to, 0.125 * state->turn * state->turn * frame->extent[body]};
}

/* The place along a direction that nothing of the collider gets below. */
static inline double lowest_at(uint32_t collider, const Pose *at, double nx, double ny) {
  return nx * at->x + ny * at->y - reach_along(collider, at->cos, at->sin, -nx, -ny);
}

/* Whether it stays in its box: then it comes near nothing but its contacts. */
static bool stays_in_box(const Went *went) {
  uint32_t i = went->collider;
  int type = frame->shapeType[i];
  if (!is_placed(type)) return false;
  Box from = bound(type, sizes_of(i), &went->from), to = bound(type, sizes_of(i), &went->to);
  return (from.minX < to.minX ? from.minX : to.minX) - went->bow >= frame->fatMinX[i] &&
         (from.minY < to.minY ? from.minY : to.minY) - went->bow >= frame->fatMinY[i] &&
         (from.maxX > to.maxX ? from.maxX : to.maxX) + went->bow <= frame->fatMaxX[i] &&
         (from.maxY > to.maxY ? from.maxY : to.maxY) + went->bow <= frame->fatMaxY[i];
}

/* What may hold a body, where the step begins and where it ends. */
typedef struct {
  uint32_t collider;
  Start from, to;
  /* How its frame turns; and how far from the line between both ends a corner of the body may get, seen from that frame. */
  Rotation turned;
  double bow;
} Holder;

/* How far something gets from a line that, in a frame that turns, goes by `way` from `at`, which is where the frame turns around. */
static double bow_of(double turn, Vector at, Vector way) {
  /* It goes along that frame by way - turn x place, and is bent by the turn of both. */
  double x = way.x + turn * at.y, y = way.y - turn * at.x;
  double begin = x * x + y * y;
  x += turn * way.y;
  y -= turn * way.x;
  double end = x * x + y * y;
  double length = __builtin_sqrt(way.x * way.x + way.y * way.y);
  return 0.125 * __builtin_fabs(turn) * (length + __builtin_sqrt(begin > end ? begin : end));
}

/*
 * Writes how a kinematic body takes a collider along, seen from a body that moves. Returns whether it can tell: what never turns goes another way
 * than its body where that does, as does a disc beside the center.
 */
static bool follow_holder(uint32_t other, uint32_t body, const State *own, const State *state, Holder *holder) {
  uint32_t driven = frame->bodyOf[other];
  int type = frame->shapeType[other];
  bool round = is_round_body(driven);
  double turn = round ? 0 : state->turn;
  if (!(__builtin_fabs(turn) <= SMALL_ANGLE_LIMIT) || (turn != 0 && (type == ShapeType_Aabb || type == ShapeType_Circle))) return false;
  const Pose *pose = frame->pose + other, *center = frame->pose + driven, *at = frame->pose + body;
  double cx = center_x(center), cy = center_y(center);
  double x = pose->x - cx, y = pose->y - cy;
  Rotation turned = holder->turned = short_turn(turn);
  holder->to = (Start){
      cx + state->movedX + turned.cos * x - turned.sin * y,
      cy + state->movedY + turned.sin * x + turned.cos * y,
      turned.cos * pose->cos - turned.sin * pose->sin,
      turned.sin * pose->cos + turned.cos * pose->sin,
  };
  double against = own->turn - turn;
  holder->bow = 0.125 * against * against * frame->extent[body] +
                bow_of(turn, (Vector){center_x(at) - cx, center_y(at) - cy}, (Vector){own->movedX - state->movedX, own->movedY - state->movedY});
  return true;
}

/* Whether it stays on that side of a holder to which a direction points, and ends no deeper in it than it was: a sweep would stop it before. */
static bool stays_before(const Went *went, const Holder *holder, double nx, double ny, double behind) {
  const Start *begin = &holder->from, *end = &holder->to;
  double reach = reach_along(holder->collider, begin->cos, begin->sin, nx, ny);
  double from = lowest_at(went->collider, &went->from, nx, ny) - (nx * begin->x + ny * begin->y + reach);
  /* Of the faces of what it is beside most end here. */
  if (from - holder->bow < -behind) return false;
  double c = holder->turned.cos, s = holder->turned.sin;
  double mx = c * nx - s * ny, my = s * nx + c * ny;
  double to = lowest_at(went->collider, &went->to, mx, my) - (mx * end->x + my * end->y + reach);
  return (from < to ? from : to) - holder->bow >= -behind && to >= (from < 0 ? from : 0) - frame->slop;
}

/* The face of a core before which a point is, which is in the frame of the core. */
static inline int face_before(const Core *core, double x, double y) {
  int face = 0;
  double farthest = -__builtin_inf();
  for (int i = 0; i < core->count; i++) {
    double before = core->nx[i] * (x - core->x[i]) + core->ny[i] * (y - core->y[i]);
    if (before > farthest) farthest = before, face = i;
  }
  return face;
}

/* The same on any side: that along the normal of their contact, that at which it is of a circle, or that of one of its faces. */
static bool passes_by(const Went *went, uint32_t edge, uint32_t body, const State *state, int solved) {
  uint32_t contact = edge >> 1, other = edge & 1 ? frame->a[contact] : frame->b[contact];
  double behind = MOST_BEHIND * frame->reach[body];
  const Pose *pose = frame->pose + other;
  Start at = {pose->x, pose->y, pose->cos, pose->sin};
  Holder holder = {other, at, at, {1, 0}, went->bow};
  int place = frame->awakeIndex[frame->bodyOf[other]];
  if (place != NOT_AWAKE && place < solved && !follow_holder(other, body, state, frame->state + place, &holder)) return false;
  if (frame->pointCount[contact] > 0) {
    const Manifold *m = frame->manifold + contact;
    double sign = edge & 1 ? 1 : -1;
    if (stays_before(went, &holder, sign * m->normalX, sign * m->normalY, behind)) return true;
  }
  int type = frame->shapeType[other];
  if (type == ShapeType_Circle) {
    double x = went->from.x - pose->x, y = went->from.y - pose->y;
    double length = __builtin_sqrt(x * x + y * y);
    return length > 0 && stays_before(went, &holder, x / length, y / length, behind);
  }
  Core core;
  load_core(type, sizes_of(other), &core);
  double c = type == ShapeType_Aabb ? 1 : pose->cos, s = type == ShapeType_Aabb ? 0 : pose->sin;
  double x = went->from.x - pose->x, y = went->from.y - pose->y;
  /* If it passes by any it is nearly always this one: of 1,806 triangles that come down a slope all others took a fifth of the step. */
  int first = face_before(&core, c * x + s * y, c * y - s * x);
  for (int n = 0; n < core.count; n++) {
    int i = n == 0 ? first : n == first ? 0 : n;
    if (stays_before(went, &holder, c * core.nx[i] - s * core.ny[i], s * core.nx[i] + c * core.ny[i], behind)) return true;
  }
  return false;
}

/* Whether a collider of a body, which went so far, got through nothing. */
static bool is_collider_free(uint32_t collider, uint32_t body, const State *state, double path, int solved) {
  /* What is disabled belongs to nobody. */
  if (frame->bodyOf[collider] != body) return true;
  Went went = way_of(collider, body, state);
  if (!stays_in_box(&went)) return false;
  for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
    if (may_hold(edge, path) && is_solid(edge) && !passes_by(&went, edge, body, state, solved)) return false;
  }
  return true;
}

static bool has_free_way(uint32_t body, const State *state, int solved) {
  if (frame->traits[body] & Trait_Bullet || !(__builtin_fabs(state->turn) <= SMALL_ANGLE_LIMIT)) return false;
  double path = farthest(state->movedX, state->movedY, state->turn, frame->extent[body]);
  if (!is_collider_free(body, body, state, path, solved)) return false;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (!is_collider_free(child, body, state, path, solved)) return false;
  }
  return true;
}

/* Runs after `commit`, on what it has listed. `solved`: bodies that took part in the step. */
EXPORT(findFree) void find_free(int solved) {
  for (int i = 0; i < frame->listedCount; i++) {
    State *state = frame->state + frame->listed[i];
    if (state->more != Outcome_Fast && state->more != Outcome_FastAndSwings) continue;
    if (has_free_way(frame->awake[frame->listed[i]], state, solved)) state->more += Outcome_Free - Outcome_Fast;
  }
}
