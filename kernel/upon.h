/* Impulses upon both bodies of four joints. For joints.c. */

/* An impulse (x, y) upon B, and turning impulses upon both. */
static inline void push_both(const Arms *arms, End *a, End *b, f32x4 x, f32x4 y, f32x4 turn_a, f32x4 turn_b) {
  a->x -= arms->massAX * x;
  a->y -= arms->massAY * y;
  a->w -= arms->inertiaA * turn_a;
  b->x += arms->massBX * x;
  b->y += arms->massBY * y;
  b->w += arms->inertiaB * turn_b;
}

static inline void keep_both(const Arms *arms, const End *a, const End *b, f32x4 x, f32x4 y, f32x4 turn_a, f32x4 turn_b,
                             char *push, const char *work) {
  add_push(push, work, a->work, 0 - arms->massAX * x, 0 - arms->massAY * y, 0 - arms->inertiaA * turn_a);
  add_push(push, work, b->work, arms->massBX * x, arms->massBY * y, arms->inertiaB * turn_b);
}
