/* What the files about joints share: the rows, and where they are. */
#pragma once

#include "layout.h"
#include "push.h"
#include "vectors.h"

typedef struct {
  i32x4 a, b;
  f32x4 massAX, massAY, inertiaA, massBX, massBY, inertiaB;
  /* From the centers of mass to the anchors, and from anchor A to anchor B, when the step began. */
  f32x4 armAX, armAY, armBX, armBY, apartX, apartY;
} Arms;

/* What acts along one coordinate of four joints. */
typedef struct {
  i32x4 rigid, limited;
  f32x4 rest, bias, give, keep, least, most;
  /* What a spring pulls in a substep by how fast it is drawn out, velocity for velocity, whatever answers. */
  f32x4 pull;
  /* 1, or 0 where the motor is that of a tree: see tree-motors.h. */
  f32x4 speed, motorMost, push;
  f32x4 lower, upper, limitBias, limitGive, limitKeep;
  /* By how much faster than others it mends places: see `faster_by`; of other groups too. */
  f32x4 faster;
  /* The impulses so far. */
  f32x4 spring, motor, low, high;
  /* Bits of LinePart that some of the four have. */
  int32_t parts, unused[3];
} Line;

typedef struct {
  i32x4 a, b;
  f32x4 inertiaA, inertiaB;
  Line line;
  /* The sum of what it did in the substeps of this step; of other groups too, along x and y and around. */
  f32x4 did;
} AngleGroup;

/* What depends on the places alone is worked out apart, once a substep, as of hinges. */
typedef struct {
  Arms arms;
  /* Turns with A; where the joint is free it is used only while the anchors are on one spot. */
  f32x4 axisX, axisY;
  i32x4 free;
  /* Where the force points now. */
  f32x4 alongX, alongY;
  /* The arms as they are now, and across the force; where B is along it; what an impulse changes about that, and the inverse of it. */
  f32x4 ax, ay, bx, by, acrossA, acrossB, at, answer, mass;
  /* Where the joint is free the inverse of its length, otherwise 0; by how much its impulse swings the bodies: see swing.h. */
  f32x4 inverse, swing;
  /* Which part of the impulses so far a substep begins with, and what the turns add to the velocity in it; of other groups too. */
  f32x4 kept, bend;
  /* Whether it is free, and more than it leads from the one body to the other; and how much of its impulse swings the bodies too fast then. */
  i32x4 strained;
  /* Whether its anchors go straight: see `goes_straight`. */
  i32x4 straight;
  f32x4 excess;
  Line line;
  f32x4 didX, didY;
} AxisGroup;

typedef struct {
  Arms arms;
  f32x4 axisX, axisY, angle, bias, give, keep;
  f32x4 across, lock;
  f32x4 kept, faster, fasterTurn;
  f32x4 didX, didY, did;
} SlideGroup;

typedef struct {
  Arms arms;
  /* `pull` is that of a line, 0 of drives. */
  f32x4 bias, pull, speedX, speedY, most;
  f32x4 x, y, didX, didY;
  /* Whether some of the four have a largest impulse. */
  int32_t capped, unused[3];
} PointGroup;

/* Points that are held rigidly. What depends on the places alone is worked out apart, once a substep: the passes wait for each other. */
typedef struct {
  Arms arms;
  /* The arms as they are now, the velocity that mends the way from anchor A to anchor B, and the inverse of what an impulse changes about it. */
  f32x4 ax, ay, bx, by, mendX, mendY, inverse11, inverse12, inverse22;
  /* `leak` is `keep`, or less where the way is mended no faster. */
  f32x4 bias, give, keep, leak, faster;
  f32x4 x, y, kept, didX, didY;
  /* Whether nothing else leads from the one body to the other; whether it hangs on loops that walls hold. */
  i32x4 open, strained;
  /* Whether its anchors go straight: see `goes_straight`. */
  i32x4 straight;
} HingeGroup;

/*
 * A gear, one by itself: its Jacobian is that of the beginning of the step, as is the error that the next step finds.
 */
typedef struct {
  uint32_t works[4];
  /* By body: along x, y and the angle; and times its inverse mass or inertia. */
  float pull[4][3], answer[4][3];
  /* What is mended no faster than `most`, in the unit of its first joint. */
  float error, mass, bias, give, keep, impulse, most, did;
} Link;

/* The rows of a pulley: its rope as a whole, and what neither side can be longer than, where the other one is at its wheel. */
#define ROPE 0
#define ROPES 3

/* A pulley, one by itself. By side: how much of the rope it takes, the arm and the way from the wheel as the step begins. */
typedef struct {
  uint32_t works[2];
  double factor[2], arm[2][2], way[2][2], weights[2][3];
  double sum, bias, give, keep, faster;
  /* Where each side pulls now: to its wheel, and around. By row: what is left of the rope, and what turns take of it. */
  double pull[2][3], room[ROPES], bend[ROPES], mass[ROPES], impulse[ROPES];
  /* What it did to its second body. */
  double did[2];
} Pulley;

/* What a line did so far, in the order of a record. */
typedef struct {
  double spring, motor, low, high;
} LineImpulses;

/* A row: PARTS times the place of its joint in the order, and the number of its part; its lane, counted through all groups of the part. */
typedef struct {
  uint32_t row, lane;
} Row;

/*
 * What packing asks about a joint again and again: the work records of its ends, its parts, none where it rests, and their
 * masses; of its record the bodies, and the parts that it has while it does not rest; of what is in a tree the lane of its limits
 * or its motor and 1, or 0; how long its arms are, squared.
 *
 * Of what may be torn, and something kinematic holds: 1 and the place of the next joint of its tree, around in a ring. While trees are found, of all trees. Of
 * what is solved one by one and may not be torn: whether it hangs on loops that walls hold.
 */
typedef struct {
  uint32_t a, b, parts, masses, body_a, body_b, source;
  union {
    uint32_t limits, ring, strained;
  };
  float arm_a, arm_b;
} Ends;

/* Kinds of rows: the bits of JointPart, and of points those that are held rigidly. */
#define PARTS 16
#define KINDS 9
#define HINGE 8

/* In the parts of ends: above them those that the joint holds rigidly, and whether they are solved with its tree. */
#define ALL_PARTS 255
#define HELD_SHIFT 8
#define IN_TREE 65536
#define IS_HINGE 131072
#define LINES_SHIFT 18
/* It holds as a rod does while it is taut; and is in a loop, where it is solved by itself. */
#define IS_ROPE (1u << 26)
#define IN_LOOP (1u << 27)
/* A body of it has three joints or more: where these are decides whether it is in a tree. */
#define IN_STAR (1u << 28)
/* Nothing else leads from the one body to the other, whether it is solved with a tree or not. */
#define IS_OPEN (1u << 29)
/* It hangs on the world with few others that are solved one by one until one of them is torn: see `may_tear` in plan-trees.c. */
#define MAY_TEAR (1u << 30)
/*
 * Whether a joint hangs on one place of the world with more than a few others, one by one: no arcs for those. They are told by velocities that one pass leaves wrong
 * by what the others do: of 1,000 chains and trees of two to six rods, and of hinges, the worst won 4 times its energy and a fifth in 40 s (8 and 11 % without, most of
 * it in the first step), and they lose no more: a quarter and a third.
 */
static inline bool goes_straight(const Ends *ends) { return (ends->parts & (IS_OPEN | MAY_TEAR)) == (IS_OPEN | MAY_TEAR); }

/* The motor of its angle is strong: see `is_strong` in pack-joints.c. */
#define IS_STRONG (1u << 31)
/* What trees add to what records say. */
#define OF_TREES (IN_TREE | IN_LOOP | IN_STAR | IS_OPEN | MAY_TEAR)
/* Which tree a joint was in that was torn while it was in none: no number of a tree. */
#define TORN_TREE -1

/*
 * For so many seconds walls that part now may go on, and what is between them has to reach: of 13 bars whose end a hand draws out at 60 m/s by 10 m
 * none is faster than 71 m/s then, and with 0 120.
 */
#define AHEAD 0.25

/* Not a table: the kernel's memory holds no data of its own. */
static inline uint32_t group_size(int part) {
  return part == 0 ? sizeof(AngleGroup) : part < 3 ? sizeof(AxisGroup) : part == 3 ? sizeof(SlideGroup) : part < 6 ? sizeof(PointGroup) : part == 6 ? sizeof(Pulley) : part == 7 ? sizeof(Link) : sizeof(HingeGroup);
}

static inline char *group_of(const JointPlan *plan, int part, uint32_t lane) {
  return (char *)(uintptr_t)((&plan->starts)[part] + lane / LANES * group_size(part));
}

static inline f32x4 total_of(const Line *line) { return line->spring + line->motor + (line->low - line->high); }

/* Four bodies, a lane each. */
typedef struct {
  Work *work[LANES];
  f32x4 x, y, w, turn;
  f32x4 moved_x, moved_y;
} End;

static inline End load_end(const char *work, i32x4 at) {
  End end;
  for (int lane = 0; lane < LANES; lane++) end.work[lane] = (Work *)(work + at[lane]);
  Four velocity = transpose((Four){end.work[0]->velocity, end.work[1]->velocity, end.work[2]->velocity, end.work[3]->velocity});
  Four moved = transpose((Four){end.work[0]->moved, end.work[1]->moved, end.work[2]->moved, end.work[3]->moved});
  end.x = velocity.x;
  end.y = velocity.y;
  end.w = velocity.z;
  end.turn = velocity.w;
  end.moved_x = moved.x;
  end.moved_y = moved.y;
  return end;
}

/* The velocities alone. */
static inline End load_velocity(const char *work, i32x4 at) {
  End end;
  for (int lane = 0; lane < LANES; lane++) end.work[lane] = (Work *)(work + at[lane]);
  Four velocity = transpose((Four){end.work[0]->velocity, end.work[1]->velocity, end.work[2]->velocity, end.work[3]->velocity});
  end.x = velocity.x;
  end.y = velocity.y;
  end.w = velocity.z;
  end.turn = velocity.w;
  return end;
}

static inline void store_end(const End *end) {
  Four rows = transpose((Four){end->x, end->y, end->w, end->turn});
  end->work[0]->velocity = rows.x;
  end->work[1]->velocity = rows.y;
  end->work[2]->velocity = rows.z;
  end->work[3]->velocity = rows.w;
}

/* Velocity per error; which part of the full impulse acts, and which part of the impulse so far it lets go. */
typedef struct {
  double bias, give, keep;
} Softness;

/* Most joints are as hard as the one before. */
typedef struct {
  double hertz, ratio;
  Softness soft;
  /* By how much it gives way, as a part of what it mends. */
  double yield;
} Hardness;

/*
 * By how much faster a joint mends places whose numbers are moved in each step, as fast as they are. What winds a rope in at 6 m/s drew 4, and left its load
 * behind for good. What is moved once is mended as if it had been torn. Lengths by what moves lengths, angles by what moves angles: in pixels a slide
 * with a moved limit was turned back by 40 rad/s, and not by 8.
 */
static inline double turn_faster_by(const JointRecord *joint) {
  return (uint32_t)joint->parts & JointPart_Moved ? joint->fasterTurn * frame->stepRate : 0;
}

/* What is out on an axis, at (x, y) from its anchor, goes around with it. */
static inline double faster_by(const JointRecord *joint, double x, double y) {
  if (!((uint32_t)joint->parts & JointPart_Moved)) return 0;
  return (joint->faster + joint->fasterTurn * __builtin_sqrt(x * x + y * y)) * frame->stepRate;
}

/* Nothing that is torn is mended faster for turns of more, in radians a substep. */
#define MOST_ARC 1

/* Where one joint is when the step begins. */
typedef struct {
  const JointRecord *joint;
  uint32_t record_a, record_b;
  double ax, ay, bx, by, dx, dy;
  double mass_ax, mass_ay, mass_bx, mass_by, inertia_a, inertia_b;
  double cos_a, sin_a, angle, time;
  Softness hard;
  /* Whether the impulses so far are those of the record. */
  bool fresh;
} Seat;

/* How far the stiffest row may swing in a substep, in whole swings: beyond it what is heavier than a row takes it for is driven ever farther out. */
#define MOST_SWINGS 0.25

/* By frequency and damping ratio. */
static inline Softness softness(double hertz, double ratio, double time) {
  double omega = 2 * 3.141592653589793 * hertz;
  double a1 = 2 * ratio + time * omega;
  double a2 = time * omega * a1;
  double a3 = 1 / (1 + a2);
  return (Softness){a1 > 0 ? omega / a1 : 0, a2 * a3, a3};
}

static inline Softness rigid(const JointRecord *joint, double time, Hardness *last) {
  if (joint->hertz != last->hertz || joint->ratio != last->ratio) {
    double most = MOST_SWINGS / *(const double *)&frame->jointPlan->longest;
    Softness soft = softness(joint->hertz < most ? joint->hertz : most, joint->ratio, time);
    *last = (Hardness){joint->hertz, joint->ratio, soft, soft.keep / soft.give};
  }
  return last->soft;
}

/* The inverse masses and inertia of a body. */
static inline void weigh(uint32_t record, const Pose *pose, double *x, double *y, double *turn) {
  double mass = record == 0 ? 0 : pose->inverseMass;
  int axes = record == 0 ? 0 : frame->axes[record - 1];
  *x = axes & Lock_X ? 0 : mass;
  *y = axes & Lock_Y ? 0 : mass;
  *turn = record == 0 ? 0 : pose->inverseInertia;
}

/*
 * How far from the center of mass an anchor may be, in radii of gyration, squared. Beyond it the body is taken to be harder to turn, by a part of
 * what it weighs around the anchor that floats hardly tell from nothing.
 */
#define FARTHEST_ARM 1e6

static inline double turn_at(double turn, double mass_x, double mass_y, double x, double y) {
  double mass = mass_x > mass_y ? mass_x : mass_y;
  double square = x * x + y * y;
  return mass > 0 && turn * square > FARTHEST_ARM * mass ? FARTHEST_ARM * mass / square : turn;
}

/*
 * By how much B is turned against A, of what holds the angle without the whole turns: they come about while the joint is off or torn, and
 * in a ring of bodies they cannot be undone. A ring with two turns in a weld spun itself up to 110 m/s.
 */
static inline double angle_of(const JointRecord *joint, double angle) {
  bool holds = (uint32_t)joint->parts & JointPart_Slide || (int)joint->angleParts & LinePart_Rigid;
  if (!holds || (angle < 3.141592653589793 && angle > -3.141592653589793)) return angle;
  const double far = 6755399441055744;
  return angle - ((angle * 0.15915494309189535 + far) - far) * 6.283185307179586;
}

/* Where the anchors of a joint are: the arms, and the way between them. */
typedef struct {
  double ax, ay, bx, by, dx, dy;
} Place;

/* As the step begins: with arms from the origins of the bodies, not from their centers of mass. */
static inline Place place_of(const JointRecord *joint, const Pose *a, const Pose *b) {
  double ax = a->cos * joint->anchorAX - a->sin * joint->anchorAY;
  double ay = a->sin * joint->anchorAX + a->cos * joint->anchorAY;
  double bx = b->cos * joint->anchorBX - b->sin * joint->anchorBY;
  double by = b->sin * joint->anchorBX + b->cos * joint->anchorBY;
  return (Place){ax, ay, bx, by, (b->x - a->x) + (bx - ax), (b->y - a->y) + (by - ay)};
}

static inline Seat sit(const JointRecord *joint, uint32_t record_a, uint32_t record_b, double time, Hardness *hard) {
  uint32_t body_a = (uint32_t)joint->a;
  uint32_t body_b = (uint32_t)joint->b;
  const Pose *a = frame->pose + body_a;
  const Pose *b = frame->pose + body_b;
  Seat seat;
  seat.joint = joint;
  seat.record_a = record_a;
  seat.record_b = record_b;
  Place at = place_of(joint, a, b);
  seat.dx = at.dx;
  seat.dy = at.dy;
  seat.ax = at.ax + a->fromCenterX;
  seat.ay = at.ay + a->fromCenterY;
  seat.bx = at.bx + b->fromCenterX;
  seat.by = at.by + b->fromCenterY;
  weigh(record_a, a, &seat.mass_ax, &seat.mass_ay, &seat.inertia_a);
  weigh(record_b, b, &seat.mass_bx, &seat.mass_by, &seat.inertia_b);
  seat.inertia_a = turn_at(seat.inertia_a, seat.mass_ax, seat.mass_ay, seat.ax, seat.ay);
  seat.inertia_b = turn_at(seat.inertia_b, seat.mass_bx, seat.mass_by, seat.bx, seat.by);
  seat.cos_a = a->cos;
  seat.sin_a = a->sin;
  seat.angle = angle_of(joint, frame->angle[body_b] - frame->angle[body_a] + joint->reference);
  seat.time = time;
  seat.hard = rigid(joint, time, hard);
  seat.fresh = frame->jointPlan->fresh;
  return seat;
}

Seat seat_of(const JointRecord *joint, uint32_t record_a, uint32_t record_b, double time, Hardness *hard);

/* Keeps the impulses of all rows in the records, and works out what the joints do to their second body. */
void store_joints(void);

/* Adds what the rows of all joints did before to the push of their bodies. */
void warm_joints(char *work, char *push, const double *time);
