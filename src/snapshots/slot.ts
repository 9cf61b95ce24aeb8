import type { Growable } from '../stores/columns.ts'
import type { StateArray, StateField, StateIndex, StateList } from '../stores/state-list.ts'
import { KeptArray } from './kept-array.ts'

/** Room for one state of a world: a copy of all that a {@link StateList} names. */
export class Slot {
  readonly arrays: readonly KeptArray[]
  /** Entries of each array. */
  readonly entries: Float64Array
  /** The version of what is kept of each array, 0 where there is none. */
  readonly versions: Float64Array
  /** The same of each index. */
  private readonly indexVersions: Float64Array
  readonly counts: Int32Array
  readonly reals: Float64Array
  readonly indices: readonly KeptArray[]
  readonly objects: readonly (object | null)[][]
  private readonly list: StateList

  constructor(list: StateList) {
    this.list = list
    this.arrays = list.arrays.map(() => new KeptArray())
    this.entries = new Float64Array(list.arrays.length)
    this.versions = new Float64Array(list.arrays.length)
    this.indexVersions = new Float64Array(list.indices.length)
    this.counts = new Int32Array(list.fields.length)
    this.reals = new Float64Array(list.fields.length)
    this.indices = list.indices.map(() => new KeptArray())
    this.objects = list.objects.map(() => [])
  }

  /** Bytes held. */
  get bytes(): number {
    let sum = 0
    for (const one of this.arrays) sum += one.bytes
    for (const one of this.indices) sum += one.bytes
    return sum
  }

  save(): void {
    const { arrays, fields, indices, objects } = this.list
    for (let i = 0; i < arrays.length; i++) this.saveArray(i, arrays[i]!)
    for (let i = 0; i < fields.length; i++) this.saveField(i, fields[i]!)
    for (let i = 0; i < indices.length; i++) this.saveIndex(i, indices[i]!)
    for (let i = 0; i < objects.length; i++) copyObjects(objects[i]!.owner[objects[i]!.key] as object[], this.objects[i]!)
  }

  /**
   * Makes room for all of it: where there is none, nothing was changed.
   * @param used Takes the entries of each array that are in use now.
   */
  reserve(used: Float64Array): void {
    const { arrays } = this.list
    for (let i = 0; i < arrays.length; i++) used[i] = arrays[i]!.extent.used()
    for (let i = 0; i < arrays.length; i++) arrays[i]!.extent.reserve(this.entries[i]!)
  }

  /** Puts everything back. */
  restore(used: Float64Array): void {
    const { arrays, fields, indices, objects, after } = this.list
    for (let i = 0; i < arrays.length; i++) this.restoreArray(i, arrays[i]!, used[i]!)
    for (let i = 0; i < fields.length; i++) this.restoreField(i, fields[i]!)
    for (let i = 0; i < objects.length; i++) copyObjects(this.objects[i]!, objects[i]!.owner[objects[i]!.key] as (object | null)[])
    for (let i = 0; i < indices.length; i++) this.restoreIndex(i, indices[i]!)
    for (let i = 0; i < after.length; i++) after[i]!()
  }

  private saveArray(i: number, { owner, key, extent, stride, version }: StateArray): void {
    const array = owner[key] as Growable | number[]
    const room = array.length / stride
    const used = extent.used()
    const entries = used < room ? used : room
    const now = version === null ? 0 : version()
    if (now !== 0 && now === this.versions[i] && entries === this.entries[i]) return
    this.versions[i] = now
    this.entries[i] = entries
    this.arrays[i]!.save(array, this.entries[i]! * stride)
  }

  private restoreArray(i: number, { owner, key, extent, stride, initial, version }: StateArray, used: number): void {
    const array = owner[key] as Growable | number[]
    if (version === null || version() !== this.versions[i]) this.arrays[i]!.restore(array)
    const end = Math.min(used * stride, array.length)
    if (!extent.cleared || this.entries[i]! * stride >= end) return
    if (Array.isArray(array)) array.fill(initial, this.entries[i]! * stride, end)
    else array.fill(initial, this.entries[i]! * stride, end)
  }

  private saveField(i: number, { owner, key, kind }: StateField): void {
    if (kind === 'real') this.reals[i] = owner[key] as number
    else this.counts[i] = kind === 'flag' ? Number(owner[key]) : (owner[key] as number)
  }

  /** Written only where it is another: a number from an array of doubles would make the field one of doubles for good. */
  private restoreField(i: number, { owner, key, kind }: StateField): void {
    if (kind === 'count') {
      if (owner[key] !== this.counts[i]) owner[key] = this.counts[i]
    } else if (kind === 'flag') {
      if (owner[key] !== (this.counts[i] === 1)) owner[key] = this.counts[i] === 1
    } else if (!Object.is(owner[key], this.reals[i])) owner[key] = this.reals[i]
  }

  private saveIndex(i: number, { owner, key, version }: StateIndex): void {
    const index = owner[key] as Growable
    const now = version === null ? 0 : version()
    if (now !== 0 && now === this.indexVersions[i] && this.indices[i]!.count === index.length) return
    this.indexVersions[i] = now
    this.indices[i]!.save(index, index.length)
  }

  private restoreIndex(i: number, { owner, key, version, rebuild }: StateIndex): void {
    if (version !== null && version() === this.indexVersions[i]) return
    const index = owner[key] as Growable
    const kept = this.indices[i]!
    if (kept.count === index.length) kept.restore(index)
    else rebuild()
  }
}

function copyObjects(from: readonly (object | null)[], to: (object | null)[]): void {
  to.length = from.length
  for (let i = 0; i < from.length; i++) to[i] = from[i]!
}
