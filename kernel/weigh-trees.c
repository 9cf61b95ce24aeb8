/* Where the rows of trees are, and the masses of their bodies. */
#include "between-walls.h"
#include "at-limits.h"
#include "heft.h"
#include "trees.h"
#include "twins.h"

/* A body whose rods ask for its mass, by this factor, is not followed along its arcs: one that was raised now and then won energy. */
#define QUICK 2

/* A row of what is no hinge: the velocity of B along (x, y) with its arm, less that of A. */
static inline void write_row(Node *node, int row, double x, double y, double arm_a, double arm_b) {
  Details *details = details_of(node);
  double *a = node->is_b ? details->pull_parent[row] : details->pull[row];
  double *b = node->is_b ? details->pull[row] : details->pull_parent[row];
  a[0] = -x;
  a[1] = -y;
  a[2] = -arm_a;
  b[0] = x;
  b[1] = y;
  b[2] = arm_b;
}

static inline double within(Node *node, double speed, double most, double faster) {
  if (speed <= most && speed >= -most) return speed;
  most += faster;
  if (speed <= most && speed >= -most) return speed;
  node->torn = 1;
  return speed > 0 ? most : -most;
}

/* How fast the arcs of a substep part the anchor of a body from where its velocity says: by (turn)² / 2 of its arm. */
static inline double parted_by(const double *spin, double turning, double time) {
  double turn = turning * time;
  double square = turn * turn > MOST_ARC * MOST_ARC ? MOST_ARC * MOST_ARC : turn * turn;
  return 0.5 * square / time * __builtin_sqrt(spin[0] * spin[0] + spin[1] * spin[1]);
}

/*
 * The velocity that mends a point, no larger than the largest, and what turning parts it by meanwhile: light limbs that are whirled around by
 * 60 rad/s part at 4 m/s, and the farther they are the faster. A rag doll whose hand was drawn around at 50 m/s was torn by 10 m.
 */
static inline void mend_torn(Node *node, double most, double time, const char *work) {
  double square = node->mend[0] * node->mend[0] + node->mend[1] * node->mend[1];
  if (square > most * most) {
    node->parted = parted_by(node->spin, ((const Work *)(work + node->work))->velocity.z, time) +
                   parted_by(node->spin_parent, ((const Work *)(work + node->work_parent))->velocity.z, time);
    most += node->faster + node->parted;
  }
  node->torn = square > most * most;
  if (!node->torn) return;
  double scale = most / __builtin_sqrt(square);
  node->mend[0] *= scale;
  node->mend[1] *= scale;
}

/* The same of a rod or a rope along (nx, ny) that is torn: see `parted_along` in swing.h. The arms are those of now. */
static __attribute__((noinline)) double parted_rod(const Node *a, const Node *b, const Place *at, double nx, double ny, double time, const char *work) {
  f32x4 one = ((const Work *)(work + a->work))->velocity, two = ((const Work *)(work + b->work))->velocity;
  double x = ((double)two.x - two.z * at->by) - ((double)one.x - one.z * at->ay), y = ((double)two.y + two.z * at->bx) - ((double)one.y + one.z * at->ax);
  return parted_across(nx * at->dx + ny * at->dy, nx * y - ny * x, time);
}

/* The rows of a node, where the bodies are now, and the velocities that mend them. */
static inline void lay_rows(const Node *nodes, Node *node, double time, double most, const char *work) {
  Details *details = details_of(node);
  node->torn = 0;
  node->parted = 0;
  const Node *parent = nodes + node->to;
  const Node *a = node->is_b ? parent : node;
  const Node *b = node->is_b ? node : parent;
  const double *arm_a = node->is_b ? node->arm_parent : node->arm, *arm_b = node->is_b ? node->arm : node->arm_parent;
  double sign = node->sign;
  double ax = a->cos * arm_a[0] - a->sin * arm_a[1];
  double ay = a->cos * arm_a[1] + a->sin * arm_a[0];
  double bx = b->cos * arm_b[0] - b->sin * arm_b[1];
  double by = b->cos * arm_b[1] + b->sin * arm_b[0];
  double dx = sign * node->apart[0] + (b->moved[0] - a->moved[0]) + (bx - arm_b[0]) - (ax - arm_a[0]);
  double dy = sign * node->apart[1] + (b->moved[1] - a->moved[1]) + (by - arm_b[1]) - (ay - arm_a[1]);
  if (node->small && !(node->parts & JointPart_Point)) details->place = (Place){ax, ay, bx, by, dx, dy};
  if (node->parts & JointPart_Point) {
    node->mend[0] = sign * node->bias * dx;
    node->mend[1] = sign * node->bias * dy;
    /* See `meet` in reach.h. */
    ax += 0.5 * dx;
    ay += 0.5 * dy;
    bx -= 0.5 * dx;
    by -= 0.5 * dy;
    node->spin[0] = -(node->is_b ? by : ay);
    node->spin[1] = node->is_b ? bx : ax;
    node->spin_parent[0] = node->is_b ? ay : by;
    node->spin_parent[1] = -(node->is_b ? ax : bx);
    mend_torn(node, most, time, work);
    if (node->bounded | node->line) details->at = node->rest + (b->turn - a->turn);
  } else {
    double nx, ny, off = 0;
    if (node->parts & JointPart_Axis) details->length = __builtin_sqrt(dx * dx + dy * dy);
    if (node->parts & JointPart_Axis && details->length > 1e-9) {
      nx = dx / details->length;
      ny = dy / details->length;
    } else {
      nx = a->cos * details->axis_x - a->sin * details->axis_y;
      ny = a->cos * details->axis_y + a->sin * details->axis_x;
    }
    if (node->parts & JointPart_Axis) {
      details->at = details->length;
      off = is_rope(node) ? details->length : node->rest;
    } else {
      if (node->bounded) {
        write_row(node, (int)node->base, nx, ny, (dx + ax) * ny - (dy + ay) * nx, bx * ny - by * nx);
        details->at = nx * dx + ny * dy;
        double from_a = -((dx + ax) * nx + (dy + ay) * ny);
        double from_b = bx * nx + by * ny;
        details->reach_limit = node->is_b ? from_b : from_a;
        details->reach_limit_parent = node->is_b ? from_a : from_b;
      }
      double along = nx;
      nx = -ny;
      ny = along;
    }
    if (node->parts & JointPart_Axis && node->bias * (details->length - (is_rope(node) ? details->upper : node->rest)) > most) {
      const Place now = {ax, ay, bx, by, dx, dy};
      node->parted = parted_rod(a, b, &now, nx, ny, time, work);
    }
    node->mend[0] = within(node, node->bias * (nx * dx + ny * dy - off), most, node->faster + node->parted);
    write_row(node, 0, nx, ny, (dx + ax) * ny - (dy + ay) * nx, bx * ny - by * nx);
    /* The direction of a slide turns with A, so what is far from A there has a long arm. */
    bool rod = node->parts & JointPart_Axis;
    double reach_a = -((rod ? ax : dx + ax) * nx + (rod ? ay : dy + ay) * ny);
    double reach_b = bx * nx + by * ny;
    details->reach = node->is_b ? reach_b : reach_a;
    details->reach_parent = node->is_b ? reach_a : reach_b;
  }
  if (node->parts & (JointPart_Angle | JointPart_Slide)) {
    int row = (int)node->base - 1;
    if (!(node->parts & JointPart_Point)) write_row(node, row, 0, 0, 1, 1);
    node->mend[row] = within(node, node->bias * (node->rest + (b->turn - a->turn)), MOST_MENDING_TURN, node->fasterTurn);
  }
}

/*
 * What a rod does as the string of a bow: its pull by its length, the larger one of while it mends its length and of what is
 * left of it. Where it pushes it is none.
 */
static inline double tautness(const Node *node) {
  const Details *details = details_of(node);
  double sum = details->mending < details->pulled ? details->mending : details->pulled;
  return node->parts == JointPart_Axis && sum < 0 && details->length > 1e-9 ? -sum / details->length : 0;
}

/* What the rows of a node pull outward at a body, times the way from its center of mass. */
static inline double strain(const Node *node, const double *spin, double reach, double reach_limit) {
  if (node->parts & JointPart_Point) return spin[1] * node->sum[0] - spin[0] * node->sum[1];
  return reach * node->sum[0] + tautness(node) * reach * reach + (node->limit != 0 ? reach_limit * node->sum[node->base] : 0);
}

/* What a rod asks of the mass of a body across it. */
static inline void stretch(Node *node, const double *along, double tautness) {
  node->across.xx += tautness * along[1] * along[1];
  node->across.xy -= tautness * along[0] * along[1];
  node->across.yy += tautness * along[0] * along[0];
}

static void raise_mass(Node *node, double time, Work *body) {
  node->taut = raise_across(node->own[0], time, &node->across, node->taut != 0, &node->heft, &node->light, body);
  node->mass.xx = node->heft.xx;
  node->mass.xy = node->heft.xy;
  node->mass.yy = node->heft.yy;
}

/* How soft the rows of a node are. */
static inline void soften(const Node *nodes, Node *node) {
  node->eased = 0;
  const double *own = node->weight;
  const double *other = nodes[node->to].weight;
  double locked = locked_part(own) + locked_part(other);
  if (node->parts & JointPart_Point) {
    f64x2 spin = *(const Near *)node->spin, spin_parent = *(const Near *)node->spin_parent;
    f64x2 moves = *(const Near *)own + *(const Near *)other, turns = own[2] * spin * spin, turns_parent = other[2] * spin_parent * spin_parent;
    f64x2 k = node->rows == 2 ? moves + turns + turns_parent : moves + (turns + turns_parent);
    f64x2 none = 1e30;
    *(Near *)node->give = choose(k > 0, TREE_GIVE * k + LOCKED_GIVE * locked, none);
    if (node->rows == 3) node->give[2] = give_of(own[2] + other[2], locked);
    return;
  }
  const Details *details = details_of(node);
  for (int i = 0; i < (int)node->rows; i++) {
    double k = 0;
    for (int j = 0; j < 3; j++) {
      double pull = details->pull[i][j], pull_parent = details->pull_parent[i][j];
      k += own[j] * pull * pull + other[j] * pull_parent * pull_parent;
    }
    node->give[i] = give_of(k, locked);
  }
}

/*
 * Which limit will be passed within a substep, or is reached by now: of ropes that begin taut in a row each was taken in a substep after the one above it, and
 * the last, that fell until then, pulled with twelve times its load once.
 */
static inline int reached_limit(const Node *node, double time, const char *work) {
  const Details *details = details_of(node);
  double near = node->parts & JointPart_Point ? AT_LIMIT_TURN : AT_LIMIT * frame->slop;
  double rate = along_last(node, work), next = details->at + time * rate;
  if (next < details->lower || (details->at < details->lower + near && rate < near)) return 1;
  return next > details->upper || (details->at > details->upper - near && rate > -near) ? -1 : 0;
}

/*
 * Takes in a limit that is reached, and lets go of one that would hold back. In the tree, since a limit
 * that is solved by itself knows the masses of two bodies only: it gave way under 100 times as much, and rang.
 */
static void watch_limits(const Node *nodes, Node *node, double most, double time, const char *work) {
  Details *details = details_of(node);
  uint32_t row = node->base;
  if (node->limit != 0 && node->limit * node->sum[row] < 0 && details->lower < details->upper) node->limit = 0;
  if (node->limit == 0) {
    node->sum[row] = 0;
    node->limit = reached_limit(node, time, work);
  }
  take_limit(nodes, node, node->limit, most, time);
}

/*
 * Where there are motors what has not reached its limit may come up to it within the substep, as a row holds it and as a free one is judged: see
 * tree-motors.h. By no more than it mends it was held where none held it back.
 */
__attribute__((noinline)) double mend_limit(Node *node, double past, double most, double time) {
  bool turns = node->parts & JointPart_Point;
  if (node->motors && time > 0 && (node->limit > 0 ? past > 0 : past < 0)) return past / time;
  return within(node, node->bias * past, turns ? MOST_MENDING_TURN : most, turns ? node->fasterTurn : node->faster + node->parted);
}

void take_limit(const Node *nodes, Node *node, int limit, double most, double time) {
  Details *details = details_of(node);
  uint32_t row = node->base;
  node->limit = limit;
  node->rows = row + (limit != 0);
  if (is_rope(node)) details->pulled = limit != 0 ? details->pulled : 0;
  if (limit == 0) return;
  node->mend[row] = mend_limit(node, details->at - (limit > 0 ? details->lower : details->upper), most, time);
  soften(nodes, node);
}

#include "watch-motors.h"

/* The rows of a node, and what they ask of the masses of its bodies. */
static void lay_node(Node *nodes, Node *node, double time, double most, const char *work, bool begins) {
  Details *details = details_of(node);
  lay_rows(nodes, node, time, most, work);
  if (begins | node->eased) soften(nodes, node);
  if (node->bounded) watch_limits(nodes, node, most, time, work);
  if (node->line != 0) watch_motor(nodes, node, begins);
  if (!(node->parts & JointPart_Point)) details->mending = node->sum[0] < 0.9 * details->mending ? node->sum[0] : 0.9 * details->mending;
  node->raised += strain(node, node->spin, details->reach, details->reach_limit);
  nodes[node->to].raised += strain(node, node->spin_parent, details->reach_parent, details->reach_limit_parent);
  double pulls = tautness(node);
  if (pulls <= 0) return;
  stretch(node, details->pull[0], pulls);
  stretch(nodes + node->to, details->pull[0], pulls);
}

/* What leads to a body was before. */
static void weigh_body(Node *node, double time, char *work) {
  const double *weight = node->weight;
  double least = time * node->raised;
  double inertia = node->own[2];
  bool light = inertia > 0 && least > inertia;
  double taut = time * (node->across.xx + node->across.yy);
  node->quick = node->own[0] > 0 && QUICK * taut > node->own[0];
  node->raised = light ? least : inertia;
  /* What is new of it is at rest when it comes, as in `raise_mass`. */
  Work *body = (Work *)(work + node->work);
  if (light && node->raised > node->turned) body->velocity.z *= (float)((node->turned > inertia ? node->turned : inertia) / node->raised);
  node->turned = node->raised;
  node->lag = light ? inertia / least : 1;
  node->mass = (Symmetric){node->own[0], 0, 0, node->own[1], 0, node->raised};
  /* What is locked along an axis stays as it is: a mass that is raised across a rod moves it along both. */
  if (weight[0] == 0 || weight[1] == 0) node->taut = 0;
  else if (asks_for_mass(node->own[0], taut, node->taut != 0)) raise_mass(node, time, body);
  node->slowed = node->lag != 1 || node->taut != 0;
}

/* Two at a time; a torn joint by itself. */
static inline uint32_t weigh_pair(Node *nodes, Node *node, double time, double most, char *work, bool begins) {
  Node *next = node + 1;
  node->torn = next->torn = 0;
  node->parted = next->parted = 0;
  Laid laid = lay_twins(nodes, node, next, most);
  weigh_two(nodes, node, next, &laid, time, work);
  if (laid.torn) {
    mend_torn(node, most, time, work);
    mend_torn(next, most, time, work);
  }
  if (begins | node->eased | next->eased) {
    soften(nodes, node);
    soften(nodes, next);
  }
  return node->torn | next->torn;
}

/* What holds the angle of one of two hinges that are laid, and which of its limits and motors are rows. */
static inline void clamp_one(const Node *nodes, Node *node, double time, double most, const char *work, bool begins) {
  const Node *parent = nodes + node->to;
  double turned = node->rest + (node->is_b ? node->turn - parent->turn : parent->turn - node->turn);
  if (node->parts & JointPart_Angle) node->mend[2] = within(node, node->bias * turned, MOST_MENDING_TURN, node->fasterTurn);
  if (begins | node->eased) soften(nodes, node);
  if (node->bounded | node->line) details_of(node)->at = turned;
  if (node->bounded) watch_limits(nodes, node, most, time, work);
  if (node->line != 0) watch_motor(nodes, node, begins);
}

/* The same of two of which the angle is held, or may be. */
static inline uint32_t weigh_clamped_pair(Node *nodes, Node *node, double time, double most, char *work, bool begins) {
  Node *next = node + 1;
  node->torn = next->torn = 0;
  node->parted = next->parted = 0;
  Laid laid = lay_twins(nodes, node, next, most);
  if (laid.torn) {
    mend_torn(node, most, time, work);
    mend_torn(next, most, time, work);
  }
  clamp_one(nodes, node, time, most, work, begins);
  clamp_one(nodes, next, time, most, work, begins);
  weigh_two(nodes, node, next, &laid, time, work);
  return node->torn | next->torn;
}

static inline bool is_laid_as_twin(const Node *node) { return node->twin != 0 && node->twin < FIRST_RAIL; }

/*
 * The masses of the bodies. A light link in a taut chain swings from side to side faster than substeps can follow: it gets
 * as much inertia, or mass across its rods, as makes it just slow enough.
 */
bool weigh_nodes(Node *nodes, uint32_t first, uint32_t end, double time, double most, char *work, bool begins) {
  uint32_t torn = 0, slowed = 0, limited = 0;
  for (uint32_t n = first; n < end; n++) {
    nodes[n].raised = 0;
    if (!is_laid_as_twin(nodes + n)) nodes[n].across = (Across){0, 0, 0};
  }
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (is_laid_as_twin(node)) {
      if (node->twin == FIRST_TWIN) torn |= weigh_pair(nodes, node, time, most, work, begins);
      else {
        torn |= weigh_clamped_pair(nodes, node, time, most, work, begins);
        limited |= node->bounded | node[1].bounded;
      }
      slowed |= node->slowed | node[1].slowed;
      n++;
      continue;
    }
    if (node->parts != 0) lay_node(nodes, node, time, most, work, begins);
    torn |= node->torn;
    limited |= node->bounded;
    weigh_body(node, time, work);
    slowed |= node->slowed;
  }
  if (torn != 0) share_mending(nodes, first, end, most, work);
  nodes[first].limited = limited;
  return slowed != 0;
}
