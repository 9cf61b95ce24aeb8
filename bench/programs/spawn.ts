import { addComponent, addComponents, addEntity, createWorld, observe, onAdd, onRemove, onSet, removeEntity, set, type World } from 'bitecs'
import { addPhysics, circle, stepPhysics } from '../../src/index.ts'

/** Adds and removes many entities in one frame, with the plugin and with bitECS alone. */

const DT = 1 / 60
const ROUNDS = 12
/** Components and tags that the plugin observes, each through a query of its own. */
const WATCHED = 17
const count = Number(process.argv[2] ?? 10000)
/** Bodies that are there all the time. */
const resident = Number(process.argv[3] ?? 0)

/** Milliseconds: processor time, and by the clock. */
export interface Cost { readonly cpu: number; readonly wall: number }

export interface SpawnResult {
  readonly count: number
  readonly resident: number
  readonly rounds: readonly {
    readonly spawn: Cost
    readonly firstStep: Cost
    readonly settledStep: Cost
    readonly despawn: Cost
    readonly stepAfter: Cost
  }[]
  /** bitECS with observers that only write the fields. */
  readonly plain: readonly Basis[]
  /** bitECS with as many components and observers as the plugin has, none of which does more than write the fields. */
  readonly watched: readonly Basis[]
}

export interface Basis {
  readonly spawn: Cost
  /** Adding what the plugin adds by itself in the step after. */
  readonly ownAdds: Cost
  readonly despawn: Cost
}

function cost(work: () => void): Cost {
  const before = process.cpuUsage()
  const start = performance.now()
  work()
  const wall = performance.now() - start
  const after = process.cpuUsage(before)
  return { cpu: (after.user + after.system) / 1000, wall }
}

/** Bodies in rows, apart from each other. */
function place(i: number): { x: number; y: number } {
  return { x: (i % 100) * 2, y: Math.floor(i / 100) * 2 }
}

function withPlugin(): SpawnResult['rounds'] {
  const world = createWorld()
  const { Position, Velocity, Shape } = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: count + resident + 1 }).components
  const spawn = (offset: number, entities: Uint32Array): void => {
    for (let i = 0; i < entities.length; i++) {
      const entity = addEntity(world)
      addComponents(world, entity, set(Position, place(offset + i)), Velocity, set(Shape, circle(0.5)))
      entities[i] = entity
    }
  }
  spawn(count, new Uint32Array(resident))
  const entities = new Uint32Array(count)
  const step = (): void => stepPhysics(world, DT)
  step()
  return Array.from({ length: ROUNDS }, () => {
    const spawned = cost(() => spawn(0, entities))
    const firstStep = cost(step)
    const settledStep = cost(step)
    const despawn = cost(() => despawnAll(world, entities))
    return { spawn: spawned, firstStep, settledStep, despawn, stepAfter: cost(step) }
  })
}

/**
 * The same components with observers that only write the fields: what anybody pays who uses bitECS like this.
 * @param watched Whether it also has the components that the plugin adds by itself, and observers of what comes and
 * goes on everything that the plugin has to watch: what bitECS takes to tell, though nobody listens.
 */
function withoutPlugin(watched: boolean): SpawnResult['plain'] {
  const world = createWorld()
  const Position = { x: new Float64Array(count + 1), y: new Float64Array(count + 1) }
  const Velocity = { x: new Float64Array(count + 1), y: new Float64Array(count + 1) }
  const Shape = { type: new Uint8Array(count + 1), radius: new Float64Array(count + 1) }
  const Rotation = {}
  const BroadphaseAABB = {}
  observe(world, onSet(Position), (entity, value: { x: number; y: number }) => {
    Position.x[entity] = value.x
    Position.y[entity] = value.y
  })
  observe(world, onSet(Shape), (entity, value: { type: number; radius: number }) => {
    Shape.type[entity] = value.type
    Shape.radius[entity] = value.radius
  })
  if (watched) {
    const others = Array.from({ length: WATCHED - 5 }, () => ({}))
    for (const component of [Position, Velocity, Shape, Rotation, BroadphaseAABB, ...others]) {
      observe(world, onAdd(component), () => {})
      observe(world, onRemove(component), () => {})
    }
  }
  const entities = new Uint32Array(count)
  return Array.from({ length: ROUNDS }, () => {
    const spawn = cost(() => {
      for (let i = 0; i < count; i++) {
        const entity = addEntity(world)
        addComponents(world, entity, set(Position, place(i)), Velocity, set(Shape, { type: 1, radius: 0.5 }))
        entities[i] = entity
      }
    })
    const ownAdds = cost(() => {
      for (let i = 0; watched && i < count; i++) addComponent(world, entities[i]!, Rotation)
    })
    return { spawn, ownAdds, despawn: cost(() => despawnAll(world, entities)) }
  })
}

function despawnAll(world: World, entities: Uint32Array): void {
  for (let i = 0; i < entities.length; i++) removeEntity(world, entities[i]!)
}

const result: SpawnResult = { count, resident, rounds: withPlugin(), plain: withoutPlugin(false), watched: withoutPlugin(true) }
process.send?.(result)
