import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Random, between, createRandom } from '../../examples/scenes/random.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { SideBySide, keysOf } from './side-by-side.ts'

type Placing = (random: Random) => [x: number, y: number, halfX: number, halfY: number]

const placings: Record<string, Placing> = {
  'spread out': (random) => [between(random, -20, 20), between(random, -20, 20), size(random), size(random)],
  'in clusters': (random) => {
    const cluster = Math.floor(random() * 4)
    return [cluster * 40 + random(), cluster * -7 + random(), 0.2 * random(), 0.2 * random()]
  },
  'of very different sizes': (random) => {
    const scale = [0.01, 0.3, 3, 80][Math.floor(random() * 4)]!
    return [between(random, -30, 30), between(random, -30, 30), scale * random(), scale * random()]
  },
  'at one spot': () => [1, 2, 0.5, 0.5],
  'without size': (random) => [Math.floor(random() * 6), Math.floor(random() * 6), 0, 0],
  'on a lattice, touching': (random) => [Math.floor(random() * 10), Math.floor(random() * 10), 0.5, 0.5],
  'in a row on a floor': (random) => [between(random, -60, 60), random() * 0.01, 0.5, 0.5],
  'far from the origin': (random) => [1e7 + between(random, -20, 20), -1e9 + between(random, -20, 20), 1, 1],
  'unimaginably far apart': (random) => [
    between(random, -1, 1) * 10 ** Math.floor(random() * 100),
    between(random, -1, 1) * 10 ** Math.floor(random() * 100),
    random(),
    random(),
  ],
}

function size(random: Random): number {
  return random() < 0.05 ? 0 : between(random, 0.1, 1.5)
}

/** One frame: some are added, removed, jostled and teleported. */
function change(world: SideBySide, random: Random, place: Placing, ids: { highest: number; free: number[] }): void {
  const growth = world.live.size < 20 ? 0.9 : world.live.size > 90 ? 0.05 : 0.3
  while (random() < growth) {
    const id = ids.free.length > 0 && random() < 0.7 ? ids.free.pop()! : ++ids.highest + (random() < 0.02 ? 500 : 0)
    ids.highest = Math.max(ids.highest, id)
    world.add(id, random() < 0.3, ...place(random), random() < 0.8)
  }
  const teleports = random() < 0.05 ? 1 : 0.02
  const jostled = random() < 0.3 ? 1 : random() * 0.2
  for (const item of Array.from(world.live)) {
    const roll = random()
    const { minX, minY, maxX, maxY } = world.boxes
    if (roll < 0.01) {
      world.remove(item)
      ids.free.push(item)
    } else if (roll < 0.01 + teleports) {
      world.move(item, ...place(random))
    } else if (random() < jostled) {
      const x = 0.5 * (minX[item]! + maxX[item]!) + between(random, -0.2, 0.2)
      const y = 0.5 * (minY[item]! + maxY[item]!) + between(random, -0.2, 0.2)
      world.move(item, x, y, 0.5 * (maxX[item]! - minX[item]!), 0.5 * (maxY[item]! - minY[item]!))
    }
  }
}

describe('the four broad phases side by side', () => {
  for (const [name, place] of Object.entries(placings)) {
    it(`find the same pairs, regions and rays in 400 frames of boxes ${name}`, () => {
      const random = createRandom(name.length * 7919)
      const world = new SideBySide()
      const ids = { highest: 0, free: [] as number[] }
      let pairs = 0
      for (let frame = 0; frame < 400; frame++) {
        change(world, random, place, ids)
        if (random() < 0.7) pairs += world.comparePairs()
        const [x, y, halfX, halfY] = place(random)
        world.compareRegion(x - 3 * halfX, y - halfY, x + halfX, y + 3 * halfY)
        const [x2, y2] = place(random)
        world.compareRay(x, y, x2, y2)
        world.compareRay(x, y, x, y2)
        world.compareRay(x, y, x2, y)
      }
      world.compareRegion(-Infinity, -Infinity, Infinity, Infinity)
      if (name !== 'unimaginably far apart') expect(pairs).toBeGreaterThan(100)
    })
  }

  it('agree with the definition: brute force is no oracle by itself', () => {
    const random = createRandom(5)
    const world = new SideBySide()
    const ids = { highest: 0, free: [] as number[] }
    const out = new PairBuffer()
    for (let frame = 0; frame < 150; frame++) {
      change(world, random, placings['spread out']!, ids)
      world.moved.compact()
      out.clear()
      world.broadPhases[0]!.computePairs(world.moved, out)
      expect(keysOf(out)).toEqual(world.definedPairs())
      world.comparePairs()
    }
  })

  it('survive any order of calls', () => {
    const at = fc.record({ x: fc.integer({ min: 0, max: 6 }), y: fc.integer({ min: 0, max: 6 }), half: fc.integer({ min: 0, max: 3 }) })
    const call = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), id: fc.integer({ min: 1, max: 24 }), fixed: fc.boolean(), moves: fc.boolean(), at }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), id: fc.integer({ min: 1, max: 24 }), at }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 24 }) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('pairs' as const), id: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('region' as const), id: fc.constant(0), at }) },
    )
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 120 }), (calls) => {
        const world = new SideBySide()
        for (const c of calls) {
          const there = world.live.has(c.id)
          if (c.do === 'add' && !there) world.add(c.id, c.fixed, c.at.x, c.at.y, c.at.half, c.at.half / 2, c.moves)
          if (c.do === 'move' && there) world.move(c.id, c.at.x, c.at.y, c.at.half, c.at.half / 2)
          if (c.do === 'remove' && there) world.remove(c.id)
          if (c.do === 'region') world.compareRegion(c.at.x, c.at.y, c.at.x + c.at.half, c.at.y + c.at.half)
          if (c.do === 'pairs') world.comparePairs()
        }
        world.comparePairs()
      }),
      { numRuns: 400 },
    )
  })

  it('pass over moved entities that were never added', () => {
    const world = new SideBySide()
    world.add(1, false, 0, 0, 1, 1)
    world.add(2, true, 0, 0, 1, 1)
    world.moved.add(3)
    expect(world.comparePairs()).toBe(1)
  })
})

describe('many at once', () => {
  it('finds the pairs of 3,000 boxes that come, jump and go together', () => {
    const random = createRandom(3)
    const world = new SideBySide()
    for (let i = 1; i <= 3000; i++) world.add(i, i % 5 === 0, between(random, 0, 90), between(random, 0, 90), 0.5, 0.5)
    expect(world.comparePairs()).toBeGreaterThan(1000)
    for (let i = 1; i <= 3000; i++) world.move(i, between(random, 0, 90), between(random, 0, 90), 0.5, 0.5)
    expect(world.comparePairs()).toBeGreaterThan(1000)
    for (let i = 1; i <= 2900; i++) world.remove(i)
    for (let i = 2901; i <= 3000; i++) world.move(i, between(random, 0, 9), between(random, 0, 9), 0.5, 0.5)
    expect(world.comparePairs()).toBeGreaterThan(50)
  })
})

describe('a world that changes its kind', () => {
  it('finds the same while it stretches, crowds, grows and shrinks again', () => {
    const random = createRandom(17)
    const world = new SideBySide()
    let highest = 0
    /** Frames of `count` boxes in a field of this size; from large crowds on, brute force shows in the time. */
    const run = (frames: number, count: number, width: number, height: number, moving: number): void => {
      const place: Placing = () => [between(random, 0, width), between(random, 0, height), 0.5, 0.5]
      for (let frame = 0; frame < frames; frame++) {
        while (world.live.size < count) world.add(++highest, highest % 6 === 0, ...place(random))
        for (const item of Array.from(world.live)) {
          if (world.live.size > count) world.remove(item)
          else if (frame === 0) world.move(item, ...place(random))
          else if (random() < moving) world.move(item, world.boxes.minX[item]! + 0.55, world.boxes.minY[item]! + 0.45, 0.5, 0.5)
        }
        world.comparePairs()
        if (frame % 7 === 0) world.compareRegion(0, 0, between(random, 1, width), between(random, 1, height))
      }
    }
    run(40, 150, 400, 4, 1)
    run(40, 150, 8, 8, 1)
    run(90, 150, 4, 400, 1)
    run(40, 300, 300, 20, 0.1)
    run(12, 4200, 400, 100, 0.02)
    run(80, 120, 20, 20, 0.3)
    expect(world.live.size).toBe(120)
  })
})
