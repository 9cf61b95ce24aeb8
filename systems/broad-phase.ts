import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import type { PhysicsWorld } from '../src/state/world.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { ItemBuffer, TooManyPairs } from '../src/stores/buffers.ts'
import { addPairs, crowdError } from '../src/contact-rules/crowds.ts'

/**
 * Second system: finds the colliders that came near those that left their fat box, and takes new pairs into the
 * persistent pair table. Pairs are sorted first, so that the order of contacts does not depend on the broad phase.
 */
export function broadPhase(face: Physics): void {
  const physics = innerOf(face)
  const { moved, searched, woken, candidates, pairSort } = physics.collision
  // The last step did not get as far as NarrowPhase: a hook threw.
  for (let i = 0; i < searched.count; i++) if (searched.flag[searched.items[i]!] !== 0) moved.add(searched.items[i]!)
  searched.clear()
  woken.compact()
  for (let i = 0; i < woken.count; i++) moved.add(woken.items[i]!)
  woken.clear()
  candidates.clear()
  if (moved.count > 0) {
    moved.compact()
    findCandidates(physics)
  }
  const found = candidates.count
  if (moved.count > 0) takeIn(physics)
  else moved.giveBack()
  // What a crowd needed that came at once is not kept for good.
  candidates.giveBack(found)
  pairSort.giveBack(found)
}

/** Takes in the candidates, of which the table knows some. */
function takeIn(physics: PhysicsWorld): void {
  const { moved, searched, candidates, pairSort } = physics.collision
  dropKnown(physics)
  pairSort.sort(candidates)
  addPairs(physics)
  // What a system of the user moves from here on is left to the next search.
  physics.collision.searched = moved
  physics.collision.moved = searched
}

function findCandidates(physics: PhysicsWorld): void {
  const { moved, candidates } = physics.collision
  try {
    physics.collision.broadPhase.computePairs(moved, candidates)
    if (physics.collision.sensorCount > 0) pairFixedSensors(physics)
  } catch (error) {
    if (!(error instanceof TooManyPairs)) throw error
    // What was moved is searched for again in the next step.
    candidates.release()
    throw crowdError(physics)
  }
}

/**
 * Drops the pairs that are in the table: in a gas three of four, which need not be sorted then (0.98 of the step). What
 * has no contacts at all needs no look into the index, where nothing is near: most new pairs go there once, to be added.
 * And those that joints keep from colliding: in chains and cloths they are all, found anew in each step (0.95 of it).
 */
function dropKnown({ collision, bodies: { bodyOf }, joints }: PhysicsWorld): void {
  const { candidates, contacts } = collision
  const parted = joints.partingCount > 0
  const { a, b, count } = candidates
  const { head } = contacts
  let kept = 0
  for (let i = 0; i < count; i++) {
    const one = a[i]!
    const two = b[i]!
    a[kept] = one
    b[kept] = two
    if (parted && joints.parts(bodyOf[one]!, bodyOf[two]!)) continue
    if (head[one] === 0 || head[two] === 0 || contacts.find(one, two) === 0) kept++
  }
  candidates.count = kept
}

const near = new ItemBuffer()
const around = new Float64Array(4)

/** Static colliders never pair with each other, unless one is a sensor: those are found here. */
function pairFixedSensors(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { moved, candidates } = physics.collision
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (let i = 0; i < moved.count; i++) {
    const item = moved.items[i]!
    if (bodies.kind[bodies.bodyOf[item]!] !== BodyKind.Static) continue
    near.clear()
    around[0] = minX[item]!
    around[1] = minY[item]!
    around[2] = maxX[item]!
    around[3] = maxY[item]!
    physics.collision.broadPhase.region(around, near)
    for (let k = 0; k < near.count; k++) {
      const other = near.items[k]!
      const fixed = bodies.kind[bodies.bodyOf[other]!] === BodyKind.Static
      if (other === item || !fixed || (bodies.sensor[item] === 0 && bodies.sensor[other] === 0)) continue
      // Where both were moved, both find each other.
      if (other < item && moved.flag[other] !== 0) continue
      candidates.push(Math.min(item, other), Math.max(item, other))
    }
  }
}
