import { entityExists, hasComponent, query } from 'bitecs'
import { bodyOf, getMass, isSleeping } from '../../src/index.ts'
import { must } from './failure.ts'
import { Model, type Seen, isBodyEntity, kindOf } from './model.ts'

/** Pose of every static body, to be compared after the step. */
export type StaticPoses = ReadonlyMap<number, readonly [number, number, number]>

export function staticPoses(seen: Seen): StaticPoses {
  const poses = new Map<number, readonly [number, number, number]>()
  const { Position, Rotation, Static } = seen.physics.components
  for (const { entity } of seen.slots.values()) {
    if (!entityExists(seen.world, entity) || !hasComponent(seen.world, entity, Static)) continue
    poses.set(entity, [Position.x[entity]!, Position.y[entity]!, Rotation.angle[entity]!])
  }
  return poses
}

/** Tags and counts agree, and what is static has not moved. */
export function checkNumbers(seen: Seen, before: StaticPoses): void {
  const { world, physics } = seen
  const { Position, Rotation } = physics.components
  for (const [entity, [x, y, angle]] of before) {
    const still = Position.x[entity] === x && Position.y[entity] === y && Rotation.angle[entity] === angle
    must(still, 'static moved', () => `${entity} from (${x}, ${y}, ${angle}) to (${Position.x[entity]}, ${Position.y[entity]}, ${Rotation.angle[entity]})`)
  }
  checkCounts(seen)
  for (const part of new Model(seen).parts) {
    const told = bodyOf(world, part.entity)
    must(told === part.body, 'bodyOf disagrees', () => `${part.entity} is of ${part.body}, bodyOf says ${told}`)
  }
}

/** Looks only: a question that takes in what has changed could wake a body. */
function checkCounts(seen: Seen): void {
  const { world, physics } = seen
  const { Sleeping } = physics.components
  const bodies = new Set(new Model(seen).parts.map((part) => part.body))
  must(physics.stats.bodies === bodies.size, 'stats.bodies disagrees', () => `${physics.stats.bodies}, but there are ${[...bodies].join()}`)
  let awake = 0
  for (const body of bodies) {
    if (kindOf(seen, body) === 'kinematic') awake += isSleeping(world, body) ? 0 : 1
    if (kindOf(seen, body) !== 'dynamic') continue
    const asleep = isSleeping(world, body)
    awake += asleep ? 0 : 1
    must(asleep === hasComponent(world, body, Sleeping), 'tag Sleeping disagrees', () => `${body}: isSleeping ${asleep}`)
  }
  must(physics.stats.awake <= awake, 'stats.awake disagrees', () => `${physics.stats.awake}, at most ${awake} can be`)
}

/** Every number is one. */
export function checkFinite(seen: Seen): void {
  const { world, physics } = seen
  const { Position, Rotation, Velocity, BroadphaseAABB } = physics.components
  for (const { entity } of seen.slots.values()) {
    if (!entityExists(world, entity)) continue
    const numbers: [string, number | undefined][] = []
    if (hasComponent(world, entity, Position)) numbers.push(['Position.x', Position.x[entity]], ['Position.y', Position.y[entity]])
    if (hasComponent(world, entity, Rotation)) numbers.push(['Rotation.angle', Rotation.angle[entity]])
    if (hasComponent(world, entity, Velocity)) {
      numbers.push(['Velocity.x', Velocity.x[entity]], ['Velocity.y', Velocity.y[entity]], ['Velocity.angular', Velocity.angular[entity]])
    }
    if (hasComponent(world, entity, BroadphaseAABB)) {
      const { minX, minY, maxX, maxY } = BroadphaseAABB
      numbers.push(['minX', minX[entity]], ['minY', minY[entity]], ['maxX', maxX[entity]], ['maxY', maxY[entity]])
    }
    for (const [name, value] of numbers) {
      must(Number.isFinite(value), 'number not finite', () => `${name} of entity ${entity} is ${value}`)
    }
    if (!isBodyEntity(seen, entity) || bodyOf(world, entity) === 0) continue
    const { mass, inertia, x, y } = getMass(world, entity)
    must(mass > 0 && inertia > 0 && Number.isFinite(x + y), 'mass unsound', () => `${entity}: ${mass}, ${inertia}, (${x}, ${y})`)
  }
}

/** Links that the engine made belong to chains that are there. */
export function checkLinks({ world, physics }: Seen): void {
  for (const link of query(world, [physics.components.ChainLink])) {
    const owner = bodyOf(world, link)
    must(owner !== 0 && entityExists(world, owner), 'link without a chain', () => `${link} of ${owner}`)
  }
}
