/* What is known of bodies that joints hold to what is hit, and what joints did about that. See impact-chains.h. */
#pragma once

#include "joints.h"

/* No member. */
#define FIXED 0xffffffffu

/* Two that are solved for at once, since both ask the same of a factor. */
typedef f64x2 Pair __attribute__((aligned(8)));

/* A body of a chain: what changes about it, what it answers, what gravity and forces do to it there, and the impulses upon it in this substep. */
typedef struct {
  Pair change[3];
  double weight[3], drive[3], pushed[3];
  uint32_t record, chain, first, unused;
} Member;

/* A row of a joint: the velocity along it by that of each side, and what a side that no impulse moves has. Of the factor: where its row begins, and the inverse of what is on the diagonal. */
typedef struct {
  double pull_a[3], pull_b[3];
  Pair value;
  double inverse, driven;
  double *factor;
  uint32_t a, b, first, joint;
} Tie;

typedef struct {
  uint32_t members, memberEnd, ties, tieEnd, limits, limitEnd;
  /* The round in which its limits were listed; the place of the last answer of a hit on it and 1 more. */
  uint32_t round, answers;
} Chain;

/* What an impulse of 1 at a hit, along its normal and along its surface, changes about a body. */
typedef struct {
  Pair change[3];
  uint32_t record, unused;
} Answer;

/* What stands before those of a hit, in the place of one: whose they are, the one before on its chain, how many; and what its bodies answer. They hold for all rounds of a substep. */
typedef struct {
  uint32_t key, next, count, unused;
  Pair answer;
  double none[3];
} Reply;

/* What a joint did in impacts since the step began. */
typedef struct {
  float x, y, torque;
} Blow;

/* Where all of this lies: `src/solver/impact-chains.ts` makes the room. */
typedef struct {
  /* By work record its first edge and 1 more; by edge, twice the joint and one more on the side of B, the next one. */
  uint32_t *first, *next;
  /* By work record its member and 1 more; by joint whether a chain has it. */
  uint32_t *member_of, *taken;
  Member *members;
  Tie *ties, *limits;
  Chain *chains;
  double *factors;
  Answer *answers;
  uint32_t memberCount, tieCount, limitCount, chainCount, factorCount;
  uint32_t mostMembers, mostTies, mostFactors;
  /* How many bytes from here, where it is read when the memory may lie elsewhere, is what joints did; and of how many. */
  uint32_t blows, blown;
  /* Work records that there were as joints were linked. */
  uint32_t records;
  /* Numbers of the factor of the chain at hand. */
  uint32_t wide;
  /* Of its last row; and how many answers are kept. */
  uint32_t width, answerCount;
} Chains;

_Static_assert(sizeof(Chains) == CHAINS_BYTES && sizeof(Member) == MEMBER_BYTES && sizeof(Tie) == TIE_BYTES && sizeof(Chain) == CHAIN_BYTES && sizeof(Blow) == BLOW_BYTES && sizeof(Answer) == ANSWER_BYTES && sizeof(Reply) == ANSWER_BYTES, "chains");

static inline Blow *blows_of(Chains *all) { return (Blow *)((char *)all + all->blows); }

static inline Chains *chains_of(void) { return (Chains *)(uintptr_t)frame->impactChains; }
