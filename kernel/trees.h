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

/* What a plan says of a node: the place of its joint in the order, the work records of its bodies, and where it leads. */
typedef struct {
  uint32_t joint, child, parent, to;
} Slot;

typedef struct {
  uint32_t work, work_parent, to, rows;
  /* Bits of JointPart that it holds, the place of its joint in the order, and whether its body is B. */
  uint32_t parts, joint, is_b, unused;
  /* As the step began: the arms, the way from anchor A to anchor B, the axis, what the angle lacks, or how long a rod is. */
  double arm_ax, arm_ay, arm_bx, arm_by, apart_x, apart_y, axis_x, axis_y, rest, bias;
  /* Inverse masses and inertias. */
  double weight[3], weight_parent[3];
  /* How far the anchor of body and parent is along a row that is no point, where pull goes outward. */
  double reach, reach_parent;
  /* By row: velocity along the row by that of body and parent; what it is off by; how soft it is; its impulse so far. */
  double pull[ROWS][3], pull_parent[ROWS][3], error[ROWS], give[ROWS], sum[ROWS];
  /* Mass of the body with all that leads to it; its inverse; what an impulse changes about the body; by how much a row
   * answers to an impulse, inverted; and by how much a row's impulse answers to the parent's velocity. */
  Symmetric mass, inverse;
  double answer[ROWS][3];
  Symmetric hold;
  double follow[ROWS][3];
  /* While solving: the impulse that arrived; the impulse of the rows while the parent stands still; the change of velocity. */
  double arrived[3], still[ROWS], change[3];
  /* By how much the inertia of the body is raised. */
  double raised;
} Node;

/* Finds the trees among the ends of a plan, and marks the joints that are in them. */
void plan_trees(JointPlan *plan);
/* Writes all nodes, and adds what they did before to the push of their bodies. */
void write_trees(char *push, const double *time);
/* The first of two passes of a substep, and the second, which adds to the push. */
void press_trees(char *work);
void relax_trees(char *work, char *push, const double *time);
static inline void forget_force(JointRecord *joint) { joint->forceX = joint->forceY = joint->torque = 0; }

void forget_tree_forces(void);
/* Keeps the impulses, and adds forces. */
void store_trees(double rate);
