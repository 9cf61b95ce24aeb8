import { addComponent, addEntity, createRelation, createWorld, removeComponent } from 'bitecs'
import { expect, test } from 'vitest'
import { TermMatcher } from '../../src/queries/term-matcher.ts'

test('lists of terms that are made as a game goes are not kept without end, and are answered as ever', () => {
  const world = createWorld()
  const OwnedBy = createRelation()
  const Coin = {}
  const matcher = new TermMatcher(world)
  const coin = addEntity(world)
  const owners = Array.from({ length: 500 }, () => addEntity(world))
  const first = matcher.find([Coin], 'test')
  expect(matcher.find([Coin], 'test')).toBe(first)
  const found = owners.map((owner) => {
    addComponent(world, coin, OwnedBy(owner))
    const has = matcher.matchesCollider(matcher.find([OwnedBy(owner)], 'test'), coin, coin)
    removeComponent(world, coin, OwnedBy(owner))
    return has && !matcher.matchesCollider(matcher.find([OwnedBy(owner)], 'test'), coin, coin)
  })
  expect(found.every(Boolean)).toBe(true)
  const again = matcher.find([Coin], 'test')
  expect(again).not.toBe(first) // it was given up
  // Who still holds it, as a query does whose predicate asks with other terms, is answered too.
  addComponent(world, coin, Coin)
  expect([first, again].map((entry) => matcher.matchesCollider(entry, coin, coin))).toEqual([true, true])
})
