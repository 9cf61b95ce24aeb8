import type { ColumnKind, Columns } from '../src/stores/columns.ts'
import { MOST_NUMBER } from './limits.ts'

/** What a field of a component accepts. */
export type FieldRule =
  | 'finite'
  | 'finiteOrNaN'
  | 'positive'
  | 'nonNegative'
  | 'nonNegativeOrNaN'
  | 'unit'
  | 'boolean'
  | 'uint32'
  | 'int32'
  | 'combineRule'

/** One array of a component. */
export interface FieldSpec {
  readonly kind: ColumnKind
  /** The value of a field that was never set, and after the component was added. */
  readonly initial: number
  readonly rule: FieldRule
  /** The smallest size of a number that is not 0. Default: none. */
  readonly least?: number
  /** The largest size of a number. Default: none. */
  readonly most?: number
}

/** The fields of a component, and what each may hold. */
export interface ComponentSpec<F extends string> {
  readonly name: string
  readonly fields: Readonly<Record<F, FieldSpec>>
}

/** Anything a numeric field can be kept in: our columns, and any array a user brings. */
export interface NumericArray {
  readonly length: number
  [index: number]: number
}

const texts = new WeakMap<ComponentSpec<string>, string>()

/**
 * The text of a store without its arrays. What is read from a text has its properties from the start, and the same hidden class in each
 * world, which no copy has. V8 makes a dictionary of an object that gets 21 of them by computed names: with their state in one, moves of
 * characters took 11 to 20 % longer.
 */
function textOf(spec: ComponentSpec<string>): string {
  let text = texts.get(spec)
  if (text === undefined) {
    text = JSON.stringify(Object.fromEntries(Object.keys(spec.fields).map((key) => [key, null])))
    texts.set(spec, text)
  }
  return text
}

/**
 * Makes the struct-of-arrays store of a component. Its only enumerable properties are the arrays.
 * @param before A store of this component that was made for the same world earlier, and is to be used again with what it
 * holds.
 */
export function createStore<S extends object>(spec: ComponentSpec<string>, columns: Columns, before: S | undefined): S {
  const store = (before ?? JSON.parse(textOf(spec))) as S & Record<string, Float64Array>
  for (const [key, field] of Object.entries(spec.fields)) {
    const old = before === undefined ? undefined : store[key]
    const column = columns.define(store, key, field.kind, 1, field.initial)
    if (old !== undefined) column.set(old.subarray(0, column.length))
  }
  return store
}

/**
 * Where the numbers of an entity are in the columns of a component that not all have: those of one that came after the columns had
 * grown last are where nobody's are, at 0, and there what they are at first.
 */
export function placeIn(column: NumericArray, entity: number): number {
  return entity < column.length ? entity : 0
}

/** Says what is wrong with `value` for a field of this rule, or returns `''`. */
export function ruleViolation(rule: FieldRule, value: unknown): string {
  if (rule === 'boolean') return value === true || value === false || value === 0 || value === 1 ? '' : 'must be true, false, 0 or 1'
  if (typeof value !== 'number') return 'must be a number'
  if ((rule === 'finiteOrNaN' || rule === 'nonNegativeOrNaN') && Number.isNaN(value)) return ''
  if (!Number.isFinite(value)) return 'must be finite'
  switch (rule) {
    case 'finite':
    case 'finiteOrNaN':
      return ''
    case 'positive':
      return value > 0 ? '' : 'must be greater than 0'
    case 'nonNegative':
    case 'nonNegativeOrNaN':
      return value >= 0 ? '' : 'must not be negative'
    case 'unit':
      return value >= 0 && value <= 1 ? '' : 'must be between 0 and 1'
    case 'uint32':
      return Number.isInteger(value) && value >= 0 && value <= 0xffffffff ? '' : 'must be an integer of 32 bits'
    case 'combineRule':
      return Number.isInteger(value) && value >= 0 && value <= 5 ? '' : 'must be a CombineRule, 0 to 5'
    case 'int32':
      return Number.isInteger(value) && value >= -0x80000000 && value <= 0x7fffffff
        ? ''
        : 'must be an integer between -2147483648 and 2147483647'
  }
}

/** Says what is wrong with `value` for a field, or returns `''`. */
export function fieldViolation({ rule, least, most }: FieldSpec, value: unknown): string {
  return ruleViolation(rule, value) || rangeViolation(value as number, least, most)
}

/** Says that a number is too small or too large, or returns `''`. 0 has no size, and NaN was let through on purpose. */
export function rangeViolation(value: number, least = 0, most = Infinity): string {
  const size = Math.abs(value)
  if (size > most) return `must be at most ${tidy(most)}`
  return size < least && size > 0 ? `must be at least ${tidy(least)}` : ''
}

/** A limit as it was meant: 1e-6 · 100 is not quite 0.0001. */
function tidy(limit: number): number {
  return Number(limit.toPrecision(9))
}

/** A field of the default kind: a finite 64-bit float that starts at `initial`, by default of any size that is sound. */
export const float = (initial = 0, rule: FieldRule = 'finite', most = MOST_NUMBER, least = 0): FieldSpec => ({
  kind: 'f64', initial, rule, most, least,
})
