import { describe, expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { type Physics, hashWorld } from '../../src/index.ts'

/** Scenes with corners that graze, what falls fast, and what is driven; steps until all of it has met. */
const runs: [name: string, steps: number][] = [
  ['platformer', 120], ['terrain', 130], ['elevators', 100], ['filters', 120], ['tiled-level', 60], ['tumbler', 60],
]

function hashesOf(name: string, steps: number, prepare: (physics: Physics) => void): number[] {
  const entry = findScene(name)!
  const built = buildScene(entry.create(entry.opening ?? {}))
  prepare(built.physics)
  return Array.from({ length: steps }, () => {
    built.step()
    return hashWorld(built.world)
  })
}

describe.each(runs)('%s comes out the same to the last bit', (name, steps) => {
  const wanted = hashesOf(name, steps, () => {})

  test.each(['filterPair', 'preSolve'] as const)('with a %s that says yes to all', (hook) => {
    let asked = 0
    const hashes = hashesOf(name, steps, ({ hooks }) => {
      hooks[hook] = () => {
        asked++
        return true
      }
    })
    expect(asked).toBeGreaterThan(20)
    expect(hashes).toEqual(wanted)
  })
})
