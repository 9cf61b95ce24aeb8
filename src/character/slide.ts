import type { PhysicsWorld } from '../state/world.ts'
import { castAlong, castProbe, probeWay } from './cast.ts'
import { ground, hit, keepHit, marks, move, wall } from './move.ts'
import { given, pushObstacle } from './push.ts'
import { Gait, HIT_STRIDE, Hit, Mark, Move } from './records.ts'
import { stepUp } from './step.ts'
import { dropAlong, dropInto, layAlong, sideOf } from './vectors.ts'

/** Cosine between down and the normal of what is a ceiling: 45 degrees. */
const CEILING = 0.7071067811865476

/** Cosine from which on what it meets is over it at all. */
const ROOF = 0.05

/** Of the skin: shorter ways are not gone. */
const NOTHING = 1e-7

/** What was met before, for corners, and the way that was asked for. */
const last = new Float64Array(HIT_STRIDE)
const asked = new Float64Array(2)

/**
 * Takes the character its way: up to what it meets, then along that, as often as it may. In a corner it stops, and never
 * turns back, so it does not tremble there.
 */
export function slide(physics: PhysicsWorld, body: number): void {
  const { Character } = physics.components
  asked[0] = move[Move.WayX]!
  asked[1] = move[Move.WayY]!
  last[Hit.NormalX] = 0
  last[Hit.NormalY] = 0
  const nothing = NOTHING * move[Move.Skin]!
  for (let left = Math.max(1, Character.maxSlides[body]!); left > 0; left--) {
    if (Math.abs(move[Move.WayX]!) + Math.abs(move[Move.WayY]!) <= nothing) return
    const obstacle = castAlong(physics, Move.WayX)
    const fraction = obstacle < 0 ? 1 : hit[Hit.Fraction]!
    move[Move.X] = move[Move.X]! + fraction * move[Move.WayX]!
    move[Move.Y] = move[Move.Y]! + fraction * move[Move.WayY]!
    move[Move.WayX] = (1 - fraction) * move[Move.WayX]!
    move[Move.WayY] = (1 - fraction) * move[Move.WayY]!
    if (obstacle < 0) return
    meet(physics, body, obstacle)
  }
}

/** Decides how it goes on after something was met. */
function meet(physics: PhysicsWorld, body: number, obstacle: number): void {
  const up = hit[Hit.NormalX]! * move[Move.UpX]! + hit[Hit.NormalY]! * move[Move.UpY]!
  const gait = marks[Mark.Gait]
  if (gait === Gait.Float) meetFloating(physics, body, obstacle)
  else if (up >= move[Move.LeastUp]! && up > 0) meetFloor(physics, body, obstacle)
  else if (gait === Gait.Walk) meetWallOnFoot(physics, obstacle)
  else if (up <= -CEILING) meetCeiling(physics, body, obstacle)
  else if (up > -ROOF || !passCorner(physics)) meetWallInFlight(physics, obstacle, up)
}

function meetFloor(physics: PhysicsWorld, body: number, obstacle: number): void {
  const { Character } = physics.components
  if (marks[Mark.Gait] === Gait.Fly) land(hit)
  keepHit(hit, ground)
  marks[Mark.Ground] = obstacle
  if (isCorner()) return
  layAlong(Move.WayX, hit, Character.constantSpeed[body] === 1)
  keepHit(hit, last)
}

/** It comes down upon ground, whose normal stands in `at`. */
export function land(at: Float64Array): void {
  move[Move.Fall] = Math.max(0, -(move[Move.VX]! * at[Hit.NormalX]! + move[Move.VY]! * at[Hit.NormalY]!))
  marks[Mark.Gait] = Gait.Walk
  dropAlong(Move.WayX, Move.UpX)
  dropAlong(Move.VX, Move.UpX)
}

/** On foot what is too steep stands like a wall, whichever way it leans; a low step is gone up. */
function meetWallOnFoot(physics: PhysicsWorld, obstacle: number): void {
  const side = sideOf(Move.WayX)
  keepHit(hit, wall)
  if (side !== 0 && stepUp(physics, obstacle, side)) return
  keepHit(hit, wall)
  const level = move[Move.VX]! * move[Move.RightX]! + move[Move.VY]! * move[Move.RightY]!
  pushObstacle(physics, obstacle, wall)
  marks[Mark.OnWall] = 1
  stop(Move.WayX)
  // As fast as what gives way.
  const nx = wall[Hit.NormalX]! * move[Move.RightX]! + wall[Hit.NormalY]! * move[Move.RightY]!
  const speed = nx === 0 ? 0 : given[0]! / nx
  const rest = speed * level > 0 ? (Math.abs(speed) < Math.abs(level) ? speed : level) : 0
  move[Move.VX] = rest * move[Move.RightX]!
  move[Move.VY] = rest * move[Move.RightY]!
}

/**
 * In the air nothing of the push against a wall is turned up or down: keys that are held neither lift nor hang it. On a
 * steep slope it falls as fast as it falls, and only its way is turned down the slope.
 */
function meetWallInFlight(physics: PhysicsWorld, obstacle: number, up: number): void {
  keepHit(hit, wall)
  marks[Mark.OnWall] = 1
  pushObstacle(physics, obstacle, wall)
  const nx = wall[Hit.NormalX]! * move[Move.RightX]! + wall[Hit.NormalY]! * move[Move.RightY]!
  if (nx * sideOf(Move.WayX) < 0) {
    dropAlong(Move.WayX, Move.RightX)
    // What is left of it is asked for now: down a slope that it runs against it goes back, but is not to hang there.
    const rise = asked[0]! * move[Move.UpX]! + asked[1]! * move[Move.UpY]!
    asked[0] = rise * move[Move.UpX]!
    asked[1] = rise * move[Move.UpY]!
  }
  if (nx * sideOf(Move.VX) < 0) {
    dropAlong(Move.VX, Move.RightX)
    if (given[0]! / nx * nx < 0) {
      move[Move.VX] = move[Move.VX]! + (given[0]! / nx) * move[Move.RightX]!
      move[Move.VY] = move[Move.VY]! + (given[0]! / nx) * move[Move.RightY]!
    }
  }
  dropInto(Move.WayX, wall)
  if (up <= 0) dropInto(Move.VX, wall)
  if (isCorner()) {
    stop(Move.VX)
    return
  }
  keepHit(hit, last)
}

function meetCeiling(physics: PhysicsWorld, body: number, obstacle: number): void {
  const { Character } = physics.components
  if (passCorner(physics)) return
  keepHit(hit, last)
  marks[Mark.OnCeiling] = 1
  pushObstacle(physics, obstacle, last)
  dropUp(Move.WayX)
  dropUp(Move.VX)
  if (Character.slideCeiling[body] === 0) {
    stop(Move.WayX)
    dropAlong(Move.VX, Move.RightX)
  }
  dropInto(Move.WayX, last)
  dropInto(Move.VX, last)
}

function meetFloating(physics: PhysicsWorld, body: number, obstacle: number): void {
  const { maxSlides } = physics.components.Character
  keepHit(hit, wall)
  marks[Mark.OnWall] = 1
  pushObstacle(physics, obstacle, wall)
  const x = move[Move.WayX]!
  const y = move[Move.WayY]!
  const facing = -(x * wall[Hit.NormalX]! + y * wall[Hit.NormalY]!)
  dropInto(Move.WayX, wall)
  dropInto(Move.VX, wall)
  if (given[0]! < 0) {
    move[Move.VX] = move[Move.VX]! + given[0]! * wall[Hit.NormalX]!
    move[Move.VY] = move[Move.VY]! + given[0]! * wall[Hit.NormalY]!
  }
  if (maxSlides[body] !== 0 && facing <= move[Move.MostFacing]! * Math.sqrt(x * x + y * y) && !isCorner()) {
    keepHit(hit, last)
    return
  }
  stop(Move.WayX)
}

/** Whether the way leads back into what was met before, or back at all: then it ends here. */
function isCorner(): boolean {
  const x = move[Move.WayX]!
  const y = move[Move.WayY]!
  const length = Math.sqrt(x * x + y * y)
  const back = marks[Mark.Gait] !== Gait.Walk && x * asked[0]! + y * asked[1]! < 0
  const into = x * last[Hit.NormalX]! + y * last[Hit.NormalY]! < -1e-9 * length
  if (!back && !into) return false
  stop(Move.WayX)
  return true
}

/**
 * Moves aside where that is enough to get past a corner over its head: aside, up, and back as far as there is room. Tries
 * both sides, that of its way first, or where a wall left none of that, that of its velocity; who rises straight goes to the right first.
 */
function passCorner(physics: PhysicsWorld): boolean {
  const rising = move[Move.WayX]! * move[Move.UpX]! + move[Move.WayY]! * move[Move.UpY]!
  if (rising <= 0 || move[Move.Corner] === 0) return false
  const x = move[Move.X]!
  const y = move[Move.Y]!
  const first = (sideOf(Move.WayX) || move[Move.Side]!) < 0 ? -1 : 1
  keepHit(hit, last)
  const past = 2 * move[Move.Skin]!
  for (let side = first, n = 0; n < 2; side = -side, n++) {
    const aside = side * move[Move.Corner]!
    if (probe(physics, aside, 0) && probe(physics, 0, rising + past)) {
      // Higher by its rounding, or it would come back to where the corner rubs it.
      probe(physics, -aside, 0)
      probe(physics, 0, -past)
      // It has gone up; what is left is the way to the side.
      dropAlong(Move.WayX, Move.UpX)
      return true
    }
    move[Move.X] = x
    move[Move.Y] = y
  }
  keepHit(last, hit)
  return false
}

/** Goes to the right and up as far as there is room. Returns whether that was all of it. */
function probe(physics: PhysicsWorld, right: number, up: number): boolean {
  probeWay[0] = right * move[Move.RightX]! + up * move[Move.UpX]!
  probeWay[1] = right * move[Move.RightY]! + up * move[Move.UpY]!
  const free = castProbe(physics, false) < 0
  const fraction = free ? 1 : hit[Hit.Fraction]!
  move[Move.X] = move[Move.X]! + fraction * probeWay[0]!
  move[Move.Y] = move[Move.Y]! + fraction * probeWay[1]!
  return free
}

function dropUp(place: Move): void {
  if (move[place]! * move[Move.UpX]! + move[place + 1]! * move[Move.UpY]! > 0) dropAlong(place, Move.UpX)
}

function stop(place: Move): void {
  move[place] = 0
  move[place + 1] = 0
}
