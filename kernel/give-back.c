/*
 * Gives what is heavy the momentum back that it lost to mass that is not there.
 *
 * Who is squeezed weighs more for the step, along both axes, though nothing squeezes it along one of them: a heavy ball that flies into a wall
 * of bricks meets those before its lower half as if each had a tenth of its mass, because they cannot go down. When they weigh what they weigh
 * again the momentum of the rest is gone: a ball of 20 times the mass of a wall came out of it at 7.9 m/s of 12, and should at 11.4.
 *
 * So what bodies got only by such mass, along an axis along which nothing holds them, goes to what is heavy and nearest to them. But that gets no more
 * than it lost in the step: what a light body loses at a curb, or to a third one, is none of its.
 */
#include "burdens.h"

#define LEVEL (1 | 4)
#define STEEP (2 | 8)

/* How fast a body would be now by what drives it alone, as gravity. */
static inline double driven_x(uint32_t place) { return kept()[place].x + frame->stepTime * frame->drive[place].x; }
static inline double driven_y(uint32_t place) { return kept()[place].y + frame->stepTime * frame->drive[place].y; }

/* What a body has gained from others in the step along an axis, if nothing holds it along that: what falls owes nobody for it. */
static inline double gained_x(uint32_t place) { return bearers()[place].held & LEVEL ? 0 : frame->state[place].x - driven_x(place); }
static inline double gained_y(uint32_t place) { return bearers()[place].held & STEEP ? 0 : frame->state[place].y - driven_y(place); }

/* Marks those that are raised. Returns whether one of them was driven: where all rest nothing is given. */
static bool mark_raised(uint32_t awake) {
  double least = DRIVEN_SPEED * frame->sleepSpeed;
  bool any = false;
  for (uint32_t i = 0; i < awake; i++) {
    bool raised = frame->burden[frame->awake[i]] != 0;
    bearers()[i].waiting = raised;
    if (raised && (__builtin_fabs(gained_x(i)) > least || __builtin_fabs(gained_y(i)) > least)) any = true;
  }
  return any;
}

/* The velocity of what lost some, with what it is given, but no more than it would have by what drives it alone. */
static inline double with_given(double now, double driven, double given) {
  double lost = driven - now;
  if (lost * given <= 0) return now;
  return __builtin_fabs(given) < __builtin_fabs(lost) ? now + given : driven;
}

/* Where loads begin at bodies that bear none themselves, they are queued. Returns how many. */
static uint32_t queue_heavy(uint32_t *queue) {
  const LoadPlan *plan = frame->loads;
  const uint32_t *heavy = (const uint32_t *)(uintptr_t)plan->heavy;
  uint32_t count = 0;
  for (int n = 0; n < plan->heavyCount; n++) {
    if (bearers()[heavy[n]].waiting) continue;
    queue[count++] = heavy[n];
    Kept *own = kept() + heavy[n];
    own->source = heavy[n];
    own->givenX = own->givenY = 0;
  }
  return count;
}

/* Collects for each that is queued what those around it owe it: each of them owes it to the nearest that is heavy enough to be what it bears. */
static void collect(uint32_t *queue, uint32_t count) {
  const uint32_t *first = (const uint32_t *)(uintptr_t)frame->loads->firstEdge;
  const uint32_t *edges = (const uint32_t *)(uintptr_t)frame->loads->edges;
  for (uint32_t done = 0; done < count; done++) {
    uint32_t source = kept()[queue[done]].source;
    double inverse_mass = frame->pose[frame->awake[source]].inverseMass;
    for (uint32_t i = first[queue[done]]; i < first[queue[done] + 1]; i++) {
      uint32_t next = edges[i] >> WAYS;
      /* Loads are masses that were rounded up to powers of two. */
      if (!bearers()[next].waiting || power_of_two(bearers()[next].power) * inverse_mass > 2) continue;
      bearers()[next].waiting = 0;
      queue[count++] = next;
      kept()[next].source = source;
      double more = frame->burden[frame->awake[next]] / frame->burdenShare - 1 / kept()[next].inverseMass;
      kept()[source].givenX += more * gained_x(next);
      kept()[source].givenY += more * gained_y(next);
    }
  }
}

EXPORT(giveBack) bool give_back(uint32_t awake) {
  if (!mark_raised(awake)) return false;
  uint32_t *queue = (uint32_t *)(uintptr_t)frame->loads->queue;
  uint32_t count = queue_heavy(queue);
  collect(queue, count);
  for (uint32_t n = 0; n < count; n++) {
    const Kept *own = kept() + queue[n];
    State *state = frame->state + queue[n];
    double inverse_mass = frame->pose[frame->awake[queue[n]]].inverseMass;
    double x = with_given(state->x, driven_x(queue[n]), own->givenX * inverse_mass);
    double y = with_given(state->y, driven_y(queue[n]), own->givenY * inverse_mass);
    /* Along both axes together that may be faster than it is let be. */
    if (x * x + y * y > frame->drive[queue[n]].maxSquared) continue;
    state->x = x;
    state->y = y;
  }
  return count > 0;
}
