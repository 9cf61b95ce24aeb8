/*
 * Follows the hits of a step, one after another, and looks ahead again for what goes elsewhere after them: see `src/continuous/after-hits.ts`.
 * What only a broad phase, a component or a hook of the user tells is asked for, see `FollowAsk`: what was come to stands in the table meanwhile.
 *
 * Each body is looked around from once when all hits that are known were followed, not after each of its own: bodies of a heap take two or
 * three, and most of what was foreseen on the way in between was not to come. Where it hits what is static its way back is not that
 * of the body for others: then it is looked around from at once, and the way is restored after that. How far away the other end of a
 * face may be that comes down is told by how it came: by its way after the hit a box was held on one tile, and was 19 cm deep in the
 * next one with its other end.
 */
#include "edges.h"
#include "hits.h"

static inline uint32_t contact_at_hand(void) { return (uint32_t)frame->toFollow[frame->following].contact; }

static inline bool is_active(uint32_t contact) { return frame->activeIndex[contact] != NOT_ACTIVE; }

static inline bool is_static(uint32_t body) { return frame->kind[body] == BodyKind_Static; }

static int ask(int what, uint32_t contact) {
  frame->askedOf = contact;
  return frame->asked = what;
}

/* Lists whom a body that strayed may hit in its turn: what it touches and can be moved, but for the contact `from` which it comes. */
static void pass_on(uint32_t body, uint32_t from) {
  for (uint32_t collider = first_collider(body); collider != 0; collider = next_collider(body, collider)) {
    for (uint32_t edge = frame->firstEdge[collider]; edge != 0; edge = frame->nextEdge[edge]) {
      uint32_t contact = edge >> 1;
      if (contact != from && frame->pointCount[contact] != 0 && is_active(contact) && !is_to_static(edge)) push_hit(contact);
    }
  }
}

/* Notes that a body goes elsewhere. What is noted already goes as far as it was farthest. */
static void note_stray(uint32_t body, double by) {
  uint32_t n = frame->strayPlace[body];
  /* What is left of other steps leads to no place or to another body. */
  if (n >= frame->strayCount || (uint32_t)frame->strays[n].body != body) {
    frame->strayPlace[body] = frame->strayCount;
    frame->strays[frame->strayCount++] = (Stray){by, body, frame->hitNearStatic};
    return;
  }
  Stray *stray = frame->strays + n;
  if (stray->by < by) stray->by = by;
  if (frame->hitNearStatic) stray->nearStatic = 1;
}

/* Begins with the contacts of a collider of the body at hand. */
static void find_edges(uint32_t collider) {
  frame->lookCollider = collider;
  frame->lookEdge = frame->firstEdge[collider];
}

static void note_side(uint32_t contact, uint32_t body, double by) {
  if (by == 0) return;
  note_stray(body, by);
  pass_on(body, contact);
}

static int begin_look(uint32_t body, double by, bool near_static) {
  frame->lookBody = body;
  frame->lookBy = by;
  if (near_static) return ask(FollowAsk_Around, 0);
  find_edges(first_collider(body));
  return FollowAsk_Nothing;
}

/* Lets a body hit what is static. Until then its way is the right one. */
static int meet_static(uint32_t contact, uint32_t body, bool is_b) {
  Way *way = frame->way + body, kept = *way;
  Met met = meet(contact);
  frame->toFollow[frame->following].fastest = met.fastest;
  double by = is_b ? met.by_b : met.by_a;
  if (by == 0) {
    *way = kept;
    frame->following++;
    return FollowAsk_Nothing;
  }
  frame->keptBody = body;
  frame->keptX = kept.x;
  frame->keptY = kept.y;
  frame->keptTurn = kept.turn;
  pass_on(body, contact);
  return begin_look(body, by, frame->hitNearStatic);
}

static int let_meet(void) {
  uint32_t contact = contact_at_hand();
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  if (is_static(a)) return meet_static(contact, b, true);
  if (is_static(b)) return meet_static(contact, a, false);
  Met met = meet(contact);
  frame->toFollow[frame->following++].fastest = met.fastest;
  note_side(contact, a, met.by_a);
  note_side(contact, b, met.by_b);
  return FollowAsk_Nothing;
}

/* Shows how two surfaces act upon each other, and that nothing is locked. Returns whether the kernel can tell. */
static bool show_surfaces(uint32_t contact) {
  uint32_t a = frame->a[contact], b = frame->b[contact];
  if ((frame->traits[a] | frame->traits[b]) & Trait_Rules) return false;
  if ((frame->traits[frame->bodyOf[a]] | frame->traits[frame->bodyOf[b]]) & Trait_Motion) return false;
  const Surface *of_a = frame->surface + a, *of_b = frame->surface + b;
  frame->friction = __builtin_sqrt((double)of_a->friction * of_b->friction);
  frame->restitution = of_a->restitution > of_b->restitution ? of_a->restitution : of_b->restitution;
  frame->locksA = frame->locksB = 0;
  return true;
}

/* Goes on with a hit where it is known whether anything static is near it. Where nothing is, and no third body, it does not matter. */
static int with_near(bool near_static) {
  if (!near_static && !frame->hitCrowded) {
    frame->following++;
    return FollowAsk_Nothing;
  }
  frame->hitNearStatic = near_static;
  uint32_t contact = contact_at_hand();
  if (!show_surfaces(contact)) return ask(FollowAsk_Surfaces, contact);
  return let_meet();
}

/* Where two bodies get at most after a hit, and what they hit next. */
static void write_region(uint32_t contact) {
  uint32_t a = frame->bodyOf[frame->a[contact]], b = frame->bodyOf[frame->b[contact]];
  const Way *v = frame->way + a, *w = frame->way + b;
  const Pose *p = frame->pose + a, *q = frame->pose + b;
  double extent_a = frame->extent[a], extent_b = frame->extent[b];
  /* The lighter one goes at most twice as fast as the other came, on top of its own way. */
  double far = 2 * (__builtin_fabs(v->x) + __builtin_fabs(v->y) + __builtin_fabs(v->turn) * extent_a + __builtin_fabs(w->x) +
                    __builtin_fabs(w->y) + __builtin_fabs(w->turn) * extent_b);
  double more = far + 3 * (extent_a > extent_b ? extent_a : extent_b);
  frame->regionMinX = (p->x < q->x ? p->x : q->x) - more;
  frame->regionMinY = (p->y < q->y ? p->y : q->y) - more;
  frame->regionMaxX = (p->x > q->x ? p->x : q->x) + more;
  frame->regionMaxY = (p->y > q->y ? p->y : q->y) + more;
}

/* Whether something that was found in another region is in this one: in a heap on a floor that is so for half of them and more. */
static bool has_witness(void) {
  for (int32_t n = frame->witnessCount < WITNESSES ? frame->witnessCount : WITNESSES; n-- > 0;) {
    __auto_type box = frame->witnesses.of + n;
    if (frame->regionMinX < box->maxX && frame->regionMaxX > box->minX && frame->regionMinY < box->maxY && frame->regionMaxY > box->minY) return true;
  }
  return false;
}

static int begin_hit(void) {
  uint32_t contact = contact_at_hand();
  /* A hook may have removed a body. */
  if (!is_active(contact) || !still_meets(contact)) {
    frame->following++;
    return FollowAsk_Nothing;
  }
  if (is_hit_beside_static(contact)) return with_near(true);
  bool known = frame->staticCount == 0;
  if (!known) {
    write_region(contact);
    if (has_witness()) return with_near(true);
  }
  frame->hitCrowded = is_hit_crowded(contact);
  return known ? with_near(false) : ask(FollowAsk_Near, contact);
}

/* Looks for points of a contact without any of the body at hand, which goes elsewhere. */
static int look_at(uint32_t contact) {
  if (frame->foreseenOf[contact] == NOT_TO_COME) frame->foreseenOf[contact] = 0;
  else if (frame->foreseenOf[contact] == 0 && !(frame->flags[contact] & (ContactFlag_Sensor | ContactFlag_Driven))) {
    frame->doubt = frame->lookBy;
    WayGap gap;
    bool near = comes_near(contact, &gap);
    int ends = near ? foresee_ends(contact, &gap) : 0;
    int coming = near && ends == 0 ? foresee_doubtful(contact, &gap) : 0;
    frame->doubt = 0;
    frame->foundPoints = coming;
    if (ends > 0) return ask(FollowAsk_Ends, contact);
    if (coming > 0) return ask(FollowAsk_Coming, contact);
  }
  return FollowAsk_Nothing;
}

/* Ends looking around from a body: one that hit something static has its way again. */
static void end_look(void) {
  frame->lookBody = 0;
  if (frame->keptBody == 0) return;
  frame->way[frame->keptBody] = (Way){frame->keptX, frame->keptY, frame->keptTurn};
  frame->keptBody = 0;
  frame->following++;
}

/* Goes on with looking around from the body at hand, for what it has no points with. What is nearer than it knows of in any case does not matter. */
static int look_on(void) {
  bool far = frame->lookBy > frame->margin;
  while (frame->lookCollider != 0) {
    while (frame->lookEdge != 0) {
      uint32_t edge = frame->lookEdge, contact = edge >> 1;
      frame->lookEdge = frame->nextEdge[edge];
      if (frame->pointCount[contact] != 0 || !(far || is_to_static(edge)) || !is_active(contact)) continue;
      int asked = look_at(contact);
      if (asked != FollowAsk_Nothing) return asked;
    }
    find_edges(next_collider(frame->lookBody, frame->lookCollider));
  }
  end_look();
  return FollowAsk_Nothing;
}

/* Takes what was asked for. */
static int take_answer(int asked, bool near_static) {
  switch (asked) {
    case FollowAsk_Near: return with_near(near_static);
    case FollowAsk_Surfaces: return let_meet();
    case FollowAsk_Around: find_edges(first_collider(frame->lookBody)); return FollowAsk_Nothing;
    case FollowAsk_Ends:
    case FollowAsk_Coming:
      if (frame->pointCount[frame->askedOf] != 0 && may_hit_within(frame->askedOf)) push_hit(frame->askedOf);
  }
  return FollowAsk_Nothing;
}

EXPORT(followHits) int follow_hits(bool near_static) {
  int asked = frame->asked;
  frame->asked = FollowAsk_Nothing;
  asked = take_answer(asked, near_static);
  while (asked == FollowAsk_Nothing) {
    if (frame->lookBody != 0) asked = look_on();
    else if (frame->strayAt == 0 && frame->following < frame->toFollowCount) asked = begin_hit();
    else if (frame->strayAt < frame->strayCount) {
      const Stray *stray = frame->strays + frame->strayAt++;
      asked = begin_look((uint32_t)stray->body, stray->by, stray->nearStatic != 0);
    } else if (frame->strayCount == 0) break;
    else frame->strayAt = frame->strayCount = 0;
  }
  return asked;
}
