/*
 * The substeps of bodies. Velocities are kept as doubles; the passes work on copies rounded to floats, and what they
 * changed about the copy is added to the double here: so free flight and damping lose no digits.
 */
#include "joints.h"
#include "motion.h"

static inline void bind(uint32_t body) {
  int32_t place = frame->awakeIndex[body];
  if (place != NOT_AWAKE) frame->axes[place] |= TIED;
}

/* Marks the ends of all joints that the step has. */
static void bind_joints(void) {
  const JointPlan *plan = frame->jointPlan;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (ends[i].source != JointPart_Gear) {
      bind(ends[i].body_a);
      bind(ends[i].body_b);
      continue;
    }
    const JointRecord *one = frame->joints + ends[i].body_a;
    const JointRecord *two = frame->joints + ends[i].body_b;
    bind((uint32_t)one->a);
    bind((uint32_t)one->b);
    bind((uint32_t)two->a);
    bind((uint32_t)two->b);
  }
}

/*
 * Lists the bodies that the substeps have to work on: all but those that nothing touches, if they may be left out. What is alone takes its
 * substeps as the step ends, see `commit`: with turns that no row asks for, and in eight passes over what does not fit into the nearest
 * cache, that took a third of the step of 900 boxes in space.
 */
EXPORT(listBound) uint32_t list_bound(uint32_t count, bool spares, bool jointed) {
  if (spares && jointed) bind_joints();
  uint32_t bound = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool alone = spares && !(frame->axes[i] & (TOUCHED | TIED | Lock_X | Lock_Y));
    frame->listed[bound] = i;
    if (alone) frame->axes[i] |= ALONE;
    else bound++;
  }
  return bound;
}

/*
 * Begins a substep for the bodies that are listed: what drives them acts on the velocities, then the impulses so
 * far do, so that a resting stack starts from its solution.
 */
EXPORT(accelerate) void accelerate(uint32_t count) {
  double h = frame->substepTime;
  for (uint32_t n = 0; n < count; n++) {
    uint32_t i = frame->listed[n];
    State *state = frame->state + i;
    Work *work = frame->work + i + 1;
    Push *push = frame->push + i + 1;
    take_up(state, work);
    drive_on(state, frame->drive + i, push->sum, h);
    work->velocity = rounded(state);
    push->sum = 0;
  }
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

/* Moves and turns the bodies that are listed by a substep. Speeds beyond the limits are cut first. */
EXPORT(move) void move(uint32_t count) {
  double h = frame->substepTime;
  for (uint32_t n = 0; n < count; n++) {
    uint32_t i = frame->listed[n];
    State *state = frame->state + i;
    const Drive *drive = frame->drive + i;
    Work *work = frame->work + i + 1;
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
