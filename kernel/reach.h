/* Where the anchors of four joints are now. For joints.c. */

/*
 * Sine, and cosine less 1, of the turn since the step began. The cosine and sine of the work record are of the first
 * order only, and those of a disc are none; a joint would give way by the difference.
 */
static inline void sine_of(f32x4 turn, f32x4 *sine, f32x4 *less) {
  const f32x4 far = 12582912.0f;
  f32x4 whole = (turn * 0.15915494f + far) - far;
  f32x4 x = (turn - whole * 6.2831853f) * 0.5f;
  f32x4 z = x * x;
  f32x4 s = x + x * z * (-0.16666667f + z * (8.3333333e-3f + z * (-1.9841270e-4f + z * 2.7557319e-6f)));
  f32x4 c = 1 + z * (-0.5f + z * (4.1666667e-2f + z * (-1.3888889e-3f + z * 2.4801587e-5f)));
  *sine = 2 * s * c;
  *less = -2 * s * s;
}

/* The rate of substeps, a quarter of the length of one, and the largest speed at which places are mended. */
typedef struct { float inverse_time, quarter, most; } Pace;

static inline f32x4 within(f32x4 speed, f32x4 most) { return at_least(at_most(speed, most), 0 - most); }

/* The arms as they are now, and the way from anchor A to anchor B. */
typedef struct {
  f32x4 ax, ay, bx, by, dx, dy, sin_a, less_a;
} Reach;

static inline Reach reach_of(const Arms *arms, const End *a, const End *b) {
  Reach r;
  f32x4 sin_b, less_b;
  sine_of(a->turn, &r.sin_a, &r.less_a);
  sine_of(b->turn, &sin_b, &less_b);
  /* By how much the arms changed: the small numbers keep their digits. */
  f32x4 ax = arms->armAX * r.less_a - arms->armAY * r.sin_a;
  f32x4 ay = arms->armAY * r.less_a + arms->armAX * r.sin_a;
  f32x4 bx = arms->armBX * less_b - arms->armBY * sin_b;
  f32x4 by = arms->armBY * less_b + arms->armBX * sin_b;
  r.ax = arms->armAX + ax;
  r.ay = arms->armAY + ay;
  r.bx = arms->armBX + bx;
  r.by = arms->armBY + by;
  r.dx = arms->apartX + ((b->moved_x - a->moved_x) + (bx - ax));
  r.dy = arms->apartY + ((b->moved_y - a->moved_y) + (by - ay));
  return r;
}

/*
 * Gives both arms one end, in the middle between the two anchors. What pushes two bodies at one place does not turn both together; what
 * pushes them at two, not along the way between these, does: a ragdoll with a limb jammed in its knee spun itself up to 10 m/s in free
 * space. Nearer to the body that is easier to turn, 44 of 4,800 random loops won energy (25; 21 with two places); nearer to the other one
 * what was torn apart by a meter took two seconds to come together.
 */
static inline void meet(Reach *r, f32x4 half) {
  f32x4 x = half * r->dx;
  f32x4 y = half * r->dy;
  r->ax += x;
  r->ay += y;
  r->bx -= x;
  r->by -= y;
}

/*
 * Gives both arms one end, between the two anchors, where the bodies turn least by it: at the anchor of the one that can turn if the other cannot. What
 * pushes each at its own anchor turns both together unless it points from the one to the other, which dampers and drives do not.
 */
static inline void lean(Reach *r, f32x4 inertia_a, f32x4 inertia_b) {
  f32x4 part = inertia_a * inverse_of(inertia_a + inertia_b);
  f32x4 x = part * r->dx;
  f32x4 y = part * r->dy;
  r->ax += r->dx - x;
  r->ay += r->dy - y;
  r->bx -= x;
  r->by -= y;
}
