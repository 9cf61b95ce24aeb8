import type { EntityId, World } from 'bitecs'
import { checkNames } from '../check-names.ts'
import { exists } from '../exists.ts'
import { requireFields } from './field-state.ts'
import type { WaterSurface } from './surface-rows.ts'
import { checkHeights } from './water-surface.ts'
import { shown } from '../shown.ts'

/**
 * Gives the water of a field a surface of any form: a row of heights that you write, or that `update` writes before each step. It
 * comes on top of the field's waves. Nothing of it is kept in the components. Snapshots and files keep the heights, and a restore writes them
 * into the same array; `update` is in no file: where one is opened give it before you restore.
 * @param form null makes it flat again.
 * @throws Error when the entity has no `Field`, or `addFields` was not called.
 * @throws RangeError on a row without heights or with one that is not finite, or a spacing that is not greater than 0. A step throws
 *   it, too, when such a height was written later. @throws TypeError on a form that is no object.
 */
export function setWaterSurface(world: World, field: EntityId, form: WaterSurface | null): void {
  const state = requireFields(world, 'setWaterSurface')
  if (!exists(world, field) || !state.physics.presence.Field.has(field)) {
    throw new Error(`setWaterSurface: entity ${shown(field)} has no Field. Set it with set(Field, buoyancyField()) first.`)
  }
  if (form === null) {
    state.digests.delete(field)
    if (state.surfaces.delete(field)) state.physics.components.Field.seen[field] = 0
    return
  }
  if (typeof form !== 'object') {
    throw new TypeError(`setWaterSurface: entity ${field} needs { left, spacing, heights }, or null for a flat surface, got ${shown(form)}.`)
  }
  checkNames(form, ['left', 'spacing', 'heights', 'update'], 'setWaterSurface')
  const { left, spacing, heights, update } = form
  if (!(heights instanceof Float64Array) || heights.length === 0) {
    throw new RangeError(`setWaterSurface: entity ${field} needs heights, a Float64Array with at least one.`)
  }
  if (!Number.isFinite(left) || !Number.isFinite(spacing) || spacing <= 0) {
    throw new RangeError(`setWaterSurface: entity ${field} needs a finite left and a spacing greater than 0, got ${shown(left)} and ${shown(spacing)}.`)
  }
  if (update !== undefined && typeof update !== 'function') {
    throw new TypeError(`setWaterSurface: update of entity ${field} must be a function, got a value of type ${typeof update}.`)
  }
  checkHeights(heights, field, 'setWaterSurface')
  state.digests.delete(field)
  state.surfaces.set(field, form)
  state.physics.components.Field.seen[field] = 0
}
