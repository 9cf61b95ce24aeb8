import type { World } from 'bitecs'
import { BodyKind } from '../bodies/body-kind.ts'
import { checkNames } from '../check-names.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import { HASH_START, hashFloat, hashFloats, hashWord } from '../math/hash.ts'
import type { Presences } from '../state/presence.ts'
import { requirePhysics } from '../state/registry.ts'
import { shown } from '../shown.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'

/** Hashes of the parts of a world: which of them differ tells where to look. */
export interface WorldHashes {
  /** Id, kind, pose and velocity of every body, and whether it is awake. */
  bodies: number
  /** Pairs of colliders that are near each other, with what touches and how hard. */
  contacts: number
  /** Joints, their ends and their impulses. */
  joints: number
  /** Which entities have which of the engine's components. */
  entities: number
}

/** What `hashWorld` takes. */
export interface HashOptions {
  /** Whether to give the {@link WorldHashes} of its parts, and not one of poses and velocities. Default false. */
  parts?: boolean | undefined
}

/**
 * A 32-bit hash of pose and velocity of every body, in the order of their ids: equal for runs that are equal to
 * the last bit, on every machine.
 * @param options `{ parts: true }` for hashes of bodies, contacts, joints and entities apart. These see more than the one
 *   hash does: impulses, sleep, and what is near.
 * @throws Error when the world has no physics. @throws RangeError on a name that is no option. @throws TypeError on options that are none.
 */
export function hashWorld(world: World, options: { readonly parts: true }): WorldHashes
export function hashWorld(world: World, options?: { readonly parts?: false }): number
export function hashWorld(world: World, options?: HashOptions): number | WorldHashes
export function hashWorld(world: World, options?: HashOptions): number | WorldHashes {
  const physics = requirePhysics(world, 'hashWorld')
  if (options !== undefined) checkOptions(options)
  if (options?.parts !== true) return hashBodies(physics, false)
  return {
    bodies: hashBodies(physics, true),
    contacts: hashContacts(physics),
    joints: hashJoints(physics),
    entities: hashEntities(physics),
  }
}

function checkOptions(options: HashOptions): void {
  checkNames(options, ['parts'], 'hashWorld')
  const { parts = false } = options
  if (typeof parts !== 'boolean') throw new TypeError(`hashWorld: parts must be true or false, got ${shown(parts)}.`)
}

const record = new Float64Array(9)

function hashBodies({ components: { Position, Rotation, Velocity }, bodies }: PhysicsWorld, whole: boolean): number {
  const { kind, awakeIndex } = bodies
  return hashColumns(
    kind.length, whole ? awakeIndex : null, kind, Position.x, Position.y, Rotation.angle, Velocity.x, Velocity.y, Velocity.angular,
  )
}

/**
 * The same of columns that are somewhere else.
 * @param end No body has this id or a higher one.
 * @param awakeIndex Where kinds and sleep count too.
 */
export function hashColumns(
  end: number, awakeIndex: Int32Array | null, kind: ArrayLike<number>, x: ArrayLike<number>, y: ArrayLike<number>,
  angle: ArrayLike<number>, vx: ArrayLike<number>, vy: ArrayLike<number>, angular: ArrayLike<number>,
): number {
  let hash = HASH_START
  for (let entity = 1; entity < end; entity++) {
    if (kind[entity] === BodyKind.None) continue
    record[0] = entity
    record[1] = x[entity]!
    record[2] = y[entity]!
    record[3] = angle[entity]!
    record[4] = vx[entity]!
    record[5] = vy[entity]!
    record[6] = angular[entity]!
    record[7] = kind[entity]!
    record[8] = awakeIndex !== null && awakeIndex[entity]! >= 0 ? 1 : 0
    hash = hashFloats(hash, record, 0, awakeIndex === null ? 7 : 9)
  }
  return hash >>> 0
}

/** By pair, in an order of their own: contacts have other numbers in a world that had others before. */
function hashContacts(physics: PhysicsWorld): number {
  const { contacts } = physics.collision
  const { head, next, a, b, flags, pointCount, manifold, impulse } = contacts
  const own: number[] = []
  let hash = HASH_START
  for (let entity = 1; entity < head.length; entity++) {
    own.length = 0
    for (let edge = head[entity]!; edge !== 0; edge = next[edge]!) if ((edge & 1) === 0) own.push(edge >>> 1)
    own.sort((one, other) => b[one]! - b[other]!)
    for (const contact of own) {
      hash = hashWord(hashWord(hashWord(hash, a[contact]!), b[contact]!), (flags[contact]! & ContactFlag.Touching) | (pointCount[contact]! << 8))
      if ((flags[contact]! & ContactFlag.Sensor) !== 0) continue
      const points = pointCount[contact]!
      if (points > 0) hash = hashFloats(hash, manifold, contact * MANIFOLD_STRIDE, contact * MANIFOLD_STRIDE + 2 + 3 * points)
      for (let i = 0; i < 2 * points; i++) hash = hashFloat(hash, impulse[contact * IMPULSE_STRIDE + i]!)
    }
  }
  return hash >>> 0
}

/** In the order of their ids. Their records are at places that depend on what was there before. */
function hashJoints(physics: PhysicsWorld): number {
  const { joints } = physics
  // Within a step the rows are at work.
  if (physics.phase === Phase.Idle) physics.solver.joints.store()
  let hash = HASH_START
  for (let entity = 1; entity < joints.columns.capacity; entity++) {
    const place = joints.find(entity)
    if (place === 0) continue
    hash = hashWord(hashWord(hashWord(hash, entity), joints.a[place]!), joints.b[place]!)
    // Without the bodies, which gears have as places.
    hash = hashFloats(hash, joints.record, place * JOINT_STRIDE, place * JOINT_STRIDE + JointRecord.A)
    hash = hashFloats(hash, joints.record, place * JOINT_STRIDE + JointRecord.B + 1, (place + 1) * JOINT_STRIDE)
  }
  return hash >>> 0
}

function hashEntities(physics: PhysicsWorld): number {
  const names = Object.keys(physics.presence).sort() as (keyof typeof physics.presence)[]
  let hash = HASH_START
  for (let entity = 1; entity < physics.columns.capacity; entity++) {
    for (let i = 0; i < names.length; i++) if (has(physics, entity, names[i]!)) hash = hashWord(hashWord(hash, entity), i)
  }
  return hash >>> 0
}

/** Who looks at the boxes of one of two worlds makes them no other ones: bodies count as having them. */
function has({ bodies, presence }: PhysicsWorld, entity: number, name: keyof Presences): boolean {
  return name === 'BroadphaseAABB' ? bodies.kind[entity] !== BodyKind.None : presence[name].has(entity)
}
