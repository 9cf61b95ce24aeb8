import type { World } from 'bitecs'
import { FieldKind } from '../../components/field-kind.ts'
import { requireOut } from '../check-names.ts'
import { holdsPoint } from '../queries/overlap.ts'
import { refresh } from '../queries/refresh.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { Acting, actingField, takeField } from './acting-field.ts'
import { requireFields } from './field-state.ts'
import { pullAt } from './forces.ts'
import { putInOrder } from './in-order.ts'
import { shown } from '../shown.ts'

/** Where up is. */
export interface Up {
  /** A direction of length 1. */
  x: number
  y: number
  /** How strongly things fall the other way, length/s². */
  gravity: number
}

const point = new Float64Array(2)
const pull = new Float64Array(2)
const ordered = new ItemBuffer()

/**
 * Which way is up at a point of the world: against the sum of its gravity and the accelerations of the fields there (`gravityField`,
 * `radialField`), by their priorities. For characters that walk around a planet.
 * @param out Where to write. Default: a new object.
 * @returns Up against `settings.gravity`, or (0, 1) without any, where nothing falls; `gravity` is 0 there.
 * @throws Error when `addFields` was not called. @throws RangeError on a point that is not finite. @throws TypeError on an `out` that nothing can be written to.
 */
export function fieldUp(world: World, x: number, y: number, out: Up = { x: 0, y: 1, gravity: 0 }): Up {
  const { physics, fields } = requireFields(world, 'fieldUp')
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`fieldUp: the point must be finite, got (${shown(x)}, ${shown(y)}).`)
  requireOut(out, 'fieldUp')
  refresh(physics)
  const { Field } = physics.components
  const { gravity } = physics.settings
  // What was added since the last step is not in order yet, and a question must not put it there.
  ordered.clear()
  for (let i = 0; i < fields.count; i++) ordered.push(fields.items[i]!)
  putInOrder(ordered, Field.priority)
  point[0] = x
  point[1] = y
  let left = 1
  let sumX = 0
  let sumY = 0
  let least = -Infinity
  for (let i = 0; i < ordered.count; i++) {
    const field = ordered.items[i]!
    if (!physics.presence.Field.has(field) || Field.enabled[field] === 0 || Field.kind[field] === FieldKind.None) continue
    if (Field.priority[field]! < least || !physics.bodies.isCollider(field) || !holdsPoint(physics, field, point)) continue
    if (Field.replaces[field] === 1) least = Field.priority[field]!
    left *= Field.gravityScale[field]!
    if (Field.perMass[field] === 0) continue
    takeField(physics, field, 1 / 60)
    pull[0] = 0
    pull[1] = 0
    if (Field.kind[field] === FieldKind.Force) {
      pull[0] = actingField.numbers[Acting.X]!
      pull[1] = actingField.numbers[Acting.Y]!
    } else if (Field.kind[field] === FieldKind.Radial) {
      const { numbers } = actingField
      pullAt(physics, field, numbers[Acting.OriginX]! - x, numbers[Acting.OriginY]! - y, pull)
    }
    sumX += pull[0]!
    sumY += pull[1]!
  }
  sumX += left * gravity.x
  sumY += left * gravity.y
  out.gravity = Math.sqrt(sumX * sumX + sumY * sumY)
  const strength = out.gravity > 0 ? out.gravity : Math.sqrt(gravity.x * gravity.x + gravity.y * gravity.y)
  const fallX = out.gravity > 0 ? sumX : gravity.x
  const fallY = out.gravity > 0 ? sumY : gravity.y
  // Not the negative: 0 shall be 0.
  out.x = strength > 0 ? 0 - fallX / strength : 0
  out.y = strength > 0 ? 0 - fallY / strength : 1
  return out
}
