/**
 * Plays random calls against a world, the way a user would make them in any order. The same calls can be played in
 * several worlds. Only sound data is used: what may go wrong is tested by name elsewhere.
 */
import {
  type World, addComponent, addComponents, addEntity, createWorld, hasComponent, removeComponent,
  removeEntity, set,
} from 'bitecs'
import fc from 'fast-check'
import {
  type PhysicsOptions, type ShapeData, aabb, addPhysics, box, capsule, chain, circle, polygon, segment, stepPhysics,
  markChanged, wake,
} from '../../src/index.ts'
import type { Physics } from '../../src/state/physics.ts'
import { inner } from './inner.ts'

/** One call. `who` chooses among the entities that there are; the other numbers mean what the call makes of them. */
export interface Call {
  readonly name: keyof typeof CALLS
  readonly who: number
  readonly pick: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly angle: number
  readonly yes: boolean
}

export class Player {
  readonly world: World
  readonly physics: Physics
  readonly bodies: number[] = []
  readonly children: number[] = []
  /** Played in the midst of the next step, between two substeps. */
  readonly later: Call[] = []

  constructor(options: PhysicsOptions = {}) {
    this.world = createWorld()
    this.physics = addPhysics(this.world, { capacity: 16, ...options })
    this.physics.systems.splice(5, 0, { name: 'Later', run: () => this.playLater(), perSubstep: true })
    const { Position, Shape, Static } = this.physics.components
    const ground = addEntity(this.world)
    addComponents(this.world, ground, set(Position, { x: 0, y: -3 }), set(Shape, box(20, 1)), Static)
  }

  /** Plays a call. Returns whether it was a step. */
  play(call: Call): boolean {
    CALLS[call.name](this, call)
    return call.name === 'step'
  }

  step(): void {
    stepPhysics(this.world, 1 / 60)
  }

  body(call: Call): number {
    return this.bodies.length === 0 ? 0 : this.bodies[call.who % this.bodies.length]!
  }

  child(call: Call): number {
    return this.children.length === 0 ? 0 : this.children[call.who % this.children.length]!
  }

  has(entity: number, component: object): boolean {
    return hasComponent(this.world, entity, component)
  }

  private playLater(): void {
    if (inner(this.physics).solver.substep !== 1) return
    for (const call of this.later.splice(0)) this.play(call)
  }
}

const SHAPES: ((size: number, pick: number) => ShapeData)[] = [
  (size) => circle(size),
  (size, pick) => box(size, size * (0.5 + (pick % 3) * 0.4)),
  (size) => aabb(size, size * 0.7),
  (size) => capsule(size, size * 0.4),
  (size) => polygon([{ x: -size, y: -size }, { x: size, y: -size * 0.5 }, { x: 0.2 * size, y: size }]),
  (size) => polygon([{ x: 0, y: 0 }, { x: size, y: 0 }, { x: size, y: size }, { x: 0, y: size }], 0.05),
  (size) => segment(-size, 0, size, size * 0.3),
]

const CALLS = {
  spawn: (player: Player, call: Call) => spawn(player, call),
  spawnChain(player: Player, call: Call) {
    const { Position, Shape, Static, Mass } = player.physics.components
    const entity = addEntity(player.world)
    const points = [-2, -1, 0, 1, 2].map((i) => ({ x: i * call.size, y: Math.abs(i) * 0.3 }))
    addComponents(player.world, entity, set(Position, { x: call.x, y: call.y }), set(Shape, chain(points)), Static)
    addComponents(player.world, entity, set(Mass, { mass: 1 }))
    player.bodies.push(entity)
  },
  despawn(player: Player, call: Call) {
    const entity = player.body(call)
    if (entity === 0) return
    player.bodies.splice(player.bodies.indexOf(entity), 1)
    removeEntity(player.world, entity)
    if (call.yes) spawn(player, call)
  },
  despawnChild(player: Player, call: Call) {
    const entity = player.child(call)
    if (entity === 0) return
    player.children.splice(player.children.indexOf(entity), 1)
    removeEntity(player.world, entity)
    if (call.yes) spawn(player, call)
  },
  tag(player: Player, call: Call) {
    const c = player.physics.components
    const entity = player.body(call)
    if (entity === 0) return
    const tag = [c.Static, c.Kinematic, c.Sensor, c.Disabled, c.Sleeping, c.Sleeping][call.pick % 6]!
    if (tag === c.Static) removeComponent(player.world, entity, c.Kinematic)
    if (tag === c.Kinematic) removeComponent(player.world, entity, c.Static)
    if (player.has(entity, tag)) removeComponent(player.world, entity, tag)
    else addComponent(player.world, entity, tag)
  },
  teleport(player: Player, call: Call) {
    const { Position, Rotation } = player.physics.components
    const entity = player.body(call)
    if (entity === 0) return
    if (call.yes) {
      addComponents(player.world, entity, set(Position, { x: call.x, y: call.y }), set(Rotation, { angle: call.angle }))
      return
    }
    Position.x[entity] = call.x
    Position.y[entity] = call.y
    Rotation.angle[entity] = call.angle
    announce(player, entity)
  },
  push(player: Player, call: Call) {
    const { Velocity } = player.physics.components
    const entity = player.body(call)
    if (entity === 0) return
    if (call.yes) addComponents(player.world, entity, set(Velocity, { x: call.x, y: call.y, angular: call.angle }))
    else if (player.has(entity, Velocity)) Velocity.x[entity] = call.x
  },
  reshape(player: Player, call: Call) {
    const { Shape } = player.physics.components
    const entity = player.body(call)
    if (entity === 0 || !player.has(entity, Shape)) return
    if (call.yes) {
      addComponents(player.world, entity, set(Shape, shapeFor(player, entity, call)))
    } else if (Shape.type[entity]! <= 2) {
      Shape.radius[entity] = Shape.type[entity] === 1 ? call.size : 0
      Shape.halfWidth[entity] = call.size
      Shape.halfHeight[entity] = call.size
      announce(player, entity)
    }
  },
  strip(player: Player, call: Call) {
    const c = player.physics.components
    const entity = player.body(call)
    if (entity === 0) return
    if (player.has(entity, c.Shape)) {
      const removed = [[c.Shape], [c.Shape, c.Position], [c.Position, c.Shape], [c.Velocity], [c.Rotation], [c.BroadphaseAABB]]
      removeComponent(player.world, entity, ...removed[call.pick % removed.length]!)
    } else {
      const place = set(c.Position, { x: call.x, y: call.y })
      addComponents(player.world, entity, place, set(c.Shape, shapeFor(player, entity, call)))
    }
  },
  surface(player: Player, call: Call) {
    const { Material, CollisionFilter } = player.physics.components
    const entity = call.yes ? player.body(call) : player.child(call)
    if (entity === 0) return
    if (call.pick % 3 === 0) addComponents(player.world, entity, set(Material, { density: call.size, restitution: 0.5 }))
    else if (call.pick % 3 === 1) addComponents(player.world, entity, set(CollisionFilter, { category: 1 + (call.who % 3), mask: 1 + (call.pick % 3) }))
    else removeComponent(player.world, entity, CollisionFilter)
  },
  attach(player: Player, call: Call) {
    const { Collider, Shape, Position } = player.physics.components
    const body = player.body(call)
    if (body === 0 || !player.has(body, Position)) return
    const old = call.yes ? player.child(call) : 0
    const entity = old === 0 ? addEntity(player.world) : old
    addComponents(
      player.world, entity,
      set(Collider, { body, x: call.x * 0.2, y: call.y * 0.2, angle: call.angle }),
      set(Shape, SHAPES[call.pick % 6]!(call.size, call.pick)),
    )
    if (old === 0) player.children.push(entity)
  },
  detach(player: Player, call: Call) {
    const c = player.physics.components
    const entity = player.child(call)
    if (entity === 0) return
    if (call.pick % 3 === 0) addComponents(player.world, entity, set(c.Collider, { body: 0 }))
    else if (call.pick % 3 === 1) removeComponent(player.world, entity, c.Shape)
    else if (player.has(entity, c.Sensor)) removeComponent(player.world, entity, c.Sensor)
    else addComponent(player.world, entity, c.Sensor)
  },
  wake(player: Player, call: Call) {
    const entity = player.body(call)
    if (entity !== 0 && inner(player.physics).bodies.isBody(entity)) wake(player.world, entity)
  },
  markChanged(player: Player, call: Call) {
    const entity = player.body(call)
    if (entity !== 0) announce(player, entity)
  },
  later(player: Player, call: Call) {
    const names = ['despawn', 'spawn', 'wake', 'tag', 'attach', 'despawnChild', 'teleport', 'strip'] as const
    if (inner(player.physics).phase === 0) player.later.push({ ...call, name: names[call.pick % names.length]! })
  },
  step(player: Player) {
    player.step()
  },
}

/** Says that an entity was written to, unless it is no body at the moment. */
function announce(player: Player, entity: number): void {
  if (inner(player.physics).bodies.isBody(entity)) markChanged(player.world, entity)
}

function shapeFor(player: Player, entity: number, call: Call): ShapeData {
  // A line weighs nothing; this one has a mass of its own, so that it may become dynamic.
  if (player.has(entity, player.physics.components.Mass)) return segment(-call.size, 0, call.size, 0)
  return SHAPES[call.pick % 6]!(call.size, call.pick)
}

function spawn(player: Player, call: Call): void {
  const c = player.physics.components
  const entity = addEntity(player.world)
  const index = call.pick % SHAPES.length
  addComponents(
    player.world, entity,
    set(c.Position, { x: call.x, y: call.y }),
    set(c.Rotation, { angle: call.angle }),
    set(c.Shape, SHAPES[index]!(call.size, call.pick)),
  )
  if (index === 6) addComponents(player.world, entity, set(c.Mass, { mass: 1 }))
  const kind = call.who % 8
  if (kind === 0) addComponent(player.world, entity, c.Static)
  if (kind === 1) addComponents(player.world, entity, c.Kinematic, set(c.Velocity, { x: call.x * 0.3, y: 0, angular: 0 }))
  if (kind === 2) addComponent(player.world, entity, c.Sleeping)
  if (kind === 3) addComponent(player.world, entity, c.Sensor)
  player.bodies.push(entity)
}

/** A list of calls that steps often enough. */
export function callsArbitrary(length: number): fc.Arbitrary<Call[]> {
  const names: { weight: number; arbitrary: fc.Arbitrary<Call['name']> }[] = (Object.keys(CALLS) as Call['name'][]).map(
    (name) => ({ weight: name === 'step' ? 12 : name === 'spawn' ? 5 : name === 'tag' ? 3 : 1, arbitrary: fc.constant(name) }),
  )
  const call = fc.record({
    name: fc.oneof(...names),
    who: fc.nat(1000),
    pick: fc.nat(1000),
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    y: fc.double({ min: -2, max: 3, noNaN: true }),
    size: fc.double({ min: 0.1, max: 0.8, noNaN: true }),
    angle: fc.double({ min: -4, max: 4, noNaN: true }),
    yes: fc.boolean(),
  })
  return fc.array(call, { minLength: 5, maxLength: length, size: 'max' })
}

