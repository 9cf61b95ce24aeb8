import { ShapeType } from '../../components/shape-type.ts'
import { Role } from '../bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { checkEntity, checkValues } from './check.ts'
import { computeTight, growMoving, holdsTight, keepTight } from '../caches/fat-box.ts'
import { isElsewhere, placeChild, writeGeometry, writePose } from '../caches/pose.ts'
import { enlist, membership, note } from '../caches/preview.ts'
import { Member } from '../state/preview.ts'
import { isBodyEntity, needsLinks, syncBodies, wantedBody } from './sync.ts'

/**
 * Looks at what changed since the queries looked last, as the next step will, and lets them see it: see `Preview`.
 *
 * Only the links of a new chain are made here and now, by all that the step does first: they are entities, which have
 * to be made once and for all.
 * @throws Error on unusable data, as the next step would; then the queries see the world as it was before.
 */
export function lookAtChanges(physics: PhysicsWorld): void {
  const { unseen } = physics.lifecycle.preview
  if (unseen.count === 0) return
  unseen.compact()
  for (let i = 0; i < unseen.count; i++) checkEntity(physics, unseen.items[i]!)
  for (let i = 0; i < unseen.count; i++) {
    if (!needsEntities(physics, unseen.items[i]!)) continue
    syncBodies(physics)
    return
  }
  const { count } = unseen
  // Bodies that gain or lose a child join the queue.
  for (let i = 0; i < count; i++) previewClaim(physics, unseen.items[i]!)
  for (let i = 0; i < unseen.count; i++) previewBody(physics, unseen.items[i]!)
  unseen.clear()
}

function needsEntities(physics: PhysicsWorld, entity: number): boolean {
  if (needsLinks(physics, entity)) return true
  return physics.presence.ChainLink.has(entity) && wantedBody(physics, entity) === 0
}

/** Looks for plain writes to what is simulated. @param sizes Whether to sizes, too. */
export function lookForWrites(physics: PhysicsWorld, sizes: boolean): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const { items: kinematics, count: kinematicCount } = physics.lifecycle.kinematics
  for (let i = 0; i < bodies.awakeCount; i++) lookForWrite(physics, bodies.awake[i]!, sizes)
  for (let i = 0; i < kinematicCount; i++) lookForWrite(physics, kinematics[i]!, sizes)
  // What only the queries know is in no list yet.
  for (let slot = preview.count; slot > 0; slot--) {
    const entity = preview.entities[slot]!
    if (bodies.isBody(entity) && !physics.presence.Static.has(entity)) lookForWrite(physics, entity, sizes)
  }
}

function lookForWrite(physics: PhysicsWorld, body: number, sizes: boolean): void {
  if (!isElsewhere(physics, body) && !(sizes && isResized(physics, body))) return
  checkValues(physics, body)
  previewBody(physics, body)
}

function isResized({ stores, bodies, collision: { geometry, shapeType } }: PhysicsWorld, body: number): boolean {
  const { Shape } = stores
  if (!bodies.isCollider(body)) return false
  if (shapeType[body] !== Shape.type[body]) return true
  const g = body * GEOMETRY_STRIDE
  // The record of a segment holds points in these places.
  if (shapeType[body] === ShapeType.Segment) return false
  return (
    geometry[g + Geometry.HalfWidth] !== Shape.halfWidth[body] ||
    geometry[g + Geometry.HalfHeight] !== Shape.halfHeight[body] ||
    geometry[g + Geometry.Radius] !== Shape.radius[body] ||
    (shapeType[body] === ShapeType.Polygon && geometry[g + Geometry.Polygon] !== Shape.geometry[body])
  )
}

/** Moves a child collider to the list of the body that it names. */
function previewClaim(physics: PhysicsWorld, entity: number): void {
  const { bodies } = physics
  const { preview } = physics.lifecycle
  const named = wantedBody(physics, entity)
  const claimed = bodies.claimed(entity)
  if (claimed !== 0) preview.unseen.add(claimed)
  if (named !== 0) preview.unseen.add(named)
  if (named === claimed) return
  note(physics, entity)
  if (claimed !== 0) {
    note(physics, claimed)
    let before = bodies.firstChild[claimed]!
    while (before !== entity && bodies.nextChild[before] !== entity) before = bodies.nextChild[before]!
    note(physics, before)
    bodies.unclaim(entity)
    bodies.loose[entity] = 1
    if (bodies.isCollider(entity)) takeOut(physics, entity)
  }
  if (named === 0) return
  note(physics, named)
  bodies.claim(entity, named)
}

/** Lets the queries see what an entity and its children have become. */
function previewBody(physics: PhysicsWorld, entity: number): void {
  const { bodies, presence } = physics
  const { role, firstChild, nextChild } = bodies
  const isBody = isBodyEntity(physics, entity)
  if (isBody) {
    note(physics, entity)
    role[entity] = role[entity]! | Role.Body
    writePlace(physics, entity)
  } else if (bodies.isBody(entity)) {
    note(physics, entity)
    role[entity] = role[entity]! & ~Role.Body
    if (bodies.bodyOf[entity] === entity) takeOut(physics, entity)
  } else return
  const shaped = isBody && presence.Shape.has(entity) && physics.collision.shapeType[entity] !== ShapeType.Chain
  if (shaped) putIn(physics, entity, entity)
  else if (bodies.bodyOf[entity] === entity) takeOut(physics, entity)
  for (let child = firstChild[entity]!; child !== 0; child = nextChild[child]!) {
    note(physics, child)
    if (isBody) putIn(physics, child, entity)
    else takeOut(physics, child)
  }
}

function writePlace(physics: PhysicsWorld, body: number): void {
  // Which shape it has decides about how it turns.
  if (physics.presence.Shape.has(body)) writeGeometry(physics, body)
  else physics.collision.shapeType[body] = ShapeType.None
  physics.bodies.angle[body] = NaN
  writePose(physics, body)
}

/** Lets the queries find a collider of a body that has been placed. */
function putIn(physics: PhysicsWorld, collider: number, body: number): void {
  const { bodies, presence } = physics
  bodies.role[collider] = bodies.role[collider]! | Role.Collider
  bodies.bodyOf[collider] = body
  bodies.sensor[collider] = presence.Sensor.has(collider) ? 1 : 0
  if (collider !== body) {
    writeGeometry(physics, collider)
    bodies.angle[collider] = NaN
    placeChild(physics, collider)
  }
  computeTight(physics, collider)
  if (presence.Static.has(body)) {
    keepTight(physics, collider)
    enlist(physics, collider, Member.Fixed)
    return
  }
  bodies.exact[collider] = 0
  if (membership(physics.lifecycle, collider) === Member.Moving && holdsTight(physics, collider)) return
  growMoving(physics, collider)
  enlist(physics, collider, Member.Moving)
}

function takeOut(physics: PhysicsWorld, collider: number): void {
  const { bodies } = physics
  bodies.role[collider] = bodies.role[collider]! & ~Role.Collider
  bodies.sensor[collider] = 0
  bodies.bodyOf[collider] = 0
  enlist(physics, collider, Member.None)
}
