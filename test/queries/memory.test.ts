import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { bundleTo } from '../support/bundle.ts'
import { whole } from '../support/soak.ts'

/**
 * Bytes a query, over 8,000 of each kind with places that are no whole numbers. One number in a box of its own has 16;
 * reading how much memory is used has some too, 0.04 a query.
 */
const MOST = 1

const folder = mkdtempSync(join(tmpdir(), 'queries-'))
const outfile = join(folder, 'frames.mjs')

beforeAll(() => bundleTo(outfile, 'test/queries/memory.frames.ts'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(whole(BROAD_PHASE_NAMES, ['quadtree']))('queries over %s allocate nothing once warm', { timeout: 120_000, retry: 1 }, (broadPhase) => {
  // No collection of the young between two readings: it would hide what was allocated. The least size counts for that.
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128']
  const report = JSON.parse(execFileSync(process.execPath, [...flags, outfile, broadPhase], { encoding: 'utf8' })) as Record<string, number>
  expect(Object.keys(report).length).toBe(39)
  for (const [kind, bytes] of Object.entries(report)) {
    expect([kind, bytes < MOST ? 'nothing' : bytes]).toEqual([kind, 'nothing'])
  }
})
