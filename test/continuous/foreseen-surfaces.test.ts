import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { CombineRule, box, capsule, circle, polygon } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { FollowedRow } from '../../src/solver/followed-records.ts'
import { inner } from '../support/inner.ts'
import { random } from '../support/bowl.ts'
import { TestWorld } from '../support/worlds.ts'

const FRICTION = 0.5
const RESTITUTION = 0.25

/** What falls quickly and turns, on a floor: all of one surface, whose numbers every rule combines to themselves. */
function rain(kernel: typeof simdKernel, material: object): TestWorld {
  const world = new TestWorld({ kernel, gravity: { x: 1, y: -10 } })
  const { Material, Rotation, Velocity, Static } = world.components
  const surface = { friction: FRICTION, restitution: RESTITUTION, ...material }
  const next = random(1)
  const shapes = [box(0.5, 0.3), circle(0.4), capsule(0.4, 0.2), polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0.2, y: 0.7 }])]
  world.add(box(30, 1), 0, -1, Static, set(Material, surface))
  for (let i = 0; i < 40; i++) {
    world.add(
      shapes[i % 4]!, 2 * (i % 8) - 8, 1 + 1.5 * Math.floor(i / 8), set(Rotation, { angle: 6 * next() }),
      set(Velocity, { x: 6 * next() - 3, y: -20 * next(), angular: 20 * next() - 10 }), set(Material, surface),
    )
  }
  return world
}

function placesIn({ components: { Position, Rotation } }: TestWorld): number[] {
  return [Position.x, Position.y, Rotation.angle].flatMap((column) => Array.from(column))
}

test.each([['SIMD', simdKernel], ['plain', plainKernel]])('%s: surfaces with rules of their own are asked for where contacts are followed, too', (_, kernel) => {
  const usual = rain(kernel, {})
  const ruled = rain(kernel, { frictionRule: CombineRule.Max, restitutionRule: CombineRule.Min })
  const other = rain(kernel, { frictionRule: CombineRule.Multiply })
  let followed = 0
  let differs = false
  for (let step = 0; step < 60; step++) {
    for (const world of [usual, ruled, other]) world.step()
    expect(placesIn(ruled)).toEqual(placesIn(usual))
    differs ||= placesIn(other).some((place, i) => place !== placesIn(usual)[i])
    const { rows } = inner(ruled.physics).solver
    const { i32 } = rows.contacts.memory
    for (let n = 0; n < rows.followed.count; n++) if (i32[rows.followed.place(n) + FollowedRow.Points]! > 0) followed++
  }
  expect(followed).toBeGreaterThan(100)
  expect(differs).toBe(true)
})
