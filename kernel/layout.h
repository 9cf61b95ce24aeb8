/* Written by kernel/layout.ts from the enums of the TypeScript code: do not edit. */
#pragma once

#include "vectors.h"

#define EXPORT(name) __attribute__((export_name(#name)))

#define FAR 1e+30
#define FIELDS_ONE 24
#define FIELDS_TWO 32

#define GROUP_BYTES_ONE 384
#define GROUP_BYTES_TWO 512
#define LANES 4
#define MIN_DETERMINANT 1e-3
#define POINT_FIELDS 9
#define PUSH_BYTES 16
#define PUSH_STRIDE 4

#define RATES_STRIDE 4


#define WORK_BYTES 32
#define WORK_STRIDE 8
#define STREAMS 4
#define WORLD 2
#define OPEN 8
#define OPEN_BITS 255
#define FOREIGN -1
#define MORE_BOUNCES -2
#define UNSEEN -1
#define LOOK_AHEAD 4
#define ONLY_ASKED 8
#define NOT_ACTIVE -1
#define NOT_AWAKE -1
#define NOT_TO_COME 2
#define OF_PARTS -2
#define WITNESSES 32
#define LEAST_TREE 12
#define LOCKED_GIVE 1e-3
#define LOCKED_RIGID 5e-3
#define LOCKED_STILL 1e-3
#define LEAST_PENDULUM 2
#define LEAST_STAR 3
#define MOST_BORNE 2.57e+0
#define SMALL_TREE 3
#define UNEVEN 10
#define MOST_BENT 20
#define MOST_SWING 4
#define MOST_ROD_SWING 1
#define MOST_SLIDE_SWING 5e-1
#define MOST_MENDING_TURN 8
#define RIGID_HERTZ 60
#define TREE_GIVE 1e-5
#define DRIVEN_RESTITUTION 3e-1
#define DRIVEN_SLIDE 5e-1
#define DRIVEN_SPEED 10
#define HEAVY_RATIO 10
#define HEAVY_COMPLIANCE 5e-1
#define JOLT_LEAST 3
#define JOLT_MOST 40
#define JOLT_SPEED 20
#define JOLT_TIME 4e-1
#define LARGE_ISLAND 512
#define SMALL_ISLAND 166
#define SMALL_ISLAND_COMPLIANCE 2.8e-1
#define ON_FACE 1e-6
#define ANSWER_BYTES 56
#define ANSWERS_OF_MEMBER 64
#define MOST_ANSWERS 8192
#define BLOW_BYTES 12
#define CHAIN_BYTES 32
#define CHAIN_FACTORS 512
#define CHAIN_TIES 96
#define CHAINS_BYTES 96
#define MEMBER_BYTES 136
#define MOST_FACTORS 65536
#define MOST_LIMITS 64
#define MOST_MEMBERS 1024
#define MOST_TIES 2048
#define TIE_BYTES 104
#define TIES_OF_JOINT 3
#define ONE_SPOT_SQUARED 1e-23
#define MAX_VERTICES 8
#define STILL 1e-1
#define NEAR_LINK 1.5e+0
#define LEVEL_TURN 1e-1
#define LEAST_TURN 3e-2
#define MAY_TURN 4e-1
#define BURDEN_RATIO 10
#define ROLLER_RATE 1e-1
#define ROLLER_RATIO 50
#define LEAST_ALONG 2e-2
#define BOUNCES 16
#define HELD_TWICE 32
#define HELD_UP 32
#define JOINTED 64
#define NO_LOAD -2000
#define ON_MOVING 128
#define STRUCK 4
#define ALL_WAYS 15
#define WAYS 4
#define ALONE 32
#define TIED 64
#define ROCKS 4
#define TOUCHED 16
#define SLOW 4
#define ROCKING_SLOPS 10
#define LARGEST 1e+30
#define FARTHEST 1e+15
#define TIME_TO_SLEEP 5e-1
#define TIME_TO_CALM 1
#define CALM_SLOPS 2
#define HALF_PI_HIGH 1.5707963267341256e+0
#define HALF_PI_MIDDLE 6.077100506303966e-11
#define HALF_PI_LOW 2.0222662487959506e-21
#define SMALL_ANGLE_LIMIT 1000000
#define TWO_OVER_PI 6.366197723675814e-1

enum {
  ShapeType_None = 0,
  ShapeType_Circle = 1,
  ShapeType_Box = 2,
  ShapeType_Aabb = 3,
  ShapeType_Capsule = 4,
  ShapeType_Polygon = 5,
  ShapeType_Segment = 6,
  ShapeType_Chain = 7,
};

enum {
  LinkSides_Free = 0,
  LinkSides_Left = 1,
  LinkSides_Both = 2,
};

enum {
  BodyKind_None = 0,
  BodyKind_Dynamic = 1,
  BodyKind_Kinematic = 2,
  BodyKind_Static = 3,
};

enum {
  Trait_Motion = 1,
  Trait_OneWay = 2,
  Trait_Bullet = 4,
  Trait_Rules = 8,
  Trait_NeverSleep = 16,
  Trait_Round = 32,
};

enum {
  ContactFlag_Touching = 1,
  ContactFlag_Sensor = 2,
  ContactFlag_Driven = 4,
  ContactFlag_Passing = 8,
  ContactFlag_OneWay = 16,
  ContactFlag_Skipped = 32,
  ContactFlag_Grazing = 64,
  ContactFlag_Foreseen = 128,
  ContactFlag_Unsolved = 238,
};

enum {
  Lock_X = 1,
  Lock_Y = 2,
  Lock_Rotation = 8,
};

enum {
  Outcome_Nothing = 0,
  Outcome_Fast = 1,
  Outcome_Free = 2,
  Outcome_Swings = 3,
  Outcome_FastAndSwings = 4,
  Outcome_FreeAndSwings = 5,
};

enum {
  Field_A = 0,
  Field_B = 1,
  Field_NormalX = 2,
  Field_NormalY = 3,
  Field_Friction = 4,
  Field_MassA = 5,
  Field_InertiaA = 6,
  Field_MassB = 7,
  Field_InertiaB = 8,
  Field_Belt = 9,
  Field_Across = 10,
  Field_Compliance = 11,
  Field_Give = 12,
  Field_Bits = 13,
  Field_Points = 14,
};

enum {
  PointField_CrossA = 0,
  PointField_CrossB = 1,
  PointField_DotA = 2,
  PointField_DotB = 3,
  PointField_Base = 4,
  PointField_InverseMass = 5,
  PointField_TangentMass = 6,
  PointField_Normal = 7,
  PointField_Tangent = 8,
};

enum {
  RowBits_RubsEarly = 1,
  RowBits_LocksAX = 2,
  RowBits_LocksAY = 4,
  RowBits_LocksBX = 8,
  RowBits_LocksBY = 16,
};

enum {
  JointPart_Angle = 1,
  JointPart_Axis = 2,
  JointPart_Across = 4,
  JointPart_Slide = 8,
  JointPart_Drive = 16,
  JointPart_Point = 32,
  JointPart_Pulley = 64,
  JointPart_Gear = 128,
  JointPart_Moved = 256,
};

enum {
  LinePart_Spring = 1,
  LinePart_Motor = 2,
  LinePart_Limit = 4,
  LinePart_Rigid = 8,
};

enum {
  Impact_None = 0,
  Impact_Hit = 1,
  Impact_AtStart = 2,
  Impact_Unsure = 3,
};

enum {
  Closer_Aside = 1,
  Closer_Turns = 2,
  Closer_Renews = 4,
  Closer_Hits = 8,
};

enum {
  FollowAsk_Nothing = 0,
  FollowAsk_Near = 1,
  FollowAsk_Surfaces = 2,
  FollowAsk_Around = 3,
  FollowAsk_Ends = 4,
  FollowAsk_Coming = 5,
};

enum {
  Prepared_Together = 0,
  Prepared_Ruled = 1,
  Prepared_Followed = 2,
  Prepared_Coming = 3,
};

enum {
  NearBit_Moved = 1,
  NearBit_Fixed = 2,
};

enum {
  Renewal_Never = 0,
  Renewal_IfTurned = 1,
  Renewal_AsItTurns = 2,
};

typedef struct {
  double x;
  double y;
  double cos;
  double sin;
  double fromCenterX;
  double fromCenterY;
  double inverseMass;
  double inverseInertia;
} Pose;

typedef struct {
  double x;
  double y;
  double turn;
} Way;

typedef struct {
  float friction;
  float restitution;
  float speed;
  float rollingResistance;
} Surface;

typedef struct {
  float x;
  float y;
  float turn;
  float time;
  float farX;
  float farY;
  float rocking;
  float jolt;
} Drift;

typedef struct {
  union {
    double halfWidth, halfLength, x1;
  };
  union {
    double halfHeight, y1;
  };
  double radius;
  union {
    double polygon, sides;
  };
} Sizes;

typedef struct {
  union {
    double halfWidth, halfLength, x1;
  };
  union {
    double halfHeight, y1;
  };
  double radius;
  union {
    double polygon, sides;
  };
  double x2;
  double y2;
  double unused6;
  double unused7;
  double previousX;
  double previousY;
  double nextX;
  double nextY;
} Geometry;

typedef struct {
  double x;
  double y;
  double cosA;
  double sinA;
  double cosB;
  double sinB;
  double margin;
  double tie;
} PairPlace;

typedef struct {
  double normalX;
  double normalY;
  double x0;
  double y0;
  double separation0;
  double x1;
  double y1;
  double separation1;
} Manifold;

typedef struct {
  float normal0;
  float tangent0;
  float normal1;
  float tangent1;
} Impulse;

/* Which vertices a point of a manifold is between. */
typedef struct {
  int32_t id0, id1;
} Feature;

typedef struct {
  float x;
  float y;
  float cosA;
  float sinA;
  float cosB;
  float sinB;
  float separation0;
  float separation1;
} Known;

typedef struct {
  double count, radius, references, hash, unused[4];
  /* x and y in turn. */
  double vertices[2 * MAX_VERTICES], normals[2 * MAX_VERTICES];
} Polygon;

_Static_assert(__builtin_offsetof(Polygon, vertices) == 8 * 8, "vertices");
_Static_assert(__builtin_offsetof(Polygon, normals) == 8 * 24, "normals");
_Static_assert(sizeof(Polygon) == 8 * 40, "a polygon");

/* A contact that may bounce: see `Bounce`. */
typedef struct {
  uint32_t lane, owner;
  float base0, base1;
  double restitution;
  uint32_t points, hit;
  /* Its bodies, and what of its row tells how fast they part: see `link_bounces`. */
  uint32_t a, b;
  float normalX, normalY, crossA[2], crossB[2];
} Bounce;

_Static_assert(sizeof(Bounce) == 4 * 16 && __builtin_offsetof(Bounce, owner) == 4 * 1, "Bounce");
_Static_assert(__builtin_offsetof(Bounce, hit) == 4 * 7, "Bounce");

/* Cleared but for those that are met in the substep at hand. */
typedef struct {
  /* How much farther its impacts let the body come in this substep than its velocity says. */
  double shiftX, shiftY, shiftTurn;
  /* Up to when a hit counts as its first in the last round in which it had any, and in which; once those are known, what is missing there, and then what impulses that were found one after the other have won, see `give_none`. */
  union {
    double first, missing, wonAlone;
  };
  uint32_t round;
  /* In which round it was pushed last; whether it is in the list of those to be cleared, and was shifted. */
  uint32_t mark, state;
  /* The visit of a hit that changed its velocity last, see `exchange`. */
  uint32_t changed;
  /* A body of those that hit each other, one through another, 0 where it stands for them all; how many hits they have then. */
  uint32_t leader, hits;
  /* What the rounds in which it was pushed took of its approaches. */
  float lost;
  /* Where it stands for them all: what their impulses have changed, see `scale_impulses`; whether friction has changed how they part, and what both found together have won, see `rub_all`. */
  union {
    float answer, rubbed, won;
  };
} ImpactBody;

typedef struct {
  /* The address of the lane; twice its bounce, and one more at the second point. */
  uint32_t lane, which;
  /* The velocity along the normal with which its bodies part before the round, with which they are to, and the impulse so far. */
  double speed, wanted, impulse;
  /* The impulse of friction so far. */
  double tangent;
  /* The impulse that changes that velocity by one. */
  double response;
  /* Seconds from the beginning of the substep to the hit. */
  double time;
  /* Its bodies, and when it was visited last. */
  uint32_t a, b, seen;
  /* Its bodies again: 0 where no impulse moves one, as a kinematic one. That has no first hit, and joins nobody to others. */
  uint32_t movedA, movedB;
  /* What its row says of it: inverse masses are 0 along what is locked. */
  float normalX, normalY, crossA, crossB, inverseMass, massAX, massAY, massBX, massBY, inertiaA, inertiaB;
  /* The part of the approach that it takes, and how wrong it may be where many hit. */
  float lost, loose;
  /* What is in `speed` before the gap is closed, how fast it slides before the round, and the impulses before friction and normals know of each other. */
  float gained, slip, aloneNormal, aloneTangent;
  /* The inverse of what its bodies answer along the surface where joints hold them to others; otherwise 0. */
  float grip;
  /* The place of its first answer and 1 more, or 0: see `Answer` in chains.h. */
  uint32_t answers;
} Hit;

_Static_assert(sizeof(ImpactBody) == 64 && sizeof(Hit) == 152, "impacts");

/* A contact that resists rolling: see `Roller`. */
typedef struct {
  uint32_t a, b;
  float inertiaA, inertiaB;
  double impulse;
  float resistance;
  uint32_t normal;
} Roller;

_Static_assert(sizeof(Roller) == 32 && __builtin_offsetof(Roller, impulse) == 4 * 4, "Roller");
_Static_assert(__builtin_offsetof(Roller, inertiaA) == 4 * 2 && __builtin_offsetof(Roller, normal) == 4 * 7, "Roller");

/* A row that is followed as its bodies turn: see `FollowedRow`. */
typedef struct {
  double cosA, sinA, cosB, sinB, turning[2], turned[2];
  /* By point: how far the corner that turns is behind the anchor, along the normal; the separation without what turns add. */
  double behindA[2], behindB[2], base[2];
  uint32_t lane;
  int32_t points;
  uint32_t contact, renewal, bounces, pressed;
  /* Bits of its points: which held anything as the substep began, and which are not held in this one, see `let_bounce`. */
  uint32_t loaded, spared;
  /* Of those their `PointField.Base`. */
  float sparedBase[2];
  /* Points of its row, 0 where it has none. */
  int32_t solved;
} FollowedRow;

_Static_assert(sizeof(FollowedRow) == 160 && 160 == 4 * 40, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, turning) == 4 * 8, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, turned) == 4 * 12, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, lane) == 4 * 28, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, pressed) == 4 * 33, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, behindA) == 4 * 16, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, behindB) == 4 * 20, "FollowedRow");
_Static_assert(__builtin_offsetof(FollowedRow, solved) == 4 * 38, "FollowedRow");

typedef struct {
  int32_t contact;
  int32_t before;
} Todo;

typedef struct {
  uint32_t contact;
  uint32_t lane;
} Owner;

typedef struct {
  uint32_t next;
  uint32_t end;
} Cursor;

typedef struct {
  uint32_t stream;
  uint32_t first;
  uint32_t end;
} Run;

typedef struct {
  double x;
  double y;
  double movedX;
  double movedY;
  double drawn;
  double more;
  double w;
  double turn;
} State;

typedef struct {
  double minX;
  double minY;
  double maxX;
  double maxY;
  double margin;
  double fallX;
  double fallY;
  double unused7;
} Followed;

typedef struct {
  double x;
  double y;
  double angular;
  double left;
  double angularLeft;
  double maxSquared;
  double maxAngular;
  double swing;
} Drive;

typedef struct {
  double parts;
  double hertz;
  double ratio;
  double anchorAX;
  double anchorAY;
  double anchorBX;
  double anchorBY;
  double reference;
  double pointX;
  double pointY;
  union {
    double driveX, tree;
  };
  double driveY;
  double forceX;
  double forceY;
  double torque;
  double angleSpring;
  double angleMotor;
  double angleLow;
  double angleHigh;
  double axisSpring;
  double axisMotor;
  double axisLow;
  double axisHigh;
  double across;
  double lock;
  double a;
  double b;
  double axisX;
  double axisY;
  double angleParts;
  double axisParts;
  union {
    double angleRest, groundAX;
  };
  union {
    double angleLower, groundAY;
  };
  union {
    double angleUpper, groundBX;
  };
  union {
    double angleSpeed, groundBY;
  };
  double angleMotorMost;
  double angleHertz;
  double angleRatio;
  double angleStiffness;
  double angleDamping;
  double angleLeast;
  double angleMost;
  double axisRest;
  double axisLower;
  double axisUpper;
  double axisSpeed;
  double axisMotorMost;
  double axisHertz;
  double axisRatio;
  double axisStiffness;
  double axisDamping;
  double axisLeast;
  double axisMost;
  double pointHertz;
  double pointRatio;
  double pointStiffness;
  double pointDamping;
  double pointMost;
  double driveSpeedX;
  double driveSpeedY;
  double driveMost;
  double free;
  double factor;
  double sum;
  double turned;
  double heftXX;
  double heftXY;
  double heftYY;
  double lastTurned;
  double lastHeftXX;
  double lastHeftXY;
  double lastHeftYY;
  double mending;
  double pulled;
  double limit;
  double moved;
  double faster;
  double movedTurn;
  double fasterTurn;
  double movedY;
} JointRecord;

_Static_assert(sizeof(JointRecord) == 640, "JointRecord");
typedef struct {
  uint32_t order;
  uint32_t count;
  uint32_t ends;
  uint32_t rows;
  uint32_t rowCount;
  uint32_t busy;
  uint32_t records;
  uint32_t groups;
  uint32_t packed;
  uint32_t bytes;
  uint32_t stems;
  uint32_t slots;
  uint32_t nodes;
  uint32_t trees;
  uint32_t changed;
  uint32_t held;
  uint32_t starts;
  uint32_t unused17;
  uint32_t unused18;
  uint32_t unused19;
  uint32_t unused20;
  uint32_t unused21;
  uint32_t unused22;
  uint32_t unused23;
  uint32_t unused24;
  uint32_t unused25;
  uint32_t fresh;
  uint32_t strands;
  uint32_t time;
  uint32_t unused29;
  uint32_t mostMending;
  uint32_t unused31;
  uint32_t counts;
  uint32_t unused33;
  uint32_t unused34;
  uint32_t unused35;
  uint32_t unused36;
  uint32_t unused37;
  uint32_t unused38;
  uint32_t unused39;
  uint32_t unused40;
  uint32_t slowed;
  uint32_t relaxed;
  uint32_t blown;
  uint32_t longest;
  uint32_t unused45;
  uint32_t linked;
  uint32_t unused47;
} JointPlan;

typedef struct {
  int32_t bearers;
  int32_t links;
  int32_t linkCount;
  int32_t firstEdge;
  int32_t edges;
  int32_t queue;
  int32_t heavy;
  int32_t heavyCount;
  int32_t strongest;
  int32_t inverse;
  int32_t kept;
  int32_t relieved;
} LoadPlan;

/* Two bodies that touch or are joined, by their places in the awake list: see `edge_to`. */
typedef struct {
  uint32_t from, edge;
} LoadLink;

/* The mass of a body whose mass is raised; and the velocity that it, or what loads it, began the step with, what that gets back, and at whose place. */
typedef struct {
  double inverseMass, inverseInertia, x, y, givenX, givenY;
  uint32_t source;
} Kept;

/* One whose load became smaller: its place in the awake list, and the load before. */
typedef struct {
  uint32_t place;
  float before;
} Relieved;

typedef struct {
  /* The load that begins here; in the end that for which its mass is to be raised. Powers of two, or NO_LOAD. */
  int32_t power;
  /* The ways that end at what does not move, in which a load comes along, that are held, and that are to be passed on; in the end how many share it. */
  uint8_t ends, reached, held, waiting;
  /* By way: the load that comes along. */
  union {
    int16_t loads[WAYS];
    uint64_t all;
  };
} Bearer;

_Static_assert(sizeof(LoadLink) == 8 && sizeof(Bearer) == 16, "loads");
_Static_assert(sizeof(Kept) == 56 && sizeof(Relieved) == 8, "burdens");
_Static_assert(__builtin_offsetof(Bearer, ends) == 4, "Bearer");

typedef struct {
  double x, y;
} Vector;

/* The first numbers of a pose. */
typedef struct {
  double x, y, cos, sin;
} Start;

typedef struct {
  double startX;
  double startY;
  double endX;
  double endY;
  double cos;
  double sin;
  double turn;
  double centerX;
  double centerY;
} Sweep;

typedef struct {
  union {
    double fraction, distance;
  };
  double normalX;
  double normalY;
  double x;
  double y;
} Impact;

typedef struct {
  double armX;
  double armY;
  double cosine;
  double sine;
} Ahead;

typedef struct {
  double fastest;
  double contact;
} ToFollow;

typedef struct {
  double by;
  double body;
  double nearStatic;
} Stray;

typedef struct {
  double part, separation, motionX, motionY;
  Ahead a, b;
  Manifold manifold;
  Feature feature;
} Foreseen;

_Static_assert(__builtin_offsetof(Foreseen, separation) == 8 * 1, "Foreseen");
_Static_assert(__builtin_offsetof(Foreseen, a) == 8 * 4, "Foreseen");
_Static_assert(__builtin_offsetof(Foreseen, manifold) == 8 * 12, "Foreseen");
_Static_assert(__builtin_offsetof(Foreseen, feature) == 8 * 20, "Foreseen");

typedef struct {
  struct {
    double minX, minY, maxX, maxY;
  } of[32];
} Witnesses;

_Static_assert(sizeof(Witnesses) == 8 * 128, "Witnesses");

typedef struct {
  float substeps;
  float bias;
  float maxPush;
  float unused3;
} Rates;

/* Velocity x, y, angular; then moved by x, y, and cosine and sine of the turn. */
typedef struct {
  f32x4 velocity, moved;
} Work;

typedef struct {
  f32x4 sum;
} Push;

/* Where a box begins, and where it ends. */
typedef struct {
  f64x2 low, high;
} NearBox;

typedef struct {
  i32x4 a;
  i32x4 b;
  f32x4 normalX;
  f32x4 normalY;
  f32x4 friction;
  f32x4 massA;
  f32x4 inertiaA;
  f32x4 massB;
  f32x4 inertiaB;
  f32x4 belt;
  f32x4 across;
  f32x4 compliance;
  f32x4 give;
  i32x4 bits;
} Head;

typedef struct {
  f32x4 crossA;
  f32x4 crossB;
  f32x4 dotA;
  f32x4 dotB;
  f32x4 base;
  f32x4 inverseMass;
  f32x4 tangentMass;
  f32x4 normal;
  f32x4 tangent;
} Point;

typedef struct {
  Head head;
  Point points[1];
  f32x4 unused;
} GroupOne;

typedef struct {
  Head head;
  Point points[2];
} GroupTwo;

_Static_assert(sizeof(Head) == 16 * 14, "the head of a group");
_Static_assert(sizeof(Point) == 16 * POINT_FIELDS, "a point of a group");
_Static_assert(sizeof(GroupOne) == GROUP_BYTES_ONE && sizeof(GroupTwo) == GROUP_BYTES_TWO, "groups");
_Static_assert(sizeof(Work) == WORK_BYTES && sizeof(Push) == PUSH_BYTES, "work and push");

typedef struct {
  Pose *pose;
  Surface *surface;
  Sizes *geometry;
  uint8_t *shapeType;
  uint8_t *traits;
  uint8_t *kind;
  uint32_t *bodyOf;
  int32_t *awakeIndex;
  double *reach;
  uint32_t *islandParent;
  uint32_t *islandSize;
  uint32_t *a;
  uint32_t *b;
  uint8_t *flags;
  uint8_t *pointCount;
  Manifold *manifold;
  Impulse *impulse;
  Feature *feature;
  uint32_t *active;
  Todo *todo;
  uint8_t *axes;
  Push *push;
  uint32_t *busy;
  Owner *owners;
  uint32_t *open;
  Cursor *cursors;
  uint32_t *special;
  int32_t ownerCount;
  int32_t specialCount;
  int32_t wanted;
  int32_t touching;
  int32_t asking;
  double margin;
  double slop;
  double movingCompliance;
  double fixedCompliance;
  double friction;
  double restitution;
  double *extent;
  Known *known;
  Polygon *polygons;
  uint32_t *awake;
  Bounce *bounces;
  int32_t bounceCount;
  int32_t bounceRoom;
  ImpactBody *impactBodies;
  Hit *hits;
  uint32_t *met;
  int32_t metCount;
  uint32_t *struck;
  int32_t struckCount;
  uint32_t impactChains;
  double threshold;
  Way *way;
  uint8_t *quick;
  uint32_t *firstChild;
  uint32_t *ahead;
  int32_t aheadCount;
  double *angle;
  Vector *localCenter;
  Start *start;
  double *quietTime;
  Way *force;
  State *state;
  Drive *drive;
  Work *work;
  int32_t forced;
  int32_t anyQuiet;
  double gravityX;
  double gravityY;
  double maxSquared;
  double maxAngular;
  double stepTime;
  double stepRate;
  double beyondSquared;
  double beyondAngular;
  double sleepSpeed;
  double comingTime;
  double quickSpeed;
  double fall;
  double fallX;
  double fallY;
  double longestWay;
  double widestTurn;
  double speculative;
  double lead;
  int32_t comingSubsteps;
  double substepTime;
  JointRecord *joints;
  JointPlan *jointPlan;
  double fatMargin;
  double fatRatio;
  LoadPlan *loads;
  Drift *drift;
  Sweep sweepA;
  Sweep sweepB;
  double discRadius;
  double impactTarget;
  double impactTolerance;
  double impactLimit;
  Impact impact;
  double doubt;
  Foreseen foreseen;
  double bounceWay;
  double lookBy;
  double regionMinX;
  double regionMinY;
  double rockingLeft;
  double burdenShare;
  float *burden;
  uint32_t *nextChild;
  uint8_t *islandJolted;
  uint32_t *firstEdge;
  uint32_t *nextEdge;
  Roller *rollers;
  uint32_t *firstBounce;
  uint32_t *nextBounce;
  uint32_t *pending;
  int32_t linkedBounces;
  int32_t hitVisits;
  uint32_t *quickRecords;
  NearBox *nearBoxes;
  NearBox *nearBefore;
  uint32_t *nearNames;
  uint8_t *nearBits;
  uint32_t *nearCells;
  f32x4 *nearSorted;
  f32x4 *nearSortedBefore;
  uint32_t *nearOrder;
  uint32_t *nearStarts;
  uint32_t *nearFound;
  uint32_t *nearPairs;
  uint32_t *pairSlots;
  int32_t pairSlotCount;
  double *positionX;
  double *positionY;
  double *turned;
  double *velocityX;
  double *velocityY;
  double *spin;
  double *fatMinX;
  double *fatMinY;
  double *fatMaxX;
  double *fatMaxY;
  uint32_t *listed;
  int32_t listedCount;
  int32_t written;
  int32_t sparesFree;
  int32_t substepCount;
  Geometry *lines;
  FollowedRow *followedRows;
  int32_t followedCount;
  const Run *runs;
  int32_t runCount;
  const Rates *rates;
  uint8_t *foreseenOf;
  PairPlace pair;
  Geometry looseLink;
  double regionMaxX;
  double regionMaxY;
  double keptX;
  double keptY;
  double keptTurn;
  ToFollow *toFollow;
  uint32_t toFollowCount;
  uint32_t toFollowMost;
  uint32_t following;
  Stray *strays;
  uint32_t strayCount;
  uint32_t strayAt;
  uint32_t *strayPlace;
  int32_t asked;
  uint32_t askedOf;
  uint32_t locksA;
  uint32_t locksB;
  int32_t hitNearStatic;
  int32_t hitCrowded;
  uint32_t lookBody;
  uint32_t lookCollider;
  uint32_t lookEdge;
  int32_t staticCount;
  int32_t *activeIndex;
  uint32_t keptBody;
  int32_t foundPoints;
  int32_t closer;
  int32_t witnessCount;
  double impactGap;
  Witnesses witnesses;
} AddressTable;

_Static_assert(__builtin_offsetof(AddressTable, pose) == 0, "Pose");
_Static_assert(__builtin_offsetof(AddressTable, surface) == 4, "Surface");
_Static_assert(__builtin_offsetof(AddressTable, geometry) == 8, "Geometry");
_Static_assert(__builtin_offsetof(AddressTable, shapeType) == 12, "ShapeType");
_Static_assert(__builtin_offsetof(AddressTable, traits) == 16, "Traits");
_Static_assert(__builtin_offsetof(AddressTable, kind) == 20, "Kind");
_Static_assert(__builtin_offsetof(AddressTable, bodyOf) == 24, "BodyOf");
_Static_assert(__builtin_offsetof(AddressTable, awakeIndex) == 28, "AwakeIndex");
_Static_assert(__builtin_offsetof(AddressTable, reach) == 32, "Reach");
_Static_assert(__builtin_offsetof(AddressTable, islandParent) == 36, "IslandParent");
_Static_assert(__builtin_offsetof(AddressTable, islandSize) == 40, "IslandSize");
_Static_assert(__builtin_offsetof(AddressTable, a) == 44, "A");
_Static_assert(__builtin_offsetof(AddressTable, b) == 48, "B");
_Static_assert(__builtin_offsetof(AddressTable, flags) == 52, "Flags");
_Static_assert(__builtin_offsetof(AddressTable, pointCount) == 56, "PointCount");
_Static_assert(__builtin_offsetof(AddressTable, manifold) == 60, "Manifold");
_Static_assert(__builtin_offsetof(AddressTable, impulse) == 64, "Impulse");
_Static_assert(__builtin_offsetof(AddressTable, feature) == 68, "Feature");
_Static_assert(__builtin_offsetof(AddressTable, active) == 72, "Active");
_Static_assert(__builtin_offsetof(AddressTable, todo) == 76, "Todo");
_Static_assert(__builtin_offsetof(AddressTable, axes) == 80, "Axes");
_Static_assert(__builtin_offsetof(AddressTable, push) == 84, "Push");
_Static_assert(__builtin_offsetof(AddressTable, busy) == 88, "Busy");
_Static_assert(__builtin_offsetof(AddressTable, owners) == 92, "Owners");
_Static_assert(__builtin_offsetof(AddressTable, open) == 96, "Open");
_Static_assert(__builtin_offsetof(AddressTable, cursors) == 100, "Cursors");
_Static_assert(__builtin_offsetof(AddressTable, special) == 104, "Special");
_Static_assert(__builtin_offsetof(AddressTable, ownerCount) == 108, "OwnerCount");
_Static_assert(__builtin_offsetof(AddressTable, specialCount) == 112, "SpecialCount");
_Static_assert(__builtin_offsetof(AddressTable, wanted) == 116, "Wanted");
_Static_assert(__builtin_offsetof(AddressTable, touching) == 120, "Touching");
_Static_assert(__builtin_offsetof(AddressTable, asking) == 124, "Asking");
_Static_assert(__builtin_offsetof(AddressTable, margin) == 128, "Margin");
_Static_assert(__builtin_offsetof(AddressTable, slop) == 136, "Slop");
_Static_assert(__builtin_offsetof(AddressTable, movingCompliance) == 144, "MovingCompliance");
_Static_assert(__builtin_offsetof(AddressTable, fixedCompliance) == 152, "FixedCompliance");
_Static_assert(__builtin_offsetof(AddressTable, friction) == 160, "Friction");
_Static_assert(__builtin_offsetof(AddressTable, restitution) == 168, "Restitution");
_Static_assert(__builtin_offsetof(AddressTable, extent) == 176, "Extent");
_Static_assert(__builtin_offsetof(AddressTable, known) == 180, "Known");
_Static_assert(__builtin_offsetof(AddressTable, polygons) == 184, "Polygons");
_Static_assert(__builtin_offsetof(AddressTable, awake) == 188, "Awake");
_Static_assert(__builtin_offsetof(AddressTable, bounces) == 192, "Bounces");
_Static_assert(__builtin_offsetof(AddressTable, bounceCount) == 196, "BounceCount");
_Static_assert(__builtin_offsetof(AddressTable, bounceRoom) == 200, "BounceRoom");
_Static_assert(__builtin_offsetof(AddressTable, impactBodies) == 204, "ImpactBodies");
_Static_assert(__builtin_offsetof(AddressTable, hits) == 208, "Hits");
_Static_assert(__builtin_offsetof(AddressTable, met) == 212, "Met");
_Static_assert(__builtin_offsetof(AddressTable, metCount) == 216, "MetCount");
_Static_assert(__builtin_offsetof(AddressTable, struck) == 220, "Struck");
_Static_assert(__builtin_offsetof(AddressTable, struckCount) == 224, "StruckCount");
_Static_assert(__builtin_offsetof(AddressTable, impactChains) == 228, "ImpactChains");
_Static_assert(__builtin_offsetof(AddressTable, threshold) == 232, "Threshold");
_Static_assert(__builtin_offsetof(AddressTable, way) == 240, "Way");
_Static_assert(__builtin_offsetof(AddressTable, quick) == 244, "Quick");
_Static_assert(__builtin_offsetof(AddressTable, firstChild) == 248, "FirstChild");
_Static_assert(__builtin_offsetof(AddressTable, ahead) == 252, "Ahead");
_Static_assert(__builtin_offsetof(AddressTable, aheadCount) == 256, "AheadCount");
_Static_assert(__builtin_offsetof(AddressTable, angle) == 260, "Angle");
_Static_assert(__builtin_offsetof(AddressTable, localCenter) == 264, "LocalCenter");
_Static_assert(__builtin_offsetof(AddressTable, start) == 268, "Start");
_Static_assert(__builtin_offsetof(AddressTable, quietTime) == 272, "QuietTime");
_Static_assert(__builtin_offsetof(AddressTable, force) == 276, "Force");
_Static_assert(__builtin_offsetof(AddressTable, state) == 280, "State");
_Static_assert(__builtin_offsetof(AddressTable, drive) == 284, "Drive");
_Static_assert(__builtin_offsetof(AddressTable, work) == 288, "Work");
_Static_assert(__builtin_offsetof(AddressTable, forced) == 292, "Forced");
_Static_assert(__builtin_offsetof(AddressTable, anyQuiet) == 296, "AnyQuiet");
_Static_assert(__builtin_offsetof(AddressTable, gravityX) == 304, "GravityX");
_Static_assert(__builtin_offsetof(AddressTable, gravityY) == 312, "GravityY");
_Static_assert(__builtin_offsetof(AddressTable, maxSquared) == 320, "MaxSquared");
_Static_assert(__builtin_offsetof(AddressTable, maxAngular) == 328, "MaxAngular");
_Static_assert(__builtin_offsetof(AddressTable, stepTime) == 336, "StepTime");
_Static_assert(__builtin_offsetof(AddressTable, stepRate) == 344, "StepRate");
_Static_assert(__builtin_offsetof(AddressTable, beyondSquared) == 352, "BeyondSquared");
_Static_assert(__builtin_offsetof(AddressTable, beyondAngular) == 360, "BeyondAngular");
_Static_assert(__builtin_offsetof(AddressTable, sleepSpeed) == 368, "SleepSpeed");
_Static_assert(__builtin_offsetof(AddressTable, comingTime) == 376, "ComingTime");
_Static_assert(__builtin_offsetof(AddressTable, quickSpeed) == 384, "QuickSpeed");
_Static_assert(__builtin_offsetof(AddressTable, fall) == 392, "Fall");
_Static_assert(__builtin_offsetof(AddressTable, fallX) == 400, "FallX");
_Static_assert(__builtin_offsetof(AddressTable, fallY) == 408, "FallY");
_Static_assert(__builtin_offsetof(AddressTable, longestWay) == 416, "LongestWay");
_Static_assert(__builtin_offsetof(AddressTable, widestTurn) == 424, "WidestTurn");
_Static_assert(__builtin_offsetof(AddressTable, speculative) == 432, "Speculative");
_Static_assert(__builtin_offsetof(AddressTable, lead) == 440, "Lead");
_Static_assert(__builtin_offsetof(AddressTable, comingSubsteps) == 448, "ComingSubsteps");
_Static_assert(__builtin_offsetof(AddressTable, substepTime) == 456, "SubstepTime");
_Static_assert(__builtin_offsetof(AddressTable, joints) == 464, "Joints");
_Static_assert(__builtin_offsetof(AddressTable, jointPlan) == 468, "JointPlan");
_Static_assert(__builtin_offsetof(AddressTable, fatMargin) == 472, "FatMargin");
_Static_assert(__builtin_offsetof(AddressTable, fatRatio) == 480, "FatRatio");
_Static_assert(__builtin_offsetof(AddressTable, loads) == 488, "Loads");
_Static_assert(__builtin_offsetof(AddressTable, drift) == 492, "Drift");
_Static_assert(__builtin_offsetof(AddressTable, sweepA) == 496, "SweepA");
_Static_assert(__builtin_offsetof(AddressTable, sweepB) == 568, "SweepB");
_Static_assert(__builtin_offsetof(AddressTable, discRadius) == 640, "DiscRadius");
_Static_assert(__builtin_offsetof(AddressTable, impactTarget) == 648, "ImpactTarget");
_Static_assert(__builtin_offsetof(AddressTable, impactTolerance) == 656, "ImpactTolerance");
_Static_assert(__builtin_offsetof(AddressTable, impactLimit) == 664, "ImpactLimit");
_Static_assert(__builtin_offsetof(AddressTable, impact) == 672, "Impact");
_Static_assert(__builtin_offsetof(AddressTable, doubt) == 712, "Doubt");
_Static_assert(__builtin_offsetof(AddressTable, foreseen) == 720, "Foreseen");
_Static_assert(__builtin_offsetof(AddressTable, bounceWay) == 888, "BounceWay");
_Static_assert(__builtin_offsetof(AddressTable, lookBy) == 896, "LookBy");
_Static_assert(__builtin_offsetof(AddressTable, regionMinX) == 904, "RegionMinX");
_Static_assert(__builtin_offsetof(AddressTable, regionMinY) == 912, "RegionMinY");
_Static_assert(__builtin_offsetof(AddressTable, rockingLeft) == 920, "RockingLeft");
_Static_assert(__builtin_offsetof(AddressTable, burdenShare) == 928, "BurdenShare");
_Static_assert(__builtin_offsetof(AddressTable, burden) == 936, "Burden");
_Static_assert(__builtin_offsetof(AddressTable, nextChild) == 940, "NextChild");
_Static_assert(__builtin_offsetof(AddressTable, islandJolted) == 944, "IslandJolted");
_Static_assert(__builtin_offsetof(AddressTable, firstEdge) == 948, "FirstEdge");
_Static_assert(__builtin_offsetof(AddressTable, nextEdge) == 952, "NextEdge");
_Static_assert(__builtin_offsetof(AddressTable, rollers) == 956, "Rollers");
_Static_assert(__builtin_offsetof(AddressTable, firstBounce) == 960, "FirstBounce");
_Static_assert(__builtin_offsetof(AddressTable, nextBounce) == 964, "NextBounce");
_Static_assert(__builtin_offsetof(AddressTable, pending) == 968, "Pending");
_Static_assert(__builtin_offsetof(AddressTable, linkedBounces) == 972, "LinkedBounces");
_Static_assert(__builtin_offsetof(AddressTable, hitVisits) == 976, "HitVisits");
_Static_assert(__builtin_offsetof(AddressTable, quickRecords) == 980, "QuickRecords");
_Static_assert(__builtin_offsetof(AddressTable, nearBoxes) == 984, "NearBoxes");
_Static_assert(__builtin_offsetof(AddressTable, nearBefore) == 988, "NearBefore");
_Static_assert(__builtin_offsetof(AddressTable, nearNames) == 992, "NearNames");
_Static_assert(__builtin_offsetof(AddressTable, nearBits) == 996, "NearBits");
_Static_assert(__builtin_offsetof(AddressTable, nearCells) == 1000, "NearCells");
_Static_assert(__builtin_offsetof(AddressTable, nearSorted) == 1004, "NearSorted");
_Static_assert(__builtin_offsetof(AddressTable, nearSortedBefore) == 1008, "NearSortedBefore");
_Static_assert(__builtin_offsetof(AddressTable, nearOrder) == 1012, "NearOrder");
_Static_assert(__builtin_offsetof(AddressTable, nearStarts) == 1016, "NearStarts");
_Static_assert(__builtin_offsetof(AddressTable, nearFound) == 1020, "NearFound");
_Static_assert(__builtin_offsetof(AddressTable, nearPairs) == 1024, "NearPairs");
_Static_assert(__builtin_offsetof(AddressTable, pairSlots) == 1028, "PairSlots");
_Static_assert(__builtin_offsetof(AddressTable, pairSlotCount) == 1032, "PairSlotCount");
_Static_assert(__builtin_offsetof(AddressTable, positionX) == 1036, "PositionX");
_Static_assert(__builtin_offsetof(AddressTable, positionY) == 1040, "PositionY");
_Static_assert(__builtin_offsetof(AddressTable, turned) == 1044, "Turned");
_Static_assert(__builtin_offsetof(AddressTable, velocityX) == 1048, "VelocityX");
_Static_assert(__builtin_offsetof(AddressTable, velocityY) == 1052, "VelocityY");
_Static_assert(__builtin_offsetof(AddressTable, spin) == 1056, "Spin");
_Static_assert(__builtin_offsetof(AddressTable, fatMinX) == 1060, "FatMinX");
_Static_assert(__builtin_offsetof(AddressTable, fatMinY) == 1064, "FatMinY");
_Static_assert(__builtin_offsetof(AddressTable, fatMaxX) == 1068, "FatMaxX");
_Static_assert(__builtin_offsetof(AddressTable, fatMaxY) == 1072, "FatMaxY");
_Static_assert(__builtin_offsetof(AddressTable, listed) == 1076, "Listed");
_Static_assert(__builtin_offsetof(AddressTable, listedCount) == 1080, "ListedCount");
_Static_assert(__builtin_offsetof(AddressTable, written) == 1084, "Written");
_Static_assert(__builtin_offsetof(AddressTable, sparesFree) == 1088, "SparesFree");
_Static_assert(__builtin_offsetof(AddressTable, substepCount) == 1092, "SubstepCount");
_Static_assert(__builtin_offsetof(AddressTable, lines) == 1096, "Lines");
_Static_assert(__builtin_offsetof(AddressTable, followedRows) == 1100, "FollowedRows");
_Static_assert(__builtin_offsetof(AddressTable, followedCount) == 1104, "FollowedCount");
_Static_assert(__builtin_offsetof(AddressTable, runs) == 1108, "Runs");
_Static_assert(__builtin_offsetof(AddressTable, runCount) == 1112, "RunCount");
_Static_assert(__builtin_offsetof(AddressTable, rates) == 1116, "Rates");
_Static_assert(__builtin_offsetof(AddressTable, foreseenOf) == 1120, "ForeseenOf");
_Static_assert(__builtin_offsetof(AddressTable, pair) == 1128, "Pair");
_Static_assert(__builtin_offsetof(AddressTable, looseLink) == 1192, "LooseLink");
_Static_assert(__builtin_offsetof(AddressTable, regionMaxX) == 1288, "RegionMaxX");
_Static_assert(__builtin_offsetof(AddressTable, regionMaxY) == 1296, "RegionMaxY");
_Static_assert(__builtin_offsetof(AddressTable, keptX) == 1304, "KeptX");
_Static_assert(__builtin_offsetof(AddressTable, keptY) == 1312, "KeptY");
_Static_assert(__builtin_offsetof(AddressTable, keptTurn) == 1320, "KeptTurn");
_Static_assert(__builtin_offsetof(AddressTable, toFollow) == 1328, "ToFollow");
_Static_assert(__builtin_offsetof(AddressTable, toFollowCount) == 1332, "ToFollowCount");
_Static_assert(__builtin_offsetof(AddressTable, toFollowMost) == 1336, "ToFollowMost");
_Static_assert(__builtin_offsetof(AddressTable, following) == 1340, "Following");
_Static_assert(__builtin_offsetof(AddressTable, strays) == 1344, "Strays");
_Static_assert(__builtin_offsetof(AddressTable, strayCount) == 1348, "StrayCount");
_Static_assert(__builtin_offsetof(AddressTable, strayAt) == 1352, "StrayAt");
_Static_assert(__builtin_offsetof(AddressTable, strayPlace) == 1356, "StrayPlace");
_Static_assert(__builtin_offsetof(AddressTable, asked) == 1360, "Asked");
_Static_assert(__builtin_offsetof(AddressTable, askedOf) == 1364, "AskedOf");
_Static_assert(__builtin_offsetof(AddressTable, locksA) == 1368, "LocksA");
_Static_assert(__builtin_offsetof(AddressTable, locksB) == 1372, "LocksB");
_Static_assert(__builtin_offsetof(AddressTable, hitNearStatic) == 1376, "HitNearStatic");
_Static_assert(__builtin_offsetof(AddressTable, hitCrowded) == 1380, "HitCrowded");
_Static_assert(__builtin_offsetof(AddressTable, lookBody) == 1384, "LookBody");
_Static_assert(__builtin_offsetof(AddressTable, lookCollider) == 1388, "LookCollider");
_Static_assert(__builtin_offsetof(AddressTable, lookEdge) == 1392, "LookEdge");
_Static_assert(__builtin_offsetof(AddressTable, staticCount) == 1396, "StaticCount");
_Static_assert(__builtin_offsetof(AddressTable, activeIndex) == 1400, "ActiveIndex");
_Static_assert(__builtin_offsetof(AddressTable, keptBody) == 1404, "KeptBody");
_Static_assert(__builtin_offsetof(AddressTable, foundPoints) == 1408, "FoundPoints");
_Static_assert(__builtin_offsetof(AddressTable, closer) == 1412, "Closer");
_Static_assert(__builtin_offsetof(AddressTable, witnessCount) == 1416, "WitnessCount");
_Static_assert(__builtin_offsetof(AddressTable, impactGap) == 1424, "ImpactGap");
_Static_assert(__builtin_offsetof(AddressTable, witnesses) == 1432, "Witnesses");
_Static_assert(sizeof(AddressTable) <= 2496, "the address table");

#define frame ((AddressTable *)4096)
