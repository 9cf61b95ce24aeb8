/**
 * Runs in a process of its own with the garbage collector exposed: prints the bytes that a move of one of 200 characters
 * on 200 tiles leaves behind, as JSON, for each foot that is named; and as a check of the method those of one that makes an
 * object.
 */
import { createWorld } from 'bitecs'
import { FEET } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, moveCharacter, spawnBody, stepPhysics } from '../../src/index.ts'

declare const gc: () => void

const DT = 1 / 60
const STEPS = 40
/** Moves until what moves a crowd is compiled. Capsules had 15 to 35 bytes left a move after 700 of them, and 4 to 6 after 3,000. */
const WARM_UP = { box: 700, capsule: 3000 }
const kept: object[] = []
const velocity = new Float64Array(2)

function measure(foot: (typeof FEET)[number], leaks: boolean): number {
  const world = createWorld()
  const { components } = addPhysics(world, { capacity: 4096 })
  const heroes: number[] = []
  for (let floor = 0; floor < 2; floor++) {
    for (let i = 0; i < 100; i++) spawnBody(world, { shape: box(0.5, 0.5), x: i, y: floor * 4, type: 'static' })
    for (let i = 0; i < 100; i++) heroes.push(spawnHero(world, components, foot, i, floor * 4 + 1.02))
  }
  let n = 0
  const move = () => {
    const { CharacterState } = components
    for (let i = 0; i < heroes.length; i++) {
      const hero = heroes[i]!
      const jumps = (n + i * 7) % 90 === 0 && CharacterState.grounded[hero] === 1
      // In an array: a choice between two numbers may be boxed here.
      velocity[0] = Math.floor((n + i * 13) / 60) % 2 === 0 ? 3 : -3
      velocity[1] = CharacterState.vy[hero]! - 9.81 * DT
      if (jumps) velocity[1] = 5
      moveCharacter(world, hero, velocity[0]!, velocity[1]!, DT)
      if (leaks) kept[i] = { hero }
    }
    n++
  }
  for (let i = 0; i < (foot === 'box' ? WARM_UP.box : WARM_UP.capsule); i++) {
    stepPhysics(world, DT)
    move()
  }
  let least = Infinity
  for (let reading = 0; reading < 6; reading++) {
    let bytes = 0
    gc()
    for (let i = 0; i < STEPS; i++) {
      stepPhysics(world, DT)
      const before = process.memoryUsage().heapUsed
      move()
      bytes += process.memoryUsage().heapUsed - before
    }
    least = Math.min(least, bytes / (STEPS * heroes.length))
  }
  return least
}

const report = FEET.filter((foot) => process.argv.includes(foot)).map((foot) => [foot, measure(foot, false)])
console.log(JSON.stringify([...report, ['leaking', measure('box', true)]]))
