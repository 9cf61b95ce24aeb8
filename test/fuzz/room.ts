import { entityExists, hasComponent } from 'bitecs'
import { getMass } from '../../src/index.ts'
import { must } from './failure.ts'
import { boundsOf, pointSeparation } from './geometry.ts'
import { Model, type Part, type Seen, kindOf } from './model.ts'
import type { Operation, ShapeSpec, Vector } from './operations.ts'

type Room = Extract<Operation, { do: 'room' }>

/** Meters. How far walls reach beyond the room. */
const THICKNESS = 1

/** Meters. A center of mass may be this far in a wall: it is held there by a sweep that stops within the slop. */
const TOLERANCE = 0.02

export interface Wall {
  readonly shape: ShapeSpec
  readonly x: number
  readonly y: number
}

/** The walls of a room. */
export function wallsOf({ of, half }: Room): Wall[] {
  const corners: Vector[] = [[-half, -half], [half, -half], [half, half], [-half, half]]
  if (of === 'chain') return [{ shape: { type: 'chain', points: corners, loop: true }, x: 0, y: 0 }]
  if (of === 'segments') {
    return corners.map((corner, i) => ({ shape: { type: 'segment', points: [corner, corners[(i + 1) % 4]!] }, x: 0, y: 0 }))
  }
  const thick = THICKNESS / 2
  const long = half + THICKNESS
  const flat = { type: 'box', halfWidth: long, halfHeight: thick, radius: 0 } as const
  const tall = { type: 'box', halfWidth: thick, halfHeight: long, radius: 0 } as const
  return [
    { shape: flat, x: 0, y: -half - thick }, { shape: flat, x: 0, y: half + thick },
    { shape: tall, x: -half - thick, y: 0 }, { shape: tall, x: half + thick, y: 0 },
  ]
}

/** A sweep holds the center of mass: one beside the shape may be in a wall. */
function holdsItsCenter({ world }: Seen, part: Part): boolean {
  const { x, y } = getMass(world, part.entity)
  return part.solids.some((solid) => pointSeparation(solid, x, y) < 0)
}

/** What is set larger than the room is in all of its walls at once, and each pushes it out of itself. */
function fits({ solids }: Part, half: number): boolean {
  const [minX, minY, maxX, maxY] = boundsOf(solids)
  return maxX - minX <= 2 * half && maxY - minY <= 2 * half
}

/** The bodies that are in the room now and that its walls have to keep there. */
export function prisoners(seen: Seen, half: number): number[] {
  const { world, physics } = seen
  const { Sensor, OneWay, CollisionFilter } = physics.components
  const model = new Model(seen)
  const parts = new Map<number, number>()
  for (const part of model.parts) parts.set(part.body, (parts.get(part.body) ?? 0) + 1)
  return model.parts.filter((part) => {
    const { entity } = part
    if (part.entity !== part.body || parts.get(entity) !== 1 || part.chain || part.stale || part.refiltered || part.solids[0]!.core.length === 2) return false
    if (kindOf(seen, entity) !== 'dynamic' || hasComponent(world, entity, Sensor) || hasComponent(world, entity, OneWay)) return false
    if ((CollisionFilter.category[entity]! & 1) === 0 || (CollisionFilter.mask[entity]! & 1) === 0) return false
    return isInside(seen, entity, half) && holdsItsCenter(seen, part) && fits(part, half)
  }).map((part) => part.entity)
}

export function checkPrisoners(seen: Seen, before: readonly number[], half: number): void {
  for (const entity of before) {
    if (!entityExists(seen.world, entity)) continue
    const { x, y } = getMass(seen.world, entity)
    must(isInside(seen, entity, half + TOLERANCE), 'out of the room', () => `${entity} at (${x}, ${y}), the walls are at ${half}`)
  }
}

function isInside({ world }: Seen, entity: number, half: number): boolean {
  const { x, y } = getMass(world, entity)
  return Math.abs(x) < half && Math.abs(y) < half
}
