import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BROAD_PHASE_NAMES } from '../../src/broadphase/choose.ts'

/**
 * Bytes a query, over 8,000 of each kind with places that are no whole numbers. One number that the engine boxes has
 * 16, and which one it boxes depends on when it compiled what; the smallest object that a query could make has more
 * than two of them. Before numbers went through arrays it was 64 to 500.
 */
const MOST = 40

/** The hash of a polygon's points is a number of 32 bits, which may be boxed on its way as well. */
const MOST_OF: Record<string, number> = { queryShapePolygon: 64, castShapePolygon: 64 }

const folder = mkdtempSync(join(tmpdir(), 'queries-'))
const outfile = join(folder, 'frames.mjs')

beforeAll(() => {
  // As the package is built: constants are written into the code.
  buildSync({
    entryPoints: ['test/queries/memory.frames.ts'], outfile, bundle: true, format: 'esm', platform: 'node', minifySyntax: true,
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(BROAD_PHASE_NAMES)('queries over %s allocate nothing once warm', { timeout: 120_000, retry: 2 }, (broadPhase) => {
  // No collection of the young between two readings: it would hide what was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128']
  const report = JSON.parse(execFileSync(process.execPath, [...flags, outfile, broadPhase], { encoding: 'utf8' })) as Record<string, number>
  expect(Object.keys(report).length).toBe(37)
  for (const [kind, bytes] of Object.entries(report)) {
    expect([kind, bytes < (MOST_OF[kind] ?? MOST) ? 'nothing' : bytes]).toEqual([kind, 'nothing'])
  }
})
