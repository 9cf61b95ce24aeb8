import type { Program } from './operations.ts'

/** The program as text that can be pasted into a test. */
export function printProgram({ seed, worlds, checkEvery, operations }: Program): string {
  const lines = operations.map((operation) => `    ${literal(operation)},`)
  return [`{`, `  seed: ${seed}, worlds: ${literal(worlds)}, checkEvery: ${checkEvery},`, `  operations: [`, ...lines, `  ],`, `}`].join('\n')
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value !== null && typeof value === 'object') {
    return `{ ${Object.entries(value).map(([key, entry]) => `${key}: ${literal(entry)}`).join(', ')} }`
  }
  return typeof value === 'string' ? `'${value}'` : String(value)
}
