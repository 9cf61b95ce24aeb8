import { addComponent, addComponents, addEntity, entityExists, hasComponent, removeEntity, set } from 'bitecs'
import { applyWind, explode, moveCharacter } from '../../src/index.ts'
import { must } from './failure.ts'
import { fieldOf } from './fields.ts'
import { HOOK_ERROR } from './hooks.ts'
import { canGear, canHold, jointOf } from './joints.ts'
import { isBodyEntity, kindOf } from './model.ts'
import type { ExtraOperation } from './operations.ts'
import type { PlayedWorld } from './played-world.ts'
import { shapeOf } from './shapes.ts'

type Do<K extends ExtraOperation['do']> = Extract<ExtraOperation, { do: K }>

/** Plays what needs more than bodies. */
export function playExtra(at: PlayedWorld, operation: ExtraOperation): void {
  switch (operation.do) {
    case 'joint':
      return addJoint(at, operation)
    case 'flip':
    case 'unjoint':
    case 'drive':
      return changeJoint(at, operation)
    case 'field':
      return addField(at, operation)
    case 'tune':
      return tune(at, operation)
    case 'explode': {
      const { x, y, radius, impulse, occlusion } = operation
      explode(at.world, x, y, { radius, falloff: 1, impulse, occlusion })
      return
    }
    case 'blow':
      return blow(at, operation)
    case 'walk':
      return walk(at, operation)
    case 'save':
      return at.save()
    case 'restore':
      return at.restore()
  }
}

function addJoint(at: PlayedWorld, { slot, a, b, spec }: Do<'joint'>): void {
  const { world, physics } = at
  let ends: [number, number]
  if (spec.kind === 'gear') {
    const [one, two] = [at.joints.get(a), at.joints.get(b)]
    if (!canGear(at, one) || !canGear(at, two) || one === two) return
    ends = [one.entity, two.entity]
  } else {
    const [one, two] = [at.slots.get(a), at.slots.get(b)]
    if (one === undefined || two === undefined || one === two || !canHold(at, one.entity) || !canHold(at, two.entity)) return
    ends = [one.entity, two.entity]
  }
  const entity = addEntity(world)
  at.pulled = true
  at.joints.set(slot, { name: slot, entity, kind: spec.kind, a: ends[0], b: ends[1], changed: false, fresh: true })
  addComponent(world, entity, set(physics.components.Joint, jointOf(spec, ...ends)))
}

function changeJoint(at: PlayedWorld, operation: Do<'flip' | 'unjoint'> | Do<'drive'>): void {
  const { world, physics } = at
  const held = at.joints.get(operation.slot)
  if (held === undefined || !entityExists(world, held.entity)) return
  const { Joint } = physics.components
  held.changed = true
  if (operation.do === 'drive') {
    if (operation.announce) addComponent(world, held.entity, set(Joint, { speed: operation.speed }))
    else Joint.speed[held.entity] = operation.speed
  } else if (operation.do === 'flip') Joint.enabled[held.entity] = 1 - Joint.enabled[held.entity]!
  else removeEntity(world, held.entity)
}

function addField(at: PlayedWorld, { slot, shape, x, y, solid, spec }: Do<'field'>): void {
  const { world, physics } = at
  const { Position, Shape, Static, Sensor, Field } = physics.components
  const entity = addEntity(world)
  at.pulled = true
  at.addSlot(slot, entity, shape)
  addComponents(world, entity, set(Position, { x, y }), set(Shape, shapeOf(shape)), Static, set(Field, fieldOf(spec)))
  if (!solid) addComponent(world, entity, Sensor)
}

function tune(at: PlayedWorld, { slot, spec }: Do<'tune'>): void {
  const { Field } = at.physics.components
  const found = at.slots.get(slot)
  if (found === undefined || !entityExists(at.world, found.entity) || !hasComponent(at.world, found.entity, Field)) return
  addComponent(at.world, found.entity, set(Field, fieldOf(spec)))
}

function blow(at: PlayedWorld, { slot, x, y, lift }: Do<'blow'>): void {
  const found = at.slots.get(slot)
  if (found !== undefined && isBodyEntity(at, found.entity)) applyWind(at.world, found.entity, x, y, { lift })
}

function walk(at: PlayedWorld, { slot, vx, vy, dt }: Do<'walk'>): void {
  const { world, physics } = at
  const found = at.slots.get(slot)
  if (found === undefined || found.shape === null || found.shape.type === 'chain') return
  const { entity } = found
  if (!isBodyEntity(at, entity) || kindOf(at, entity) !== 'kinematic') return
  const { Character, CharacterState, Position } = physics.components
  if (!hasComponent(world, entity, Character)) addComponent(world, entity, Character)
  const [x, y] = [Position.x[entity]!, Position.y[entity]!]
  try {
    moveCharacter(world, entity, vx, vy, dt)
  } catch (error) {
    if ((error as Error).message !== HOOK_ERROR) throw error
    must(Position.x[entity] === x && Position.y[entity] === y, 'a move that threw went', () => `${entity} from (${x}, ${y}) to (${Position.x[entity]}, ${Position.y[entity]})`)
  }
  // Who stays where he was is looked at by no step.
  if (Position.x[entity] !== x || Position.y[entity] !== y) found.stale = false
  const numbers = [Position.x[entity]!, Position.y[entity]!, CharacterState.vx[entity]!, CharacterState.vy[entity]!]
  must(numbers.every(Number.isFinite), 'character not finite', () => `${entity}: ${numbers.join(' ')}`)
}
