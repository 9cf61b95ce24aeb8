import type { EntityId, World } from 'bitecs'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../world.ts'
import { contactPoint, findContactPoint } from '../world/contact-point.ts'
import { firstColliderOf, nextColliderOf } from './colliders.ts'
import type { QueryFilter } from './filter.ts'
import { type Query, ask } from './state.ts'

const FLOATS = ['x', 'y', 'nx', 'ny', 'separation', 'impulse'] as const

/** Points of touch as columns, for i from 0 to `count` − 1. */
export interface ContactView {
  readonly count: number
  /** The collider of the entity that was asked for. */
  readonly entities: Uint32Array
  /** The collider that it touches. */
  readonly others: Uint32Array
  /** The point, midway between the two surfaces, in the world, where the last step left the two. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Unit normal from the entity to the other, as the step found it when it began. */
  readonly nx: Float64Array
  readonly ny: Float64Array
  /** Of the surfaces, unit: length. Negative where they overlap, positive where they are about to touch. */
  readonly separation: Float64Array
  /** What kept them apart in the last substep, mass · length/s; divide by dt / substeps for a force. */
  readonly impulse: Float64Array
}

/** Columns of points of your own, to keep a result in: pass it as `out`. Columns that are too small are replaced. */
export class ContactBuffer implements ContactView {
  count = 0
  entities: Uint32Array
  others: Uint32Array
  x: Float64Array
  y: Float64Array
  nx: Float64Array
  ny: Float64Array
  separation: Float64Array
  impulse: Float64Array

  /** @param capacity Points that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    const size = Math.max(1, capacity)
    this.entities = new Uint32Array(size)
    this.others = new Uint32Array(size)
    this.x = new Float64Array(size)
    this.y = new Float64Array(size)
    this.nx = new Float64Array(size)
    this.ny = new Float64Array(size)
    this.separation = new Float64Array(size)
    this.impulse = new Float64Array(size)
  }
}

const shared = new ContactBuffer()

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
  out: ContactBuffer = shared,
): ContactView {
  return ask(world, 'queryContacts', filter, findContacts, entity, out)
}

function findContacts(query: Query, entity: EntityId, out: ContactBuffer): ContactView {
  checkOut(out)
  const physics = query.physics!
  const { candidates: edges, filter } = query
  collectEdges(query, entity)
  sortEdges(physics, edges.items, edges.count)
  if (filter.given) keep(query)
  out.count = 0
  for (let i = 0; i < edges.count; i++) writeContact(physics, edges.items[i]!, out)
  return out
}

/** Fills the candidates with the edges of the contacts that have points to report. */
function collectEdges(query: Query, entity: EntityId): void {
  const physics = query.physics!
  const { candidates: edges, filter } = query
  const { contacts } = physics
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
  const { contacts } = physics
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
function sortEdges(physics: PhysicsWorld, edges: Uint32Array, count: number): void {
  if (count <= FEW) return sortFew(physics, edges, count)
  for (let i = (count >>> 1) - 1; i >= 0; i--) sift(physics, edges, i, count)
  for (let end = count - 1; end > 0; end--) {
    const last = edges[end]!
    edges[end] = edges[0]!
    edges[0] = last
    sift(physics, edges, 0, end)
  }
}

function sortFew(physics: PhysicsWorld, edges: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const edge = edges[i]!
    let at = i
    for (; at > 0 && isBefore(physics, edge, edges[at - 1]!); at--) edges[at] = edges[at - 1]!
    edges[at] = edge
  }
}

function sift(physics: PhysicsWorld, edges: Uint32Array, start: number, count: number): void {
  const edge = edges[start]!
  let at = start
  for (;;) {
    let child = 2 * at + 1
    if (child >= count) break
    if (child + 1 < count && isBefore(physics, edges[child]!, edges[child + 1]!)) child++
    if (!isBefore(physics, edge, edges[child]!)) break
    edges[at] = edges[child]!
    at = child
  }
  edges[at] = edge
}

function isBefore(physics: PhysicsWorld, one: number, two: number): boolean {
  const { contacts } = physics
  const difference = contacts.otherOf(one) - contacts.otherOf(two)
  return difference < 0 || (difference === 0 && contacts.otherOf(one ^ 1) < contacts.otherOf(two ^ 1))
}

function writeContact(physics: PhysicsWorld, edge: number, out: ContactBuffer): void {
  const { contacts } = physics
  const contact = edge >>> 1
  // A predicate that was asked later may have removed it.
  if (contacts.b[contact] === 0) return
  const m = contact * MANIFOLD_STRIDE
  const sign = (edge & 1) === 0 ? 1 : -1
  reserve(out, out.count + 2)
  for (let k = 0; k < contacts.pointCount[contact]!; k++) {
    const row = out.count++
    out.entities[row] = contacts.otherOf(edge ^ 1)
    out.others[row] = contacts.otherOf(edge)
    findContactPoint(physics, contact, k)
    out.x[row] = contactPoint[0]!
    out.y[row] = contactPoint[1]!
    out.nx[row] = sign * contacts.manifold[m]!
    out.ny[row] = sign * contacts.manifold[m + 1]!
    out.separation[row] = contactPoint[2]!
    out.impulse[row] = contacts.impulse[contact * IMPULSE_STRIDE + 2 * k]!
  }
}

function reserve(out: ContactBuffer, count: number): void {
  if (out.entities.length < count) out.entities = grown(out.entities, Math.max(count, 2 * out.entities.length))
  if (out.others.length < count) out.others = grown(out.others, out.entities.length)
  for (const key of FLOATS) {
    if (out[key].length >= count) continue
    const larger = new Float64Array(out.entities.length)
    larger.set(out[key])
    out[key] = larger
  }
}

function grown(column: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length)
  larger.set(column)
  return larger
}

function checkOut(out: ContactBuffer): void {
  let sound = out.entities instanceof Uint32Array && out.others instanceof Uint32Array
  for (const key of FLOATS) sound &&= out[key] instanceof Float64Array
  if (!sound) throw new TypeError('queryContacts: out must have columns of numbers. Pass new ContactBuffer().')
}
