import type { ItemBuffer } from '../stores/buffers.ts'
import type { Extent, StateList } from '../stores/state-list.ts'

/** A surface that is not flat. */
export interface WaterSurface {
  /** Where the first height is: so far to the right of the field's origin, seen with the surface up. Unit: length. */
  readonly left: number
  /** From one height to the next. Unit: length, greater than 0. */
  readonly spacing: number
  /** How far the water is above `Field.surface`, from left to right; between them it is straight, beyond them level. */
  readonly heights: Float64Array
  /** Called before each step to write the heights anew. `time` is `Field.time`: how long the field has been acting, seconds. */
  readonly update?: ((heights: Float64Array, time: number) => void) | undefined
}

/** Doubles of a row of heights besides the heights: where it begins, its spacing, how many there are, and their digest. */
const ROW_STRIDE = 4

/**
 * The rows of heights of all water, one behind the other: the form in which they are saved. They are taken from the arrays of the
 * user when a save asks how many there are, and written back to them after a restore.
 */
export class SurfaceRows {
  /** Rows, and all their heights. */
  count = 0
  total = 0
  rowFields = new Uint32Array(4)
  rows = new Float64Array(4 * ROW_STRIDE)
  heights = new Float64Array(64)
  private readonly fields: ItemBuffer
  private readonly surfaces: Map<number, WaterSurface>
  private readonly digests: Map<number, number>

  /** @param fields The entities with a `Field`. @param surfaces, digests By field. */
  constructor(fields: ItemBuffer, surfaces: Map<number, WaterSurface>, digests: Map<number, number>) {
    this.fields = fields
    this.surfaces = surfaces
    this.digests = digests
  }

  list(list: StateList): void {
    const rows: Extent = {
      used: () => {
        this.pack()
        return this.count
      },
      reserve: (entries) => this.reserve(entries, 0),
      cleared: false,
    }
    const heights: Extent = { used: () => this.total, reserve: (entries) => this.reserve(0, entries), cleared: false }
    list.array(this, 'rowFields', rows).array(this, 'rows', rows, ROW_STRIDE).array(this, 'heights', heights).counts(this, 'count', 'total')
    list.after.push(() => this.unpack())
  }

  private pack(): void {
    const { fields, surfaces, digests } = this
    this.count = 0
    this.total = 0
    for (let i = 0; i < fields.count; i++) {
      const field = fields.items[i]!
      const form = surfaces.get(field)
      if (form === undefined) continue
      this.reserve(this.count + 1, this.total + form.heights.length)
      const row = this.count * ROW_STRIDE
      this.rowFields[this.count++] = field
      this.rows[row] = form.left
      this.rows[row + 1] = form.spacing
      this.rows[row + 2] = form.heights.length
      this.rows[row + 3] = digests.get(field) ?? NaN
      this.heights.set(form.heights, this.total)
      this.total += form.heights.length
    }
  }

  private unpack(): void {
    const { surfaces, digests } = this
    // Functions are in no state: those of today go on.
    const before = new Map(surfaces)
    surfaces.clear()
    digests.clear()
    let from = 0
    for (let i = 0; i < this.count; i++) {
      const field = this.rowFields[i]!
      const [left = 0, spacing = 0, length = 0, digest = 0] = this.rows.subarray(i * ROW_STRIDE, (i + 1) * ROW_STRIDE)
      const heights = this.heights.subarray(from, from + length)
      from += length
      surfaces.set(field, formOf(before.get(field), left, spacing, heights))
      if (digest === digest) digests.set(field, digest)
    }
  }

  private reserve(rows: number, heights: number): void {
    if (rows > this.rowFields.length) {
      const [oldFields, oldRows] = [this.rowFields, this.rows]
      this.rowFields = new Uint32Array(2 * rows)
      this.rows = new Float64Array(2 * rows * ROW_STRIDE)
      this.rowFields.set(oldFields)
      this.rows.set(oldRows)
    }
    if (heights > this.heights.length) {
      const old = this.heights
      this.heights = new Float64Array(2 * heights)
      this.heights.set(old)
    }
  }
}

/** The form of today, with the heights of the state, or a new one where it is another. */
function formOf(known: WaterSurface | undefined, left: number, spacing: number, heights: Float64Array): WaterSurface {
  if (known !== undefined && known.left === left && known.spacing === spacing && known.heights.length === heights.length) {
    known.heights.set(heights)
    return known
  }
  return { left, spacing, heights: heights.slice(), ...(known?.update === undefined ? {} : { update: known.update }) }
}
