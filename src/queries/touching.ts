import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { sortItems } from '../stores/sort-items.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { firstColliderOf, nextColliderOf } from './colliders.ts'
import { EntityBuffer, type EntityView, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { keepAllowed } from './keep.ts'
import { Lent, LentEntities } from './lent.ts'
import { type Query, ask } from './state.ts'
import { shown } from '../shown.ts'

/**
 * The colliders that touch an entity as of the last step, each once, sorted by id; sensors too, and what it touches
 * asleep. A body stands for all its colliders, a child collider for itself.
 * @param filter Which of the others to report; see {@link QueryFilter}. Touches of sensors count unless
 *   `includeSensors` is false, which leaves out those of a sensor among the entity's own colliders as well.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws Error when the entity does not exist, or is neither a body nor a collider.
 */
export function touching(world: World, entity: EntityId, filter?: QueryFilter | null, out?: EntityBuffer): EntityView {
  return ask(world, 'touching', filter, findTouching, entity, out)
}

function findTouching(query: Query, entity: EntityId, out: EntityBuffer | undefined): EntityView {
  const { candidates, filter } = query
  collectTouched(query, entity, 0, 'touching')
  if (filter.given) keepAllowed(query)
  const lent = (query.world!.touching ??= new Lent('touching', new EntityBuffer(), LentEntities))
  writeEntities(candidates, out ?? lent.buffer, 'touching')
  return out ?? lent.lend()
}

/**
 * Fills the candidates with the colliders that touch an entity, each once, sorted by id.
 * @param only Only those of this entity. 0 for all.
 */
function collectTouched(query: Query, entity: EntityId, only: EntityId, caller: string): void {
  const { candidates, filter } = query
  const physics = query.physics!
  const { bodies } = physics
  const { contacts } = physics.collision
  const sensors = filter.takeSensors()
  for (let c = firstColliderOf(physics, entity, caller); c !== 0; c = nextColliderOf(physics, entity, c)) {
    if (!sensors && bodies.sensor[c] === 1) continue
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if ((contacts.flags[edge >>> 1]! & ContactFlag.Touching) === 0) continue
      const other = contacts.otherOf(edge)
      if (only === 0 || isPartOf(physics, other, only)) candidates.push(other)
    }
  }
  candidates.count = sortItems(candidates.items, candidates.count)
}

function isPartOf({ bodies }: PhysicsWorld, collider: number, entity: EntityId): boolean {
  return collider === entity || (bodies.isBody(entity) && bodies.bodyOf[collider] === entity)
}

/**
 * Whether two entities touch as of the last step. A body stands for all its colliders, a child collider for itself.
 * @param filter Which colliders of `b` count; see {@link QueryFilter}. Touches of sensors count unless `includeSensors`
 *   is false: then only a touch of two solid colliders does.
 * @throws Error when an entity does not exist, or is neither a body nor a collider.
 */
export function isTouching(world: World, a: EntityId, b: EntityId, filter?: QueryFilter | null): boolean {
  return ask(world, 'isTouching', filter, findTouch, a, b)
}

function findTouch(query: Query, a: EntityId, b: EntityId): boolean {
  if (query.filter.given) return findAllowedTouch(query, a, b)
  const physics = query.physics!
  firstColliderOf(physics, b, 'isTouching')
  for (let c = firstColliderOf(physics, a, 'isTouching'); c !== 0; c = nextColliderOf(physics, a, c)) {
    if (touches(physics, c, b)) return true
  }
  return false
}

function touches(physics: PhysicsWorld, collider: number, entity: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const isBody = bodies.isBody(entity)
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) {
    if ((contacts.flags[edge >>> 1]! & ContactFlag.Touching) === 0) continue
    const other = contacts.otherOf(edge)
    if (other === entity || (isBody && bodies.bodyOf[other] === entity)) return true
  }
  return false
}

function findAllowedTouch(query: Query, a: EntityId, b: EntityId): boolean {
  const physics = query.physics!
  const { candidates, filter } = query
  firstColliderOf(physics, b, 'isTouching')
  collectTouched(query, a, b, 'isTouching')
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (filter.allows(physics, collider) && filter.accepts(collider)) return true
  }
  return false
}

/**
 * The body that a collider is a part of: itself, or for a child collider and a link of a chain the entity that its
 * `Collider` names. A body without a shape of its own is its own body too. 0 for what is neither.
 * @throws Error when the entity does not exist.
 */
export function bodyOf(world: World, entity: EntityId): EntityId {
  return ask(world, 'bodyOf', null, findBody, entity, null)
}

function findBody(query: Query, entity: EntityId): EntityId {
  const { bodies, ecs } = query.physics!
  if (!exists(ecs, entity)) throw new Error(`bodyOf: entity ${shown(entity)} does not exist.`)
  if (entity >= bodies.role.length) return 0
  return bodies.isBody(entity) ? entity : bodies.bodyOf[entity]!
}
