/* What two bodies answer to an impulse at a point. For joints.c. */

/* What bodies would answer if they were not locked along one axis: 0 where none is. See LOCKED_GIVE. */
static inline f32x4 locked_part(const Arms *arms) {
  f32x4 a = arms->massAX - arms->massAY;
  f32x4 b = arms->massBX - arms->massBY;
  return at_least(a, 0 - a) + at_least(b, 0 - b);
}

/* Where an axis of one of them is locked, or they can only turn. */
static inline i32x4 is_locked(const Arms *arms) {
  return (locked_part(arms) > 0) | (arms->massAX + arms->massBX <= 0);
}

/*
 * The inverse of what an impulse at a point changes about it. Where locked axes leave one way to go it says so only along that way: by what
 * rounding leaves of the determinant bodies were thrown at 4,000 m/s, and where it was 0 nothing was held. Far out on an arm, where turning answers
 * nearly all, the determinant is added up from what is positive in it: what the difference leaves was taken for a locked axis, and a moon of
 * 0.5 m fell off its hinge 1,000 m away.
 */
typedef struct { f32x4 xx, xy, yy; } Inverse;

static inline Inverse inverse_at(const Arms *arms, const Reach *r) {
  f32x4 mx = arms->massAX + arms->massBX;
  f32x4 my = arms->massAY + arms->massBY;
  f32x4 k11 = mx + arms->inertiaA * r->ay * r->ay + arms->inertiaB * r->by * r->by;
  f32x4 k12 = 0 - (arms->inertiaA * r->ax * r->ay + arms->inertiaB * r->bx * r->by);
  f32x4 k22 = my + arms->inertiaA * r->ax * r->ax + arms->inertiaB * r->bx * r->bx;
  f32x4 whole = k11 * k22 - k12 * k12;
  f32x4 trace = k11 + k22;
  i32x4 narrow = whole <= 1e-4f * trace * trace;
  i32x4 thin = (i32x4)0;
  if (any(narrow)) {
    f32x4 cross = r->ax * r->by - r->ay * r->bx;
    whole = pick(narrow, mx * k22 + my * (k11 - mx) + arms->inertiaA * arms->inertiaB * cross * cross, whole);
    thin = is_locked(arms) & (whole <= 1e-6f * trace * trace);
  }
  f32x4 scale = inverse_of(whole);
  Inverse inverse = {scale * k22, 0 - scale * k12, scale * k11};
  if (!any(thin)) return inverse;
  f32x4 along = inverse_of(trace * trace);
  return (Inverse){pick(thin, along * k11, inverse.xx), pick(thin, along * k12, inverse.xy), pick(thin, along * k22, inverse.yy)};
}

/*
 * The inverse of 1 + give * K, where K is what an impulse at a point changes about it. There always is one, whatever is locked: for springs. The
 * determinant is added up from what is positive in it.
 */
static inline Inverse inverse_with(const Arms *arms, const Reach *r, f32x4 give) {
  f32x4 mx = arms->massAX + arms->massBX;
  f32x4 my = arms->massAY + arms->massBY;
  f32x4 k11 = mx + arms->inertiaA * r->ay * r->ay + arms->inertiaB * r->by * r->by;
  f32x4 k12 = 0 - (arms->inertiaA * r->ax * r->ay + arms->inertiaB * r->bx * r->by);
  f32x4 k22 = my + arms->inertiaA * r->ax * r->ax + arms->inertiaB * r->bx * r->bx;
  f32x4 cross = r->ax * r->by - r->ay * r->bx;
  f32x4 whole = mx * k22 + my * (k11 - mx) + arms->inertiaA * arms->inertiaB * cross * cross;
  f32x4 scale = 1 / (1 + give * (k11 + k22 + give * whole));
  return (Inverse){scale * (1 + give * k22), 0 - scale * give * k12, scale * (1 + give * k11)};
}
