import type { ColumnKind, Columns } from './columns.ts'

/** What a field of a component accepts. */
export type FieldRule =
  | 'finite'
  | 'finiteOrNaN'
  | 'positive'
  | 'nonNegative'
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

/**
 * Makes the struct-of-arrays store of a component. Its only enumerable properties are the arrays.
 * @param before A store of this component that was made for the same world earlier, and is to be used again with what it
 * holds.
 */
export function createStore<S extends object>(spec: ComponentSpec<string>, columns: Columns, before: S | undefined): S {
  const store = (before ?? {}) as Record<string, Float64Array>
  for (const [key, field] of Object.entries(spec.fields)) {
    const old = store[key]
    const column = columns.define(store, key, field.kind, 1, field.initial)
    if (old !== undefined) column.set(old.subarray(0, column.length))
  }
  return store as unknown as S
}

/** Says what is wrong with `value` for a field of this rule, or returns `''`. */
export function ruleViolation(rule: FieldRule, value: unknown): string {
  if (rule === 'boolean' && typeof value === 'boolean') return ''
  if (typeof value !== 'number') return `must be a number, not ${typeof value}`
  if (rule === 'finiteOrNaN' && Number.isNaN(value)) return ''
  if (!Number.isFinite(value)) return 'must be finite'
  switch (rule) {
    case 'finite':
    case 'finiteOrNaN':
      return ''
    case 'positive':
      return value > 0 ? '' : 'must be greater than 0'
    case 'nonNegative':
      return value >= 0 ? '' : 'must not be negative'
    case 'unit':
      return value >= 0 && value <= 1 ? '' : 'must be between 0 and 1'
    case 'boolean':
      return value === 0 || value === 1 ? '' : 'must be true, false, 0 or 1'
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

/** A field of the default kind: a finite 64-bit float that starts at `initial`. */
export const float = (initial = 0, rule: FieldRule = 'finite'): FieldSpec => ({ kind: 'f64', initial, rule })
