/* What acts along the axes of four joints, or between two points of each. For joints.c. */

/* Brings what depends on the places up to date. */
APART place_axes(AxisGroup *g, const char *work) {
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
  f32x4 k = (arms->massAX + arms->massBX) * nx * nx + (arms->massAY + arms->massBY) * ny * ny +
            arms->inertiaA * arm_a * arm_a + arms->inertiaB * arm_b * arm_b;
  k += LOCKED_GIVE * locked_part(arms);
  g->alongX = nx;
  g->alongY = ny;
  g->acrossA = arm_a;
  g->acrossB = arm_b;
  g->at = nx * r.dx + ny * r.dy;
  g->answer = k;
  g->mass = inverse_of(k);
  if (g->line.parts & LinePart_Spring) {
    /* By what answers now, so that the spring stays as stiff as it is. */
    f32x4 keep = 1 / (1 + g->line.pull * k);
    g->line.keep = pick(g->line.rigid, g->line.keep, keep);
    g->line.give = pick(g->line.rigid, g->line.give, g->line.pull * k * keep);
  }
  if (!holds_any(&g->line)) return;
  g->ax = r.ax;
  g->ay = r.ay;
  g->bx = r.bx;
  g->by = r.by;
  g->inverse = only(free, inverse);
  g->swing = swing_along(arms, &r, free, inverse);
}

APART solve_axes(AxisGroup *g, int pass, char *work, char *push, const Pace *pace) {
  const Arms *arms = &g->arms;
  End a = load_velocity(work, arms->a);
  End b = load_velocity(work, arms->b);
  f32x4 nx = g->alongX, ny = g->alongY, arm_a = g->acrossA, arm_b = g->acrossB;
  /* Springs and motors keep all that they push with, and arcs are nothing to them. */
  bool holds = holds_any(&g->line);
  if (pass == Pass_Press && holds) begin_axis(g, &a, &b, pace);
  f32x4 sum = 0;
  if (pass != Pass_Warm) {
    f32x4 rate = nx * (b.x - a.x) + ny * (b.y - a.y) + (b.w * arm_b - a.w * arm_a);
    sum = solve_line(&g->line, g->at, rate, g->answer, g->mass, g->bend, pass == Pass_Relax, pace->inverse_time, pass == Pass_Press && holds ? most_mended(g, &a, &b, pace) : pace->most);
    push_both(arms, &a, &b, sum * nx, sum * ny, sum * arm_a, sum * arm_b);
    store_end(&a);
    store_end(&b);
  }
  f32x4 total = total_of(&g->line);
  note_along(&g->didX, &g->didY, pass, total, sum, nx, ny);
  if (pass == Pass_Press) return;
  if (holds) {
    g->bend = only(~g->straight, bend_along(g->ax, g->ay, g->bx, g->by, &a, &b, pace, nx, ny, g->inverse, place_held(&g->line, g->at)));
    f32x4 held = held_by_line(&g->line);
    g->kept = part_kept(held * held, g->swing, pick(g->free, SQUARE(MOST_ROD_SWING), SQUARE(MOST_SLIDE_SWING)), pace);
    take_on(g, held);
    total -= (1 - g->kept) * held;
  }
  keep_both(arms, &a, &b, total * nx, total * ny, total * arm_a, total * arm_b, push, work);
}
