import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'

test('builds, frames and queries allocate nothing once warm', { timeout: 30000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadtree-'))
  try {
    const outfile = join(folder, 'frames.mjs')
    buildSync({ entryPoints: ['test/quadtree/memory.frames.ts'], outfile, bundle: true, format: 'esm', platform: 'node' })
    const report = JSON.parse(execFileSync(process.execPath, ['--expose-gc', outfile], { encoding: 'utf8' })) as Record<string, number>
    // Bytes a frame of 3,000 boxes (a build of them, or 100 or 200 queries): one object a box would
    // be 48,000 and more. What remains are numbers that the engine boxes where a call is not inlined.
    for (const [what, bytes] of Object.entries(report)) expect([what, bytes < 30000 ? 'nothing' : bytes]).toEqual([what, 'nothing'])
    expect(report['retained']).toBeLessThan(4000)
    expect(Object.keys(report).length).toBe(7)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
