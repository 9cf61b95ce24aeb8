// Writes kernel/layout.h: what the kernel's memory holds, as C sees it. The enums of the TypeScript code are the truth;
// only types are added here. `kernel/build.mjs` runs this, and a test holds the file against it.
import { FARTHEST } from '../components/limits.ts'
import { ShapeType } from '../components/shape-type.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { POSE_STRIDE, Pose, SURFACE_STRIDE, Surface } from '../src/bodies/body-records.ts'
import { NOT_AWAKE, Trait } from '../src/bodies/bodies.ts'
import { NO_DIRECTION as BOX_NO_DIRECTION, FACE_PREFERENCE, INCIDENT_PREFERENCE } from '../src/collision/box-box.ts'
import { NO_DIRECTION as CORNER_NO_DIRECTION } from '../src/collision/circle-box.ts'
import { GEOMETRY_STRIDE, Geometry } from '../src/collision/geometry.ts'
import { ON_FACE } from '../src/collision/manifold.ts'
import { HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE, TIME_TO_SLEEP } from '../src/constants.ts'
import { ContactFlag, IMPULSE_STRIDE, Impulse, MANIFOLD_STRIDE, Manifold } from '../src/contacts/contact-record.ts'
import { CURSOR_STRIDE, Cursor, OPEN, OPEN_BITS, OWNER_STRIDE, Owner, STREAMS, WORLD } from '../src/kernel/filling.ts'
import { FOREIGN, FRAME_END, FRAME_START, Frame, ONE_SPOT_SQUARED, TODO_STRIDE, Todo, UNSEEN } from '../src/kernel/frame.ts'
import { HALF_PI_HIGH, HALF_PI_LOW, HALF_PI_MIDDLE, SMALL_ANGLE_LIMIT, TWO_OVER_PI } from '../src/math/angle-reduction.ts'
import { LARGEST } from '../src/solver/body-states.ts'
import * as groups from '../src/solver/contact-groups.ts'
import { Lock } from '../src/solver/lock.ts'
import { DRIVE_STRIDE, Drive, Followed, Outcome, STATE_STRIDE, State } from '../src/solver/motion-records.ts'

type Enum = Record<string, number | string>

const { Field, LANES, PointField, Rate } = groups

/** The types of the frame's entries that are no addresses of integers or doubles. */
const FRAME_TYPES: Record<keyof typeof Frame, string> = {
  Pose: 'Pose *',
  Surface: 'Surface *',
  Geometry: 'Geometry *',
  ShapeType: 'uint8_t *',
  Traits: 'uint8_t *',
  Kind: 'uint8_t *',
  BodyOf: 'uint32_t *',
  AwakeIndex: 'int32_t *',
  Reach: 'double *',
  IslandParent: 'uint32_t *',
  IslandSize: 'uint32_t *',
  A: 'uint32_t *',
  B: 'uint32_t *',
  Flags: 'uint8_t *',
  PointCount: 'uint8_t *',
  Manifold: 'Manifold *',
  Impulse: 'Impulse *',
  Feature: 'Feature *',
  Active: 'uint32_t *',
  Todo: 'Todo *',
  Axes: 'uint8_t *',
  Push: 'Push *',
  Busy: 'uint32_t *',
  Owners: 'Owner *',
  Open: 'uint32_t *',
  Cursors: 'Cursor *',
  Special: 'uint32_t *',
  OwnerCount: 'int32_t ',
  SpecialCount: 'int32_t ',
  Wanted: 'int32_t ',
  Touching: 'int32_t ',
  Asking: 'int32_t ',
  Margin: 'double ',
  Slop: 'double ',
  MovingCompliance: 'double ',
  FixedCompliance: 'double ',
  Friction: 'double ',
  Restitution: 'double ',
  Awake: 'uint32_t *',
  FirstChild: 'uint32_t *',
  Angle: 'double *',
  LocalCenter: 'Vector *',
  Extent: 'double *',
  Start: 'Start *',
  Way: 'Way *',
  Quick: 'uint8_t *',
  QuietTime: 'double *',
  Force: 'Way *',
  State: 'State *',
  Drive: 'Drive *',
  Work: 'Work *',
  Forced: 'int32_t ',
  AnyQuiet: 'int32_t ',
  GravityX: 'double ',
  GravityY: 'double ',
  MaxSquared: 'double ',
  MaxAngular: 'double ',
  StepTime: 'double ',
  StepRate: 'double ',
  BeyondSquared: 'double ',
  BeyondAngular: 'double ',
  SleepSpeed: 'double ',
  ComingTime: 'double ',
  QuickSpeed: 'double ',
  Fall: 'double ',
  FallX: 'double ',
  FallY: 'double ',
  LongestWay: 'double ',
  WidestTurn: 'double ',
  Ahead: 'double ',
}

/** The text of the header. */
export function writeLayout(): string {
  return [
    '/* Written by kernel/layout.ts from the enums of the TypeScript code: do not edit. */',
    '#pragma once\n',
    '#include "vectors.h"\n',
    '#define EXPORT(name) __attribute__((export_name(#name)))\n',
    ...Object.entries({ ...groups, STREAMS, WORLD, OPEN, OPEN_BITS, FOREIGN, UNSEEN, NOT_AWAKE }).map(constant),
    ...Object.entries({ HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE, ON_FACE }).map(constant),
    ...Object.entries({ ONE_SPOT_SQUARED, FACE_PREFERENCE, INCIDENT_PREFERENCE }).map(constant),
    ...Object.entries({ LARGEST, FARTHEST, TIME_TO_SLEEP, HALF_PI_HIGH, HALF_PI_MIDDLE, HALF_PI_LOW, SMALL_ANGLE_LIMIT, TWO_OVER_PI }).map(constant),
    ...Object.entries({ BOX_NO_DIRECTION, CORNER_NO_DIRECTION }).map(constant),
    '',
    ...Object.entries({ ShapeType, BodyKind, Trait, ContactFlag, Lock, Outcome, Field, PointField }).map(([name, type]) => constants(name, type)),
    struct('Pose', 'double', Pose, POSE_STRIDE),
    struct('Surface', 'float', Surface, SURFACE_STRIDE),
    struct('Geometry', 'double', Geometry, GEOMETRY_STRIDE),
    struct('Manifold', 'double', Manifold, MANIFOLD_STRIDE),
    struct('Impulse', 'float', Impulse, IMPULSE_STRIDE),
    '/* Which vertices a point of a manifold is between. */\ntypedef struct {\n  int32_t id0, id1;\n} Feature;\n',
    struct('Todo', 'int32_t', Todo, TODO_STRIDE),
    struct('Owner', 'uint32_t', Owner, OWNER_STRIDE),
    struct('Cursor', 'uint32_t', Cursor, CURSOR_STRIDE),
    struct('State', 'double', State, STATE_STRIDE),
    struct('Followed', 'double', Followed, STATE_STRIDE),
    struct('Drive', 'double', Drive, DRIVE_STRIDE),
    'typedef struct {\n  double x, y;\n} Vector;\n',
    '/* The first numbers of a pose. */\ntypedef struct {\n  double x, y, cos, sin;\n} Start;\n',
    '/* A way and its turn; also a force and its torque. */\ntypedef struct {\n  double x, y, turn;\n} Way;\n',
    struct('Rates', 'float', Rate, groups.RATES_STRIDE),
    '/* Velocity x, y, angular; then moved by x, y, and cosine and sine of the turn. */',
    'typedef struct {\n  f32x4 velocity, moved;\n} Work;\n',
    'typedef struct {\n  f32x4 sum;\n} Push;\n',
    group(),
    frame(),
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
  const head = named(Field).filter(([key]) => key !== 'Points').map(([key]) => `  ${key === 'A' || key === 'B' ? 'i32x4' : 'f32x4'} ${lower(key)};`)
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

/** The frame, and where it is. */
function frame(): string {
  const entries = named(Frame)
  const fields = entries.map(([key]) => `  ${FRAME_TYPES[key as keyof typeof Frame]}${lower(key)};`)
  const checks = entries.map(([key, value]) => {
    return `_Static_assert(__builtin_offsetof(Frame, ${lower(key)}) == ${value - FRAME_START}, "${key}");`
  })
  return [
    `typedef struct {\n${fields.join('\n')}\n} Frame;\n`,
    ...checks,
    `_Static_assert(sizeof(Frame) <= ${FRAME_END - FRAME_START}, "the frame");\n`,
    `#define frame ((Frame *)${FRAME_START})\n`,
  ].join('\n')
}

function named(type: Enum): [string, number][] {
  return Object.entries(type).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
