/*
 * The substeps of bodies. Velocities are kept as doubles; the passes work on copies rounded to floats, and what they
 * changed about the copy is added to the double here: so free flight and damping lose no digits.
 */
#include "joints.h"
#include "motion.h"
#include "substeps.h"

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
    /* Anchors of contacts alone turn with what a substep turns: joints take theirs from the turn. */
    if (!(frame->axes[i] & TOUCHED)) frame->drive[i].swing = 0;
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
EXPORT(accelerate) void accelerate(uint32_t bound) {
  double h = frame->substepTime;
  for (uint32_t n = 0; n < bound; n++) {
    uint32_t i = frame->listed[n];
    State *state = frame->state + i;
    Work *work = frame->work + i + 1;
    Push *push = frame->push + i + 1;
    Pairs pairs = taken_up(state, work);
    drive_on(&pairs, frame->drive + i, push->sum, h);
    store_pairs(state, pairs);
    work->velocity = narrowed_both(pairs);
    push->sum = 0;
  }
}

/* The cosine and sine after a first-order turn, made a rotation again by normalizing. It only places the anchors within the step. */
static inline f32x2 turned_by(double swing, f32x4 moved) {
  double c = moved.z;
  double s = moved.w;
  double c1 = c - swing * s;
  double s1 = s + swing * c;
  double inverse = 1 / __builtin_sqrt(c1 * c1 + s1 * s1);
  return (f32x2){(float)(c1 * inverse), (float)(s1 * inverse)};
}

/* Moves and turns the bodies that are listed by a substep. Speeds beyond the limits are cut first. */
EXPORT(move) void move(uint32_t bound) {
  double h = frame->substepTime;
  for (uint32_t n = 0; n < bound; n++) {
    uint32_t i = frame->listed[n];
    State *state = frame->state + i;
    const Drive *drive = frame->drive + i;
    Work *work = frame->work + i + 1;
    Pairs pairs = taken_up(state, work);
    limit_speed(&pairs, drive);
    f64x2 *way = (f64x2 *)&state->movedX;
    f64x2 moved = *way + h * pairs.ways;
    *way = moved;
    f32x4 placed = __builtin_shufflevector(narrowed(moved), work->moved, 0, 1, 6, 7);
    if (pairs.turns.x != 0) {
      double angle = h * pairs.turns.x;
      pairs.turns.y += angle;
      /* The anchors of a disc stay where they are. */
      if (drive->swing != 0) placed.zw = turned_by(angle * drive->swing, placed);
    }
    store_pairs(state, pairs);
    work->velocity = narrowed_both(pairs);
    work->moved = placed;
  }
}
