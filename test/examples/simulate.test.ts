import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { playScene } from '../../examples/scenes/play.ts'
import { hashWorld } from '../../src/index.ts'
import { openRecording } from '../../src/recording/index.ts'
import { root } from '../support/bundle.ts'

it('npm run simulate -- SCENE --record FILE writes a recording of what it ran, and prints one object', () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulate-'))
  try {
    const file = join(folder, 'cradle.recording')
    const printed = execFileSync(process.execPath, ['examples/run.mjs', 'examples/simulate.ts', 'cradle', '--steps', '30', '--json', '--record', file], { cwd: root, encoding: 'utf8' })
    const { hash, steps } = JSON.parse(printed) as { hash: string; steps: number }
    const recording = openRecording(readFileSync(file), playScene)
    expect([recording.end, recording.about]).toEqual([steps, { scene: 'cradle' }])
    recording.seek(steps)
    expect(hashWorld(recording.world).toString(16).padStart(8, '0')).toBe(hash)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
