// Writes kernel/layout.h: what the kernel's memory holds, as C sees it. The enums of the TypeScript code are the truth;
// only types are added here. `kernel/build.mjs` runs this, and a test holds the file against it.
import { FARTHEST } from '../components/limits.ts'
import { ShapeType } from '../components/shape-type.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { DRIFT_STRIDE, Drift, POSE_STRIDE, Pose, SURFACE_STRIDE, Surface, WAY_STRIDE, Way } from '../src/bodies/body-records.ts'
import { NOT_AWAKE, Trait } from '../src/bodies/bodies.ts'
import { MAX_VERTICES } from '../src/collision/convex.ts'
import { GEOMETRY_STRIDE, Geometry, LINE_STRIDE, LinkSides } from '../src/collision/geometry.ts'
import { HitPlace } from '../src/collision/convex-ray.ts'
import { IMPACT_STRIDE, Impact, SWEEP_STRIDE, Sweep } from '../src/collision/sweep-records.ts'
import { Ahead } from '../src/state/foreseen-contacts.ts'
import { ON_FACE, PAIR_STRIDE, Pair } from '../src/collision/manifold.ts'
import { POLYGON_NORMALS, POLYGON_STRIDE, POLYGON_VERTICES } from '../src/collision/polygon-pool.ts'
import { LEAST_TURN, LEVEL_TURN, MAY_TURN, NEAR_LINK, STILL } from '../src/collision/tolerances.ts'
import { BURDEN_RATIO, CALM_SLOPS, DRIVEN_RESTITUTION, DRIVEN_SLIDE, DRIVEN_SPEED, HEAVY_COMPLIANCE, HEAVY_RATIO, JOLT_LEAST, JOLT_MOST, JOLT_SPEED, JOLT_TIME, LARGE_ISLAND, LEAST_PENDULUM, LEAST_STAR, LEAST_TREE, LOCKED_GIVE, LOCKED_RIGID, LOCKED_STILL, MOST_BENT, MOST_BORNE, MOST_SWING, MOST_ROD_SWING, MOST_SLIDE_SWING, MOST_MENDING_TURN, RIGID_HERTZ, ROLLER_RATE, ROLLER_RATIO, ROCKING_SLOPS, TREE_GIVE, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE, SMALL_TREE, SLOW, TIME_TO_CALM, TIME_TO_SLEEP, UNEVEN } from '../src/constants.ts'
import { STRAY_STRIDE, Stray, TO_FOLLOW_STRIDE, ToFollow } from '../src/contacts/hit-records.ts'
import {
  ContactFlag, IMPULSE_STRIDE, Impulse, KNOWN_STRIDE, Known, MANIFOLD_STRIDE, Manifold, NOT_ACTIVE, NOT_TO_COME,
} from '../src/contacts/contact-record.ts'
import { CURSOR_STRIDE, Cursor, OPEN, OPEN_BITS, OWNER_STRIDE, Owner, RUN_STRIDE, Run, STREAMS, WORLD } from '../src/kernel/filling.ts'
import { Closer, FollowAsk, FOREIGN, Prepared, TABLE_END, TABLE_START, AddressTable, ONE_SPOT_SQUARED, TODO_STRIDE, Todo, Foreseen, LOOK_AHEAD, ONLY_ASKED, UNSEEN, MORE_BOUNCES, NearBit, WITNESSES, WITNESS_STRIDE } from '../src/kernel/address-table.ts'
import { TABLE_TYPES } from './table-types.ts'
import { JOINT_BYTES, JOINT_STRIDE, JointPart, JointPlan, JointRecord, LinePart, PLAN_STRIDE } from '../src/joints/joint-record.ts'
import { HALF_PI_HIGH, HALF_PI_LOW, HALF_PI_MIDDLE, SMALL_ANGLE_LIMIT, TWO_OVER_PI } from '../src/math/rotation.ts'
import { LARGEST } from '../src/solver/body-states.ts'
import * as groups from '../src/solver/contact-groups.ts'
import { ANSWER_BYTES, ANSWERS_OF_MEMBER, BLOW_BYTES, BOUNCE_STRIDE, Bounce, CHAIN_BYTES, CHAIN_FACTORS, CHAIN_TIES, CHAINS_BYTES, HIT_BYTES, IMPACT_BODY_BYTES, MEMBER_BYTES, MOST_ANSWERS, MOST_FACTORS, MOST_LIMITS, MOST_MEMBERS, MOST_TIES, TIE_BYTES, TIES_OF_JOINT } from '../src/solver/impact-records.ts'
import { FOLLOWED_BYTES, FOLLOWED_STRIDE, FollowedRow, Renewal } from '../src/solver/followed-records.ts'
import { ROLLER_BYTES, Roller } from '../src/solver/roller-records.ts'
import { ALL_WAYS, BEARER_BYTES, BEARER_ENDS, BOUNCES, HELD_TWICE, HELD_UP, JOINTED, KEPT_BYTES, LEAST_ALONG, LINK_BYTES, LOAD_PLAN_STRIDE, LoadPlan, NO_LOAD, ON_MOVING, RELIEVED_BYTES, STRUCK, WAYS } from '../src/solver/load-records.ts'
import { ALONE, TIED, Lock, ROCKS, TOUCHED } from '../src/solver/lock.ts'
import { DRIVE_STRIDE, Drive, Followed, OF_PARTS, Outcome, STATE_STRIDE, State } from '../src/solver/motion-records.ts'

type Enum = Record<string, number | string>

const { Field, LANES, PointField, Rate, RowBits } = groups

/** The text of the header. */
export function writeLayout(): string {
  return [
    '/* Written by kernel/layout.ts from the enums of the TypeScript code: do not edit. */',
    '#pragma once\n',
    '#include "vectors.h"\n',
    '#define EXPORT(name) __attribute__((export_name(#name)))\n',
    ...Object.entries({ ...groups, STREAMS, WORLD, OPEN, OPEN_BITS, FOREIGN, MORE_BOUNCES, UNSEEN, LOOK_AHEAD, ONLY_ASKED, NOT_ACTIVE, NOT_AWAKE, NOT_TO_COME, OF_PARTS, WITNESSES }).map(constant),
    ...Object.entries({ LEAST_TREE, LOCKED_GIVE, LOCKED_RIGID, LOCKED_STILL, LEAST_PENDULUM, LEAST_STAR, MOST_BORNE, SMALL_TREE, UNEVEN, MOST_BENT, MOST_SWING, MOST_ROD_SWING, MOST_SLIDE_SWING, MOST_MENDING_TURN, RIGID_HERTZ, TREE_GIVE, DRIVEN_RESTITUTION, DRIVEN_SLIDE, DRIVEN_SPEED, HEAVY_RATIO, HEAVY_COMPLIANCE, JOLT_LEAST, JOLT_MOST, JOLT_SPEED, JOLT_TIME, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE, ON_FACE }).map(constant),
    ...Object.entries({ ANSWER_BYTES, ANSWERS_OF_MEMBER, MOST_ANSWERS, BLOW_BYTES, CHAIN_BYTES, CHAIN_FACTORS, CHAIN_TIES, CHAINS_BYTES, MEMBER_BYTES, MOST_FACTORS, MOST_LIMITS, MOST_MEMBERS, MOST_TIES, TIE_BYTES, TIES_OF_JOINT }).map(constant),
    ...Object.entries({ ONE_SPOT_SQUARED, MAX_VERTICES, STILL, NEAR_LINK, LEVEL_TURN, LEAST_TURN, MAY_TURN }).map(constant),
    ...Object.entries({ BURDEN_RATIO, ROLLER_RATE, ROLLER_RATIO, LEAST_ALONG, BOUNCES, HELD_TWICE, HELD_UP, JOINTED, NO_LOAD, ON_MOVING, STRUCK, ALL_WAYS, WAYS, ALONE, TIED, ROCKS, TOUCHED, SLOW, ROCKING_SLOPS }).map(constant),
    ...Object.entries({ LARGEST, FARTHEST, TIME_TO_SLEEP, TIME_TO_CALM, CALM_SLOPS, HALF_PI_HIGH, HALF_PI_MIDDLE, HALF_PI_LOW, SMALL_ANGLE_LIMIT, TWO_OVER_PI }).map(constant),
    '',
    ...Object.entries({ ShapeType, LinkSides, BodyKind, Trait, ContactFlag, Lock, Outcome, Field, PointField, RowBits, JointPart, LinePart, Impact, Closer, FollowAsk, Prepared, NearBit, Renewal }).map(([name, type]) => constants(name, type)),
    struct('Pose', 'double', Pose, POSE_STRIDE),
    struct('Way', 'double', Way, WAY_STRIDE),
    struct('Surface', 'float', Surface, SURFACE_STRIDE),
    struct('Drift', 'float', Drift, DRIFT_STRIDE),
    struct('Sizes', 'double', sizes(), GEOMETRY_STRIDE),
    struct('Geometry', 'double', Geometry, LINE_STRIDE),
    struct('PairPlace', 'double', Pair, PAIR_STRIDE),
    struct('Manifold', 'double', Manifold, MANIFOLD_STRIDE),
    struct('Impulse', 'float', Impulse, IMPULSE_STRIDE),
    '/* Which vertices a point of a manifold is between. */\ntypedef struct {\n  int32_t id0, id1;\n} Feature;\n',
    struct('Known', 'float', Known, KNOWN_STRIDE),
    polygon(),
    impacts(),
    rollers(),
    followed(),
    struct('Todo', 'int32_t', Todo, TODO_STRIDE),
    struct('Owner', 'uint32_t', Owner, OWNER_STRIDE),
    struct('Cursor', 'uint32_t', Cursor, CURSOR_STRIDE),
    struct('Run', 'uint32_t', Run, RUN_STRIDE),
    struct('State', 'double', State, STATE_STRIDE),
    struct('Followed', 'double', Followed, STATE_STRIDE),
    struct('Drive', 'double', Drive, DRIVE_STRIDE),
    struct('JointRecord', 'double', JointRecord, JOINT_STRIDE),
    `_Static_assert(sizeof(JointRecord) == ${JOINT_BYTES}, "JointRecord");`,
    struct('JointPlan', 'uint32_t', JointPlan, PLAN_STRIDE),
    loads(),
    'typedef struct {\n  double x, y;\n} Vector;\n',
    '/* The first numbers of a pose. */\ntypedef struct {\n  double x, y, cos, sin;\n} Start;\n',
    struct('Sweep', 'double', Sweep, SWEEP_STRIDE),
    struct('Impact', 'double', HitPlace, IMPACT_STRIDE),
    struct('Ahead', 'double', Ahead, Ahead.Side),
    struct('ToFollow', 'double', ToFollow, TO_FOLLOW_STRIDE),
    struct('Stray', 'double', Stray, STRAY_STRIDE),
    foreseen(),
    witnesses(),
    struct('Rates', 'float', Rate, groups.RATES_STRIDE),
    '/* Velocity x, y, angular; then moved by x, y, and cosine and sine of the turn. */',
    'typedef struct {\n  f32x4 velocity, moved;\n} Work;\n',
    'typedef struct {\n  f32x4 sum;\n} Push;\n',
    '/* Where a box begins, and where it ends. */\ntypedef struct {\n  f64x2 low, high;\n} NearBox;\n',
    group(),
    addressTable(),
  ].join('\n')
}

function constant([name, value]: [string, unknown]): string {
  return typeof value === 'number' ? `#define ${name} ${Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : value.toExponential()}` : ''
}

/** The names of an enum as constants, after its own. */
function constants(name: string, type: Enum): string {
  const entries = named(type).map(([key, value]) => `${name}_${key} = ${value}`)
  return `enum {\n  ${entries.join(',\n  ')},\n};\n`
}

/** A record of numbers of one type: places with several names become unions, those without a name stay empty. */
function struct(name: string, type: string, places: Enum, stride: number): string {
  const fields = Array.from({ length: stride }, (_, place) => {
    const names = named(places).filter(([, value]) => value === place).map(([key]) => lower(key))
    if (names.length === 0) return `  ${type} unused${place};`
    return names.length === 1 ? `  ${type} ${names[0]};` : `  union {\n    ${type} ${names.join(', ')};\n  };`
  })
  return `typedef struct {\n${fields.join('\n')}\n} ${name};\n`
}

/** Four contacts: each number four times in a row. */
function group(): string {
  const head = named(Field).filter(([key]) => key !== 'Points').map(([key]) => `  ${key === 'A' || key === 'B' || key === 'Bits' ? 'i32x4' : 'f32x4'} ${lower(key)};`)
  const point = named(PointField).map(([key]) => `  f32x4 ${lower(key)};`)
  return [
    `typedef struct {\n${head.join('\n')}\n} Head;\n`,
    `typedef struct {\n${point.join('\n')}\n} Point;\n`,
    'typedef struct {\n  Head head;\n  Point points[1];\n  f32x4 unused;\n} GroupOne;\n',
    'typedef struct {\n  Head head;\n  Point points[2];\n} GroupTwo;\n',
    `_Static_assert(sizeof(Head) == ${LANES * 4} * ${Field.Points}, "the head of a group");`,
    `_Static_assert(sizeof(Point) == ${LANES * 4} * POINT_FIELDS, "a point of a group");`,
    '_Static_assert(sizeof(GroupOne) == GROUP_BYTES_ONE && sizeof(GroupTwo) == GROUP_BYTES_TWO, "groups");',
    '_Static_assert(sizeof(Work) == WORK_BYTES && sizeof(Push) == PUSH_BYTES, "work and push");\n',
  ].join('\n')
}

/** The numbers that all geometry records have. */
function sizes(): Enum {
  return Object.fromEntries(named(Geometry).filter(([, place]) => place < GEOMETRY_STRIDE))
}

/** A convex polygon: see `src/collision/polygon-pool.ts`. */
function polygon(): string {
  return [
    'typedef struct {\n  double count, radius, references, hash, unused[4];',
    '  /* x and y in turn. */\n  double vertices[2 * MAX_VERTICES], normals[2 * MAX_VERTICES];\n} Polygon;\n',
    `_Static_assert(__builtin_offsetof(Polygon, vertices) == 8 * ${POLYGON_VERTICES}, "vertices");`,
    `_Static_assert(__builtin_offsetof(Polygon, normals) == 8 * ${POLYGON_NORMALS}, "normals");`,
    `_Static_assert(sizeof(Polygon) == 8 * ${POLYGON_STRIDE}, "a polygon");\n`,
  ].join('\n')
}

/** What impacts work on: see `kernel/impact-rounds.h`. */
function impacts(): string {
  return [
    '/* A contact that may bounce: see `Bounce`. */',
    'typedef struct {\n  uint32_t lane, owner;\n  float base0, base1;\n  double restitution;\n  uint32_t points, hit;\n  /* Its bodies, and what of its row tells how fast they part: see `link_bounces`. */\n  uint32_t a, b;\n  float normalX, normalY, crossA[2], crossB[2];\n} Bounce;\n',
    `_Static_assert(sizeof(Bounce) == 4 * ${BOUNCE_STRIDE} && __builtin_offsetof(Bounce, owner) == 4 * ${Bounce.Owner}, "Bounce");`,
    `_Static_assert(__builtin_offsetof(Bounce, hit) == 4 * ${Bounce.Hit}, "Bounce");\n`,
    '/* Cleared but for those that are met in the substep at hand. */\ntypedef struct {',
    "  /* How much farther its impacts let the body come in this substep than its velocity says. */",
    '  double shiftX, shiftY, shiftTurn;',
    '  /* Up to when a hit counts as its first in the last round in which it had any, and in which; once those are known, what is missing there, and then what impulses that were found one after the other have won, see `give_none`. */\n  union {\n    double first, missing, wonAlone;\n  };\n  uint32_t round;',
    '  /* In which round it was pushed last; whether it is in the list of those to be cleared, and was shifted. */',
    '  uint32_t mark, state;',
    '  /* The visit of a hit that changed its velocity last, see `exchange`. */\n  uint32_t changed;',
    '  /* A body of those that hit each other, one through another, 0 where it stands for them all; how many hits they have then. */',
    '  uint32_t leader, hits;',
    '  /* What the rounds in which it was pushed took of its approaches. */\n  float lost;',
    '  /* Where it stands for them all: what their impulses have changed, see `scale_impulses`; whether friction has changed how they part, and what both found together have won, see `rub_all`. */\n  union {\n    float answer, rubbed, won;\n  };\n} ImpactBody;\n',
    'typedef struct {',
    '  /* The address of the lane; twice its bounce, and one more at the second point. */\n  uint32_t lane, which;',
    '  /* The velocity along the normal with which its bodies part before the round, with which they are to, and the impulse so far. */\n  double speed, wanted, impulse;\n  /* The impulse of friction so far. */\n  double tangent;\n  /* The impulse that changes that velocity by one. */\n  double response;',
    '  /* Seconds from the beginning of the substep to the hit. */\n  double time;',
    '  /* Its bodies, and when it was visited last. */\n  uint32_t a, b, seen;',
    '  /* Its bodies again: 0 where no impulse moves one, as a kinematic one. That has no first hit, and joins nobody to others. */\n  uint32_t movedA, movedB;',
    '  /* What its row says of it: inverse masses are 0 along what is locked. */',
    '  float normalX, normalY, crossA, crossB, inverseMass, massAX, massAY, massBX, massBY, inertiaA, inertiaB;\n  /* The part of the approach that it takes, and how wrong it may be where many hit. */\n  float lost, loose;\n  /* What is in `speed` before the gap is closed, how fast it slides before the round, and the impulses before friction and normals know of each other. */\n  float gained, slip, aloneNormal, aloneTangent;\n  /* The inverse of what its bodies answer along the surface where joints hold them to others; otherwise 0. */\n  float grip;\n  /* The place of its first answer and 1 more, or 0: see `Answer` in chains.h. */\n  uint32_t answers;\n} Hit;\n',
    `_Static_assert(sizeof(ImpactBody) == ${IMPACT_BODY_BYTES} && sizeof(Hit) == ${HIT_BYTES}, "impacts");\n`,
  ].join('\n')
}

/** What resists rolling: see `kernel/rolling.c`. */
function rollers(): string {
  return [
    '/* A contact that resists rolling: see `Roller`. */',
    'typedef struct {\n  uint32_t a, b;\n  float inertiaA, inertiaB;\n  double impulse;\n  float resistance;\n  uint32_t normal;\n} Roller;\n',
    `_Static_assert(sizeof(Roller) == ${ROLLER_BYTES} && __builtin_offsetof(Roller, impulse) == 4 * ${Roller.Impulse}, "Roller");`,
    `_Static_assert(__builtin_offsetof(Roller, inertiaA) == 4 * ${Roller.InertiaA} && __builtin_offsetof(Roller, normal) == 4 * ${Roller.Normal}, "Roller");\n`,
  ].join('\n')
}

/** Rows that are followed as their bodies turn: see `kernel/followed.c`. */
function followed(): string {
  const places: [string, FollowedRow][] = [['turning', FollowedRow.Turning], ['turned', FollowedRow.Turned], ['lane', FollowedRow.Lane], ['pressed', FollowedRow.Pressed], ['behindA', FollowedRow.ArmA], ['behindB', FollowedRow.ArmB], ['solved', FollowedRow.Solved]]
  return [
    '/* A row that is followed as its bodies turn: see `FollowedRow`. */\ntypedef struct {\n  double cosA, sinA, cosB, sinB, turning[2], turned[2];',
    '  /* By point: how far the corner that turns is behind the anchor, along the normal; the separation without what turns add. */',
    '  double behindA[2], behindB[2], base[2];',
    '  uint32_t lane;\n  int32_t points;\n  uint32_t contact, renewal, bounces, pressed;',
    '  /* Bits of its points: which held anything as the substep began, and which are not held in this one, see `let_bounce`. */\n  uint32_t loaded, spared;',
    '  /* Of those their `PointField.Base`. */\n  float sparedBase[2];\n  /* Points of its row, 0 where it has none. */\n  int32_t solved;\n} FollowedRow;\n',
    `_Static_assert(sizeof(FollowedRow) == ${FOLLOWED_BYTES} && ${FOLLOWED_BYTES} == 4 * ${FOLLOWED_STRIDE}, "FollowedRow");`,
    ...places.map(([name, place]) => `_Static_assert(__builtin_offsetof(FollowedRow, ${name}) == 4 * ${place}, "FollowedRow");`),
    '',
  ].join('\n')
}

/** What weighs on whom: see `kernel/loads.c`. */
function loads(): string {
  return [
    struct('LoadPlan', 'int32_t', LoadPlan, LOAD_PLAN_STRIDE),
    '/* Two bodies that touch or are joined, by their places in the awake list: see `edge_to`. */',
    'typedef struct {\n  uint32_t from, edge;\n} LoadLink;\n',
    '/* The mass of a body whose mass is raised; and the velocity that it, or what loads it, began the step with, what that gets back, and at whose place. */',
    'typedef struct {\n  double inverseMass, inverseInertia, x, y, givenX, givenY;\n  uint32_t source;\n} Kept;\n',
    '/* One whose load became smaller: its place in the awake list, and the load before. */\ntypedef struct {\n  uint32_t place;\n  float before;\n} Relieved;\n',
    'typedef struct {',
    '  /* The load that begins here; in the end that for which its mass is to be raised. Powers of two, or NO_LOAD. */',
    '  int32_t power;',
    '  /* The ways that end at what does not move, in which a load comes along, that are held, and that are to be passed on; in the end how many share it. */',
    '  uint8_t ends, reached, held, waiting;',
    '  /* By way: the load that comes along. */',
    '  union {\n    int16_t loads[WAYS];\n    uint64_t all;\n  };\n} Bearer;\n',
    `_Static_assert(sizeof(LoadLink) == ${LINK_BYTES} && sizeof(Bearer) == ${BEARER_BYTES}, "loads");`,
    `_Static_assert(sizeof(Kept) == ${KEPT_BYTES} && sizeof(Relieved) == ${RELIEVED_BYTES}, "burdens");`,
    `_Static_assert(__builtin_offsetof(Bearer, ends) == ${BEARER_ENDS}, "Bearer");\n`,
  ].join('\n')
}

/** What is static near hits. */
function witnesses(): string {
  return `typedef struct {\n  struct {\n    double minX, minY, maxX, maxY;\n  } of[${WITNESSES}];\n} Witnesses;\n\n_Static_assert(sizeof(Witnesses) == 8 * ${WITNESSES * WITNESS_STRIDE}, "Witnesses");\n`
}

/** The points of a hit to come: see `Foreseen`. */
function foreseen(): string {
  return [
    'typedef struct {\n  double part, separation, motionX, motionY;\n  Ahead a, b;\n  Manifold manifold;\n  Feature feature;\n} Foreseen;\n',
    `_Static_assert(__builtin_offsetof(Foreseen, separation) == 8 * ${Foreseen.Separation}, "Foreseen");`,
    `_Static_assert(__builtin_offsetof(Foreseen, a) == 8 * ${Foreseen.Sides}, "Foreseen");`,
    `_Static_assert(__builtin_offsetof(Foreseen, manifold) == 8 * ${Foreseen.Manifold}, "Foreseen");`,
    `_Static_assert(__builtin_offsetof(Foreseen, feature) == 8 * ${Foreseen.Feature}, "Foreseen");\n`,
  ].join('\n')
}

/** The address table, and where it is: C calls it `frame`. */
function addressTable(): string {
  const entries = named(AddressTable)
  const fields = entries.map(([key]) => `  ${TABLE_TYPES[key as keyof typeof AddressTable]}${lower(key)};`)
  const checks = entries.map(([key, value]) => {
    return `_Static_assert(__builtin_offsetof(AddressTable, ${lower(key)}) == ${value - TABLE_START}, "${key}");`
  })
  return [
    `typedef struct {\n${fields.join('\n')}\n} AddressTable;\n`,
    ...checks,
    `_Static_assert(sizeof(AddressTable) <= ${TABLE_END - TABLE_START}, "the address table");\n`,
    `#define frame ((AddressTable *)${TABLE_START})\n`,
  ].join('\n')
}

function named(type: Enum): [string, number][] {
  return Object.entries(type).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
