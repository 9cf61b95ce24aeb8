/* The rows of strands, where their bodies are by now, and the masses of these: what weigh-trees.c does to trees. For strands.c. */
#pragma once

#include "at-limits.h"
#include "heft.h"
#include "strands.h"

static inline double within_most(Strand *strand, double speed, double most) {
  if (speed <= most && speed >= -most) return speed;
  most += strand->faster + strand->parted;
  if (speed <= most && speed >= -most) return speed;
  strand->torn = 1;
  return speed > 0 ? most : -most;
}

/* How soft its row is. */
static inline double softness_of(const Strand *strand, const Strand *parent) {
  if (!(strand->pinned | parent->pinned)) return strand->soft;
  f64x2 squares = strand->along * strand->along;
  const double own[2] = {strand->weight.x, strand->weight.y}, other[2] = {parent->weight.x, parent->weight.y};
  return give_of(along_of(strand->weight + parent->weight, squares), locked_part(own) + locked_part(other));
}

static inline void take_rope(Strand *strand, Strand *parent, int limit, double most) {
  strand->limit = limit;
  strand->rows = limit != 0;
  if (limit == 0) {
    strand->pulled = 0;
    return;
  }
  strand->mend = within_most(strand, strand->bias * (strand->length - (limit > 0 ? strand->lower : strand->upper)), most);
  strand->give = softness_of(strand, parent);
  parent->fed = 1;
}

static inline int reached_rope(const Strand *strand, double time, const char *work) {
  double near = AT_LIMIT * frame->slop, rate = parting_of(strand, work), next = strand->length + time * rate;
  if (next < strand->lower || (strand->length < strand->lower + near && rate < near)) return 1;
  return next > strand->upper || (strand->length > strand->upper - near && rate > -near) ? -1 : 0;
}

/* What a rope or rod asks of the mass of a body across it. */
static inline void stretch_across(Strand *strand, f64x2 along, double tautness) {
  strand->across.xx += tautness * along.y * along.y;
  strand->across.xy -= tautness * along.x * along.y;
  strand->across.yy += tautness * along.x * along.x;
}

static inline void lay_strand(Strand *strands, Strand *strand, double time, double most, const char *work) {
  Strand *parent = strands + strand->to;
  f64x2 moved = widened(((const Work *)(work + strand->work))->moved) - widened(((const Work *)(work + strand->work_parent))->moved);
  f64x2 way = strand->apart + moved;
  double length = strand->length = __builtin_sqrt(along_of(way, way));
  double inverse = 1 / length;
  if (length > 1e-9) strand->along = way * inverse;
  strand->parted = 0;
  if (strand->bias * (length - (strand->rope ? strand->upper : strand->rest)) > most) {
    f64x2 along = strand->along, velocity = way_of(work, strand->work) - way_of(work, strand->work_parent);
    strand->parted = parted_across(length, along.x * velocity.y - along.y * velocity.x, time);
  }
  if (!strand->rope) {
    strand->mend = within_most(strand, strand->bias * (length - strand->rest), most);
    strand->give = softness_of(strand, parent);
    strand->rows = 1;
    parent->fed = 1;
  } else {
    if (strand->limit * strand->sum < 0 && strand->lower < strand->upper) strand->limit = 0;
    if (strand->limit == 0) {
      strand->sum = 0;
      strand->limit = reached_rope(strand, time, work);
    }
    take_rope(strand, parent, strand->limit, most);
  }
  double mending = 0.9 * strand->mending;
  strand->mending = strand->sum < mending ? strand->sum : mending;
  double pull = strand->mending < strand->pulled ? strand->mending : strand->pulled;
  if (pull >= 0 || length <= 1e-9) return;
  stretch_across(strand, strand->along, -pull * inverse);
  stretch_across(parent, strand->along, -pull * inverse);
}

/* The mass that a body has before anything leads to it. */
static inline void weigh_strand_alone(Strand *strand) {
  strand->mass = strand->taut != 0 ? strand->heft : (Across){strand->own.x, 0, strand->own.y};
}

/* The row of a node, and the mass of its body, which is light where ropes and rods ask for more of it. */
static inline void weigh_strand(Strand *strands, Strand *strand, double time, double most, char *work) {
  if (strand->to != NO_NODE) lay_strand(strands, strand, time, most, work);
  double taut = time * (strand->across.xx + strand->across.yy);
  if (strand->pinned) strand->taut = 0;
  else if (asks_for_mass(strand->own.x, taut, strand->taut != 0)) {
    strand->taut = raise_across(strand->own.x, time, &strand->across, strand->taut != 0, &strand->heft, &strand->light, (Work *)(work + strand->work));
  }
  strand->slowed = strand->taut != 0;
  weigh_strand_alone(strand);
}

/* How what is torn mends: see between-walls.h. Ropes never fit between walls. */
static __attribute__((noinline)) void share_strands(Strand *strands, uint32_t first, uint32_t end) {
  for (uint32_t n = first; n < end; n++) strands[n].all_torn = strands[n].grounds = 0;
  for (uint32_t n = first; n < end; n++) {
    Strand *strand = strands + n;
    if (strand->to == NO_NODE) continue;
    strand->all_torn += strand->torn;
    strand->grounds += strand->weight.x == 0 && strand->weight.y == 0;
    strands[strand->to].all_torn += strand->all_torn;
    strands[strand->to].grounds += strand->grounds;
  }
  for (uint32_t n = end; n-- > first;) {
    Strand *strand = strands + n;
    if (strand->to == NO_NODE) continue;
    strand->all_torn = strands[strand->to].all_torn;
    strand->grounds = strands[strand->to].grounds;
    if (strand->torn == 0) continue;
    strand->mend *= shared_part(strand->all_torn, strand->mend < 0 ? -strand->mend : strand->mend, strand->parted);
    if (strand->grounds > 1) strand->give *= 1 + strand->yield / (TREE_GIVE * MOST_PULL * strand->all_torn);
  }
}
