import { BodyKind } from '../bodies/body-kind.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { gap, measureGap } from './gap.ts'
import { ground, keepHit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Gait, Hit, Mark, Move } from './records.ts'

/** Of the skin: so much less is left as it is, so that rounding moves nobody. */
const TOLERANCE = 0.05

/** Measurements, because normals change on the way out. More: it gets out of deeper places in one step. */
const MAX_ROUNDS = 8

/** Passes over the planes of a round. */
const MAX_PASSES = 20

/** Of its smaller size: the farthest way in a step for who had no room. */
const LEAP = 0.25

/** Planes that are taken up in a round; those of further obstacles wait for the next. */
const MAX_PLANES = 32

/** A plane that the character is to leave: see {@link Plane}. */
const planes = new Float64Array(MAX_PLANES * 6)
const PLANE_STRIDE = 6

enum Plane {
  NormalX = 0,
  NormalY = 1,
  /** How far it has to go along the normal. */
  Need = 2,
  /** Where it goes for that: along the normal, or up where it stands, which must not make it creep down a slope. */
  PushX = 3,
  PushY = 4,
  /** How far it was pushed. */
  Pushed = 5,
}

let count = 0
const fixed = new Uint8Array(MAX_PLANES)
/** How far all planes have pushed in the round, and the deepest overlap. */
const sum = new Float64Array(3)

/**
 * Brings the character out of what is static or kinematic, as far as its skin keeps: a platform that turned or came into
 * its way, a wall that it was put into. Bodies that can be pushed come out of the character by themselves, in the step.
 */
export function separate(physics: PhysicsWorld, body: number): void {
  const x = move[Move.X]!
  const y = move[Move.Y]!
  const stuck = physics.components.CharacterState.squeezed[body] === 1
  driven = false
  // Who had no room does not leap to the other side of what closed upon it.
  if (findRoom(physics, true) && !(stuck && driven && isFar(x, y))) return
  // What moves may overlap it now, but it is not pushed into what does not.
  marks[Mark.Squeezed] = 1
  marks[Mark.Gait] = gaitBefore
  move[Move.X] = x
  move[Move.Y] = y
  findRoom(physics, false)
}

/** How it went before a platform caught it. */
let gaitBefore: Gait = Gait.Fly
/** Whether anything kinematic was in its way. */
let driven = false

/** @param all Whether out of what is kinematic, too. Returns whether there is room then. */
function findRoom(physics: PhysicsWorld, all: boolean): boolean {
  gaitBefore = marks[Mark.Gait]!
  for (let round = 0; round < MAX_ROUNDS; round++) {
    findPlanes(physics, all)
    if (count === 0) return true
    pushOut()
    move[Move.X] = move[Move.X]! + sum[0]!
    move[Move.Y] = move[Move.Y]! + sum[1]!
    if (Math.abs(sum[0]!) + Math.abs(sum[1]!) < 0.1 * TOLERANCE * move[Move.Skin]!) break
  }
  findPlanes(physics, all)
  return count === 0 || sum[2]! >= 0
}

/** Whether it is farther from a place than a part of its size. */
function isFar(x: number, y: number): boolean {
  const { bounds } = parts
  const most = LEAP * Math.min(bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!)
  return Math.abs(move[Move.X]! - x) + Math.abs(move[Move.Y]! - y) > most
}

function findPlanes(physics: PhysicsWorld, all: boolean): void {
  const skin = move[Move.Skin]!
  count = 0
  sum[2] = Infinity
  for (let i = 0; i < obstacles.count; i++) {
    if (obstacles.kind[i] === BodyKind.Dynamic || (!all && obstacles.kind[i] !== BodyKind.Static)) continue
    for (let p = 0; p < parts.count; p++) {
      if (!measureGap(physics, p, i) || gap[Hit.Gap]! >= (1 - TOLERANCE) * skin || count === MAX_PLANES) continue
      addPlane(i)
    }
  }
}

function addPlane(obstacle: number): void {
  const at = count * PLANE_STRIDE
  const nx = gap[Hit.NormalX]!
  const ny = gap[Hit.NormalY]!
  const need = move[Move.Skin]! - gap[Hit.Gap]!
  const up = nx * move[Move.UpX]! + ny * move[Move.UpY]!
  const carries = marks[Mark.Gait] !== Gait.Float && up >= move[Move.LeastUp]! && up > 0
  planes[at + Plane.NormalX] = nx
  planes[at + Plane.NormalY] = ny
  planes[at + Plane.Need] = need
  planes[at + Plane.PushX] = nx
  planes[at + Plane.PushY] = ny
  if (carries) {
    planes[at + Plane.PushX] = move[Move.UpX]! / up
    planes[at + Plane.PushY] = move[Move.UpY]! / up
  }
  planes[at + Plane.Pushed] = 0
  const still = obstacles.kind[obstacle] === BodyKind.Static
  fixed[count++] = still ? 1 : 0
  if (!still) driven = true
  sum[2] = Math.min(sum[2]!, gap[Hit.Gap]!)
  // A platform that comes up under its feet faster than it rises has caught it.
  const rises = move[Move.VX]! * nx + move[Move.VY]! * ny
  if (!carries || marks[Mark.Gait] !== Gait.Fly || still) return
  if (need <= Math.max(rises, 0) * move[Move.Time]!) return
  marks[Mark.Gait] = Gait.Walk
  marks[Mark.Ground] = obstacle
  keepHit(gap, ground)
}

/** The least way that satisfies all planes, if there is one; what is static has the last word. */
function pushOut(): void {
  sum[0] = 0
  sum[1] = 0
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    let changed = false
    for (let turn = 0; turn <= 1; turn++) {
      for (let k = 0; k < count; k++) if (fixed[k] === turn && pushAlong(k * PLANE_STRIDE)) changed = true
    }
    if (!changed) return
  }
}

function pushAlong(at: number): boolean {
  const done = sum[0]! * planes[at + Plane.NormalX]! + sum[1]! * planes[at + Plane.NormalY]!
  const before = planes[at + Plane.Pushed]!
  const after = Math.max(0, before + planes[at + Plane.Need]! - done)
  const push = after - before
  if (Math.abs(push) <= 0.01 * TOLERANCE * move[Move.Skin]!) return false
  planes[at + Plane.Pushed] = after
  sum[0] = sum[0]! + push * planes[at + Plane.PushX]!
  sum[1] = sum[1]! + push * planes[at + Plane.PushY]!
  return true
}
