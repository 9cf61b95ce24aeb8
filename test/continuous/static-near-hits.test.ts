import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, hashWorld, markChanged, polygon } from '../../src/index.ts'
import { AddressTable, WITNESSES } from '../../src/kernel/address-table.ts'
import { inner } from '../support/inner.ts'
import { random } from '../support/bowl.ts'
import { TestWorld } from '../support/worlds.ts'

/** How far the posts are apart in a row, and the rows. */
const APART = 30

/** What hits each other quickly in many places, at each near a post of its own. */
class Hits {
  readonly t = new TestWorld({ gravity: { x: 0, y: -10 } })
  readonly posts: number[] = []
  searches = 0

  constructor(rows: number) {
    const { t } = this
    const { Rotation, Static, Velocity } = t.components
    const next = random(3)
    for (let i = 0; i < 10 * rows; i++) {
      const [x, y] = [APART * (i % 10), APART * Math.floor(i / 10)]
      this.posts.push(t.add(box(1, 0.2), x, y, Static))
      for (let k = 0; k < 4; k++) {
        t.add(
          k % 2 === 0 ? circle(0.3) : polygon([{ x: 0, y: 0 }, { x: 0.8, y: 0 }, { x: 0.2, y: 0.6 }]), x + 0.8 * k - 1.2, y + 1 + 0.6 * k,
          set(Rotation, { angle: 6 * next() }), set(Velocity, { x: 10 * (1.5 - k), y: -12 - 8 * k, angular: 20 * next() - 10 }),
        )
      }
    }
    const { collision } = inner(t.physics)
    const { broadPhase } = collision
    const search = broadPhase.fixedRegion!.bind(broadPhase)
    broadPhase.fixedRegion = (region, out) => {
      this.searches++
      search(region, out)
    }
  }

  get witnesses(): number {
    return inner(this.t.physics).solver.states.memory.i32[AddressTable.WitnessCount >> 2]!
  }
}

test('what is remembered of statics near hits changes nothing but how often is searched', () => {
  const [one, other] = [new Hits(6), new Hits(6)]
  // Who asks may remove what was found: nothing is remembered then.
  other.t.physics.hooks.preSolve = () => true
  let most = 0
  for (let step = 0; step < 40; step++) {
    one.t.step()
    other.t.step()
    expect(hashWorld(one.t.world)).toBe(hashWorld(other.t.world))
    expect(other.witnesses).toBe(0)
    most = Math.max(most, one.witnesses)
  }
  // So many that the first ones were forgotten.
  expect(most).toBeGreaterThan(WITNESSES)
  expect(one.searches).toBeLessThan(0.9 * other.searches)
})

test('what was static near hits of a step is not remembered in the next one: it may be gone', () => {
  const hits = new Hits(2)
  const { t, posts } = hits
  t.step(2)
  expect(hits.witnesses).toBeGreaterThan(0)
  for (const post of posts) {
    t.components.Position.x[post] = 5000
    markChanged(t.world, post)
  }
  const { searches } = hits
  t.step()
  // Hits there are: it was searched for what is near them.
  expect(hits.searches).toBeGreaterThan(searches)
  expect(hits.witnesses).toBe(0)
})
