import { ShapeType } from '../../components/shape-type.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { castShapes, SHAPE_HIT_STRIDE } from '../collision/shape-cast.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { castProbe, probeWay } from './cast.ts'
import { region } from './gather.ts'
import { ground, hit, keepHit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { findPartReach, reach } from './reach.ts'
import { Gait, Hit, Mark, Move, PLACE_STRIDE, Place } from './records.ts'
import { CORE_STRIDE } from './upright.ts'

/** Skins above a corner at which the probe of a tread begins: it must not begin in the tread. */
const CLEAR = 4

/** How exactly the beginning of a step that leans away is looked for: to an eighth of the room. */
const HALVINGS = 3

/** Over the step: where it is, the way on, how far on it goes before it comes down, the room that there is, and what was not far enough. */
const from = new Float64Array(7)
/** Where it stood before: what is too high for it is so from there. */
const stood = new Float64Array(2)
const probe = new Float64Array(LINE_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
const way = new Float64Array(3)
const met = new Float64Array(SHAPE_HIT_STRIDE)

/**
 * Tries to go on over what is in its way: up, on by what is left of the way, and down. It must be a step that carries, no
 * higher than the character may step, with enough room on it.
 */
export function stepUp(physics: PhysicsWorld, obstacle: number, side: number): boolean {
  if (move[Move.StepHeight] === 0 || marks[Mark.Gait] !== Gait.Walk || isHigh(obstacle)) return false
  const x = move[Move.X]!
  const y = move[Move.Y]!
  if (climb(physics, side)) return true
  move[Move.X] = x
  move[Move.Y] = y
  return false
}

/**
 * Whether it can be seen at once that an obstacle is too high: what is upright carries over its core only, and there it would be
 * too high to stand on. How far up its rounding reaches says nothing: it may carry at its flank.
 */
function isHigh(obstacle: number): boolean {
  const { cores, place } = obstacles
  const k = obstacle * CORE_STRIDE
  if (move[Move.UpX] !== 0 || cores[k]! < 0) return false
  const half = cores[k + 1]!
  const up = move[Move.UpY]! > 0
  const y = place[obstacle * PLACE_STRIDE + Place.Y]!
  const above = up ? y + half - move[Move.Y]! - parts.bounds[1]! : move[Move.Y]! + parts.bounds[3]! - y + half
  return above > move[Move.StepHeight]! + move[Move.Skin]!
}

function climb(physics: PhysicsWorld, side: number): boolean {
  keepStand()
  const skin = move[Move.Skin]!
  const rightX = side * move[Move.RightX]!
  const rightY = side * move[Move.RightY]!
  probeWay[0] = move[Move.UpX]! * move[Move.StepHeight]!
  probeWay[1] = move[Move.UpY]! * move[Move.StepHeight]!
  castProbe(physics, false)
  goOn()
  const height = hit[Hit.Fraction]! * move[Move.StepHeight]!
  if (height < 0.1 * skin) return false
  const level = Math.max(0, move[Move.WayX]! * rightX + move[Move.WayY]! * rightY)
  const room = Math.max(level, move[Move.StepWidth]!)
  probeWay[0] = rightX * room
  probeWay[1] = rightY * room
  castProbe(physics, false)
  const free = hit[Hit.Fraction]! * room
  if (free < Math.min(room, move[Move.StepWidth]!) - 0.1 * skin || free <= 0) return false
  from[0] = move[Move.X]!
  from[1] = move[Move.Y]!
  from[2] = rightX
  from[3] = rightY
  from[4] = Math.min(level, free)
  from[5] = free
  probeWay[0] = -move[Move.UpX]! * height
  probeWay[1] = -move[Move.UpY]! * height
  move[Move.Depth] = move[Move.StepWidth]!
  const obstacle = comeDown(physics)
  if (!standOnStep(physics, obstacle) && !(obstacle >= 0 && rollOver(physics, obstacle, side)) && !reachOver(physics)) return false
  move[Move.WayX] = 0
  move[Move.WayY] = 0
  return true
}

function keepStand(): void {
  stood[0] = move[Move.X]!
  stood[1] = move[Move.Y]!
}

/**
 * A step whose face leans away begins behind it, and any step behind the skin: out of reach of a slow one with a flat foot. Takes
 * it as far as the step begins, within the room that there is.
 */
function reachOver(physics: PhysicsWorld): boolean {
  from[6] = from[4]!
  from[4] = from[5]!
  if (from[4] <= from[6] || !standOnStep(physics, comeDown(physics))) return false
  for (let n = 0; n < HALVINGS; n++) {
    from[4] = 0.5 * (from[5]! + from[6])
    from[standOnStep(physics, comeDown(physics)) ? 5 : 6] = from[4]
  }
  from[4] = from[5]!
  return standOnStep(physics, comeDown(physics))
}

/** Goes on over the step by `from[4]`, and down the probed way. Returns what it meets there, or -1. */
function comeDown(physics: PhysicsWorld): number {
  move[Move.X] = from[0]! + from[2]! * from[4]!
  move[Move.Y] = from[1]! + from[3]! * from[4]!
  const obstacle = castProbe(physics, true)
  if (obstacle >= 0) {
    goOn()
    keepHit(hit, ground)
  }
  return obstacle
}

/** Goes as far along the probed way as there is room. */
function goOn(): void {
  move[Move.X] = move[Move.X]! + hit[Hit.Fraction]! * probeWay[0]!
  move[Move.Y] = move[Move.Y]! + hit[Hit.Fraction]! * probeWay[1]!
}

/** Makes what stands in `ground` the ground, if there is anything and it is not too steep. */
function standOn(obstacle: number): boolean {
  if (obstacle < 0) return false
  const up = ground[Hit.NormalX]! * move[Move.UpX]! + ground[Hit.NormalY]! * move[Move.UpY]!
  if (up < move[Move.LeastUp]! || up <= 0) return false
  marks[Mark.Ground] = obstacle
  return true
}

/** The same of what it steps up to: a round foot reaches over what is higher than a step. */
function standOnStep(physics: PhysicsWorld, obstacle: number): boolean {
  return obstacle >= 0 && !isTooHigh(physics, move[Move.StepHeight]!) && standOn(obstacle)
}

/**
 * A round shape meets the edge of a step with a normal that is too steep to stand on. While it goes over the edge that
 * carries it, if there is ground to stand on behind it, at most by the depth of the move below the edge.
 */
function rollOver(physics: PhysicsWorld, obstacle: number, side: number): boolean {
  const up = ground[Hit.NormalX]! * move[Move.UpX]! + ground[Hit.NormalY]! * move[Move.UpY]!
  if (up <= 0.01 || isTooHigh(physics, Math.max(move[Move.StepHeight]!, move[Move.Snap]!)) || !findTread(physics, side)) return false
  marks[Mark.Ground] = obstacle
  marks[Mark.Stepping] = 1
  ground[Hit.NormalX] = move[Move.UpX]!
  ground[Hit.NormalY] = move[Move.UpY]!
  return true
}

/** Whether the point in `ground` is higher above the lowest of the character where it stood than it may be, by more than a skin. */
function isTooHigh(physics: PhysicsWorld, most: number): boolean {
  reach[0] = -move[Move.UpX]!
  reach[1] = -move[Move.UpY]!
  let low = -Infinity
  for (let p = 0; p < parts.count; p++) {
    findPartReach(physics, p)
    low = Math.max(low, reach[2]!)
  }
  const above = (ground[Hit.X]! - stood[0]!) * move[Move.UpX]! + (ground[Hit.Y]! - stood[1]!) * move[Move.UpY]! + low
  return above > most + move[Move.Skin]!
}

/** Whether there is ground that carries beside the point in `ground`, by the width of a step and at most by the depth of the move below. */
function findTread(physics: PhysicsWorld, side: number): boolean {
  const depth = move[Move.Depth]!
  const { shapeType, polygons } = physics.collision
  const clear = CLEAR * move[Move.Skin]!
  const x = ground[Hit.X]! + side * move[Move.RightX]! * move[Move.StepWidth]! + move[Move.UpX]! * clear
  const y = ground[Hit.Y]! + side * move[Move.RightY]! * move[Move.StepWidth]! + move[Move.UpY]! * clear
  probe[Geometry.Radius] = 0.25 * move[Move.Skin]!
  way[0] = -move[Move.UpX]! * (clear + depth)
  way[1] = -move[Move.UpY]! * (clear + depth)
  way[2] = 1
  pair[Pair.CosA] = 1
  pair[Pair.SinA] = 0
  let up = -1
  for (let i = 0; i < obstacles.count; i++) {
    const at = i * PLACE_STRIDE
    const collider = obstacles.collider[i]!
    pair[Pair.X] = obstacles.place[at + Place.X]! - x
    pair[Pair.Y] = obstacles.place[at + Place.Y]! - y
    pair[Pair.CosB] = obstacles.place[at + Place.Cos]!
    pair[Pair.SinB] = obstacles.place[at + Place.Sin]!
    if (castShapes(
      ShapeType.Circle, probe, 0, shapeType[collider] as ShapeType, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), pair, way, 0, polygons,
      met, 0,
    ) === 0) continue
    way[2] = met[Hit.Fraction]!
    up = met[Hit.Fraction] === 0 ? -1 : met[Hit.NormalX]! * move[Move.UpX]! + met[Hit.NormalY]! * move[Move.UpY]!
  }
  return up >= move[Move.LeastUp]! && up > 0
}

/** Whether the probed way ends where obstacles were looked for. */
function isLookedAt(): boolean {
  const { bounds } = parts
  const skin = move[Move.Skin]!
  const x = move[Move.X]! + hit[Hit.Fraction]! * probeWay[0]!
  const y = move[Move.Y]! + hit[Hit.Fraction]! * probeWay[1]!
  return x + bounds[0]! - skin >= region[0]! && y + bounds[1]! - skin >= region[1]! && x + bounds[2]! + skin <= region[2]! && y + bounds[3]! + skin <= region[3]!
}

/** Lets the character follow ground that is at most by the depth of the move below. Returns whether it stands on it then. */
export function snapDown(physics: PhysicsWorld): boolean {
  keepStand()
  const depth = move[Move.Depth]!
  probeWay[0] = -move[Move.UpX]! * depth
  probeWay[1] = -move[Move.UpY]! * depth
  const obstacle = castProbe(physics, true)
  if (obstacle < 0) return false
  keepHit(hit, ground)
  const side = move[Move.Side]!
  const carries = standOn(obstacle) || (side !== 0 && rollOver(physics, obstacle, side))
  if (!carries) return slipDown(physics)
  goOn()
  return true
}

/** What the probe met is too steep to stand on, but leans away: the ground that it is to follow may be at its foot. */
function slipDown(physics: PhysicsWorld): boolean {
  const nx = hit[Hit.NormalX]!
  const ny = hit[Hit.NormalY]!
  const up = nx * move[Move.UpX]! + ny * move[Move.UpY]!
  if (up <= 0 || up >= move[Move.LeastUp]!) return false
  const x = move[Move.X]!
  const y = move[Move.Y]!
  const left = ((1 - hit[Hit.Fraction]!) * move[Move.Depth]!) / (1 - up * up)
  goOn()
  probeWay[0] = left * (up * nx - move[Move.UpX]!)
  probeWay[1] = left * (up * ny - move[Move.UpY]!)
  const obstacle = castProbe(physics, true)
  keepHit(hit, ground)
  // On its way to the side it may come to what nobody looked for.
  if (standOn(obstacle) && isLookedAt()) {
    goOn()
    return true
  }
  move[Move.X] = x
  move[Move.Y] = y
  return false
}
