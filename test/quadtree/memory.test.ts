import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleTo } from '../support/bundle.ts'

/**
 * Bytes a frame: a build of 3,000 boxes, 2,700 boxes that move, or 100 to 300 queries. One number boxed for each box
 * would be 43,000 and more; of the frames in which 300 boxes move, 4,800. What remains is a few numbers a frame, and
 * what the compiler leaves: when it compiles what differs from run to run on a loaded machine, so another run may show it.
 */
const MOST = 20_000
const MOST_OF: Record<string, number> = { move: 4800, put: 4800 }

test('builds, frames and queries allocate nothing once warm', { timeout: 30000, retry: 2 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadtree-'))
  try {
    const outfile = join(folder, 'frames.mjs')
    bundleTo(outfile, 'test/quadtree/memory.frames.ts')
    // No collection of the young between two readings: it would hide what was allocated.
    const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128']
    const report = JSON.parse(execFileSync(process.execPath, [...flags, outfile], { encoding: 'utf8' })) as Record<string, number>
    for (const [what, bytes] of Object.entries(report)) {
      expect([what, bytes < (MOST_OF[what] ?? MOST) ? 'nothing' : bytes]).toEqual([what, 'nothing'])
    }
    expect(report['retained']).toBeLessThan(4000)
    expect(Object.keys(report).length).toBe(10)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
