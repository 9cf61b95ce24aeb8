/* How a tree begins that is another than before. For trees.c. */

/* The velocity that drives give a body in a substep. */
static void drive_body(const Node *node, char *work, double time) {
  const Drive *drive = frame->drive + (node->work / sizeof(Work) - 1);
  f32x4 velocity = {0, 0, 0, 0};
  if (node->work != 0) velocity = (f32x4){(float)(time * drive->x), (float)(time * drive->y), (float)(time * drive->angular), 0};
  ((Work *)(work + node->work))->velocity = velocity;
}

static inline void keep_velocity(Node *node, const char *work) {
  f32x4 velocity = ((const Work *)(work + node->work))->velocity;
  node->spun = velocity.z;
  node->ran[0] = velocity.x;
  node->ran[1] = velocity.y;
}

/*
 * What the joints of a tree bore says nothing once the tree is another: what lies between two walls is under a stress that was
 * kept by all of it, and would burst. They begin with what they bear by what drives the bodies.
 */
static void begin_anew(Node *nodes, uint32_t first, uint32_t end, char *work, double time) {
  for (uint32_t n = first; n < end; n++) {
    eliminate_node(nodes, nodes + n);
    if (nodes[n].anew && nodes[n].parts != 0) nodes[nodes[n].to].anew = 1;
  }
  for (uint32_t n = first; n < end; n++) {
    if (!nodes[n].anew) continue;
    keep_velocity(nodes + n, work);
    drive_body(nodes + n, work, time);
  }
  for (uint32_t n = first; n < end; n++) if (nodes[n].anew) gather(nodes, nodes + n, work, 0);
  for (uint32_t n = end; n-- > first;) if (nodes[n].anew) spread(nodes, nodes + n, work);
  /* Backward: what is kinematic and holds several trees is a node of each, of which the first kept its velocity. By that of the last it stood still for a step. */
  for (uint32_t n = end; n-- > first;) {
    const Node *node = nodes + n;
    if (node->anew) ((Work *)(work + node->work))->velocity = (f32x4){(float)node->ran[0], (float)node->ran[1], (float)node->spun, 0};
  }
}
