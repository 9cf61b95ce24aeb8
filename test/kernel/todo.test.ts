import type { World } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { aabb, box, chain, circle, hashWorld } from '../../src/index.ts'
import { AddressTable, LOOK_AHEAD, TODO_STRIDE, Todo } from '../../src/kernel/address-table.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import type { Physics } from '../../src/state/physics.ts'
import { Lab } from '../physics/lab.ts'
import { buildBowl } from '../support/bowl.ts'

/**
 * Makes a kernel whose `collide` lists every contact. What `Kernel.collide` does not list it says there is nothing to do
 * about: so a world in which each is finished all the same has to come out as one in which they are not.
 * @param listed Counts what was listed only because of that.
 */
function listingAll(listed: { quiet: number }): KernelMaker {
  return (bytes) => {
    const instance = simdKernel(bytes)
    const { buffer, kernel } = instance
    const i32 = new Int32Array(buffer)
    const u8 = new Uint8Array(buffer)
    const collide = (first: number, end: number): number => {
      const [active, points, todo] = [i32[AddressTable.Active >> 2]! >> 2, i32[AddressTable.PointCount >> 2]!, i32[AddressTable.Todo >> 2]! >> 2]
      const entries: number[] = []
      const ahead: number[] = []
      const aheadAt = i32[AddressTable.Ahead >> 2]! >> 2
      for (let i = first; i < end; i++) {
        const contact = i32[active + i]!
        const before = u8[points + contact]!
        const touching = i32[AddressTable.Touching >> 2]!
        const left = kernel.collide(i, i + 1)
        const looked = i32[AddressTable.AheadCount >> 2]!
        ahead.push(...i32.subarray(aheadAt, aheadAt + looked))
        if (left === 1) {
          entries.push(i32[todo + Todo.Contact]!, i32[todo + Todo.Before]!)
          continue
        }
        // Who finishes it counts it.
        i32[AddressTable.Touching >> 2] = touching
        entries.push(contact, looked > 0 ? before | LOOK_AHEAD : before)
        listed.quiet++
      }
      i32.set(entries, todo)
      i32.set(ahead, aheadAt)
      i32[AddressTable.AheadCount >> 2] = ahead.length
      return entries.length / TODO_STRIDE
    }
    return { ...instance, kernel: { ...kernel, collide } }
  }
}

interface Running {
  readonly world: World
  readonly physics: Physics
  step(): void
}

/** Everything that can be told of a step from outside. */
function reportOf({ world, physics: { stats, events } }: Running): unknown[] {
  const counts = Object.entries(events).map(([name, { count }]) => `${name} ${count}`)
  return [hashWorld(world), stats.contacts, stats.pairs, ...counts]
}

/** Plays the same thing twice. Returns how many times a contact was not listed. */
function compare(steps: number, build: (options: { kernel?: KernelMaker }) => Running): number {
  const listed = { quiet: 0 }
  const usual = build({})
  const all = build({ kernel: listingAll(listed) })
  for (let step = 0; step < steps; step++) {
    usual.step()
    all.step()
    expect(reportOf(all)).toEqual(reportOf(usual))
  }
  return listed.quiet
}

describe('about a contact that collide does not list there is nothing to do', () => {
  test.each([
    ['terrain', { count: 60, statics: 600 }],
    ['tumbler', { count: 120 }],
    ['shapes', {}],
    ['mixed-sizes', { count: 120 }],
    ['box-bin', { count: 100 }],
    ['one-way', {}],
  ])('in the scene %s', (name, options) => {
    const quiet = compare(90, (more) => buildScene(findScene(name)!.create(options), more))
    expect(quiet).toBeGreaterThan(50)
  })

  test('in a bowl of all kinds of bodies', () => {
    expect(compare(60, ({ kernel }) => buildBowl(5, 100, 4, kernel))).toBeGreaterThan(2000)
  })

  test('of circles that pass the upright corners of a box that never turns, on a body that is turned', () => {
    const quiet = compare(20, (options) => {
      const lab = new Lab({ gravity: { x: 0, y: 0 }, ...options })
      const turned = lab.add(circle(0.1), 0, -1, { kind: 'static', angle: 0.7 })
      lab.attach(turned, aabb(30, 1), 0, 0)
      for (let i = 0; i < 40; i++) lab.add(circle(0.3), i - 20, 0.318, { vx: 3, vy: -0.1 })
      return lab
    })
    expect(quiet).toBeGreaterThan(100)
  })

  test('of balls and boxes that slide over a row of tiles', () => {
    const quiet = compare(60, (options) => {
      const lab = new Lab(options)
      for (let i = -10; i < 10; i++) lab.add(aabb(0.5, 0.5), i, -0.5, { kind: 'static' })
      for (let i = 0; i < 6; i++) lab.add(i % 2 ? circle(0.3) : aabb(0.3, 0.3), i - 8, 0.31, { vx: 4 })
      return lab
    })
    expect(quiet).toBeGreaterThan(50)
  })
})

test('nothing is left to do about boxes that lie in the valleys of a chain', () => {
  let left = 0
  const counting: KernelMaker = (bytes) => {
    const made = simdKernel(bytes)
    const { kernel } = made
    const collide = (first: number, end: number): number => {
      const count = kernel.collide(first, end)
      left += count
      return count
    }
    return { ...made, kernel: { ...kernel, collide } }
  }
  const lab = new Lab({ kernel: counting, allowSleep: false })
  const points = Array.from({ length: 21 }, (_, i) => ({ x: 2 * i - 20, y: i % 2 === 0 ? 0.5 : 0 }))
  lab.add(chain(points), 0, 0, { kind: 'static' })
  for (let i = 0; i < 10; i++) lab.add(box(0.5, 0.3), 4 * i - 18, 0.42)
  for (let i = 0; i < 60; i++) lab.step()
  left = 0
  // One corner on each side of a valley.
  expect(lab.physics.stats.contacts).toBe(20)
  for (let i = 0; i < 10; i++) lab.step()
  expect(left).toBe(0)
})
