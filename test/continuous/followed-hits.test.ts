import { expect, test } from 'vitest'
import { removeEntity } from 'bitecs'
import { CombineRule, box, capsule, circle, hashWorld } from '../../src/index.ts'
import { AddressTable, FollowAsk } from '../../src/kernel/address-table.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { Lab } from '../physics/lab.ts'
import { random } from '../support/bowl.ts'
import { inner } from '../support/inner.ts'

/** A kernel that counts what it asks for as it follows hits. */
function counting(asked: number[]): KernelMaker {
  return (bytes) => {
    const instance = simdKernel(bytes)
    const followHits = (near: number): number => {
      const what = instance.kernel.followHits(near)
      asked[what] = (asked[what] ?? 0) + 1
      return what
    }
    return { ...instance, kernel: { ...instance.kernel, followHits } }
  }
}

/** Bodies that fly into each other above a floor of tiles, so fast that hits lead to others. */
function crowd(rules: object, asked: number[]): Lab {
  const lab = new Lab({ gravity: { x: 0, y: -10 }, restitutionThreshold: 0.5, kernel: counting(asked) })
  for (let i = 0; i < 12; i++) lab.add(box(1, 1), 2 * i - 11, -1, { kind: 'static', material: { restitution: 0.2 * (i % 3), ...rules } })
  for (const side of [-1, 1]) lab.add(box(1, 12), side * 13, 11, { kind: 'static', material: rules })
  const next = random(5)
  const forms = [circle(0.4), box(0.4, 0.2), capsule(0.3, 0.2)]
  for (let i = 0; i < 120; i++) {
    lab.add(forms[i % 3]!, (i % 12) * 2 - 11 + 0.4 * next(), 1.5 + Math.floor(i / 12) * 2, {
      vx: 20 * (2 * next() - 1), vy: 20 * (2 * next() - 1), angular: 10 * (2 * next() - 1),
      material: { restitution: 0.3 * (i % 4), friction: 0.25 * (i % 5), ...rules },
    })
  }
  return lab
}

test('hits are followed by what their surfaces come to, whether the kernel combines them or is told', () => {
  const [asked, told]: number[][] = [[], []]
  const usual = crowd({}, asked!)
  // The same rules, named.
  const ruled = crowd({ restitutionRule: CombineRule.Max, frictionRule: CombineRule.GeometricMean }, told!)
  for (let step = 0; step < 240; step++) {
    usual.step()
    ruled.step()
    expect(hashWorld(ruled.world), `step ${step}`).toBe(hashWorld(usual.world))
  }
  for (const what of [FollowAsk.Near, FollowAsk.Around, FollowAsk.Ends, FollowAsk.Coming]) {
    expect(asked![what], FollowAsk[what]).toBeGreaterThan(2)
    expect(told![what], FollowAsk[what]).toBe(asked![what])
  }
  expect(asked![FollowAsk.Surfaces]).toBeUndefined()
  expect(told![FollowAsk.Surfaces]).toBeGreaterThan(30)
})

test('what is static near one hit is known of for the next, which changes nothing', () => {
  const [asked, always]: number[][] = [[], []]
  const usual = crowd({}, asked!)
  const hooked = crowd({}, always!)
  // With a hook that may remove bodies it is asked for each hit.
  hooked.physics.hooks.filterPair = () => true
  for (let step = 0; step < 90; step++) {
    usual.step()
    hooked.step()
    expect(hashWorld(hooked.world), `step ${step}`).toBe(hashWorld(usual.world))
  }
  expect(always![FollowAsk.Near]).toBeGreaterThan(1.2 * asked![FollowAsk.Near]!)
  expect(always![FollowAsk.Around]).toBe(asked![FollowAsk.Around])
})

test('what was static near a hit and is removed is not known of in the next step', () => {
  const [asked, always]: number[][] = [[], []]
  const labs = [asked!, always!].map((counts) => {
    const lab = new Lab({ gravity: { x: 0, y: 0 }, restitutionThreshold: 0.5, kernel: counting(counts) })
    const wall = lab.add(box(12, 12), 0, 0, { kind: 'static' })
    lab.add(box(1, 1), 1000, 0, { kind: 'static' })
    const next = random(9)
    const way = (): number => 30 * (2 * next() - 1)
    for (let i = 0; i < 200; i++) lab.add(circle(0.4), (i % 20) - 10, 13 + Math.floor(i / 20), { vx: way(), vy: way(), material: { restitution: 1 } })
    return { lab, wall }
  })
  labs[1]!.lab.physics.hooks.filterPair = () => true
  const step = (): void => {
    asked![FollowAsk.Near] = always![FollowAsk.Near] = 0
    for (const { lab } of labs) lab.step()
  }
  step()
  expect(asked![FollowAsk.Near]).toBeLessThan(always![FollowAsk.Near]!)
  for (const { lab, wall } of labs) removeEntity(lab.world, wall)
  step()
  expect(asked![FollowAsk.Near]).toBeGreaterThan(20)
  expect(asked![FollowAsk.Near]).toBe(always![FollowAsk.Near])
})

test('no more than four hits for each of the first and sixteen are followed in a step', () => {
  const lab = crowd({}, [])
  const { collision: { hits } } = inner(lab.physics)
  hits.clear()
  hits.reserve(10)
  for (let i = 0; i < 10; i++) hits.push(1)
  hits.begin(1)
  // Room for more, which a contact that comes meanwhile may ask for, lets no more be followed.
  hits.reserve(1000)
  for (let i = 0; i < 100; i++) hits.push(1)
  expect(hits.count).toBe(4 * 10 + 16)
})

test('room for many hits is given back, and that for few stays', () => {
  const lab = crowd({}, [])
  const physics = inner(lab.physics)
  const { collision: { hits } } = physics
  const roomFor = (): number => physics.solver.states.memory.i32[AddressTable.ToFollowMost >> 2]!
  hits.clear()
  hits.reserve(10_000)
  expect(roomFor()).toBeGreaterThanOrEqual(10_000)
  hits.giveBack()
  hits.reserve(1)
  expect(roomFor()).toBeLessThan(100)
  hits.reserve(500)
  const few = roomFor()
  hits.giveBack()
  hits.reserve(1)
  expect(roomFor()).toBe(few)
})
