import { removeEntity, set, addComponents } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { type CollisionFilter, circle, hashWorld, markChanged, quadtree, teleport } from '../../src/index.ts'
import { type BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import { mayMeet } from '../../src/contact-rules/may-meet.ts'
import { Lab, randomNumbers } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'
import { validate } from '../support/validate.ts'

type Filter = { readonly [K in keyof CollisionFilter]: number }

/** Filters of which many meet few others, or none. */
const FILTERS: readonly Filter[] = [
  { category: 1, mask: 0xffffffff, group: 0 },
  { category: 2, mask: 1, group: 0 },
  { category: 2, mask: 4, group: 0 },
  { category: 4, mask: 0, group: 0 },
  { category: 0, mask: 0xffffffff, group: 0 },
  { category: 8, mask: 8, group: -1 },
  { category: 16, mask: 32, group: 2 },
  { category: 2 ** 31, mask: 2 ** 31, group: 0 },
]

type Kind = 'static' | 'kinematic' | 'sensor' | 'dynamic'

type Call =
  | { readonly does: 'spawn', readonly kind: Kind, readonly filter: number, readonly x: number, readonly y: number }
  | { readonly does: 'despawn' | 'step', readonly which: number }
  | { readonly does: 'refilter', readonly which: number, readonly filter: number, readonly how: 'set' | 'write' }
  | { readonly does: 'teleport', readonly which: number, readonly x: number, readonly y: number }

const position = fc.integer({ min: 0, max: 60 }).map((value) => value / 10)
const any = fc.nat(200)
const choice = fc.nat(FILTERS.length - 1)

const calls = (length: number): fc.Arbitrary<Call[]> => fc.array(fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('spawn' as const), kind: fc.constantFrom<Kind>('dynamic', 'dynamic', 'static', 'kinematic', 'sensor'), filter: choice, x: position, y: position }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('despawn' as const), which: any }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('refilter' as const), which: any, filter: choice, how: fc.constantFrom('set' as const, 'write' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('teleport' as const), which: any, x: position, y: position }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('step' as const), which: any }) },
), { maxLength: length, size: 'max' })

/** A world in which filters are changed, and the oracle of all pairs is asked after each step. */
class FilterLab {
  readonly lab: Lab
  readonly bodies: number[] = []

  constructor(broadPhase: BroadPhaseFactory, count: number, limited: number, side: number) {
    this.lab = new Lab({ broadPhase, gravity: {}, hz: 60 })
    const next = randomNumbers(count)
    for (let i = 0; i < count; i++) {
      this.spawn(i % 9 === 0 ? 'static' : 'dynamic', next() < limited ? 1 + Math.floor(next() * (FILTERS.length - 1)) : 0, next() * side, next() * side, next)
    }
  }

  play(call: Call): void {
    const { lab, bodies } = this
    if (call.does === 'spawn') return this.spawn(call.kind, call.filter, call.x, call.y, randomNumbers(call.filter))
    if (call.does === 'step') {
      lab.step()
      validate(lab.physics)
      return
    }
    if (bodies.length === 0) return
    const at = call.which % bodies.length
    const body = bodies[at]!
    if (call.does === 'teleport') teleport(lab.world, body, call.x, call.y)
    else if (call.does === 'refilter') this.refilter(body, FILTERS[call.filter]!, call.how)
    else {
      removeEntity(lab.world, body)
      bodies.splice(at, 1)
    }
  }

  private spawn(kind: Kind, filter: number, x: number, y: number, next: () => number): void {
    const { lab } = this
    const moves = { vx: next() * 12 - 6, vy: next() * 12 - 6 }
    this.bodies.push(lab.add(circle(0.15 + 0.2 * next()), x, y, {
      ...(kind === 'static' || kind === 'kinematic' ? { kind } : {}), ...moves, sensor: kind === 'sensor', filter: FILTERS[filter]!,
    }))
  }

  readonly refilter = (body: number, filter: Filter, how: 'set' | 'write'): void => {
    const { world, c } = this.lab
    if (how === 'set') {
      addComponents(world, body, set(c.CollisionFilter, filter))
      return
    }
    c.CollisionFilter.category[body] = filter.category
    c.CollisionFilter.mask[body] = filter.mask
    c.CollisionFilter.group[body] = filter.group
    markChanged(world, body)
  }
}

/** Plays the same with all broad phases: each finds every pair that filters allow and no other, and all come out the same. */
function playAll(count: number, limited: number, play: (lab: FilterLab) => void, side = 6): void {
  const labs = BROAD_PHASE_NAMES.map((name: BroadPhaseName) => new FilterLab(BROAD_PHASES[name], count, limited, side))
  for (const lab of labs) play(lab)
  expect(new Set(labs.map(({ lab }) => hashWorld(lab.world))).size).toBe(1)
}

describe('pairs are those that filters allow', () => {
  test('whatever filters change to', () => {
    fc.assert(fc.property(calls(40), fc.integer({ min: 0, max: 12 }), fc.constantFrom(0.5, 1), (played, count, limited) =>
      playAll(count, limited, (lab) => played.forEach((call) => lab.play(call)))), { numRuns: 20 })
  })

  const PHASES = fc.array(fc.record({ filters: fc.uniqueArray(choice, { minLength: 1, maxLength: 2 }), steps: fc.integer({ min: 1, max: 6 }) }), { minLength: 1, maxLength: 4 })

  test('when the search rests for a while, between those of the kernel', () => {
    let rests = 0
    fc.assert(fc.property(PHASES, (phases) => playAll(240, 0, ({ lab, bodies, refilter }) => {
      lab.step(8)
      for (const { filters, steps } of phases) {
        bodies.forEach((body, i) => refilter(body, FILTERS[filters[i % filters.length]!]!, 'set'))
        for (let i = 0; i < steps; i++) {
          lab.step()
          validate(lab.physics)
          if (lab.physics.stats.pairs === 0) rests++
        }
      }
      bodies.forEach((body) => refilter(body, FILTERS[0]!, 'set'))
      lab.step(2)
      validate(lab.physics)
      expect(lab.physics.stats.pairs).toBeGreaterThan(100)
    }, 9)), { numRuns: 4 })
    expect(rests).toBeGreaterThan(5)
  })
})

/** The default broad phase, and how many searches it was asked for. */
function counted(searches: { count: number }): BroadPhaseFactory {
  return (boxes) => {
    const inside = quadtree(boxes)
    const search = inside.computePairs.bind(inside)
    inside.computePairs = (moved, out) => {
      searches.count++
      search(moved, out)
    }
    return inside
  }
}

/** By the rule of groups, categories and masks. */
function meets(a: Filter, b: Filter): boolean {
  if (a.group !== 0 && a.group === b.group) return a.group > 0
  return (a.mask & b.category) !== 0 && (b.mask & a.category) !== 0
}

describe('a list is searched around', () => {
  const filters = fc.array(fc.record({
    category: fc.constantFrom(0, 1, 2, 4, 8, 2 ** 31), mask: fc.constantFrom(0, 1, 2, 4, 8, 2 ** 31, 0xffffffff), group: fc.constantFrom(0, 0, 0, 0, -3, 3),
  }), { minLength: 2, maxLength: 8 })

  test('wherever one in it may meet any collider', () => {
    let skipped = 0
    fc.assert(fc.property(filters, fc.nat(7), (all, which) => {
      const lab = new Lab()
      const bodies = all.map((one, i) => lab.add(circle(1), 5 * i, 0, { filter: one }))
      const list = inner(lab.physics).collision.moved
      lab.step()
      list.clear()
      const moved = which % bodies.length
      list.add(bodies[moved]!)
      const wanted = all.some((other, i) => i !== moved && meets(all[moved]!, other))
      const told = mayMeet(inner(lab.physics), list)
      if (wanted) expect(told).toBe(true)
      // Its own bits count as well, and those of a group.
      const alone = !all.some((other) => (all[moved]!.mask & other.category) !== 0 && (other.mask & all[moved]!.category) !== 0) && all[moved]!.group <= 0
      if (alone) expect(told).toBe(false)
      if (!told) skipped++
    }), { numRuns: 200 })
    expect(skipped).toBeGreaterThan(20)
  })

  test('where it is short: to look at all filters would take longer', () => {
    const lab = new Lab()
    const bodies = Array.from({ length: 200 }, (_, i) => lab.add(circle(1), 5 * i, 0, { filter: { category: 2, mask: 4 } }))
    lab.step()
    const { columns, collision: { moved } } = inner(lab.physics)
    moved.clear()
    while ((moved.count + 1) * 64 < columns.capacity) {
      moved.add(bodies[moved.count]!)
      expect(mayMeet(inner(lab.physics), moved)).toBe(true)
    }
    expect(moved.count).toBeGreaterThan(1)
    while (moved.count * 64 < columns.capacity) moved.add(bodies[moved.count]!)
    expect(mayMeet(inner(lab.physics), moved)).toBe(false)
  })
})

describe('pairs are searched for', () => {
  const net = { category: 2, mask: 4 }

  test('never in a net that collides with nothing, and again once something comes that it meets', () => {
    const searches = { count: 0 }
    const lab = new Lab({ broadPhase: counted(searches), gravity: {} })
    for (let i = 0; i < 20; i++) lab.add(circle(0.4), i * 0.5, 0, { vx: i, filter: net })
    lab.step(30)
    expect(searches.count).toBe(0)
    const wall = lab.add(circle(2), lab.x(5) + 2.5, 0, { kind: 'static', filter: { category: 4, mask: 2 } })
    lab.step(2)
    expect(searches.count).toBe(2)
    expect(lab.physics.stats.pairs).toBeGreaterThan(0)
    removeEntity(lab.world, wall)
    lab.step(30)
    expect(searches.count).toBe(2)
  })

  test('where one of a group meets the others, whatever their masks', () => {
    const searches = { count: 0 }
    const lab = new Lab({ broadPhase: counted(searches), gravity: {} })
    for (let i = 0; i < 20; i++) lab.add(circle(0.4), i * 0.5, 0, { vx: i, filter: { ...net, group: i < 18 ? 0 : 7 } })
    lab.step(1)
    expect(searches.count).toBe(1)
    expect(lab.physics.stats.pairs).toBe(1)
  })
})
