/* Which joints make trees that are solved at once. */
#include "trees.h"
#include "stars.h"

/*
 * By work record: the joints that are left, and the exclusive or of them; of its tree so far the joints, those to the world, and
 * the least and the largest inverse mass; its node; of its tree so far the most joints that one body answers for, and with what they lock
 * angles; whether it hangs on a loop, which motors drive any of it, whether something kinematic holds it, and whether any joint of it was in a tree before,
 * or was torn; how many joints the longest way has that ends at the body, and the longest one of its tree so far; one of its joints, see `Ends`; a body of all that hangs together.
 */
typedef struct {
  uint32_t degree, edges, size, grounds, node;
  float least, most, borne;
  uint32_t locks;
  bool looped;
  uint8_t driven;
  bool carried, torn;
  uint16_t height, longest;
  uint32_t ring, all;
} Stem;

/* No doubles: what lies before them may end at any multiple of four. */
_Static_assert(sizeof(Stem) == 52, "STEM_STRIDE");

static bool is_free(uint32_t record) { return record != 0 && frame->kind[frame->awake[record - 1]] == BodyKind_Dynamic; }

/* How many joints each body answers for: see stars.h. */
static void share_edges(const JointPlan *plan, Ends *ends, Stem *stems) {
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) == 0) continue;
    Stem *a = stems + ends[i].a, *b = stems + ends[i].b;
    if (a->degree + a->grounds < LEAST_STAR && b->degree + b->grounds < LEAST_STAR) continue;
    ends[i].parts |= IN_STAR;
    double share = is_free(ends[i].a) ? is_free(ends[i].b) ? share_of_a(ends + i) : 1 : 0;
    a->borne += (float)share;
    b->borne += (float)(1 - share);
  }
}

/* Whether a joint has a motor, and whether that is strong. */
#define DRIVEN 1
#define DRIVEN_HARD 2

static uint8_t motor_of(const Ends *ends) {
  if (!(ends->parts >> LINES_SHIFT & (LinePart_Motor | LinePart_Motor << 4))) return 0;
  return ends->parts & IS_STRONG ? DRIVEN | DRIVEN_HARD : DRIVEN;
}

/* Makes one of two rings, of which either may be none. Returns a joint of it. */
static uint32_t join_rings(Ends *ends, uint32_t one, uint32_t other) {
  if (one == 0 || other == 0) return one | other;
  uint32_t next = ends[one - 1].ring;
  ends[one - 1].ring = ends[other - 1].ring;
  ends[other - 1].ring = next;
  return one;
}

/* Counts the joints of each body, and those to the world. */
static void count_edges(const JointPlan *plan, Ends *ends, Stem *stems) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  stems[0] = (Stem){.node = NO_NODE};
  for (uint32_t i = 1; i < plan->records; i++) {
    float weight = (float)frame->pose[frame->awake[i - 1]].inverseMass;
    stems[i] = (Stem){.node = NO_NODE, .least = weight, .most = weight};
  }
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) == 0) continue;
    bool a = is_free(ends[i].a);
    bool b = is_free(ends[i].b);
    uint32_t locks = held_by(ends + i) & (JointPart_Angle | JointPart_Slide);
    stems[ends[i].a].locks |= locks;
    stems[ends[i].b].locks |= locks;
    stems[ends[i].a].driven |= motor_of(ends + i);
    stems[ends[i].b].driven |= motor_of(ends + i);
    bool torn = frame->joints[order[i]].tree != 0;
    stems[ends[i].a].torn |= torn;
    stems[ends[i].b].torn |= torn;
    if (a && b) {
      stems[ends[i].a].degree++;
      stems[ends[i].a].edges ^= i;
      stems[ends[i].b].degree++;
      stems[ends[i].b].edges ^= i;
    } else if (a || b) {
      Stem *held = stems + (a ? ends[i].a : ends[i].b);
      held->size++;
      held->grounds++;
      held->carried |= (a ? ends[i].b : ends[i].a) != 0;
      ends[i].ring = i + 1;
      held->ring = join_rings(ends, held->ring, i + 1);
    }
  }
  share_edges(plan, ends, stems);
}

/* A pendulum of a few bodies, which hangs on the world at one place at most. */
static bool is_pendulum(const Stem *stem) { return stem->size <= SMALL_TREE && stem->grounds <= 1 && !stem->looped; }

/*
 * Of few joints that the world holds only those are solved at once that were torn: at once their steps take 1.5 times as long (60 chains of 4 to 11
 * links), and what gives way by some millimeters needs no more. But a pile that fell on a chain of ten links at 50 m/s drew it out by 5.2 m, and held it so:
 * contacts are the last in each pass, and what is solved one by one loses against them. (So 0.4 m; box2d3-wasm 2.4.) For good: under what tore them
 * they would tear again. Not where something kinematic tears them: see `is_drawn`.
 */
static bool may_tear(const Stem *stem) { return stem->size > SMALL_TREE && stem->grounds > 0 && !stem->looped; }

/*
 * Whether a direct solution gives more than it costs: measured in docs/joints.md. Of few joints that hang on a loop it does harm: frames of
 * nine welded pieces swung ever wider, and with masses of 1 : 1,000 some reached 4,000 m/s.
 *
 * What is held at two places of the world bears what these do to it, and one by one light parts take that on in part only (see swing.h): of one to seven bodies
 * between two walls a motor tore a piston off its rod by 50 m, and slides reached 3,000 m/s with nothing but their weight. Not where there are only hinges and
 * rods that nothing drives: 400 linkages of four bars took 2.4 times as long. Nor where only hinges and rods hold them and something kinematic may draw an end
 * farther than they reach: with a motor, of 300 rows of one to four bars drawn so the middle one whipped at 25 m/s, not at 7.
 *
 * More than a few that lock angles bend where they are solved one by one: eleven boxes that were welded to a wall in a row hung down by 3.7 m and swung. And
 * motors of more than a few find their speeds too slowly: an arm of four links that were steered to angles flew about at 67 m/s. Where the world holds none only if
 * one is strong (see `is_strong`): figures with friction in their joints would cost as much.
 */
static bool is_worth(const Stem *stem) {
  if (stem->torn && may_tear(stem)) return true;
  if (stem->size >= LEAST_TREE && (stem->looped || stem->grounds > 0 || stem->longest >= LEAST_TREE)) return true;
  if (stem->looped) return false;
  if (stem->grounds > 1 && (stem->locks != 0 || (stem->driven && !stem->carried))) return true;
  if (stem->size > SMALL_TREE && (stem->locks != 0 || (stem->driven && stem->grounds == 1) || stem->driven & DRIVEN_HARD)) return true;
  return stem->most >= (float)UNEVEN * stem->least || stem->borne > (float)MOST_BORNE || (stem->size >= LEAST_PENDULUM && is_pendulum(stem));
}

/* Whether its joints follow the arcs of their anchors: see `is_bent`. */
static bool is_small(const Stem *stem) { return is_pendulum(stem) && stem->most <= (float)MOST_BENT * stem->least; }

/* Whether its joints fit together however they are, so that nothing strains them for good. */
static bool is_open(const Stem *stem) { return stem->grounds <= 1 && !stem->looped; }

/* What the rows of a joint have to know of its tree, even if they are solved one by one. */
static void mark_by_tree(Ends *ends, const Stem *stem) {
  if (is_open(stem)) ends->parts |= IS_OPEN;
  bool tears = may_tear(stem) && !is_worth(stem);
  if (tears) ends->parts |= MAY_TEAR;
  if (!tears || !stem->carried) ends->ring = 0;
}

static inline uint32_t least_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* A way of so many joints is as good as endless. */
#define ENDLESS LEAST_TREE

/* A part of a tree that ends at a body is joined to another one. */
static void lengthen(Stem *parent, const Stem *child) {
  uint32_t way = least_of(child->height + 1u, ENDLESS);
  uint32_t whole = least_of(parent->height + way, ENDLESS);
  if (whole > parent->longest) parent->longest = (uint16_t)whole;
  if (child->longest > parent->longest) parent->longest = child->longest;
  if (way > parent->height) parent->height = (uint16_t)way;
}

static void take_in(Stem *stem, const Stem *other) {
  if (other->least < stem->least) stem->least = other->least;
  if (other->most > stem->most) stem->most = other->most;
  if (other->borne > stem->borne) stem->borne = other->borne;
  stem->locks |= other->locks;
  stem->driven |= other->driven;
  stem->carried |= other->carried;
  stem->torn |= other->torn;
}

/* Takes bodies with one joint away, again and again: what is left hangs in loops. Returns how many joints are in trees. */
static uint32_t peel(const JointPlan *plan, Ends *ends, Stem *stems, Slot *slots) {
  uint32_t *queue = (uint32_t *)(stems + plan->records);
  uint32_t queued = 0, count = 0;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) == 0 || !is_free(ends[i].a) || !is_free(ends[i].b)) continue;
    if (stems[ends[i].a].degree == 1) queue[queued++] = ends[i].a;
    if (stems[ends[i].b].degree == 1) queue[queued++] = ends[i].b;
  }
  for (uint32_t k = 0; k < queued; k++) {
    uint32_t body = queue[k];
    /* The last body of its tree. */
    if (stems[body].degree == 0) continue;
    uint32_t joint = stems[body].edges;
    uint32_t parent = ends[joint].a == body ? ends[joint].b : ends[joint].a;
    slots[count++] = (Slot){.joint = joint, .child = body, .parent = parent};
    stems[body].degree = 0;
    stems[parent].edges ^= joint;
    stems[parent].size += stems[body].size + 1;
    stems[parent].grounds += stems[body].grounds;
    take_in(stems + parent, stems + body);
    ends[joint].ring = joint + 1;
    stems[parent].ring = join_rings(ends, join_rings(ends, stems[parent].ring, stems[body].ring), joint + 1);
    lengthen(stems + parent, stems + body);
    if (--stems[parent].degree == 1) queue[queued++] = parent;
  }
  return count;
}

/*
 * Ropes close no loops, and lead from none to another: there they are solved by themselves, and the others make trees as if there were none. Returns whether any does. What is
 * left of a loop is between two bodies that both have joints left.
 */
static bool part_ropes(const JointPlan *plan, Ends *ends, const Stem *stems) {
  bool any = false;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (!(ends[i].parts & IS_ROPE) || held_by(ends + i) == 0 || !is_free(ends[i].a) || !is_free(ends[i].b)) continue;
    if (stems[ends[i].a].degree == 0 || stems[ends[i].b].degree == 0) continue;
    ends[i].parts |= IN_LOOP;
    any = true;
  }
  return any;
}

static uint32_t all_of(Stem *stems, uint32_t body) {
  while (stems[body].all != body) body = stems[body].all = stems[stems[body].all].all;
  return body;
}

/* Marks what hangs together with loops, where walls hold any of it. */
static void mark_strained(const JointPlan *plan, Ends *ends, Stem *stems) {
  for (uint32_t i = 1; i < plan->records; i++) stems[i].all = i;
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) != 0 && is_free(ends[i].a) && is_free(ends[i].b)) stems[all_of(stems, ends[i].a)].all = all_of(stems, ends[i].b);
  }
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) != 0 && is_free(ends[i].a) != is_free(ends[i].b)) stems[all_of(stems, is_free(ends[i].a) ? ends[i].a : ends[i].b)].edges = NO_NODE;
  }
  for (uint32_t i = 0; i < plan->count; i++) {
    uint32_t body = is_free(ends[i].a) ? ends[i].a : ends[i].b;
    /* What is solved at once has the lane of its limits there. */
    if (held_by(ends + i) == 0 || ends[i].parts & IN_TREE) continue;
    if (stems[body].looped && stems[all_of(stems, body)].edges == NO_NODE) ends[i].strained = 1;
  }
}

/* Adds a body that is the last of its tree, or in a loop. */
static uint32_t add_last(Slot *slots, uint32_t count, Stem *stems, uint32_t body) {
  if (stems[body].node != NO_NODE) return count;
  stems[body].node = count;
  slots[count] = (Slot){.joint = NO_NODE, .child = body, .to = NO_NODE, .small = is_small(stems + body), .strand = 1};
  return count + 1;
}

/* Gives each tree a number that becomes another when a joint comes or goes, or an end stands still. */
static void number_trees(const JointPlan *plan, Slot *slots, uint32_t joints) {
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  for (uint32_t n = 0; n < joints; n++) {
    slots[n].tree += (order[slots[n].joint] * 2 + (is_free(slots[n].child) ? 1 : 2)) * 2654435761u;
    slots[slots[n].to].tree += slots[n].tree;
  }
  for (uint32_t n = joints; n-- > 0;) slots[n].tree = slots[slots[n].to].tree;
}

/*
 * Whether a joint is a rope or a rod between the middles of its bodies. What stands still may be held anywhere. Small trees follow arcs, which strands do not: as strands
 * that did, two of 144 rows of three rods with a heavy end won 11 and 43 % as they whipped through the straight, and ropes took 0.95 to 0.97 of the step.
 */
static bool is_strand(const Ends *ends, const Slot *slot) {
  return !slot->small && held_by(ends) == JointPart_Axis && (ends->a == 0 || ends->arm_a == 0) && (ends->b == 0 || ends->arm_b == 0);
}

static void find_strands(const Ends *ends, Slot *slots, uint32_t joints) {
  for (uint32_t n = 0; n < joints; n++) slots[n].strand = is_strand(ends + slots[n].joint, slots + n);
  for (uint32_t n = 0; n < joints; n++) slots[slots[n].to].strand &= slots[n].strand;
  for (uint32_t n = joints; n-- > 0;) slots[n].strand = slots[slots[n].to].strand;
}

/* Puts slots where they belong. */
static void arrange(Slot *slots, uint32_t joints, uint32_t count) {
  for (uint32_t n = 0; n < joints; n++) slots[n].to = slots[slots[n].to].place;
  for (uint32_t n = 0; n < count; n++) {
    while (slots[n].place != n) {
      Slot other = slots[slots[n].place];
      slots[slots[n].place] = slots[n];
      slots[n] = other;
    }
  }
}

/*
 * Trees come one after the other, since a pass goes through the nodes of a tree again and again; but some at a time, whose nodes
 * stay mixed as they are found: what is next waits less for what is just before. The last bodies, one of each tree, are behind all joints. Strands come
 * last. Returns how many nodes come before them.
 */
static uint32_t batch_trees(Slot *slots, uint32_t joints, uint32_t count) {
  for (uint32_t n = count; n-- > 0;) {
    slots[n].place = n < joints ? slots[slots[n].to].place : n;
    slots[slots[n].place].end++;
  }
  uint32_t at = 0, nodes = 0;
  for (uint32_t strand = 0; strand < 2; strand++) {
    uint32_t least = strand ? LEAST_BATCH_OF_STRANDS : LEAST_BATCH, open = 0, size = least;
    nodes = at;
    for (uint32_t n = joints; n < count; n++) {
      if (slots[n].strand != strand) continue;
      uint32_t mine = slots[n].end;
      if (size >= least) {
        open = n;
        slots[n].end = at;
        size = 0;
      }
      slots[n].place = open;
      size += mine;
      at += mine;
    }
  }
  for (uint32_t n = 0; n < count; n++) {
    uint32_t batch = n < joints ? slots[slots[n].place].place : slots[n].place;
    slots[n].place = slots[batch].end++;
  }
  arrange(slots, joints, count);
  /* The first last body of a batch knows where it ends. */
  for (uint32_t first = 0; first < count; first = slots[first].end) {
    uint32_t n = first;
    while (slots[n].to != NO_NODE) n++;
    slots[first].end = slots[n].end;
  }
  return nodes;
}

void plan_trees(JointPlan *plan) {
  Ends *ends = (Ends *)(uintptr_t)plan->ends;
  Stem *stems = (Stem *)(uintptr_t)plan->stems;
  Slot *slots = (Slot *)(uintptr_t)plan->slots;
  /* Joints to the world come first in the end: at most half of the slots. */
  Slot *peeled = slots + plan->count;
  count_edges(plan, ends, stems);
  uint32_t edges = peel(plan, ends, stems, peeled);
  if (part_ropes(plan, ends, stems)) {
    count_edges(plan, ends, stems);
    edges = peel(plan, ends, stems, peeled);
  }
  /* Each body of a tree learns about all of it. */
  for (uint32_t i = 1; i < plan->records; i++) stems[i].looped = stems[i].degree > 0;
  for (uint32_t n = edges; n-- > 0;) {
    stems[peeled[n].child].looped = stems[peeled[n].parent].looped;
    stems[peeled[n].child].size = stems[peeled[n].parent].size;
    stems[peeled[n].child].grounds = stems[peeled[n].parent].grounds;
    stems[peeled[n].child].longest = stems[peeled[n].parent].longest;
    take_in(stems + peeled[n].child, stems + peeled[n].parent);
  }
  uint32_t kept = 0, count = 0;
  for (uint32_t n = 0; n < edges; n++) mark_by_tree(ends + peeled[n].joint, stems + peeled[n].child);
  for (uint32_t n = 0; n < edges; n++) if (is_worth(stems + peeled[n].child)) peeled[kept++] = peeled[n];
  for (uint32_t i = 0; i < plan->count; i++) {
    if (held_by(ends + i) == 0 || is_free(ends[i].a) == is_free(ends[i].b)) continue;
    uint32_t body = is_free(ends[i].a) ? ends[i].a : ends[i].b;
    mark_by_tree(ends + i, stems + body);
    /* Of those in loops the joints to the world are solved like the others. */
    if (!is_worth(stems + body) || stems[body].degree > 0) continue;
    ends[i].parts |= IN_TREE;
    slots[count++] = (Slot){.joint = i, .child = ends[i].a == body ? ends[i].b : ends[i].a, .parent = body};
  }
  for (uint32_t n = 0; n < kept; n++) {
    ends[peeled[n].joint].parts |= IN_TREE;
    stems[peeled[n].child].node = count;
    slots[count++] = peeled[n];
  }
  mark_strained(plan, ends, stems);
  uint32_t joints = count;
  for (uint32_t n = 0; n < joints; n++) {
    count = add_last(slots, count, stems, slots[n].parent);
    slots[n].to = stems[slots[n].parent].node;
    slots[n].small = is_small(stems + slots[n].parent);
  }
  number_trees(plan, slots, joints);
  find_strands(ends, slots, joints);
  plan->nodes = batch_trees(slots, joints, count);
  plan->strands = count - plan->nodes;
}
