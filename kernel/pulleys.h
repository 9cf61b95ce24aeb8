/* Ropes over two wheels. For joints.c. */

/* The velocity that mends, no larger than `most`, and which part of what a row lets go is left then: see `share_mended`. */
static inline double mend_by(double speed, double most, double *part) {
  double size = speed < 0 ? -speed : speed;
  if (size <= most) return speed;
  *part = most / size;
  return speed < 0 ? -most : most;
}

/*
 * Brings what depends on the places up to date. What has been pulled up to its wheel holds the rope there: the other side is then as long as it
 * can be. Without that a light body flew through its wheel and back again, and the heavy one at the other end sank for good.
 */
static inline void place_pulley(Pulley *p, const char *work) {
  f32x4 turn = {0, 0, 0, 0}, sine, less;
  for (int side = 0; side < 2; side++) turn[side] = ((const Work *)(work + p->works[side]))->velocity.w;
  sine_of(turn, &sine, &less);
  double k[2];
  p->room[ROPE] = p->sum;
  for (int side = 0; side < 2; side++) {
    const f32x4 moved = ((const Work *)(work + p->works[side]))->moved;
    const double *arm = p->arm[side], *weight = p->weights[side];
    double *pull = p->pull[side];
    double more_x = arm[0] * less[side] - arm[1] * sine[side];
    double more_y = arm[1] * less[side] + arm[0] * sine[side];
    double x = p->way[side][0] + moved.x + more_x;
    double y = p->way[side][1] + moved.y + more_y;
    double length = __builtin_sqrt(x * x + y * y);
    pull[0] = length > 1e-9 ? -x / length : 0;
    pull[1] = length > 1e-9 ? -y / length : 0;
    pull[2] = (arm[0] + more_x) * pull[1] - (arm[1] + more_y) * pull[0];
    k[side] = weight[0] * pull[0] * pull[0] + weight[1] * pull[1] * pull[1] + weight[2] * pull[2] * pull[2];
    double factor = p->factor[side];
    double longest = p->sum / factor;
    p->room[1 + side] = longest - length;
    p->mass[1 + side] = k[side] > 0 ? 1 / k[side] : 0;
    p->room[ROPE] -= factor * (length < longest ? length : longest);
  }
  double sum = p->factor[0] * p->factor[0] * k[0] + p->factor[1] * p->factor[1] * k[1];
  p->mass[ROPE] = sum > 0 ? 1 / sum : 0;
}

/* What turns take of the rope in a substep beyond what velocities say: see `bend_of`. */
static inline void bend_pulley(Pulley *p, const char *work, double time) {
  double most = 0.5 / time;
  for (int side = 0; side < 2; side++) {
    const Work *body = (const Work *)(work + p->works[side]);
    const f32x4 moved = body->moved;
    const double *pull = p->pull[side], *arm = p->arm[side];
    double w = body->velocity.z;
    double x = p->way[side][0] + moved.x, y = p->way[side][1] + moved.y;
    double length = __builtin_sqrt(x * x + y * y);
    double across = pull[0] * (body->velocity.y + w * arm[0]) - pull[1] * (body->velocity.x - w * arm[1]);
    double turn = length > 1e-9 ? across / length : 0;
    turn = turn > most ? most : turn < -most ? -most : turn;
    w = w > most ? most : w < -most ? -most : w;
    p->bend[1 + side] = 0.5 * time * (across * turn + w * w * (arm[0] * pull[0] + arm[1] * pull[1]));
  }
  p->bend[ROPE] = p->factor[0] * p->bend[1] + p->factor[1] * p->bend[2];
}

static inline void pull_side(Pulley *p, int side, double impulse, f32x4 *to) {
  const double *pull = p->pull[side], *weight = p->weights[side];
  *to += (f32x4){(float)(weight[0] * pull[0] * impulse), (float)(weight[1] * pull[1] * impulse), (float)(weight[2] * pull[2] * impulse), 0};
}

static inline double rate_of(const Pulley *p, int side, const char *work) {
  const f32x4 velocity = ((const Work *)(work + p->works[side]))->velocity;
  return p->pull[side][0] * velocity.x + p->pull[side][1] * velocity.y + p->pull[side][2] * velocity.z;
}

static inline void solve_rope(Pulley *p, int row, bool relax, char *work, const Pace *pace) {
  double one = row == 2 ? 0 : row == 1 ? 1 : p->factor[0];
  double two = row == 1 ? 0 : row == 2 ? 1 : p->factor[1];
  double rate = one * rate_of(p, 0, work) + two * rate_of(p, 1, work);
  double room = p->room[row], give = 1, keep = 0;
  if (!relax) rate -= p->bend[row];
  if (room > 0) rate += room * pace->inverse_time;
  else if (!relax) {
    double part = 1;
    rate += mend_by(p->bias * room, pace->most + p->faster, &part);
    give = p->give;
    keep = p->keep * part;
  }
  double next = p->impulse[row] - give * p->mass[row] * rate - keep * p->impulse[row];
  if (next < 0) next = 0;
  double change = next - p->impulse[row];
  p->impulse[row] = next;
  if (change == 0) return;
  pull_side(p, 0, one * change, &((Work *)(work + p->works[0]))->velocity);
  pull_side(p, 1, two * change, &((Work *)(work + p->works[1]))->velocity);
}

APART solve_pulley(Pulley *p, int pass, char *work, char *push, const Pace *pace) {
  if (pass != Pass_Press) place_pulley(p, work);
  if (pass != Pass_Warm) for (int row = 0; row < ROPES; row++) solve_rope(p, row, pass == Pass_Relax, work, pace);
  if (pass == Pass_Press) return;
  bend_pulley(p, work, 4 * pace->quarter);
  double total = p->factor[1] * p->impulse[ROPE] + p->impulse[2];
  for (int k = 0; k < 2; k++) p->did[k] = pass == Pass_Warm ? 0 : p->did[k] + total * p->pull[1][k];
  for (int side = 0; side < 2; side++) {
    f32x4 *sum = (f32x4 *)(push + p->works[side] / (sizeof(Work) / sizeof(Push)));
    pull_side(p, side, p->factor[side] * p->impulse[ROPE] + p->impulse[1 + side], sum);
  }
}
