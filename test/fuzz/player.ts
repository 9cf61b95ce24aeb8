import { addComponent, addComponents, addEntity, entityExists, hasComponent, Prefab, removeComponent, removeEntity, set, setComponent } from 'bitecs'
import type { BroadPhaseName } from '../../examples/broad-phases.ts'
import {
  applyAngularImpulse, applyForce, applyImpulse, applyTorque, isSleeping, teleport, markChanged, wake, queryPoint,
} from '../../src/index.ts'
import { playExtra } from './extra-player.ts'
import { Failure } from './failure.ts'
import { type Slot, isBodyEntity, isMoving, kindOf } from './model.ts'
import type { ComponentName, Extras, Kind, Operation, PlainOperation, Program, ShapeSpec, TagName } from './operations.ts'
import { PlayedWorld } from './played-world.ts'
import { ask } from './questions.ts'
import { checkPrisoners, wallsOf } from './room.ts'
import { hasArea, scaled, shapeOf } from './shapes.ts'

/** Misuse that a program may run into, and that the call itself answers with an error that says so. */
const EXPECTED = /^(wake|touch|markChanged|teleport|apply\w+|moveCharacter|explode): /

type Do<K extends Operation['do']> = Extract<Operation, { do: K }>

/** Plays programs. An operation on a slot that is empty, or that would be no sound use of the engine, does nothing. */
export class Player {
  /** What came of each operation: equal for all broad phases. */
  readonly trace: string[] = []
  /** What came of the steps alone. */
  readonly hashes: string[] = []
  readonly worlds: readonly PlayedWorld[]
  private readonly checkEvery: number
  private readonly silent: boolean
  private steps = 0

  /** @param silent Leaves out the questions. */
  constructor(program: Program, broadPhase: BroadPhaseName, silent = false) {
    this.silent = silent
    this.checkEvery = program.checkEvery
    this.worlds = program.worlds.map((options) => new PlayedWorld(options, broadPhase, (operation) => this.play(operation)))
  }

  /** @throws Failure with the operation at which a rule was broken. */
  run(operations: readonly Operation[]): void {
    for (let i = 0; i < operations.length; i++) {
      try {
        this.play(operations[i]!)
      } catch (error) {
        const failure = error instanceof Failure ? error : new Failure(ruleOf(error as Error), (error as Error).stack ?? String(error))
        failure.operation = i
        throw failure
      }
    }
  }

  private play(operation: Operation): void {
    const at = this.worlds[operation.world % this.worlds.length]!
    try {
      this.perform(at, operation)
      at.forgetJoints()
    } catch (error) {
      if (error instanceof Failure || operation.do === 'step' || !EXPECTED.test((error as Error).message)) throw error
      this.trace.push((error as Error).message)
    }
  }

  private perform(at: PlayedWorld, operation: Operation): void {
    switch (operation.do) {
      case 'spawn':
        return this.spawn(at, operation)
      case 'child':
        return this.addChild(at, operation)
      case 'room':
        return this.buildRoom(at, operation)
      case 'hook':
        return at.setHook(operation.hook, operation)
      case 'settings':
        return changeSettings(at, operation.data)
      case 'idle':
        for (let i = 0; i < operation.count; i++) at.idle.push(addEntity(at.world))
        return
      case 'vacate':
        for (const entity of at.idle.splice(0, operation.count)) removeEntity(at.world, entity)
        return
      case 'query':
        if (!this.silent) this.trace.push(ask(at, operation.question, operation.filter))
        return
      case 'within':
        at.later.push(operation)
        return
      case 'reinstall':
        at.reinstall()
        makeLinks(at)
        return
      case 'step':
        return this.step(at, operation)
      case 'joint':
      case 'flip':
      case 'unjoint':
      case 'drive':
      case 'field':
      case 'tune':
      case 'explode':
      case 'blow':
      case 'walk':
      case 'save':
      case 'restore':
        return playExtra(at, operation)
      default: {
        const slot = at.slots.get(operation.slot)
        if (slot === undefined || !entityExists(at.world, slot.entity)) return
        this.change(at, slot, operation)
      }
    }
  }

  private change(at: PlayedWorld, slot: Slot, operation: Extract<PlainOperation, { slot: number }>): void {
    const { world } = at
    const { entity } = slot
    switch (operation.do) {
      case 'despawn':
        at.slots.delete(slot.name)
        removeEntity(world, entity)
        return
      case 'wake':
        wake(world, entity)
        return
      case 'touch':
        markChanged(world, entity)
        announce(slot)
        return
      case 'tag':
        return setTag(at, slot, operation.tag, operation.on)
      case 'kind':
        return setKind(at, slot, operation.kind)
      case 'set':
        return setFields(at, slot, operation)
      case 'write':
        return writeFields(at, slot, operation)
      case 'reshape':
        return reshape(at, slot, operation.shape)
      case 'resize':
        return resize(at, slot, operation)
      case 'strip':
        return strip(at, slot, operation)
      case 'push': {
        const push = operation.way === 'force' ? applyForce : applyImpulse
        return push(world, entity, operation.x, operation.y, operation.at?.[0], operation.at?.[1])
      }
      case 'turn':
        return (operation.way === 'torque' ? applyTorque : applyAngularImpulse)(world, entity, operation.amount)
      case 'teleport':
        teleport(world, entity, operation.x, operation.y, operation.angle ?? undefined)
        slot.stale = false
        return
      case 'attach':
        return attach(at, slot, operation)
      default:
    }
  }

  /** Looks closely after the first and the last of several steps: that after a change, and that of the longest time. */
  private step(at: PlayedWorld, { dt, count }: Do<'step'>): void {
    const kept = this.silent ? [] : at.prisoners()
    for (let i = 0; i < count; i++) {
      at.dropUnsound()
      const due = (i === 0 || i === count - 1) && ++this.steps % this.checkEvery === 0
      const came = at.step(dt, due)
      this.trace.push(came)
      this.hashes.push(came)
    }
    checkPrisoners(at, kept, at.room)
  }

  private spawn(at: PlayedWorld, operation: Do<'spawn'>): void {
    const { world, physics } = at
    const { Position, Rotation, Shape } = physics.components
    const entity = addEntity(world)
    const slot = at.addSlot(operation.slot, entity, operation.shape)
    addComponents(world, entity, set(Position, { x: operation.x, y: operation.y }), set(Rotation, { angle: operation.angle }))
    if (operation.shape !== null) addComponent(world, entity, set(Shape, shapeOf(operation.shape)))
    addExtras(at, entity, operation.extras)
    setKind(at, slot, operation.kind)
    for (const tag of operation.tags) setTag(at, slot, tag, true)
  }

  private buildRoom(at: PlayedWorld, operation: Do<'room'>): void {
    const { Position, Shape, Static } = at.physics.components
    at.room = operation.half
    wallsOf(operation).forEach(({ shape, x, y }, i) => {
      const entity = addEntity(at.world)
      at.addSlot(-1 - i, entity, shape)
      addComponents(at.world, entity, set(Position, { x, y }), set(Shape, shapeOf(shape)), Static)
    })
    makeLinks(at)
  }

  private addChild(at: PlayedWorld, operation: Do<'child'>): void {
    const { world, physics } = at
    const { Shape, Collider } = physics.components
    const owner = at.slots.get(operation.body)
    if (owner === undefined || !isBodyEntity(at, owner.entity)) return
    const entity = addEntity(world)
    const slot = at.addSlot(operation.slot, entity, operation.shape)
    owner.remade = true
    const { x, y, angle } = operation
    addComponents(world, entity, set(Collider, { body: owner.entity, x, y, angle }), set(Shape, shapeOf(operation.shape)))
    addExtras(at, entity, operation.extras)
    for (const tag of operation.tags) setTag(at, slot, tag, true)
  }
}

/** Errors of one kind are one rule, whatever numbers they name. */
function ruleOf(error: Error): string {
  return `threw "${error.message.replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/g, '#').slice(0, 80)}"`
}

function addExtras({ world, physics }: PlayedWorld, entity: number, extras: Extras): void {
  for (const name of Object.keys(extras) as ComponentName[]) {
    addComponent(world, entity, set(physics.components[name], extras[name]!))
  }
}

function has({ world }: PlayedWorld, entity: number, component: object): boolean {
  return hasComponent(world, entity, component)
}

function isChild(at: PlayedWorld, entity: number): boolean {
  return has(at, entity, at.physics.components.Collider)
}

function setTag(at: PlayedWorld, slot: Slot, name: TagName, on: boolean): void {
  const { world, physics } = at
  const { entity } = slot
  if (isChild(at, entity) && name === 'Sleeping') return
  const tag = name === 'Prefab' ? Prefab : physics.components[name]
  if (name === 'Sleeping' && on) slot.tagged = true
  slot.remade = true
  if (on) addComponent(world, entity, tag)
  else if (has(at, entity, tag)) removeComponent(world, entity, tag)
}

/** The links of a chain get their ids now, whether a question is asked before the next step or not. */
function makeLinks(at: PlayedWorld): void {
  queryPoint(at.world, 0, 0)
}

function setKind(at: PlayedWorld, slot: Slot, kind: Kind): void {
  const { world, physics } = at
  const { entity } = slot
  if (isChild(at, entity)) return
  const { Static, Kinematic, Mass } = physics.components
  // A line weighs nothing by itself.
  if (kind === 'dynamic' && slot.shape !== null && !hasArea(slot.shape) && !has(at, entity, Mass)) return
  slot.remade = true
  if (kind !== 'static' && has(at, entity, Static)) removeComponent(world, entity, Static)
  if (kind !== 'kinematic' && has(at, entity, Kinematic)) removeComponent(world, entity, Kinematic)
  if (kind === 'static') addComponent(world, entity, Static)
  if (kind === 'kinematic') addComponent(world, entity, Kinematic)
}

function setFields(at: PlayedWorld, slot: Slot, { component: name, data }: Do<'set'>): void {
  const { entity } = slot
  const component = at.physics.components[name]
  const child = isChild(at, entity)
  if (child && (name === 'Position' || name === 'Velocity' || name === 'Rotation' || name === 'Motion')) return
  if (!child && name === 'Collider') return
  // A body gets a place with its shape.
  if (name === 'Position' && !has(at, entity, component)) return
  if (has(at, entity, component)) setComponent(at.world, entity, component, data)
  else addComponent(at.world, entity, set(component, data))
  announce(slot)
}

/** The engine is told to look at it: it knows all by the next step. */
function announce(slot: Slot): void {
  slot.stale = false
  slot.refiltered = false
}

/** Writes to arrays. What rests, is static or a child does not see that until it is announced. */
function writeFields(at: PlayedWorld, slot: Slot, { component: name, data, announce: told }: Do<'write'>): void {
  const { entity } = slot
  const { components } = at.physics
  if (!has(at, entity, components[name])) return
  const store = components[name] as unknown as Record<string, { [index: number]: number }>
  for (const [field, value] of Object.entries(data)) store[field]![entity] = value
  noteWrite(at, slot, told, name === 'Position' || name === 'Rotation' ? 'pose' : name === 'Collider' ? 'size' : name === 'CollisionFilter' ? 'filter' : 'other')
}

function noteWrite(at: PlayedWorld, slot: Slot, told: boolean, what: 'pose' | 'size' | 'filter' | 'other'): void {
  const { entity } = slot
  const isBody = isBodyEntity(at, entity)
  if (told && (isBody || isChild(at, entity))) {
    markChanged(at.world, entity)
    announce(slot)
    return
  }
  if (what === 'other') return
  if (what === 'filter') {
    if (!isBody || !isMoving(at, entity, kindOf(at, entity))) slot.refiltered = true
    return
  }
  // The pose of what moves is looked at by each query, its size by the next step.
  const moves = isBody && kindOf(at, entity) !== 'static' && !isSleeping(at.world, entity)
  if (what !== 'pose' || !moves) slot.stale = true
}

function reshape(at: PlayedWorld, slot: Slot, shape: ShapeSpec): void {
  const { world, physics } = at
  const { entity } = slot
  const { Shape, Position, Mass } = physics.components
  const child = isChild(at, entity)
  if (child && shape.type === 'chain') return
  if (!child && !has(at, entity, Position)) {
    // It was stripped: a body again, where it was.
    addComponent(world, entity, set(Position, { x: 0, y: 0 }))
  }
  const light = !child && !hasArea(shape) && kindOf(at, entity) === 'dynamic' && !has(at, entity, Mass)
  if (light) addComponent(world, entity, set(Mass, { mass: 1 }))
  slot.shape = shape
  slot.remade = true
  announce(slot)
  addComponent(world, entity, set(Shape, shapeOf(shape)))
}

function resize(at: PlayedWorld, slot: Slot, { factor, announce: told }: Do<'resize'>): void {
  const { entity, shape } = slot
  const { Shape } = at.physics.components
  // Points are behind a handle and cannot be written to.
  if (shape === null || 'points' in shape || !has(at, entity, Shape)) return
  slot.shape = scaled(shape, factor)
  Shape.halfWidth[entity]! *= factor
  Shape.halfHeight[entity]! *= factor
  Shape.radius[entity]! *= factor
  noteWrite(at, slot, told, 'size')
}

function strip(at: PlayedWorld, slot: Slot, { components: names }: Do<'strip'>): void {
  const { entity } = slot
  const { components } = at.physics
  // Lines that move need their mass.
  if (names.includes('Mass') && slot.shape !== null && !hasArea(slot.shape)) return
  for (const name of names) {
    if (!has(at, entity, components[name])) continue
    slot.remade = true
    if (name === 'Shape') slot.shape = null
    removeComponent(at.world, entity, components[name])
  }
}

function attach(at: PlayedWorld, slot: Slot, { body, x, y, angle }: Do<'attach'>): void {
  const owner = at.slots.get(body)
  if (!isChild(at, slot.entity) || owner === undefined || !isBodyEntity(at, owner.entity)) return
  slot.stale = false
  owner.remade = true
  setComponent(at.world, slot.entity, at.physics.components.Collider, { body: owner.entity, x, y, angle })
}

function changeSettings(at: PlayedWorld, data: Do<'settings'>['data']): void {
  const { physics } = at
  at.weighed = true
  physics.settings.gravity.x = data.gravityX
  physics.settings.gravity.y = data.gravityY
  physics.settings.substeps = data.substeps
  physics.settings.allowSleep = data.allowSleep
}
