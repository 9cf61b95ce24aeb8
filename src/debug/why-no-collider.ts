import { type EntityId, entityExists } from 'bitecs'
import type { PhysicsWorld } from '../state/world.ts'

/** Why an entity that exists has nothing that could touch anything: '' when it has. */
export function whyNoCollider(physics: PhysicsWorld, entity: EntityId): string {
  const { presence, bodies } = physics
  if (presence.Disabled.has(entity)) return `${entity} is Disabled`
  if (presence.Prefab.has(entity)) return `${entity} is a Prefab`
  if (bodies.isCollider(entity)) return ''
  if (bodies.isBody(entity) && bodies.firstCollider(entity) !== 0) return ''
  if (presence.Collider.has(entity)) return `${entity} is no part of a body: ${whyNoPart(physics, entity)}`
  if (!presence.Shape.has(entity) && !presence.Position.has(entity)) return `${entity} is no body: it has neither Position nor Shape`
  if (!presence.Shape.has(entity)) return `${entity} has no Shape, and no child collider names it as its body`
  if (!presence.Position.has(entity)) return `${entity} is no body: it has no Position`
  return `${entity} is a body that no step has seen yet`
}

function whyNoPart({ presence, components, ecs }: PhysicsWorld, child: EntityId): string {
  const body = components.Collider.body[child]!
  if (!presence.Shape.has(child)) return 'it has no Shape'
  if (!entityExists(ecs, body)) return `its Collider names ${body}, which does not exist`
  if (presence.Disabled.has(body)) return `its Collider names ${body}, which is Disabled`
  if (!presence.Position.has(body)) return `its Collider names ${body}, which has no Position`
  return `its Collider names ${body}, which is no body`
}
