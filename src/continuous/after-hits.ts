import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { addPair, isPair } from '../contact-rules/contacts.ts'
import { AddressTable, WITNESSES, WITNESS_STRIDE } from '../kernel/address-table.ts'
import { showSurfaces } from '../solver/prepare-contacts.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { locksOf } from './locks.ts'
import { findStatic, searchStatic } from './sweep-body.ts'

const region = new Float64Array(4)
const around = new ItemBuffer()

/** What holds something while the user is asked. */
export const hitScratch = [region, around]

/**
 * Has `Kernel.followHits` begin with the hits of this step. Where the bodies of a contact meet in it, their ways are those that they have with the
 * hit, and from those for which that makes a difference it is looked ahead again.
 *
 * A body that was hit 3 cm above the ground knew nothing of it, and was 17 cm deep in it when the next step began. This
 * only tells where to look: what comes of a hit is found by the solver.
 */
export function beginHits({ bodies, collision: { hits }, settings, solver: { states: { memory } } }: PhysicsWorld, dt: number): void {
  hits.begin(bodies.kind.length)
  memory.f64[AddressTable.BounceWay >> 3] = settings.restitutionThreshold * dt
  memory.i32[AddressTable.WitnessCount >> 2] = 0
  memory.i32[AddressTable.StaticCount >> 2] = bodies.staticCount
}

/**
 * Whether there is anything static and solid where two bodies may get after a hit, or what they hit next: no contact tells. In a gas there is
 * not, nor in a crowd that walks over sensors. (Tried: one search for all hits within a cell four times as wide. It left half of
 * the searches of a gas, all of those of a heap in a bin, and no step was faster.)
 */
export function isNearStatic(physics: PhysicsWorld): boolean {
  const { f64 } = physics.solver.states.memory
  region[0] = f64[AddressTable.RegionMinX >> 3]!
  region[1] = f64[AddressTable.RegionMinY >> 3]!
  region[2] = f64[AddressTable.RegionMaxX >> 3]!
  region[3] = f64[AddressTable.RegionMaxY >> 3]!
  searchStatic(physics, region, around)
  const { sensor } = physics.bodies
  for (let i = 0; i < around.count; i++) {
    if (sensor[around.items[i]!] !== 0) continue
    noteWitness(physics, around.items[i]!)
    return true
  }
  return false
}

/** Lets the kernel know of something static, for other hits. Not where a hook may remove it meanwhile: which one is found first is up to the broad phase. */
function noteWitness({ hooks, solver: { states: { memory: { f64, i32 } } }, stores }: PhysicsWorld, collider: number): void {
  if (hooks.preSolve !== null || hooks.filterPair !== null) return
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  const count = i32[AddressTable.WitnessCount >> 2]!
  const at = (AddressTable.Witnesses >> 3) + (count % WITNESSES) * WITNESS_STRIDE
  f64[at] = minX[collider]!
  f64[at + 1] = minY[collider]!
  f64[at + 2] = maxX[collider]!
  f64[at + 3] = maxY[collider]!
  i32[AddressTable.WitnessCount >> 2] = count + 1
}

/** Shows the kernel what surfaces and axes of a contact give that is in components. */
export function showMeeting(physics: PhysicsWorld): void {
  const { bodies, collision: { contacts }, stores, solver: { states: { memory } } } = physics
  const contact = memory.i32[AddressTable.AskedOf >> 2]!
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  showSurfaces(memory, bodies, stores.Material, a, b)
  memory.i32[AddressTable.LocksA >> 2] = locksOf(physics, bodies.bodyOf[a]!)
  memory.i32[AddressTable.LocksB >> 2] = locksOf(physics, bodies.bodyOf[b]!)
}

/**
 * Takes up what is static on the new way of the body from which it is looked around, and lets its boxes hold that then. Returns whether there
 * was any.
 */
export function meetAround(physics: PhysicsWorld): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const body = physics.solver.states.memory.i32[AddressTable.LookBody >> 2]!
  const before = contacts.activeCount
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (!leavesBox(physics, body, c)) continue
    findStatic(physics, region, around)
    let near = false
    for (let i = 0; i < around.count; i++) {
      const other = around.items[i]!
      const a = c < other ? c : other
      const b = c < other ? other : c
      if (contacts.find(a, b) !== 0) continue
      if (!isPair(physics, a, b)) continue
      if (!near) boundLeg(physics, body, c)
      near = true
      if (!overlapsRegion(physics, other)) continue
      growBox(physics, c)
      addPair(physics, a, b)
    }
  }
  return contacts.activeCount > before
}

/** Narrows {@link region} to where the collider's box may come. */
function boundLeg(physics: PhysicsWorld, body: number, collider: number): void {
  const { way, extent } = physics.bodies
  const w = body * WAY_STRIDE
  computeTight(physics, collider)
  const dx = way[w + Way.X]!
  const dy = way[w + Way.Y]!
  const turn = Math.min(Math.abs(way[w + Way.Turn]!), 2)
  const more = turn * extent[body]! + lookBy(physics)
  region[0] = Math.max(region[0]!, tight[0]! + (dx < 0 ? dx : 0) - more)
  region[1] = Math.max(region[1]!, tight[1]! + (dy < 0 ? dy : 0) - more)
  region[2] = Math.min(region[2]!, tight[2]! + (dx > 0 ? dx : 0) + more)
  region[3] = Math.min(region[3]!, tight[3]! + (dy > 0 ? dy : 0) + more)
}

function overlapsRegion({ stores }: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  return minX[collider]! <= region[2]! && maxX[collider]! >= region[0]! && minY[collider]! <= region[3]! && maxY[collider]! >= region[1]!
}

/** How far the body from which it is looked around goes elsewhere. */
function lookBy({ solver: { states: { memory } } }: PhysicsWorld): number {
  return memory.f64[AddressTable.LookBy >> 3]!
}

/** Writes where a collider may come to {@link region}: with its body, that goes elsewhere. Returns whether its fat box does not hold that. */
function leavesBox(physics: PhysicsWorld, body: number, collider: number): boolean {
  const { bodies, stores } = physics
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  const w = body * WAY_STRIDE
  const dx = bodies.way[w + Way.X]!
  const dy = bodies.way[w + Way.Y]!
  const p = body * POSE_STRIDE
  const x = bodies.pose[p + Pose.X]! - bodies.pose[p + Pose.FromCenterX]!
  const y = bodies.pose[p + Pose.Y]! - bodies.pose[p + Pose.FromCenterY]!
  // All of the body, however it turns.
  const most = bodies.extent[body]! + lookBy(physics)
  region[0] = x + (dx < 0 ? dx : 0) - most
  region[1] = y + (dy < 0 ? dy : 0) - most
  region[2] = x + (dx > 0 ? dx : 0) + most
  region[3] = y + (dy > 0 ? dy : 0) + most
  return region[0]! < minX[collider]! || region[1]! < minY[collider]! || region[2]! > maxX[collider]! || region[3]! > maxY[collider]!
}

/** Adds {@link region} to the fat box of a collider. */
function growBox({ collision, stores, version }: PhysicsWorld, collider: number): void {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  if (minX[collider]! <= region[0]! && minY[collider]! <= region[1]! && maxX[collider]! >= region[2]! && maxY[collider]! >= region[3]!) return
  version.stores.BroadphaseAABB.note()
  minX[collider] = Math.min(minX[collider]!, region[0]!)
  minY[collider] = Math.min(minY[collider]!, region[1]!)
  maxX[collider] = Math.max(maxX[collider]!, region[2]!)
  maxY[collider] = Math.max(maxY[collider]!, region[3]!)
  collision.broadPhase.update(collider)
  collision.moved.add(collider)
}
