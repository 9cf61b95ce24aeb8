import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { CROWD } from '../constants.ts'
import { type Bodies, NOT_AWAKE, POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MOST_PAIRS, type PairBuffer } from '../stores/buffers.ts'
import type { EntityQueue } from '../stores/entity-queue.ts'
import type { PutBack } from '../stores/put-aside.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { addPair, boxesOverlap, flagsOf, isPair } from './contacts.ts'

/**
 * Within a crowd each collider begins so many contacts with higher ids; about as many others begin one with it. More do
 * not help: the solver cannot balance them, and 1,000 circles on one spot flew apart at 373 m/s with 64 (29 with these).
 */
const SHARE = 4

/** So many contacts are made at once. */
const AT_ONCE = 4096
/** Scratch of what makes them, in which nobody else is called. */
const flags = new Uint8Array(AT_ONCE)

/** By collider: how many others lie deep in it, of those that it has contacts with or would get. All 0 between two searches. */
let inside = new Uint32Array(1024)
/** In {@link inside}: those that the collider has contacts with are among them. */
const COUNTED = 2 ** 31

export function putCrowdsAside(): PutBack {
  const counts = inside
  inside = new Uint32Array(1024)
  return () => {
    inside = counts
  }
}

/** Takes in the candidates, which are in order and were found around those in a list, as pairs. */
export function addPairs(physics: PhysicsWorld, around: EntityQueue): void {
  const { candidates, contacts } = physics.collision
  if (mayCrowd(physics)) {
    dropRepeated(candidates)
    if (countInside(physics)) {
      addShares(physics, around)
      forgetInside(physics.collision)
      return
    }
  }
  const pushing = keepPairs(physics)
  const { a, b, count } = candidates
  makeRoom(physics, count, pushing)
  for (let i = 0; i < count; i += AT_ONCE) {
    const end = Math.min(count, i + AT_ONCE)
    flagAll(physics, a, b, i, end)
    contacts.createAll(a, b, flags, i, end)
  }
}

/** Whether anything that may be pushed is in so many pairs that they may be a crowd: looked at first, for which hardly anything is read of each pair. */
function mayCrowd({ bodies: { bodyOf, kind, sensor }, collision: { candidates, pairSort } }: PhysicsWorld): boolean {
  const { a, count } = candidates
  const most = CROWD - pairSort.mostBelow
  if (count <= CROWD || most <= 0) return count > CROWD
  let looked = 0
  for (let i = most; i < count; i++) {
    // So many of the same before it.
    if (a[i] !== a[i - most]) continue
    if (a[i] !== looked && kind[bodyOf[a[i]!]!] === BodyKind.Dynamic && sensor[a[i]!] === 0) return true
    looked = a[i]!
  }
  return false
}

/** Writes the flags with which the contacts of the pairs from `first` to `end` begin. */
function flagAll(physics: PhysicsWorld, a: Uint32Array, b: Uint32Array, first: number, end: number): void {
  const { bodyOf, kind, sensor, traits } = physics.bodies
  for (let i = first; i < end; i++) {
    const one = a[i]!
    const two = b[i]!
    const special = sensor[one]! | sensor[two]! | ((traits[one]! | traits[two]!) & Trait.OneWay)
    flags[i - first] = special === 0 && kind[bodyOf[one]!] === BodyKind.Dynamic ? 0 : flagsOf(physics, one, two)
  }
}

function dropRepeated(candidates: PairBuffer): void {
  const { a, b, count } = candidates
  let kept = 0
  while (kept < count && (a[kept] !== a[kept + 1] || b[kept] !== b[kept + 1])) kept++
  for (let i = kept; i < count; i++) {
    if (i > 0 && a[i] === a[i - 1] && b[i] === b[i - 1]) continue
    a[kept] = a[i]!
    b[kept++] = b[i]!
  }
  candidates.count = kept
}

/**
 * Keeps the candidates that are to be contacts, each once: a broad phase of the user may report a pair twice. Returns how many there are up to the last that pushes. That filters and joints let them
 * touch is known, see `searchPairs`; so only a hook has more to say than who is awake.
 */
function keepPairs(physics: PhysicsWorld): number {
  const { bodyOf, awakeIndex, sensor } = physics.bodies
  const { candidates, contacts: { doubts } } = physics.collision
  const asks = physics.hooks.filterPair !== null
  const { a, b, count } = candidates
  let kept = 0
  let pushing = 0
  let one = 0, two = 0
  for (let i = 0; i < count; i++) {
    if (one === a[i]! && two === b[i]!) continue
    one = a[i]!
    two = b[i]!
    const pushes = (sensor[one]! | sensor[two]!) === 0
    const rests = pushes && awakeIndex[bodyOf[one]!] === NOT_AWAKE && awakeIndex[bodyOf[two]!] === NOT_AWAKE
    if (rests || (asks && !isPair(physics, one, two))) {
      doubts.add(one, two)
      continue
    }
    a[kept] = one
    b[kept++] = two
    if (pushes) pushing = kept
  }
  candidates.count = kept
  return pushing
}

/** Makes room for so many contacts, of the candidates, and for what solves them first: later it would copy the contacts. */
function makeRoom(physics: PhysicsWorld, count: number, pushing: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { states, rows } = physics.solver
  if (contacts.holds(count, pushing)) return
  states.reserve(bodies.awakeCount, bodies.awake.length)
  states.release()
  const active = contacts.activeCount - contacts.activeSensors
  const { single, double } = countPoints(physics, pushing)
  rows.contacts.expect(bodies.awakeCount + 1, active + pushing, single, active + double)
  contacts.reserve(count, pushing)
}

/**
 * Counts how many of the candidates may have one point, and two. Circles whose boxes overlap are apart more often than not:
 * with room for them all, a contact of circles side by side took 160 bytes more.
 */
function countPoints({ bodies: { pose }, collision, tolerances }: PhysicsWorld, count: number): { single: number; double: number } {
  const { candidates: { a, b }, geometry, shapeType } = collision
  let single = 0
  let double = 0
  for (let i = 0; i < count; i++) {
    const one = a[i]!
    const two = b[i]!
    const round = shapeType[one] === ShapeType.Circle
    if (round && shapeType[two] === ShapeType.Circle) {
      const x = pose[two * POSE_STRIDE + Pose.X]! - pose[one * POSE_STRIDE + Pose.X]!
      const y = pose[two * POSE_STRIDE + Pose.Y]! - pose[one * POSE_STRIDE + Pose.Y]!
      const reach = geometry[one * GEOMETRY_STRIDE + Geometry.Radius]! + geometry[two * GEOMETRY_STRIDE + Geometry.Radius]! + tolerances.speculativeDistance
      if (x * x + y * y <= reach * reach) single++
    } else if (round || shapeType[two] === ShapeType.Circle) {
      single++
    } else {
      double++
    }
  }
  return { single, double }
}

/**
 * A crowd on one spot has as many pairs as the square of its bodies, and all push the same way: apart. So there each
 * keeps to its share of the others, by their ids, and the rest waits: it is searched for again in the next step. What
 * lies beside each other is no crowd, however many there are and however large their boxes.
 */
function addShares(physics: PhysicsWorld, around: EntityQueue): void {
  const { candidates, contacts: { doubts }, woken } = physics.collision
  const { a, b, count } = candidates
  const likely = Math.min(count, around.count * SHARE)
  makeRoom(physics, likely, likely)
  let first = 0
  let taken = 0
  let full = false
  for (let i = 0; i < count; i++) {
    const one = a[i]!
    const two = b[i]!
    if (one !== first) {
      first = one
      taken = -1
      full = false
    }
    if (!isCrowded(physics, one) || !isCrowded(physics, two) || !pushEachOther(physics.bodies, one, two)) {
      if (isPair(physics, one, two)) addPair(physics, one, two)
      else doubts.add(one, two)
      continue
    }
    if (taken < 0) taken = countBegun(physics.collision, one)
    if (taken >= SHARE) {
      // Nearly all of them come here.
      if (!full) woken.add(one)
      full = true
      doubts.add(one, two)
    } else if (isPair(physics, one, two)) {
      addPair(physics, one, two)
      taken++
    } else doubts.add(one, two)
  }
}

/** Counts what lies deep in each collider among the candidates. Returns whether some are a crowd, and leaves the counts then. */
function countInside(physics: PhysicsWorld): boolean {
  const { candidates } = physics.collision
  if (candidates.count <= CROWD) return false
  if (inside.length < physics.columns.capacity) inside = new Uint32Array(physics.columns.capacity)
  const { a, b, count } = candidates
  const { bodyOf, reach, kind, sensor } = physics.bodies
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  let most = 0
  let first = 0, x = 0, y = 0, own = 0
  let pushes = false
  for (let i = 0; i < count; i++) {
    const one = a[i]!
    if (one !== first) {
      first = one
      x = minX[one]! + maxX[one]!
      y = minY[one]! + maxY[one]!
      own = reach[bodyOf[one]!]!
      pushes = sensor[one] === 0 && kind[bodyOf[one]!] === BodyKind.Dynamic
    }
    if (!pushes) continue
    const two = b[i]!
    // As in areDeep, which loads half of it anew for each pair: what is rare first.
    const dx = x - minX[two]! - maxX[two]!
    const dy = y - minY[two]! - maxY[two]!
    const near = 4 * (own + reach[bodyOf[two]!]!)
    if (!(dx * dx + dy * dy < near * near) || !pushEachOther(physics.bodies, one, two)) continue
    inside[one] = inside[one]! + 1
    inside[two] = inside[two]! + 1
    most = Math.max(most, inside[one]!, inside[two]!)
  }
  if (most > 0 && most <= CROWD) forgetInside(physics.collision)
  return most > CROWD
}

function forgetInside({ candidates }: CollisionState): void {
  const { a, b, count } = candidates
  if (count > inside.length) {
    inside.fill(0)
    return
  }
  for (let i = 0; i < count; i++) {
    inside[a[i]!] = 0
    inside[b[i]!] = 0
  }
}

function isCrowded(physics: PhysicsWorld, collider: number): boolean {
  const { contacts } = physics.collision
  if (inside[collider]! < COUNTED) {
    let count = inside[collider]!
    for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
      if (areDeep(physics, collider, contacts.otherOf(edge))) count++
    }
    inside[collider] = count + COUNTED
  }
  return inside[collider]! - COUNTED > CROWD
}

/** How many contacts with higher ids a collider has. */
function countBegun({ contacts }: CollisionState, collider: number): number {
  let count = 0
  // The first of the two sides of a contact is that of the lower id.
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) count += 1 - (edge & 1)
  return count
}

/** Whether discs in the middles of two colliders overlap that lie within them. */
function areDeep(physics: PhysicsWorld, a: number, b: number): boolean {
  const { bodyOf, reach } = physics.bodies
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  // Twice the distance of the middles; and a reach is half of such a disc.
  const x = minX[a]! + maxX[a]! - minX[b]! - maxX[b]!
  const y = minY[a]! + maxY[a]! - minY[b]! - maxY[b]!
  const near = 4 * (reach[bodyOf[a]!]! + reach[bodyOf[b]!]!)
  return x * x + y * y < near * near
}

/** Whether two colliders of different bodies, which filters let touch, would push two dynamic bodies apart. */
function pushEachOther({ bodyOf, kind, sensor }: Bodies, a: number, b: number): boolean {
  return (sensor[a]! | sensor[b]!) === 0 && kind[bodyOf[a]!] === BodyKind.Dynamic && kind[bodyOf[b]!] === BodyKind.Dynamic
}

/** Colliders that are looked at to find the worst crowd. */
const SAMPLES = 256
const NAMED = 3

/** The error for a world in which too many boxes overlap those of a list: it says what overlaps where. */
export function crowdError(physics: PhysicsWorld, around: EntityQueue): RangeError {
  let worst = 0
  let most = -1
  const stride = Math.max(1, Math.floor(around.count / SAMPLES))
  for (let i = 0; i < around.count; i += stride) {
    const collider = around.items[i]!
    if (physics.bodies.bodyOf[collider] === 0) continue
    const count = overlapping(physics, collider, [])
    if (count <= most) continue
    worst = collider
    most = count
  }
  const names: number[] = []
  overlapping(physics, worst, names)
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  const x = (0.5 * (minX[worst]! + maxX[worst]!)).toPrecision(6)
  const y = (0.5 * (minY[worst]! + maxY[worst]!)).toPrecision(6)
  return new RangeError(
    `stepPhysics: more than ${MOST_PAIRS} pairs of colliders overlap, which is more than a step can take. ` +
      `Entity ${worst} near (${x}, ${y}) overlaps ${most} others there, ${names.join(', ')} among them. ` +
      'Put them farther apart, or fewer at one place, then step again.',
  )
}

/** How many boxes overlap that of a collider. The first few are named. */
function overlapping(physics: PhysicsWorld, collider: number, names: number[]): number {
  const { bodies, columns } = physics
  let count = 0
  for (let other = 1; other < columns.capacity; other++) {
    if (other === collider || !bodies.isCollider(other) || !boxesOverlap(physics, collider, other)) continue
    if (names.length < NAMED) names.push(other)
    count++
  }
  return count
}
