import { Not, addComponent, addEntity, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { type PairView, queryPairs, removePhysics } from '../../src/index.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { TestWorld } from '../support/worlds.ts'

const list = (view: PairView) => Array.from({ length: view.count }, (_, i) => `${view.a[i]}-${view.b[i]}`).sort()

/** A row of balls that touch their neighbors: 1-2, 2-3, 3-4, 4-5; all but the third carry tags. */
function row() {
  const t = new TestWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  const [Bullet, Enemy, Spent] = [{}, {}, {}]
  const balls = Array.from({ length: 5 }, (_, i) => t.ball(i * 0.999, 0))
  addComponent(t.world, balls[0]!, Enemy)
  addComponent(t.world, balls[1]!, Bullet)
  addComponent(t.world, balls[3]!, Bullet)
  addComponent(t.world, balls[3]!, Spent)
  addComponent(t.world, balls[4]!, Enemy)
  t.step()
  return { t, balls, Bullet, Enemy, Spent }
}

test('without terms: every touching pair once, the lower id first', () => {
  const { t } = row()
  expect(list(queryPairs(t.world))).toEqual(['1-2', '2-3', '3-4', '4-5'])
})

test('with terms: the matching entity is a, and b matches the second list', () => {
  const { t, Bullet, Enemy, Spent } = row()
  expect(list(queryPairs(t.world, [Bullet]))).toEqual(['2-1', '2-3', '4-3', '4-5'])
  expect(list(queryPairs(t.world, [Bullet], [Enemy]))).toEqual(['2-1', '4-5'])
  expect(list(queryPairs(t.world, [Enemy], [Bullet]))).toEqual(['1-2', '5-4'])
  expect(list(queryPairs(t.world, undefined, [Enemy]))).toEqual(['2-1', '4-5'])
  expect(list(queryPairs(t.world, [Bullet, Not(Spent)], [Enemy]))).toEqual(['2-1'])
  expect(list(queryPairs(t.world, [Enemy], [Enemy]))).toEqual([])
})

test('terms follow what entities become, also within the frame', () => {
  const { t, balls, Bullet, Enemy, Spent } = row()
  expect(queryPairs(t.world, [Bullet, Not(Spent)], [Enemy]).count).toBe(1)
  addComponent(t.world, balls[1]!, Spent)
  expect(queryPairs(t.world, [Bullet, Not(Spent)], [Enemy]).count).toBe(0)
  removeEntity(t.world, balls[4]!)
  expect(list(queryPairs(t.world, [Bullet], [Enemy]))).toEqual(['2-1'])
  const next = addEntity(t.world)
  expect(next).toBe(balls[4])
  addComponent(t.world, next, Enemy)
  expect(list(queryPairs(t.world, [Bullet], [Enemy]))).toEqual(['2-1'])
})

test('the view is overwritten, unless a buffer is given; candidates are reported on request', () => {
  const { t } = row()
  const view = queryPairs(t.world)
  const out = new PairBuffer()
  expect(queryPairs(t.world, undefined, undefined, { out })).toBe(out)
  expect(list(out)).toEqual(list(view))
  t.ball(0.5, 0.93)
  t.ball(-1.05, 0)
  t.step()
  expect(list(queryPairs(t.world))).not.toContain('1-7')
  expect(() => view.count).toThrow(/queryPairs: this result was overwritten/)
  expect(list(queryPairs(t.world, undefined, undefined, { candidates: true }))).toContain('1-7')
})

test('pairs of a sleeping world are reported on request', () => {
  const t = new TestWorld()
  t.addGround()
  t.ball(0, 0.5)
  t.step(120)
  expect(queryPairs(t.world).count).toBe(0)
  expect(list(queryPairs(t.world, undefined, undefined, { sleeping: true }))).toEqual(['1-2'])
  removePhysics(t.world)
  expect(() => queryPairs(t.world)).toThrow(/queryPairs: this world has no physics/)
})
