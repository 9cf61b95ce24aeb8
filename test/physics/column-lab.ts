import { type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import type { BodyData, Scene, ShapeData } from '../../examples/scenes/types.ts'
import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import { inner } from '../support/inner.ts'

export type ColumnShape = 'box' | 'circle' | 'capsule' | 'polygon' | 'mixed'
export const COLUMN_SHAPES: readonly ColumnShape[] = ['box', 'circle', 'capsule', 'polygon', 'mixed']

/** A column of light bodies of a metre, one of which is heavy, or upon which a heavy one lies or falls; all of it times `lengthUnit`. */
export interface Column {
  readonly shape: ColumnShape
  readonly count: number
  readonly ratio: number
  readonly heavy: 'top' | 'middle' | 'dropped'
  /** Metres that the heavy one falls. */
  readonly drop?: number
  readonly hz?: number
  readonly substeps?: number
  readonly lengthUnit?: number
  readonly gravity?: number
  readonly seconds?: number
}

/** What became of a column, in metres, seconds, and parts. */
export interface ColumnOutcome {
  /** The deepest overlap of any two bodies in the whole time, and at the end. */
  readonly deepest: number
  readonly deepestAtEnd: number
  /** The largest growth of the energy of all bodies, as a part of what there was at the start, above the floor. */
  readonly growth: number
  /** The fastest that a light body was. */
  readonly fastest: number
  /** Bodies whose middle is below the floor. */
  readonly lost: number
  /** How much lower the heavy one is than where it would rest. */
  readonly sag: number
}

const HEXAGON = Array.from({ length: 6 }, (_, i) => (
  { x: Math.cos((i * Math.PI) / 3) / Math.sqrt(3), y: Math.sin((i * Math.PI) / 3) / Math.sqrt(3) }
))

function shapeOf(shape: ColumnShape, i: number, unit: number): ShapeData {
  const kind = shape === 'mixed' ? (['box', 'capsule', 'polygon', 'circle'] as const)[i % 4]! : shape
  if (kind === 'box') return { type: 'box', halfWidth: 0.5 * unit, halfHeight: 0.5 * unit }
  if (kind === 'circle') return { type: 'circle', radius: 0.5 * unit }
  if (kind === 'capsule') return { type: 'capsule', halfLength: 0.5 * unit, radius: 0.5 * unit }
  return { type: 'polygon', points: HEXAGON.map(({ x, y }) => ({ x: x * unit, y: y * unit })) }
}

export function areaOf(shape: ShapeData): number {
  if (shape.type === 'box') return 4 * shape.halfWidth * shape.halfHeight
  if (shape.type === 'circle') return Math.PI * shape.radius ** 2
  if (shape.type === 'capsule') return Math.PI * shape.radius ** 2 + 4 * shape.radius * shape.halfLength
  if (shape.type !== 'polygon') throw new Error(shape.type)
  return shape.points.reduce((sum, p, i) => {
    const q = shape.points[(i + 1) % shape.points.length]!
    return sum + 0.5 * (p.x * q.y - p.y * q.x)
  }, 0)
}

function columnScene({ shape, count, ratio, heavy, drop = 0, lengthUnit: u = 1, gravity = 10 }: Column): Scene {
  const bodies: BodyData[] = [{ x: 0, y: -u, shape: { type: 'box', halfWidth: 100 * u, halfHeight: u }, kind: 'static' }]
  const bodiesInColumn = heavy === 'middle' ? count : count + 1
  const place = heavy === 'middle' ? count >> 1 : count
  for (let i = 0; i < bodiesInColumn; i++) {
    const own = shapeOf(shape, i, u)
    const mass = (i === place ? ratio : 1) * u * u
    bodies.push({
      x: 0, y: (0.5 + i + (heavy === 'dropped' && i === place ? drop : 0)) * u, shape: own, density: mass / areaOf(own),
    })
  }
  return {
    name: 'column', title: '', category: '', description: '', lookFor: '',
    gravity: { x: 0, y: -gravity * u }, bodies, view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false },
  }
}

export function readPoses({ scene, entities, physics }: BuiltScene): Float64Array {
  const { Position, Rotation } = physics.components
  const poses = new Float64Array(scene.bodies.length * 4)
  entities.forEach((entity, i) => {
    const angle = Rotation.angle[entity]!
    poses.set([Position.x[entity]!, Position.y[entity]!, Math.cos(angle), Math.sin(angle)], i * 4)
  })
  return poses
}

/** Kinetic energy, and that of the height above the floor, of all bodies that move. */
export function energyOf({ scene, entities, physics }: BuiltScene): number {
  const { Position, Velocity } = physics.components
  const { pose } = inner(physics).bodies
  let sum = 0
  entities.forEach((entity, i) => {
    if (scene.bodies[i]!.kind !== undefined) return
    const body = scene.bodies[i]!
    const mass = body.density! * areaOf(body.shape)
    const inverseInertia = pose[entity * 8 + 7]!
    const square = Velocity.x[entity]! ** 2 + Velocity.y[entity]! ** 2
    sum += (0.5 * square - scene.gravity.y * Position.y[entity]!) * mass
    if (inverseInertia > 0) sum += (0.5 * Velocity.angular[entity]! ** 2) / inverseInertia
  })
  return sum
}

/** Lets a column be for a while. */
export function watchColumn(column: Column): ColumnOutcome {
  const { hz = 60, lengthUnit: u = 1, substeps = 4, seconds = 3, count, heavy } = column
  const built = buildScene(columnScene(column), { dt: 1 / hz, substeps, lengthUnit: u })
  const { Position, Velocity } = built.physics.components
  const place = heavy === 'middle' ? count >> 1 : count
  const before = energyOf(built)
  let deepest = 0
  let deepestAtEnd = 0
  let growth = 0
  let fastest = 0
  for (let step = 0; step < seconds * hz; step++) {
    built.step()
    growth = Math.max(growth, energyOf(built) / before - 1)
    deepestAtEnd = measureOverlaps(built.scene.bodies, readPoses(built)).maxPenetration / u
    deepest = Math.max(deepest, deepestAtEnd)
    for (const [i, entity] of built.entities.entries()) {
      if (i !== 0 && i !== place + 1) fastest = Math.max(fastest, Math.hypot(Velocity.x[entity]!, Velocity.y[entity]!) / u)
    }
  }
  let lost = 0
  for (const [i, entity] of built.entities.entries()) if (i > 0 && !(Position.y[entity]! > 0)) lost++
  const sag = 0.5 + place - Position.y[built.entities[place + 1]!]! / u
  return { deepest, deepestAtEnd, growth, fastest, lost, sag }
}
