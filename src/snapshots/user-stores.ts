import type { Growable } from '../stores/columns.ts'
import { isNumbers } from './bytes.ts'
import { KeptArray } from './kept-array.ts'
import { shown } from '../shown.ts'

type Column = Growable | (number | undefined)[]

/** A component of the user: arrays by entity id, or one such array. */
export type Store = object

/** A copy of what is in stores of the user. */
export class UserStores {
  /** The columns of all stores, one after the other. */
  readonly columns: KeptArray[] = []
  /** Their names, '' where the store is the array; and the places of their stores. */
  readonly names: string[] = []
  private readonly owners: number[] = []
  private count = 0

  /** Bytes held. */
  get bytes(): number {
    let sum = 0
    for (const column of this.columns) sum += column.bytes
    return sum
  }

  /** @throws TypeError on what has no arrays of numbers, or has some that would not be saved. */
  static check(stores: readonly Store[], caller: string): void {
    if (!Array.isArray(stores)) throw new TypeError(`${caller}: stores must be an array, such as [Health, level.store], got ${shown(stores)}.`)
    for (let i = 0; i < stores.length; i++) {
      const store = stores[i]! as Store & { readonly store?: unknown }
      if (typeof store === 'object' && store !== null && typeof store.store === 'object') {
        throw new TypeError(`${caller}: stores[${i}] keeps its numbers in its own store. Give that: level.store in place of level.`)
      }
      if (typeof store === 'object' && store !== null && (isColumn(store) || Object.values(store).some(isColumn))) {
        checkNothingIsLost(store, i, caller)
        continue
      }
      throw new TypeError(
        `${caller}: stores[${i}] has no arrays of numbers. Give components such as { value: new Float64Array(1024) }; ` +
          'tags need not be given.',
      )
    }
  }

  save(stores: readonly Store[]): void {
    this.count = 0
    for (let owner = 0; owner < stores.length; owner++) {
      const store = stores[owner]!
      if (isColumn(store)) this.saveColumn(store, '', owner)
      else for (const key in store) this.saveKey(store as Record<string, unknown>, key, owner)
    }
    // A store may have lost one since this was saved last.
    if (this.columns.length > this.count) this.columns.length = this.count
  }

  /** Stores may have other columns by now: those that were there come back, and those that were not have nothing. */
  restore(stores: readonly Store[]): void {
    for (let i = 0; i < this.columns.length; i++) {
      const store = stores[this.owners[i]!]!
      const kept = this.columns[i]!
      if (isColumn(store)) restoreColumn(kept, store)
      else restoreKey(kept, store as Record<string, unknown>, this.names[i]!)
    }
    let next = 0
    for (let owner = 0; owner < stores.length; owner++) {
      const store = stores[owner]!
      if (isColumn(store)) {
        next++
        continue
      }
      for (const key in store) {
        if (this.names[next] === key && this.owners[next] === owner) next++
        else this.emptyUnknown(store as Record<string, unknown>, key, owner)
      }
    }
  }

  /** Takes a column of a file. */
  add(values: Column | unknown[]): void {
    const kept = new KeptArray()
    kept.take(values)
    this.columns.push(kept)
  }

  /** Says of which stores the columns of a file are. False where they are of other kinds. */
  claim(stores: readonly Store[]): boolean {
    let count = 0
    for (let owner = 0; owner < stores.length; owner++) {
      const store = stores[owner]!
      for (const [name, column] of isColumn(store) ? [['', store] as const] : Object.entries(store)) {
        if (!isColumn(column)) continue
        if (this.columns[count]?.values.constructor !== column.constructor) return false
        this.names[count] = name
        this.owners[count++] = owner
      }
    }
    return count === this.columns.length
  }

  private saveKey(store: Record<string, unknown>, key: string, owner: number): void {
    const column = store[key]
    if (isColumn(column)) this.saveColumn(column, key, owner)
  }

  private saveColumn(column: Column, name: string, owner: number): void {
    if (Array.isArray(column)) checkPlain(column, name === '' ? 'an array' : `'${name}'`)
    this.names[this.count] = name
    this.owners[this.count] = owner
    const kept = (this.columns[this.count++] ??= new KeptArray())
    kept.save(column, column.length)
  }

  private emptyUnknown(store: Record<string, unknown>, key: string, owner: number): void {
    for (let i = 0; i < this.columns.length; i++) if (this.owners[i] === owner && this.names[i] === key) return
    const column = store[key]
    if (Array.isArray(column)) column.length = 0
    else if (isNumbers(column)) column.fill(0)
  }
}

function restoreKey(kept: KeptArray, store: Record<string, unknown>, key: string): void {
  let column = store[key]
  const isSame = kept.isPlain ? Array.isArray(column) : isNumbers(column) && column.constructor === kept.values.constructor && column.length >= kept.count
  if (!isSame) {
    const longest = isNumbers(column) ? Math.max(column.length, kept.count) : kept.count
    column = store[key] = kept.isPlain ? [] : new (kept.values.constructor as new (length: number) => Growable)(longest)
  }
  restoreColumn(kept, column as Column)
}

/** What has grown since is filled up with 0; a list gets its length back. */
function restoreColumn(kept: KeptArray, column: Column): void {
  if (Array.isArray(column)) column.length = Math.min(column.length, kept.count)
  kept.restore(column)
  if (!Array.isArray(column) && column.length > kept.count) column.fill(0, kept.count)
}

function isColumn(value: unknown): value is Column {
  return Array.isArray(value) || isNumbers(value)
}

/**
 * A column that is passed over in silence would be found out by a match that falls apart. Asked when snapshots are made: of what a store has
 * then, and of what its objects have, but no deeper. What no column could be, such as names and empty lists, may be there.
 */
function checkNothingIsLost(store: Store, place: number, caller: string): void {
  if (isColumn(store)) return
  for (const [name, value] of Object.entries(store) as [string, unknown][]) {
    if (isColumn(value) || typeof value !== 'object' || value === null) continue
    if (ArrayBuffer.isView(value)) {
      throw new TypeError(`${caller}: '${name}' of stores[${place}] is a ${value.constructor.name}, which snapshots do not save. Keep its numbers in a Float64Array or Uint32Array.`)
    }
    if (Object.values(value).some(holdsNumbers)) {
      throw new TypeError(
        `${caller}: '${name}' of stores[${place}] holds arrays of its own, which would not be saved with it. Give it beside the ` +
          'others, as a store, or keep it in an object that is not given.',
      )
    }
  }
}

function holdsNumbers(value: unknown): boolean {
  if (!Array.isArray(value)) return isNumbers(value)
  return value.some((number) => number !== undefined) && value.every((number) => number === undefined || typeof number === 'number')
}

function checkPlain(column: readonly unknown[], name: string): void {
  for (let i = 0; i < column.length; i++) {
    if (typeof column[i] === 'number' || column[i] === undefined) continue
    throw new TypeError(
      `save: ${name} of a store holds ${shown(column[i])} for entity ${i}, which is no number. Snapshots save numbers; keep other ` +
        'things in a store that is not given to createSnapshots.',
    )
  }
}
