import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { keepConstants } from '../../build/keep-constants.ts'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Bundles a file as the package is built: numbers are written into the code, and arrays are constants. */
export function bundleTo(outfile: string, entry: string): void {
  const { outputFiles } = buildSync({
    absWorkingDir: root, entryPoints: [entry], outfile, bundle: true, minifySyntax: true, format: 'esm', platform: 'node',
    target: 'node20', logLevel: 'error', write: false,
  })
  writeFileSync(outfile, keepConstants(outputFiles[0]!.text))
}

/** Bundles a file and runs it in a process of its own; returns what it printed. */
export function runBundled(entry: string, nodeOptions: readonly string[] = [], args: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'bitecs-physics-'))
  try {
    const outfile = join(folder, 'main.mjs')
    bundleTo(outfile, entry)
    return execFileSync(process.execPath, [...nodeOptions, outfile, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
