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

/* What a plan says of a node: the place of its joint in the order, the work records of its bodies, where it leads, and a number for its tree. */
typedef struct {
  uint32_t joint, child, parent, to, tree;
} Slot;

/*
 * What hinges need comes first, since most joints are hinges: the rest of their records is hardly touched in a step. The rows of
 * a point measure the velocity of the body less that of the parent along x and y, the others that of B less that of A.
 */
typedef struct {
  uint32_t work, work_parent, to;
  /* Bits of JointPart that it holds. */
  uint32_t parts;
  /* Whether it has limits; which of them is reached and so a row: 1 the lower one, -1 the upper one, otherwise 0. */
  int32_t limit;
  uint32_t bounded;
  /* Rows, and those without a limit; that is the last one. */
  uint32_t rows, base;
  /* By body: how far its center of mass came since the step began, and its turn. */
  f64x2 moved;
  double cos, sin, turn;
  double bias;
  /* As the step began: the arms of body and parent, and the way from the anchor of the parent to that of the body. */
  f64x2 arm, arm_parent, apart;
  /* What the rows of a point measure of the spin of body and parent: the arms, a quarter turn to the left, and to the right. */
  f64x2 spin, spin_parent;
  /* By row: the impulse so far; the velocity that mends what it is off by; how soft it is; its impulse while the parent stands still. */
  double sum[4], mend[4], give[4], still[4];
  /* Of a hinge: how much its rows answer to impulses, inverted, by columns; what they do to the parent: rows along x, along y, and turning. */
  f64x2 hold_x, hold_y, answer_x, answer_y, answer_turn;
  /* The velocity that an impulse gives the body with all that leads to it: by columns, its spin, and the spin by a turning one. */
  f64x2 free_x, free_y, free_turn;
  double free_spin;
  /* Inverse inertia: its own, raised by nothing; that which it gets. Impulses outward at it, times the way from its center of mass. */
  double slow, strain;
  /* Its own inverse masses and inverse inertia. */
  double weight[4];
  /* While solving: the velocity that arrived from what leads to it; the impulses upon it now, and in sum. */
  f64x2 gain, impulse, total;
  double gain_turn, impulse_turn, total_turn;
  /* Which part of the inertia that it gets its own is; its spin as this last left it. */
  double lag, spun;
  /* Where its anchors are on body and parent, and which bodies these are. */
  f64x2 anchor, anchor_parent;
  uint32_t body, body_parent;
  /* The place of its joint in the order, whether its body is B, and whether its tree is new. */
  uint32_t joint, is_b, anew;
  /* Whether its ends are so far apart that they are mended at the largest speed; how many such there are in the tree up to here. */
  uint32_t torn, all_torn;
  /*
   * Of a body that rods hold taut, whose mass across them is raised: otherwise `taut` is 0. What they ask for; what it gets,
   * and the inverse of that; its velocity as this last left it.
   */
  uint32_t taut;
  Across across, heft, light;
  double ran[2];
  /* Limits: where it is; what it may be. */
  double at, lower, upper;
  /* The rest is not of hinges. The axis as the step began, and what the angle lacks or how long a rod is. */
  double axis_x, axis_y, rest;
  /* How far the anchor of body and parent is along the row, where pull goes outward. */
  double reach, reach_parent, reach_limit, reach_limit_parent;
  /* Of a rod: from anchor to anchor; its impulse before the velocity that mends it was taken back, and after. */
  double length, mending, pulled;
  /* How much its rows answer to impulses, inverted. By row: velocity along it by that of body and parent; what an impulse does to the parent. */
  Symmetric hold;
  double pull[ROWS][3], pull_parent[ROWS][3], answer[ROWS][3];
} Node;

static inline double most_mending(const JointPlan *plan) { return *(const double *)&plan->mostMending; }

static inline Node *nodes_of(const JointPlan *plan) { return (Node *)(uintptr_t)plan->trees; }

static inline bool is_hinge(const Node *node) { return node->parts == JointPart_Point && node->limit == 0; }

static inline uint32_t held_by(const Ends *ends) { return ends->parts >> HELD_SHIFT & ALL_PARTS; }

/* Finds the trees among the ends of a plan, and marks the joints that are in them. */
void plan_trees(JointPlan *plan);
/* Forgets what joints bore in a tree that are in none now. */
void leave_trees(const JointPlan *plan);
/* Writes all nodes. */
void write_trees(char *work, char *push, const double *time);
/* Where the bodies of all nodes are; their masses and the rows of their joints, which are as soft as they are when a step begins. */
void turn_nodes(Node *nodes, uint32_t count);
void weigh_nodes(JointPlan *plan, double time, bool begins, char *work);
/* Begins with nodes that are written: adds what they did before to the push of their bodies. */
void begin_trees(char *work, char *push, double time);
static inline void forget_force(JointRecord *joint) { joint->forceX = joint->forceY = joint->torque = 0; }

void forget_tree_forces(void);
/* Keeps the impulses, and adds forces. */
void store_trees(double rate);

static inline f64x2 pair_of(const double *at) { return (f64x2){at[0], at[1]}; }

static inline void put_pair(double *at, f64x2 pair) {
  at[0] = pair.x;
  at[1] = pair.y;
}

/* Whether what acts on the body of a node is slowed down. */
static inline bool is_slowed(const Node *node) { return node->lag != 1 || node->taut != 0; }
