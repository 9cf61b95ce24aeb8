/*
 * Turns active contacts into rows, and their impulses so far into the push that the bodies get first. What takes the time is
 * where the numbers lie: with A and B side by side in two lanes it took as long.
 */
#include "islands.h"
#include "locked.h"
#include "rocking.h"
#include "rows.h"

/* Compliance c and 1 / (1 + c). */
typedef struct {
  float compliance, give;
} Soft;

static inline Soft softness(double compliance) { return (Soft){(float)compliance, (float)(1 / (1 + compliance))}; }

/*
 * Compliance of what is kinematic against a body that a torn joint draws into it. It still bears it with 96 times its weight; but against a joint, which draws at
 * the largest speed of mending, it does not hold.
 */
#define DRAWN_COMPLIANCE 1

/* How soft contacts are in small and in large islands, of one body and of two; and, in any, of two of which one is heavy, and of what is drawn through something kinematic. */
typedef struct {
  Soft small[2], large[2], heavy, drawn;
} Softnesses;

/*
 * Whether a torn joint draws the one body through the other one, which is kinematic: by no more than 78 degrees from straight, and to what is beyond its surface. What holds
 * a foot on this side of a lift that comes up does not: of figures that fell upon one some were left hanging through a plate of 5 cm, by what tore as they landed.
 */
static inline bool is_drawn_through(uint32_t contact, uint32_t body_a, uint32_t body_b) {
  bool into_b = frame->kind[body_b] == BodyKind_Kinematic;
  if (!into_b && frame->kind[body_a] != BodyKind_Kinematic) return false;
  uint32_t body = into_b ? body_a : body_b;
  int32_t place = frame->awakeIndex[body];
  if (place == NOT_AWAKE || frame->state[place].drawn == 0) return false;
  const float *drawn = (const float *)&frame->state[place].drawn, *to = (const float *)&frame->state[place].more;
  const Manifold *m = frame->manifold + contact;
  double side = into_b ? 1 : -1;
  double along = side * (drawn[0] * m->normalX + drawn[1] * m->normalY);
  if (along <= 0 || 25 * along * along <= (double)drawn[0] * drawn[0] + (double)drawn[1] * drawn[1]) return false;
  const Pose *pose = frame->pose + body, *origin = frame->pose + frame->a[contact];
  double x = pose->x - pose->fromCenterX + to[0] - origin->x - m->x0, y = pose->y - pose->fromCenterY + to[1] - origin->y - m->y0;
  return side * (x * m->normalX + y * m->normalY) > 0;
}

/* How soft the contact is, and whether friction acts in the soft pass too. */
static void write_softness(float *lane, const Softnesses *all, uint32_t island, bool single, bool heavy, bool drawn) {
  uint32_t size = frame->islandSize[island];
  bool large = size >= LARGE_ISLAND;
  bool jolted = frame->islandJolted[island] && is_joltable(island);
  Soft soft = heavy ? all->heavy : large || jolted ? all->large[single] : all->small[single];
  if (size > SMALL_ISLAND && !large && !jolted && !heavy) {
    double part = ((double)size - SMALL_ISLAND) / (LARGE_ISLAND - SMALL_ISLAND);
    double softer = SMALL_ISLAND_COMPLIANCE + (1 - SMALL_ISLAND_COMPLIANCE) * part;
    soft = softness(softer * (single ? frame->fixedCompliance : frame->movingCompliance));
  }
  if (drawn) soft = all->drawn;
  *bits_of(lane) = large ? RowBits_RubsEarly : 0;
  lane[LANES * Field_Compliance] = soft.compliance;
  lane[LANES * Field_Give] = soft.give;
}

static inline double restitution_of(uint32_t a, uint32_t b, bool foreign) {
  if (foreign) return frame->restitution;
  float ra = frame->surface[a].restitution;
  float rb = frame->surface[b].restitution;
  return ra > rb ? ra : rb;
}

/* Friction and surface speed; notes a contact that may bounce or resists rolling. */
static void write_surfaces(float *lane, uint32_t a, uint32_t b, bool foreign) {
  const Surface *sa = frame->surface + a;
  const Surface *sb = frame->surface + b;
  double friction = foreign ? frame->friction : __builtin_sqrt((double)sa->friction * sb->friction);
  lane[LANES * Field_Friction] = (float)friction;
  lane[LANES * Field_Belt] = (float)((double)sa->speed + sb->speed);
  if (sa->rollingResistance > 0 || sb->rollingResistance > 0) {
    frame->special[frame->specialCount++] = frame->ownerCount - 1;
  }
  double restitution = restitution_of(a, b, foreign);
  if (restitution == 0) return;
  Owner owner = frame->owners[frame->ownerCount - 1];
  frame->bounces[frame->bounceCount++] = (Bounce){.lane = owner.lane, .owner = owner.contact, .restitution = restitution};
}

/* The bodies of a contact as its row has them: A is what does not move where only one does. */
typedef struct {
  const Pose *a, *b;
  /* Places of the work records, 0 for the world. */
  uint32_t record_a, record_b;
  /* The points of the manifold are measured from the origin of B, and its normal is turned round. */
  bool reversed;
} Pair;

static inline void add_push(uint32_t record, double x, double y, double w) {
  f32x4 *sum = &frame->push[record].sum;
  sum->x = (float)(sum->x + x);
  sum->y = (float)(sum->y + y);
  sum->z = (float)(sum->z + w);
}

/* Reading the radius of each box took a third of the time of preparing a bin of boxes. */
static inline bool is_round(uint32_t collider) { return frame->traits[collider] & Trait_Round; }

/* A side of a contact, seen from the origin of its point. */
static Side side_of(const Pose *pose, uint32_t record, const Pose *origin, double to_x, double to_y) {
  Side side = {pose - frame->pose, pose->x - origin->x, pose->y - origin->y, -to_x, -to_y, 0, 0, 0, record == 0};
  if (record == 0) return side;
  const State *state = frame->state + (record - 1);
  side.vx = state->x;
  side.vy = state->y;
  side.w = state->w;
  return side;
}

/* Radians. What turns farther until the middle of a step is not followed. */
#define FARTHEST_DRIVEN_TURN 0.5
/* Radians. What turns less until the middle of a step leaves it to `move_touch` where round things will touch. */
#define NEAR_DRIVEN_TURN 0.01

/*
 * The driven side of a contact, which turns whatever is pressed against it. What it carries goes along an arc, and is pushed along
 * the normal of the middle of the step: with that of its beginning a box in a drum of 2 m at 10 rad/s got 28 mm outward in each step,
 * and through its wall.
 */
typedef struct {
  /* Radians it turns until then; 0 where nothing is driven. */
  double turn;
  double w;
  bool is_b;
} Drum;

/*
 * How fast a thing goes around a round driven one, radians/s: the middle of what is round, the point of what is not. `x`, `y`: that point,
 * seen from `origin`.
 */
static double turn_around(const Pose *own, const Pose *load, const State *driven, const State *other, const Pose *origin, double x, double y) {
  double center_x = load->x - load->fromCenterX, center_y = load->y - load->fromCenterY;
  bool round = is_round((uint32_t)(load - frame->pose));
  double arm_x = round ? 0 : x + origin->x - center_x, arm_y = round ? 0 : y + origin->y - center_y;
  double rx = center_x + arm_x - (own->x - own->fromCenterX), ry = center_y + arm_y - (own->y - own->fromCenterY);
  double vx = other->x - other->w * arm_y - driven->x;
  double vy = other->y + other->w * arm_x - driven->y;
  double square = rx * rx + ry * ry;
  return square > 0 ? (rx * vy - ry * vx) / square : 0;
}

static inline Drum drum_of(const Pair *pair, const Pose *origin, double x, double y) {
  Drum drum = {0, 0, pair->b->inverseMass == 0};
  if (pair->record_a == 0 || (!drum.is_b && pair->a->inverseMass != 0)) return drum;
  const Pose *own = drum.is_b ? pair->b : pair->a;
  const State *driven = frame->state + ((drum.is_b ? pair->record_b : pair->record_a) - 1);
  double w = drum.w = driven->w;
  /* A face turns, whatever lies on it. What a wheel slides under stays: a ball on one without friction was pushed aside, by 1.3 m/s in half a second. */
  if (w != 0 && frame->shapeType[own - frame->pose] == ShapeType_Circle) {
    const State *other = frame->state + ((drum.is_b ? pair->record_a : pair->record_b) - 1);
    w = common_turn(w, turn_around(own, drum.is_b ? pair->a : pair->b, driven, other, origin, x, y));
  }
  double turn = 0.5 * frame->stepTime * w;
  if (turn < FARTHEST_DRIVEN_TURN && turn > -FARTHEST_DRIVEN_TURN) drum.turn = turn;
  return drum;
}

/* Friction below which what swings on a sharp corner is not stopped by it. */
#define SLICK 0.05f

#define NOTHING -1
#define BOTH 2

/* Which point of a contact holds anything: 0, 1, `BOTH` or `NOTHING`. */
static inline int held_point(uint32_t contact, int points) {
  const Impulse *impulse = frame->impulse + contact;
  if (points != frame->pointCount[contact]) return NOTHING;
  if (points == 1) return impulse->normal0 > 0 ? 0 : NOTHING;
  if (impulse->normal0 > 0) return impulse->normal1 > 0 ? BOTH : 0;
  return impulse->normal1 > 0 ? 1 : NOTHING;
}

static inline void write_point(float *p, float cross_a, float cross_b, float dot_a, float dot_b, float base, float inverse_mass, float tangent_mass) {
  p[LANES * PointField_CrossA] = cross_a;
  p[LANES * PointField_CrossB] = cross_b;
  p[LANES * PointField_DotA] = dot_a;
  p[LANES * PointField_DotB] = dot_b;
  p[LANES * PointField_Base] = base;
  p[LANES * PointField_InverseMass] = inverse_mass;
  p[LANES * PointField_TangentMass] = tangent_mass;
}

/*
 * Writes the row of one contact with the inverse masses given, and adds its impulses to the push of its bodies. `moves`
 * where its point may be taken from the end of the step, `turns` where its normal may be taken from the middle.
 */
static void write_row(uint32_t contact, float *lane, int points, const Pair *pair, bool moves, bool turns) {
  const Manifold *manifold = frame->manifold + contact;
  const Pose *a = pair->a;
  const Pose *b = pair->b;
  bool single = pair->record_a == 0;
  double sign = pair->reversed ? -1 : 1;
  double nx = sign * manifold->normalX;
  double ny = sign * manifold->normalY;
  int axes_a = single ? 0 : frame->axes[pair->record_a - 1];
  int axes_b = frame->axes[pair->record_b - 1];
  double mass_a = single ? 0 : a->inverseMass;
  double mass_b = b->inverseMass;
  double inertia_a = single ? 0 : a->inverseInertia;
  double inertia_b = b->inverseInertia;
  bool rigid = inertia_a + inertia_b == 0;
  const Pose *origin = pair->reversed ? b : a;
  double to_ax = origin->x - a->x + a->fromCenterX;
  double to_ay = origin->y - a->y + a->fromCenterY;
  double to_bx = origin->x - b->x + b->fromCenterX;
  double to_by = origin->y - b->y + b->fromCenterY;
  Touch touch = {manifold->x0, manifold->y0, nx, ny};
  double ahead = 0;
  int held = held_point(contact, points);
  Side side_a, side_b;
  bool slick = lane[LANES * Field_Friction] < SLICK;
  Drum drum = {0};
  if (turns) drum = drum_of(pair, origin, manifold->x0, manifold->y0);
  bool turned = drum.turn > NEAR_DRIVEN_TURN || drum.turn < -NEAR_DRIVEN_TURN;
  bool rocks = held == BOTH ? slick && !single : held != NOTHING && (slick || is_round(a - frame->pose) || is_round(b - frame->pose));
  if (moves && !turned && rocks && (axes_a | axes_b) & ROCKS) {
    if (held == 1) touch = (Touch){manifold->x1, manifold->y1, nx, ny};
    if (held == BOTH) touch = (Touch){0.5 * (manifold->x0 + manifold->x1), 0.5 * (manifold->y0 + manifold->y1), nx, ny};
    side_a = side_of(a, pair->record_a, origin, to_ax, to_ay);
    side_b = side_of(b, pair->record_b, origin, to_bx, to_by);
    double separation = held == 1 ? manifold->separation1 : manifold->separation0;
    bool moved = held == BOTH ? turn_faces(&side_a, &side_b, frame->lead, &touch)
                              : move_touch(&side_a, &side_b, separation, frame->lead, slick, &touch);
    if (moved) ahead = frame->lead;
    nx = touch.nx;
    ny = touch.ny;
  }
  double push_x = nx;
  double push_y = ny;
  /*
   * What turns as one does not rock. By a push from ahead it would turn faster and faster: two limbs that a third one keeps apart did.
   * Faces are pushed along the normal of the middle, which leaves such a pair as fast as it is.
   */
  if (ahead > 0) drum.turn = -(held == BOTH ? 0.5 : 1) * ahead * common_turn(side_a.w, side_b.w);
  if (drum.turn != 0) {
    double inverse = 1 / __builtin_sqrt(1 + drum.turn * drum.turn);
    push_x = (nx - drum.turn * ny) * inverse;
    push_y = (ny + drum.turn * nx) * inverse;
  }
  double masses = mass_a + mass_b;
  double tangent_masses = masses;
  if ((axes_a | axes_b) & (Lock_X | Lock_Y)) {
    Masses locked = locked_masses(lane, axes_a, axes_b, mass_a, mass_b, &push_x, &push_y);
    mass_a = locked.mass_a;
    mass_b = locked.mass_b;
    masses = locked.normal;
    tangent_masses = locked.tangent;
    if (locked.held) {
      nx = push_x;
      ny = push_y;
    }
  }
  lane[LANES * Field_NormalX] = (float)push_x;
  lane[LANES * Field_NormalY] = (float)push_y;
  lane[LANES * Field_MassA] = (float)mass_a;
  lane[LANES * Field_InertiaA] = (float)inertia_a;
  lane[LANES * Field_MassB] = (float)mass_b;
  lane[LANES * Field_InertiaB] = (float)inertia_b;
  /* Points are relative to the origin; anchors are relative to the centers of mass. The world has none. */
  if (ahead > 0) {
    to_ax -= ahead * side_a.vx;
    to_ay -= ahead * side_a.vy;
    to_bx -= ahead * side_b.vx;
    to_by -= ahead * side_b.vy;
  }
  if (masses == 0) {
    /* Where neither can move along the normal any mass will do: it keeps the divisions sound, also those of a disc, */
    /* whose spin does not yield along the normal either. Its own mass keeps friction in proportion. */
    masses = tangent_masses = rigid ? 1 : (single ? 0 : a->inverseMass) + b->inverseMass;
  }
  /* Where neither body turns the two rows would be the same, and which of them holds would be up to rounding: the */
  /* deeper point stands for both. */
  bool second = rigid && frame->pointCount[contact] == 2 && manifold->separation1 < manifold->separation0;
  /* Both points side by side: where there is one, it is there twice. */
  const double *m = second ? &manifold->x1 : &manifold->x0;
  const double *n = points == 2 ? m + 3 : m;
  f64x2 x = {m[0], n[0]}, y = {m[1], n[1]}, separation = {m[2], n[2]};
  if (ahead > 0) {
    f64x2 seen_x = x - side_b.center_x, seen_y = y - side_b.center_y;
    x += ahead * (side_b.vx - side_b.w * seen_y);
    y += ahead * (side_b.vy + side_b.w * seen_x);
    if (held == 0) x.x = touch.x, y.x = touch.y;
    if (held == 1) x.y = touch.x, y.y = touch.y;
  }
  f64x2 rax = {0, 0}, ray = {0, 0};
  if (!single) {
    rax = x + to_ax;
    ray = y + to_ay;
  }
  f64x2 rbx = x + to_bx, rby = y + to_by;
  f64x2 cross_a = rax * ny - ray * nx, cross_b = rbx * ny - rby * nx;
  f64x2 dot_a = rax * nx + ray * ny, dot_b = rbx * nx + rby * ny;
  if (ahead == 0 && drum.turn != 0) {
    /* Seen from the middle of the step its surface is where it was when it ends. How fast it goes along is in the belt. */
    f64x2 *dot = drum.is_b ? &dot_b : &dot_a;
    lane[LANES * Field_Belt] += (float)((drum.is_b ? drum.w : -drum.w) * dot->x);
    *dot = (f64x2){0, 0};
  }
  f64x2 inverse_mass = masses + inertia_a * cross_a * cross_a + inertia_b * cross_b * cross_b;
  f64x2 tangent_mass = 1 / (tangent_masses + inertia_a * dot_a * dot_a + inertia_b * dot_b * dot_b);
  f64x2 base = separation - (dot_b - dot_a);
  const Impulse *impulse = frame->impulse + contact;
  float *p = point_of(lane, 0);
  write_point(p, (float)cross_a.x, (float)cross_b.x, (float)dot_a.x, (float)dot_b.x, (float)base.x, (float)inverse_mass.x, (float)tangent_mass.x);
  p[LANES * PointField_Normal] = impulse->normal0;
  p[LANES * PointField_Tangent] = impulse->tangent0;
  double normal = impulse->normal0, tangent = impulse->tangent0;
  double turn_a = normal * cross_a.x + tangent * dot_a.x, turn_b = normal * cross_b.x + tangent * dot_b.x;
  double across;
  if (points == 2) {
    p = point_of(lane, 1);
    write_point(p, (float)cross_a.y, (float)cross_b.y, (float)dot_a.y, (float)dot_b.y, (float)base.y, (float)inverse_mass.y, (float)tangent_mass.y);
    p[LANES * PointField_Normal] = impulse->normal1;
    p[LANES * PointField_Tangent] = impulse->tangent1;
    double n1 = impulse->normal1, t1 = impulse->tangent1;
    normal += n1;
    tangent += t1;
    turn_a += n1 * cross_a.y + t1 * dot_a.y;
    turn_b += n1 * cross_b.y + t1 * dot_b.y;
    across = masses + inertia_a * cross_a.x * cross_a.y + inertia_b * cross_b.x * cross_b.y;
  } else {
    across = 1 / inverse_mass.x;
  }
  lane[LANES * Field_Across] = (float)across;
  double px = normal * push_x - tangent * push_y;
  double py = normal * push_y + tangent * push_x;
  add_push(pair->record_b, mass_b * px, mass_b * py, inertia_b * turn_b);
  if (!single) add_push(pair->record_a, -(mass_a * px), -(mass_a * py), -(inertia_a * turn_a));
}

/*
 * A row needs a place in a group, and a group needs room. Where a stream has none, or where the surfaces of a contact
 * combine by rules of their own, the caller is asked: `frame->wanted` tells for what, and nothing of the contact at hand
 * was done. See `Kernel.prepare`.
 */
EXPORT(prepare) uint32_t prepare(uint32_t first, uint32_t end, uint32_t as) {
  Softnesses all;
  for (int single = 0; single < 2; single++) {
    double usual = single ? frame->fixedCompliance : frame->movingCompliance;
    all.small[single] = softness(SMALL_ISLAND_COMPLIANCE * usual);
    all.large[single] = softness(usual);
  }
  all.heavy = softness(HEAVY_COMPLIANCE * frame->movingCompliance);
  all.drawn = softness(DRAWN_COMPLIANCE);
  for (uint32_t i = first; i < end; i++) {
    uint32_t contact = frame->active[i];
    if (frame->pointCount[contact] == 0 || frame->flags[contact] & ContactFlag_Unsolved) continue;
    uint32_t a = frame->a[contact];
    uint32_t b = frame->b[contact];
    bool rules = (frame->traits[a] | frame->traits[b]) & Trait_Rules;
    if (rules && as == Prepared_Together) {
      frame->wanted = FOREIGN;
      return i;
    }
    if (frame->bounceCount == frame->bounceRoom && restitution_of(a, b, rules) != 0) {
      frame->wanted = MORE_BOUNCES;
      return i;
    }
    uint32_t body_a = frame->bodyOf[a];
    uint32_t body_b = frame->bodyOf[b];
    int32_t awake_a = frame->awakeIndex[body_a];
    int32_t awake_b = frame->awakeIndex[body_b];
    bool single = awake_a == NOT_AWAKE || awake_b == NOT_AWAKE;
    /* Against the world, A is the world: the impulses along n and t stay what they are, because both axes are reversed */
    /* together with the side they push. */
    bool reversed = awake_b == NOT_AWAKE;
    Pair pair = {frame->pose + (reversed ? b : a), frame->pose + (reversed ? a : b), single ? 0 : awake_a + 1,
                 (reversed ? awake_a : awake_b) + 1, reversed};
    double inertia = (single ? 0 : pair.a->inverseInertia) + pair.b->inverseInertia;
    int points = inertia == 0 ? 1 : frame->pointCount[contact];
    float *lane = take_lane(contact, points, pair.record_a, pair.record_b);
    if (lane == 0) return i;
    write_surfaces(lane, a, b, rules);
    bool dynamic = frame->kind[body_a] == BodyKind_Dynamic && awake_a != NOT_AWAKE;
    /* Whether one body is so much heavier that it would squeeze the other at the usual softness. */
    bool heavy = pair.a->inverseMass > HEAVY_RATIO * pair.b->inverseMass ||
                 pair.b->inverseMass > HEAVY_RATIO * pair.a->inverseMass;
    write_softness(lane, &all, island_of(dynamic ? body_a : body_b), single, heavy && !single, is_drawn_through(contact, body_a, body_b));
    if (pair.record_a > 0) frame->axes[pair.record_a - 1] |= TOUCHED;
    frame->axes[pair.record_b - 1] |= TOUCHED;
    bool leads = frame->lead > 0 && as != Prepared_Coming;
    write_row(contact, lane, points, &pair, leads && as != Prepared_Followed, leads);
  }
  return end;
}
