/* Into the solver and out of it again: what a step begins with, and what came of it. */
#include "edges.h"
#include "motion.h"
#include "rotation.h"

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

/* See `Kernel.look`. */
EXPORT(look) uint32_t look(uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = frame->awake[i];
    const Pose *pose = frame->pose + body;
    double x = frame->positionX[body];
    double y = frame->positionY[body];
    double angle = frame->turned[body];
    double vx = frame->velocityX[body];
    double vy = frame->velocityY[body];
    double spin = frame->spin[body];
    bool has_parts = frame->firstChild[body] != 0;
    if (pose->x != x || pose->y != y || frame->angle[body] != angle || has_parts) frame->written = 1;
    /* Nothing is too large if the sum of the squares is not, and NaN is less than nothing. */
    bool sound = x * x + y * y + angle * angle + vx * vx + vy * vy + spin * spin <= FARTHEST * FARTHEST;
    if (!sound || has_parts || frame->traits[body] & Trait_Motion) return i;
  }
  return end;
}

EXPORT(gather) uint32_t gather(uint32_t first, uint32_t end) {
  const uint32_t *awake = frame->awake;
  const uint8_t *types = frame->shapeType;
  const uint8_t *kinds = frame->kind;
  const uint8_t *traits = frame->traits;
  const uint32_t *children = frame->firstChild;
  uint32_t special = 0;
  const f64x2 gravity = {frame->gravityX, frame->gravityY};
  const f64x2 limits = {frame->maxSquared, frame->maxAngular};
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = awake[i];
    bool dynamic = kinds[body] == BodyKind_Dynamic;
    double vx = frame->velocityX[body];
    double vy = frame->velocityY[body];
    double w = frame->spin[body];
    double sum = __builtin_fabs(vx) + __builtin_fabs(vy) + __builtin_fabs(w);
    if (types[body] == ShapeType_Aabb) w = 0;
    double swing = types[body] == ShapeType_Circle && children[body] == 0 ? 0 : 1;
    f64x2 *drive = (f64x2 *)(frame->drive + i);
    drive[0] = dynamic ? gravity : (f64x2){0, 0};
    drive[1] = (f64x2){0, 1};
    drive[2] = (f64x2){1, limits.x};
    drive[3] = (f64x2){limits.y, swing};
    if (sum > LARGEST) {
      vx = most(vx, LARGEST);
      vy = most(vy, LARGEST);
      w = most(w, LARGEST);
    }
    f64x2 *state = (f64x2 *)(frame->state + i);
    state[0] = (f64x2){vx, vy};
    state[1] = state[2] = (f64x2){0, 0};
    state[3] = (f64x2){w, 0};
    double speed = __builtin_fabs(vx) + __builtin_fabs(vy) + __builtin_fabs(w) * frame->extent[body];
    frame->axes[i] = speed < STILL_SPEED * frame->sleepSpeed ? 0 : ROCKS;
    Work *work = frame->work + i + 1;
    work->velocity = (f32x4){(float)vx, (float)vy, (float)w, 0};
    work->moved = (f32x4){0, 0, 1, 0};
    frame->push[i + 1].sum = 0;
    if ((dynamic && traits[body] & Trait_Motion) || !is_finite(sum)) frame->listed[special++] = i;
  }
  return special;
}

/* Whether that is beyond a limit. Where one number alone is, nobody needs the root. */
static inline bool is_beyond(double x, double y, double turn, double extent, double limit) {
  return __builtin_fabs(x) > limit || __builtin_fabs(y) > limit || farthest(x, y, turn, extent) > limit;
}

/* Whether it is below. */
static inline bool is_below(double x, double y, double turn, double extent, double limit) {
  return __builtin_fabs(x) < limit && __builtin_fabs(y) < limit && farthest(x, y, turn, extent) < limit;
}

/* Takes the way of a step to how far the body has gone. Returns whether it was on the spot for long enough to count as quiet. */
static inline bool is_calm(Drift *drift, double x, double y, double turn, double extent, double room) {
  drift->x = (float)(drift->x + x);
  drift->y = (float)(drift->y + y);
  drift->turn = (float)(drift->turn + turn);
  drift->time = (float)(drift->time + frame->stepTime);
  if (is_beyond(drift->x, drift->y, drift->turn, extent, room)) drift->x = drift->y = drift->turn = drift->time = 0;
  return drift->time >= TIME_TO_CALM;
}

/* The same of a slow body that something touches: whether it gets nowhere, and rocks there at most. */
static inline bool is_rocking(Drift *drift, double x, double y, bool slow) {
  drift->farX = (float)(drift->farX + x);
  drift->farY = (float)(drift->farY + y);
  drift->rocking = (float)(drift->rocking + frame->stepTime);
  if (!slow || is_beyond(drift->farX, drift->farY, 0, 0, ROCKING_SLOPS * frame->slop)) drift->farX = drift->farY = drift->rocking = 0;
  return drift->rocking >= TIME_TO_CALM;
}

/* Whether a kinematic body went so far that it may have passed what it hit: see `sweepKinematics`. */
static inline bool is_driven_far(uint32_t body, double dx, double dy, double turn) {
  if (frame->kind[body] != BodyKind_Kinematic) return false;
  double far = 2 * frame->reach[body];
  return farthest(dx, dy, turn, frame->extent[body]) > (far > frame->slop ? far : frame->slop);
}

/* Whether a collider has nothing solid near its box that may hold it. */
static bool is_clear(uint32_t collider, double path) {
  for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
    if (may_hold(edge, path) && is_solid(edge)) return false;
  }
  return true;
}

/*
 * Whether a body has gone its way, which its boxes hold, and that leads by nothing that may hold it: then no sweep finds anything. Of 800 planks
 * that fall, 626 were swept in each step, and 2 of these were near anything.
 */
static __attribute__((noinline)) bool went_freely(uint32_t body, double dx, double dy, double turn, double path) {
  if (!frame->quick[body]) return false;
  const Way *way = frame->way + body;
  double farther = __builtin_fabs(turn) - __builtin_fabs(way->turn);
  double beside = __builtin_fabs(dx - way->x) + __builtin_fabs(dy - way->y) + (farther > 0 ? farther * frame->extent[body] : 0);
  /* The boxes hold the speculative distance as well. */
  if (!(2 * beside < frame->speculative) || !is_clear(body, path)) return false;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (!is_clear(child, path)) return false;
  }
  return true;
}

/* How a body moves when a step ends, and how far it went in it. */
typedef struct {
  double x, y, w, dx, dy, turn;
} Motion;

/* Takes a body that nothing touches through all substeps: what `accelerate` and `move` do, where nobody asks for its work record. */
static inline Motion fly(const State *state, const Drive *drive) {
  double h = frame->substepTime;
  f64x2 v = {state->x, state->y};
  double w = state->w;
  f64x2 gain = h * (f64x2){drive->x, drive->y};
  double spin = h * drive->angular;
  double left = drive->left, angular_left = drive->angularLeft;
  double most = drive->maxSquared, most_angular = drive->maxAngular;
  f64x2 moved = {0, 0};
  double turn = 0;
  for (int n = frame->substepCount; n > 0; n--) {
    v = (v + gain) * left;
    w = (w + spin) * angular_left;
    f64x2 squares = v * v;
    double squared = squares.x + squares.y;
    if (squared > most) v *= __builtin_sqrt(most / squared);
    if (__builtin_fabs(w) > most_angular) w = w > 0 ? most_angular : -most_angular;
    moved += h * v;
    turn += h * w;
  }
  /* A 0 loses its sign, as where it is added up from the copy. */
  return (Motion){v.x + 0.0, v.y + 0.0, w + 0.0, moved.x, moved.y, turn};
}

/* With what the last pass changed about the rounded copy of its velocity. */
static inline Motion motion_of(const State *state, const Work *work) {
  f32x4 change = work->velocity - rounded(state);
  return (Motion){state->x + change.x, state->y + change.y, state->w + change.z, state->movedX, state->movedY, state->turn};
}

/* Leaves what flew to who calls, as if it had been moved substep by substep. */
static __attribute__((noinline)) void land(uint32_t place, const Motion *now) {
  State *state = frame->state + place;
  state->x = now->x;
  state->y = now->y;
  state->w = now->w;
  state->movedX = now->dx;
  state->movedY = now->dy;
  state->turn = now->turn;
  frame->work[place + 1].velocity = rounded(state);
  frame->axes[place] &= ~ALONE;
}

/* Writes where a body is now, and how it moves if that is not told to it. Returns whether it turned too far for this. */
static inline bool write_motion(uint32_t body, const State *state, bool swings, bool dynamic) {
  frame->positionX[body] += state->movedX;
  frame->positionY[body] += state->movedY;
  if (state->turn != 0) frame->turned[body] += state->turn;
  if (dynamic) {
    frame->velocityX[body] = state->x;
    frame->velocityY[body] = state->y;
    frame->spin[body] = state->w;
  }
  if (!swings) return false;
  double angle = frame->turned[body];
  if (!(__builtin_fabs(angle) <= SMALL_ANGLE_LIMIT)) return true;
  /* The center of mass is what was moved: the origin swings around it. */
  Rotation turned = rotation_of(angle);
  const Vector *center = frame->localCenter + body;
  const Pose *pose = frame->pose + body;
  frame->positionX[body] = frame->positionX[body] - pose->fromCenterX - (turned.cos * center->x - turned.sin * center->y);
  frame->positionY[body] = frame->positionY[body] - pose->fromCenterY - (turned.sin * center->x + turned.cos * center->y);
  return false;
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
  double spot = CALM_SLOPS * frame->slop;
  /*
   * What is pressed by fifty times its mass trembles as far as gravity takes it in a step: 200 circles under 50 m/s2 never slept at 30 Hz. But no
   * farther than what goes at the sleep speed gets meanwhile: at 5 Hz what slid at 1 m/s fell asleep under 100 m/s2.
   */
  double fall = 0.5 * frame->stepTime * frame->stepTime * __builtin_sqrt(frame->gravityX * frame->gravityX + frame->gravityY * frame->gravityY);
  double creep = TIME_TO_CALM * sleep_speed;
  double room = fall < creep ? fall : creep;
  double tremble = room > spot ? room : spot;
  for (uint32_t i = first; i < end; i++) {
    uint32_t body = awake[i];
    State *state = frame->state + i;
    bool alone = frame->axes[i] & ALONE;
    Motion now = alone ? fly(state, frame->drive + i) : motion_of(state, frame->work + i + 1);
    double x = now.x;
    double y = now.y;
    double w = now.w;
    double dx = now.dx;
    double dy = now.dy;
    double turn = now.turn;
    /* Beyond what floats can tell apart a push may be anything: NaN is less than nothing, too. */
    bool sound = x * x + y * y <= beyond && __builtin_fabs(w) <= beyond_angular &&
                 __builtin_fabs(dx) + __builtin_fabs(dy) + __builtin_fabs(turn) < FARTHEST;
    if (!sound) {
      if (alone) land(i, &now);
      /* What a torn joint has left there is no outcome. */
      state->more = Outcome_Nothing;
      return i;
    }
    if (alone) {
      state->movedX = dx;
      state->movedY = dy;
      state->turn = turn;
    }
    state->x = x;
    state->y = y;
    state->w = w;
    const Vector *center = frame->localCenter + body;
    bool swings = turn != 0 && (center->x != 0 || center->y != 0);
    int more = swings ? Outcome_Swings : Outcome_Nothing;
    /* What leaves in this step was marked like that. */
    bool leaves = frame->quietTime[body] == -__builtin_inf();
    bool dynamic = kinds[body] == BodyKind_Dynamic;
    bool wanted = false;
    if (dynamic) {
      double extent = frame->extent[body];
      bool rests = !(frame->traits[body] & Trait_NeverSleep);
      Drift *drift = frame->drift + body;
      if (drift->jolt > 0) drift->jolt = (float)(drift->jolt - frame->stepTime);
      bool touched = frame->axes[i] & TOUCHED && rests;
      if (is_rocking(drift, dx, dy, touched && is_below(x, y, w, extent, slow_speed))) state->w = w *= rocking_left;
      double path = farthest(dx, dy, turn, extent);
      if (path > frame->reach[body]) {
        bool free = went_freely(body, dx, dy, turn, path);
        more += free ? Outcome_Free : Outcome_Fast;
        wanted = !free || !frame->sparesFree || frame->traits[body] & Trait_Bullet;
      }
      /* The velocity alone would call a body quiet that is pushed out of an overlap. */
      bool slow = is_below(x, y, w, extent, sleep_speed) && half_rate * path < sleep_speed;
      /* What swings on a joint alone is pressed by nothing. */
      bool quiet = (is_calm(drift, dx, dy, turn, extent, touched ? tremble : spot) || slow) && rests;
      double time = quiet ? frame->quietTime[body] + frame->stepTime : 0;
      frame->quietTime[body] = time;
      if (time >= TIME_TO_SLEEP) frame->anyQuiet = 1;
    } else if (is_driven_far(body, dx, dy, turn)) frame->sparesFree = 0;
    state->more = more;
    if (leaves) continue;
    if (write_motion(body, state, swings, dynamic) || wanted) frame->listed[frame->listedCount++] = i;
  }
  return end;
}
