/** Entries of an array and fields of an object that are shown. */
const MOST = 12

/** A value as a line of text: strings as they are, the rest as it would be written. */
export function inspect(value: unknown, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value)
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (depth > 2) return Array.isArray(value) || ArrayBuffer.isView(value) ? '[…]' : '{…}'
  if (Array.isArray(value)) return list('[', value, value.length, ']', depth)
  if (ArrayBuffer.isView(value) && 'length' in value) {
    const array = value as Float64Array
    return list(`${array.constructor.name}(${array.length}) [`, Array.from(array.subarray(0, MOST)), array.length, ']', depth)
  }
  if (value instanceof Map || value instanceof Set) return list(`${value.constructor.name}(${value.size}) {`, [...value], value.size, '}', depth)
  const fields = Object.entries(value)
  const shown = fields.slice(0, MOST).map(([name, field]) => `${name}: ${inspect(field, depth + 1)}`)
  if (fields.length > MOST) shown.push('…')
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`
}

function list(open: string, values: readonly unknown[], length: number, close: string, depth: number): string {
  const shown = values.slice(0, MOST).map((entry) => inspect(entry, depth + 1))
  if (length > MOST) shown.push(`… ${length - MOST} more`)
  return `${open}${shown.join(', ')}${close}`
}
