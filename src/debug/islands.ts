import { BodyKind } from '../bodies/body-kind.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { JOINT_STRIDE, JointPart, JointRecord } from '../joints/joint-record.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** By body: a body of the same island with a lower id, or itself; 0 for what is in none. Of the world that was looked at last. */
let parent = new Uint32Array(0)

/**
 * Finds which dynamic bodies hang together as of the last step. The solver's own sets are not used: touches that ended are taken
 * out of them late, and looking a set up would change them.
 */
export function findIslands(physics: PhysicsWorld): void {
  const { bodies, joints } = physics
  const { contacts } = physics.collision
  if (parent.length < physics.columns.capacity) parent = new Uint32Array(physics.columns.capacity)
  parent.fill(0)
  for (let i = 0; i < bodies.awakeCount; i++) if (bodies.kind[bodies.awake[i]!] === BodyKind.Dynamic) parent[bodies.awake[i]!] = bodies.awake[i]!
  for (let i = 0; i < bodies.asleepCount; i++) parent[bodies.asleep[i]!] = bodies.asleep[i]!
  for (let i = 0; i < bodies.asleepCount; i++) {
    const body = bodies.asleep[i]!
    if (bodies.islandNext[body] !== 0) join(body, bodies.islandNext[body]!)
  }
  for (let i = 0; i < contacts.activeCount; i++) {
    const contact = contacts.active[i]!
    if (contacts.pointCount[contact] === 0 || (contacts.flags[contact]! & ContactFlag.Unsolved) !== 0) continue
    join(bodies.bodyOf[contacts.a[contact]!]!, bodies.bodyOf[contacts.b[contact]!]!)
  }
  for (let i = 0; i < joints.count; i++) {
    const place = joints.order[i]!
    if (joints.entity[place] === 0 || !joints.isOn(place)) continue
    const gear = joints.record[place * JOINT_STRIDE + JointRecord.Parts] === JointPart.Gear
    // A gear couples two joints: what turns are their second bodies.
    if (gear) join(joints.b[joints.find(joints.a[place]!)]!, joints.b[joints.find(joints.b[place]!)]!)
    else join(joints.a[place]!, joints.b[place]!)
  }
}

/** A body of the island that a body is in, the same for all of them: the lowest. Itself where no step has seen it yet. */
export function islandOf(body: number): number {
  return find(body) || body
}

function find(body: number): number {
  let root = body
  while (parent[root] !== root) {
    if (parent[root] === 0) return 0
    parent[root] = parent[parent[root]!]!
    root = parent[root]!
  }
  return root
}

function join(a: number, b: number): void {
  const rootA = find(a)
  const rootB = find(b)
  if (rootA === 0 || rootB === 0 || rootA === rootB) return
  parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
}
