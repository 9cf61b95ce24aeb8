/* Strands, solved at once: see trees.c, which does the same to trees of any joints. */
#include "strands.h"
#include "weigh-strands.h"

static inline void invert_strand(Strand *strand) {
  f64x2 weight = strand->weight;
  if (!(strand->fed | strand->slowed)) {
    strand->inverse = (Across){weight.x, 0, weight.y};
    return;
  }
  Across m = strand->mass;
  if (!strand->pinned) {
    strand->inverse = inverse_across(&m);
    return;
  }
  if (weight.x == 0) m = (Across){1, 0, m.yy};
  if (weight.y == 0) m = (Across){m.xx, 0, 1};
  strand->inverse = inverse_across(&m);
  if (weight.x == 0) strand->inverse.xx = 0;
  if (weight.y == 0) strand->inverse.yy = 0;
}

static inline void eliminate_strand(Strand *strands, Strand *strand) {
  invert_strand(strand);
  if (strand->rows == 0) return;
  f64x2 along = strand->along, answer = strand->answer = by_across(&strand->inverse, along);
  double hold = strand->hold = 1 / (along_of(along, answer) + strand->give);
  Across *mass = &strands[strand->to].mass;
  f64x2 follow = hold * along;
  mass->xx += along.x * follow.x;
  mass->xy += along.x * follow.y;
  mass->yy += along.y * follow.y;
}

static inline void gather_strand(Strand *strands, Strand *strand, const char *work, bool mends) {
  if (strand->rows == 0) return;
  Strand *parent = strands + strand->to;
  f64x2 velocity = way_of(work, strand->work) - way_of(work, strand->work_parent);
  double miss = along_of(strand->along, velocity) + along_of(strand->answer, strand->arrived);
  if (mends) miss += strand->mend + strand->give * strand->sum;
  strand->still = -strand->hold * miss;
  parent->arrived -= strand->along * strand->still;
}

static inline void spread_strand(Strand *strands, Strand *strand, char *work) {
  f64x2 none = 0;
  strand->change = none;
  if (strand->rows != 0) {
    double impulse = strand->still + strand->hold * along_of(strand->along, strands[strand->to].change);
    strand->sum += impulse;
    strand->arrived += strand->along * impulse;
  } else if (strand->fed == 0) return;
  f64x2 change = strand->change = by_across(&strand->inverse, strand->arrived);
  strand->arrived = none;
  ((Work *)(work + strand->work))->velocity += narrowed(change);
}

/* Impulses that others gave are taken as if the mass were not raised: see `slow_down`. */
static inline void slow_strand(const Strand *strand, char *work) {
  Work *body = (Work *)(work + strand->work);
  f64x2 velocity = strand->ran + by_across(&strand->light, (widened(body->velocity) - strand->ran) * strand->own);
  body->velocity.xy = narrowed(velocity).xy;
}

static inline void note_strand(Strand *strand, const char *work) { strand->ran = way_of(work, strand->work); }

static inline void push_strand(Strand *strands, Strand *strand, const char *work, char *push) {
  f64x2 none = 0;
  if (strand->rows != 0) {
    f64x2 impulse = strand->along * strand->sum;
    strand->pulled = strand->sum;
    strand->did += strand->sign * impulse;
    strand->arrived += impulse;
    strands[strand->to].arrived -= impulse;
  }
  if ((strand->rows | strand->fed | strand->slowed) == 0) return;
  f64x2 moves = strand->arrived * strand->weight;
  if (strand->slowed) {
    moves = by_across(&strand->light, strand->arrived);
    note_strand(strand, work);
    strand->ran += moves;
  }
  strand->arrived = none;
  *(f32x4 *)(push + strand->work / (sizeof(Work) / sizeof(Push))) += narrowed(moves);
}

static void push_strands(Strand *strands, uint32_t first, uint32_t end, const char *work, char *push) {
  for (uint32_t n = first; n < end; n++) push_strand(strands, strands + n, work, push);
}

static inline bool is_held_back(const Strand *strand) {
  return strand->limit != 0 && strand->torn == 0 && strand->limit * strand->sum < 0 && strand->lower < strand->upper;
}

static void let_rope_go(Strand *strands, Strand *strand) {
  f64x2 impulse = strand->along * strand->sum;
  strand->arrived -= impulse;
  strands[strand->to].arrived += impulse;
  strand->fed = strands[strand->to].fed = 1;
  strand->sum = strand->pulled = 0;
  strand->limit = 0;
  strand->rows = 0;
}

/* See `passed_limit`. */
static inline int passed_rope(const Strand *strand, double time, const char *work) {
  if (strand->limit != 0 || strand->choices == MOST_CHOICES || (time == 0 && strand->choices == 0)) return 0;
  double rate = parting_of(strand, work);
  if (time == 0) {
    bool low = strand->length - strand->lower < strand->upper - strand->length;
    return low ? rate < -LEAST_PASSING : rate > LEAST_PASSING ? -1 : 0;
  }
  double next = strand->length + time * rate, near = time * LEAST_PASSING;
  if (next < strand->lower - near && rate < 0) return 1;
  return next > strand->upper + near && rate > 0 ? -1 : 0;
}

/* Lets go of a rope that holds back, or takes in one that gets too long. Returns whether it is either. */
static inline bool choose_rope(Strand *strands, Strand *strand, double time, double most, const char *work) {
  if (is_held_back(strand)) let_rope_go(strands, strand);
  else {
    int passed = passed_rope(strand, time, work);
    if (passed == 0) return false;
    take_rope(strand, strands + strand->to, passed, most);
  }
  strand->choices++;
  strands[strand->root].freed = 1;
  return true;
}

/* Spreads what was gathered, and asks of each rope whether it is let go of or taken in: its bodies have their velocities by then. Returns whether any is. */
static bool spread_and_choose(Strand *strands, uint32_t first, uint32_t end, double time, double most, char *work) {
  bool any = false;
  for (uint32_t n = end; n-- > first;) {
    Strand *strand = strands + n;
    spread_strand(strands, strand, work);
    if (strand->bounded) any |= choose_rope(strands, strand, time, most, work);
  }
  return any;
}

/* Solves trees again of which ropes held back, or get too long: see free-limits.h. The first ones are chosen by then. */
static __attribute__((noinline)) void free_ropes(Strand *strands, uint32_t first, uint32_t end, double time, double most, char *work) {
  for (int round = 0; round < MOST_ROUNDS_OF_LIMITS; round++) {
    for (uint32_t n = first; n < end; n++) if (strands[strands[n].root].freed) weigh_strand_alone(strands + n);
    for (uint32_t n = first; n < end; n++) {
      if (!strands[strands[n].root].freed) continue;
      eliminate_strand(strands, strands + n);
      gather_strand(strands, strands + n, work, time > 0);
    }
    for (uint32_t n = end; n-- > first;) if (strands[strands[n].root].freed) spread_strand(strands, strands + n, work);
    if (round + 1 == MOST_ROUNDS_OF_LIMITS) break;
    bool any = false;
    for (uint32_t n = first; n < end; n++) if (strands[n].root == n) strands[n].freed = 0;
    for (uint32_t n = first; n < end; n++) if (strands[n].bounded) any |= choose_rope(strands, strands + n, time, most, work);
    if (!any) break;
  }
  for (uint32_t n = first; n < end; n++) strands[n].freed = strands[n].choices = 0;
}

void slow_strands(char *work) {
  const JointPlan *plan = frame->jointPlan;
  Strand *strands = strands_of(plan);
  for (uint32_t n = 0; n < plan->strands; n++) {
    if (!strands[n].slowed) continue;
    slow_strand(strands + n, work);
    note_strand(strands + n, work);
  }
}

void press_strands(char *work, double time) {
  const JointPlan *plan = frame->jointPlan;
  Strand *strands = strands_of(plan);
  double most = most_mending(plan);
  for (uint32_t first = 0, end; first < plan->strands; first = end) {
    end = strands[first].end;
    if (plan->slowed) for (uint32_t n = first; n < end; n++) if (strands[n].slowed) slow_strand(strands + n, work);
    for (uint32_t n = first; n < end; n++) gather_strand(strands, strands + n, work, true);
    if (spread_and_choose(strands, first, end, time, most, work)) free_ropes(strands, first, end, time, most, work);
    if (plan->slowed) for (uint32_t n = first; n < end; n++) if (strands[n].slowed) note_strand(strands + n, work);
  }
}

/* Returns whether any mass is raised. */
static bool weigh_strands(Strand *strands, uint32_t first, uint32_t end, double time, double most, char *work) {
  uint32_t torn = 0, slowed = 0;
  for (uint32_t n = first; n < end; n++) {
    strands[n].across = (Across){0, 0, 0};
    strands[n].fed = strands[n].torn = 0;
  }
  for (uint32_t n = first; n < end; n++) {
    Strand *strand = strands + n;
    weigh_strand(strands, strand, time, most, work);
    torn |= strand->torn;
    slowed |= strand->slowed;
  }
  if (torn != 0) share_strands(strands, first, end);
  return slowed != 0;
}

bool relax_strands(char *work, char *push, double time) {
  const JointPlan *plan = frame->jointPlan;
  Strand *strands = strands_of(plan);
  double most = most_mending(plan);
  bool slowed = false;
  for (uint32_t first = 0, end; first < plan->strands; first = end) {
    end = strands[first].end;
    if (plan->slowed) for (uint32_t n = first; n < end; n++) if (strands[n].slowed) slow_strand(strands + n, work);
    slowed |= weigh_strands(strands, first, end, time, most, work);
    for (uint32_t n = first; n < end; n++) {
      eliminate_strand(strands, strands + n);
      gather_strand(strands, strands + n, work, false);
    }
    if (spread_and_choose(strands, first, end, 0, most, work)) free_ropes(strands, first, end, 0, most, work);
    push_strands(strands, first, end, work, push);
  }
  return slowed;
}

/* A tree that is another than before begins with what it bears by what drives its bodies: see anew.h. */
static void begin_strands_anew(Strand *strands, uint32_t first, uint32_t end, char *work, double time) {
  for (uint32_t n = first; n < end; n++) if (strands[n].anew && strands[n].to != NO_NODE) strands[strands[n].to].anew = 1;
  for (uint32_t n = first; n < end; n++) {
    Strand *strand = strands + n;
    if (!strand->anew) continue;
    note_strand(strand, work);
    const Drive *drive = frame->drive + (strand->work / sizeof(Work) - 1);
    f64x2 driven = {0, 0};
    if (strand->work != 0) driven = (f64x2){time * drive->x, time * drive->y};
    ((Work *)(work + strand->work))->velocity.xy = narrowed(driven).xy;
  }
  for (uint32_t n = first; n < end; n++) {
    if (!strands[n].anew) continue;
    eliminate_strand(strands, strands + n);
    gather_strand(strands, strands + n, work, false);
  }
  for (uint32_t n = end; n-- > first;) if (strands[n].anew) spread_strand(strands, strands + n, work);
  for (uint32_t n = end; n-- > first;) {
    if (strands[n].anew) ((Work *)(work + strands[n].work))->velocity.xy = narrowed(strands[n].ran).xy;
  }
}

bool begin_strands(Strand *strands, uint32_t first, uint32_t end, char *work, char *push, double time, bool anew) {
  double most = most_mending(frame->jointPlan);
  bool slowed = weigh_strands(strands, first, end, time, most, work);
  if (anew) {
    begin_strands_anew(strands, first, end, work, time);
    slowed = weigh_strands(strands, first, end, time, most, work);
  }
  for (uint32_t n = first; n < end; n++) eliminate_strand(strands, strands + n);
  push_strands(strands, first, end, work, push);
  f64x2 none = 0;
  for (uint32_t n = first; n < end; n++) strands[n].did = none;
  return slowed;
}
