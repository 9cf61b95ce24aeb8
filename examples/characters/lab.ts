/** What a character may look like: all are 1 high, with the origin in the middle. */
export type Foot = 'circle' | 'box' | 'capsule' | 'polygon' | 'compound'

export const FEET: readonly Foot[] = ['circle', 'box', 'capsule', 'polygon', 'compound']

/** Half the height of every foot. */
export const HALF = 0.5

/** Half the width of each. */
export const HALF_WIDTH: Readonly<Record<Foot, number>> = { circle: 0.5, box: 0.4, capsule: 0.3, polygon: 0.4, compound: 0.4 }

/** A six-gon that stands on a flat foot 0.4 wide. */
export const SIX_GON = [[-0.2, -0.5], [0.2, -0.5], [0.4, 0], [0.2, 0.5], [-0.2, 0.5], [-0.4, 0]] as const

/** Radius of the head and half sizes of the legs of the compound: a box with a circle on top. */
export const HEAD = { radius: 0.3, y: 0.2 }
export const LEGS = { halfWidth: 0.4, halfHeight: 0.25, y: -0.25 }

export interface BoxOptions {
  readonly angle?: number
  /** Holds back only what comes from above, as it is turned. */
  readonly oneWay?: boolean
  readonly friction?: number
  readonly density?: number
}

/** What a scene may ask a character for; everything has the engine's default. */
export interface HeroOptions {
  readonly maxSlope?: number
  readonly stepHeight?: number
  readonly snap?: number
  readonly cornerCorrection?: number
  readonly pushForce?: number
  /** Where up is. */
  readonly up?: readonly [x: number, y: number]
}

/** What the player does in a frame. */
export interface Input {
  /** Speed to the right, as the character sees it. */
  readonly run?: number
  /** The height of a jump that begins now. */
  readonly jump?: number
  /** Down through one-way platforms. */
  readonly drop?: boolean
}

export interface Thing {
  readonly x: number
  readonly y: number
  readonly angle: number
  /** Of a platform: its velocity from now on. */
  drive(vx: number, vy: number, spin?: number): void
}

export interface Hero {
  readonly x: number
  readonly y: number
  readonly grounded: boolean
  /** What is left of the velocity. */
  readonly vx: number
  readonly vy: number
  /** Where up is from now on. */
  setUp(x: number, y: number): void
  input: Input
  /** Whether a foot so high, with the same sole, has room where this one stands. */
  fits(height: number): boolean
}

/** A world with characters, of this engine or of another. */
export interface Lab {
  readonly name: string
  /** The distance that a character keeps from what it meets. */
  readonly skin: number
  box(x: number, y: number, halfWidth: number, halfHeight: number, options?: BoxOptions): Thing
  /** A floor of links, from left to right. */
  ground(points: readonly (readonly [number, number])[]): void
  platform(x: number, y: number, halfWidth: number, halfHeight: number, options?: BoxOptions): Thing
  crate(x: number, y: number, halfWidth: number, halfHeight: number, options?: BoxOptions): Thing
  sensor(x: number, y: number, halfWidth: number, halfHeight: number): void
  hero(foot: Foot, x: number, y: number, options?: HeroOptions): Hero
  /** Steps the world, then moves every character as its input says. */
  frame(dt: number): void
  free(): void
}

export type MakeLab = (gravity: number) => Lab
