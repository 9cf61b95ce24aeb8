import type { Growable } from '../stores/columns.ts'
import { isNumbers } from './bytes.ts'
import { KeptArray } from './kept-array.ts'

type Column = Growable | (number | undefined)[]

/** A component of the user: arrays by entity id, or one such array. */
export type Store = object

/** A copy of what is in stores of the user. */
export class UserStores {
  /** The columns of all stores, one after the other. */
  readonly columns: KeptArray[] = []
  /** Their names; '' where the store is the array. */
  readonly names: string[] = []
  private count = 0

  /** @throws TypeError on what has no arrays of numbers. */
  static check(stores: readonly Store[]): void {
    for (let i = 0; i < stores.length; i++) {
      const store = stores[i]!
      if (typeof store === 'object' && store !== null && (isColumn(store) || Object.values(store).some(isColumn))) continue
      throw new TypeError(
        `createSnapshots: stores[${i}] has no arrays of numbers. Give components such as { value: new Float64Array(1024) }; ` +
          'tags need not be given.',
      )
    }
  }

  save(stores: readonly Store[]): void {
    this.count = 0
    for (const store of stores) {
      if (isColumn(store)) this.saveColumn(store, '')
      else for (const key in store) this.saveKey(store as Record<string, unknown>, key)
    }
  }

  restore(stores: readonly Store[]): void {
    this.count = 0
    for (const store of stores) {
      if (isColumn(store)) restoreColumn(this.columns[this.count++]!, store, 0)
      else for (const key in store) this.restoreKey(store as Record<string, unknown>, key)
    }
  }

  /** Takes a column of a file. */
  add(values: Column | unknown[]): void {
    const kept = new KeptArray()
    kept.take(values)
    this.columns.push(kept)
  }

  /** Whether what is kept is of the same kinds as what the stores have. */
  fits(stores: readonly Store[]): boolean {
    const now = stores.flatMap((store) => (isColumn(store) ? [store] : Object.values(store).filter(isColumn)))
    return now.length === this.columns.length && now.every((column, i) => this.columns[i]!.values.constructor === column.constructor)
  }

  private saveKey(store: Record<string, unknown>, key: string): void {
    const column = store[key]
    if (isColumn(column)) this.saveColumn(column, key)
  }

  private saveColumn(column: Column, name: string): void {
    if (Array.isArray(column)) checkPlain(column, name === '' ? 'an array' : `'${name}'`)
    this.names[this.count] = name
    const kept = (this.columns[this.count++] ??= new KeptArray())
    kept.save(column, column.length)
  }

  private restoreKey(store: Record<string, unknown>, key: string): void {
    const column = store[key]
    if (!isColumn(column)) return
    const kept = this.columns[this.count++]!
    if (column.length < kept.count && !Array.isArray(column)) {
      store[key] = new (column.constructor as new (length: number) => Growable)(kept.count)
    }
    restoreColumn(kept, store[key] as Column, 0)
  }
}

/** What has grown since is filled up with 0; a list gets its length back. */
function restoreColumn(kept: KeptArray, column: Column, empty: number): void {
  if (Array.isArray(column)) column.length = Math.min(column.length, kept.count)
  kept.restore(column)
  if (!Array.isArray(column) && column.length > kept.count) column.fill(empty, kept.count)
}

function isColumn(value: unknown): value is Column {
  return Array.isArray(value) || isNumbers(value)
}

function checkPlain(column: readonly unknown[], name: string): void {
  for (let i = 0; i < column.length; i++) {
    if (typeof column[i] === 'number' || column[i] === undefined) continue
    throw new TypeError(
      `save: ${name} of a store holds ${String(column[i])} for entity ${i}, which is no number. Snapshots save numbers; keep other ` +
        'things in a store that is not given to createSnapshots.',
    )
  }
}
