import type { Growable } from '../stores/columns.ts'
import type { StateArray, StateField, StateGroup, StateIndex, StateList } from '../stores/state-list.ts'
import { KeptArray } from './kept-array.ts'

/** Room for one state of a world: a copy of all that a {@link StateList} names. */
export class Slot {
  readonly arrays: readonly KeptArray[]
  /** Entries of each array. Whole numbers all of these: one from an array of doubles would be boxed wherever it is passed. */
  readonly entries: Int32Array
  readonly counts: Int32Array
  readonly reals: Float64Array
  readonly indices: readonly KeptArray[]
  readonly objects: readonly (object | null)[][]
  private readonly list: StateList
  private readonly groups: readonly StateGroup[]
  /** The group of each array. */
  private readonly groupOf: Int32Array
  /** Of each group the version that is kept, 0 where nobody knows it, and how many entries of it, −1 before there is anything. */
  private readonly groupVersions: Int32Array
  private readonly groupEntries: Int32Array
  /** Of each index the version that is kept. */
  private readonly indexVersions: Int32Array

  constructor(list: StateList) {
    this.list = list
    this.groups = list.groups()
    this.arrays = list.arrays.map(() => new KeptArray())
    this.entries = new Int32Array(list.arrays.length)
    this.groupOf = new Int32Array(list.arrays.length)
    this.groups.forEach(({ places }, i) => places.forEach((place) => (this.groupOf[place] = i)))
    this.groupVersions = new Int32Array(this.groups.length)
    this.groupEntries = new Int32Array(this.groups.length).fill(-1)
    this.indexVersions = new Int32Array(list.indices.length)
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
    const { fields, indices, objects } = this.list
    for (let i = 0; i < this.groups.length; i++) this.saveGroup(i, this.groups[i]!)
    for (let i = 0; i < fields.length; i++) this.saveField(i, fields[i]!)
    for (let i = 0; i < indices.length; i++) this.saveIndex(i, indices[i]!)
    for (let i = 0; i < objects.length; i++) copyObjects(objects[i]!.owner[objects[i]!.key] as object[], this.objects[i]!)
  }

  /** Saves some arrays and numbers alone, by their places in the list: enough to read them, and nothing to be restored. */
  savePart(arrays: readonly number[], fields: readonly number[]): void {
    for (let k = 0; k < arrays.length; k++) {
      const i = this.groupOf[arrays[k]!]!
      this.groupVersions[i] = 0
      this.groupEntries[i] = -1
      this.saveArray(arrays[k]!, this.list.arrays[arrays[k]!]!, this.groups[i]!.extent.used())
    }
    for (let k = 0; k < fields.length; k++) this.saveField(fields[k]!, this.list.fields[fields[k]!]!)
  }

  /**
   * Makes room for all of it: where there is none, nothing was changed.
   * @param used Takes the entries of each group of arrays that are in use now.
   */
  reserve(used: Int32Array): void {
    const { groups } = this
    for (let i = 0; i < groups.length; i++) {
      const { extent } = groups[i]!
      used[i] = extent.used()
      if (this.groupEntries[i]! > 0) extent.reserve(this.groupEntries[i]!)
    }
  }

  /** To be called when {@link arrays} and {@link entries} were filled by somebody else. */
  count(): void {
    for (let i = 0; i < this.groups.length; i++) {
      let most = 0
      for (const place of this.groups[i]!.places) most = Math.max(most, this.entries[place]!)
      this.groupEntries[i] = most
    }
  }

  /** Puts everything back. */
  restore(used: Int32Array): void {
    const { fields, indices, objects, after } = this.list
    for (let i = 0; i < this.groups.length; i++) this.restoreGroup(i, this.groups[i]!, used[i]!)
    for (let i = 0; i < fields.length; i++) this.restoreField(i, fields[i]!)
    for (let i = 0; i < objects.length; i++) copyObjects(this.objects[i]!, objects[i]!.owner[objects[i]!.key] as (object | null)[])
    for (let i = 0; i < indices.length; i++) this.restoreIndex(i, indices[i]!)
    this.restoreVersions(used)
    for (let i = 0; i < after.length; i++) after[i]!()
  }

  /** What is there now is what was there then; of a file nobody knows the version. */
  private restoreVersions(used: Int32Array): void {
    const { groups } = this
    for (let i = 0; i < groups.length; i++) groups[i]!.version?.put(this.groupVersions[i]!)
    // What is left behind those that were kept may be in use in another slot of the same version, with other numbers.
    for (let i = 0; i < groups.length; i++) if (!groups[i]!.extent.cleared && used[i]! > this.groupEntries[i]!) groups[i]!.version?.note()
  }

  /** Whether an array of the world is now, by its version, what it was when this was saved. */
  holds(array: number): boolean {
    const i = this.groupOf[array]!
    const { version } = this.groups[i]!
    return version !== null && version.get() === this.groupVersions[i]
  }

  private saveGroup(i: number, { extent, version, places }: StateGroup): void {
    const used = extent.used()
    const now = version === null ? 0 : version.get()
    if (used === this.groupEntries[i] && (used === 0 || (now !== 0 && now === this.groupVersions[i]))) {
      // Of nothing, too: a restore gives the version back, which others may have as well.
      this.groupVersions[i] = now
      return
    }
    // Where there is no memory for one of them the others are no state either.
    this.groupVersions[i] = 0
    this.groupEntries[i] = -1
    for (let k = 0; k < places.length; k++) this.saveArray(places[k]!, this.list.arrays[places[k]!]!, used)
    this.groupVersions[i] = now
    this.groupEntries[i] = used
  }

  private saveArray(i: number, { owner, key, stride }: StateArray, used: number): void {
    const array = owner[key] as Growable | number[]
    const room = array.length / stride
    this.entries[i] = used < room ? used : room
    this.arrays[i]!.save(array, this.entries[i]! * stride)
  }

  private restoreGroup(i: number, { extent, version, places }: StateGroup, used: number): void {
    if (used === 0 && this.groupEntries[i] === 0) return
    if (version !== null && version.get() === this.groupVersions[i]) return
    for (let k = 0; k < places.length; k++) this.restoreArray(places[k]!, this.list.arrays[places[k]!]!, extent.cleared ? used : 0)
  }

  /** @param end So many entries may have something in them; those that are not kept become what they were at first. */
  private restoreArray(i: number, { owner, key, stride, initial }: StateArray, end: number): void {
    const array = owner[key] as Growable | number[]
    this.arrays[i]!.restore(array)
    const from = this.entries[i]! * stride
    const to = Math.min(end * stride, array.length)
    if (from >= to) return
    if (Array.isArray(array)) array.fill(initial, from, to)
    else array.fill(initial, from, to)
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
    const now = version === null ? 0 : version.get()
    if (now !== 0 && now === this.indexVersions[i] && this.indices[i]!.count === index.length) return
    this.indexVersions[i] = now
    this.indices[i]!.save(index, index.length)
  }

  private restoreIndex(i: number, { owner, key, version, rebuild }: StateIndex): void {
    if (version !== null && version.get() === this.indexVersions[i]) return
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
