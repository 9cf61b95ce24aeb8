/* Into the solver and out of it again: what a step begins with, and what came of it. */
#include "edges.h"
#include "rounded.h"
#include "vectors.h"

/*
 * A part of the speed below which bodies fall asleep: what rocks more slowly than that may keep its points of now. Moved in
 * piles that rest as well, points took a tenth of the steps of circles and of mixed shapes.
 */
#define STILL_SPEED 0.5

static inline double most(double value, double limit) {
  return value > limit ? limit : value < -limit ? -limit : value;
}

/* Whether it is neither infinite nor NaN. */
static inline bool is_finite(double value) { return value - value == 0; }

EXPORT(gather) uint32_t gather(uint32_t first, uint32_t end) {
  const uint32_t *awake = frame->awake;
  const uint8_t *types = frame->shapeType;
  const uint8_t *kinds = frame->kind;
  const uint8_t *traits = frame->traits;
  const uint32_t *children = frame->firstChild;
  uint32_t special = end;
  const Drive pulled = {frame->gravityX, frame->gravityY, 0, 1, 1, frame->maxSquared, frame->maxAngular, 1};
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = awake[i];
    State *state = frame->state + i;
    Drive *drive = frame->drive + i;
    bool dynamic = kinds[body] == BodyKind_Dynamic;
    double sum = __builtin_fabs(state->x) + __builtin_fabs(state->y) + __builtin_fabs(state->w);
    if (types[body] == ShapeType_Aabb) state->w = 0;
    state->movedX = 0;
    state->movedY = 0;
    state->turn = 0;
    *drive = pulled;
    if (!dynamic) {
      drive->x = 0;
      drive->y = 0;
    }
    if (types[body] == ShapeType_Circle && children[body] == 0) drive->swing = 0;
    if (sum > LARGEST) {
      state->x = most(state->x, LARGEST);
      state->y = most(state->y, LARGEST);
      state->w = most(state->w, LARGEST);
    }
    double speed = __builtin_fabs(state->x) + __builtin_fabs(state->y) + __builtin_fabs(state->w) * frame->extent[body];
    frame->axes[i] = speed < STILL_SPEED * frame->sleepSpeed ? 0 : ROCKS;
    frame->work[i + 1] = (Work){rounded(state), {0, 0, 1, 0}};
    frame->push[i + 1].sum = 0;
    if (special == end && ((dynamic && traits[body] & Trait_Motion) || !is_finite(sum))) special = i;
  }
  return special;
}

/* How far the points of a body get at most, or how fast they are: it moves by x and y, and turns. */
static inline double farthest(double x, double y, double turn, double extent) {
  return __builtin_sqrt(x * x + y * y) + __builtin_fabs(turn) * extent;
}

/* Takes the way of a step to how far the body has gone. Returns whether it was on the spot for long enough to count as quiet. */
static inline bool is_calm(Drift *drift, double x, double y, double turn, double extent) {
  drift->x = (float)(drift->x + x);
  drift->y = (float)(drift->y + y);
  drift->turn = (float)(drift->turn + turn);
  drift->time = (float)(drift->time + frame->stepTime);
  if (farthest(drift->x, drift->y, drift->turn, extent) > CALM_SLOPS * frame->slop) drift->x = drift->y = drift->turn = drift->time = 0;
  return drift->time >= TIME_TO_CALM;
}

/* The same of a slow body that something touches: whether it gets nowhere, and rocks there at most. */
static inline bool is_rocking(Drift *drift, double x, double y, bool slow) {
  drift->farX = (float)(drift->farX + x);
  drift->farY = (float)(drift->farY + y);
  drift->rocking = (float)(drift->rocking + frame->stepTime);
  if (!slow || farthest(drift->farX, drift->farY, 0, 0) > ROCKING_SLOPS * frame->slop) drift->farX = drift->farY = drift->rocking = 0;
  return drift->rocking >= TIME_TO_CALM;
}

/* Whether a collider has nothing static and solid near its box. */
static bool is_clear(uint32_t collider) {
  for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
    if (is_to_static(edge) && is_solid(edge)) return false;
  }
  return true;
}

/*
 * Whether a body has gone its way, which its boxes hold, and that leads by nothing static: then no sweep finds anything. Of 800 planks
 * that fall, 626 were swept in each step, and 2 of these were near anything.
 */
static __attribute__((noinline)) bool went_freely(uint32_t body, double dx, double dy, double turn) {
  if (!frame->quick[body]) return false;
  const Way *way = frame->way + body;
  double farther = __builtin_fabs(turn) - __builtin_fabs(way->turn);
  double beside = __builtin_fabs(dx - way->x) + __builtin_fabs(dy - way->y) + (farther > 0 ? farther * frame->extent[body] : 0);
  /* The boxes hold the speculative distance as well. */
  if (!(2 * beside < frame->speculative) || !is_clear(body)) return false;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (!is_clear(child)) return false;
  }
  return true;
}

EXPORT(commit) uint32_t commit(uint32_t first, uint32_t end) {
  const uint32_t *awake = frame->awake;
  const uint8_t *kinds = frame->kind;
  double beyond = frame->beyondSquared;
  double beyond_angular = frame->beyondAngular;
  double half_rate = 0.5 * frame->stepRate;
  double sleep_speed = frame->sleepSpeed;
  double slow_speed = SLOW * sleep_speed;
  double rocking_left = frame->rockingLeft;
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = awake[i];
    State *state = frame->state + i;
    /* The exact velocity, with what the last pass changed about its rounded copy. */
    f32x4 change = frame->work[i + 1].velocity - rounded(state);
    double x = state->x + change.x;
    double y = state->y + change.y;
    double w = state->w + change.z;
    double dx = state->movedX;
    double dy = state->movedY;
    double turn = state->turn;
    /* Beyond what floats can tell apart a push may be anything: NaN is less than nothing, too. */
    bool sound = x * x + y * y <= beyond && __builtin_fabs(w) <= beyond_angular &&
                 __builtin_fabs(dx) + __builtin_fabs(dy) + __builtin_fabs(turn) < FARTHEST;
    if (!sound) return i;
    state->x = x;
    state->y = y;
    state->w = w;
    const Vector *center = frame->localCenter + body;
    int more = turn != 0 && (center->x != 0 || center->y != 0) ? Outcome_Swings : Outcome_Nothing;
    state->more = more;
    if (kinds[body] != BodyKind_Dynamic) continue;
    double extent = frame->extent[body];
    bool rests = !(frame->traits[body] & Trait_NeverSleep);
    Drift *drift = frame->drift + body;
    if (drift->jolt > 0) drift->jolt = (float)(drift->jolt - frame->stepTime);
    bool touched = frame->axes[i] & TOUCHED && rests;
    if (is_rocking(drift, dx, dy, touched && farthest(x, y, w, extent) < slow_speed)) state->w = w *= rocking_left;
    double path = farthest(dx, dy, turn, extent);
    if (path > frame->reach[body]) state->more = more + (went_freely(body, dx, dy, turn) ? Outcome_Free : Outcome_Fast);
    /* The velocity alone would call a body quiet that is pushed out of an overlap. */
    bool slow = farthest(x, y, w, extent) < sleep_speed && half_rate * path < sleep_speed;
    bool quiet = (is_calm(drift, dx, dy, turn, extent) || slow) && rests;
    double time = quiet ? frame->quietTime[body] + frame->stepTime : 0;
    frame->quietTime[body] = time;
    if (time >= TIME_TO_SLEEP) frame->anyQuiet = 1;
  }
  return end;
}
