import { addComponent, removeComponent } from 'bitecs'
import { NOT_AWAKE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { Pause } from '../bodies/body-records.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { restContacts, resumeContacts } from '../contact-rules/contacts.ts'
import { withdraw } from '../caches/preview.ts'
import type { QuietBodies } from '../solver/quiet-bodies.ts'

/** Bodies to wake because a joint holds them to one that woke. */
const jointed = new ItemBuffer()

/**
 * Wakes a body, and with it every body that fell asleep in the same island or is held to one of them by a joint.
 * Static bodies and bodies that are awake stay as they are.
 */
export function wakeBody(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  withdraw(physics)
  physics.version.noteMotion()
  bodies.quietTime[entity] = 0
  const kind = bodies.kind[entity]
  if (bodies.isAwake(entity) || kind === BodyKind.None || kind === BodyKind.Static) return
  wakeRing(physics, entity)
  wakeListed(physics)
}

/** Wakes what joints hold to a body that begins to move, is put elsewhere, comes or goes. */
export function wakeJointed(physics: PhysicsWorld, entity: number): void {
  listJointed(physics, entity)
  wakeListed(physics)
}

/** One after the other: chains of bodies that sleep by themselves may be long. */
function wakeListed(physics: PhysicsWorld): void {
  const { bodies } = physics
  while (jointed.count > 0) {
    const body = jointed.items[--jointed.count]!
    if (bodies.isAwake(body)) continue
    withdraw(physics)
    wakeRing(physics, body)
  }
}

function listJointed({ bodies, joints, presence }: PhysicsWorld, body: number): void {
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    const other = joints.otherOf(edge)
    // What is disabled together with it goes asleep, and comes back so.
    if (presence.Disabled.has(other)) continue
    if (!joints.isOn(edge >>> 1) || bodies.kind[other] !== BodyKind.Dynamic || bodies.isAwake(other)) continue
    jointed.push(other)
  }
}

function wakeRing(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  let body = entity
  do {
    const next = bodies.islandNext[body]!
    bodies.islandNext[body] = 0
    startMoving(physics, body)
    if (bodies.kind[body] === BodyKind.Dynamic) physics.events.wake.push(body)
    physics.sleep.retag.add(body)
    listJointed(physics, body)
    body = next
  } while (body !== 0 && body !== entity)
}

/**
 * Puts one body to rest, alone: only a wake of itself, or a touch, wakes it. A kinematic one keeps its velocity. Its
 * contacts are as the last step began, and it has moved since: they are put aside after the next narrow phase.
 */
export function sleepBody(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  if (bodies.kind[entity] === BodyKind.Static) return
  bodies.islandNext[entity] = 0
  bodies.lists.note()
  bodies.paused[entity] = Pause.Told
  if (!bodies.isAwake(entity)) return
  bodies.removeAwake(entity)
  physics.sleep.islands.markStale()
  physics.sleep.settling.add(entity)
  if (bodies.kind[entity] !== BodyKind.Dynamic) return
  settle(physics, entity)
  physics.events.sleep.push(entity)
}

/** Puts a dynamic body among those that sleep: it does not move, so that a velocity is noticed as a write of the user. */
export function settle(physics: PhysicsWorld, entity: number): void {
  const { Velocity } = physics.components
  physics.bodies.addAsleep(entity)
  Velocity.x[entity] = 0
  Velocity.y[entity] = 0
  Velocity.angular[entity] = 0
}

/**
 * Takes a kinematic body that stopped out of the lists of what is simulated. Its contacts are as the last step began, and it
 * has moved since: put aside at once, what it had left on its way touched it for good. So that is after the narrow phase.
 */
export function stopMoving(physics: PhysicsWorld, entity: number): void {
  physics.bodies.removeAwake(entity)
  physics.sleep.islands.markStale()
  physics.sleep.settling.add(entity)
}

/**
 * Puts `count` bodies to rest that are whole islands: bodies with the same root share a ring, so that waking one
 * wakes them all.
 */
export function sleepIslands(physics: PhysicsWorld, { entities, roots, last }: QuietBodies, count: number): void {
  const { bodies } = physics
  for (let i = 0; i < count; i++) {
    const entity = entities[i]!
    const root = roots[i]!
    // The ring: each body is put between the last one of its island and the first.
    const previous = last[root]!
    if (previous === 0) {
      bodies.islandNext[entity] = entity
    } else {
      bodies.islandNext[entity] = bodies.islandNext[previous]!
      bodies.islandNext[previous] = entity
    }
    last[root] = entity
    bodies.removeAwake(entity)
    physics.events.sleep.push(entity)
    settle(physics, entity)
    physics.sleep.retag.add(entity)
  }
  for (let i = 0; i < count; i++) {
    last[roots[i]!] = 0
    restContacts(physics, entities[i]!)
  }
}

/** Takes a body out of the ring it fell asleep in. The others stay together. */
export function leaveRing(physics: PhysicsWorld, entity: number): void {
  const { islandNext } = physics.bodies
  const next = islandNext[entity]!
  if (next === 0) return
  physics.bodies.lists.note()
  let previous = next
  while (islandNext[previous] !== entity) previous = islandNext[previous]!
  islandNext[previous] = next === previous ? 0 : next
  islandNext[entity] = 0
}

/** Puts a body into the lists of what is simulated. */
export function startMoving(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  const { islands } = physics.sleep
  const { woken } = physics.collision
  physics.version.noteMotion()
  bodies.quietTime[entity] = 0
  bodies.paused[entity] = Pause.None
  bodies.removeAsleep(entity)
  physics.lifecycle.newborn.remove(entity)
  bodies.addAwake(entity)
  islands.add(entity)
  for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c)) woken.add(c)
  resumeContacts(physics, entity)
  const { joints } = physics
  for (let edge = joints.first(entity); edge !== 0; edge = joints.next[edge]!) islands.joinEnds(bodies, joints, edge >>> 1)
}

/** Lets the `Sleeping` tags follow the engine. Runs outside of the systems: observers of the user may run here. */
export function syncSleepingTags(physics: PhysicsWorld): void {
  const { bodies, ecs } = physics
  const { retag } = physics.sleep
  const { Sleeping } = physics.components
  if (retag.count === 0) return
  retag.compact()
  // Where an observer throws, all stay: those behind it have their turn after the next step, and those before it are in order.
  for (let i = 0; i < retag.count; i++) {
    const entity = retag.items[i]!
    const kind = bodies.kind[entity]
    if (kind === BodyKind.None || kind === BodyKind.Static) continue
    const tagged = physics.presence.Sleeping.has(entity)
    const awake = bodies.isAwake(entity)
    if (awake !== tagged || (!awake && kind !== BodyKind.Dynamic)) continue
    physics.lifecycle.announceOwn(entity, Sleeping)
    if (awake) removeComponent(ecs, entity, Sleeping)
    else addComponent(ecs, entity, Sleeping)
  }
  retag.clear()
}

/** What an awake body is about to push must not stand like a wall. */
export function wakeTogether(physics: PhysicsWorld, bodyA: number, bodyB: number): void {
  const { awakeIndex, kind } = physics.bodies
  if (awakeIndex[bodyA] === NOT_AWAKE) {
    if (kind[bodyA] === BodyKind.Dynamic) wakeBody(physics, bodyA)
  } else if (awakeIndex[bodyB] === NOT_AWAKE && kind[bodyB] === BodyKind.Dynamic) {
    wakeBody(physics, bodyB)
  }
}
