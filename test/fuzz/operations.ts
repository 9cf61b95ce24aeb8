/** A program is data: what is done to one or two worlds, in order. So it can be printed, shortened and played again. */

export type Kind = 'dynamic' | 'static' | 'kinematic'
export type TagName = 'Sleeping' | 'Sensor' | 'Bullet' | 'Disabled' | 'Prefab'
export type ComponentName =
  | 'Position' | 'Rotation' | 'Velocity' | 'Mass' | 'Material' | 'Motion' | 'CollisionFilter' | 'OneWay' | 'Collider'
export type Vector = readonly [number, number]
export type Fields = Readonly<Record<string, number>>

/** A shape as data. */
export type ShapeSpec =
  | { readonly type: 'circle'; readonly radius: number }
  | { readonly type: 'box' | 'aabb'; readonly halfWidth: number; readonly halfHeight: number; readonly radius: number }
  | { readonly type: 'capsule'; readonly halfLength: number; readonly radius: number; readonly axis?: 'x' | 'y' }
  | { readonly type: 'polygon'; readonly points: readonly Vector[]; readonly radius: number }
  | { readonly type: 'segment'; readonly points: readonly Vector[] }
  | { readonly type: 'chain'; readonly points: readonly Vector[]; readonly loop: boolean }

/** What an entity gets besides its place and shape. */
export type Extras = Readonly<Partial<Record<ComponentName, Fields>>>

/** Which colliders a query reports; `exclude` names a slot. */
export interface FilterSpec {
  readonly mask?: number
  readonly category?: number
  readonly exclude?: number
  readonly includeSensors?: boolean
  /** Only those with an id that leaves this rest when divided by 3. */
  readonly rest?: number
  /** Only what has this tag, or with a ! in front has not. */
  readonly term?: 'Static' | '!Static' | 'Velocity' | 'Material'
}

export type Question =
  | { readonly ask: 'point'; readonly x: number; readonly y: number }
  | { readonly ask: 'region' | 'view'; readonly box: readonly [number, number, number, number] }
  | { readonly ask: 'shape'; readonly shape: ShapeSpec; readonly x: number; readonly y: number; readonly angle: number }
  | { readonly ask: 'ray' | 'rayAny' | 'rayAll'; readonly from: Vector; readonly to: Vector }
  | {
      readonly ask: 'cast'; readonly shape: ShapeSpec; readonly x: number; readonly y: number; readonly angle: number
      readonly way: Vector
    }
  | { readonly ask: 'nearest'; readonly x: number; readonly y: number; readonly k: number; readonly reach: number }
  | { readonly ask: 'distance'; readonly a: number; readonly b: number }

export type JointName = 'distance' | 'revolute' | 'prismatic' | 'weld' | 'wheel' | 'motor' | 'pulley' | 'gear' | 'filter'

export interface JointSpec {
  readonly kind: JointName
  readonly limit: boolean
  readonly spring: boolean
  readonly motor: boolean
  /** What becomes of it when it breaks; 'none': it never does. */
  readonly weak: 'none' | 'off' | 'gone'
  readonly collide: boolean
  readonly x: number
  readonly y: number
}

export interface FieldSpec {
  readonly kind: 'force' | 'gravity' | 'radial' | 'wind' | 'current' | 'drag' | 'belt' | 'water'
  readonly x: number
  readonly y: number
  readonly priority: number
  readonly varies: boolean
}

/** What needs more than bodies. */
export type ExtraOperation = { readonly world: number } & (
  | { readonly do: 'joint'; readonly slot: number; readonly a: number; readonly b: number; readonly spec: JointSpec }
  | { readonly do: 'flip' | 'unjoint'; readonly slot: number }
  | { readonly do: 'drive'; readonly slot: number; readonly speed: number; readonly announce: boolean }
  | {
      readonly do: 'field'; readonly slot: number; readonly shape: ShapeSpec; readonly x: number; readonly y: number
      readonly solid: boolean; readonly spec: FieldSpec
    }
  | { readonly do: 'tune'; readonly slot: number; readonly spec: FieldSpec }
  | {
      readonly do: 'explode'; readonly x: number; readonly y: number; readonly radius: number; readonly impulse: number
      readonly occlusion: 'none' | 'static' | 'all'
    }
  | { readonly do: 'blow'; readonly slot: number; readonly x: number; readonly y: number; readonly lift: number }
  | { readonly do: 'walk'; readonly slot: number; readonly vx: number; readonly vy: number; readonly dt: number }
  /** Keeps the world as it is, in the place of what was kept; puts back what was kept, if anything was. */
  | { readonly do: 'save' | 'restore' }
)

export type Operation = ExtraOperation | PlainOperation

export type PlainOperation = { readonly world: number } & (
  | {
      readonly do: 'spawn'; readonly slot: number; readonly kind: Kind; readonly shape: ShapeSpec | null
      readonly x: number; readonly y: number; readonly angle: number
      readonly tags: readonly TagName[]; readonly extras: Extras
    }
  | {
      readonly do: 'child'; readonly slot: number; readonly body: number; readonly shape: ShapeSpec
      readonly x: number; readonly y: number; readonly angle: number
      readonly tags: readonly TagName[]; readonly extras: Extras
    }
  | { readonly do: 'despawn' | 'wake' | 'touch'; readonly slot: number }
  | { readonly do: 'tag'; readonly slot: number; readonly tag: TagName; readonly on: boolean }
  | { readonly do: 'kind'; readonly slot: number; readonly kind: Kind }
  | { readonly do: 'set'; readonly slot: number; readonly component: ComponentName; readonly data: Fields }
  | {
      readonly do: 'write'; readonly slot: number; readonly component: ComponentName; readonly data: Fields
      readonly announce: boolean
    }
  | { readonly do: 'reshape'; readonly slot: number; readonly shape: ShapeSpec }
  | { readonly do: 'resize'; readonly slot: number; readonly factor: number; readonly announce: boolean }
  | { readonly do: 'strip'; readonly slot: number; readonly components: readonly (ComponentName | 'Shape' | 'BroadphaseAABB')[] }
  | {
      readonly do: 'push'; readonly slot: number; readonly way: 'force' | 'impulse'; readonly x: number; readonly y: number
      readonly at: Vector | null
    }
  | { readonly do: 'turn'; readonly slot: number; readonly way: 'torque' | 'impulse'; readonly amount: number }
  | { readonly do: 'teleport'; readonly slot: number; readonly x: number; readonly y: number; readonly angle: number | null }
  | {
      readonly do: 'attach'; readonly slot: number; readonly body: number
      readonly x: number; readonly y: number; readonly angle: number
    }
  | { readonly do: 'hook'; readonly hook: 'filterPair' | 'preSolve'; readonly rule: 'none' | 'some' | 'throw'; readonly salt: number }
  | { readonly do: 'settings'; readonly data: Readonly<{ gravityX: number; gravityY: number; substeps: number; allowSleep: boolean }> }
  | { readonly do: 'idle' | 'vacate'; readonly count: number }
  | { readonly do: 'query'; readonly question: Question; readonly filter: FilterSpec | null }
  /** Four static walls around the middle: nothing gets out of them. Their slots are those below 0, which nothing else names. */
  | { readonly do: 'room'; readonly of: 'boxes' | 'segments' | 'chain'; readonly half: number }
  /** Plays an operation in the midst of the next step: before the stage, in the substep. */
  | { readonly do: 'within'; readonly stage: number; readonly substep: number; readonly operation: Operation }
  | { readonly do: 'reinstall' }
  | { readonly do: 'step'; readonly dt: number; readonly count: number }
)

export interface Program {
  readonly seed: number
  /** `extras`: whether it has fields. */
  readonly worlds: readonly { readonly capacity: number; readonly substeps: number; readonly extras?: boolean }[]
  /** After every so many steps everything is compared with the model. The questions that this asks are part of the program. */
  readonly checkEvery: number
  readonly operations: readonly Operation[]
}
