/* Where bodies are when a step has moved them, and how far the next one will take them. */
#include "bounds.h"
#include "edges.h"
#include "rotation.h"

/*
 * Finds how far a body will go in the coming step if nothing stops it, and whether that is far. Returns whether either
 * changed, where it is or was quick.
 */
static inline bool find_way(uint32_t body, const Followed *now) {
  double time = frame->comingTime;
  f64x2 velocity = {frame->velocityX[body], frame->velocityY[body]};
  double spin = frame->spin[body];
  f64x2 way = velocity * time;
  double turn = frame->shapeType[body] == ShapeType_Aabb ? 0 : spin * time;
  if (frame->kind[body] == BodyKind_Dynamic) {
    if (frame->traits[body] & Trait_Motion) {
      way.x = now->fallX == now->fallX ? way.x + now->fallX : 0;
      way.y = now->fallY == now->fallY ? way.y + now->fallY : 0;
    } else {
      way += (f64x2){frame->fallX, frame->fallY};
    }
    if (frame->forced > 0) {
      double fall = frame->fall * frame->pose[body].inverseMass;
      way += fall * (f64x2){frame->force[body].x, frame->force[body].y};
    }
  }
  /* Nothing goes farther, whatever was written to its velocity. */
  f64x2 longest = {frame->longestWay, frame->longestWay};
  double widest = frame->widestTurn;
  way = greater(lesser(way, longest), -longest);
  turn = turn > widest ? widest : turn < -widest ? -widest : turn;
  f64x2 speeds = absolute(velocity);
  double speed = speeds.x + speeds.y + __builtin_fabs(spin) * frame->extent[body];
  int quick = speed > frame->quickSpeed;
  int before = frame->quick[body];
  Way *last = frame->way + body;
  bool same = last->x == way.x && last->y == way.y && last->turn == turn;
  *last = (Way){way.x, way.y, turn};
  frame->quick[body] = quick;
  return quick != before || (quick && !same);
}

EXPORT(findWays) uint32_t find_ways(uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    if (find_way(frame->awake[i], (Followed *)frame->state + i)) return i;
  }
  return end;
}

/* Turns the pose of a body. Returns whether it could: very large angles are not for here. */
static inline bool turn_pose(uint32_t body, Pose *pose, double angle) {
  if (!(__builtin_fabs(angle) <= SMALL_ANGLE_LIMIT)) return false;
  frame->angle[body] = angle;
  Rotation turned = rotation_of(angle);
  pose->cos = turned.cos;
  pose->sin = turned.sin;
  double x = frame->localCenter[body].x;
  double y = frame->localCenter[body].y;
  if (x == 0 && y == 0) return true;
  pose->fromCenterX = -(turned.cos * x - turned.sin * y);
  pose->fromCenterY = -(turned.sin * x + turned.cos * y);
  return true;
}

static inline double below_zero(double value) { return 0.5 * (value - __builtin_fabs(value)); }
static inline double above_zero(double value) { return 0.5 * (value + __builtin_fabs(value)); }

/* Widens the tight box of a body's own collider to what its fat box has to hold; see `keepFatBox`. */
static inline Box widen(Box box, uint32_t body) {
  double ahead = frame->speculative;
  box = (Box){box.minX - ahead, box.minY - ahead, box.maxX + ahead, box.maxY + ahead};
  if (!frame->quick[body]) return box;
  const Way *way = frame->way + body;
  /* Without jumps: which way a body goes is as good as random. */
  box.minX += below_zero(way->x);
  box.minY += below_zero(way->y);
  box.maxX += above_zero(way->x);
  box.maxY += above_zero(way->y);
  if (way->turn == 0 || is_round_body(body)) return box;
  /* A point never gets farther than to the other side. */
  double turn = __builtin_fabs(way->turn);
  double around = (turn < 2 ? turn : 2) * frame->extent[body];
  return (Box){box.minX - around, box.minY - around, box.maxX + around, box.maxY + around};
}

/* How much larger than it has to be a new fat box is; see `keepFatBox`. */
static inline double margin_of(const Box *tight, const Box *box, bool quick) {
  double width = tight->maxX - tight->minX;
  double height = tight->maxY - tight->minY;
  double more = frame->fatRatio * 0.5 * (width > height ? width : height);
  if (more > frame->fatMargin) more = frame->fatMargin;
  double farther = box->maxX - box->minX - width + (box->maxY - box->minY - height);
  return quick && farther > 4 * frame->speculative + more ? 0 : more;
}

/* Whether the parts of a body can be placed here: neither lines nor very large angles are for it. */
static bool can_place_parts(uint32_t body) {
  for (uint32_t child = first_attached(frame->firstChild[body]); child != 0; child = next_collider(body, child)) {
    if (!is_placed(frame->shapeType[child]) || !(__builtin_fabs(frame->angle[body] + frame->turned[child]) <= SMALL_ANGLE_LIMIT)) return false;
  }
  return frame->bodyOf[body] != body || is_placed(frame->shapeType[body]);
}

/* Places a part where its body has it, whose pose is that of now: see `placeChild`. */
static __attribute__((noinline)) void place_part(uint32_t body, uint32_t child) {
  const Pose *of_body = frame->pose + body;
  Pose *pose = frame->pose + child;
  frame->start[child] = (Start){pose->x, pose->y, pose->cos, pose->sin};
  double c = of_body->cos, s = of_body->sin;
  double dx = c * frame->positionX[child] - s * frame->positionY[child];
  double dy = s * frame->positionX[child] + c * frame->positionY[child];
  pose->x = of_body->x + dx;
  pose->y = of_body->y + dy;
  pose->fromCenterX = of_body->fromCenterX + dx;
  pose->fromCenterY = of_body->fromCenterY + dy;
  double angle = frame->angle[body] + frame->turned[child];
  if (angle == frame->angle[child]) return;
  frame->angle[child] = angle;
  /* Most lie in their body as it does. */
  Rotation turned = angle == frame->angle[body] ? (Rotation){c, s} : rotation_of(angle);
  pose->cos = turned.cos;
  pose->sin = turned.sin;
}

/* Gives a collider of a body with parts the fat box that it needs. Returns whether it left the one it had. */
static __attribute__((noinline)) bool keep_box(uint32_t body, uint32_t collider) {
  Box tight = bound(frame->shapeType[collider], sizes_of(collider), frame->pose + collider);
  Box box = widen(tight, body);
  if (box.minX >= frame->fatMinX[collider] && box.minY >= frame->fatMinY[collider] && box.maxX <= frame->fatMaxX[collider] &&
      box.maxY <= frame->fatMaxY[collider])
    return false;
  double margin = margin_of(&tight, &box, frame->quick[body]);
  frame->fatMinX[collider] = box.minX - margin;
  frame->fatMinY[collider] = box.minY - margin;
  frame->fatMaxX[collider] = box.maxX + margin;
  frame->fatMaxY[collider] = box.maxY + margin;
  return true;
}

/* The same for all colliders of a body with parts. */
static bool keep_boxes(uint32_t body) {
  double all = frame->positionX[body] + frame->positionY[body] + frame->turned[body] + frame->velocityX[body] + frame->velocityY[body] +
               frame->spin[body];
  /* Where a system wrote what is no number the boxes stay. */
  if (all - all != 0) return false;
  bool left = false;
  for (uint32_t collider = first_collider(body); collider != 0; collider = next_collider(body, collider)) {
    if (collider != body) place_part(body, collider);
    left |= keep_box(body, collider);
  }
  return left;
}

EXPORT(follow) uint32_t follow(uint32_t first, uint32_t end) {
  uint32_t listed = 0;
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = frame->awake[i];
    Followed *now = (Followed *)frame->state + i;
    Pose *pose = frame->pose + body;
    int type = frame->shapeType[body];
    frame->start[body] = (Start){pose->x, pose->y, pose->cos, pose->sin};
    pose->x = frame->positionX[body];
    pose->y = frame->positionY[body];
    double angle = type == ShapeType_Aabb ? 0 : frame->turned[body];
    bool placed = angle == frame->angle[body] || turn_pose(body, pose, angle);
    find_way(body, now);
    if (placed && frame->firstChild[body] != 0 && can_place_parts(body)) {
      if (!keep_boxes(body)) continue;
      now->margin = OF_PARTS;
      frame->listed[listed++] = i;
      continue;
    }
    /* Within no box: looked at by who calls. Within every box: no collider. */
    Box box = {-__builtin_inf(), 0, 0, 0};
    Box tight = box;
    bool sized = false;
    if (placed && frame->firstChild[body] == 0) {
      if (frame->bodyOf[body] != body) box = (Box){__builtin_inf(), __builtin_inf(), -__builtin_inf(), -__builtin_inf()};
      else if (is_placed(type)) {
        tight = bound(type, sizes_of(body), pose);
        box = widen(tight, body);
        sized = true;
      }
    }
    bool within = box.minX >= frame->fatMinX[body] && box.minY >= frame->fatMinY[body] && box.maxX <= frame->fatMaxX[body] &&
                  box.maxY <= frame->fatMaxY[body];
    if (within) continue;
    double margin = sized ? margin_of(&tight, &box, frame->quick[body]) : -1;
    now->minX = box.minX;
    now->minY = box.minY;
    now->maxX = box.maxX;
    now->maxY = box.maxY;
    now->margin = margin;
    frame->listed[listed++] = i;
  }
  return listed;
}
