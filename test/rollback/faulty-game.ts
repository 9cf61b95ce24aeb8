import {
  type World, addComponent, addComponents, addEntity, createWorld, hasComponent, observe, onAdd, onRemove, query, removeComponent, removeEntity, set,
} from 'bitecs'
import {
  type Physics, type ShapeData, addFields, addPhysics, applyForce, applyImpulse, applyTorque, aabb, box, capsule, chain, circle, distanceJoint,
  explode, moveCharacter, polygon, queryRegion, rect, revoluteJoint, spawnBody, stepPhysics, teleport, wake, weldJoint, windField,
} from '../../src/index.ts'

/** Where a frame may fail. The last is a state that cannot be saved. */
export const PLACES = [
  'start', 'act', 'acted', 'added', 'removed', 'predicate', 'filterPair', 'preSolve', 'UpdateAABBs', 'BroadPhase', 'NarrowPhase', 'PrepareSolve',
  'Integrate', 'FinishSolve', 'stepped', 'end', 'unsavable',
] as const
export type Place = (typeof PLACES)[number]

/** That a frame fails: when it comes to a place for the n-th time. */
export interface Fault {
  readonly place: Place
  readonly nth: number
}

export class Tripped extends Error {}

/** Numbers of an input: what to do, and with what. */
export const INPUT_SIZE = 3
const KINDS = 22
export const MOST_ACTION = KINDS - 1

const SHAPES: readonly (() => ShapeData)[] = [
  () => circle(0.4), () => box(0.4, 0.3), () => capsule(0.3, 0.2), () => aabb(0.3, 0.3), () => circle(0.1),
  () => polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0, y: 0.5 }]),
]

/** A game with everything in it that a state can have; all that it does follows from the inputs, and from what is in the world. */
export class FaultyGame {
  readonly world: World
  readonly physics: Physics
  /** Stores of the game: typed, and plain ones that grow. */
  readonly Health = { value: new Float64Array(256) }
  readonly Score = { last: [] as (number | undefined)[] }
  /** Holds what cannot be saved, until the next frame. */
  readonly Note = { text: [] as string[] }
  readonly Crate = {}
  readonly Marked = {}
  /** What is to fail in this frame. */
  fault: Fault | null = null
  private passed = 0
  private frame = 0
  private readonly feet: number

  constructor() {
    const world = (this.world = createWorld())
    this.physics = addPhysics(world, { gravity: { x: 0, y: -10 } })
    const { components, hooks } = this.physics
    addFields(world)
    // In the same order in every world, whatever is guessed first.
    for (const component of [...Object.values(components), this.Health, this.Score, this.Crate, this.Marked]) query(world, [component])
    observe(world, onAdd(this.Crate), (entity: number) => {
      this.trip('added')
      this.Health.value[entity] = 10
    })
    observe(world, onRemove(this.Crate), () => void this.trip('removed'))
    this.insert()
    hooks.filterPair = (a, b) => {
      this.trip('filterPair')
      return (a * 7 + b) % 11 !== 0
    }
    hooks.preSolve = ({ a, b }) => {
      this.trip('preSolve')
      return (a + b * 5) % 13 !== 0
    }
    spawnBody(world, { shape: rect(30, 1), y: -0.5, type: 'static' })
    spawnBody(world, { shape: rect(1, 9), x: -8, y: 4, type: 'static' })
    spawnBody(world, { shape: chain([{ x: 8, y: 8 }, { x: 7, y: 1 }, { x: 5, y: 0 }]), type: 'static' })
    this.feet = spawnBody(world, { shape: capsule(0.5, 0.3, 'y'), x: -4, y: 1, type: 'kinematic' })
    addComponent(world, this.feet, components.Character)
    for (let i = 0; i < 6; i++) this.spawn(i, i * 1.2 - 3, 1 + (i % 2))
  }

  /** Systems that fail, and one that adds and removes in the midst of a step. */
  private insert(): void {
    const { systems } = this.physics
    for (const stage of ['UpdateAABBs', 'BroadPhase', 'NarrowPhase', 'PrepareSolve', 'Integrate', 'FinishSolve'] as const) {
      const at = systems.findIndex(({ name }) => name === stage)
      systems.splice(at, 0, { name: `Trip ${stage}`, perSubstep: stage === 'Integrate' || stage === 'FinishSolve', run: () => void this.trip(stage) })
    }
    const at = systems.findIndex(({ name }) => name === 'NarrowPhase')
    systems.splice(at, 0, { name: 'Churn', run: () => {
      if (this.frame % 9 === 4) this.removeOne(this.frame)
      if (this.frame % 9 === 7) this.spawn(this.frame, (this.frame % 5) - 2, 5)
    } })
  }

  /** One frame. @throws Tripped where the fault says so. */
  play(inputs: ArrayLike<number>, frame: number): void {
    this.frame = frame
    this.passed = 0
    this.Note.text.length = 0
    this.trip('start')
    for (let at = 0; at < inputs.length; at += INPUT_SIZE) {
      this.trip('act')
      this.act(inputs[at]!, inputs[at + 1]!, inputs[at + 2]!)
      this.trip('acted')
    }
    moveCharacter(this.world, this.feet, inputs[1]! / 4, -3, 1 / 60)
    stepPhysics(this.world, 1 / 60)
    this.trip('stepped')
    const { contactBegin } = this.physics.events
    for (let i = 0; i < contactBegin.count; i++) this.Health.value[contactBegin.a[i]!] = this.Health.value[contactBegin.a[i]!]! - 0.3
    for (const entity of query(this.world, [this.Crate])) if (this.Health.value[entity]! < 0) removeEntity(this.world, entity)
    this.trip('end')
    if (this.fault?.place === 'unsavable') this.Note.text.push('no number')
  }

  private trip(place: Place): true {
    if (this.fault?.place === place && this.passed++ === this.fault.nth) throw new Tripped(place)
    return true
  }

  private spawn(kind: number, x: number, y: number): number {
    const { world } = this
    const entity = spawnBody(world, { shape: SHAPES[kind % SHAPES.length]!(), x, y })
    addComponents(world, entity, this.Crate, this.Health)
    return entity
  }

  private pick(number: number, of: object = this.Crate): number | undefined {
    const all = query(this.world, [of])
    return all.length === 0 ? undefined : all[number % all.length]
  }

  private removeOne(number: number): void {
    const crate = this.pick(number)
    if (crate !== undefined) removeEntity(this.world, crate)
  }

  private act(action: number, x: number, y: number): void {
    const crate = this.pick(y)
    if (action === 0 || crate === undefined) {
      if (action !== 0) this.spawn(x, x - 4, y)
      return
    }
    if (action < 12) this.change(action, crate, x, y)
    else this.build(action, crate, x, y)
  }

  private change(action: number, crate: number, x: number, y: number): void {
    const { world } = this
    const { components, settings } = this.physics
    if (action <= 3 && hasComponent(world, crate, components.Static)) return
    switch (action) {
      case 1: return applyImpulse(world, crate, x / 4 - 1, y / 8)
      case 2: return applyForce(world, crate, 40 * (x - 4), 90, 0, 0)
      case 3: return applyTorque(world, crate, x - 4)
      case 4: return teleport(world, crate, x - 4, 2 + y)
      case 5: return void (components.Velocity.x[crate] = x - 4)
      case 6: return wake(world, crate)
      case 7: return void (settings.gravity.x = x - 4)
      case 8: return void addComponent(world, crate, set(components.Shape, SHAPES[x % SHAPES.length]!()))
      case 9: return void explode(world, x - 4, 1, { radius: 4, impulse: y })
      case 10: {
        // What is asked waits in no world: but a question may bring things up to date.
        const found = queryRegion(world, -6, 0, 6, 4, { predicate: () => this.trip('predicate') })
        this.Score.last[x % 3] = found.count
        return
      }
      default: this.Score.last[this.Score.last.length % (4 + x)] = y
    }
  }

  private build(action: number, crate: number, x: number, y: number): void {
    const { world } = this
    const { Joint, Collider, Shape, Static, Sensor, Sleeping, Bullet, Field, Material } = this.physics.components
    const other = this.pick(x + y + 1)!
    const toggle = (tag: object): void => {
      if (hasComponent(world, crate, tag)) removeComponent(world, crate, tag)
      else addComponent(world, crate, tag)
    }
    switch (action) {
      case 12: return void this.spawn(x, x - 4, 3 + y)
      case 13: return removeEntity(world, crate)
      case 14:
      case 15: {
        if (other === crate) return
        const make = [revoluteJoint, distanceJoint, weldJoint][x % 3]!
        return void addComponent(world, addEntity(world), set(Joint, make(crate, other, { breakForce: 5 * y + 1, removeBroken: x % 2 === 0 })))
      }
      case 16: {
        const joint = this.pick(x, Joint)
        return joint === undefined ? undefined : removeEntity(world, joint)
      }
      case 17: {
        const part = addEntity(world)
        return void addComponents(world, part, set(Collider, { body: crate, x: 0.4, y: 0 }), set(Shape, circle(0.2)))
      }
      case 18: return toggle([Static, Sensor, Bullet, this.Marked][x % 4]!)
      case 19: return toggle(Sleeping)
      case 20: return void addComponent(world, crate, set(Material, { restitution: x / 8, friction: y / 8 }))
      default: return void addComponents(world, addEntity(world), set(Field, windField({ x: x - 4 })), this.Marked)
    }
  }
}
