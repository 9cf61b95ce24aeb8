/*
 * A closer look at contacts that have points as the step begins: what becomes of those as the bodies turn, and whether a hit comes of them.
 * See `src/continuous/look-ahead.ts`, which calls.
 */
#include "foresee.h"
#include "hits.h"

static bool can_turn(uint32_t body) {
  return frame->kind[body] == BodyKind_Dynamic && frame->pose[body].inverseInertia != 0 && !is_round_body(body);
}

/* Whether the bodies of a contact come together so fast that a hit may turn one of them far within the step. */
static __attribute__((noinline)) bool may_turn_far(uint32_t contact) {
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  /* Rounding must not find one that `may_turn` of ahead.c leaves out. */
  double far = approach_of(a, b).most * (1 - 1e-9);
  return (far > MAY_TURN * frame->extent[a] && can_turn(a)) || (far > MAY_TURN * frame->extent[b] && can_turn(b));
}

EXPORT(renews) bool renews(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  if (frame->shapeType[a] == ShapeType_Circle || frame->shapeType[b] == ShapeType_Circle) return false;
  if (frame->flags[contact] & ContactFlag_OneWay) return false;
  /* What is driven turns its contacts itself. */
  if (frame->kind[frame->bodyOf[a]] == BodyKind_Kinematic || frame->kind[frame->bodyOf[b]] == BodyKind_Kinematic) return false;
  return may_turn_far(contact);
}

EXPORT(howFollowed) int how_followed(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  bool turns = is_turning(contact, a, b, frame->bodyOf[a], frame->bodyOf[b], frame->pointCount[contact]);
  return (turns ? Closer_Turns : 0) | (renews(contact) ? Closer_Renews : 0);
}

EXPORT(mayHit) bool may_hit_within(uint32_t contact) {
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  bool fixed = frame->kind[a] == BodyKind_Static || frame->kind[b] == BodyKind_Static;
  return (!fixed || may_turn_far(contact)) && do_bodies_meet(contact);
}

static int look_closer(uint32_t contact) {
  if (frame->pointCount[contact] == 1) {
    if (hits_aside(contact)) return Closer_Aside;
    foresee_other_end(contact);
  }
  return how_followed(contact) | (may_hit_within(contact) ? Closer_Hits : 0);
}

/* Whether something is to come of a contact that was not looked at yet and that the caller has to take: see `Kernel.lookOn`. */
static bool look_at(uint32_t contact) {
  frame->foundPoints = frame->closer = 0;
  if (frame->pointCount[contact] == 0) {
    if (!(frame->flags[contact] & (ContactFlag_Sensor | ContactFlag_Driven))) frame->foundPoints = foresee(contact);
    return frame->foundPoints > 0;
  }
  int closer = frame->closer = look_closer(contact);
  if (closer == Closer_Aside) return true;
  if (closer & Closer_Hits) push_hit(contact);
  return closer & (Closer_Turns | Closer_Renews);
}

EXPORT(lookOn) int look_on_from(int first, int end) {
  for (int i = first; i < end; i++) {
    uint32_t contact = frame->ahead[i];
    /* A hook may have removed a body. */
    if (frame->activeIndex[contact] == NOT_ACTIVE) continue;
    uint8_t looked = frame->foreseenOf[contact];
    if (looked == 0) {
      if (look_at(contact)) return i;
      continue;
    }
    if (looked == NOT_TO_COME) frame->foreseenOf[contact] = 0;
    if (frame->pointCount[contact] > 0 && may_hit_within(contact)) push_hit(contact);
  }
  return end;
}
