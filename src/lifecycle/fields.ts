import type { Columns } from '../stores/columns.ts'
import type { Version } from '../stores/version.ts'
import { type ComponentSpec, type FieldSpec, type NumericArray, fieldViolation } from '../../components/spec.ts'
import { shown } from '../shown.ts'

type Store = Record<string, NumericArray>
type IntegerArray = Uint8Array | Uint16Array | Uint32Array | Int32Array

/** What `set(Component, data)` brings. */
export type Data = Record<string, unknown>

/**
 * The fields of one component as its observers reach them: by number, in arrays that are looked up again only after
 * they grew. Keyed by name, with an `Object.keys` for each entity, adding a body took 3 µs longer.
 */
export class Fields {
  readonly spec: ComponentSpec<string>
  /** By field: what {@link take} found, where {@link given} is 1. */
  readonly values: Float64Array
  readonly given: Uint8Array
  private readonly store: Store
  private readonly columns: Columns
  private readonly provided: boolean
  private readonly extras: readonly string[]
  private readonly version: Version | null
  private readonly keys: readonly string[]
  private readonly rules: readonly FieldSpec[]
  /** The arrays are those of this capacity. */
  private capacity = 0
  private arrays: NumericArray[] = []
  private floats: Float64Array[] = []
  private readonly floatInitials: number[] = []
  private integers: IntegerArray[] = []
  private readonly integerInitials: number[] = []

  /**
   * @param provided The user brought the store: any arrays, which may be replaced at any time.
   * @param extras What data may hold besides the fields, and is not looked at here.
   * @param version Noted when something is written.
   */
  constructor(
    spec: ComponentSpec<string>,
    store: object,
    columns: Columns,
    provided: boolean,
    extras: readonly string[] = [],
    version: Version | null = null,
  ) {
    this.spec = spec
    this.store = store as Store
    this.columns = columns
    this.provided = provided
    this.extras = extras
    this.version = version
    this.keys = Object.keys(spec.fields)
    this.rules = this.keys.map((key) => spec.fields[key]!)
    this.values = new Float64Array(this.keys.length)
    this.given = new Uint8Array(this.keys.length)
    for (const key of this.keys) {
      const { kind, initial } = spec.fields[key]!
      ;(kind === 'f64' ? this.floatInitials : this.integerInitials).push(initial)
    }
  }

  /** Gives the fields of an entity the values they begin with. Data in a store of the user is theirs. */
  reset(entity: number): void {
    // Beyond the arrays of a component that is rare they begin with that.
    if (this.provided || entity >= this.columns.capacity) return
    this.version?.note()
    if (this.capacity !== this.columns.capacity) this.findArrays()
    // Apart, because one store instruction that meets more than four kinds of array takes ten times as long.
    const { floats, floatInitials, integers, integerInitials } = this
    for (let i = 0; i < floats.length; i++) floats[i]![entity] = floatInitials[i]!
    for (let i = 0; i < integers.length; i++) integers[i]![entity] = integerInitials[i]!
  }

  /**
   * Checks data and holds on to it; nothing is written yet.
   * @throws RangeError that says what is wrong with it.
   */
  take(data: Data): void {
    const { keys, values } = this
    this.given.fill(0)
    for (const key in data) {
      let i = 0
      while (i < keys.length && keys[i] !== key) i++
      const value = data[key]
      if (i === keys.length || !this.accepts(i, value)) {
        this.takeSlowly(data)
        return
      }
      values[i] = value as number
      this.given[i] = 1
    }
  }

  /** Adds a number to what was taken, or replaces it there. It must be sound. */
  put(key: string, value: number): void {
    const i = this.keys.indexOf(key)
    this.values[i] = value
    this.given[i] = 1
  }

  /** What a field of an entity will hold when what was taken is written. */
  after(key: string, entity: number): number {
    const i = this.keys.indexOf(key)
    return this.given[i] === 1 ? this.values[i]! : this.store[key]![entity]!
  }

  /** Writes what was taken. */
  write(entity: number): void {
    if (this.provided) {
      for (let i = 0; i < this.keys.length; i++) this.writeField(this.store[this.keys[i]!]!, i, entity)
      return
    }
    if (this.capacity !== this.columns.capacity) this.findArrays()
    this.version?.note()
    for (let i = 0; i < this.arrays.length; i++) this.writeField(this.arrays[i]!, i, entity)
  }

  /** The fields of an entity as an object that can be set. */
  read(entity: number): Record<string, number> {
    const data: Record<string, number> = {}
    for (const key of this.keys) {
      const { initial, kind } = this.spec.fields[key]!
      const value = this.store[key]![entity] ?? initial
      // A prefab must not hand on that it names nobody.
      if (value !== initial || kind !== 'ref') data[key] = value
    }
    return data
  }

  private writeField(array: NumericArray, field: number, entity: number): void {
    if (this.given[field] === 0) return
    // The usual array has an instruction of its own.
    if (array instanceof Float64Array) array[entity] = this.values[field]!
    else array[entity] = this.values[field]!
  }

  private accepts(field: number, value: unknown): boolean {
    const spec = this.rules[field]!
    // Most fields. NaN is not less than anything.
    if (spec.rule === 'finite' && typeof value === 'number') return Math.abs(value) <= spec.most!
    return typeof value === 'number' && fieldViolation(spec, value) === ''
  }

  /** Data that is not just numbers for fields: says what is wrong with it, or finds it sound after all. */
  private takeSlowly(data: Data): void {
    this.given.fill(0)
    for (const key of Object.keys(data)) {
      const field = this.spec.fields[key]
      if (field === undefined) {
        if (this.provided || this.extras.includes(key)) continue
        throw new RangeError(`there is no field '${key}'; the fields are ${this.keys.join(', ')}`)
      }
      const violation = fieldViolation(field, data[key])
      if (violation) throw new RangeError(`${key} ${violation}, got ${shown(data[key])}`)
      const index = this.keys.indexOf(key)
      this.values[index] = Number(data[key])
      this.given[index] = 1
    }
  }

  private findArrays(): void {
    this.capacity = this.columns.capacity
    this.arrays = this.keys.map((key) => this.store[key]!)
    this.floats = this.arrays.filter((array) => array instanceof Float64Array)
    this.integers = this.arrays.filter((array): array is IntegerArray => !(array instanceof Float64Array))
  }
}
