import type { EntityId, World } from 'bitecs'
import { ContactFlag, Manifold } from '../contacts/contact-record.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { contactPoint, findContactPoint, findHitDistance } from '../contact-rules/contact-point.ts'
import { showManifold, shown, shownImpulses } from '../contact-rules/show-manifold.ts'
import { ContactBuffer, type ContactView, checkContacts, reserveContacts } from './contact-buffer.ts'
import { firstColliderOf, nextColliderOf } from './colliders.ts'
import type { QueryFilter } from './filter.ts'
import { Lent, LentContacts } from './lent.ts'
import { type Query, ask } from './state.ts'

/** Up to so many edges are sorted by insertion, which is quicker for few. */
const FEW = 16

/**
 * The points at which an entity touches others as of the last step, ordered by the other collider's id, then by its
 * own. The step found them when it began; they are given where they have got with the two colliders when it ended, as
 * by `visitContacts` and `events.contactHit`. A body stands for all its colliders, a child collider for itself.
 * @param filter Which of the others to report; see {@link QueryFilter}. Contacts with sensors, on either side, have no
 *   force and come on request: their impulse is 0.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws Error when the entity does not exist, or is neither a body nor a collider.
 * @throws TypeError when `out` is no buffer of contacts.
 */
export function queryContacts(
  world: World,
  entity: EntityId,
  filter?: QueryFilter | null,
  out?: ContactBuffer,
): ContactView {
  return ask(world, 'queryContacts', filter, findContacts, entity, out)
}

function findContacts(query: Query, entity: EntityId, given: ContactBuffer | undefined): ContactView {
  const lent = (query.world!.contacts ??= new Lent('queryContacts', new ContactBuffer(), LentContacts))
  const out = given ?? lent.buffer
  checkContacts(out)
  const physics = query.physics!
  const { candidates: edges, filter } = query
  collectEdges(query, entity)
  sortEdges(physics.collision, edges.items, edges.count)
  if (filter.given) keep(query)
  out.count = 0
  for (let i = 0; i < edges.count; i++) writeContact(physics, edges.items[i]!, out)
  return given ?? lent.lend()
}

/** Fills the candidates with the edges of the contacts that have points to report. */
function collectEdges(query: Query, entity: EntityId): void {
  const physics = query.physics!
  const { candidates: edges, filter } = query
  const { contacts } = physics.collision
  const unwanted = filter.sensors ? 0 : ContactFlag.Sensor
  for (let c = firstColliderOf(physics, entity, 'queryContacts'); c !== 0; c = nextColliderOf(physics, entity, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const flags = contacts.flags[edge >>> 1]! & (ContactFlag.Touching | unwanted)
      if (flags === ContactFlag.Touching) edges.push(edge)
    }
  }
}

/** Asks the filter once for each of the others: their edges follow each other. */
function keep(query: Query): void {
  const physics = query.physics!
  const { candidates: edges, filter } = query
  const { contacts } = physics.collision
  let kept = 0
  let last = 0
  let passes = false
  for (let i = 0; i < edges.count; i++) {
    const edge = edges.items[i]!
    // What a predicate removed has no contacts any more.
    if (contacts.b[edge >>> 1] === 0) continue
    const other = contacts.otherOf(edge)
    if (other !== last) passes = filter.allows(physics, other) && filter.accepts(other)
    last = other
    if (passes) edges.items[kept++] = edge
  }
  edges.count = kept
}

/** A heap sort: in place, and never worse than n log n, for what stands on a ground may be thousands. */
function sortEdges(collision: CollisionState, edges: Uint32Array, count: number): void {
  if (count <= FEW) return sortFew(collision, edges, count)
  for (let i = (count >>> 1) - 1; i >= 0; i--) sift(collision, edges, i, count)
  for (let end = count - 1; end > 0; end--) {
    const last = edges[end]!
    edges[end] = edges[0]!
    edges[0] = last
    sift(collision, edges, 0, end)
  }
}

function sortFew(collision: CollisionState, edges: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const edge = edges[i]!
    let at = i
    for (; at > 0 && isBefore(collision, edge, edges[at - 1]!); at--) edges[at] = edges[at - 1]!
    edges[at] = edge
  }
}

function sift(collision: CollisionState, edges: Uint32Array, start: number, count: number): void {
  const edge = edges[start]!
  let at = start
  for (;;) {
    let child = 2 * at + 1
    if (child >= count) break
    if (child + 1 < count && isBefore(collision, edges[child]!, edges[child + 1]!)) child++
    if (!isBefore(collision, edge, edges[child]!)) break
    edges[at] = edges[child]!
    at = child
  }
  edges[at] = edge
}

function isBefore(collision: CollisionState, one: number, two: number): boolean {
  const { contacts } = collision
  const difference = contacts.otherOf(one) - contacts.otherOf(two)
  return difference < 0 || (difference === 0 && contacts.otherOf(one ^ 1) < contacts.otherOf(two ^ 1))
}

function writeContact(physics: PhysicsWorld, edge: number, out: ContactBuffer): void {
  const { contacts } = physics.collision
  const contact = edge >>> 1
  // A predicate that was asked later may have removed it.
  if (contacts.b[contact] === 0) return
  const sign = (edge & 1) === 0 ? 1 : -1
  reserveContacts(out, out.count + 2)
  const points = showManifold(physics, contact)
  if (contacts.foreseen[contact] === 1) findHitDistance(physics, contact)
  for (let k = 0; k < points; k++) {
    const row = out.count++
    out.entities[row] = contacts.otherOf(edge ^ 1)
    out.others[row] = contacts.otherOf(edge)
    findContactPoint(physics, contact, k)
    out.x[row] = contactPoint[0]!
    out.y[row] = contactPoint[1]!
    out.nx[row] = sign * shown[Manifold.NormalX]!
    out.ny[row] = sign * shown[Manifold.NormalY]!
    out.separation[row] = contactPoint[2]!
    out.impulse[row] = shownImpulses[k]!
  }
}
