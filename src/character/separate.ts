import type { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, START_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { Ray } from '../collision/convex-ray.ts'
import { RAY_HIT_STRIDE, castRayAtShape } from '../collision/ray.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { castObstacle, probeWay } from './cast.ts'
import { gap, measureGap } from './gap.ts'
import { extendRegion, gatherObstacles } from './gather.ts'
import { ground, hit, keepHit, marks, move } from './move.ts'
import { concerns, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { BOX_STRIDE, Gait, Hit, Mark, Move, PLACE_STRIDE } from './records.ts'

/** Of the skin: so much less is left as it is, so that rounding moves nobody. */
const TOLERANCE = 0.05

/** Measurements, because normals change on the way out. More: it gets out of deeper places in one step. */
const MAX_ROUNDS = 8

/** Passes over the planes of a round. */
const MAX_PASSES = 20

/** Of its smaller size: the farthest way in a step for who had no room. */
const LEAP = 0.25

/** Of the deepest overlap: who would have to go farther has no room. Corners of 30 degrees let it out. */
const FARTHEST = 6

/** Of the skin: so far around itself it sees what is there, wherever it goes. */
const LOOKED = 0.5

/** How often it looks where it came to. */
const MAX_LOOKS = 4

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
 * its way, a wall that it was put into. Bodies that can be pushed come out of the character by themselves, in the step; all but
 * the one that carries it, with which it goes: what turns under a wide foot would be in it for good.
 */
export function separate(physics: PhysicsWorld, body: number): void {
  const x = move[Move.X]!
  const y = move[Move.Y]!
  const gait = marks[Mark.Gait]!
  comeOut(physics, body)
  move[Move.OutX] = 0
  move[Move.OutY] = 0
  // Out there may be what it did not look for: a wall on the other side of what drove into it.
  for (let looks = 0; looks < MAX_LOOKS && isFarther(x, y); looks++) {
    move[Move.OutX] = move[Move.X]! - x
    move[Move.OutY] = move[Move.Y]! - y
    move[Move.X] = x
    move[Move.Y] = y
    marks[Mark.Gait] = gait
    marks[Mark.Ground] = -1
    marks[Mark.Squeezed] = 0
    extendRegion(Move.OutX)
    gatherObstacles(physics, body)
    comeOut(physics, body)
  }
  if (!isFarther(x, y)) return
  // Each time somewhere else: nobody has looked there.
  move[Move.X] = x
  move[Move.Y] = y
  marks[Mark.Gait] = gait
  marks[Mark.Ground] = -1
  marks[Mark.Squeezed] = 1
  findRoom(physics, false)
}

/** Whether it came elsewhere than was looked. */
function isFarther(x: number, y: number): boolean {
  const dx = move[Move.X]! - x - move[Move.OutX]!
  const dy = move[Move.Y]! - y - move[Move.OutY]!
  return Math.abs(dx) + Math.abs(dy) > LOOKED * move[Move.Skin]!
}

/** Brings it out of the obstacles at hand. */
function comeOut(physics: PhysicsWorld, body: number): void {
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

/** Where it was before it looked for room. */
const begun = new Float64Array(2)
const ray = Float64Array.of(0, 0, 0, 0, 1)
const met = new Float64Array(RAY_HIT_STRIDE)
/** How it went before a platform caught it. */
let gaitBefore: Gait = Gait.Fly
/** Whether anything kinematic was in its way. */
let driven = false

/**
 * Looks for a place with its skin around it; where there is none, for one without, and where there is none either it stays.
 * @param all Whether out of what is kinematic, too. Returns whether there is room.
 */
function findRoom(physics: PhysicsWorld, all: boolean): boolean {
  gaitBefore = marks[Mark.Gait]!
  begun[0] = move[Move.X]!
  begun[1] = move[Move.Y]!
  for (let skins = 1; skins >= 0; skins--) {
    if (goOut(physics, all, skins) && !passedThrough(physics, all)) return true
    marks[Mark.Gait] = gaitBefore
    move[Move.X] = begun[0]!
    move[Move.Y] = begun[1]!
  }
  return false
}

/** @param skins How many skins it keeps, 1 or 0. Returns whether it is in nothing then. */
function goOut(physics: PhysicsWorld, all: boolean, skins: number): boolean {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    findPlanes(physics, all, skins)
    if (count === 0) return true
    pushOut()
    const length = Math.abs(sum[0]!) + Math.abs(sum[1]!)
    // What closes upon it from both sides meets somewhere, be it far away.
    if (length > FARTHEST * (skins * move[Move.Skin]! - sum[2]!)) return false
    move[Move.X] = move[Move.X]! + sum[0]!
    move[Move.Y] = move[Move.Y]! + sum[1]!
    if (length < 0.1 * TOLERANCE * move[Move.Skin]!) break
  }
  findPlanes(physics, all, skins)
  return count === 0 || sum[2]! >= 0
}

/** Whether the middle of any of its parts went through something on its way out: a thin wall, or a link of a chain, which is hollow. */
function passedThrough(physics: PhysicsWorld, all: boolean): boolean {
  const x = move[Move.X]! - begun[0]!
  const y = move[Move.Y]! - begun[1]!
  if (Math.abs(x) + Math.abs(y) <= move[Move.Skin]!) return false
  const { boxes } = parts
  for (let p = 0; p < parts.count; p++) {
    const b = p * BOX_STRIDE
    ray[Ray.X] = begun[0]! + 0.5 * (boxes[b]! + boxes[b + 2]!)
    ray[Ray.Y] = begun[1]! + 0.5 * (boxes[b + 1]! + boxes[b + 3]!)
    ray[Ray.DX] = x
    ray[Ray.DY] = y
    for (let i = 0; i < obstacles.count; i++) {
      if (obstacles.kind[i] === BodyKind.Dynamic || (!all && obstacles.kind[i] !== BodyKind.Static) || !concerns(p, i)) continue
      if (rayMeets(physics, i) && !(obstacles.kind[i] === BodyKind.Kinematic && cameFar(physics, i))) return true
    }
  }
  return false
}

/** What holds the point from which the ray begins is no wall. */
function rayMeets({ collision }: PhysicsWorld, obstacle: number): boolean {
  const { shapeType, polygons } = collision
  const collider = obstacles.collider[obstacle]!
  const type = shapeType[collider] as ShapeType
  const at = obstacle * PLACE_STRIDE
  return castRayAtShape(type, collision.sizesOf(collider), collision.placeOf(collider), obstacles.place, at, ray, 0, polygons, met, 0) === 1 && met[0]! > 0
}

/** Whether it is farther from a place than a part of its size. */
function isFar(x: number, y: number): boolean {
  const { bounds } = parts
  const most = LEAP * Math.min(bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!)
  return Math.abs(move[Move.X]! - x) + Math.abs(move[Move.Y]! - y) > most
}

function findPlanes(physics: PhysicsWorld, all: boolean, skins: number): void {
  const least = (skins - TOLERANCE) * move[Move.Skin]!
  count = 0
  sum[2] = Infinity
  for (let i = 0; i < obstacles.count; i++) {
    const kind = obstacles.kind[i]
    if (kind !== BodyKind.Static && !all) continue
    if (kind === BodyKind.Dynamic && physics.bodies.bodyOf[obstacles.collider[i]!] !== marks[Mark.Carrier]) continue
    if (kind === BodyKind.Kinematic && cameFar(physics, i)) {
      findSweptPlanes(physics, i, skins)
      continue
    }
    for (let p = 0; p < parts.count; p++) {
      if (!measureGap(physics, p, i) || gap[Hit.Gap]! >= least || count === MAX_PLANES) continue
      if (kind !== BodyKind.Dynamic || carries()) addPlane(i, skins)
    }
  }
}

/** Whether an obstacle came by more than a part of the size of the character in the step; `probeWay` is its way then. */
function cameFar({ bodies, presence }: PhysicsWorld, obstacle: number): boolean {
  const body = bodies.bodyOf[obstacles.collider[obstacle]!]!
  // Another character goes between two steps.
  if (!bodies.isAwake(body) || body === marks[Mark.Carrier] || presence.Character.has(body)) return false
  const p = body * POSE_STRIDE
  const s = body * START_STRIDE
  probeWay[0] = bodies.pose[p + Pose.X]! - bodies.start[s + Pose.X]!
  probeWay[1] = bodies.pose[p + Pose.Y]! - bodies.start[s + Pose.Y]!
  const { bounds } = parts
  const most = LEAP * Math.min(bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!)
  return Math.abs(probeWay[0]!) + Math.abs(probeWay[1]!) > most
}

/**
 * What came that far is in the character deeper than its shortest way out tells from where it came: it is pushed by the face that ran into it.
 * Where it was met before, that way out is all there is.
 */
function findSweptPlanes(physics: PhysicsWorld, obstacle: number, skins: number): void {
  const skin = move[Move.Skin]!
  for (let p = 0; p < parts.count && count < MAX_PLANES; p++) {
    if (!concerns(p, obstacle)) continue
    if (castObstacle(physics, p, obstacle)) {
      const along = probeWay[0]! * hit[Hit.NormalX]! + probeWay[1]! * hit[Hit.NormalY]!
      const left = (1 - hit[Hit.Fraction]!) * along
      keepHit(hit, gap)
      gap[Hit.Gap] = skin - left
    } else if (!measureGap(physics, p, obstacle)) continue
    if (gap[Hit.Gap]! < (skins - TOLERANCE) * skin) addPlane(obstacle, skins)
  }
}

/** Whether it can stand on what was measured. */
function carries(): boolean {
  const up = gap[Hit.NormalX]! * move[Move.UpX]! + gap[Hit.NormalY]! * move[Move.UpY]!
  return marks[Mark.Gait] !== Gait.Float && up >= move[Move.LeastUp]! && up > 0
}

function addPlane(obstacle: number, skins: number): void {
  const at = count * PLANE_STRIDE
  const nx = gap[Hit.NormalX]!
  const ny = gap[Hit.NormalY]!
  const need = skins * move[Move.Skin]! - gap[Hit.Gap]!
  const stands = carries()
  planes[at + Plane.NormalX] = nx
  planes[at + Plane.NormalY] = ny
  planes[at + Plane.Need] = need
  planes[at + Plane.PushX] = nx
  planes[at + Plane.PushY] = ny
  if (stands) {
    const up = nx * move[Move.UpX]! + ny * move[Move.UpY]!
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
  if (!stands || marks[Mark.Gait] !== Gait.Fly || still) return
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
