import { MOST_NUMBER } from '../../components/limits.ts'
import { TWO_PI, sincosOf } from '../math/rotation.ts'
import { HASH_START, hashFloats } from '../math/hash.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { actingField } from './acting-field.ts'
import type { FieldState } from './field-state.ts'
import type { WaterSurface } from './surface-rows.ts'

/** The surface of the water at hand. */
class Surface {
  row: WaterSurface | null = null
  /** Whether it is anything but flat. */
  uneven = false
  /** Where it is looked at, from the field's origin along the surface, and how high it is there; twice. */
  readonly at = new Float64Array(2)
  readonly height = new Float64Array(2)
}

/** One for all worlds: it lasts for one field of a step. */
export const surface = new Surface()

const phase = new Float64Array(1)
const wave = new Float64Array(2)

/**
 * Lets the row of heights of a field move on, if it has one. Before any field acts: where a height is refused none has acted.
 * @param time How long the field will have been acting.
 */
export function moveSurface({ surfaces }: FieldState, field: number, time: number): void {
  const row = surfaces.get(field)
  if (row === undefined) return
  if (row.update !== undefined) row.update(row.heights, time)
  checkHeights(row.heights, field, 'stepPhysics')
}

/** @throws RangeError on a height that is no finite number. */
export function checkHeights(heights: Float64Array, field: number, caller: string): void {
  for (let i = 0; i < heights.length; i++) {
    if (Math.abs(heights[i]!) <= MOST_NUMBER) continue
    throw new RangeError(
      `${caller}: height ${i} of the water surface of entity ${field} is ${heights[i]}. ` +
        `Heights are finite and at most ${MOST_NUMBER}: mend what writes it, or call setWaterSurface(world, ${field}, null).`,
    )
  }
}

/** Takes up the surface of a field. */
export function takeSurface({ physics, surfaces, digests }: FieldState, field: number): void {
  const { Field } = physics.components
  surface.row = surfaces.get(field) ?? null
  surface.uneven = surface.row !== null || Field.waveHeight[field]! > 0
  if (surface.row === null) return
  const { heights } = surface.row
  const digest = hashFloats(HASH_START, heights, 0, heights.length)
  if (digests.get(field) === digest) return
  digests.set(field, digest)
  actingField.restless = true
}

/** Writes how high the surface is at both places of `surface.at`. */
export function findHeights(physics: PhysicsWorld, field: number): void {
  const { Field } = physics.components
  const { at, height } = surface
  const waveHeight = Field.waveHeight[field]!
  for (let i = 0; i < 2; i++) {
    height[i] = 0
    if (waveHeight > 0 && Field.waveLength[field]! > 0) {
      phase[0] = (TWO_PI * (at[i]! - Field.waveSpeed[field]! * Field.time[field]!)) / Field.waveLength[field]!
      sincosOf(phase, 0, wave, 0)
      height[i] = waveHeight * wave[1]!
    }
    if (surface.row !== null) addRow(surface.row, i)
  }
}

/** Adds the height of a row of them at place `i` of the surface. */
function addRow({ left, spacing, heights }: WaterSurface, i: number): void {
  const { at, height } = surface
  const last = heights.length - 1
  let place = (at[i]! - left) / spacing
  if (!(place > 0)) place = 0
  if (place > last) place = last
  const before = Math.min(Math.floor(place), Math.max(last - 1, 0))
  const after = Math.min(before + 1, last)
  const value = heights[before]! + (heights[after]! - heights[before]!) * (place - before)
  // A system of the user may have written there since the heights were checked.
  if (value - value === 0) height[i] = height[i]! + value
}
