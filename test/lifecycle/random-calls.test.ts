import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashWorld, removePhysics } from '../../src/index.ts'
import { EventLedger } from '../support/ledger.ts'
import { SOAK } from '../support/soak.ts'
import { type Call, Player, callsArbitrary } from '../support/player.ts'
import { validate } from '../support/validate.ts'

/**
 * So many programs, always the same ones: shortening one that fails takes minutes. `npm run soak` looks for others, ten times
 * as many.
 */
function chosen(count: number): { numRuns: number; seed?: number; endOnFailure?: boolean } {
  return SOAK ? { numRuns: 10 * count } : { numRuns: count, seed: 1, endOnFailure: true }
}

/** Plays calls and checks the whole world after each step; then takes the plugin off. */
function playChecked(calls: readonly Call[]): Player {
  const player = new Player()
  const ledger = new EventLedger(player.physics)
  const check = () => {
    ledger.poll()
    validate(player.physics)
  }
  for (const call of calls) if (player.play(call)) check()
  player.step()
  check()
  removePhysics(player.world)
  expect(ledger.close()).toEqual([])
  expect(ledger.ended).toBe(ledger.begun)
  return player
}

/** A capsule in two chains on one spot: a link was foreseen that it was 85 cm deep in. */
const IN_CHAINS: Call[] = [
  { name: 'spawn', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'spawnChain', who: 0, pick: 0, x: 0, y: 0, size: 0.11702216541150093, angle: 0, yes: false },
  { name: 'spawn', who: 4, pick: 521, x: -5e-324, y: 0, size: 0.6705395367439246, angle: 0, yes: false },
  { name: 'spawnChain', who: 0, pick: 0, x: 0, y: 1e-323, size: 0.16666664037674514, angle: 0, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'spawn', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'teleport', who: 877, pick: 0, x: 0, y: 0, size: 0.1, angle: -1.4353220291461595e-307, yes: false },
  { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'tag', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'tag', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'detach', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
  { name: 'markChanged', who: 0, pick: 0, x: 0, y: 0, size: 0.1, angle: 0, yes: false },
]

test('any order of calls leaves a sound world, and each touch that begins ends once', () => {
  fc.assert(fc.property(callsArbitrary(90), (calls) => void playChecked(calls)), {
    ...chosen(80), examples: [[IN_CHAINS]],
  })
})

test('bodies that come to rest, sleep and wake under any order of calls leave a sound world', () => {
  const settle = Array.from({ length: 50 }, () => step())
  const property = fc.property(callsArbitrary(25), callsArbitrary(25), (first, second) => {
    playChecked([...first, ...settle, ...second, ...settle])
  })
  fc.assert(property, chosen(25))
})

test('the same calls give the same bits, also with other worlds at work at the same time', () => {
  const property = fc.property(callsArbitrary(60), callsArbitrary(60), (calls, others) => {
    const alone = new Player()
    for (const call of calls) alone.play(call)
    const beside = new Player()
    const other = new Player({ capacity: 300 })
    for (let i = 0; i < Math.max(calls.length, others.length); i++) {
      if (i < others.length) other.play(others[i]!)
      if (i < calls.length) beside.play(calls[i]!)
    }
    expect(hashWorld(beside.world)).toBe(hashWorld(alone.world))
  })
  fc.assert(property, chosen(40))
})

function step(): Call {
  return { name: 'step', who: 0, pick: 0, x: 0, y: 0, size: 0, angle: 0, yes: false }
}
