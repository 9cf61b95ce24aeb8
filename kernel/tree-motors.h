/*
 * How much harder the motor of a hinge has to push than its two bodies alone would ask for: it turns all that its tree leads to. By the
 * inertia of the two the motor of a hub of 0.2 m, with a blade of 4 m welded to it, swung between 0 and 4 rad/s about its speed of 2
 * for 10 s. For trees.c, which finds it as a step begins.
 */

/* Of more motors in a tree none is looked at: each takes a pass over it. */
#define MOST_MOTORS 4

/*
 * Counts the motors of each tree. Returns the largest count that is not too large. A limit that is reached and then let go of leaves
 * motors that pushed as hard as it held too strong by far: where one is reached there are too many.
 */
static uint32_t count_motors(Node *nodes, uint32_t first, uint32_t end) {
  for (uint32_t n = end; n-- > first;) {
    Node *node = nodes + n;
    node->root = node->to == NO_NODE ? n : nodes[node->to].root;
    node->motors = 0;
    if (node->limit != 0) nodes[node->root].motors += MOST_MOTORS + 1;
    if (node->line == 0) continue;
    node->motor = ++nodes[node->root].motors;
  }
  uint32_t most = 0;
  for (uint32_t n = first; n < end; n++) {
    if (nodes[n].root == n && nodes[n].motors <= MOST_MOTORS && nodes[n].motors > most) most = nodes[n].motors;
  }
  return most;
}

static inline Line *line_of(const Node *node) { return (Line *)((char *)(uintptr_t)node - node->line); }

static inline bool is_tried(const Node *nodes, const Node *node, uint32_t motor) {
  return node->line != 0 && node->motor == motor && nodes[node->root].motors <= MOST_MOTORS;
}

static void stop_bodies(const Node *nodes, uint32_t first, uint32_t end, char *work) {
  for (uint32_t n = first; n < end; n++) ((Work *)(work + nodes[n].work))->velocity = (f32x4){0, 0, 0, 0};
}

/* Turns with an impulse of 1 of the motors with this number, one of each tree, while all else rests, and measures how fast they are. */
static void try_motors(Node *nodes, uint32_t first, uint32_t end, uint32_t motor, char *work) {
  stop_bodies(nodes, first, end, work);
  for (uint32_t n = first; n < end; n++) {
    if (!is_tried(nodes, nodes + n, motor)) continue;
    nodes[n].arrived[2] += nodes[n].sign;
    nodes[nodes[n].to].arrived[2] -= nodes[n].sign;
  }
  gather_all(nodes, first, end, work, 0);
  spread_all(nodes, first, end, work);
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (!is_tried(nodes, node, motor)) continue;
    const Node *parent = nodes + node->to;
    double turns = node->sign * (((const Work *)(work + node->work))->velocity.z - ((const Work *)(work + parent->work))->velocity.z);
    /* Each of several has to leave room for what the others do at once. */
    node->hard = turns > 0 ? 1 / (nodes[node->root].motors * turns) : 0;
    line_of(node)->push[node->lane] = 0;
  }
}

static void weigh_motors(Node *nodes, uint32_t first, uint32_t end, char *work) {
  /* Nobody else asks for the roots of trees. */
  if (!(nodes[first].driven | nodes[first].limited)) return;
  uint32_t most = count_motors(nodes, first, end);
  nodes[first].driven = most;
  if (most == 0) return;
  for (uint32_t n = first; n < end; n++) {
    f32x4 velocity = ((const Work *)(work + nodes[n].work))->velocity;
    double *kept = details_of(nodes + n)->kept;
    for (int k = 0; k < 3; k++) {
      kept[k] = velocity[k];
      kept[3 + k] = nodes[n].sum[k];
    }
    kept[6] = velocity.w;
    /* One that stands in several nodes is at rest in all but the first. */
    ((Work *)(work + nodes[n].work))->velocity = (f32x4){0, 0, 0, 0};
  }
  for (uint32_t motor = 1; motor <= most; motor++) try_motors(nodes, first, end, motor, work);
  for (uint32_t n = end; n-- > first;) {
    const double *kept = details_of(nodes + n)->kept;
    for (int k = 0; k < 3; k++) nodes[n].sum[k] = kept[3 + k];
    ((Work *)(work + nodes[n].work))->velocity = (f32x4){(float)kept[0], (float)kept[1], (float)kept[2], (float)kept[6]};
  }
}

/* A motor that changed its speed by more than this part of what that lacked is weaker from then on. */
#define MOST_ANSWER 1.25
/* Radians a second. What lacked less tells nothing: it is rounded. */
#define LEAST_LACK 1e-4

/* How much faster the motor of a node is than it should be. */
static inline double excess(const Node *nodes, const Node *node, const Line *line, const char *work) {
  const Node *parent = nodes + node->to;
  double rate = node->sign * (((const Work *)(work + node->work))->velocity.z - ((const Work *)(work + parent->work))->velocity.z);
  return rate - line->speed[node->lane];
}

/* Lets motors push as hard as all asks for that they turn. Their trees are solved again. Returns whether any pushes. */
static bool push_motors(Node *nodes, uint32_t first, uint32_t end, char *work, Bend *mends) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->line == 0 || line_of(node)->push[node->lane] != 0) continue;
    Line *line = line_of(node);
    double most = line->motorMost[node->lane], old = line->motor[node->lane];
    double more = details_of(node)->kept[0] = excess(nodes, node, line, work);
    double next = old - more * node->hard;
    next = next > most ? most : next < -most ? -most : next;
    line->motor[node->lane] = (float)next;
    double change = details_of(node)->kept[1] = (float)next - old;
    /* In the last pass its row has been solved by now. */
    if (!mends) ((AngleGroup *)((char *)line - __builtin_offsetof(AngleGroup, line)))->did[node->lane] += (float)change;
    node->arrived[2] += node->sign * change;
    nodes[node->to].arrived[2] -= node->sign * change;
    any |= change != 0;
  }
  if (!any) return false;
  if (mends) mends->again = true;
  gather_all(nodes, first, end, work, mends);
  spread_all(nodes, first, end, work);
  return true;
}

/*
 * What a motor turns may get lighter within a step: a crank near dead center hardly moves its piston. As hard as that was before it drove
 * the crank of a piston of 100 times its mass to -21 rad/s instead of 5. Of several in a tree each changes the speed of the others: there it is not told
 * whose answer it is. Returns whether any motor was too strong.
 */
static bool weaken_motors(Node *nodes, uint32_t first, uint32_t end, const char *work) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->line == 0 || line_of(node)->push[node->lane] != 0 || nodes[node->root].motors > 1) continue;
    const double *kept = details_of(node)->kept;
    if (__builtin_fabs(kept[0]) < LEAST_LACK) continue;
    double asked = -node->hard * kept[0];
    /* What it would have changed without its largest torque. */
    double answer = kept[1] * asked > 0 ? (kept[0] - excess(nodes, node, line_of(node), work)) / kept[0] * (asked / kept[1]) : 0;
    if (!(answer > MOST_ANSWER)) continue;
    node->hard /= answer;
    any = true;
  }
  return any;
}

static void turn_motors(Node *nodes, uint32_t first, uint32_t end, char *work, Bend *mends) {
  if (push_motors(nodes, first, end, work, mends) && weaken_motors(nodes, first, end, work)) push_motors(nodes, first, end, work, mends);
}
