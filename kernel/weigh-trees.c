/* Where the rows of trees are, and the masses of their bodies. */
#include "rotation.h"
#include "trees.h"

/* A row: the velocity of B along (x, y) with its arm, less that of A. */
static inline void write_row(Node *node, int row, double x, double y, double arm_a, double arm_b) {
  double *a = node->is_b ? node->pull_parent[row] : node->pull[row];
  double *b = node->is_b ? node->pull[row] : node->pull_parent[row];
  a[0] = -x;
  a[1] = -y;
  a[2] = -arm_a;
  b[0] = x;
  b[1] = y;
  b[2] = arm_b;
}

/* Finds where all bodies are. */
void turn_nodes(Node *nodes, uint32_t count) {
  for (uint32_t n = 0; n < count; n++) {
    Node *node = nodes + n;
    /* The world has no state. */
    if (node->work == 0) continue;
    const State *state = frame->state + (node->work / sizeof(Work) - 1);
    node->moved = (f64x2){state->movedX, state->movedY};
    node->turn = state->turn;
    Rotation rotation = short_turn(node->turn);
    node->cos = rotation.cos;
    node->sin = rotation.sin;
  }
}

static inline double within(Node *node, double speed, double most) {
  if (speed <= most && speed >= -most) return speed;
  node->torn = 1;
  return speed > 0 ? most : -most;
}

/* The rows of a point. */
static inline void lay_point(Node *node, f64x2 own, f64x2 other, f64x2 way, double most) {
  f64x2 mend = node->bias * way;
  double square = mend.x * mend.x + mend.y * mend.y;
  if (square > most * most) {
    node->torn = 1;
    mend *= most / __builtin_sqrt(square);
  }
  put_pair(node->mend, mend);
  node->spin = turned(own);
  node->spin_parent = (f64x2){other.y, -other.x};
}

/* The same, and what is held or limited besides. */
static void lay_angle(const Node *parent, Node *node) {
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) {
      node->pull[i][k] = i == k;
      node->pull_parent[i][k] = i == k ? -1 : 0;
    }
    node->pull[i][2] = node->spin[i];
    node->pull_parent[i][2] = node->spin_parent[i];
  }
  write_row(node, 2, 0, 0, 1, 1);
  double turn = node->turn - parent->turn;
  node->at = node->rest + (node->is_b ? turn : -turn);
}

/* The rows of a rod or a slide. */
static void lay_axis(const Node *parent, Node *node, f64x2 own, f64x2 other, f64x2 way, double most) {
  const Node *a = node->is_b ? parent : node;
  f64x2 arm_a = node->is_b ? other : own;
  f64x2 arm_b = node->is_b ? own : other;
  f64x2 d = node->is_b ? way : -way;
  f64x2 far_a = d + arm_a;
  double nx = a->cos * node->axis_x - a->sin * node->axis_y;
  double ny = a->cos * node->axis_y + a->sin * node->axis_x;
  double off = 0;
  bool rod = node->parts & JointPart_Axis;
  if (rod) {
    node->length = __builtin_sqrt(d.x * d.x + d.y * d.y);
    if (node->length > 1e-9) {
      nx = d.x / node->length;
      ny = d.y / node->length;
    }
    off = node->rest;
  } else {
    if (node->bounded) {
      write_row(node, (int)node->base, nx, ny, far_a.x * ny - far_a.y * nx, arm_b.x * ny - arm_b.y * nx);
      node->at = nx * d.x + ny * d.y;
      double from_a = -(far_a.x * nx + far_a.y * ny);
      double from_b = arm_b.x * nx + arm_b.y * ny;
      node->reach_limit = node->is_b ? from_b : from_a;
      node->reach_limit_parent = node->is_b ? from_a : from_b;
    }
    double along = nx;
    nx = -ny;
    ny = along;
  }
  node->mend[0] = within(node, node->bias * (nx * d.x + ny * d.y - off), most);
  write_row(node, 0, nx, ny, far_a.x * ny - far_a.y * nx, arm_b.x * ny - arm_b.y * nx);
  /* The direction of a slide turns with A, so what is far from A there has a long arm. */
  f64x2 from = rod ? arm_a : far_a;
  double reach_a = -(from.x * nx + from.y * ny);
  double reach_b = arm_b.x * nx + arm_b.y * ny;
  node->reach = node->is_b ? reach_b : reach_a;
  node->reach_parent = node->is_b ? reach_a : reach_b;
  if (node->parts & JointPart_Slide) write_row(node, (int)node->base - 1, 0, 0, 1, 1);
}

/* The rows of a node, where the bodies are now, and the velocities that mend them. */
static inline void lay_rows(const Node *nodes, Node *node, double most) {
  const Node *parent = nodes + node->to;
  f64x2 own = node->cos * node->arm + node->sin * turned(node->arm);
  f64x2 other = parent->cos * node->arm_parent + parent->sin * turned(node->arm_parent);
  f64x2 way = node->apart + (node->moved - parent->moved) + ((own - node->arm) - (other - node->arm_parent));
  node->torn = 0;
  if (node->parts & JointPart_Point) {
    lay_point(node, own, other, way, most);
    if (node->parts == JointPart_Point && !node->bounded) return;
    lay_angle(parent, node);
  } else lay_axis(parent, node, own, other, way, most);
  if (node->parts & (JointPart_Angle | JointPart_Slide)) {
    double turn = node->turn - parent->turn;
    node->mend[node->base - 1] = within(node, node->bias * (node->rest + (node->is_b ? turn : -turn)), MOST_MENDING_TURN);
  }
}

/*
 * What a rod does as the string of a bow: its pull by its length, the larger one of while it mends its length and of what is
 * left of it. Where it pushes it is none.
 */
static inline double tautness(const Node *node) {
  double sum = node->mending < node->pulled ? node->mending : node->pulled;
  return node->parts == JointPart_Axis && sum < 0 && node->length > 1e-9 ? -sum / node->length : 0;
}

/* What the rows of a node pull outward at a body, times the way from its center of mass. */
static inline double strain(const Node *node, f64x2 spin, double reach, double reach_limit) {
  if (node->parts & JointPart_Point) return spin.y * node->sum[0] - spin.x * node->sum[1];
  return reach * node->sum[0] + tautness(node) * reach * reach + (node->limit != 0 ? reach_limit * node->sum[node->base] : 0);
}

/* What a rod asks of the mass of a body across it. */
static inline void stretch(Node *node, const double *along, double tautness) {
  node->across.xx += tautness * along[1] * along[1];
  node->across.xy -= tautness * along[0] * along[1];
  node->across.yy += tautness * along[0] * along[0];
}

/* A symmetric matrix of two rows without its negative part. */
static inline Across positive(Across m) {
  double half = 0.5 * (m.xx - m.yy);
  double middle = 0.5 * (m.xx + m.yy);
  double root = __builtin_sqrt(half * half + m.xy * m.xy);
  if (middle >= root) return m;
  if (middle + root <= 0) return (Across){0, 0, 0};
  /* The larger eigenvalue in the one direction, nothing across it. */
  double mean = 0.5 * (middle + root);
  double part = mean / root;
  return (Across){mean + part * half, part * m.xy, mean - part * half};
}

static inline Across inverse_across(const Across *m) {
  double scale = 1 / (m->xx * m->yy - m->xy * m->xy);
  return (Across){m->yy * scale, -m->xy * scale, m->xx * scale};
}

/*
 * Raises the mass of a body across its rods. What is new of it is at rest when it comes, and what goes takes its momentum
 * along: so neither brings energy.
 */
static void raise_mass(Node *node, double time, Work *body) {
  double mass = 1 / (node->weight[0] > 0 ? node->weight[0] : node->weight[1]);
  Across before = node->taut != 0 ? node->heft : (Across){mass, 0, mass};
  Across more = positive((Across){time * node->across.xx - mass, time * node->across.xy, time * node->across.yy - mass});
  node->taut = more.xx + more.yy > 0;
  Across now = node->heft = (Across){mass + more.xx, more.xy, mass + more.yy};
  node->light = inverse_across(&now);
  /* What does not move along an axis is not moved by a push along the other. */
  if (node->weight[0] == 0) node->light = (Across){0, 0, 1 / now.yy};
  if (node->weight[1] == 0) node->light = (Across){1 / now.xx, 0, 0};
  node->free_x = (f64x2){node->light.xx, node->light.xy};
  node->free_y = (f64x2){node->light.xy, node->light.yy};
  more = positive((Across){now.xx - before.xx, now.xy - before.xy, now.yy - before.yy});
  if (more.xx + more.yy == 0) return;
  Across both = {before.xx + more.xx, before.xy + more.xy, before.yy + more.yy};
  Across inverse = inverse_across(&both);
  double x = before.xx * body->velocity.x + before.xy * body->velocity.y;
  double y = before.xy * body->velocity.x + before.yy * body->velocity.y;
  body->velocity.x = (float)(inverse.xx * x + inverse.xy * y);
  body->velocity.y = (float)(inverse.xy * x + inverse.yy * y);
}

/* How soft the rows of a node are. */
static void soften(const Node *nodes, Node *node) {
  const double *own = node->weight;
  const double *other = nodes[node->to].weight;
  for (int i = 0; i < (int)node->rows; i++) {
    double k = 0;
    if (is_hinge(node)) k = own[i] + other[i] + own[2] * node->spin[i] * node->spin[i] + other[2] * node->spin_parent[i] * node->spin_parent[i];
    else for (int j = 0; j < 3; j++) k += own[j] * node->pull[i][j] * node->pull[i][j] + other[j] * node->pull_parent[i][j] * node->pull_parent[i][j];
    /* Where neither body can move along a row there is nothing to hold. */
    node->give[i] = k > 0 ? TREE_GIVE * k : 1e30;
  }
}

static inline double along_row(const Node *node, uint32_t row, const char *work) {
  f32x4 own = ((const Work *)(work + node->work))->velocity;
  f32x4 other = ((const Work *)(work + node->work_parent))->velocity;
  const double *pull = node->pull[row];
  const double *pull_parent = node->pull_parent[row];
  return pull[0] * own.x + pull[1] * own.y + pull[2] * own.z + (pull_parent[0] * other.x + pull_parent[1] * other.y + pull_parent[2] * other.z);
}

/*
 * Takes in a limit that will be passed within a substep, and lets go of one that would hold back. In the tree, since a limit
 * that is solved by itself knows the masses of two bodies only: it gave way under 100 times as much, and rang.
 */
static void watch_limits(const Node *nodes, Node *node, double most, double time, const char *work) {
  uint32_t row = node->base;
  if (node->limit != 0 && node->limit * node->sum[row] < 0) node->limit = 0;
  if (node->limit == 0) {
    node->sum[row] = 0;
    double next = node->at + time * along_row(node, row, work);
    node->limit = next < node->lower ? 1 : next > node->upper ? -1 : 0;
  }
  node->rows = row + (node->limit != 0);
  if (node->limit == 0) return;
  double past = node->limit > 0 ? node->at - node->lower : node->at - node->upper;
  node->mend[row] = within(node, node->bias * past, node->parts & JointPart_Point ? MOST_MENDING_TURN : most);
  soften(nodes, node);
}

/* Joints that are torn far apart mend at the largest speed together: in a row their speeds add up. */
static void share_mending(Node *nodes, uint32_t count) {
  for (uint32_t n = 0; n < count; n++) nodes[n].all_torn = 0;
  for (uint32_t n = 0; n < count; n++) {
    Node *node = nodes + n;
    if (node->rows == 0) continue;
    node->all_torn += node->torn;
    nodes[node->to].all_torn += node->all_torn;
  }
  for (uint32_t n = count; n-- > 0;) {
    Node *node = nodes + n;
    if (node->to == NO_NODE) continue;
    node->all_torn = nodes[node->to].all_torn;
    if (node->torn != 0) for (uint32_t row = 0; row < node->rows; row++) node->mend[row] /= node->all_torn;
  }
}

/* What the rows of a node ask of the inertia of its bodies, and a rod of their mass across it. */
static inline void strain_bodies(Node *nodes, Node *node) {
  Node *parent = nodes + node->to;
  if (!(node->parts & JointPart_Point)) node->mending = node->sum[0] < 0.9 * node->mending ? node->sum[0] : 0.9 * node->mending;
  node->strain += strain(node, node->spin, node->reach, node->reach_limit);
  parent->strain += strain(node, node->spin_parent, node->reach_parent, node->reach_limit_parent);
  double pulls = tautness(node);
  if (pulls <= 0) return;
  stretch(node, node->pull[0], pulls);
  stretch(parent, node->pull[0], pulls);
}

/* The masses of the body of a node, of whose rows those that lead to it come before. */
static inline void weigh_node(Node *node, double time, Work *body) {
  const double *weight = node->weight;
  double least = time * node->strain;
  bool light = least * weight[2] > 1;
  double before = node->slow > 0 && node->slow < weight[2] ? node->slow : weight[2];
  node->strain = 0;
  node->slow = light ? 1 / least : weight[2];
  node->lag = light ? node->slow / weight[2] : 1;
  /* What is new of it is at rest when it comes, as below. */
  if (light && node->slow < before) body->velocity.z *= (float)(node->slow / before);
  node->free_x = (f64x2){weight[0], 0};
  node->free_y = (f64x2){0, weight[1]};
  node->free_turn = 0;
  node->free_spin = node->slow;
  if (node->taut == 0 && node->across.xx + node->across.yy <= 0) return;
  if (weight[0] > 0 || weight[1] > 0) raise_mass(node, time, body);
  node->across = (Across){0, 0, 0};
}

/*
 * The masses of the bodies. A light link in a taut chain swings from side to side faster than substeps can follow: it gets
 * as much inertia, or mass across its rods, as makes it just slow enough.
 */
void weigh_nodes(JointPlan *plan, double time, bool begins, char *work) {
  Node *nodes = nodes_of(plan);
  const uint32_t count = plan->nodes;
  const double most = most_mending(plan);
  uint32_t torn = 0, slowed = 0;
  for (uint32_t n = 0; n < count; n++) {
    Node *node = nodes + n;
    if (node->rows > 0) {
      lay_rows(nodes, node, most);
      if (begins) soften(nodes, node);
      if (node->bounded) watch_limits(nodes, node, most, time, work);
      strain_bodies(nodes, node);
      torn |= node->torn;
    }
    weigh_node(node, time, (Work *)(work + node->work));
    slowed += is_slowed(node);
  }
  plan->slowed = slowed;
  if (torn != 0) share_mending(nodes, count);
}
