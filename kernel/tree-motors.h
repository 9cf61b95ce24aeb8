/*
 * The motor of a hinge in a tree is a row of it while it has torque to spare: it asks for a speed as other rows do for none, so it turns all that
 * the tree leads to at once, whatever other motors do. By the inertia of two bodies alone the motor of a hub of 0.2 m, with a blade of 4 m welded to it,
 * swung between 0 and 4 rad/s about its speed of 2 for 10 s. By the inertia that each motor alone has before it, its part of it where there are several, an
 * arm of three links of which each was steered to an angle flew about at 135 m/s, and should go at 2.5: what they find together they find slowly, by
 * impulses that are kept, and so swing. For free-limits.h.
 */

/*
 * Each becomes a row, or ceases to be one, so often in a pass. Of 900 arms with motors that are too weak for how they are steered, with loads and up to four limits, none
 * was faster than 1.5 times what it is steered to; with 3 there were 8, up to 6.8 times, with 1 12 of 300.
 */
#define MOST_TURNS 6
/* Radians a second. What is turned too fast by less is turned right: far above rounding, and 1,000 times as much threw no more arms. */
#define LEAST_EXCESS 1e-6

/* Notes what a row changed about the impulse of its motor. */
static inline void keep_motor(Node *node) {
  Line *line = line_of(node);
  float next = (float)(line->motor[node->lane] + node->sum[node->base]);
  node->changed += next - line->motor[node->lane];
  line->motor[node->lane] = next;
  node->sum[node->base] = 0;
  node->drives = 0;
}

/* Whether a motor that is no row has torque to spare: less than its largest, or it drives faster what is too fast. */
static inline bool is_spare(const Node *node, const Line *line, const char *work) {
  double motor = line->motor[node->lane], most = line->motorMost[node->lane];
  if (most <= 0 || node->turns == MOST_TURNS) return false;
  if (motor < most && motor > -most) return true;
  double excess = along_row(node, node->base, work) - node->asked;
  return motor > 0 ? excess > LEAST_EXCESS : excess < -LEAST_EXCESS;
}

/* The motor pushes with its largest torque: what it pushed with beyond that is taken back. */
static void bind_motor(Node *nodes, Node *node, double beyond) {
  const Details *details = details_of(node);
  uint32_t row = node->base;
  for (int k = 0; k < 3; k++) {
    node->arrived[k] -= details->pull[row][k] * beyond;
    nodes[node->to].arrived[k] -= details->pull_parent[row][k] * beyond;
  }
  node->sum[row] -= beyond;
  keep_motor(node);
  node->rows = row;
}

/* Takes those out of the rows that push too hard, and in that have torque to spare. Returns whether there is any. */
static bool choose_motors(Node *nodes, uint32_t first, uint32_t end, const char *work) {
  bool any = false;
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->line == 0 || node->limit != 0 || !has_motor_rows(nodes, node)) continue;
    Line *line = line_of(node);
    double most = line->motorMost[node->lane];
    double next = line->motor[node->lane] + node->sum[node->base];
    if (node->drives && (next > most || next < -most)) bind_motor(nodes, node, next > 0 ? next - most : next + most);
    else if (!node->drives && is_spare(node, line, work)) take_motor(nodes, node);
    else continue;
    node->turns++;
    nodes[node->root].freed = FREED_MOTOR;
    any = true;
  }
  return any;
}

/* What motors did in a pass. In the last one of a substep their lines have been solved by now, and have pushed. */
static void keep_motors(Node *nodes, uint32_t first, uint32_t end, bool last) {
  for (uint32_t n = first; n < end; n++) {
    Node *node = nodes + n;
    if (node->line == 0) continue;
    bool drives = node->drives;
    if (drives) keep_motor(node);
    node->drives = drives;
    if (last) {
      ((AngleGroup *)((char *)line_of(node) - __builtin_offsetof(AngleGroup, line)))->did[node->lane] += (float)node->changed;
      node->arrived[2] += node->sign * node->changed;
      nodes[node->to].arrived[2] -= node->sign * node->changed;
    }
    node->changed = 0;
  }
}
