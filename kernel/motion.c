/*
 * A substep of the bodies. Velocities are kept as doubles; the passes work on copies rounded to floats, and what they
 * changed about the copy is added to the double here: so free flight and damping lose no digits.
 */
#include "layout.h"
#include "rounded.h"
#include "vectors.h"

static inline void take_up(State *state, const Work *work) {
  f32x4 change = work->velocity - rounded(state);
  state->x += change.x;
  state->y += change.y;
  state->w += change.z;
}

/*
 * Begins a substep for the bodies of a range of states: what drives them acts on the velocities, then the impulses so
 * far do, so that a resting stack starts from its solution.
 */
EXPORT(accelerate) void accelerate(State *state, State *end, const Drive *drive, Work *work, Push *push, const double *time) {
  double h = *time;
  for (; state < end; state++, drive++, work++, push++) {
    take_up(state, work);
    state->x = (state->x + h * drive->x) * drive->left + push->sum.x;
    state->y = (state->y + h * drive->y) * drive->left + push->sum.y;
    state->w = (state->w + h * drive->angular) * drive->angularLeft + push->sum.z;
    work->velocity = rounded(state);
    push->sum = 0;
  }
}

static inline void limit_speed(State *state, const Drive *drive) {
  double squared = state->x * state->x + state->y * state->y;
  if (squared > drive->maxSquared) {
    double scale = __builtin_sqrt(drive->maxSquared / squared);
    state->x *= scale;
    state->y *= scale;
  }
  if (state->w > drive->maxAngular) state->w = drive->maxAngular;
  if (state->w < -drive->maxAngular) state->w = -drive->maxAngular;
}

/* A first-order turn, made a rotation again by normalizing. It only places the anchors within the step. */
static inline void turn(State *state, const Drive *drive, Work *work, double h) {
  double angle = h * state->w;
  state->turn += angle;
  /* The anchors of a disc stay where they are. */
  if (drive->swing == 0) return;
  double swing = angle * drive->swing;
  double c = work->moved.z;
  double s = work->moved.w;
  double c1 = c - swing * s;
  double s1 = s + swing * c;
  double inverse = 1 / __builtin_sqrt(c1 * c1 + s1 * s1);
  work->moved.z = (float)(c1 * inverse);
  work->moved.w = (float)(s1 * inverse);
}

/* Moves and turns bodies by a substep. Speeds beyond the limits are cut first. */
EXPORT(move) void move(State *state, State *end, const Drive *drive, Work *work, const double *time) {
  double h = *time;
  for (; state < end; state++, drive++, work++) {
    take_up(state, work);
    limit_speed(state, drive);
    state->movedX += h * state->x;
    state->movedY += h * state->y;
    if (state->w != 0) turn(state, drive, work, h);
    work->velocity = rounded(state);
    work->moved.x = (float)state->movedX;
    work->moved.y = (float)state->movedY;
  }
}
