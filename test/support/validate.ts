/**
 * Checks the whole state of a physics world against what follows from its components by brute force. Expensive:
 * quadratic in places. Call it between two steps, after a step that went well.
 */
import { Prefab, entityExists, getAllEntities, hasComponent } from 'bitecs'
import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { ContactFlag, NOT_ACTIVE } from '../../src/contacts/contact-record.ts'
import type { ItemBuffer, Physics } from '../../src/index.ts'
import { ItemBuffer as Items } from '../../src/stores/buffers.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { inner } from './inner.ts'
import { pairOf, partedPairs } from './parted.ts'
import { boundsOf, separation, sizeOf, worldShape } from './shape-oracle.ts'

export interface ValidateOptions {
  /** Compare the pairs with every pair of boxes, and touches with an exact test. Default true. */
  readonly pairs?: boolean
}

/** @throws Error that names the first thing that is not as it should be. */
export function validate(face: Physics, options: ValidateOptions = {}): void {
  const physics = inner(face)
  checkQueues(physics)
  checkAwakeList(physics)
  checkKinds(physics)
  // What was changed within the step, by a system of the user, is taken in by the next one.
  const settled = physics.lifecycle.dirty.count === 0
  if (settled) checkComponents(physics)
  checkChildren(physics, settled)
  checkRings(physics)
  checkIslands(physics)
  checkContactLists(physics)
  checkContacts(physics)
  checkBoxes(physics)
  checkTrees(physics)
  checkPoints(physics)
  checkNumbers(physics)
  if (options.pairs === false) return
  checkPairs(physics)
  checkTouches(physics)
}

/** Whether the next step is going to search for the pairs of a collider, or to take in a change of it. */
function isDue(physics: PhysicsWorld, id: number): boolean {
  const { bodies } = physics
  const { moved, woken } = physics.collision
  const { dirty } = physics.lifecycle
  return moved.flag[id] !== 0 || woken.flag[id] !== 0 || dirty.flag[id] !== 0 || dirty.flag[bodies.bodyOf[id]!] !== 0
}

function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Error(`validate: ${what()}`)
}

function collidersOf(physics: PhysicsWorld): number[] {
  return idsWhere(physics, (id) => physics.bodies.isCollider(id))
}

function bodiesOf(physics: PhysicsWorld): number[] {
  return idsWhere(physics, (id) => physics.bodies.isBody(id))
}

function idsWhere(physics: PhysicsWorld, test: (id: number) => boolean): number[] {
  const ids: number[] = []
  for (let id = 1; id < physics.columns.capacity; id++) if (test(id)) ids.push(id)
  return ids
}

function checkQueues(physics: PhysicsWorld): void {
  const { moved, searched, woken } = physics.collision
  const { dirty, leaving } = physics.lifecycle
  for (const [name, queue] of Object.entries({ moved, searched, woken, dirty, leaving, retag: physics.sleep.retag })) {
    const inside = new Set(queue.items.subarray(0, queue.count))
    for (let id = 0; id < physics.columns.capacity; id++) {
      must(queue.flag[id] === 0 || inside.has(id), () => `${name}: ${id} is flagged and not in the queue`)
    }
    must(queue.count <= queue.items.length, () => `${name}: more entries than room`)
  }
  must(physics.lifecycle.leaving.count === 0 && physics.sleep.retag.count === 0, () => 'something still leaves or waits for its tag')
  for (const queue of [physics.collision.moved, physics.collision.woken]) {
    for (let i = 0; i < queue.count; i++) {
      const id = queue.items[i]!
      must(queue.flag[id] === 0 || physics.bodies.isCollider(id), () => `${id} is to be searched from and is no collider`)
    }
  }
}

function checkAwakeList(physics: PhysicsWorld): void {
  const { bodies } = physics
  const seen = new Set<number>()
  for (let i = 0; i < bodies.awakeCount; i++) {
    const id = bodies.awake[i]!
    must(!seen.has(id), () => `awake list: ${id} is there twice`)
    seen.add(id)
    must(bodies.awakeIndex[id] === i, () => `awake list: ${id} at ${i} says ${bodies.awakeIndex[id]}`)
    must(bodies.isBody(id), () => `awake list: ${id} is no body`)
    must(bodies.kind[id] !== BodyKind.Static, () => `awake list: ${id} is static`)
    must(bodies.islandNext[id] === 0, () => `awake body ${id} is in a ring of sleepers`)
  }
  for (let id = 0; id < physics.columns.capacity; id++) {
    must(bodies.isAwake(id) === seen.has(id), () => `awake list: ${id} has index ${bodies.awakeIndex[id]} but is not there`)
  }
}

function checkKinds(physics: PhysicsWorld): void {
  const { bodies } = physics
  const all = bodiesOf(physics)
  const of = (kind: BodyKind) => all.filter((id) => bodies.kind[id] === kind)
  must(bodies.count === all.length, () => `count is ${bodies.count}, there are ${all.length} bodies`)
  must(bodies.staticCount === of(BodyKind.Static).length, () => `staticCount is ${bodies.staticCount}`)
  must(bodies.restingCount === all.filter((id) => bodies.kind[id] !== BodyKind.Static && !bodies.isAwake(id)).length, () => 'restingCount')
  const listed = [...physics.lifecycle.kinematics.items.subarray(0, physics.lifecycle.kinematics.count)].sort((a, b) => a - b)
  must(listed.join() === of(BodyKind.Kinematic).join(), () => `kinematics ${listed}, but ${of(BodyKind.Kinematic)} are`)
  for (let id = 0; id < physics.columns.capacity; id++) {
    must((bodies.kind[id] !== BodyKind.None) === bodies.isBody(id), () => `${id}: kind ${bodies.kind[id]}, role ${bodies.role[id]}`)
  }
}

/** What an entity's components make of it. */
function expectedBody(physics: PhysicsWorld, id: number): boolean {
  const { ecs, components: c } = physics
  if (!entityExists(ecs, id) || hasComponent(ecs, id, Prefab)) return false
  if (!hasComponent(ecs, id, c.Position) || hasComponent(ecs, id, c.Collider) || hasComponent(ecs, id, c.Disabled)) return false
  return hasComponent(ecs, id, c.Shape) || expectedChildren(physics, id).length > 0
}

function expectedChildren(physics: PhysicsWorld, body: number): number[] {
  const { ecs, components: c } = physics
  return getAllEntities(ecs).filter(
    (id) =>
      hasComponent(ecs, id, c.Collider) &&
      c.Collider.body[id] === body &&
      hasComponent(ecs, id, c.Shape) &&
      !hasComponent(ecs, id, c.Disabled) &&
      !hasComponent(ecs, id, Prefab),
  )
}

function checkComponents(physics: PhysicsWorld): void {
  const { ecs, bodies, components: c } = physics
  for (let id = 1; id < physics.columns.capacity; id++) {
    const body = expectedBody(physics, id)
    must(bodies.isBody(id) === body, () => `${id} is ${body ? 'a body by its components and not' : 'no body by its components but one'} in the engine`)
    if (!body) continue
    const kind = hasComponent(ecs, id, c.Static) ? BodyKind.Static : hasComponent(ecs, id, c.Kinematic) ? BodyKind.Kinematic : BodyKind.Dynamic
    must(bodies.kind[id] === kind, () => `${id} is of kind ${bodies.kind[id]}, its tags say ${kind}`)
    must(hasComponent(ecs, id, c.Rotation) && (!physics.boxes.isAsked || hasComponent(ecs, id, c.BroadphaseAABB)), () => `${id} lacks a component`)
    if (kind === BodyKind.Dynamic) {
      const tagged = hasComponent(ecs, id, c.Sleeping)
      must(tagged === !bodies.isAwake(id), () => `${id} is ${bodies.isAwake(id) ? 'awake' : 'asleep'}, tagged ${tagged}`)
    }
    if (!bodies.isAwake(id)) checkRestingPose(physics, id)
    for (const collider of [id, ...expectedChildren(physics, id)]) checkCollider(physics, id, collider)
  }
}

/** A body that rests is where its components say. */
function checkRestingPose(physics: PhysicsWorld, id: number): void {
  const { Position } = physics.components
  const { pose } = physics.bodies
  const off = Math.max(Math.abs(pose[id * 8]! - Position.x[id]!), Math.abs(pose[id * 8 + 1]! - Position.y[id]!))
  must(off === 0, () => `${id} rests ${off} away from its Position`)
}

function checkCollider(physics: PhysicsWorld, body: number, id: number): void {
  const { ecs, bodies, components: c } = physics
  const has = hasComponent(ecs, id, c.Shape) && c.Shape.type[id] !== ShapeType.Chain
  must(bodies.isCollider(id) === has, () => `${id} of body ${body}: collider ${bodies.isCollider(id)}, shape ${has}`)
  if (!has) return
  must(bodies.bodyOf[id] === body, () => `${id} is a part of ${bodies.bodyOf[id]}, should be of ${body}`)
  must(physics.collision.shapeType[id] === c.Shape.type[id], () => `${id} has type ${physics.collision.shapeType[id]}, its Shape says ${c.Shape.type[id]}`)
  must((bodies.sensor[id] === 1) === hasComponent(ecs, id, c.Sensor), () => `${id}: sensor ${bodies.sensor[id]}`)
}

function checkChildren(physics: PhysicsWorld, settled: boolean): void {
  const { bodies } = physics
  const claimed = new Map<number, number[]>()
  for (let id = 1; id < physics.columns.capacity; id++) {
    const body = bodies.claimed(id)
    if (body !== 0) claimed.set(body, [...(claimed.get(body) ?? []), id])
    if (bodies.isCollider(id)) must(bodies.isBody(bodies.bodyOf[id]!), () => `collider ${id} is a part of ${bodies.bodyOf[id]}, no body`)
    else must(bodies.bodyOf[id] === 0, () => `${id} is no collider but names body ${bodies.bodyOf[id]}`)
  }
  for (let id = 1; id < physics.columns.capacity; id++) {
    const body = bodies.idleOf[id] ?? 0
    let at = bodies.firstIdle[body] ?? 0
    while (body !== 0 && at !== id && at !== 0) at = bodies.nextIdle[at]!
    must(body === 0 || at === id, () => `idle child ${id} is not in the list of ${body}`)
    if (!settled || body === 0) continue
    const named = hasComponent(physics.ecs, id, physics.components.Collider) && physics.components.Collider.body[id] === body
    must(named && bodies.claimed(id) === 0, () => `${id} is an idle child of ${body} and does not name it, or is a part of it`)
  }
  for (let body = 1; body < physics.columns.capacity; body++) {
    const listed: number[] = []
    for (let child = bodies.firstChild[body]!; child !== 0; child = bodies.nextChild[child]!) {
      listed.push(child)
      must(listed.length <= physics.columns.capacity, () => `children of ${body} run in a circle`)
    }
    const expected = claimed.get(body) ?? []
    must(listed.sort((a, b) => a - b).join() === expected.join(), () => `children of ${body}: ${listed}, claimed by ${expected}`)
    if (!settled) continue
    const wanted = entityExists(physics.ecs, body) ? expectedChildren(physics, body) : []
    must(listed.join() === wanted.sort((a, b) => a - b).join(), () => `children of ${body}: ${listed}, by components ${wanted}`)
  }
}

function checkRings(physics: PhysicsWorld): void {
  const { bodies } = physics
  for (let id = 1; id < physics.columns.capacity; id++) {
    if (bodies.islandNext[id] === 0) continue
    must(bodies.kind[id] === BodyKind.Dynamic && !bodies.isAwake(id), () => `${id} is in a ring and does not sleep`)
    let steps = 0
    for (let next = bodies.islandNext[id]!; next !== id; next = bodies.islandNext[next]!) {
      must(next !== 0 && ++steps < physics.columns.capacity, () => `the ring of ${id} does not close`)
    }
  }
}

/** Awake bodies that touch are in one island. The engine may know more ties than there are; it drops them in time. */
function checkIslands(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { islands } = physics.sleep
  if ((islands as unknown as { stale: boolean }).stale) return
  for (let i = 0; i < contacts.activeCount; i++) {
    const contact = contacts.active[i]!
    if ((contacts.flags[contact]! & (ContactFlag.Touching | ContactFlag.Unsolved)) !== ContactFlag.Touching) continue
    const a = bodies.bodyOf[contacts.a[contact]!]!
    const b = bodies.bodyOf[contacts.b[contact]!]!
    if (bodies.kind[a] !== BodyKind.Dynamic || bodies.kind[b] !== BodyKind.Dynamic) continue
    if (!bodies.isAwake(a) || !bodies.isAwake(b)) continue
    must(islands.find(a) === islands.find(b), () => `${a} and ${b} touch and are in islands ${islands.find(a)} and ${islands.find(b)}`)
  }
}

function checkContactLists(physics: PhysicsWorld): void {
  const { contacts } = physics.collision
  const byEntity = new Map<number, number[]>()
  const note = (entity: number, edge: number) => byEntity.set(entity, [...(byEntity.get(entity) ?? []), edge])
  let count = 0
  for (let id = 1; id <= contacts.highest; id++) {
    if (contacts.b[id] === 0) continue
    count++
    note(contacts.a[id]!, id * 2)
    note(contacts.b[id]!, id * 2 + 1)
    must(contacts.a[id]! < contacts.b[id]!, () => `contact ${id}: ${contacts.a[id]} is not below ${contacts.b[id]}`)
    must(contacts.find(contacts.a[id]!, contacts.b[id]!) === id, () => `contact ${id} is not found by its pair`)
    const index = contacts.activeIndex[id]!
    must(index === NOT_ACTIVE || (index < contacts.activeCount && contacts.active[index] === id), () => `contact ${id} has active index ${index}`)
  }
  must(count === contacts.count, () => `${count} contacts, the table says ${contacts.count}`)
  const indexed = contacts['index'].slots.filter((contact) => contact !== 0).length
  must(count === indexed, () => `${count} contacts, the index has ${indexed}`)
  for (let i = 0; i < contacts.activeCount; i++) {
    must(contacts.activeIndex[contacts.active[i]!] === i, () => `active list: place ${i}`)
  }
  for (let entity = 0; entity < physics.columns.capacity; entity++) {
    const listed: number[] = []
    for (let edge = contacts.head[entity]!, before = 0; edge !== 0; before = edge, edge = contacts.next[edge]!) {
      must(contacts.previous[edge] === before, () => `edge ${edge} of ${entity}: previous`)
      must(listed.push(edge) <= count * 2, () => `edges of ${entity} run in a circle`)
    }
    const expected = byEntity.get(entity) ?? []
    must(listed.sort((a, b) => a - b).join() === expected.join(), () => `edges of ${entity}: ${listed}, should be ${expected}`)
  }
}

/** A contact is between two colliders whose boxes overlap; it is worked on exactly while one of the two is awake. */
function checkContacts(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const parted = partedPairs(physics)
  for (let id = 1; id <= contacts.highest; id++) {
    if (contacts.b[id] === 0) continue
    const a = contacts.a[id]!
    const b = contacts.b[id]!
    const pair = () => `contact ${a}–${b}`
    must(bodies.isCollider(a) && bodies.isCollider(b), () => `${pair()} is not between colliders`)
    must(mayPair(physics, a, b, parted), () => `${pair()} should not be`)
    const pending = isDue(physics, a) || isDue(physics, b)
    must(pending || overlap(physics, a, b), () => `${pair()}: the boxes are apart`)
    const awake = bodies.isAwake(bodies.bodyOf[a]!) || bodies.isAwake(bodies.bodyOf[b]!)
    must((contacts.activeIndex[id] !== NOT_ACTIVE) === awake, () => `${pair()} is ${awake ? 'not ' : ''}active`)
    const sensor = bodies.sensor[a] === 1 || bodies.sensor[b] === 1
    must(((contacts.flags[id]! & ContactFlag.Sensor) !== 0) === sensor, () => `${pair()}: sensor flag`)
  }
}

/** Whether two colliders may ever have a contact, told from components. */
function mayPair(physics: PhysicsWorld, a: number, b: number, parted: ReadonlySet<string>): boolean {
  const { bodies } = physics
  // Not by the component: to ask that for its arrays makes room for them.
  const { CollisionFilter } = physics.stores
  const [groupA, groupB] = [CollisionFilter.group[a] ?? 0, CollisionFilter.group[b] ?? 0]
  const touches = (one: number, two: number): boolean => ((CollisionFilter.mask[one] ?? -1) & (CollisionFilter.category[two] ?? 1)) !== 0
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  if (bodyA === bodyB || parted.has(pairOf(bodyA, bodyB))) return false
  const still = bodies.kind[bodyA] === BodyKind.Static && bodies.kind[bodyB] === BodyKind.Static
  if (still && bodies.sensor[a] === 0 && bodies.sensor[b] === 0) return false
  if (groupA !== 0 && groupA === groupB) return groupA > 0
  return touches(a, b) && touches(b, a)
}

function overlap(physics: PhysicsWorld, a: number, b: number): boolean {
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  return minX[a]! <= maxX[b]! && maxX[a]! >= minX[b]! && minY[a]! <= maxY[b]! && maxY[a]! >= minY[b]!
}

function checkBoxes(physics: PhysicsWorld): void {
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  for (const id of collidersOf(physics)) {
    if (physics.lifecycle.dirty.flag[id] !== 0 || physics.lifecycle.dirty.flag[physics.bodies.bodyOf[id]!] !== 0) continue
    const [left, bottom, right, top] = boundsOf(worldShape(physics, id))
    const e = 1e-9 * (1 + Math.max(Math.abs(left), Math.abs(right), Math.abs(bottom), Math.abs(top)))
    const holds = left >= minX[id]! - e && bottom >= minY[id]! - e && right <= maxX[id]! + e && top <= maxY[id]! + e
    must(holds, () => `box of ${id}: (${minX[id]}, ${minY[id]})–(${maxX[id]}, ${maxY[id]}) does not hold (${left}, ${bottom})–(${right}, ${top})`)
  }
}

interface Tree {
  has(item: number): boolean
}

/** The broad phase holds exactly the colliders, with the boxes that the components show. */
function checkTrees(physics: PhysicsWorld): void {
  const colliders = collidersOf(physics)
  const { fixed, moving } = physics.collision.broadPhase as unknown as { fixed?: Tree; moving?: Tree }
  if (typeof fixed?.has === 'function' && typeof moving?.has === 'function') {
    for (const id of colliders) {
      const still = physics.bodies.kind[physics.bodies.bodyOf[id]!] === BodyKind.Static
      must(fixed.has(id) === still && moving.has(id) !== still, () => `${id} is in the wrong tree`)
    }
  }
  const found = new Items()
  physics.collision.broadPhase.region(Float64Array.of(-1e9, -1e9, 1e9, 1e9), found)
  must(sorted(found).join() === colliders.join(), () => `broad phase holds ${sorted(found)}, should be ${colliders}`)
  if (physics.lifecycle.dirty.count > 0) return
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  const stride = Math.max(1, Math.floor(colliders.length / 50))
  for (let i = 0; i < colliders.length; i += stride) {
    const id = colliders[i]!
    found.clear()
    physics.collision.broadPhase.region(Float64Array.of(minX[id]!, minY[id]!, maxX[id]!, maxY[id]!), found)
    const expected = colliders.filter((other) => overlap(physics, id, other))
    must(sorted(found).join() === expected.join(), () => `region of ${id}: found ${sorted(found)}, should be ${expected}`)
  }
}

function sorted(buffer: ItemBuffer): number[] {
  return [...buffer.items.subarray(0, buffer.count)].sort((a, b) => a - b)
}

/** References to points in the pools are counted as often as they are held. */
function checkPoints(physics: PhysicsWorld): void {
  const { heldPoints, heldType, usedPolygon, paths } = physics.lifecycle
  const { polygons } = physics.collision
  const held = new Map<string, number>()
  for (let id = 1; id < physics.columns.capacity; id++) {
    if ((heldPoints[id] ?? 0) === 0) continue
    const key = `${heldType[id] === ShapeType.Polygon ? 'polygon' : 'path'} ${heldPoints[id]}`
    held.set(key, (held.get(key) ?? 0) + 1)
  }
  for (let id = 1; id < physics.columns.capacity; id++) {
    const used = usedPolygon[id] ?? 0
    const is = physics.bodies.isCollider(id) && physics.collision.shapeType[id] === ShapeType.Polygon
    must((used !== 0) === is, () => `${id} uses polygon ${used}, collider with a polygon: ${is}`)
    if (used !== 0) held.set(`polygon ${used}`, (held.get(`polygon ${used}`) ?? 0) + 1)
  }
  for (let handle = 1; handle < polygons.end; handle++) {
    must(polygons.data[handle * 40 + 2] === 0 || held.has(`polygon ${handle}`), () => `polygon ${handle} is held by nobody`)
  }
  const { references } = paths as unknown as { references: number[] }
  for (const [key, count] of held) {
    const [kind, handle] = key.split(' ') as [string, string]
    const counted = kind === 'polygon' ? polygons.data[Number(handle) * 40 + 2] : references[Number(handle)]
    must(counted === count, () => `${key} is held ${count} times, counted ${counted}`)
  }
  for (let handle = 1; handle < references.length; handle++) {
    must(references[handle] === 0 || held.has(`path ${handle}`), () => `path ${handle} is held by nobody`)
  }
}

function checkNumbers(physics: PhysicsWorld): void {
  const { Position, Rotation, Velocity } = physics.components
  for (const id of bodiesOf(physics)) {
    const values = [Position.x[id], Position.y[id], Rotation.angle[id]]
    if (physics.bodies.kind[id] !== BodyKind.Static) values.push(Velocity.x[id], Velocity.y[id], Velocity.angular[id])
    must(values.every(Number.isFinite), () => `body ${id} has ${values}`)
  }
}

/** Every two colliders of which one is awake and whose boxes overlap have a contact, unless the search is due. */
function checkPairs(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { minX, maxX } = physics.components.BroadphaseAABB
  const parted = partedPairs(physics)
  const byLeft = collidersOf(physics).sort((a, b) => minX[a]! - minX[b]!)
  for (let i = 0; i < byLeft.length; i++) {
    for (let j = i + 1; j < byLeft.length && minX[byLeft[j]!]! <= maxX[byLeft[i]!]!; j++) {
      const a = Math.min(byLeft[i]!, byLeft[j]!)
      const b = Math.max(byLeft[i]!, byLeft[j]!)
      if (!overlap(physics, a, b) || !mayPair(physics, a, b, parted)) continue
      if (!bodies.isAwake(bodies.bodyOf[a]!) && !bodies.isAwake(bodies.bodyOf[b]!)) continue
      if (isDue(physics, a) || isDue(physics, b)) continue
      must(contacts.find(a, b) !== 0, () => `pair ${a}–${b} is missing`)
    }
  }
}

/**
 * A touch begins within the slop and ends beyond the speculative distance; sensors touch when they overlap.
 * The face that a manifold names may be worse than the best one by a small part of the size.
 */
function checkTouches(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { linearSlop, speculativeDistance } = physics.tolerances
  for (let i = 0; i < contacts.activeCount; i++) {
    const id = contacts.active[i]!
    const a = contacts.a[id]!
    const b = contacts.b[id]!
    if (isDue(physics, a) || isDue(physics, b)) continue
    const shapeA = worldShape(physics, a, 'before')
    const shapeB = worldShape(physics, b, 'before')
    const distance = separation(shapeA, shapeB)
    const tolerance = 1e-6 + 0.003 * Math.min(sizeOf(shapeA), sizeOf(shapeB))
    const sensor = bodies.sensor[a] === 1 || bodies.sensor[b] === 1
    const touching = (contacts.flags[id]! & ContactFlag.Touching) !== 0
    const what = () => `${a}–${b} ${touching ? 'touch' : 'do not touch'} at a distance of ${distance}`
    // What bounced within the step may have gone on, and have been three times as fast before.
    const gone = sensor ? 0 : 3 * (contacts.approach[id]! + speedOf(physics, a) + speedOf(physics, b)) * stepLength(physics)
    if (touching) must(distance <= (sensor ? 0 : speculativeDistance) + gone + tolerance, what)
    else if (!shapeA.oneSided && !shapeB.oneSided) must(distance > (sensor ? 0 : linearSlop) - tolerance, what)
  }
}

function stepLength({ settings, solver: { states } }: PhysicsWorld): number {
  return states.time[0]! * settings.substeps
}

/** How fast any point of a collider's body may move. */
function speedOf({ bodies, components }: PhysicsWorld, collider: number): number {
  const body = bodies.bodyOf[collider]!
  const { x, y, angular } = components.Velocity
  return Math.hypot(x[body]!, y[body]!) + Math.abs(angular[body]!) * bodies.extent[body]!
}
