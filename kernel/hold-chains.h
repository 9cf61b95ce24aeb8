#pragma once

/* The matrix of the joints of a chain: its factor, and what impulses there do about changes of bodies. See impact-chains.h. */
#include "chains.h"

/* A row that others say already leaves less than this part of its answer. */
#define SAID_ALREADY 1e-9

static inline f64x2 along_tie(const double *pull, const Pair *v) { return pull[0] * v[0] + pull[1] * v[1] + pull[2] * v[2]; }

static inline double coupled(const double *one, const double *other, const double *weight) {
  return one[0] * weight[0] * other[0] + one[1] * weight[1] * other[1] + one[2] * weight[2] * other[2];
}

static inline bool is_side(const Tie *row, uint32_t member) { return member != FIXED && (row->a == member || row->b == member); }

/* Whether two rows have a body in common: of those of an envelope few have. */
static inline bool share_body(const Tie *one, const Tie *other) { return is_side(other, one->a) || is_side(other, one->b); }

/* How an impulse of one row changes the velocity along another. */
static double coupling(const Member *members, const Tie *one, const Tie *other) {
  double sum = 0;
  if (one->a != FIXED) {
    const double *weight = members[one->a].weight;
    if (one->a == other->a) sum += coupled(one->pull_a, other->pull_a, weight);
    if (one->a == other->b) sum += coupled(one->pull_a, other->pull_b, weight);
  }
  if (one->b != FIXED) {
    const double *weight = members[one->b].weight;
    if (one->b == other->a) sum += coupled(one->pull_b, other->pull_a, weight);
    if (one->b == other->b) sum += coupled(one->pull_b, other->pull_b, weight);
  }
  return sum;
}

static inline void add_impulse(Member *member, const double *pull, f64x2 impulse) {
  for (int k = 0; k < 3; k++) member->change[k] += member->weight[k] * pull[k] * impulse;
}

/* Factors the matrix of a chain. Rows without room, and those that others say already, hold nothing. */
static void factor_chain(const Chain *chain) {
  Chains *all = chains_of();
  for (uint32_t i = chain->ties; i < chain->tieEnd; i++) {
    Tie *row = all->ties + i;
    row->inverse = 0;
    row->factor = all->factors + all->factorCount;
    if (all->factorCount + (i - row->first) > all->mostFactors) {
      row->first = i;
      continue;
    }
    all->factorCount += i - row->first;
    double own = coupling(all->members, row, row), left = own;
    for (uint32_t j = row->first; j < i; j++) {
      const Tie *other = all->ties + j;
      double sum = share_body(row, other) ? coupling(all->members, row, other) : 0;
      for (uint32_t k = row->first > other->first ? row->first : other->first; k < j; k++) sum -= row->factor[k - row->first] * other->factor[k - other->first];
      sum *= other->inverse;
      row->factor[j - row->first] = sum;
      left -= sum * sum;
    }
    if (left > SAID_ALREADY * own) row->inverse = 1 / __builtin_sqrt(left);
  }
}

/*
 * Adds to the changes of the bodies of a chain what its joints do about them; `whole`: the second ones are velocities. The value of a row is its impulse then.
 * Not compiled for few bytes, as the rest of the rounds is: this is what blows on chains cost.
 */
static void hold_chain(const Chain *chain, bool whole) {
  Chains *all = chains_of();
  Member *members = all->members;
  Tie *ties = all->ties;
  for (uint32_t i = chain->ties; i < chain->tieEnd; i++) {
    Tie *row = ties + i;
    f64x2 value = {0, whole ? -row->driven : 0};
    if (row->a != FIXED) value -= along_tie(row->pull_a, members[row->a].change);
    if (row->b != FIXED) value -= along_tie(row->pull_b, members[row->b].change);
    for (uint32_t k = row->first; k < i; k++) value -= row->factor[k - row->first] * ties[k].value;
    row->value = value * row->inverse;
  }
  for (uint32_t i = chain->tieEnd; i-- > chain->ties;) {
    Tie *row = ties + i;
    f64x2 impulse = row->value = row->value * row->inverse;
    for (uint32_t k = row->first; k < i; k++) ties[k].value -= row->factor[k - row->first] * impulse;
    if (row->a != FIXED) add_impulse(members + row->a, row->pull_a, impulse);
    if (row->b != FIXED) add_impulse(members + row->b, row->pull_b, impulse);
  }
}

static inline double changed_by(f64x2 change, f64x2 impulses) {
  f64x2 both = change * impulses;
  return both.x + both.y;
}

/* Applies the impulses of a hit, along the normal and the surface, to all that hangs together with its bodies. */
static void push_bodies(Work *work, const Reply *reply, f64x2 impulses) {
  const Answer *answer = (const Answer *)(reply + 1), *end = answer + reply->count;
  for (; answer < end; answer++) {
    f32x4 *v = &work[answer->record].velocity;
    v->x = (float)(v->x + changed_by(answer->change[0], impulses));
    v->y = (float)(v->y + changed_by(answer->change[1], impulses));
    v->z = (float)(v->z + changed_by(answer->change[2], impulses));
  }
}
