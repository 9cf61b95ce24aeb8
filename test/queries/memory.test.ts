import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'

/** Bytes a query. Numbers that the engine boxes where a call is not inlined are all that there is; no objects. */
const MOST = 1500
const MOST_OF: Record<string, number> = { castRays: 10 * MOST, queryView: 3000, nearest: 3000 }

it('queries allocate nothing once warm', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'queries-'))
  try {
    const outfile = join(folder, 'frames.mjs')
    buildSync({ entryPoints: ['test/queries/memory.frames.ts'], outfile, bundle: true, format: 'esm', platform: 'node' })
    for (const broadPhase of ['quadtree', 'grid']) {
      const output = execFileSync(process.execPath, ['--expose-gc', outfile, broadPhase], { encoding: 'utf8' })
      const report = JSON.parse(output) as Record<string, number>
      expect(Object.keys(report).length).toBe(16)
      for (const [kind, bytes] of Object.entries(report)) {
        expect([kind, bytes < (MOST_OF[kind] ?? MOST) ? 'nothing' : bytes]).toEqual([kind, 'nothing'])
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
