/*
 * Limits that are rows of a tree hold one way only. Where one holds a body back from where it may go it is let go of, where another one is passed
 * it is taken in, and the tree is solved again (block pivoting: Júdice and Pires, 1994). Let go of in the next substep alone, what was struck away from
 * its limit kept two thirds of its speed, and nothing where it bounces. For trees.c.
 */

#include "at-limits.h"
#include "tree-motors.h"

/*
 * A limit without a range holds both ways. So does one that is torn far apart, of what comes back faster than it is mended: wheels of which
 * one was drawn away by 90 m came back at 400 m/s, and not at 40.
 */
static inline bool holds_back(const Node *node) {
  return node->limit != 0 && !is_limit_torn(node) && node->limit * node->sum[node->base] < 0 && details_of(node)->lower < details_of(node)->upper;
}

static void let_go(Node *nodes, Node *node) {
  uint32_t row = node->base;
  arrive_last(nodes, node, -node->sum[row]);
  node->sum[row] = 0;
  node->limit = 0;
  node->rows = row;
  if (is_rope(node)) details_of(node)->pulled = 0;
}

/*
 * The limit that is passed now though it is no row: by what the rest of the tree does to its bodies, or because it was let go of. Which it is, or 0.
 * In the pass that mends nothing (its `time` is 0) it can only be one that was let go of: that of several at once some have to be taken in again holds
 * there, too. Without that an arm whose limits are moved kept velocities into them that grew from step to step, up to 4,000 m/s, while it hardly turned.
 */
static inline int passed_limit(const Node *node, double time, const char *work) {
  const Details *details = details_of(node);
  if (node->limit != 0 || node->bounded == 0 || node->choices == MOST_CHOICES) return 0;
  double rate = along_last(node, work);
  if (time == 0) {
    if (node->choices == 0) return 0;
    bool low = details->at - details->lower < details->upper - details->at;
    return low ? rate < -LEAST_PASSING : rate > LEAST_PASSING ? -1 : 0;
  }
  double next = details->at + time * rate;
  double near = time * LEAST_PASSING;
  if (next < details->lower - near && rate < 0) return 1;
  return next > details->upper + near && rate > 0 ? -1 : 0;
}

/* The mass that a body has before anything leads to it. */
static inline void weigh_alone(Node *node) {
  node->mass = (Symmetric){node->own[0], 0, 0, node->own[1], 0, node->raised};
  if (node->taut == 0) return;
  node->mass.xx = node->heft.xx;
  node->mass.xy = node->heft.xy;
  node->mass.yy = node->heft.yy;
}

/* Lets go of what holds back, and takes in what is passed. Returns whether there is any. */
static bool choose_limits(Node *nodes, uint32_t first, uint32_t end, double time, const char *work) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->motors) continue;
    int passed = passed_limit(node, time, work);
    if (holds_back(node)) let_go(nodes, node);
    else if (passed != 0) take_limit(nodes, node, passed, most_mending(frame->jointPlan), time);
    else continue;
    node->choices++;
    nodes[node->root].freed = 1;
    any = true;
  }
  return any;
}

/* Finds the last node of each tree, and whether it has motors. */
static void find_roots(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = end; n-- > first;) {
    Node *node = nodes + n;
    node->root = node->to == NO_NODE ? n : nodes[node->to].root;
    node->motors = 0;
    nodes[node->root].motors |= node->line != 0;
  }
  for (uint32_t n = first; n < end; n++) nodes[n].motors = nodes[nodes[n].root].motors;
}

/* Solves again only those trees in which anything changes: what other trees do does not change what a tree does. */
static void free_rows(Node *nodes, uint32_t first, uint32_t end, char *work, Bend *mends) {
  bool limited = nodes[first].limited, driven = nodes[first].driven;
  double time = mends ? mends->time : 0;
  double most = most_mending(frame->jointPlan);
  /* Each node is far from the one before: what is done to it is done at once. */
  for (uint32_t n = first; n < end; n++) {
    nodes[n].choices = nodes[n].freed = nodes[n].wrong = 0;
    if (nodes[n].motors) begin_steps(nodes + n, time, most);
  }
  for (int round = 0; round < (driven ? MOST_ROUNDS_WITH_MOTORS : MOST_ROUNDS_OF_LIMITS); round++) {
    if (round > 0) for (uint32_t n = first; n < end; n++) nodes[n].freed = nodes[n].wrong = 0;
    bool any = driven && take_steps(nodes, first, end, time, work);
    if (limited && round < MOST_ROUNDS_OF_LIMITS) any |= choose_limits(nodes, first, end, time, work);
    if (!any) return;
    if (mends) mends->again = true;
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) weigh_alone(nodes + n);
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) eliminate_node(nodes, nodes + n);
    for (uint32_t n = first; n < end; n++) if (nodes[nodes[n].root].freed) gather(nodes, nodes + n, work, mends);
    for (uint32_t n = end; n-- > first;) if (nodes[nodes[n].root].freed) spread(nodes, nodes + n, work);
  }
}
