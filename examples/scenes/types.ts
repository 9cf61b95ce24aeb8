/**
 * Scenes are plain data: numbers in meters, seconds, kilograms and radians, y up.
 * They know nothing of this library, so that the same data can build the scene in
 * any engine, in a test, in the gallery and in a benchmark.
 */

export interface PointData {
  readonly x: number
  readonly y: number
}

export type ShapeData =
  | { readonly type: 'circle'; readonly radius: number }
  | { readonly type: 'box'; readonly halfWidth: number; readonly halfHeight: number }
  /** A box that never turns. */
  | { readonly type: 'aabb'; readonly halfWidth: number; readonly halfHeight: number }
  /** A segment along local x from -halfLength to halfLength, grown by radius. */
  | { readonly type: 'capsule'; readonly halfLength: number; readonly radius: number }
  /** Convex, counter-clockwise. */
  | { readonly type: 'polygon'; readonly points: readonly PointData[]; readonly radius?: number }
  | { readonly type: 'segment'; readonly x1: number; readonly y1: number; readonly x2: number; readonly y2: number }
  /** Holds back what comes from its left, seen along the points: floors go from left to right. */
  | { readonly type: 'chain'; readonly points: readonly PointData[]; readonly loop?: boolean }

/** The surface of a shape. What is not named is as the engine has it. */
export interface SurfaceData {
  readonly friction?: number
  readonly restitution?: number
  /** Kilograms a square meter. */
  readonly density?: number
  /** Torque against rolling, as a length times the normal force. */
  readonly rollingResistance?: number
  /** Speed of the surface along itself in meters a second, as on a conveyor belt: positive carries to the right. */
  readonly tangentSpeed?: number
}

/** Who touches whom: bits of the own categories and of those that are touched. */
export interface FilterData {
  readonly category?: number
  readonly mask?: number
  readonly group?: number
}

/** How a body moves where it differs from the others. */
export interface MotionData {
  readonly gravityScale?: number
  /** 1/s. */
  readonly linearDamping?: number
  readonly angularDamping?: number
  /** Meters a second. */
  readonly maxSpeed?: number
  readonly lockX?: boolean
  readonly lockY?: boolean
  readonly lockRotation?: boolean
}

/** One more shape of a body, placed in the frame of the body. */
export interface PartData extends SurfaceData {
  readonly shape: ShapeData
  readonly x: number
  readonly y: number
  /** Radians. Default 0. */
  readonly angle?: number
  readonly sensor?: boolean
  readonly filter?: FilterData
}

/** What the area of a body does to what is in it: see docs/fields.md. */
export type FieldData =
  | {
    readonly type: 'water'; readonly density?: number; readonly flow?: number; readonly surface?: number
    readonly wave?: { readonly height: number; readonly length: number; readonly speed: number }
  }
  | { readonly type: 'radial'; readonly strength: number; readonly radius: number }
  | { readonly type: 'wind'; readonly x: number; readonly y: number; readonly drag?: number; readonly variation?: number }

export interface BodyData extends SurfaceData {
  readonly x: number
  readonly y: number
  /** Radians. Default 0. */
  readonly angle?: number
  /** Meters a second. Default 0. */
  readonly vx?: number
  readonly vy?: number
  /** Radians a second. Default 0. */
  readonly angular?: number
  readonly shape: ShapeData
  /** Default: dynamic. */
  readonly kind?: 'static' | 'kinematic'
  /** The body begins asleep. Default false. */
  readonly sleeping?: boolean
  /** The body is not in the world until the scene's drive spawns it. Default false. */
  readonly absent?: boolean
  readonly bullet?: boolean
  readonly sensor?: boolean
  readonly filter?: FilterData
  /** The direction from which the body holds back; the other ones are open. In the frame of the body. */
  readonly oneWay?: PointData
  readonly motion?: MotionData
  readonly field?: FieldData
  /** A kinematic body that the drive takes on as a character. Default false. */
  readonly character?: boolean
  /** More shapes that move with the body. */
  readonly parts?: readonly PartData[]
}

/** What every joint says: places in `Scene.bodies`; of a gear places in `Scene.joints`. */
export interface LinkData {
  readonly a: number
  readonly b: number
  /** Whether the two bodies collide with each other. Default false. */
  readonly collideConnected?: boolean
  /** Newtons and newton-meters above which the joint breaks. Default: never. */
  readonly breakForce?: number
  readonly breakTorque?: number
}

export interface LimitData {
  readonly lower: number
  readonly upper: number
}

export interface SpringData {
  readonly hertz: number
  readonly dampingRatio: number
}

interface CoordinateData {
  readonly limit?: LimitData
  readonly spring?: SpringData
}

/** A joint, at points of the world as its bodies stand in the scene. Angles and ways are 0 there. */
export type JointData = LinkData & (
  /** A rod; with a limit a rope; with a spring a spring. */
  | ({
    readonly type: 'distance'; readonly from: PointData; readonly to: PointData
    readonly motor?: { readonly speed: number; readonly maxForce: number }
  } & CoordinateData)
  | ({
    readonly type: 'revolute'; readonly x: number; readonly y: number
    readonly motor?: { readonly speed: number; readonly maxTorque: number }
  } & CoordinateData)
  | ({
    readonly type: 'prismatic'; readonly x: number; readonly y: number; readonly axis: PointData
    readonly motor?: { readonly speed: number; readonly maxForce: number }
  } & CoordinateData)
  | ({
    readonly type: 'wheel'; readonly x: number; readonly y: number; readonly axis: PointData
    readonly motor?: { readonly speed: number; readonly maxTorque: number }
  } & CoordinateData)
  | { readonly type: 'weld'; readonly x: number; readonly y: number; readonly angularSpring?: SpringData }
  | {
    readonly type: 'pulley'; readonly from: PointData; readonly to: PointData
    readonly groundA: PointData; readonly groundB: PointData; readonly ratio?: number
  }
  /** Draws B to where its point is on A. */
  | { readonly type: 'motor'; readonly x: number; readonly y: number; readonly spring: SpringData & { readonly maxForce: number } }
  | { readonly type: 'gear'; readonly ratio: number }
  | { readonly type: 'filter' }
)

/** Something that a viewer may hold down: a key, or a button on the screen. */
export interface ControlData {
  /** Values of `KeyboardEvent.key`, letters in lower case. */
  readonly keys: readonly string[]
  /** On the button. */
  readonly label: string
  /** What it does. */
  readonly text: string
}

/** Settings without which a scene would not be the same scene in any engine. */
export interface SceneSettings {
  /** Whether bodies at rest may fall asleep. Default true. */
  readonly allowSleep?: boolean
  /** Approach speed in meters a second below which nothing bounces. Default: the engine's own. */
  readonly restitutionThreshold?: number
}

/** What the camera shows: the center and the size, in meters. */
export interface ViewData {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a scene may do to its bodies, given by their places in `Scene.bodies`, before a step; every engine can offer it. */
export interface DriveApi {
  /** Sets the velocity of a body and wakes it. */
  setVelocity(bodyIndex: number, vx: number, vy: number, angular: number): void
  /** Adds to the velocity of a body and wakes it. */
  push(bodyIndex: number, vx: number, vy: number): void
  /** Writes position and velocity of a body: x, y, vx, vy. */
  read(bodyIndex: number, out: Float64Array): void
  /** Puts a body that is absent into the world, and with the second body of a joint the joint. */
  spawn(bodyIndex: number, x: number, y: number, vx: number, vy: number): void
  /** Takes a body out of the world, and the joints that it has. */
  despawn(bodyIndex: number): void
  /** Pushes what is around a point away from it, by the newton-seconds for each meter of outline; it fades over `falloff` meters. */
  explode(x: number, y: number, falloff: number, impulse: number): void
  /**
   * Takes a character on, whose up is where the fields of the scene have it: with a speed to its right, and a jump of so many
   * meters if it stands; 0 for none.
   */
  walk(bodyIndex: number, run: number, jump: number): void
  /** Sets the speed of a joint's motor. */
  setMotor(jointIndex: number, speed: number): void
  /** Whether somebody holds down a control, by its place in `Scene.controls`; where nobody watches, never. */
  held(controlIndex: number): boolean
}

/** Called before each step; `stepIndex` counts from 0, `dt` is in seconds. */
export type Drive = (stepIndex: number, dt: number, api: DriveApi) => void

/** A drive with what it remembers. */
export type Driven = Required<Pick<SceneContent, 'drive' | 'memory'>>

/** What a scene is called and about; known without building it. */
export interface SceneInfo {
  /** Short name with dashes, for commands and links. */
  readonly name: string
  readonly title: string
  /** The heading under which the gallery lists the scene. */
  readonly category: string
  /** What it is, in a sentence or two. */
  readonly description: string
  /** What a viewer should watch. */
  readonly lookFor: string
  /** A smaller size to begin with, where the whole would keep a page busy for longer than a fifth of a second. */
  readonly opening?: SceneOptions
}

export interface SceneContent {
  readonly gravity: PointData
  readonly bodies: readonly BodyData[]
  readonly view: ViewData
  /** Where a viewer begins in a scene of which all is too much to see. Default: `view`. */
  readonly start?: ViewData
  readonly settings?: SceneSettings
  readonly drive?: Drive
  /** What the drive remembers from step to step, so that it can be saved and put back. */
  readonly memory?: Float64Array
  readonly joints?: readonly JointData[]
  /** The body that the camera goes along with. */
  readonly follow?: number
  readonly controls?: readonly ControlData[]
}

export interface Scene extends SceneInfo, SceneContent {}

/**
 * The size of a scene. Each scene reads the fields that mean something to it and
 * has its own defaults, which are the sizes that its description speaks of.
 */
export interface SceneOptions {
  /** Number of moving (or sleeping) bodies. */
  readonly count?: number
  /** Boxes in the lowest row of a pyramid. */
  readonly base?: number
  /** Rows and columns of a repeated arrangement. */
  readonly rows?: number
  readonly columns?: number
  /** Number of static bodies. */
  readonly statics?: number
  /** Number of bodies that are awake in a world that sleeps. */
  readonly awake?: number
  /** Seed of everything random. */
  readonly seed?: number
}

export interface SceneEntry extends SceneInfo {
  create(options?: SceneOptions): Scene
}

/** Joins what a scene is called with the function that makes its bodies. */
export function defineScene(
  info: SceneInfo, content: (options: SceneOptions) => SceneContent,
): SceneEntry {
  return { ...info, create: (options = {}) => ({ ...info, ...content(options) }) }
}
