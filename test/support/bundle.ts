import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Bundles a file and runs it in a process of its own; returns what it printed. */
export function runBundled(entry: string, nodeOptions: readonly string[] = [], args: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-physics-'))
  try {
    const outfile = join(folder, 'main.mjs')
    buildSync({
      absWorkingDir: root, entryPoints: [entry], outfile, bundle: true, minifySyntax: true, format: 'esm', platform: 'node',
      target: 'node20', logLevel: 'error',
    })
    return execFileSync(process.execPath, [...nodeOptions, outfile, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
