import { type EntityId, type World, observe, onAdd, query } from 'bitecs'
import type { System } from '../state/physics.ts'
import { requirePhysics } from '../state/registry.ts'
import { FieldState, findFields, keepFields } from './field-state.ts'
import { gatherFields } from './gather.ts'
import { dragFields, pressFields } from './press.ts'

/**
 * Lets the fields of a world act: puts three systems into its step. Call it once after `addPhysics`; a second time nothing
 * happens. What does not call it has nothing of fields in its bundle and in its step, but for the component.
 * @throws Error when the world has no physics, or its list of systems lacks the stages of the step.
 */
export function addFields(world: World): void {
  const physics = requirePhysics(world, 'addFields')
  if (findFields(physics) !== undefined) return
  const { systems } = physics.face
  insertBefore(systems, 'PrepareSolve', { name: 'GatherFields', run: gatherFields })
  insertBefore(systems, 'Resolve', { name: 'PressFields', run: pressFields, perSubstep: true })
  insertBefore(systems, 'Integrate', { name: 'DragFields', run: dragFields, perSubstep: true })
  const state = new FieldState(physics)
  keepFields(physics, state)
  const { Field } = physics.components
  observe(world, onAdd(Field), (entity: EntityId) => state.add(entity))
  for (const entity of query(world, [Field])) state.add(entity)
}

function insertBefore(systems: System[], stage: string, system: System): void {
  const at = systems.findIndex(({ name }) => name === stage)
  if (at < 0) throw new Error(`addFields: physics.systems has no ${stage}. createPipeline() makes the list as it was.`)
  systems.splice(at, 0, system)
}
