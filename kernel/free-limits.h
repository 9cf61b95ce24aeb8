/*
 * Limits that are rows of a tree hold one way only. Where one holds a body back from where it may go it is let go of, where another one is passed
 * it is taken in, and the tree is solved again (block pivoting: Júdice and Pires, 1994). Let go of in the next substep alone, what was struck away from
 * its limit kept two thirds of its speed, and nothing where it bounces. For trees.c.
 */

#include "tree-motors.h"

/*
 * Of several that are let go of at once some have to be taken in again: otherwise light links whipped past their limits by 0.1 rad. Each changes so often at most.
 * Where motors are rows it is taken in in the end: an arm of which all limits were moved and motors pushed was thrown at twice its speed by one that was not.
 */
#define MOST_ROUNDS_OF_LIMITS 6
#define MOST_CHOICES 3
/* Where motors are rows, too. With 6 twice as many of 300 arms with weak motors were thrown, with 60 as many; where all is right before, there are fewer. */
#define MOST_ROUNDS_WITH_MOTORS 20
/* Radians or lengths a second: what passes a limit more slowly stands there. */
#define LEAST_PASSING 1e-6

/*
 * A limit without a range holds both ways. So does one that is torn far apart, of what comes back faster than it is mended: wheels of which
 * one was drawn away by 90 m came back at 400 m/s, and not at 40.
 */
static inline bool holds_back(const Node *nodes, const Node *node) {
  if (node->choices + 1 >= MOST_CHOICES && has_motor_rows(nodes, node)) return false;
  return node->limit != 0 && node->torn == 0 && node->limit * node->sum[node->base] < 0 && details_of(node)->lower < details_of(node)->upper;
}

static void let_go(Node *nodes, Node *node) {
  Details *details = details_of(node);
  uint32_t row = node->base;
  for (int k = 0; k < 3; k++) {
    node->arrived[k] -= details->pull[row][k] * node->sum[row];
    nodes[node->to].arrived[k] -= details->pull_parent[row][k] * node->sum[row];
  }
  node->sum[row] = 0;
  node->limit = 0;
  node->rows = node->base;
  if (is_rope(node)) details->pulled = 0;
}

/* The mass that a body has before anything leads to it. */
static inline void weigh_alone(Node *node) {
  node->mass = (Symmetric){node->own[0], 0, 0, node->own[1], 0, node->raised};
  if (node->taut == 0) return;
  node->mass.xx = node->heft.xx;
  node->mass.xy = node->heft.xy;
  node->mass.yy = node->heft.yy;
}

/*
 * The limit that is passed now though it is no row: by what the rest of the tree does to its bodies, or because it was let go of. Which it is, or 0.
 * In the pass that mends nothing (its `time` is 0) it can only be one that was let go of: that of several at once some have to be taken in again holds
 * there, too. Without that an arm whose limits are moved kept velocities into them that grew from step to step, up to 4,000 m/s, while it hardly turned.
 */
static inline int passed_limit(const Node *nodes, const Node *node, double time, const char *work) {
  const Details *details = details_of(node);
  if (node->limit != 0 || node->bounded == 0 || node->choices == MOST_CHOICES) return 0;
  double rate = along_row(node, node->base, work);
  if (time == 0) {
    /* A motor drives against one that is reached in this pass, too. */
    bool low = details->at - details->lower < details->upper - details->at;
    double room = low ? details->at - details->lower : details->upper - details->at;
    if (node->choices == 0 && (node->line == 0 || room > 0 || !has_motor_rows(nodes, node))) return 0;
    return low ? rate < -LEAST_PASSING : rate > LEAST_PASSING ? -1 : 0;
  }
  double next = details->at + time * rate;
  double near = time * LEAST_PASSING;
  if (next < details->lower - near && rate < 0) return 1;
  return next > details->upper + near && rate > 0 ? -1 : 0;
}

/* Lets go of what holds back, and takes in what is passed. Returns whether there is any. */
static bool choose_limits(Node *nodes, uint32_t first, uint32_t end, double time, int round, const char *work) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    /* Motors first: what they hold with more than their largest torque says nothing of limits. */
    if (nodes[node->root].freed == FREED_MOTOR || (round >= MOST_ROUNDS_OF_LIMITS && !has_motor_rows(nodes, node))) continue;
    int passed = passed_limit(nodes, node, time, work);
    if (holds_back(nodes, node)) let_go(nodes, node);
    else if (passed != 0) {
      if (node->drives) keep_motor(node);
      take_limit(nodes, node, passed, most_mending(frame->jointPlan));
    } else continue;
    node->choices++;
    nodes[node->root].freed = FREED_LIMIT;
    any = true;
  }
  return any;
}

/* Finds the last node of each tree, and how many motors it has, and limits beside them. */
static void find_roots(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = end; n-- > first;) {
    Node *node = nodes + n;
    node->root = node->to == NO_NODE ? n : nodes[node->to].root;
    node->motors = node->choosy = 0;
    nodes[node->root].motors += node->line != 0;
    nodes[node->root].choosy += node->line != 0 && node->bounded;
  }
}

/* Solves again only those trees in which anything changes: what other trees do does not change what a tree does. */
static void free_rows(Node *nodes, uint32_t first, uint32_t end, char *work, Bend *mends) {
  bool limited = nodes[first].limited, driven = nodes[first].driven;
  for (uint32_t n = first; n < end; n++) nodes[n].choices = nodes[n].turns = 0;
  for (int round = 0; round < MOST_ROUNDS_WITH_MOTORS; round++) {
    for (uint32_t n = first; n < end; n++) nodes[n].freed = 0;
    bool any = driven && choose_motors(nodes, first, end, work);
    any |= limited && choose_limits(nodes, first, end, mends ? mends->time : 0, round, work);
    if (!any) return;
    if (mends) mends->again = true;
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) weigh_alone(nodes + n);
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) eliminate_node(nodes, nodes + n);
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) gather(nodes, nodes + n, work, mends);
    for (uint32_t n = end; n-- > first;) if (nodes[nodes[n].root].freed) spread(nodes, nodes + n, work);
  }
}
