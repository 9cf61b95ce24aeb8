/*
 * Trees of joints, solved at once: what is held rigidly between bodies of which no two are joined in two ways. The world, and
 * what moves as it likes, joins nothing.
 *
 * A node is a body and the joint to the body that follows it in its tree; or a joint from the world, which weighs nothing;
 * or the last body of a tree, without a joint. Nodes come before those that they lead to.
 */
#pragma once

#include "joints.h"

#define NO_NODE 0xffffffffu

/* Trees are solved together until they have so many nodes. */
#define LEAST_BATCH 96
/* Of strands what is solved together stays in the nearest cache: with 96 a step of ropes took 1.1 to 1.2 times as long. */
#define LEAST_BATCH_OF_STRANDS 32

/* Rows of one joint. */
#define ROWS 3

/* Both triangles of a symmetric matrix: its upper one by rows. */
typedef struct {
  double xx, xy, xz, yy, yz, zz;
} Symmetric;

/* The same of two rows. */
typedef struct {
  double xx, xy, yy;
} Across;

/*
 * What a plan says of a node: the place of its joint in the order, the work records of its bodies, where it leads, a number for
 * its tree, and whether that is small and its masses are alike; while planning its place. Of the first of a batch: where that ends. Whether its tree is a
 * strand: these come behind all others, see strands.h.
 */
typedef struct {
  uint32_t joint, child, parent, to, tree, small, place, end, strand;
} Slot;

/* What few joints need of a node, apart: most are hinges, and a step goes through the nodes often. */
typedef struct {
  /* Of limits: where it is, and where they are. */
  double at, lower, upper;
  /* The rest is not of hinges. Of small trees where anchors are; the axis; how far the anchor of body and parent is along the row, where pull goes outward. */
  Place place;
  double axis_x, axis_y, reach, reach_parent, reach_limit, reach_limit_parent;
  /* Of a rod: from anchor to anchor; its impulse before the velocity that mends it was taken back, and after. */
  double length, mending, pulled;
  /* By row of what is no hinge: velocity along it by that of body and parent; what an impulse changes about the body; the answer to the parent. */
  double pull[ROWS][3], pull_parent[ROWS][3], answer[ROWS][3], follow[ROWS][3];
} Details;

/* What passes over hinges read and write comes first, side by side: all nodes of a batch are more than the nearest cache holds. */
typedef struct {
  uint32_t work, work_parent, to;
  /* Whether it is the first of two that are solved side by side, or the second one: see twins.h. While they are found: as whose first one it may be. */
  uint32_t twin;
  /* Whether its mass or inertia is raised; whether its body is B. */
  uint32_t slowed, is_b;
  /* Whether its ends are so far apart that they are mended at the largest speed; whether its rows are softer for it. */
  uint32_t torn, eased;
  /* 1 where its body is B, otherwise -1. */
  double sign;
  /* Which part of the raised inertia its own is; its spin as this last left it. */
  double lag, spun;
  /* Its inertia, which may be raised; the inertia that it had last. */
  double raised, turned;
  /* The way of the body, its turn, and the cosine and sine of that. */
  double moved[2], turn, cos, sin;
  /* As the step began: the arms of body and parent, the way from the anchor of the parent to that of the body. */
  double arm[2], arm_parent[2], apart[2];
  /* The velocity that mends, for each length that the anchors are apart; of a point that is torn: how fast the arcs that its bodies go along part it. */
  double bias, parted;
  /* Its mass, twice, and its inertia; the inverse of these. */
  double own[3], weight[3];
  /* Of a hinge: what its rows measure of the spin of body and parent. */
  double spin[2], spin_parent[2];
  /* By row, of a point that of the body less that of the parent, otherwise of B less that of A: the impulse so far; the velocity that mends what it is off by; how soft it is. */
  double sum[ROWS], mend[ROWS], give[ROWS];
  /* The mass of the body with all that leads to it, and the inverse of that; how much its rows answer to impulses, inverted. */
  Symmetric mass, inverse, hold;
  /* While solving: the impulse that arrived, and that of the rows while the parent stands still; the change of velocity. */
  double arrived[3], still[ROWS], change[3];
  /* What its rows did to B in the substeps of this step, along x and y and around. */
  double did[3];

  /* Of the first node of a batch: where that ends. */
  uint32_t end;
  /* Rows, and those without a limit or motor; that is the last one, and of a rope the only one. Bits of JointPart that it holds, 0 without a joint. */
  uint32_t rows, base, parts;
  /* Which limit is reached and so a row: 1 the lower one, -1 the upper one, otherwise 0. */
  int32_t limit;
  /* How often it was let go of and taken in in this pass: see free-limits.h. Of the last one of a tree with motors how many changes are left: see tree-motors.h. */
  uint32_t choices;
  /* Whether rods nearly ask for more mass. */
  uint32_t quick;
  /* Whether its tree is small and its masses are alike. */
  uint32_t small;
  /* Whether it has limits; the place of its joint in the order; whether its tree is new. */
  uint32_t bounded, joint, anew;
  /* Of a hinge with a motor how many bytes before it its line is, or 0, and the lane; whether the motor is a row; what is to be done about it: see tree-motors.h. */
  uint32_t line, lane, drives, step;
  /* The last node of the tree; of all of a tree whether there are motors; of the last one whether its rows are others than before; of the first of a batch whether there are motors. */
  uint32_t root, motors, freed, driven;
  /* Of the last node of a tree with motors: how many rows are wrong, the fewest so far, and the last of them. */
  uint32_t wrong, fewest, last;
  /* Of the first of a batch: whether the push of any of its bodies is wild; whether anything has limits. */
  uint32_t wild, limited;
  /* How many joints of its tree are torn, and how many lead to the world. */
  uint32_t all_torn, grounds;
  /* How many bytes farther on its details are. */
  uint32_t details;
  /* How fast the motor is to turn; by how much its impulse changed in this pass; how slowly, and how fast, limits let it turn. */
  double asked, changed, slowest, fastest;
  /* Its velocity as this last left it. */
  double ran[2];
  /* By how much faster than others it mends places: see `faster_by`. By how much a row that is solved by itself gives way, as a part of what it mends. */
  double faster, fasterTurn, yield;
  /* As the step began: what the angle lacks, or how long a rod is. */
  double rest;
  /*
   * Of a body that rods hold taut, whose mass across them is raised: otherwise `taut` is 0. What they ask for; what it gets,
   * and the inverse of that.
   */
  double taut;
  Across across, heft, light;
} Node;

static inline double most_mending(const JointPlan *plan) { return *(const double *)&plan->mostMending; }

static inline Node *nodes_of(const JointPlan *plan) { return (Node *)(uintptr_t)plan->trees; }

static inline Details *details_of(const Node *node) { return (Details *)((char *)node + node->details); }

static inline bool is_hinge(const Node *node) { return node->parts == JointPart_Point && node->rows == 2; }

/* What acts along the angle of a hinge with a motor. */
static inline Line *line_of(const Node *node) { return (Line *)((char *)(uintptr_t)node - node->line); }

/* First ones are odd, and their second ones follow them. */
#define FIRST_TWIN 1
#define SECOND_TWIN 2
/* Of hinges whose angle is held too, or may be: see clamped-twins.h. */
#define FIRST_CLAMPED 3
#define SECOND_CLAMPED 4
/* Of what has one row now and then: see rail-twins.h. */
#define FIRST_RAIL 5
#define SECOND_RAIL 6

static inline bool is_rope(const Node *node) { return node->parts == JointPart_Axis && node->base == 0; }

/* How fast a body goes along a row that leads to its parent: the last one, of a limit or a motor. */
static inline double along_last(const Node *node, const char *work) {
  f32x4 own = ((const Work *)(work + node->work))->velocity;
  f32x4 other = ((const Work *)(work + node->work_parent))->velocity;
  if (node->parts & JointPart_Point) return node->sign * ((double)own.z - other.z);
  const double *pull = details_of(node)->pull[node->base];
  const double *pull_parent = details_of(node)->pull_parent[node->base];
  return pull[0] * own.x + pull[1] * own.y + pull[2] * own.z + (pull_parent[0] * other.x + pull_parent[1] * other.y + pull_parent[2] * other.z);
}

/* How much goes into that at most, without signs. */
static inline double size_along_last(const Node *node, const char *work) {
  f32x4 own = ((const Work *)(work + node->work))->velocity;
  f32x4 other = ((const Work *)(work + node->work_parent))->velocity;
  if (node->parts & JointPart_Point) return __builtin_fabs((double)own.z) + __builtin_fabs((double)other.z);
  const double *pull = details_of(node)->pull[node->base];
  const double *pull_parent = details_of(node)->pull_parent[node->base];
  double size = 0;
  for (int k = 0; k < 3; k++) size += __builtin_fabs(pull[k] * own[k]) + __builtin_fabs(pull_parent[k] * other[k]);
  return size;
}

/* An impulse along that row arrives at the body, or what has arrived is taken back. */
static inline void arrive_last(Node *nodes, Node *node, double impulse) {
  double *own = node->arrived, *parent = nodes[node->to].arrived;
  if (node->parts & JointPart_Point) {
    own[2] += node->sign * impulse;
    parent[2] -= node->sign * impulse;
    return;
  }
  const Details *details = details_of(node);
  for (int k = 0; k < 3; k++) {
    own[k] += details->pull[node->base][k] * impulse;
    parent[k] += details->pull_parent[node->base][k] * impulse;
  }
}

static inline uint32_t held_by(const Ends *ends) { return ends->parts & IN_LOOP ? 0 : ends->parts >> HELD_SHIFT & ALL_PARTS; }

/* Whether nothing acts along a line but limits that are rows of a tree: its lane stays as it was laid. */
static inline bool is_left_to_tree(const Ends *ends, int part) {
  if (!(ends->parts & IN_TREE) || ends->limits == 0 || part != (held_by(ends) & JointPart_Point ? 0 : 1)) return false;
  return (ends->parts >> (LINES_SHIFT + 4 * part) & 15) == LinePart_Limit;
}

/* Finds the trees among the ends of a plan, and marks the joints that are in them. */
void plan_trees(JointPlan *plan);
/* Forgets what joints bore in a tree that are in none now. */
void leave_trees(const JointPlan *plan);
/* Writes all nodes. */
void write_trees(char *work, char *push, const double *time);
/*
 * Lays the rows of a batch of nodes, whose turns are known, and weighs their bodies. Places are mended at a largest speed. As a step
 * begins it is found how soft rows are. Returns whether any mass is raised.
 */
bool weigh_nodes(Node *nodes, uint32_t first, uint32_t end, double time, double most, char *work, bool begins);
/* Takes in a limit as a row that mends its place at a largest speed. */
void take_limit(const Node *nodes, Node *node, int limit, double most, double time);
/* The velocity that mends a limit that is passed by so much, no larger than the largest. */
double mend_limit(Node *node, double past, double most, double time);
/* Makes a motor a row. */
void take_motor(const Node *nodes, Node *node);
/* Begins with nodes that are written: adds what they did before to the push of their bodies. Returns whether any mass is raised. */
bool begin_trees(Node *nodes, uint32_t first, uint32_t end, char *work, char *push, double time, bool anew);
/* Lets what was pushed since the last substep act on raised masses. */
void slow_trees(char *work, double time);
static inline void forget_force(JointRecord *joint) { joint->forceX = joint->forceY = joint->torque = 0; }

void forget_tree_forces(void);
/* Keeps the impulses, and adds forces. */
void store_trees(double rate);
