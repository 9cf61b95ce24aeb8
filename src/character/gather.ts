import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { filtersAllow, mayTouch } from '../contact-rules/contacts.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { sortItems } from '../stores/sort-items.ts'
import { forgetGaps } from './gap.ts'
import { move } from './move.ts'
import { holdsBack } from './one-way.ts'
import { BITS, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Move, PLACE_STRIDE, Place } from './records.ts'
import { CORE_STRIDE, writeCore } from './upright.ts'

const found = new ItemBuffer()

/** The region in which obstacles are looked for: minX, minY, maxX, maxY. */
export const region = new Float64Array(4)

/** Lets the region hold the character where it is, with its skin around it. */
export function beginRegion(): void {
  const { bounds } = parts
  const skin = 2 * move[Move.Skin]!
  region[0] = move[Move.X]! + bounds[0]! - skin
  region[1] = move[Move.Y]! + bounds[1]! - skin
  region[2] = move[Move.X]! + bounds[2]! + skin
  region[3] = move[Move.Y]! + bounds[3]! + skin
}

/** Lets it hold all of that along a way, which stands at two places of the move. */
export function extendRegion(place: Move): void {
  const dx = move[place]!
  const dy = move[place + 1]!
  if (dx < 0) region[0] = region[0]! + dx
  else region[2] = region[2]! + dx
  if (dy < 0) region[1] = region[1]! + dy
  else region[3] = region[3]! + dy
}

/** How far around the character it is to reach: over it, below it and to both sides, as the character sees it. */
export const around = new Float64Array(3)

/** Lets it reach as far as {@link around} says. */
export function growRegion(): void {
  const above = around[0]!
  const below = around[1]!
  const beside = around[2]!
  const ux = Math.abs(move[Move.UpX]!)
  const uy = Math.abs(move[Move.UpY]!)
  const right = move[Move.UpX]! * (move[Move.UpX]! > 0 ? above : below)
  const left = move[Move.UpX]! * (move[Move.UpX]! > 0 ? below : above)
  const top = move[Move.UpY]! * (move[Move.UpY]! > 0 ? above : below)
  const bottom = move[Move.UpY]! * (move[Move.UpY]! > 0 ? below : above)
  region[0] = region[0]! - Math.abs(left) - uy * beside
  region[1] = region[1]! - Math.abs(bottom) - ux * beside
  region[2] = region[2]! + Math.abs(right) + uy * beside
  region[3] = region[3]! + Math.abs(top) + ux * beside
}

/** Finds what may be in the way within the region. */
export function gatherObstacles(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const through = physics.components.Character.dropThrough[body] === 1
  found.clear()
  physics.collision.broadPhase.region(region, found)
  found.count = sortItems(found.items, found.count)
  obstacles.count = 0
  obstacles.reserve(found.count)
  for (let i = 0; i < found.count; i++) {
    const collider = found.items[i]!
    if (bodies.bodyOf[collider] === body || bodies.sensor[collider] === 1) continue
    const allowed = allowedParts(physics, collider)
    if (allowed === 0) continue
    const slot = obstacles.count
    obstacles.collider[slot] = collider
    obstacles.allowed[slot] = allowed
    placeObstacle(physics, slot, collider)
    if (physics.collision.shapeType[collider] === ShapeType.Segment && isBehind(physics, slot)) continue
    if ((bodies.traits[collider]! & Trait.OneWay) !== 0 && (through || !holdsBack(physics, slot))) continue
    obstacles.count++
  }
  forgetGaps()
}

function allowedParts(physics: PhysicsWorld, collider: number): number {
  let bits = 0
  for (let p = 0; p < parts.count; p++) {
    const part = parts.collider[p]!
    const allows = physics.hooks.filterPair === null ? filtersAllow(physics, part, collider) : mayTouch(physics, part, collider)
    if (allows) bits |= 1 << Math.min(p, BITS)
  }
  return bits
}

function placeObstacle(physics: PhysicsWorld, slot: number, collider: number): void {
  const { bodies } = physics
  const body = bodies.bodyOf[collider]!
  const { place } = obstacles
  const at = slot * PLACE_STRIDE
  const p = collider * POSE_STRIDE
  obstacles.kind[slot] = bodies.kind[body]!
  place[at + Place.X] = bodies.pose[p + Pose.X]!
  place[at + Place.Y] = bodies.pose[p + Pose.Y]!
  place[at + Place.Cos] = bodies.pose[p + Pose.Cos]!
  place[at + Place.Sin] = bodies.pose[p + Pose.Sin]!
  const type = physics.collision.shapeType[collider]!
  writeCore(type, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), place, at, obstacles.cores, slot * CORE_STRIDE)
  if (bodies.kind[body] !== BodyKind.Kinematic) return
  // Other characters have moved since the step, or will have.
  const { Position } = physics.components
  const b = body * POSE_STRIDE
  place[at + Place.X] = place[at + Place.X]! + Position.x[body]! - bodies.pose[b + Pose.X]!
  place[at + Place.Y] = place[at + Place.Y]! + Position.y[body]! - bodies.pose[b + Pose.Y]!
}

/**
 * Whether the middle of the character is behind a link of a chain, which holds back from its left, and not in front of one that
 * it meets at a corner that stands out: who is in front of one of two such links is in front of the chain, and at their corner
 * a way that leads off the one is toward the other.
 */
function isBehind(physics: PhysicsWorld, slot: number): boolean {
  const { geometry, lines } = physics.collision
  const { place } = obstacles
  const link = obstacles.collider[slot]!
  if (geometry[link * GEOMETRY_STRIDE + Geometry.Sides] !== LinkSides.Left) return false
  const g = link * LINE_STRIDE
  const { bounds } = parts
  const at = slot * PLACE_STRIDE
  const x = move[Move.X]! - place[at + Place.X]! + 0.5 * (bounds[0]! + bounds[2]!)
  const y = move[Move.Y]! - place[at + Place.Y]! + 0.5 * (bounds[1]! + bounds[3]!)
  const c = place[at + Place.Cos]!
  const s = place[at + Place.Sin]!
  const lx = c * x + s * y - lines[g + Geometry.X1]!
  const ly = c * y - s * x - lines[g + Geometry.Y1]!
  const ex = lines[g + Geometry.X2]! - lines[g + Geometry.X1]!
  const ey = lines[g + Geometry.Y2]! - lines[g + Geometry.Y1]!
  if (ex * ly - ey * lx >= 0) return false
  const px = lines[g + Geometry.X1]! - lines[g + Geometry.PreviousX]!
  const py = lines[g + Geometry.Y1]! - lines[g + Geometry.PreviousY]!
  if (px * ey - py * ex < 0 && px * ly - py * lx >= 0) return false
  const nx = lines[g + Geometry.NextX]! - lines[g + Geometry.X2]!
  const ny = lines[g + Geometry.NextY]! - lines[g + Geometry.Y2]!
  return !(ex * ny - ey * nx < 0 && nx * (ly - ey) - ny * (lx - ex) >= 0)
}
