/* Which point of a contact is which of the step before: it keeps the impulses that held its bodies. */
#include "collide.h"

/* Of the name of a point: the corner of A, and that of B. */
#define CORNER_A 0xff
#define CORNER_B 0xff00

/*
 * What of a name tells the points of a contact apart. With what is static it is the corner of the body: which corner of a floor is
 * named along with it changes with the edge that makes the manifold, and `lay` of src/continuous/lay-on-face.ts has names of its own.
 * Of what is driven each corner hits by itself: with the impulses of the tooth before, a gear on an axle was off by more than 1.6 %.
 */
static inline int32_t corners_that_count(uint32_t a, uint32_t b) {
  bool static_a = frame->kind[frame->bodyOf[a]] == BodyKind_Static;
  bool static_b = frame->kind[frame->bodyOf[b]] == BodyKind_Static;
  if (static_a == static_b) return CORNER_A | CORNER_B;
  return static_b ? CORNER_A : CORNER_B;
}

/* Whether two names have a corner in common, of A or of B. */
static inline bool share_corner(int32_t id, int32_t other) {
  int32_t differ = id ^ other;
  return (differ & CORNER_A) == 0 || (differ & CORNER_B) == 0;
}

/*
 * Whether a contact is so deep that something draws or squeezes its bodies into each other: nothing rests there. With the impulses of each name
 * carried on, what a joint drew into a wall was thrown at 149 m/s.
 */
static inline bool is_jammed(const Manifold *m, int points) {
  return m->separation0 < -frame->margin || (points == 2 && m->separation1 < -frame->margin);
}

EXPORT(matchPoints) void match_points(uint32_t contact, int32_t id0, int32_t id1, int old, int points) {
  Impulse *impulse = frame->impulse + contact;
  const Feature *now = frame->feature + contact;
  if (old == points && id0 == now->id0 && (points == 1 || id1 == now->id1)) return;
  uint32_t a = frame->a[contact], b = frame->b[contact];
  int32_t counts = CORNER_A | CORNER_B;
  /* The one point with a circle is at no corner. */
  if (!is_jammed(frame->manifold + contact, points) && frame->shapeType[a] != ShapeType_Circle && frame->shapeType[b] != ShapeType_Circle) {
    counts = corners_that_count(a, b);
    /* A body on its corner, now by the one edge there and now by the other. */
    if (old == 1 && points == 1 && counts == (CORNER_A | CORNER_B) && share_corner(id0, now->id0)) return;
  }
  Impulse kept = *impulse;
  for (int k = 0; k < points; k++) {
    int32_t id = k == 0 ? now->id0 : now->id1;
    bool first = old > 0 && ((id0 ^ id) & counts) == 0;
    bool second = !first && old > 1 && ((id1 ^ id) & counts) == 0;
    (&impulse->normal0)[2 * k] = first ? kept.normal0 : second ? kept.normal1 : 0;
    (&impulse->normal0)[2 * k + 1] = first ? kept.tangent0 : second ? kept.tangent1 : 0;
  }
}
