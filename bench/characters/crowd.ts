import { createWorld } from 'bitecs'
import type { Foot } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, moveCharacter, spawnBody, stepPhysics } from '../../src/index.ts'

const DT = 1 / 60
const WARM = 200
const WINDOWS = 100
const STEPS = 8

/** Milliseconds of a step, and of the moves after it. */
export interface CrowdTime {
  readonly step: number
  readonly moves: number
}

/**
 * Processor time of 1,000 characters that walk and jump on 1,000 tiles, all to one side or through each other: the best of
 * some windows of eight steps, because the machine may be shared.
 */
export function timeCrowd(foot: Foot, mixed: boolean): CrowdTime {
  const world = createWorld()
  const { components } = addPhysics(world, { capacity: 4096 })
  const heroes: number[] = []
  for (let floor = 0; floor < 10; floor++) {
    for (let i = 0; i < 100; i++) spawnBody(world, { shape: box(0.5, 0.5), x: i, y: floor * 4, type: 'static' })
    for (let i = 0; i < 100; i++) heroes.push(spawnHero(world, components, foot, i, floor * 4 + 1.02))
  }
  let n = 0
  const move = () => {
    const { CharacterState } = components
    for (const [i, hero] of heroes.entries()) {
      const phase = mixed ? i : 0
      const jumps = (n + phase * 7) % 90 === 0 && CharacterState.grounded[hero] === 1
      const run = Math.floor((n + phase * 13) / 60) % 2 === 0 ? 3 : -3
      moveCharacter(world, hero, run, jumps ? 5 : CharacterState.vy[hero]! - 9.81 * DT, DT)
    }
    n++
  }
  const best = { step: Infinity, moves: Infinity }
  for (let window = -WARM / STEPS; window < WINDOWS; window++) {
    let step = 0
    let moves = 0
    for (let i = 0; i < STEPS; i++) {
      const start = processorTime()
      stepPhysics(world, DT)
      const between = processorTime()
      move()
      step += between - start
      moves += processorTime() - between
    }
    if (window < 0) continue
    best.step = Math.min(best.step, step / STEPS)
    best.moves = Math.min(best.moves, moves / STEPS)
  }
  return best
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
