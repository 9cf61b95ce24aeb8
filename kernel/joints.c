/*
 * Joints: rows in groups of four by their kind. Rigid rows are soft in the first pass and exact in the second; springs are
 * springs in both, or the second pass would take them out again (Catto, "Soft Constraints", GDC 2011, and Solver2D, 2024).
 *
 * Velocities, ways and turns are those of the work records, whose fourth number is the turn. Contacts leave it
 * at 0, so joints come first in each pass.
 */
#include "substeps.h"
#include "trees.h"

enum { Pass_Warm, Pass_Press, Pass_Relax };

static inline f32x4 inverse_of(f32x4 k) { return only(k > 0, 1 / pick(k > 0, k, 1)); }

static inline f32x4 root(f32x4 square) { return __builtin_elementwise_sqrt(square); }

#include "reach.h"
#include "arcs.h"
#include "upon.h"
#include "done.h"
#include "swing.h"
#include "lines.h"
#include "inverse.h"

/* Functions by kind stay apart: see `plainModule` in build.mjs. */
#define APART static __attribute__((noinline)) void

#include "pulleys.h"

APART solve_angles(AngleGroup *g, int pass, char *work, char *push, const Pace *pace) {
  End a = load_end(work, g->a);
  End b = load_end(work, g->b);
  if (pass != Pass_Warm && !is_at_rest(&g->line)) {
    f32x4 k = g->inertiaA + g->inertiaB;
    f32x4 sum = solve_line(&g->line, b.turn - a.turn, b.w - a.w, k, inverse_of(k), 0, pass == Pass_Relax, pace->inverse_time, MOST_MENDING_TURN);
    a.w -= g->inertiaA * sum;
    b.w += g->inertiaB * sum;
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  f32x4 total = total_of(&g->line);
  g->did = done_by(pass, g->did, total);
  add_push(push, work, a.work, 0, 0, 0 - g->inertiaA * total);
  add_push(push, work, b.work, 0, 0, g->inertiaB * total);
}

#include "axes.h"

/*
 * Across the axis and the angle at once: one after the other gives way under load at the end of a long arm. They do not give way in
 * proportion to loads that are too heavy, as hinges and lines do: slides in random loops flew off at 240 m/s.
 */
APART solve_slides(SlideGroup *g, int pass, char *work, char *push, const Pace *pace) {
  const Arms *arms = &g->arms;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  /* The axis, turned to the left. */
  f32x4 nx = 0 - (g->axisY + (g->axisY * r.less_a + g->axisX * r.sin_a));
  f32x4 ny = g->axisX + (g->axisX * r.less_a - g->axisY * r.sin_a);
  f32x4 arm_a = (r.dx + r.ax) * ny - (r.dy + r.ay) * nx;
  f32x4 arm_b = r.bx * ny - r.by * nx;
  if (pass == Pass_Press) {
    g->across *= g->kept;
    g->lock *= g->kept;
  }
  f32x4 before = g->across;
  if (pass != Pass_Warm) {
    bool relax = pass == Pass_Relax;
    f32x4 mass = (arms->massAX + arms->massBX) * nx * nx + (arms->massAY + arms->massBY) * ny * ny;
    f32x4 k11 = mass + arms->inertiaA * arm_a * arm_a + arms->inertiaB * arm_b * arm_b;
    f32x4 k12 = arms->inertiaA * arm_a + arms->inertiaB * arm_b;
    f32x4 k22 = arms->inertiaA + arms->inertiaB;
    /* Where neither can turn there is nothing to hold. */
    k22 = pick(k22 > 0, k22, 1);
    f32x4 sliding = nx * (b.x - a.x) + ny * (b.y - a.y) + (b.w * arm_b - a.w * arm_a);
    f32x4 turning = b.w - a.w;
    if (!relax) {
      f32x4 off = nx * r.dx + ny * r.dy;
      /* No faster than places are mended, for what is torn by 20 m. With no part of `off` in it random loops drove themselves. */
      f32x4 bend = bend_along(r.ax, r.ay, r.bx, r.by, &a, &b, pace, nx, ny, 0, off);
      sliding += within(g->bias * off, pace->most + g->faster) + within(bend, pace->most);
      turning += within(g->bias * (g->angle + (b.turn - a.turn)), MOST_MENDING_TURN + g->fasterTurn);
    }
    f32x4 whole = k11 * k22 - k12 * k12;
    i32x4 narrow = whole <= 1e-4f * k11 * k22;
    i32x4 thin = (i32x4)0;
    if (any(narrow)) {
      f32x4 apart = arm_a - arm_b;
      whole = pick(narrow, mass * k22 + arms->inertiaA * arms->inertiaB * apart * apart, whole);
      thin = is_locked(arms) & (whole <= 1e-6f * k11 * k22);
    }
    f32x4 inverse = inverse_of(whole);
    f32x4 across = inverse * (k22 * sliding - k12 * turning);
    f32x4 lock = inverse * (k11 * turning - k12 * sliding);
    /* Where the one follows from the other: see `inverse_at`. */
    if (any(thin)) {
      across = only(~thin, across);
      lock = pick(thin, turning / k22, lock);
    }
    f32x4 slid = relax ? 0 - across : 0 - g->give * across - g->keep * g->across;
    f32x4 turned = relax ? 0 - lock : 0 - g->give * lock - g->keep * g->lock;
    g->across += slid;
    g->lock += turned;
    push_both(arms, &a, &b, slid * nx, slid * ny, slid * arm_a + turned, slid * arm_b + turned);
    store_end(&a);
    store_end(&b);
  }
  note_along(&g->didX, &g->didY, pass, g->across, g->across - before, nx, ny);
  if (pass == Pass_Press) return;
  g->did = done_by(pass, g->did, g->lock);
  g->kept = part_kept(g->across * g->across, swing_along(arms, &r, (i32x4)0, 0), SQUARE(MOST_SLIDE_SWING), pace);
  f32x4 across = g->kept * g->across;
  f32x4 lock = g->kept * g->lock;
  keep_both(arms, &a, &b, across * nx, across * ny, across * arm_a + lock, across * arm_b + lock, push, work);
}

/*
 * Springs and drives: the same in all passes. A spring pulls as hard whichever way it points, so its force has a potential: as if the bodies were as heavy
 * as they are along the way, and that turns with their arms, two that are welded softly drove each other from 10 J to 1e7.
 */
APART solve_points(PointGroup *g, bool drive, int pass, char *work, char *push, const Pace *pace) {
  const Arms *arms = &g->arms;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  lean(&r, arms->inertiaA, arms->inertiaB);
  if (pass != Pass_Warm) {
    f32x4 x = (b.x - b.w * r.by) - (a.x - a.w * r.ay) - g->speedX + g->bias * r.dx;
    f32x4 y = (b.y + b.w * r.bx) - (a.y + a.w * r.ax) - g->speedY + g->bias * r.dy;
    Inverse inverse = drive ? inverse_at(arms, &r) : inverse_with(arms, &r, g->pull);
    if (!drive) {
      x = g->pull * x + g->x;
      y = g->pull * y + g->y;
    }
    f32x4 next_x = g->x - (inverse.xx * x + inverse.xy * y);
    f32x4 next_y = g->y - (inverse.xy * x + inverse.yy * y);
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
  g->didX = done_by(pass, g->didX, g->x);
  g->didY = done_by(pass, g->didY, g->y);
  /* Of a spring as of what is rigid: stiff ones are. */
  if (!drive) {
    f32x4 kept = part_kept(square_of(g->x, g->y), swing_of(arms->inertiaA, r.ax, r.ay) + swing_of(arms->inertiaB, r.bx, r.by), SQUARE(MOST_SWING), pace);
    g->x *= kept;
    g->y *= kept;
  }
  keep_both(arms, &a, &b, g->x, g->y, r.ax * g->y - r.ay * g->x, r.bx * g->y - r.by * g->x, push, work);
}

/* Of what is torn: how much turning may move a point, by its arm halfway to the other anchor, as a part of what pushing moves it. */
#define MOST_TURNED 0.25f

/*
 * Which part of the way to the other anchor an arm goes: half; where nothing else leads from the one body to the other, or walls hold the loops that do, no more than turns it by
 * MOST_TURNED. On arms of meters what was torn as it whirled was spun by what mends it, and stayed torn: chains of 3 to 11 joints were drawn out by 4 m in the
 * middle, by 10 m at most, and were 13 m apart 2 s after the hand that whirled them stood still (0.6, 2.1 and 0.1 m with it, box2d3-wasm 0.4, 1.6 and 0.06).
 * Not of what is locked along an axis, which a hand that drew it into a wall threw at 260 m/s.
 */
static inline f32x4 half_way(const HingeGroup *g, const Reach *r) {
  const Arms *arms = &g->arms;
  f32x4 turns = 0.25f * (arms->inertiaA + arms->inertiaB) * square_of(r->dx, r->dy);
  f32x4 moves = MOST_TURNED * (at_least(arms->massAX, arms->massAY) + at_least(arms->massBX, arms->massBY));
  i32x4 long_arm = (g->open | g->strained) & ~is_locked(arms) & (turns > moves);
  return 0.5f * pick(long_arm, root(moves / pick(long_arm, turns, 1)), 1);
}

/* Brings what depends on the places up to date. */
APART place_hinges(HingeGroup *g, const char *work, const Pace *pace) {
  const Arms *arms = &g->arms;
  f32x4 most = pace->most;
  End a = load_end(work, arms->a);
  End b = load_end(work, arms->b);
  Reach r = reach_of(arms, &a, &b);
  f32x4 mend_x = g->bias * r.dx;
  f32x4 mend_y = g->bias * r.dy;
  f32x4 square = square_of(mend_x, mend_y);
  f32x4 leak = g->keep, half = 0.5f;
  i32x4 far = square > most * most;
  if (any(far)) {
    half = half_way(g, &r);
    if (any(g->strained)) most += only(g->strained, drawn_out(&r, &a, &b, mend_x, mend_y, root(square)));
    most += g->faster + only(g->open, parted_at(r.ax, r.ay, a.w, pace) + parted_at(r.bx, r.by, b.w, pace));
    f32x4 scale = share_mended(root(square), most);
    mend_x *= scale;
    mend_y *= scale;
    leak *= scale;
  }
  g->leak = leak;
  g->mendX = mend_x;
  g->mendY = mend_y;
  meet(&r, half);
  Inverse inverse = inverse_at(arms, &r);
  g->inverse11 = inverse.xx;
  g->inverse12 = inverse.xy;
  g->inverse22 = inverse.yy;
  g->ax = r.ax;
  g->ay = r.ay;
  g->bx = r.bx;
  g->by = r.by;
}

APART solve_hinges(HingeGroup *g, int pass, char *work, char *push, const Pace *pace) {
  const Arms *arms = &g->arms;
  End a = load_velocity(work, arms->a);
  End b = load_velocity(work, arms->b);
  if (pass == Pass_Press) {
    g->x *= g->kept;
    g->y *= g->kept;
  }
  if (pass != Pass_Warm) {
    f32x4 x = (b.x - b.w * g->by) - (a.x - a.w * g->ay);
    f32x4 y = (b.y + b.w * g->bx) - (a.y + a.w * g->ax);
    if (pass == Pass_Press) {
      x += g->mendX;
      y += g->mendY;
    }
    f32x4 px = 0 - (g->inverse11 * x + g->inverse12 * y);
    f32x4 py = 0 - (g->inverse12 * x + g->inverse22 * y);
    if (pass == Pass_Press) {
      px = g->give * px - g->leak * g->x;
      py = g->give * py - g->leak * g->y;
    }
    g->x += px;
    g->y += py;
    push_both(arms, &a, &b, px, py, g->ax * py - g->ay * px, g->bx * py - g->by * px);
    store_end(&a);
    store_end(&b);
  }
  if (pass == Pass_Press) return;
  f32x4 bend_x, bend_y;
  bend_of(g->ax, g->ay, g->bx, g->by, a.w, b.w, pace, &bend_x, &bend_y);
  g->mendX += only(~g->straight, bend_x);
  g->mendY += only(~g->straight, bend_y);
  g->didX = done_by(pass, g->didX, g->x);
  g->didY = done_by(pass, g->didY, g->y);
  f32x4 swing = swing_of(arms->inertiaA, g->ax, g->ay) + swing_of(arms->inertiaB, g->bx, g->by);
  g->kept = part_kept(square_of(g->x, g->y), swing, SQUARE(MOST_SWING), pace);
  f32x4 kx = g->kept * g->x;
  f32x4 ky = g->kept * g->y;
  keep_both(arms, &a, &b, kx, ky, g->ax * ky - g->ay * kx, g->bx * ky - g->by * kx, push, work);
}

APART solve_link(Link *link, int pass, bool last, char *work, char *push) {
  if (pass != Pass_Warm) {
    float rate = 0;
    float at = link->error;
    for (int k = 0; k < 4; k++) {
      const Work *body = (const Work *)(work + link->works[k]);
      const float *pull = link->pull[k];
      rate += pull[0] * body->velocity.x + pull[1] * body->velocity.y + pull[2] * body->velocity.z;
      at += pull[0] * body->moved.x + pull[1] * body->moved.y + pull[2] * body->velocity.w;
    }
    float give = 1;
    float keep = 0;
    if (pass == Pass_Press) {
      double part = 1;
      rate += (float)mend_by(link->bias * at, link->most, &part);
      give = link->give;
      keep = link->keep * (float)part;
    }
    float change = 0 - give * link->mass * rate - keep * link->impulse;
    link->impulse += change;
    for (int k = 0; k < 4; k++) {
      Work *body = (Work *)(work + link->works[k]);
      body->velocity += (f32x4){link->answer[k][0], link->answer[k][1], link->answer[k][2], 0} * change;
    }
  }
  if (pass == Pass_Press || !last) return;
  link->did = pass == Pass_Warm ? 0 : link->did + link->impulse;
  for (int k = 0; k < 4; k++) {
    f32x4 *sum = (f32x4 *)(push + link->works[k] / (sizeof(Work) / sizeof(Push)));
    *sum += (f32x4){link->answer[k][0], link->answer[k][1], link->answer[k][2], 0} * link->impulse;
  }
}

/* One function for all passes: apart they were 20 kB more, and no faster. */
APART solve_all(int pass, char *work, char *push, float inverse_time) {
  const JointPlan *plan = frame->jointPlan;
  const Pace pace = {inverse_time, 0.25f / inverse_time, (float)*(const double *)&plan->mostMending};
  const uint32_t *starts = &plan->starts;
  const uint32_t *counts = &plan->counts;
  for (int n = 0; n <= KINDS; n++) {
    /*
     * Pulleys and gears first: points last, so that they are exact. Gears after motors, too: a rack of 100 times the mass of the wheel that lifts it was left 1 m
     * behind, as what the motor did last was not in the gear. After them alone they slipped under such a load by 0.2 rad.
     */
    int part = n < 2 ? n + 6 : n < 5 ? n - 2 : n == 5 ? 7 : n <= HINGE ? n - 3 : HINGE;
    char *at = (char *)(uintptr_t)starts[part];
    char *end = at + counts[part] * group_size(part);
    if (part == 0) {
      for (; at < end; at += sizeof(AngleGroup)) {
        AngleGroup *group = (AngleGroup *)at;
        if (pass == Pass_Press ? !is_at_rest(&group->line) : !is_idle(&group->line)) solve_angles(group, pass, work, push, &pace);
      }
    } else if (part < 3) {
      if (pass != Pass_Press) {
        for (char *group = at; group < end; group += sizeof(AxisGroup)) if (!is_idle(&((AxisGroup *)group)->line)) place_axes((AxisGroup *)group, work);
      }
      for (; at < end; at += sizeof(AxisGroup)) {
        AxisGroup *group = (AxisGroup *)at;
        if (!is_idle(&group->line)) solve_axes(group, pass, work, push, &pace);
      }
    } else if (part == 3) for (; at < end; at += sizeof(SlideGroup)) solve_slides((SlideGroup *)at, pass, work, push, &pace);
    else if (part == HINGE) {
      if (pass != Pass_Press) for (char *group = at; group < end; group += sizeof(HingeGroup)) place_hinges((HingeGroup *)group, work, &pace);
      for (; at < end; at += sizeof(HingeGroup)) solve_hinges((HingeGroup *)at, pass, work, push, &pace);
    } else if (part == 6) for (; at < end; at += sizeof(Pulley)) solve_pulley((Pulley *)at, pass, work, push, &pace);
    else if (part == 7) for (; at < end; at += sizeof(Link)) solve_link((Link *)at, pass, n == 5, work, push);
    else for (; at < end; at += sizeof(PointGroup)) solve_points((PointGroup *)at, part == 4, pass, work, push, &pace);
  }
}

void warm_joints(char *work, char *push, const double *time) { solve_all(Pass_Warm, work, push, (float)(1 / *time)); }

EXPORT(pressJoints) void press_joints(char *work, const double *time) {
  slow_trees(work, *time);
  solve_all(Pass_Press, work, 0, (float)(1 / *time));
}

EXPORT(relaxJoints) void relax_joints(char *work, char *push, const double *time) {
  frame->jointPlan->relaxed++;
  solve_all(Pass_Relax, work, push, (float)(1 / *time));
}
