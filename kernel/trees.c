/*
 * Trees of joints: one block elimination from the leaves to the last body, and back (Baraff, "Linear-Time Dynamics using
 * Lagrange Multipliers", SIGGRAPH 1996). A pass over joints one after the other carries a load only as far as the next one;
 * this carries it through the whole tree, whatever the masses.
 *
 * In doubles: a load of a thousand times a link's mass leaves no digits of a float. The rows are a little soft, so that those
 * that say the same twice (a taut bridge between two walls) share their load, and no more than the elimination bears.
 */
#include "trees.h"

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline f64x2 velocity_at(const char *work, uint32_t at, double *spin) {
  f32x4 velocity = ((const Work *)(work + at))->velocity;
  *spin = velocity.z;
  return (f64x2){velocity.x, velocity.y};
}

static inline void times(const Symmetric *m, const double *v, double *out) {
  out[0] = m->xx * v[0] + m->xy * v[1] + m->xz * v[2];
  out[1] = m->xy * v[0] + m->yy * v[1] + m->yz * v[2];
  out[2] = m->xz * v[0] + m->yz * v[1] + m->zz * v[2];
}

/* Of as many rows as there are. The others are 0. */
static inline Symmetric inverted(const double (*k)[ROWS], int rows) {
  if (rows == 1) return (Symmetric){1 / k[0][0], 0, 0, 0, 0, 0};
  if (rows == 2) {
    double scale = 1 / (k[0][0] * k[1][1] - k[0][1] * k[0][1]);
    return (Symmetric){k[1][1] * scale, -k[0][1] * scale, 0, k[0][0] * scale, 0, 0};
  }
  double xx = k[1][1] * k[2][2] - k[1][2] * k[1][2];
  double xy = k[0][2] * k[1][2] - k[0][1] * k[2][2];
  double xz = k[0][1] * k[1][2] - k[0][2] * k[1][1];
  double scale = 1 / (k[0][0] * xx + k[0][1] * xy + k[0][2] * xz);
  return (Symmetric){
      xx * scale, xy * scale, xz * scale,
      (k[0][0] * k[2][2] - k[0][2] * k[0][2]) * scale, (k[0][1] * k[0][2] - k[0][0] * k[1][2]) * scale,
      (k[0][0] * k[1][1] - k[0][1] * k[0][1]) * scale,
  };
}

/* What an impulse does to a body with all that leads to it. */
static inline void move_free(const Node *node, const double *pull, double *out) {
  put_pair(out, node->free_x * pull[0] + node->free_y * pull[1] + node->free_turn * pull[2]);
  out[2] = node->free_turn.x * pull[0] + node->free_turn.y * pull[1] + node->free_spin * pull[2];
}

/*
 * Eliminates a joint: its rows answer to impulses upon both bodies, each with what is eliminated by then. From there on its
 * parent moves only as the joint lets it.
 */
static void eliminate_rows(Node *nodes, Node *node) {
  Node *parent = nodes + node->to;
  int rows = (int)node->rows;
  double k[ROWS][ROWS], own[ROWS][3];
  for (int i = 0; i < rows; i++) {
    move_free(node, node->pull[i], own[i]);
    move_free(parent, node->pull_parent[i], node->answer[i]);
  }
  for (int i = 0; i < rows; i++) {
    for (int j = i; j < rows; j++) k[i][j] = dot(node->pull[i], own[j]) + dot(node->pull_parent[i], node->answer[j]);
    k[i][i] += node->give[i];
  }
  node->hold = inverted(k, rows);
  double held[3][3];
  for (int axis = 0; axis < 3; axis++) {
    double column[3] = {0, 0, 0};
    for (int i = 0; i < rows; i++) column[i] = node->answer[i][axis];
    times(&node->hold, column, held[axis]);
  }
  for (int i = 0; i < rows; i++) {
    const double *answer = node->answer[i];
    parent->free_x -= (f64x2){answer[0], answer[1]} * held[0][i];
    parent->free_y -= (f64x2){answer[0], answer[1]} * held[1][i];
    parent->free_turn -= (f64x2){answer[0], answer[1]} * held[2][i];
    parent->free_spin -= answer[2] * held[2][i];
  }
}

/* The same where the joint is a hinge: most are. Its rows are 1, 0, spin and 0, 1, spin; for the parent the ones are negative. */
static inline void eliminate_hinge(Node *nodes, Node *node) {
  Node *parent = nodes + node->to;
  f64x2 spin = node->spin, spin_parent = node->spin_parent;
  f64x2 turn = node->free_turn + spin * node->free_spin;
  f64x2 k0 = node->free_x + spin * node->free_turn.x + turn * spin.x;
  f64x2 k1 = node->free_y + spin * node->free_turn.y + turn * spin.y;
  /* By columns: what the rows say of the answer of the parent along x, along y, and of its spin. */
  f64x2 ax = spin_parent * parent->free_turn.x - parent->free_x;
  f64x2 ay = spin_parent * parent->free_turn.y - parent->free_y;
  f64x2 aw = spin_parent * parent->free_spin - parent->free_turn;
  k0 += aw * spin_parent.x - ax;
  k1 += aw * spin_parent.y - ay;
  double k00 = k0.x + node->give[0], k01 = k0.y, k11 = k1.y + node->give[1];
  double scale = 1 / (k00 * k11 - k01 * k01);
  double h00 = k11 * scale, h01 = -k01 * scale, h11 = k00 * scale;
  f64x2 x = {ax.x, ay.x}, y = {ax.y, ay.y};
  node->hold_x = (f64x2){h00, h01};
  node->hold_y = (f64x2){h01, h11};
  node->answer_x = x;
  node->answer_y = y;
  node->answer_turn = aw;
  f64x2 held_x = x * h00 + y * h01;
  f64x2 held_y = x * h01 + y * h11;
  parent->free_x -= held_x * x.x + held_y * y.x;
  parent->free_y -= held_x * x.y + held_y * y.y;
  parent->free_turn -= held_x * aw.x + held_y * aw.y;
  parent->free_spin -= aw.x * (h00 * aw.x + h01 * aw.y) + aw.y * (h01 * aw.x + h11 * aw.y);
}

static inline void eliminate(Node *nodes, Node *node) {
  if (is_hinge(node)) eliminate_hinge(nodes, node);
  else if (node->rows > 0) eliminate_rows(nodes, node);
}

/* What the rows of a node ask for while nothing else is asked of the parent; what they do to it. */
static void ask_rows(Node *nodes, Node *node, const char *work, bool mends) {
  Node *parent = nodes + node->to;
  int rows = (int)node->rows;
  double own[3], other[3], miss[3] = {0, 0, 0}, result[3];
  put_pair(own, velocity_at(work, node->work, own + 2) + node->gain);
  put_pair(other, velocity_at(work, node->work_parent, other + 2) + parent->gain);
  own[2] += node->gain_turn;
  other[2] += parent->gain_turn;
  for (int i = 0; i < rows; i++) {
    miss[i] = dot(node->pull[i], own) + dot(node->pull_parent[i], other);
    if (mends) miss[i] += node->mend[i] + node->give[i] * node->sum[i];
  }
  times(&node->hold, miss, result);
  for (int i = 0; i < rows; i++) {
    const double *answer = node->answer[i];
    double still = node->still[i] = -result[i];
    parent->gain += (f64x2){answer[0], answer[1]} * still;
    parent->gain_turn += answer[2] * still;
  }
}

static inline void ask_hinge(Node *nodes, Node *node, const char *work, bool mends) {
  Node *parent = nodes + node->to;
  double spin, spin_parent;
  f64x2 own = velocity_at(work, node->work, &spin) + node->gain;
  f64x2 other = velocity_at(work, node->work_parent, &spin_parent) + parent->gain;
  f64x2 miss = own - other + (node->spin * (spin + node->gain_turn) + node->spin_parent * (spin_parent + parent->gain_turn));
  if (mends) miss += pair_of(node->mend) + pair_of(node->give) * pair_of(node->sum);
  f64x2 still = -(node->hold_x * miss.x + node->hold_y * miss.y);
  put_pair(node->still, still);
  parent->gain += node->answer_x * still.x + node->answer_y * still.y;
  parent->gain_turn += node->answer_turn.x * still.x + node->answer_turn.y * still.y;
}

static inline void ask(Node *nodes, Node *node, const char *work, bool mends) {
  if (is_hinge(node)) ask_hinge(nodes, node, work, mends);
  else if (node->rows > 0) ask_rows(nodes, node, work, mends);
  node->gain = 0;
  node->gain_turn = 0;
}

static inline void push_rows(Node *nodes, Node *node, const double *impulse) {
  Node *parent = nodes + node->to;
  for (int i = 0; i < (int)node->rows; i++) {
    node->impulse += pair_of(node->pull[i]) * impulse[i];
    node->impulse_turn += node->pull[i][2] * impulse[i];
    parent->impulse += pair_of(node->pull_parent[i]) * impulse[i];
    parent->impulse_turn += node->pull_parent[i][2] * impulse[i];
  }
}

/* What the rows do once it is known what is done to the parent. */
static void answer_rows(Node *nodes, Node *node) {
  const Node *parent = nodes + node->to;
  double impulse[3] = {0, 0, 0}, result[3];
  for (int i = 0; i < (int)node->rows; i++) {
    const double *answer = node->answer[i];
    impulse[i] = answer[0] * parent->impulse.x + answer[1] * parent->impulse.y + answer[2] * parent->impulse_turn;
  }
  times(&node->hold, impulse, result);
  for (int i = 0; i < (int)node->rows; i++) {
    impulse[i] = node->still[i] - result[i];
    node->sum[i] += impulse[i];
  }
  push_rows(nodes, node, impulse);
}

static inline void answer_hinge(Node *nodes, Node *node) {
  Node *parent = nodes + node->to;
  f64x2 x = node->answer_x, y = node->answer_y, push = parent->impulse;
  f64x2 moved = (f64x2){x.x, y.x} * push.x + (f64x2){x.y, y.y} * push.y + node->answer_turn * parent->impulse_turn;
  f64x2 impulse = pair_of(node->still) - (node->hold_x * moved.x + node->hold_y * moved.y);
  put_pair(node->sum, pair_of(node->sum) + impulse);
  node->impulse += impulse;
  node->impulse_turn += node->spin.x * impulse.x + node->spin.y * impulse.y;
  parent->impulse = push - impulse;
  parent->impulse_turn += node->spin_parent.x * impulse.x + node->spin_parent.y * impulse.y;
}

static inline void answer(Node *nodes, Node *node) {
  if (is_hinge(node)) answer_hinge(nodes, node);
  else if (node->rows > 0) answer_rows(nodes, node);
}

/* Adds what the impulses so far do to its bodies. */
static inline void sum_up(Node *nodes, Node *node) {
  Node *parent = nodes + node->to;
  if (is_hinge(node)) {
    f64x2 sum = pair_of(node->sum);
    node->total += sum;
    node->total_turn += node->spin.x * sum.x + node->spin.y * sum.y;
    parent->total -= sum;
    parent->total_turn += node->spin_parent.x * sum.x + node->spin_parent.y * sum.y;
    return;
  }
  node->pulled = node->sum[0];
  for (int i = 0; i < (int)node->rows; i++) {
    node->total += pair_of(node->pull[i]) * node->sum[i];
    node->total_turn += node->pull[i][2] * node->sum[i];
    parent->total += pair_of(node->pull_parent[i]) * node->sum[i];
    parent->total_turn += node->pull_parent[i][2] * node->sum[i];
  }
}

/*
 * What else acts on a body (gravity, contacts, limits, springs) knows nothing of a raised mass: it is taken as the impulse
 * that it is. Otherwise each would push the tree as if it acted on the larger mass, and energy would come from nowhere.
 */
static void slow_down(const JointPlan *plan, char *work) {
  if (plan->slowed == 0) return;
  const Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    const Node *node = nodes + n;
    Work *body = (Work *)(work + node->work);
    if (node->lag != 1) body->velocity.z = (float)(node->spun + (body->velocity.z - node->spun) * node->lag);
    if (node->taut == 0) continue;
    double x = node->weight[0] > 0 ? (body->velocity.x - node->ran[0]) / node->weight[0] : 0;
    double y = node->weight[1] > 0 ? (body->velocity.y - node->ran[1]) / node->weight[1] : 0;
    body->velocity.x = (float)(node->ran[0] + (node->light.xx * x + node->light.xy * y));
    body->velocity.y = (float)(node->ran[1] + (node->light.xy * x + node->light.yy * y));
  }
}

/* From here on changes are those of others. On its own: next to the sum the plain kernel would take them before they are rounded. */
static void note_velocities(const JointPlan *plan, const char *work) {
  if (plan->slowed == 0) return;
  Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    Node *node = nodes + n;
    if (!is_slowed(node)) continue;
    double spin;
    f64x2 velocity = velocity_at(work, node->work, &spin);
    node->spun += spin;
    node->ran[0] += velocity.x;
    node->ran[1] += velocity.y;
  }
}

/* How a body moves by impulses upon it alone. */
static inline f64x2 moved_by(const Node *node, f64x2 impulse) {
  if (node->taut == 0) return pair_of(node->weight) * impulse;
  return (f64x2){node->light.xx * impulse.x + node->light.xy * impulse.y, node->light.xy * impulse.x + node->light.yy * impulse.y};
}

/* Gives all bodies the velocities that their joints want; with `push`, adds to it what the impulses so far do. */
static void move_bodies(const JointPlan *plan, char *work, char *push) {
  Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    Node *node = nodes + n;
    f64x2 velocity = moved_by(node, node->impulse);
    Work *body = (Work *)(work + node->work);
    body->velocity += (f32x4){(float)velocity.x, (float)velocity.y, (float)(node->slow * node->impulse_turn), 0};
    node->impulse = 0;
    node->impulse_turn = 0;
    f64x2 ran = 0;
    double spun = 0;
    if (push) {
      ran = moved_by(node, node->total);
      spun = node->slow * node->total_turn;
      f32x4 *target = (f32x4 *)(push + node->work / (sizeof(Work) / sizeof(Push)));
      *target += (f32x4){(float)ran.x, (float)ran.y, (float)spun, 0};
      node->total = 0;
      node->total_turn = 0;
    }
    if (!is_slowed(node)) continue;
    node->spun = spun;
    put_pair(node->ran, ran);
  }
  note_velocities(plan, work);
}

EXPORT(pressTrees) void press_trees(char *work) {
  const JointPlan *plan = frame->jointPlan;
  Node *nodes = nodes_of(plan);
  slow_down(plan, work);
  for (uint32_t n = 0; n < plan->nodes; n++) ask(nodes, nodes + n, work, true);
  for (uint32_t n = plan->nodes; n-- > 0;) answer(nodes, nodes + n);
  move_bodies(plan, work, 0);
}

EXPORT(relaxTrees) void relax_trees(char *work, char *push, const double *time) {
  JointPlan *plan = frame->jointPlan;
  Node *nodes = nodes_of(plan);
  slow_down(plan, work);
  turn_nodes(nodes, plan->nodes);
  weigh_nodes(plan, *time, false, work);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    eliminate(nodes, nodes + n);
    ask(nodes, nodes + n, work, false);
  }
  for (uint32_t n = plan->nodes; n-- > 0;) {
    answer(nodes, nodes + n);
    if (nodes[n].rows > 0) sum_up(nodes, nodes + n);
  }
  move_bodies(plan, work, push);
}

/* The velocity that drives give a body in a substep. */
static void drive_body(const Node *node, char *work, double time) {
  const Drive *drive = frame->drive + (node->work / sizeof(Work) - 1);
  f32x4 velocity = {0, 0, 0, 0};
  if (node->work != 0) velocity = (f32x4){(float)(time * drive->x), (float)(time * drive->y), (float)(time * drive->angular), 0};
  ((Work *)(work + node->work))->velocity = velocity;
}

/*
 * What the joints of a tree bore says nothing once the tree is another: what lies between two walls is under a stress that was
 * kept by all of it, and would burst. They begin with what they bear by what drives the bodies.
 */
static void begin_anew(Node *nodes, uint32_t count, char *work, double time) {
  for (uint32_t n = 0; n < count; n++) if (nodes[n].anew && nodes[n].rows > 0) nodes[nodes[n].to].anew = 1;
  for (uint32_t n = 0; n < count; n++) {
    Node *node = nodes + n;
    if (!node->anew) continue;
    put_pair(node->ran, velocity_at(work, node->work, &node->spun));
    drive_body(node, work, time);
  }
  for (uint32_t n = 0; n < count; n++) if (nodes[n].anew) ask(nodes, nodes + n, work, false);
  for (uint32_t n = count; n-- > 0;) if (nodes[n].anew) answer(nodes, nodes + n);
  for (uint32_t n = 0; n < count; n++) {
    Node *node = nodes + n;
    if (!node->anew) continue;
    node->impulse = 0;
    node->impulse_turn = 0;
    ((Work *)(work + node->work))->velocity = (f32x4){(float)node->ran[0], (float)node->ran[1], (float)node->spun, 0};
  }
}

void begin_trees(char *work, char *push, double time) {
  JointPlan *plan = frame->jointPlan;
  Node *nodes = nodes_of(plan);
  bool anew = false;
  for (uint32_t n = 0; n < plan->nodes; n++) anew |= nodes[n].anew != 0;
  for (int again = 0; again <= (int)anew; again++) {
    weigh_nodes(plan, time, true, work);
    for (uint32_t n = 0; n < plan->nodes; n++) eliminate(nodes, nodes + n);
    if (anew && again == 0) begin_anew(nodes, plan->nodes, work, time);
  }
  for (uint32_t n = 0; n < plan->nodes; n++) if (nodes[n].rows > 0) sum_up(nodes, nodes + n);
  move_bodies(plan, work, push);
}
