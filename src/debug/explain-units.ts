import type { World } from 'bitecs'
import { BodyKind } from '../bodies/body-kind.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { type Query, ask } from '../queries/state.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** What is to be said of the sizes of bodies. */
export const UnitsReason = {
  /** No step has seen a dynamic body yet. */
  NoBodies: 0,
  /** They have the sizes that the engine is made for. */
  Fine: 1,
  /** They are as large as houses: often pixels, without `lengthUnit`. They fall as in slow motion. */
  Large: 2,
  /** They are smaller than the tolerances allow for: they sink in, or stop too early. */
  Small: 3,
} as const

export type UnitsReason = (typeof UnitsReason)[keyof typeof UnitsReason]

/** What {@link explainUnits} found out. */
export interface UnitsExplanation {
  readonly reason: UnitsReason
  /** The same as a sentence. */
  readonly text: string
  /** How wide or high the middle one of the dynamic bodies is, as you count: half of them are larger. 0 without bodies. */
  readonly size: number
  /** A `lengthUnit` with which it would be of about a meter; the one that is set, where sizes are fine. */
  readonly lengthUnit: number
}

/** Meters that the usual body may have. */
const [LEAST, MOST] = [0.05, 10]

/**
 * Whether bodies have the sizes that the engine is made for, 0.1 to 10 meters for most of them. Ask it when a world looks like slow
 * motion, shakes, or never sleeps. The bodies are
 * those of the last step.
 * @throws Error when the world has no physics.
 */
export function explainUnits(world: World): UnitsExplanation {
  return ask(world, 'explainUnits', null, explain, null, null)
}

function explain({ physics }: Query): UnitsExplanation {
  const { settings: { lengthUnit } } = physics!
  const sizes = sizesOf(physics!)
  if (sizes.length === 0) return { reason: UnitsReason.NoBodies, text: 'No step has seen a dynamic body yet.', size: 0, lengthUnit }
  const size = sizes.sort((a, b) => a - b)[sizes.length >> 1]!
  const meters = size / lengthUnit
  const what = `Half of the ${sizes.length} dynamic bodies are ${round(size)} or larger, which is ${round(meters)} m with a lengthUnit of ${lengthUnit}`
  if (meters >= LEAST && meters <= MOST) return { reason: UnitsReason.Fine, text: `${what}: that is fine.`, size, lengthUnit }
  const better = Number(size.toPrecision(1))
  const advice = `If ${round(size)} of your units are about a meter, set lengthUnit to ${better}`
  if (meters < LEAST) {
    return { reason: UnitsReason.Small, text: `${what}: too small for the tolerances. ${advice}.`, size, lengthUnit: better }
  }
  return { reason: UnitsReason.Large, text: `${what}: they fall as in slow motion. ${advice}, as for pixels.`, size, lengthUnit: better }
}

/** How wide or high each dynamic body is, whichever is more. */
function sizesOf(physics: PhysicsWorld): number[] {
  const { bodies } = physics
  const sizes: number[] = []
  for (let i = 0; i < bodies.awakeCount; i++) if (bodies.kind[bodies.awake[i]!] === BodyKind.Dynamic) sizes.push(sizeOf(physics, bodies.awake[i]!))
  for (let i = 0; i < bodies.asleepCount; i++) sizes.push(sizeOf(physics, bodies.asleep[i]!))
  return sizes
}

function sizeOf(physics: PhysicsWorld, body: number): number {
  const { bodies } = physics
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    computeTight(physics, c)
    minX = Math.min(minX, tight[0]!)
    minY = Math.min(minY, tight[1]!)
    maxX = Math.max(maxX, tight[2]!)
    maxY = Math.max(maxY, tight[3]!)
  }
  return Math.max(maxX - minX, maxY - minY, 0)
}

const round = (value: number): string => String(Number(value.toPrecision(3)))
