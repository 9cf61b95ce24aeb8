import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../cli.ts'
import { resultPath } from './bundle.ts'

/** The JSON file of the latest report of `peers`. */
export function latestReport(): string {
  const folder = join(resultPath('x'), '..')
  const files = readdirSync(folder).filter((name) => name.startsWith('peers-') && name.endsWith('.json')).sort()
  if (files.length === 0) throw new UsageError('no report in bench/results: run the bench first')
  return join(folder, files.at(-1)!)
}
