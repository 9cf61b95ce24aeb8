import { BodyKind } from '../bodies/body-kind.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer, TooManyPairs } from '../stores/buffers.ts'
import type { EntityQueue } from '../stores/entity-queue.ts'
import { filtersAllow } from './contacts.ts'
import { addPairs, crowdError } from './crowds.ts'
import { mayMeet } from './may-meet.ts'

/**
 * Finds the colliders that are near those in a list, and takes new pairs into the persistent pair table. Pairs are
 * sorted first, so that the order of contacts does not depend on the broad phase.
 */
export function searchPairs(physics: PhysicsWorld, around: EntityQueue): void {
  const { candidates, contacts, pairSort } = physics.collision
  candidates.clear()
  let found = 0
  let taken = false
  try {
    if (around.count > 0) {
      around.compact()
      if (mayMeet(physics, around)) findCandidates(physics, around)
    }
    found = candidates.count
    if (found > 0) {
      dropKnown(physics)
      pairSort.sort(candidates)
      addPairs(physics, around)
    }
    taken = true
  } finally {
    if (!taken) contacts.doubts.addAll()
  }
  // What a crowd needed that came at once is not kept for good.
  candidates.giveBack(found)
  pairSort.giveBack(found)
}

function findCandidates(physics: PhysicsWorld, around: EntityQueue): void {
  const { candidates } = physics.collision
  try {
    physics.collision.broadPhase.computePairs(around, candidates)
    if (physics.collision.sensorCount > 0) pairFixedSensors(physics, around)
  } catch (error) {
    if (!(error instanceof TooManyPairs)) throw error
    // What was moved is searched for again in the next step.
    candidates.release()
    throw crowdError(physics, around)
  }
}

/**
 * Drops the pairs that are in the table: in a gas three of four, which need not be sorted then (0.98 of the step). What
 * has no contacts at all needs no look into the index, where nothing is near: most new pairs go there once, to be added.
 * And those that joints or filters keep from colliding, found anew in each step: in chains and cloths they are all (0.95 of it). And the
 * parts of one body, whose boxes overlap wherever it goes.
 */
function dropKnown(physics: PhysicsWorld): void {
  const { collision, bodies: { bodyOf }, joints, stores } = physics
  const { candidates, contacts } = collision
  const parting = joints.partingCount > 0
  const masked = stores.CollisionFilter.mask.length > 1
  const { a, b, count } = candidates
  const { head } = contacts
  let kept = 0
  for (let i = 0; i < count; i++) {
    const one = a[i]!
    const two = b[i]!
    a[kept] = one
    b[kept] = two
    if (bodyOf[one] === bodyOf[two]) continue
    // Who lets the two collide has them searched for: no doubt is needed, which would have all pairs of a cloth looked up in each step (1.18 of it).
    if (parting && joints.parts(bodyOf[one]!, bodyOf[two]!)) continue
    if (masked && !filtersAllow(physics, one, two)) {
      contacts.doubts.add(one, two)
      continue
    }
    if (head[one] === 0 || head[two] === 0 || contacts.find(one, two) === 0) kept++
  }
  candidates.count = kept
}

const near = new ItemBuffer()
const region = new Float64Array(4)
/** What holds something while the user is asked. */
export const searchScratch = [near, region]

/** Static colliders never pair with each other, unless one is a sensor: those are found here. */
function pairFixedSensors(physics: PhysicsWorld, around: EntityQueue): void {
  const { bodies } = physics
  const { candidates } = physics.collision
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  for (let i = 0; i < around.count; i++) {
    const item = around.items[i]!
    if (bodies.kind[bodies.bodyOf[item]!] !== BodyKind.Static) continue
    near.clear()
    region[0] = minX[item]!
    region[1] = minY[item]!
    region[2] = maxX[item]!
    region[3] = maxY[item]!
    physics.collision.broadPhase.region(region, near)
    for (let k = 0; k < near.count; k++) {
      const other = near.items[k]!
      const fixed = bodies.kind[bodies.bodyOf[other]!] === BodyKind.Static
      if (other === item || !fixed || (bodies.sensor[item] === 0 && bodies.sensor[other] === 0)) continue
      // Where both were moved, both find each other.
      if (other < item && around.flag[other] !== 0) continue
      candidates.push(Math.min(item, other), Math.max(item, other))
    }
  }
}
