import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleTo } from '../support/bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'fields-'))
const outfile = join(folder, 'frames.mjs')

beforeAll(() => bundleTo(outfile, 'test/fields/memory.frames.ts'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('fields allocate nothing once warm: no more than the same bodies without them', { timeout: 120_000, retry: 1 }, () => {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128']
  const report = JSON.parse(execFileSync(process.execPath, [...flags, outfile], { encoding: 'utf8' })) as Record<string, number>
  expect(Object.keys(report).length).toBe(9)
  // Of 100 bodies; one number in a box for each of them would be 1,600 bytes.
  expect(Object.entries(report).filter(([, bytes]) => bytes > 1500)).toEqual([])
})
