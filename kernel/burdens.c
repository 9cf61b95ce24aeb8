/*
 * Gives those that are squeezed under something far heavier inertia for the time of a step, and takes it again. `Burdens` in
 * src/solver/burdens.ts says why; who they are `spreadLoads` found.
 */
#include "burdens.h"
#include "rounded.h"

static __attribute__((noinline)) void write_mass(uint32_t body, double inverse_mass, double inverse_inertia) {
  Pose *poses = frame->pose;
  poses[body].inverseMass = inverse_mass;
  poses[body].inverseInertia = inverse_inertia;
  for (uint32_t child = frame->firstChild[body]; child != 0; child = frame->nextChild[child]) {
    if (frame->bodyOf[child] != body) continue;
    poses[child].inverseMass = inverse_mass;
    poses[child].inverseInertia = inverse_inertia;
  }
}

/*
 * Whether something heavy drives the body against what holds it, so fast that they meet with a jolt: see `is_jolt`. A pass takes no
 * more from the heavy one than a light one can, and the impulses of one substep begin the next: with raised masses, too, it swung back
 * like on a spring, at half of its speed though nothing bounces. Between two that weigh the same a pass takes all.
 *
 * But what bounces would do so with mass that it has not, and what hangs at joints would pull at others with it. And what only stands on
 * the floor gives way to what strikes it from aside: a wall does not stop a wrecking ball by mass that it has not.
 */
static inline bool is_driven(const Bearer *bearer) {
  if (bearer->power == NO_LOAD || bearer->held & BOUNCES || bearer->ends & JOINTED) return false;
  return bearer->reached >> STRUCK & bearer->held;
}

static inline void bounce(int32_t place) {
  if (place != NOT_AWAKE) bearers()[place].held |= BOUNCES;
}

/* Where anybody is driven, finds who bounces. */
static void find_bouncing(uint32_t awake, uint32_t active) {
  uint32_t first = 0;
  while (first < awake && !is_driven(bearers() + first)) first++;
  for (uint32_t i = 0; i < active && first < awake; i++) {
    uint32_t contact = frame->active[i];
    uint32_t a = frame->a[contact], b = frame->b[contact];
    if (frame->surface[a].restitution <= DRIVEN_RESTITUTION && frame->surface[b].restitution <= DRIVEN_RESTITUTION) continue;
    if (frame->pointCount[contact] == 0 || frame->flags[contact] & ContactFlag_Unsolved) continue;
    bounce(frame->awakeIndex[frame->bodyOf[a]]);
    bounce(frame->awakeIndex[frame->bodyOf[b]]);
  }
}

/*
 * What a body bears. A disc that no loop of joints holds rolls: it bears nothing until that is far more than its mass, and where it lies on what
 * does not move only its own part, and less of that: see ROLLER_RATE. By the whole 40 rollers under a slab of 300 times the mass of one left
 * it a third of the speed that it should have kept.
 */
static float load_of(const Bearer *bearer, uint32_t body) {
  float load = power_of_two(bearer->power);
  if (is_driven(bearer)) return frame->burdenShare > 1 ? (float)(load * frame->burdenShare) : load;
  if (frame->shapeType[body] != ShapeType_Circle || bearer->ends & HELD_TWICE) return load;
  if (load * frame->pose[body].inverseMass <= ROLLER_RATIO) return 0;
  if (!(bearer->ends & bearer->held & ALL_WAYS)) return load;
  double most = ROLLER_RATE / frame->substepTime;
  float part = load / (float)(bearer->waiting > 0 ? 1 << (bearer->waiting - 1) : 1);
  return part * (float)(frame->burdenShare / (most < ROLLER_RATIO ? most : ROLLER_RATIO));
}

/* Raises the mass of a body for a load. Returns whether that is more than the body has by itself. */
static bool raise_mass(uint32_t i, uint32_t body, float load, bool falls) {
  double inverse_mass = frame->pose[body].inverseMass;
  double inverse_inertia = frame->pose[body].inverseInertia;
  double part = frame->burdenShare / (load * inverse_mass);
  if (!(part < 1)) return false;
  kept()[i] = (Kept){.inverseMass = inverse_mass, .inverseInertia = inverse_inertia};
  write_mass(body, part * inverse_mass, part * inverse_inertia);
  /*
   * Its weight and what else drives it stay what they are. But what nothing holds from below falls like any other. By that jaws that
   * hold something heavy weighed a part of it, too, on the crane that they hang on: a third of its weight.
   */
  if (falls) return true;
  Drive *drive = frame->drive + i;
  drive->x *= part;
  drive->y *= part;
  drive->angular *= part;
  return true;
}

/*
 * 1/s. What weighs more for a load than it does keeps its weight, and so swings and rolls as slowly as that is less than its inertia: piles of discs
 * of which the largest have 5,000 times the mass of the smallest rolled on for 11 s. So that much of what it is faster than its neighbors decays; of
 * what rolls the spin does not, and nothing of what lies on something fixed or hangs at joints. With 30 discs rolled longer again.
 */
#define CALMING 6

/* How fast the neighbors of a body go along one coordinate, the slowest and the fastest. */
typedef struct {
  double least, most;
} Range;

static inline void widen(Range *range, double speed) {
  if (speed < range->least) range->least = speed;
  if (speed > range->most) range->most = speed;
}

/* What is faster than all neighbors keeps the given part of that. */
static inline double calmed(Range range, double speed, double part) {
  if (speed > range.most) return range.most + part * (speed - range.most);
  if (speed < range.least) return range.least + part * (speed - range.least);
  return speed;
}

/* Leaves a body the given part of what it is faster than all that it touches; of its spin only where `spins`. */
static void calm(const LoadPlan *plan, uint32_t i, double part, bool spins) {
  const uint32_t *first = (const uint32_t *)(uintptr_t)plan->firstEdge;
  const uint32_t *edges = (const uint32_t *)(uintptr_t)plan->edges;
  const Bearer *bearers = (const Bearer *)(uintptr_t)plan->bearers;
  State *state = frame->state + i;
  if (first[i] == first[i + 1]) return;
  const State *one = frame->state + (edges[first[i]] >> WAYS);
  Range x = {one->x, one->x}, y = {one->y, one->y}, w = {one->w, one->w};
  if (bearers[i].ends & ALL_WAYS) {
    widen(&x, 0);
    widen(&y, 0);
    widen(&w, 0);
  }
  for (uint32_t k = first[i] + 1; k < first[i + 1]; k++) {
    const State *other = frame->state + (edges[k] >> WAYS);
    widen(&x, other->x);
    widen(&y, other->y);
    widen(&w, other->w);
  }
  state->x = calmed(x, state->x, part);
  state->y = calmed(y, state->y, part);
  if (spins) state->w = calmed(w, state->w, part);
  frame->work[i + 1].velocity = rounded(state);
}

static inline void note_velocity(uint32_t place) {
  Kept *own = kept() + place;
  own->x = frame->state[place].x;
  own->y = frame->state[place].y;
}

/* With what velocities the step begins for those that are raised and those at which loads begin, see `giveBack`. */
static void note_velocities(const LoadPlan *plan, uint32_t awake) {
  const uint32_t *heavy = (const uint32_t *)(uintptr_t)plan->heavy;
  for (uint32_t i = 0; i < awake; i++) if (frame->burden[frame->awake[i]] != 0) note_velocity(i);
  for (int n = 0; n < plan->heavyCount; n++) note_velocity(heavy[n]);
}

/*
 * Raises the masses of all that are held under a load, until `lowerMasses`. Returns how many have a smaller one than in the step
 * before, or none any more. `down`: the way of gravity.
 */
EXPORT(raiseMasses) int raise_masses(uint32_t awake, uint32_t active, uint32_t down) {
  LoadPlan *plan = frame->loads;
  if (plan->heavyCount > 0) find_bouncing(awake, active);
  const Bearer *bearer = bearers();
  Relieved *relieved = (Relieved *)(uintptr_t)plan->relieved;
  int count = 0;
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    float before = frame->burden[body];
    float now = 0;
    int power = bearer[i].power;
    if (power != NO_LOAD && frame->kind[body] == BodyKind_Dynamic) {
      float load = load_of(bearer + i, body);
      if (raise_mass(i, body, load, down != 0 && (bearer[i].held & (down | HELD_UP)) == 0)) now = load;
    }
    bool disc = frame->shapeType[body] == ShapeType_Circle;
    if (now == before) {
      if (now > 0 && !(bearer[i].ends & (ALL_WAYS | JOINTED)) && !is_driven(bearer + i)) calm(plan, i, 1 / (1 + CALMING * frame->stepTime), !disc);
      continue;
    }
    frame->burden[body] = now;
    /*
     * What becomes so many times as heavy keeps its momentum, seen from what it touches. With its velocity it had that many times the energy:
     * in piles without friction light bodies pushed heavy ones up with it, came free, fell and did it again, for good. But a disc goes on
     * rolling, and what stands on something that moves goes on with it.
     */
    if (now > before && !disc && !(bearer[i].ends & ON_MOVING)) {
      double mass = 1 / kept()[i].inverseMass;
      double old = before / frame->burdenShare;
      calm(plan, i, (old > mass ? old : mass) * frame->pose[body].inverseMass, true);
    }
    /* What has no mass has no impulses of a load either. */
    if (now < before && frame->pose[body].inverseMass != 0) relieved[count++] = (Relieved){i, before};
  }
  note_velocities(plan, awake);
  return count;
}

/* Gives the bodies their masses back. */
EXPORT(lowerMasses) void lower_masses(uint32_t awake) {
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    if (frame->burden[body] != 0) write_mass(body, kept()[i].inverseMass, kept()[i].inverseInertia);
  }
}
