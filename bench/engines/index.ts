import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../harness/bundle.ts'

/** An engine that can be measured; it is only loaded in its worker. */
export interface EngineEntry {
  /** As in `--engine`. */
  readonly name: string
  /** File in this folder. */
  readonly module: string
  /** Package in bench/node_modules, or null for ours. */
  readonly packageName: string | null
}

/** Ours first: it is what the others are compared with. */
export const engines: readonly EngineEntry[] = [
  { name: 'bitecs-physics', module: 'ours', packageName: null },
  { name: 'box2d3-wasm', module: 'box2d', packageName: 'box2d3-wasm' },
  { name: 'rapier-simd', module: 'rapier-simd', packageName: '@dimforge/rapier2d-simd-compat' },
  { name: 'rapier', module: 'rapier-compat', packageName: '@dimforge/rapier2d-compat' },
  { name: 'planck', module: 'planck', packageName: 'planck' },
  { name: 'matter-js', module: 'matter', packageName: 'matter-js' },
  { name: 'phaser-box2d', module: 'phaser-box2d', packageName: 'phaser-box2d' },
  { name: 'p2-es', module: 'p2-es', packageName: 'p2-es' },
]

/** The installed version, or null when the package is not there. */
export function installedVersion({ packageName }: EngineEntry): string | null {
  const file = packageName === null
    ? join(root, 'package.json')
    : join(root, 'bench', 'node_modules', packageName, 'package.json')
  if (!existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
