/*
 * Joints: rows in groups of four by their kind. Rigid rows are soft in the first pass and exact in the second; springs are
 * springs in both, or the second pass would take them out again (Catto, "Soft Constraints", GDC 2011, and Solver2D, 2024).
 *
 * Velocities, ways and turns are those of the work records, whose fourth number is the turn. Contacts leave it
 * at 0, so joints come first in each pass.
 */
#include "layout.h"
#include "vectors.h"

enum { Pass_Warm, Pass_Press, Pass_Relax };

typedef struct {
  i32x4 a, b;
  f32x4 massAX, massAY, inertiaA, massBX, massBY, inertiaB;
  /* From the centers of mass to the anchors, and from anchor A to anchor B, when the step began. */
  f32x4 armAX, armAY, armBX, armBY, apartX, apartY;
} Arms;

/* What acts along one coordinate of four joints. */
typedef struct {
  i32x4 rigid, limited;
  f32x4 rest, bias, give, keep, least, most;
  f32x4 speed, motorMost;
  f32x4 lower, upper, limitBias, limitGive, limitKeep;
  /* The impulses so far. */
  f32x4 spring, motor, low, high;
  /* Bits of LinePart that some of the four have. */
  int32_t parts, unused[3];
} Line;

typedef struct {
  i32x4 a, b;
  f32x4 inertiaA, inertiaB;
  Line line;
} AngleGroup;

typedef struct {
  Arms arms;
  /* Turns with A; where the joint is free it is used only while the anchors are on one spot. */
  f32x4 axisX, axisY;
  i32x4 free;
  /* Where the force points now. */
  f32x4 alongX, alongY;
  Line line;
} AxisGroup;

typedef struct {
  Arms arms;
  f32x4 axisX, axisY, angle, bias, give, keep;
  f32x4 across, lock;
  f32x4 alongX, alongY;
} SlideGroup;

typedef struct {
  Arms arms;
  i32x4 rigid;
  f32x4 bias, give, keep, speedX, speedY, most;
  f32x4 x, y;
  /* Whether some of the four have a largest impulse. */
  int32_t capped, unused[3];
} PointGroup;

/*
 * A pulley or a gear, one by itself: its Jacobian is that of the beginning of the step, as is the error that the next
 * step finds.
 */
typedef struct {
  uint32_t works[4];
  /* By body: along x, y and the angle; and times its inverse mass or inertia. */
  float pull[4][3], answer[4][3];
  float error, mass, bias, give, keep, impulse;
  int32_t slack, unused[3];
} Link;

/* Four bodies, a lane each. */
typedef struct {
  Work *work[LANES];
  f32x4 x, y, w, turn;
  f32x4 moved_x, moved_y;
} End;

static inline End load_end(const char *work, i32x4 at) {
  End end;
  for (int lane = 0; lane < LANES; lane++) end.work[lane] = (Work *)(work + at[lane]);
  Four velocity = transpose((Four){end.work[0]->velocity, end.work[1]->velocity, end.work[2]->velocity, end.work[3]->velocity});
  Four moved = transpose((Four){end.work[0]->moved, end.work[1]->moved, end.work[2]->moved, end.work[3]->moved});
  end.x = velocity.x;
  end.y = velocity.y;
  end.w = velocity.z;
  end.turn = velocity.w;
  end.moved_x = moved.x;
  end.moved_y = moved.y;
  return end;
}

static inline void store_end(const End *end) {
  Four rows = transpose((Four){end->x, end->y, end->w, end->turn});
  end->work[0]->velocity = rows.x;
  end->work[1]->velocity = rows.y;
  end->work[2]->velocity = rows.z;
  end->work[3]->velocity = rows.w;
}

static inline void add_push(char *push, const char *work, const End *end, f32x4 x, f32x4 y, f32x4 w) {
  Four rows = transpose((Four){x, y, w, 0});
  f32x4 row[LANES] = {rows.x, rows.y, rows.z, rows.w};
  for (int lane = 0; lane < LANES; lane++) {
    uint32_t at = (uint32_t)((const char *)end->work[lane] - work) / (sizeof(Work) / sizeof(Push));
    *(f32x4 *)(push + at) += row[lane];
  }
}

static inline f32x4 inverse_of(f32x4 k) { return only(k > 0, 1 / pick(k > 0, k, 1)); }

static inline f32x4 root(f32x4 square) { return __builtin_elementwise_sqrt(square); }

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
  add_push(push, work, a, 0 - arms->massAX * x, 0 - arms->massAY * y, 0 - arms->inertiaA * turn_a);
  add_push(push, work, b, arms->massBX * x, arms->massBY * y, arms->inertiaB * turn_b);
}

/*
 * Solves spring, motor and limits of a coordinate that is `at` and changes by `rate`; k is its inverse effective mass.
 * Returns the impulse that they add.
 */
static inline f32x4 solve_line(Line *line, f32x4 at, f32x4 rate, f32x4 k, bool relax, f32x4 inverse_time) {
  f32x4 mass = inverse_of(k);
  f32x4 sum = 0;
  if (line->parts & LinePart_Spring) {
    f32x4 bias = line->bias * (at - line->rest);
    f32x4 give = line->give;
    f32x4 keep = line->keep;
    if (relax) {
      bias = only(~line->rigid, bias);
      give = pick(line->rigid, 1, give);
      keep = only(~line->rigid, keep);
    }
    f32x4 old = line->spring;
    f32x4 next = old - give * mass * (rate + bias) - keep * old;
    next = at_least(at_most(next, line->most), line->least);
    line->spring = next;
    sum = next - old;
    rate += k * sum;
  }
  if (line->parts & LinePart_Motor) {
    f32x4 old = line->motor;
    f32x4 next = at_least(at_most(old - mass * (rate - line->speed), line->motorMost), 0 - line->motorMost);
    line->motor = next;
    sum += next - old;
    rate += k * (next - old);
  }
  if (line->parts & LinePart_Limit) {
    for (int side = 0; side < 2; side++) {
      f32x4 room = side == 0 ? at - line->lower : line->upper - at;
      f32x4 closing = side == 0 ? rate : 0 - rate;
      i32x4 open = room > 0;
      f32x4 old = side == 0 ? line->low : line->high;
      f32x4 bias = pick(open, room * inverse_time, relax ? (f32x4)0 : line->limitBias * room);
      f32x4 give = relax ? (f32x4)1 : pick(open, 1, line->limitGive);
      f32x4 keep = relax ? (f32x4)0 : only(~open, line->limitKeep);
      f32x4 next = only(line->limited, at_least(old - give * mass * (closing + bias) - keep * old, 0));
      f32x4 change = side == 0 ? next - old : old - next;
      if (side == 0) line->low = next;
      else line->high = next;
      sum += change;
      rate += k * change;
    }
  }
  return sum;
}

static inline f32x4 total_of(const Line *line) { return line->spring + line->motor + (line->low - line->high); }

static inline void solve_angles(AngleGroup *g, int pass, char *work, char *push, float inverse_time) {
  End a = load_end(work, g->a);
  End b = load_end(work, g->b);
  if (pass != Pass_Warm) {
    f32x4 sum = solve_line(&g->line, b.turn - a.turn, b.w - a.w, g->inertiaA + g->inertiaB, pass == Pass_Relax, inverse_time);
    a.w -= g->inertiaA * sum;
    b.w += g->inertiaB * sum;
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  f32x4 total = total_of(&g->line);
  add_push(push, work, &a, 0, 0, 0 - g->inertiaA * total);
  add_push(push, work, &b, 0, 0, g->inertiaB * total);
}

static inline void solve_axes(AxisGroup *g, int pass, char *work, char *push, float inverse_time) {
  const Arms *arms = &g->arms;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  f32x4 ux = g->axisX + (g->axisX * r.less_a - g->axisY * r.sin_a);
  f32x4 uy = g->axisY + (g->axisY * r.less_a + g->axisX * r.sin_a);
  f32x4 length = root(r.dx * r.dx + r.dy * r.dy);
  i32x4 free = g->free & (length > 1e-9f);
  f32x4 inverse = inverse_of(length);
  f32x4 nx = pick(free, r.dx * inverse, ux);
  f32x4 ny = pick(free, r.dy * inverse, uy);
  f32x4 arm_a = (r.dx + r.ax) * ny - (r.dy + r.ay) * nx;
  f32x4 arm_b = r.bx * ny - r.by * nx;
  if (pass != Pass_Warm) {
    f32x4 k = (arms->massAX + arms->massBX) * nx * nx + (arms->massAY + arms->massBY) * ny * ny +
              arms->inertiaA * arm_a * arm_a + arms->inertiaB * arm_b * arm_b;
    f32x4 rate = nx * (b.x - a.x) + ny * (b.y - a.y) + (b.w * arm_b - a.w * arm_a);
    f32x4 sum = solve_line(&g->line, nx * r.dx + ny * r.dy, rate, k, pass == Pass_Relax, inverse_time);
    push_both(arms, &a, &b, sum * nx, sum * ny, sum * arm_a, sum * arm_b);
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  g->alongX = nx;
  g->alongY = ny;
  f32x4 total = total_of(&g->line);
  keep_both(arms, &a, &b, total * nx, total * ny, total * arm_a, total * arm_b, push, work);
}

/* Across the axis and the angle at once: one after the other gives way under load at the end of a long arm. */
static inline void solve_slides(SlideGroup *g, int pass, char *work, char *push) {
  const Arms *arms = &g->arms;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  /* The axis, turned to the left. */
  f32x4 nx = 0 - (g->axisY + (g->axisY * r.less_a + g->axisX * r.sin_a));
  f32x4 ny = g->axisX + (g->axisX * r.less_a - g->axisY * r.sin_a);
  f32x4 arm_a = (r.dx + r.ax) * ny - (r.dy + r.ay) * nx;
  f32x4 arm_b = r.bx * ny - r.by * nx;
  if (pass != Pass_Warm) {
    bool relax = pass == Pass_Relax;
    f32x4 k11 = (arms->massAX + arms->massBX) * nx * nx + (arms->massAY + arms->massBY) * ny * ny +
                arms->inertiaA * arm_a * arm_a + arms->inertiaB * arm_b * arm_b;
    f32x4 k12 = arms->inertiaA * arm_a + arms->inertiaB * arm_b;
    f32x4 k22 = arms->inertiaA + arms->inertiaB;
    /* Where neither can turn there is nothing to hold. */
    k22 = pick(k22 > 0, k22, 1);
    f32x4 sliding = nx * (b.x - a.x) + ny * (b.y - a.y) + (b.w * arm_b - a.w * arm_a);
    f32x4 turning = b.w - a.w;
    if (!relax) {
      sliding += g->bias * (nx * r.dx + ny * r.dy);
      turning += g->bias * (g->angle + (b.turn - a.turn));
    }
    f32x4 inverse = inverse_of(k11 * k22 - k12 * k12);
    f32x4 across = inverse * (k22 * sliding - k12 * turning);
    f32x4 lock = inverse * (k11 * turning - k12 * sliding);
    f32x4 slid = relax ? 0 - across : 0 - g->give * across - g->keep * g->across;
    f32x4 turned = relax ? 0 - lock : 0 - g->give * lock - g->keep * g->lock;
    g->across += slid;
    g->lock += turned;
    push_both(arms, &a, &b, slid * nx, slid * ny, slid * arm_a + turned, slid * arm_b + turned);
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  g->alongX = nx;
  g->alongY = ny;
  keep_both(arms, &a, &b, g->across * nx, g->across * ny, g->across * arm_a + g->lock, g->across * arm_b + g->lock, push, work);
}

static inline void solve_points(PointGroup *g, int pass, char *work, char *push) {
  const Arms *arms = &g->arms;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  if (pass != Pass_Warm) {
    bool relax = pass == Pass_Relax;
    f32x4 k11 = arms->massAX + arms->massBX + arms->inertiaA * r.ay * r.ay + arms->inertiaB * r.by * r.by;
    f32x4 k12 = 0 - (arms->inertiaA * r.ax * r.ay + arms->inertiaB * r.bx * r.by);
    f32x4 k22 = arms->massAY + arms->massBY + arms->inertiaA * r.ax * r.ax + arms->inertiaB * r.bx * r.bx;
    f32x4 bias = relax ? only(~g->rigid, g->bias) : g->bias;
    f32x4 give = relax ? pick(g->rigid, 1, g->give) : g->give;
    f32x4 keep = relax ? only(~g->rigid, g->keep) : g->keep;
    f32x4 x = (b.x - b.w * r.by) - (a.x - a.w * r.ay) - g->speedX + bias * r.dx;
    f32x4 y = (b.y + b.w * r.bx) - (a.y + a.w * r.ax) - g->speedY + bias * r.dy;
    f32x4 inverse = inverse_of(k11 * k22 - k12 * k12);
    f32x4 next_x = g->x - give * inverse * (k22 * x - k12 * y) - keep * g->x;
    f32x4 next_y = g->y - give * inverse * (k11 * y - k12 * x) - keep * g->y;
    if (g->capped) {
      f32x4 length = root(next_x * next_x + next_y * next_y);
      f32x4 scale = pick(length > g->most, g->most * inverse_of(length), 1);
      next_x *= scale;
      next_y *= scale;
    }
    f32x4 px = next_x - g->x;
    f32x4 py = next_y - g->y;
    g->x = next_x;
    g->y = next_y;
    push_both(arms, &a, &b, px, py, r.ax * py - r.ay * px, r.bx * py - r.by * px);
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  keep_both(arms, &a, &b, g->x, g->y, r.ax * g->y - r.ay * g->x, r.bx * g->y - r.by * g->x, push, work);
}

#define PARTS 8

static void solve_link(Link *link, int pass, char *work, char *push, float inverse_time) {
  float rate = 0;
  float at = link->error;
  if (pass != Pass_Warm) {
    for (int k = 0; k < 4; k++) {
      const Work *body = (const Work *)(work + link->works[k]);
      const float *pull = link->pull[k];
      rate += pull[0] * body->velocity.x + pull[1] * body->velocity.y + pull[2] * body->velocity.z;
      at += pull[0] * body->moved.x + pull[1] * body->moved.y + pull[2] * body->velocity.w;
    }
    bool open = link->slack && at > 0;
    bool exact = pass == Pass_Relax || open;
    float bias = open ? at * inverse_time : pass == Pass_Relax ? 0 : link->bias * at;
    float next = link->impulse - (exact ? 1 : link->give) * link->mass * (rate + bias) - (exact ? 0 : link->keep) * link->impulse;
    if (link->slack && next < 0) next = 0;
    float change = next - link->impulse;
    link->impulse = next;
    for (int k = 0; k < 4; k++) {
      Work *body = (Work *)(work + link->works[k]);
      body->velocity += (f32x4){link->answer[k][0], link->answer[k][1], link->answer[k][2], 0} * change;
    }
  }
  if (pass == Pass_Press) return;
  for (int k = 0; k < 4; k++) {
    f32x4 *sum = (f32x4 *)(push + link->works[k] / (sizeof(Work) / sizeof(Push)));
    *sum += (f32x4){link->answer[k][0], link->answer[k][1], link->answer[k][2], 0} * link->impulse;
  }
}

/* Not a table: the kernel's memory holds no data of its own. */
static inline uint32_t group_size(int part) {
  return part == 0 ? sizeof(AngleGroup) : part < 3 ? sizeof(AxisGroup) : part == 3 ? sizeof(SlideGroup) : part < 6 ? sizeof(PointGroup) : sizeof(Link);
}

/* One function for all passes: apart they were 20 kB more, and no faster. */
static __attribute__((noinline)) void solve_all(int pass, char *work, char *push, float inverse_time) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *starts = &plan->starts;
  const uint32_t *counts = &plan->counts;
  for (int n = 0; n < PARTS; n++) {
    /* Pulleys and gears first: points last, so that they are exact. */
    int part = n < 2 ? n + 6 : n - 2;
    char *at = (char *)(uintptr_t)starts[part];
    char *end = at + counts[part] * group_size(part);
    if (part == 0) for (; at < end; at += sizeof(AngleGroup)) solve_angles((AngleGroup *)at, pass, work, push, inverse_time);
    else if (part < 3) for (; at < end; at += sizeof(AxisGroup)) solve_axes((AxisGroup *)at, pass, work, push, inverse_time);
    else if (part == 3) for (; at < end; at += sizeof(SlideGroup)) solve_slides((SlideGroup *)at, pass, work, push);
    else if (part > 5) for (; at < end; at += sizeof(Link)) solve_link((Link *)at, pass, work, push, inverse_time);
    else for (; at < end; at += sizeof(PointGroup)) solve_points((PointGroup *)at, pass, work, push);
  }
}

EXPORT(pressJoints) void press_joints(char *work, const double *time) {
  solve_all(Pass_Press, work, 0, (float)(1 / *time));
}

EXPORT(relaxJoints) void relax_joints(char *work, char *push, const double *time) {
  solve_all(Pass_Relax, work, push, (float)(1 / *time));
}

/* ---- Packing: which rows there are, and in which lanes. ---- */

#define OPEN_JOINTS 32

typedef struct {
  /* Twice: the place in the order, eight times, and the number of the part; the lane, counted through all groups of the part. */
  uint32_t row, lane;
} Row;

/* What packing asks about a joint again and again: the work records of its ends, and its parts, none where it rests. */
typedef struct {
  uint32_t a, b, parts;
} Ends;

static bool is_moved(uint32_t body) { return frame->awakeIndex[body] != NOT_AWAKE && frame->kind[body] == BodyKind_Dynamic; }

/* Whether a joint is there to be coupled, and its bodies are. */
static bool is_sound(const JointRecord *joint) {
  return joint->parts != 0 && frame->kind[(uint32_t)joint->a] != BodyKind_None && frame->kind[(uint32_t)joint->b] != BodyKind_None;
}

static bool gear_turns(const JointRecord *gear) {
  const JointRecord *one = frame->joints + (uint32_t)gear->a;
  const JointRecord *two = frame->joints + (uint32_t)gear->b;
  if (!is_sound(one) || !is_sound(two)) return false;
  return is_moved((uint32_t)one->a) || is_moved((uint32_t)one->b) || is_moved((uint32_t)two->a) || is_moved((uint32_t)two->b);
}

static Ends ends_of(const JointRecord *joint) {
  const Ends none = {0, 0, 0};
  if (joint->parts == 0) return none;
  if (joint->parts == JointPart_Gear) return gear_turns(joint) ? (Ends){0, 0, JointPart_Gear} : none;
  uint32_t a = (uint32_t)joint->a;
  uint32_t b = (uint32_t)joint->b;
  if (frame->kind[a] == BodyKind_None || frame->kind[b] == BodyKind_None) return none;
  if (!is_moved(a) && !is_moved(b)) return none;
  return (Ends){(uint32_t)(frame->awakeIndex[a] + 1), (uint32_t)(frame->awakeIndex[b] + 1), (uint32_t)joint->parts};
}

/* Brings the ends up to date. Where one changed, the rows that were packed last are none. Returns the parts that some joint has. */
static uint32_t find_ends(JointPlan *plan) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  Ends *ends = (Ends *)(uintptr_t)plan->ends;
  uint32_t all = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    const JointRecord *joint = frame->joints + order[i];
    Ends before = ends[i];
    Ends now = ends_of(joint);
    all |= now.parts;
    if (now.a == before.a && now.b == before.b && now.parts == before.parts) continue;
    ends[i] = now;
    plan->packed = 0;
  }
  return all;
}

/* The groups of one part that are being filled: bit k of a busy record says that the body is in the k-th of them. */
typedef struct {
  uint32_t group[OPEN_JOINTS], bodies[OPEN_JOINTS][2 * LANES];
  uint8_t taken[OPEN_JOINTS];
} Filling;

static void let_go(Filling *filling, uint32_t *busy, int open) {
  for (int k = 0; k < 2 * filling->taken[open]; k++) busy[filling->bodies[open][k]] &= ~(1u << open);
  filling->taken[open] = 0;
}

static int fullest(const Filling *filling) {
  int best = 0;
  for (int k = 1; k < OPEN_JOINTS; k++) if (filling->taken[k] > filling->taken[best]) best = k;
  return best;
}

/* Gives all rows of a part a lane: the first open group in which neither body is. */
static __attribute__((noinline)) uint32_t pack_part(JointPlan *plan, int part, uint32_t rows) {
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  uint32_t *busy = (uint32_t *)(uintptr_t)plan->busy;
  Row *row = (Row *)(uintptr_t)plan->rows;
  Filling filling;
  uint32_t groups = 0;
  for (int k = 0; k < OPEN_JOINTS; k++) filling.taken[k] = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (!(ends[i].parts & (1u << part))) continue;
    uint32_t a = ends[i].a;
    uint32_t b = ends[i].b;
    uint32_t free = ~(busy[a] | busy[b]);
    int open = free == 0 ? fullest(&filling) : __builtin_ctz(free);
    if (free == 0) let_go(&filling, busy, open);
    if (filling.taken[open] == 0) filling.group[open] = groups++;
    int lane = filling.taken[open]++;
    filling.bodies[open][2 * lane] = a;
    filling.bodies[open][2 * lane + 1] = b;
    if (a != 0) busy[a] |= 1u << open;
    if (b != 0) busy[b] |= 1u << open;
    row[rows++] = (Row){i * PARTS + (uint32_t)part, filling.group[open] * LANES + (uint32_t)lane};
    if (lane == LANES - 1) let_go(&filling, busy, open);
  }
  for (int k = 0; k < OPEN_JOINTS; k++) let_go(&filling, busy, k);
  (&plan->counts)[part] = groups;
  return rows;
}

/* Pulleys and gears have no groups. */
static uint32_t list_links(JointPlan *plan, int part, uint32_t rows) {
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  Row *row = (Row *)(uintptr_t)plan->rows;
  uint32_t links = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (ends[i].parts & (1u << part)) row[rows++] = (Row){i * PARTS + (uint32_t)part, links++ * LANES};
  }
  (&plan->counts)[part] = links;
  return rows;
}

/* Finds out which rows there are. Returns the bytes that their groups need. */
EXPORT(packJoints) uint32_t pack_joints(void) {
  JointPlan *plan = frame->jointPlan;
  uint32_t all = find_ends(plan);
  if (plan->packed == plan->count) return plan->bytes;
  uint32_t *busy = (uint32_t *)(uintptr_t)plan->busy;
  for (uint32_t i = 0; i < plan->records; i++) busy[i] = 0;
  uint32_t rows = 0, bytes = 0;
  for (int part = 0; part < PARTS; part++) {
    (&plan->counts)[part] = 0;
    if (all & (1u << part)) rows = part < 6 ? pack_part(plan, part, rows) : list_links(plan, part, rows);
    bytes += (&plan->counts)[part] * group_size(part);
  }
  plan->rowCount = rows;
  plan->packed = plan->count;
  plan->bytes = bytes;
  return bytes;
}

/* ---- Preparation: the numbers of the rows. ---- */

#define SET(field, lane, value) (((float *)&(field))[lane] = (float)(value))
#define TICK(field, lane, holds) (((int32_t *)&(field))[lane] = (holds) ? -1 : 0)

/* Velocity per error; which part of the full impulse acts, and which part of the impulse so far it lets go. */
typedef struct {
  double bias, give, keep;
} Softness;

/* By frequency and damping ratio. */
static Softness softness(double hertz, double ratio, double time) {
  double omega = 2 * 3.141592653589793 * hertz;
  double a1 = 2 * ratio + time * omega;
  double a2 = time * omega * a1;
  double a3 = 1 / (1 + a2);
  return (Softness){a1 > 0 ? omega / a1 : 0, a2 * a3, a3};
}

/* Most joints are as hard as the one before. */
typedef struct {
  double hertz, ratio;
  Softness soft;
} Hardness;

static inline Softness rigid(const JointRecord *joint, double time, Hardness *last) {
  if (joint->hertz != last->hertz || joint->ratio != last->ratio) {
    double most = 0.25 / time;
    *last = (Hardness){joint->hertz, joint->ratio, softness(joint->hertz < most ? joint->hertz : most, joint->ratio, time)};
  }
  return last->soft;
}

/* Where one joint is when the step begins. */
typedef struct {
  const JointRecord *joint;
  uint32_t record_a, record_b;
  double ax, ay, bx, by, dx, dy;
  double mass_ax, mass_ay, mass_bx, mass_by, inertia_a, inertia_b;
  double cos_a, sin_a, angle, time;
  Softness hard;
} Seat;

static void weigh(uint32_t record, const Pose *pose, double *x, double *y, double *turn) {
  double mass = record == 0 ? 0 : pose->inverseMass;
  int axes = record == 0 ? 0 : frame->axes[record - 1];
  *x = axes & Lock_X ? 0 : mass;
  *y = axes & Lock_Y ? 0 : mass;
  *turn = record == 0 ? 0 : pose->inverseInertia;
}

static __attribute__((noinline)) Seat seat_of(const JointRecord *joint, uint32_t record_a, uint32_t record_b, double time, Hardness *hard) {
  uint32_t body_a = (uint32_t)joint->a;
  uint32_t body_b = (uint32_t)joint->b;
  const Pose *a = frame->pose + body_a;
  const Pose *b = frame->pose + body_b;
  Seat seat;
  seat.joint = joint;
  seat.record_a = record_a;
  seat.record_b = record_b;
  double ax = a->cos * joint->anchorAX - a->sin * joint->anchorAY;
  double ay = a->sin * joint->anchorAX + a->cos * joint->anchorAY;
  double bx = b->cos * joint->anchorBX - b->sin * joint->anchorBY;
  double by = b->sin * joint->anchorBX + b->cos * joint->anchorBY;
  seat.dx = (b->x - a->x) + (bx - ax);
  seat.dy = (b->y - a->y) + (by - ay);
  seat.ax = ax + a->fromCenterX;
  seat.ay = ay + a->fromCenterY;
  seat.bx = bx + b->fromCenterX;
  seat.by = by + b->fromCenterY;
  weigh(record_a, a, &seat.mass_ax, &seat.mass_ay, &seat.inertia_a);
  weigh(record_b, b, &seat.mass_bx, &seat.mass_by, &seat.inertia_b);
  seat.cos_a = a->cos;
  seat.sin_a = a->sin;
  seat.angle = frame->angle[body_b] - frame->angle[body_a] + joint->reference;
  seat.time = time;
  seat.hard = rigid(joint, time, hard);
  return seat;
}

static void write_arms(Arms *arms, int lane, const Seat *seat) {
  ((int32_t *)&arms->a)[lane] = (int32_t)(seat->record_a * sizeof(Work));
  ((int32_t *)&arms->b)[lane] = (int32_t)(seat->record_b * sizeof(Work));
  SET(arms->massAX, lane, seat->mass_ax);
  SET(arms->massAY, lane, seat->mass_ay);
  SET(arms->inertiaA, lane, seat->inertia_a);
  SET(arms->massBX, lane, seat->mass_bx);
  SET(arms->massBY, lane, seat->mass_by);
  SET(arms->inertiaB, lane, seat->inertia_b);
  SET(arms->armAX, lane, seat->ax);
  SET(arms->armAY, lane, seat->ay);
  SET(arms->armBX, lane, seat->bx);
  SET(arms->armBY, lane, seat->by);
  SET(arms->apartX, lane, seat->dx);
  SET(arms->apartY, lane, seat->dy);
}

/* By stiffness and damping coefficient, for an inverse effective mass of k. */
static Softness spring(double hertz, double ratio, double stiffness, double damping, double k, double time) {
  if (hertz > 0) return softness(hertz, ratio, time);
  double sum = damping + time * stiffness;
  if (sum == 0) return (Softness){0, 0, 1};
  double gamma = 1 / (time * sum);
  double give = k / (k + gamma);
  return (Softness){stiffness / sum, give, 1 - give};
}

/* The places of what acts along a coordinate of a record, which follow each other: see JointRecord. */
typedef struct {
  double rest, lower, upper, speed, motorMost, hertz, ratio, stiffness, damping, least, most;
} Coordinate;

typedef struct {
  double spring, motor, low, high;
} LineImpulses;

/* Writes a line. What is measured begins at `zero`. */
static void write_line(Line *line, int lane, const Seat *seat, int parts, const Coordinate *along, const LineImpulses *held,
                       double zero, double k) {
  double time = seat->time;
  Softness hard = seat->hard;
  bool holds = parts & LinePart_Rigid;
  line->parts |= parts & (LinePart_Spring | LinePart_Motor | LinePart_Limit);
  TICK(line->rigid, lane, holds);
  TICK(line->limited, lane, parts & LinePart_Limit);
  if (parts & LinePart_Spring) {
    Softness soft = holds ? hard : spring(along->hertz, along->ratio, along->stiffness, along->damping, k, time);
    SET(line->rest, lane, along->rest - zero);
    SET(line->bias, lane, soft.bias);
    SET(line->give, lane, soft.give);
    SET(line->keep, lane, soft.keep);
    SET(line->least, lane, holds ? -FAR : along->least * time);
    SET(line->most, lane, holds ? FAR : along->most * time);
    SET(line->spring, lane, held->spring);
  }
  if (parts & LinePart_Motor) {
    SET(line->speed, lane, along->speed);
    SET(line->motorMost, lane, along->motorMost * time);
    SET(line->motor, lane, held->motor);
  }
  if (parts & LinePart_Limit) {
    SET(line->lower, lane, along->lower - zero);
    SET(line->upper, lane, along->upper - zero);
    SET(line->limitBias, lane, hard.bias);
    SET(line->limitGive, lane, hard.give);
    SET(line->limitKeep, lane, hard.keep);
    SET(line->low, lane, held->low);
    SET(line->high, lane, held->high);
  }
}

static void write_angle(AngleGroup *group, int lane, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  ((int32_t *)&group->a)[lane] = (int32_t)(seat->record_a * sizeof(Work));
  ((int32_t *)&group->b)[lane] = (int32_t)(seat->record_b * sizeof(Work));
  SET(group->inertiaA, lane, seat->inertia_a);
  SET(group->inertiaB, lane, seat->inertia_b);
  write_line(&group->line, lane, seat, (int)joint->angleParts, (const Coordinate *)&joint->angleRest,
             (const LineImpulses *)&joint->angleSpring, seat->angle, seat->inertia_a + seat->inertia_b);
}

static void write_axis(AxisGroup *group, int lane, const Seat *seat, bool across) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  double x = seat->cos_a * joint->axisX - seat->sin_a * joint->axisY;
  double y = seat->sin_a * joint->axisX + seat->cos_a * joint->axisY;
  double ux = across ? -y : x;
  double uy = across ? x : y;
  SET(group->axisX, lane, ux);
  SET(group->axisY, lane, uy);
  bool free = joint->free != 0 && !across;
  TICK(group->free, lane, free);
  if (across) {
    const Coordinate none = {0};
    const LineImpulses held = {joint->across, 0, 0, 0};
    write_line(&group->line, lane, seat, LinePart_Spring | LinePart_Rigid, &none, &held, 0, 1);
    return;
  }
  double length = __builtin_sqrt(seat->dx * seat->dx + seat->dy * seat->dy);
  double nx = free && length > 0 ? seat->dx / length : ux;
  double ny = free && length > 0 ? seat->dy / length : uy;
  double arm_a = (seat->dx + seat->ax) * ny - (seat->dy + seat->ay) * nx;
  double arm_b = seat->bx * ny - seat->by * nx;
  double k = (seat->mass_ax + seat->mass_bx) * nx * nx + (seat->mass_ay + seat->mass_by) * ny * ny +
             seat->inertia_a * arm_a * arm_a + seat->inertia_b * arm_b * arm_b;
  write_line(&group->line, lane, seat, (int)joint->axisParts, (const Coordinate *)&joint->axisRest,
             (const LineImpulses *)&joint->axisSpring, 0, k);
}

static void write_slide(SlideGroup *group, int lane, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  Softness hard = seat->hard;
  SET(group->axisX, lane, seat->cos_a * joint->axisX - seat->sin_a * joint->axisY);
  SET(group->axisY, lane, seat->sin_a * joint->axisX + seat->cos_a * joint->axisY);
  SET(group->angle, lane, seat->angle);
  SET(group->bias, lane, hard.bias);
  SET(group->give, lane, hard.give);
  SET(group->keep, lane, hard.keep);
  SET(group->across, lane, joint->across);
  SET(group->lock, lane, joint->lock);
}

static void write_point(PointGroup *group, int lane, const Seat *seat, bool drive) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  double time = seat->time;
  double most = drive ? joint->driveMost : joint->pointMost;
  bool capped = most > 0;
  bool holds = !drive && joint->pointHertz == 0 && joint->pointStiffness == 0 && joint->pointDamping == 0;
  double k = 0.5 * (seat->mass_ax + seat->mass_ay + seat->mass_bx + seat->mass_by);
  Softness soft = drive   ? (Softness){0, 1, 0}
                  : holds ? seat->hard
                          : spring(joint->pointHertz, joint->pointRatio, joint->pointStiffness, joint->pointDamping, k, time);
  TICK(group->rigid, lane, holds);
  SET(group->bias, lane, soft.bias);
  SET(group->give, lane, soft.give);
  SET(group->keep, lane, soft.keep);
  if (drive) {
    SET(group->speedX, lane, joint->driveSpeedX);
    SET(group->speedY, lane, joint->driveSpeedY);
  }
  SET(group->most, lane, capped ? most * time : FAR);
  SET(group->x, lane, drive ? joint->driveX : joint->pointX);
  SET(group->y, lane, drive ? joint->driveY : joint->pointY);
  if (capped) group->capped = 1;
}

static void pull_body(Link *link, int k, uint32_t record, double x, double y, double turn) {
  link->works[k] = record * sizeof(Work);
  link->pull[k][0] = (float)x;
  link->pull[k][1] = (float)y;
  link->pull[k][2] = (float)turn;
}

/* Works out the effective mass, where a body may be pulled twice, and what each body answers to an impulse. */
static void weigh_link(Link *link, const JointRecord *joint, const Softness *hard, const double (*weights)[3]) {
  double k = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (link->works[i] != link->works[j]) continue;
      for (int n = 0; n < 3; n++) k += (double)link->pull[i][n] * link->pull[j][n] * weights[i][n];
    }
    for (int n = 0; n < 3; n++) link->answer[i][n] = (float)(weights[i][n] * link->pull[i][n]);
  }
  link->mass = k > 0 ? (float)(1 / k) : 0;
  link->bias = (float)hard->bias;
  link->give = (float)hard->give;
  link->keep = (float)hard->keep;
  link->impulse = (float)joint->axisSpring;
}

/* The rope may be shorter than it is long: its room is what is to stay above 0. */
static void write_pulley(Link *link, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  const Pose *a = frame->pose + (uint32_t)joint->a;
  const Pose *b = frame->pose + (uint32_t)joint->b;
  double x1 = a->x - a->fromCenterX + seat->ax - joint->groundAX;
  double y1 = a->y - a->fromCenterY + seat->ay - joint->groundAY;
  double x2 = b->x - b->fromCenterX + seat->bx - joint->groundBX;
  double y2 = b->y - b->fromCenterY + seat->by - joint->groundBY;
  double l1 = __builtin_sqrt(x1 * x1 + y1 * y1);
  double l2 = __builtin_sqrt(x2 * x2 + y2 * y2);
  double f1 = l1 > 0 ? -1 / l1 : 0;
  double f2 = l2 > 0 ? -joint->factor / l2 : 0;
  pull_body(link, 0, seat->record_a, x1 * f1, y1 * f1, (seat->ax * y1 - seat->ay * x1) * f1);
  pull_body(link, 1, seat->record_b, x2 * f2, y2 * f2, (seat->bx * y2 - seat->by * x2) * f2);
  double weights[4][3] = {{seat->mass_ax, seat->mass_ay, seat->inertia_a}, {seat->mass_bx, seat->mass_by, seat->inertia_b}, {0}, {0}};
  link->error = (float)(joint->sum - l1 - joint->factor * l2);
  link->slack = 1;
  weigh_link(link, joint, &seat->hard, weights);
}

/* Adds one of the joints that a gear couples. Returns its coordinate. */
static double write_coupled(Link *link, int k, const JointRecord *joint, double factor, double time, Hardness *hard, double (*weights)[3]) {
  uint32_t record_a = (uint32_t)(frame->awakeIndex[(uint32_t)joint->a] + 1);
  uint32_t record_b = (uint32_t)(frame->awakeIndex[(uint32_t)joint->b] + 1);
  Seat seat = seat_of(joint, record_a, record_b, time, hard);
  double masses[2][3] = {{seat.mass_ax, seat.mass_ay, seat.inertia_a}, {seat.mass_bx, seat.mass_by, seat.inertia_b}};
  for (int n = 0; n < 3; n++) {
    weights[k][n] = masses[0][n];
    weights[k + 1][n] = masses[1][n];
  }
  if ((uint32_t)joint->parts & JointPart_Point) {
    pull_body(link, k, record_a, 0, 0, -factor);
    pull_body(link, k + 1, record_b, 0, 0, factor);
    return seat.angle;
  }
  double nx = seat.cos_a * joint->axisX - seat.sin_a * joint->axisY;
  double ny = seat.sin_a * joint->axisX + seat.cos_a * joint->axisY;
  pull_body(link, k, record_a, -factor * nx, -factor * ny, -factor * ((seat.dx + seat.ax) * ny - (seat.dy + seat.ay) * nx));
  pull_body(link, k + 1, record_b, factor * nx, factor * ny, factor * (seat.bx * ny - seat.by * nx));
  return nx * seat.dx + ny * seat.dy;
}

static void write_gear(Link *link, const JointRecord *joint, double time, Hardness *hard) {
  double weights[4][3];
  double one = write_coupled(link, 0, frame->joints + (uint32_t)joint->a, 1, time, hard, weights);
  double two = write_coupled(link, 2, frame->joints + (uint32_t)joint->b, joint->factor, time, hard, weights);
  link->error = (float)(one + joint->factor * two - joint->sum);
  Softness soft = rigid(joint, time, hard);
  weigh_link(link, joint, &soft, weights);
}

static inline char *group_of(const JointPlan *plan, int part, uint32_t lane) {
  return (char *)(uintptr_t)((&plan->starts)[part] + lane / LANES * group_size(part));
}

/*
 * Writes the rows that were packed, into groups that are all 0, and adds what they did before to the push of their bodies.
 */
EXPORT(prepareJoints) void prepare_joints(char *work, char *push, const double *time) {
  JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  uint32_t at = plan->groups;
  for (int part = 0; part < PARTS; part++) {
    (&plan->starts)[part] = at;
    at += (&plan->counts)[part] * group_size(part);
  }
  const Row *row = (const Row *)(uintptr_t)plan->rows;
  Hardness hard = {0, 0, {0, 0, 0}};
  for (uint32_t n = 0; n < plan->rowCount; n++) {
    uint32_t i = row[n].row / PARTS;
    int part = (int)(row[n].row % PARTS);
    int lane = (int)(row[n].lane % LANES);
    char *group = group_of(plan, part, row[n].lane);
    if (part == 7) {
      write_gear((Link *)group, frame->joints + order[i], *time, &hard);
      continue;
    }
    Seat seat = seat_of(frame->joints + order[i], ends[i].a, ends[i].b, *time, &hard);
    if (part == 0) write_angle((AngleGroup *)group, lane, &seat);
    else if (part < 3) write_axis((AxisGroup *)group, lane, &seat, part == 2);
    else if (part == 6) write_pulley((Link *)group, &seat);
    else if (part == 3) write_slide((SlideGroup *)group, lane, &seat);
    else write_point((PointGroup *)group, lane, &seat, part == 4);
  }
  solve_all(Pass_Warm, work, push, 0);
}

/* ---- Afterwards. ---- */

static void store_line(const Line *line, int lane, LineImpulses *held) {
  held->spring = line->spring[lane];
  held->motor = line->motor[lane];
  held->low = line->low[lane];
  held->high = line->high[lane];
}

/* Keeps the impulses of all rows for the warm start, and works out what the joints do to their second body. */
EXPORT(storeJoints) void store_joints(const double *time) {
  const JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  double rate = 1 / *time;
  for (uint32_t i = 0; i < plan->count; i++) {
    JointRecord *joint = frame->joints + order[i];
    joint->forceX = 0;
    joint->forceY = 0;
    joint->torque = 0;
  }
  const Row *row = (const Row *)(uintptr_t)plan->rows;
  for (uint32_t n = 0; n < plan->rowCount; n++) {
    JointRecord *joint = frame->joints + order[row[n].row / PARTS];
    int part = (int)(row[n].row % PARTS);
    int lane = (int)(row[n].lane % LANES);
    const char *group = group_of(plan, part, row[n].lane);
    if (part == 0) {
      const AngleGroup *angles = (const AngleGroup *)group;
      store_line(&angles->line, lane, (LineImpulses *)&joint->angleSpring);
      joint->torque += rate * total_of(&angles->line)[lane];
    } else if (part < 3) {
      const AxisGroup *axes = (const AxisGroup *)group;
      double total = total_of(&axes->line)[lane];
      if (part == 1) store_line(&axes->line, lane, (LineImpulses *)&joint->axisSpring);
      else joint->across = total;
      joint->forceX += rate * total * axes->alongX[lane];
      joint->forceY += rate * total * axes->alongY[lane];
    } else if (part == 3) {
      const SlideGroup *slides = (const SlideGroup *)group;
      joint->across = slides->across[lane];
      joint->lock = slides->lock[lane];
      joint->forceX += rate * joint->across * slides->alongX[lane];
      joint->forceY += rate * joint->across * slides->alongY[lane];
      joint->torque += rate * joint->lock;
    } else if (part > 5) {
      const Link *link = (const Link *)group;
      joint->axisSpring = link->impulse;
      /* Upon B; of a gear upon the second body of its second joint. */
      int body = part == 6 ? 1 : 3;
      joint->forceX += rate * link->impulse * link->pull[body][0];
      joint->forceY += rate * link->impulse * link->pull[body][1];
      if (part == 7) joint->torque += rate * link->impulse * link->pull[body][2];
    } else {
      const PointGroup *points = (const PointGroup *)group;
      double x = points->x[lane];
      double y = points->y[lane];
      if (part == 4) {
        joint->driveX = x;
        joint->driveY = y;
      } else {
        joint->pointX = x;
        joint->pointY = y;
      }
      joint->forceX += rate * x;
      joint->forceY += rate * y;
    }
  }
}
