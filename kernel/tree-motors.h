/*
 * The motor of a hinge in a tree is a row of it while it has torque to spare: it asks for a speed as other rows do for none, so it turns all that
 * the tree leads to at once, whatever other motors do. By the inertia of two bodies alone the motor of a hub of 0.2 m, with a blade of 4 m welded to it,
 * swung between 0 and 4 rad/s about its speed of 2 for 10 s. By the inertia that each motor alone has before it, its part of it where there are several, an
 * arm of three links of which each was steered to an angle flew about at 135 m/s, and should go at 2.5: what they find together they find slowly, by
 * impulses that are kept, and so swing. For free-limits.h.
 *
 * What a hinge bears is a flight of steps over how fast it turns. At its lower limit as much as it takes; between that and the speed that is asked for the
 * largest torque of the motor; at that speed what it takes; then the largest torque backward; at its upper limit what it takes. A row is a step that is
 * upright. As masses are, what all hinges of a tree bear at once is on one step each and on no other; found by going from step to step where
 * a hinge is off its own: all that are off at once, while that makes them fewer, otherwise the last one alone (Júdice and Pires, 1994). With changes
 * counted by hinge, and limits and motors told apart, what was wrong in the end drove: motors of more than four hinges with limits
 * were solved one by one, and robots of 6 to 11 flew at 184 m/s.
 */

/*
 * In a pass. Of 240 robots of 4 to 11 hinges, in space, on the ground and hung up, none needed more than 40. Ropes of 14 links of which all motors drive against
 * limits need more now and then: with 40 they reached 18 m/s, with this, and 400, 12. In 10 of 41,760 steps of 300 robots, jerked, with limbs of up to 15 hinges, it was
 * not enough. What is wrong then lasts for a pass: a motor that pushes too hard is held to its largest torque by its line in the next one, see lines.h.
 */
#define MOST_ROUNDS_WITH_MOTORS 100
/* So often all change at once though that makes what is wrong no less: as others do, 3 to 10 times. */
#define MOST_PATIENCE 4
/* Radians or lengths a second, and of what bodies move by: what is off by less is rounding. */
#define LEAST_EXCESS 1e-6

/* What a hinge is to change into. */
#define STEP_LOWER 1
#define STEP_UPPER 2
#define STEP_FORWARD 3
#define STEP_BACKWARD 4
#define STEP_DRIVEN 5

/* The largest impulse of a motor; 0 without one. */
static inline double motor_most(const Node *node) { return node->line != 0 ? line_of(node)->motorMost[node->lane] : 0; }

static inline double motor_of(const Node *node) { return node->line != 0 ? line_of(node)->motor[node->lane] : 0; }

/* Sets the impulse of a motor, and what is left to the row. */
static inline void set_motor(Node *node, double motor, double left) {
  if (node->line != 0) {
    Line *line = line_of(node);
    float next = (float)motor;
    node->changed += next - line->motor[node->lane];
    line->motor[node->lane] = next;
  }
  node->sum[node->base] = left;
  node->drives = 0;
}

static inline double clamped(double x, double most) { return x > most ? most : x < -most ? -most : x; }

/* How slowly, and how fast, limits let a hinge turn: in the pass that mends nothing those that are reached. */
static void find_ways(Node *node, double time, double most) {
  const Details *details = details_of(node);
  node->slowest = -__builtin_inf();
  node->fastest = __builtin_inf();
  if (node->bounded == 0) return;
  double lower = details->at - details->lower, upper = details->at - details->upper;
  int32_t limit = node->limit;
  uint32_t torn = node->torn;
  if (time > 0) {
    /* What `mend_limit` says, without it where no limit is passed: most are not. */
    node->limit = 1;
    node->slowest = lower > 0 ? -(lower / time) : -mend_limit(node, lower, most, time);
    node->limit = -1;
    node->fastest = upper < 0 ? -(upper / time) : -mend_limit(node, upper, most, time);
  } else {
    if (limit > 0 || lower <= 0) node->slowest = 0;
    if (limit < 0 || upper >= 0) node->fastest = 0;
  }
  node->limit = limit;
  node->torn = torn;
}

static inline void begin_steps(Node *node, double time, double most) {
  if (node->line | node->bounded) find_ways(node, time, most);
  node->fewest = NO_NODE;
  node->choices = MOST_PATIENCE;
}

/*
 * Whether a limit that is reached is torn, of a hinge by its angle: where its anchors are torn apart, by what is drawn through the ground, and the limit held both ways, a row
 * that only stops what may come up to it within the substep drove it there, with arms of meters. Rag dolls with stiff joints flew at 4,000 m/s.
 */
static inline bool is_limit_torn(const Node *node) {
  if (!(node->parts & JointPart_Point)) return node->torn != 0;
  const Details *details = details_of(node);
  double past = node->limit > 0 ? details->lower - details->at : details->at - details->upper;
  return node->bias * past > MOST_MENDING_TURN + node->fasterTurn;
}

/* The step that a limit which is reached goes to: it holds one way only. One without a range holds both ways, and so does what is torn: see `holds_back`. */
static inline uint32_t step_from_limit(const Node *node) {
  const Details *details = details_of(node);
  if (is_limit_torn(node) || !(details->lower < details->upper)) return 0;
  double side = node->limit, most = motor_most(node);
  double total = side * (motor_of(node) + node->sum[node->base]);
  bool away = most > 0 && side * (node->asked - (side > 0 ? node->slowest : node->fastest)) > LEAST_EXCESS;
  if (total >= (away ? most : -most)) return 0;
  return away == (side > 0) ? STEP_FORWARD : STEP_BACKWARD;
}

/* The step that a motor goes to that is a row. */
static inline uint32_t step_from_drive(const Node *node) {
  if (node->asked < node->slowest - LEAST_EXCESS) return STEP_LOWER;
  if (node->asked > node->fastest + LEAST_EXCESS) return STEP_UPPER;
  double most = motor_most(node), total = motor_of(node) + node->sum[node->base];
  return total > most ? STEP_FORWARD : total < -most ? STEP_BACKWARD : 0;
}

/* The step that a hinge goes to that nothing holds. */
static inline uint32_t step_from_free(const Node *node, const char *work) {
  double most = motor_most(node), motor = motor_of(node);
  double rate = along_last(node, work), excess = LEAST_EXCESS * (1 + size_along_last(node, work));
  if (most > 0) {
    bool forward = motor >= most, backward = motor <= -most;
    bool drives = forward ? rate > node->asked + excess : backward ? rate < node->asked - excess : true;
    if (drives && node->asked >= node->slowest && node->asked <= node->fastest) return STEP_DRIVEN;
    if (!forward && !backward) return node->asked < node->slowest ? STEP_LOWER : STEP_UPPER;
  }
  return rate < node->slowest - excess ? STEP_LOWER : rate > node->fastest + excess ? STEP_UPPER : 0;
}

/* Where a hinge is off its step: to which one it goes, otherwise 0. */
static inline uint32_t find_step(const Node *node, const char *work) {
  if (!(node->line | node->bounded)) return 0;
  if (node->limit != 0) return step_from_limit(node);
  return node->drives ? step_from_drive(node) : step_from_free(node, work);
}

/* The motor pushes with its largest torque, or nothing does: what is pushed with beyond that is taken back. */
static void let_turn(Node *nodes, Node *node, double motor) {
  arrive_last(nodes, node, motor - (motor_of(node) + node->sum[node->base]));
  set_motor(node, motor, 0);
  node->limit = 0;
  node->rows = node->base;
  if (is_rope(node)) details_of(node)->pulled = 0;
}

static void take_step(Node *nodes, Node *node, double time) {
  double most = motor_most(node);
  if (node->step == STEP_FORWARD || node->step == STEP_BACKWARD) let_turn(nodes, node, node->step == STEP_FORWARD ? most : -most);
  else if (node->step == STEP_DRIVEN) take_motor(nodes, node);
  else {
    double total = motor_of(node) + node->sum[node->base], motor = clamped(total, most);
    set_motor(node, motor, total - motor);
    take_limit(nodes, node, node->step == STEP_LOWER ? 1 : -1, most_mending(frame->jointPlan), time);
  }
}

/* Takes steps in trees with motors. Returns whether there is any. */
static bool take_steps(Node *nodes, uint32_t first, uint32_t end, double time, const char *work) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    node->step = node->motors ? find_step(node, work) : 0;
    if (node->step == 0) continue;
    any = true;
    Node *root = nodes + node->root;
    root->wrong++;
    root->last = n;
    root->freed = 1;
  }
  if (!any) return false;
  for (uint32_t n = first; n < end; n++) {
    Node *root = nodes + n;
    if (root->wrong == 0) continue;
    if (root->wrong < root->fewest) {
      root->fewest = root->wrong;
      root->choices = MOST_PATIENCE;
    } else if (root->choices > 0) root->choices--;
  }
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    const Node *root = nodes + node->root;
    if (node->step != 0 && (root->choices > 0 || root->last == n)) take_step(nodes, node, time);
  }
  return true;
}

/* What motors did in a pass. In the last one of a substep their lines have been solved by now, and have pushed. */
static __attribute__((noinline)) void keep_motors(Node *nodes, uint32_t first, uint32_t end, bool last) {
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->line == 0) continue;
    uint32_t drives = node->drives;
    double sum = node->sum[node->base];
    if (drives) set_motor(node, motor_of(node) + sum, 0);
    else if (node->limit != 0 && node->limit * sum < 0) {
      /* What holds both ways may hold back more than the motor can: its line took that away from it, and whirled the bodies, in each substep again. A hub that was put elsewhere won 1e7 times its energy. */
      double total = motor_of(node) + sum, motor = clamped(total, motor_most(node));
      set_motor(node, motor, total - motor);
    }
    node->drives = drives;
    if (last) {
      ((AngleGroup *)((char *)line_of(node) - __builtin_offsetof(AngleGroup, line)))->did[node->lane] += (float)node->changed;
      node->arrived[2] += node->sign * node->changed;
      nodes[node->to].arrived[2] -= node->sign * node->changed;
    }
    node->changed = 0;
  }
}
