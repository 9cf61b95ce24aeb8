import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import { type BuildOptions, type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import type { PointData, Scene, ShapeData } from '../../examples/scenes/types.ts'

/**
 * Metres. Bodies rest in each other by about so much at most: the deepest overlap of the same pile is 13 to 30 mm, by its
 * seed, without any bounce.
 */
export const RESTING_DEPTH = 0.025

/** How a pile ended. Meters and seconds, whatever the world counts in. */
export interface Ending {
  readonly deepest: number
  readonly mean: number
  readonly fastest: number
  readonly awake: number
  /** Bodies below or beside everything that was there at the start. */
  readonly lost: number
}

/** Runs a scene in meters in a world with any `lengthUnit`. */
export function settle(scene: Scene, seconds: number, options: BuildOptions = {}): Ending {
  const { dt = 1 / 60, lengthUnit: unit = 1 } = options
  const built = buildScene(scaled(scene, unit), options)
  for (let step = 0; step < seconds / dt; step++) built.step()
  const { Velocity } = built.physics.components
  const poses = readPoses(built, unit)
  const bottom = Math.min(...scene.bodies.map(({ y }) => y)) - 1
  const side = Math.max(...scene.bodies.map(({ x }) => Math.abs(x))) + 1
  const movers = scene.bodies.flatMap(({ kind }, i) => (kind === undefined ? [i] : []))
  const { maxPenetration, meanPenetration } = measureOverlaps(scene.bodies, poses)
  return {
    deepest: maxPenetration,
    mean: meanPenetration,
    fastest: Math.max(...movers.map((i) => Math.hypot(Velocity.x[built.entities[i]!]!, Velocity.y[built.entities[i]!]!))) / unit,
    awake: built.physics.stats.awake,
    lost: movers.filter((i) => !(Math.abs(poses[i * 4]!) < side && poses[i * 4 + 1]! > bottom)).length,
  }
}

/** x, y, cosine and sine of each body, in meters. */
export function readPoses({ physics, entities }: BuiltScene, unit = 1): Float64Array {
  const { Position, Rotation } = physics.components
  return Float64Array.from(Array.from(entities, (entity) => {
    const angle = Rotation.angle[entity]!
    return [Position.x[entity]! / unit, Position.y[entity]! / unit, Math.cos(angle), Math.sin(angle)]
  }).flat())
}

/** The same scene where a meter is `unit` units. */
function scaled(scene: Scene, unit: number): Scene {
  if (unit === 1) return scene
  const point = ({ x, y }: PointData): PointData => ({ x: x * unit, y: y * unit })
  const shape = (data: ShapeData): ShapeData => Object.fromEntries(Object.entries(data).map(([key, value]) => {
    if (typeof value === 'number') return [key, value * unit]
    return [key, Array.isArray(value) ? (value as PointData[]).map(point) : value]
  })) as ShapeData
  return {
    ...scene,
    gravity: point(scene.gravity),
    bodies: scene.bodies.map((body) => {
      if (body.parts !== undefined) throw new Error('compounds are not scaled')
      return { ...body, ...point(body), shape: shape(body.shape) }
    }),
  }
}
