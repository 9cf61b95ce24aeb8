import { describe, expect, test } from 'vitest'
import { hashWorld } from '../../src/index.ts'
import { plainKernel } from '../../src/no-wasm.ts'
import { SOAK } from '../support/soak.ts'
import { validate } from '../support/validate.ts'
import { ROOMS, type Room, playStep } from './hostile-rooms.ts'

const SEEDS = SOAK ? 5 : 1

/** The bodies that are not between the walls any more. */
function lost({ t, inside, half }: Room): number[] {
  const { x, y } = t.components.Position
  return inside.filter((e) => !(Math.abs(x[e]!) < half && Math.abs(y[e]!) < half))
}

describe('a room that is meant to be hard', () => {
  test.each(Object.keys(ROOMS))('%s: the same bits with either kernel, all in order, and nothing gets out', (name) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const room = ROOMS[name]!(seed, {})
      const plain = ROOMS[name]!(seed, { kernel: plainKernel })
      for (let step = 0; step < 90; step++) {
        playStep(room, step)
        playStep(plain, step)
        expect(hashWorld(plain.t.world), `seed ${seed}, step ${step}`).toBe(hashWorld(room.t.world))
        expect(lost(room), `seed ${seed}, step ${step}`).toEqual([])
        // Pairs that the user's filter refused are not there, which the check of the pairs does not know.
        if (step % 30 === 29) validate(room.t.physics, { pairs: room.t.physics.hooks.filterPair === null })
      }
    }
  })

  test.each(['fast', 'slow steps', 'substeps'])('%s: the same in units 64 times as small, to the last bit', (name) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const meters = ROOMS[name]!(seed, {})
      const units = ROOMS[name]!(seed, { lengthUnit: 64 })
      for (let step = 0; step < 90; step++) {
        playStep(meters, step)
        playStep(units, step)
      }
      const places = ({ t, inside, unit }: Room) => inside.map((e) => [
        t.components.Position.x[e]! / unit, t.components.Position.y[e]! / unit, t.components.Rotation.angle[e]!,
      ])
      expect(places(units)).toEqual(places(meters))
    }
  })
})
