/*
 * What weighs on whom. Loads go from heavy bodies through contacts and joints, right, up, left and down; the way back from what
 * does not move tells which of them end at something. `Burdens` in src/solver/burdens.ts says what for.
 */
#include "meeting.h"

/* In the place of an inverse mass. */
#define NOT_DYNAMIC -1

/* An edge: the place that is led to, and below it the ways that lead there. */
static inline uint32_t edge_to(uint32_t place, uint32_t ways) { return place << WAYS | ways; }

static inline uint32_t opposite(uint32_t ways) { return (ways << 2 | ways >> 2) & ALL_WAYS; }

static inline uint32_t ways_of(double x, double y) {
  return (x > LEAST_ALONG ? 1 : x < -LEAST_ALONG ? 4 : 0) | (y > LEAST_ALONG ? 2 : y < -LEAST_ALONG ? 8 : 0);
}

/* A load begins at a body: its mass as a power of two, rounded up, so that few differ. */
EXPORT(beginLoad) void begin_load(uint32_t place) {
  LoadPlan *plan = frame->loads;
  double inverse_mass = ((const double *)(uintptr_t)plan->inverse)[place];
  Bearer *bearer = (Bearer *)(uintptr_t)plan->bearers + place;
  if (bearer->power != NO_LOAD) return;
  double mass = 1 / inverse_mass;
  int power = 0;
  double load = 1;
  for (; load < mass; power++) load *= 2;
  for (; load * 0.5 >= mass; power--) load *= 0.5;
  bearer->power = power;
  if (plan->heavyCount == 0 || power > plan->strongest) plan->strongest = power;
  ((uint32_t *)(uintptr_t)plan->heavy)[plan->heavyCount++] = place;
}

/* What drives a body within two steps: so much faster must two meet. */
static double gain_of(int32_t place) {
  const Drive *drive = frame->drive + place;
  return 2 * frame->stepTime * (__builtin_fabs(drive->x) + __builtin_fabs(drive->y));
}

/*
 * Whether something heavy meets something light with a jolt, or did in the step before: by the impulse that is left of it. What slides along more
 * than it meets does not: it would take what is heavy along by mass that it has not.
 */
static bool is_jolt(uint32_t contact, int32_t place_a, int32_t place_b, double inverse_mass) {
  double least = DRIVEN_SPEED * frame->sleepSpeed + gain_of(place_a) + gain_of(place_b);
  const Impulse *impulse = frame->impulse + contact;
  if ((impulse->normal0 + impulse->normal1) * inverse_mass > least) return true;
  Meeting meeting = meeting_of(contact);
  double along = __builtin_fabs(meeting.along);
  return along > least && __builtin_fabs(meeting.across) < DRIVEN_SLIDE * along;
}

/* The ways along one axis: what is struck along it is noted so many bits up, see `is_driven`. */
#define LEVEL (1 | 4)
#define STEEP (2 | 8)

/*
 * Links the awake dynamic bodies that touch, notes what touches what does not move, and lets a load begin at each that
 * touches something far lighter. Returns at how many.
 */
EXPORT(linkContacts) int link_contacts(uint32_t awake, uint32_t active) {
  LoadPlan *plan = frame->loads;
  Bearer *bearers = (Bearer *)(uintptr_t)plan->bearers;
  LoadLink *link = (LoadLink *)(uintptr_t)plan->links;
  double *inverse = (double *)(uintptr_t)plan->inverse;
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t body = frame->awake[i];
    bearers[i] = (Bearer){.power = NO_LOAD};
    inverse[i] = frame->kind[body] == BodyKind_Dynamic ? frame->pose[body].inverseMass : NOT_DYNAMIC;
  }
  plan->heavyCount = 0;
  for (uint32_t i = 0; i < active; i++) {
    uint32_t contact = frame->active[i];
    if (frame->pointCount[contact] == 0 || frame->flags[contact] & ContactFlag_Unsolved) continue;
    const Manifold *manifold = frame->manifold + contact;
    uint32_t ways = ways_of(manifold->normalX, manifold->normalY);
    int32_t place_a = frame->awakeIndex[frame->bodyOf[frame->a[contact]]];
    int32_t place_b = frame->awakeIndex[frame->bodyOf[frame->b[contact]]];
    /* Read from the poses, each of which is a cache line, masses took a third of the time. */
    double one = place_a == NOT_AWAKE ? NOT_DYNAMIC : inverse[place_a];
    double two = place_b == NOT_AWAKE ? NOT_DYNAMIC : inverse[place_b];
    if (one < 0 || two < 0) {
      /* What is awake and not dynamic moves. */
      if (one >= 0) bearers[place_a].ends |= ways | (place_b == NOT_AWAKE ? 0 : ON_MOVING);
      else if (two >= 0) bearers[place_b].ends |= opposite(ways) | (place_a == NOT_AWAKE ? 0 : ON_MOVING);
      continue;
    }
    *link++ = (LoadLink){place_a, edge_to(place_b, ways)};
    if ((two <= BURDEN_RATIO * one && one <= BURDEN_RATIO * two) || one == 0 || two == 0) continue;
    bool heavy_a = one < two;
    begin_load((uint32_t)(heavy_a ? place_a : place_b));
    if (!is_jolt(contact, place_a, place_b, heavy_a ? one : two)) continue;
    bool steep = __builtin_fabs(manifold->normalY) > __builtin_fabs(manifold->normalX);
    bearers[heavy_a ? place_b : place_a].reached |= (steep ? STEEP : LEVEL) << STRUCK;
  }
  plan->linkCount = link - (LoadLink *)(uintptr_t)plan->links;
  return plan->heavyCount;
}

/* Makes edges of the links, by the place where they begin. */
static void sort_links(const LoadPlan *plan, uint32_t awake) {
  uint32_t *first = (uint32_t *)(uintptr_t)plan->firstEdge;
  uint32_t *edges = (uint32_t *)(uintptr_t)plan->edges;
  const LoadLink *links = (const LoadLink *)(uintptr_t)plan->links;
  const LoadLink *end = links + plan->linkCount;
  /* First how many each has, two places on: so that filling them in leaves the beginnings. */
  for (uint32_t i = 0; i < awake + 2; i++) first[i] = 0;
  for (const LoadLink *link = links; link < end; link++) {
    first[link->from + 2]++;
    first[(link->edge >> WAYS) + 2]++;
  }
  for (uint32_t i = 2; i < awake + 2; i++) first[i] += first[i - 1];
  for (const LoadLink *link = links; link < end; link++) {
    edges[first[link->from + 1]++] = link->edge;
    edges[first[(link->edge >> WAYS) + 1]++] = edge_to(link->from, opposite(link->edge & ALL_WAYS));
  }
}

/* A load in each of the four ways. */
static inline uint64_t four_times(int power) { return (uint16_t)power * 0x0001000100010001ull; }

/* Ways that no load came along before get one. Without jumps: which ways these are is as good as random. */
static inline void write_loads(Bearer *bearer, uint32_t ways, uint64_t load) {
  uint64_t apart = (ways & 1) | (uint64_t)(ways & 2) << 15 | (uint64_t)(ways & 4) << 30 | (uint64_t)(ways & 8) << 45;
  bearer->all |= apart * 0xffff & load;
}

/* The heaviest of the loads that begin somewhere and are lighter than that. */
static int strongest_below(int limit, const LoadPlan *plan) {
  const Bearer *bearers = (const Bearer *)(uintptr_t)plan->bearers;
  const uint32_t *heavy = (const uint32_t *)(uintptr_t)plan->heavy;
  int most = NO_LOAD;
  for (int i = 0; i < plan->heavyCount; i++) {
    int power = bearers[heavy[i]].power;
    if (power < limit && power > most) most = power;
  }
  return most;
}

/*
 * Passes what weighs on bodies on to what they touch. The heaviest loads come first: what comes later to where one was is
 * lighter, so each way of each body is passed on once. What is looked at is as good as random, so there are no jumps in the
 * loops: they took 1.25 times as long. (In the order in which they arrived, with a comparison for each way:
 * steps of mixed-sizes took 1.24 times as long.)
 */
static void pass_on(const LoadPlan *plan) {
  Bearer *bearers = (Bearer *)(uintptr_t)plan->bearers;
  const uint32_t *heavy = (const uint32_t *)(uintptr_t)plan->heavy;
  const uint32_t *first = (const uint32_t *)(uintptr_t)plan->firstEdge;
  const uint32_t *edges = (const uint32_t *)(uintptr_t)plan->edges;
  uint32_t *queue = (uint32_t *)(uintptr_t)plan->queue;
  uint32_t done = 0, count = 0;
  for (int power = plan->strongest; power != NO_LOAD; power = strongest_below(power, plan)) {
    uint64_t load = four_times(power);
    for (int i = 0; i < plan->heavyCount; i++) {
      Bearer *bearer = bearers + heavy[i];
      uint32_t fresh = ALL_WAYS & ~bearer->reached;
      if (bearer->power != power || fresh == 0) continue;
      bearer->reached |= ALL_WAYS;
      bearer->waiting = fresh;
      write_loads(bearer, fresh, load);
      queue[count++] = heavy[i];
    }
    for (; done < count; done++) {
      uint32_t place = queue[done];
      Bearer *bearer = bearers + place;
      uint32_t ways = bearer->waiting;
      bearer->waiting = 0;
      bearer->held |= bearer->ends & ways;
      for (uint32_t i = first[place]; i < first[place + 1]; i++) {
        Bearer *next = bearers + (edges[i] >> WAYS);
        uint32_t fresh = edges[i] & ways & ~next->reached;
        queue[count] = edges[i] >> WAYS;
        count += (next->waiting == 0) & (fresh != 0);
        next->reached |= fresh;
        next->waiting |= fresh;
        write_loads(next, fresh, load);
      }
    }
  }
}

/* What weighs on a body that is held is held by it. */
static void pass_back(const LoadPlan *plan, uint32_t awake) {
  Bearer *bearers = (Bearer *)(uintptr_t)plan->bearers;
  const uint32_t *first = (const uint32_t *)(uintptr_t)plan->firstEdge;
  const uint32_t *edges = (const uint32_t *)(uintptr_t)plan->edges;
  uint32_t *queue = (uint32_t *)(uintptr_t)plan->queue;
  uint32_t count = 0;
  for (uint32_t i = 0; i < awake; i++) {
    uint32_t held = bearers[i].held & ALL_WAYS;
    if (held == 0) continue;
    bearers[i].waiting = (uint8_t)held;
    queue[count++] = i;
  }
  for (uint32_t done = 0; done < count; done++) {
    uint32_t place = queue[done];
    uint32_t ways = opposite(bearers[place].waiting);
    bearers[place].waiting = 0;
    for (uint32_t i = first[place]; i < first[place + 1]; i++) {
      Bearer *next = bearers + (edges[i] >> WAYS);
      uint32_t fresh = opposite(edges[i] & ways) & next->reached & ~next->held;
      queue[count] = edges[i] >> WAYS;
      count += (next->waiting == 0) & (fresh != 0);
      next->held |= fresh;
      next->waiting |= fresh;
    }
  }
}

/*
 * Leaves with those that lie on what does not move how many of them carry a body together, as one more than a power of two, the least of several: by
 * its whole load each of 40 rollers under a slab was as slow as if it bore it alone. Of loads that are less than what they bear nothing is said.
 */
static void share_loads(const LoadPlan *plan) {
  Bearer *bearers = (Bearer *)(uintptr_t)plan->bearers;
  const uint32_t *heavy = (const uint32_t *)(uintptr_t)plan->heavy;
  const uint32_t *first = (const uint32_t *)(uintptr_t)plan->firstEdge;
  const uint32_t *edges = (const uint32_t *)(uintptr_t)plan->edges;
  for (int n = 0; n < plan->heavyCount; n++) {
    const Bearer *bearer = bearers + heavy[n];
    uint32_t count = 0;
    int power = 0;
    for (int again = 0; again < 2; again++) {
      for (uint32_t i = first[heavy[n]]; i < first[heavy[n] + 1]; i++) {
        Bearer *next = bearers + (edges[i] >> WAYS);
        /* Behind the ways each of them has something else. */
        if ((next->ends & next->held & bearer->held & edges[i] & ALL_WAYS) == 0 || next->power != bearer->power) continue;
        if (again == 0) count++;
        else if (next->waiting == 0 || power < next->waiting) next->waiting = (uint8_t)power;
      }
      while (count >> power != 0) power++;
    }
  }
}

/* Leaves with each awake body the heaviest of the loads that it is held under, or `NO_LOAD`. */
EXPORT(spreadLoads) void spread_loads(uint32_t awake) {
  const LoadPlan *plan = frame->loads;
  Bearer *bearers = (Bearer *)(uintptr_t)plan->bearers;
  sort_links(plan, awake);
  pass_on(plan);
  pass_back(plan, awake);
  for (uint32_t i = 0; i < awake; i++) {
    int power = NO_LOAD;
    for (int way = 0; way < WAYS; way++) {
      if (bearers[i].held & 1u << way && bearers[i].loads[way] > power) power = bearers[i].loads[way];
    }
    bearers[i].power = power;
  }
  share_loads(plan);
}
