/*
 * Trees of joints: one block elimination from the leaves to the last body, and back (Baraff, "Linear-Time Dynamics using
 * Lagrange Multipliers", SIGGRAPH 1996). A pass over joints one after the other carries a load only as far as the next one;
 * this carries it through the whole tree, whatever the masses.
 *
 * In doubles: a load of a thousand times a link's mass leaves no digits of a float. The rows are a little soft, so that those
 * that say the same twice (a taut bridge between two walls) share their load, and no more than the elimination bears.
 */
#include "eliminate.h"
#include "rotation.h"
#include "strands.h"
#include "substeps.h"
#include "trees.h"

/* The velocity of a body. */
static inline void velocity_of(const char *work, uint32_t at, double *v) {
  f32x4 velocity = ((const Work *)(work + at))->velocity;
  v[0] = velocity.x;
  v[1] = velocity.y;
  v[2] = velocity.z;
}

#include "bends.h"
#include "twins.h"

/* What the rows of a node ask for while the parent stands still; passed on to where it leads. */
INLINE gather_some(Node *nodes, Node *node, const char *work, Bend *mends, int rows) {
  const Details *details = details_of(node);
  double own[3], other[3], miss[3] = {0, 0, 0}, result[3];
  velocity_of(work, node->work, own);
  velocity_of(work, node->work_parent, other);
  for (int i = 0; i < rows; i++) {
    miss[i] = dot(details->pull[i], own) + dot(details->pull_parent[i], other) + dot(details->answer[i], node->arrived);
    if (mends) miss[i] += node->mend[i] + node->give[i] * node->sum[i];
  }
  if (node->drives) miss[node->base] -= node->asked;
  if (mends && is_bent(nodes, node)) bend_row(node, own[2], other[2], work, mends, miss);
  if (mends && mends->again) for (int i = 0; i < rows; i++) note_bend(mends, miss[i]);
  if (rows == 1) result[0] = node->hold.xx * miss[0];
  else times(&node->hold, miss, result);
  for (int i = 0; i < rows; i++) node->still[i] = -result[i];
  double *arrived = nodes[node->to].arrived;
  for (int i = 0; i < rows; i++) for (int k = 0; k < 3; k++) arrived[k] += details->pull_parent[i][k] * node->still[i];
}

static void gather_rows(Node *nodes, Node *node, const char *work, Bend *mends) BY_ROWS(gather_some, nodes, node, work, mends)

static void gather_hinge(Node *nodes, Node *node, const char *work, Bend *mends) {
  f32x4 own = ((const Work *)(work + node->work))->velocity;
  f32x4 other = ((const Work *)(work + node->work_parent))->velocity;
  double moved[3];
  times(&node->inverse, node->arrived, moved);
  double spin = own.z + moved[2], spin_parent = other.z;
  double x = own.x + moved[0] - other.x + node->spin[0] * spin + node->spin_parent[0] * spin_parent;
  double y = own.y + moved[1] - other.y + node->spin[1] * spin + node->spin_parent[1] * spin_parent;
  if (mends) {
    x += node->mend[0] + node->give[0] * node->sum[0];
    y += node->mend[1] + node->give[1] * node->sum[1];
    if (is_bent(nodes, node)) {
      double bend_x, bend_y;
      bend_point(node, own.z, other.z, mends, &bend_x, &bend_y);
      x += bend_x;
      y += bend_y;
    }
    if (mends->again) {
      note_bend(mends, x);
      note_bend(mends, y);
    }
  }
  double px = -(node->hold.xx * x + node->hold.xy * y);
  double py = -(node->hold.xy * x + node->hold.yy * y);
  node->still[0] = px;
  node->still[1] = py;
  double *arrived = nodes[node->to].arrived;
  arrived[0] -= px;
  arrived[1] -= py;
  arrived[2] += node->spin_parent[0] * px + node->spin_parent[1] * py;
}

static void gather_clamped(Node *nodes, Node *node, const char *work, Bend *mends) {
  f32x4 own = ((const Work *)(work + node->work))->velocity;
  f32x4 other = ((const Work *)(work + node->work_parent))->velocity;
  double miss[3], result[3];
  measure_clamped(node, own, other, miss);
  if (mends) for (int i = 0; i < 3; i++) miss[i] += node->mend[i] + node->give[i] * node->sum[i];
  if (node->drives) miss[node->base] -= node->asked;
  if (mends) {
    if (is_bent(nodes, node)) bend_row(node, own.z, other.z, work, mends, miss);
    if (mends->again) for (int i = 0; i < 3; i++) note_bend(mends, miss[i]);
  }
  times(&node->hold, miss, result);
  for (int i = 0; i < 3; i++) node->still[i] = -result[i];
  pass_clamped(node, nodes[node->to].arrived);
}

/* What the rows do once it is known what the parent does: their impulses arrive too. */
static inline void end_hinge(Node *node, const double *parent) {
  double x = node->spin_parent[0] * parent[2] - parent[0];
  double y = node->spin_parent[1] * parent[2] - parent[1];
  double px = node->still[0] - (node->hold.xx * x + node->hold.xy * y);
  double py = node->still[1] - (node->hold.xy * x + node->hold.yy * y);
  node->sum[0] += px;
  node->sum[1] += py;
  node->arrived[0] += px;
  node->arrived[1] += py;
  node->arrived[2] += node->spin[0] * px + node->spin[1] * py;
}

INLINE end_some(Node *node, const double *parent, int rows) {
  const Details *details = details_of(node);
  for (int i = 0; i < rows; i++) {
    double impulse = node->still[i] - dot(details->follow[i], parent);
    node->sum[i] += impulse;
    for (int k = 0; k < 3; k++) node->arrived[k] += details->pull[i][k] * impulse;
  }
}

static void end_rows(Node *node, const double *parent) BY_ROWS(end_some, node, parent)

/*
 * What else acts on a body (gravity, contacts, limits, springs) knows nothing of a raised mass: it is taken as the impulse
 * that it is. Otherwise each would push the tree as if it acted on the larger mass, and energy would come from nowhere.
 */
static inline void slow_down(const Node *node, char *work) {
  float *velocity = (float *)&((Work *)(work + node->work))->velocity;
  if (node->lag != 1) velocity[2] = (float)(node->spun + (velocity[2] - node->spun) * node->lag);
  if (node->taut == 0) return;
  double x = (velocity[0] - node->ran[0]) * node->own[0];
  double y = (velocity[1] - node->ran[1]) * node->own[1];
  velocity[0] = (float)(node->ran[0] + (node->light.xx * x + node->light.xy * y));
  velocity[1] = (float)(node->ran[1] + (node->light.xy * x + node->light.yy * y));
}

/* From here on changes are those of others. From memory, where it is rounded; one by one, or a processor waits for what was just written of it. */
static inline void note_velocity(Node *node, const char *work) {
  const volatile float *velocity = (const volatile float *)&((const Work *)(work + node->work))->velocity;
  node->spun = velocity[2];
  if (node->taut == 0) return;
  node->ran[0] = velocity[0];
  node->ran[1] = velocity[1];
}

/* What the rows ask for: in the first pass also what mends places. */
static inline void gather(Node *nodes, Node *node, const char *work, Bend *mends) {
  if (is_hinge(node)) gather_hinge(nodes, node, work, mends);
  else if (is_clamped(node)) gather_clamped(nodes, node, work, mends);
  else if (node->rows > 0) gather_rows(nodes, node, work, mends);
}

/* Their impulses, and what these do to the body. */
static inline void spread(Node *nodes, Node *node, char *work) {
  if (is_hinge(node)) end_hinge(node, nodes[node->to].change);
  else if (is_clamped(node)) end_clamped(node, nodes[node->to].change);
  else if (node->rows > 0) end_rows(node, nodes[node->to].change);
  double change[3];
  times(&node->inverse, node->arrived, change);
  for (int k = 0; k < 3; k++) {
    node->change[k] = change[k];
    node->arrived[k] = 0;
  }
  Work *body = (Work *)(work + node->work);
  body->velocity += (f32x4){(float)change[0], (float)change[1], (float)change[2], 0};
}

static inline void add_impulse(double *impulse, const double (*pull)[3], const double *sum, int rows) {
  for (int i = 0; i < rows; i++) for (int k = 0; k < 3; k++) impulse[k] += pull[i][k] * sum[i];
}

static inline void add_impulse_of_hinge(double *impulse, double sign, const double *spin, const double *sum) {
  impulse[0] += sign * sum[0];
  impulse[1] += sign * sum[1];
  impulse[2] += spin[0] * sum[0] + spin[1] * sum[1];
}

/* Adds what rows did to B in a substep. Around the anchor there is only what locks the angle, or limits it. */
static inline void note_done(Node *node) {
  for (uint32_t row = 0; row < node->rows; row++) {
    const double *pull = node->is_b ? details_of(node)->pull[row] : details_of(node)->pull_parent[row];
    for (int k = 0; k < 2; k++) node->did[k] += pull[k] * node->sum[row];
    if (pull[0] == 0 && pull[1] == 0) node->did[2] += node->sum[row];
  }
}

/* Adds what the impulses so far do to the push of the bodies. What motors changed has arrived at a node before; nothing has afterwards. Returns the spin that it adds. */
static inline double push_on(Node *nodes, Node *node, const char *work, char *push) {
  if (is_hinge(node)) {
    add_impulse_of_hinge(node->arrived, 1, node->spin, node->sum);
    add_impulse_of_hinge(nodes[node->to].arrived, -1, node->spin_parent, node->sum);
    for (int k = 0; k < 2; k++) node->did[k] += node->sign * node->sum[k];
  } else if (is_clamped(node)) add_clamped(node, nodes[node->to].arrived);
  else if (node->rows > 0) {
    details_of(node)->pulled = node->sum[0];
    note_done(node);
    add_impulse(node->arrived, details_of(node)->pull, node->sum, (int)node->rows);
    add_impulse(nodes[node->to].arrived, details_of(node)->pull_parent, node->sum, (int)node->rows);
  }
  f32x4 *target = (f32x4 *)(push + node->work / (sizeof(Work) / sizeof(Push)));
  const double *arrived = node->arrived;
  double x = arrived[0] * node->weight[0];
  double y = arrived[1] * node->weight[1];
  double w = arrived[2] * node->weight[2];
  if (node->slowed) {
    if (node->taut != 0) {
      x = node->light.xx * arrived[0] + node->light.xy * arrived[1];
      y = node->light.xy * arrived[0] + node->light.yy * arrived[1];
    }
    w *= node->lag;
    note_velocity(node, work);
    node->spun += w;
    node->ran[0] += x;
    node->ran[1] += y;
  }
  for (int k = 0; k < 3; k++) node->arrived[k] = 0;
  *target += (f32x4){(float)x, (float)y, (float)w, 0};
  return w;
}

#include "batches.h"
#include "free-limits.h"

static void press_batch(Node *nodes, uint32_t first, uint32_t end, char *work, Bend *bend, double least, bool slowed) {
  if (slowed) for (uint32_t n = first; n < end; n++) if (nodes[n].slowed) slow_down(nodes + n, work);
  bend->largest = 0;
  bend->again = false;
  gather_all(nodes, first, end, work, bend);
  spread_all(nodes, first, end, work);
  /* What turns quickly is bent by the velocities that it gets: by those that it had it lost or won 30 % of its energy in 20 s. */
  for (int round = 1; round < MOST_ROUNDS && bend->largest > least; round++) {
    bend->largest = 0;
    bend->again = true;
    for (uint32_t n = first; n < end; n++) if (nodes[n].small) gather(nodes, nodes + n, work, bend);
    for (uint32_t n = end; n-- > first;) if (nodes[n].small) spread(nodes, nodes + n, work);
  }
  if (nodes[first].limited | nodes[first].driven) free_rows(nodes, first, end, work, bend);
  if (nodes[first].driven) keep_motors(nodes, first, end, false);
  if (slowed) for (uint32_t n = first; n < end; n++) if (nodes[n].slowed) note_velocity(nodes + n, work);
}

/* Whether any body whirls after all pushes: what springs push, too, is held by the tree. */
static bool is_whirling(const Node *nodes, uint32_t first, uint32_t end, double time, const char *work) {
  float most = (float)(MOST_PUSH / time);
  for (uint32_t n = first; n < end; n++) {
    float spin = ((const Work *)(work + nodes[n].work))->velocity.z;
    if (spin > most || spin < -most) return true;
  }
  return false;
}

/* Solves what was pushed wildly before anybody else sees it. */
static void tame(Node *nodes, uint32_t first, uint32_t end, char *work) {
  gather_all(nodes, first, end, work, 0);
  spread_all(nodes, first, end, work);
  for (uint32_t n = first; n < end; n++) if (nodes[n].slowed) note_velocity(nodes + n, work);
}

/*
 * Before anybody else acts: what others did in the substep before acts on raised masses, as in the end it does. By velocities without that contacts
 * saw light planks of a taut bridge recoil from what they bear, and let go of it: balls of 10 times the mass of one sank in by 50 mm.
 */
void slow_trees(char *work, double time) {
  const JointPlan *plan = frame->jointPlan;
  if (!plan->slowed) return;
  Node *nodes = nodes_of(plan);
  for (uint32_t n = 0; n < plan->nodes; n++) {
    if (!nodes[n].slowed) continue;
    slow_down(nodes + n, work);
    note_velocity(nodes + n, work);
  }
  for (uint32_t first = 0, end; first < plan->nodes; first = end) {
    end = nodes[first].end;
    if (nodes[first].wild && is_whirling(nodes, first, end, time, work)) tame(nodes, first, end, work);
  }
  slow_strands(work);
}

EXPORT(pressTrees) void press_trees(char *work, const double *time) {
  const JointPlan *plan = frame->jointPlan;
  Node *nodes = nodes_of(plan);
  Bend bend = {*time, 1 / *time, 0, false};
  double least = LEAST_BEND * most_mending(plan);
  for (uint32_t first = 0; first < plan->nodes; first = nodes[first].end) {
    press_batch(nodes, first, nodes[first].end, work, &bend, least, plan->slowed != 0);
  }
  press_strands(work, *time);
}

/* Where the bodies are by now. */
static inline void follow_body(Node *node) {
  /* The world has no state. */
  if (node->work == 0) return;
  const State *state = frame->state + (node->work / sizeof(Work) - 1);
  node->moved[0] = state->movedX;
  node->moved[1] = state->movedY;
  node->turn = state->turn;
  Rotation rotation = short_turn(node->turn);
  node->cos = rotation.cos;
  node->sin = rotation.sin;
}

/* Lets what was pushed act on raised masses, too. */
static inline void follow_bodies(Node *nodes, uint32_t first, uint32_t end, char *work) {
  for (uint32_t n = first; n < end; n++) {
    if (nodes[n].slowed) slow_down(nodes + n, work);
    if (nodes[n].twin & 1 && follow_twins(nodes + n, nodes + n + 1)) {
      n++;
      if (nodes[n].slowed) slow_down(nodes + n, work);
    } else follow_body(nodes + n);
  }
}

/*
 * Rows are laid and eliminated in each substep. Once a step takes 0.85 of the time of trees, but the directions of pulls lag behind:
 * chains that hang still were torn apart, and a double pendulum's energy was 0.4 to 0.8 off after 20 s.
 */
EXPORT(relaxTrees) void relax_trees(char *work, char *push, const double *time) {
  JointPlan *plan = frame->jointPlan;
  Node *nodes = nodes_of(plan);
  bool slowed = relax_strands(work, push, *time);
  for (uint32_t first = 0, end; first < plan->nodes; first = end) {
    end = nodes[first].end;
    follow_bodies(nodes, first, end, work);
    slowed |= weigh_nodes(nodes, first, end, *time, most_mending(plan), work, false);
    settle_all(nodes, first, end, work);
    spread_all(nodes, first, end, work);
    if (nodes[first].limited | nodes[first].driven) free_rows(nodes, first, end, work, 0);
    if (nodes[first].driven) keep_motors(nodes, first, end, true);
    slowed |= push_all(nodes, first, end, *time, work, push);
  }
  plan->slowed = slowed;
}

#include "anew.h"

bool begin_trees(Node *nodes, uint32_t first, uint32_t end, char *work, char *push, double time, bool anew) {
  double most = most_mending(frame->jointPlan);
  if (nodes[first].driven) find_roots(nodes, first, end);
  bool slowed = weigh_nodes(nodes, first, end, time, most, work, true);
  if (anew) {
    begin_anew(nodes, first, end, work, time);
    slowed = weigh_nodes(nodes, first, end, time, most, work, true);
  }
  if (nodes[first].limited && !nodes[first].driven) find_roots(nodes, first, end);
  eliminate_all(nodes, first, end);
  slowed |= push_all(nodes, first, end, time, work, push);
  /* Of this step is what the substeps add. */
  for (uint32_t n = first; n < end; n++) nodes[n].did[0] = nodes[n].did[1] = nodes[n].did[2] = 0;
  return slowed;
}
