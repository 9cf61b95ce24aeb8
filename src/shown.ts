/** Longer texts are cut in an error: somebody may have passed a whole file. */
const MOST_LETTERS = 40

/**
 * For errors: what was given, whatever it is, without a walk through it. A text stands in quotes, so that nobody who reads
 * `got '5'` takes it for the number.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : `an object (${value.constructor?.name ?? 'Object'})`
}
