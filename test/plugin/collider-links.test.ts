import {
  IsA, addComponent, addComponents, addEntity, addPrefab, removeComponent, removeEntity, set, setComponent,
} from 'bitecs'
import { describe, expect, test } from 'vitest'
import { bodyOf, box, circle, markChanged } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { inner } from '../support/inner.ts'

describe('a collider whose body was never given is refused, and works after the mend', () => {
  const ways: [string, (t: TestWorld) => number][] = [
    ['added', (t) => addEntity(t.world, set(t.components.Shape, circle(1)), t.components.Collider)],
    ['set without its body', (t) => addEntity(t.world, set(t.components.Shape, circle(1)), set(t.components.Collider, { x: 1 }))],
    ['made of a prefab that names nobody', (t) => {
      const part = addPrefab(t.world)
      addComponents(t.world, part, set(t.components.Shape, circle(1)), t.components.Collider)
      return addEntity(t.world, IsA(part))
    }],
  ]
  test.each(ways)('%s', (_, make) => {
    for (const mend of ['set', 'write', 'remove'] as const) {
      const t = new TestWorld()
      const { Collider } = t.components
      const body = t.ball(0, 3)
      const child = make(t)
      for (let i = 0; i < 2; i++) expect(() => t.step()).toThrow(`Collider of entity ${child}: body was never given. Name the entity`)
      expect([inner(t.physics).stepCount, inner(t.physics).bodies.count]).toEqual([0, 0])
      if (mend === 'set') addComponent(t.world, child, set(Collider, { body }))
      else if (mend === 'write') Collider.body[child] = body
      else removeEntity(t.world, child)
      t.step()
      validate(t.physics)
      if (mend !== 'remove') expect(bodyOf(t.world, child)).toBe(body)
    }
  })
})

test('a collider whose body went, or that was taken off, names nobody and is let be', () => {
  const t = new TestWorld({ gravity: {} })
  const { Collider, Shape } = t.components
  const makeChild = (body: number): number => addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body, x: 1 }))
  const [first, second] = [t.ball(0, 0), t.ball(5, 0)]
  const [orphan, unborn, off, written] = [makeChild(first), makeChild(first), makeChild(second), makeChild(second)]
  t.step()
  const late = makeChild(first)
  removeEntity(t.world, first)
  setComponent(t.world, off, Collider, { body: 0 })
  Collider.body[written] = 0
  markChanged(t.world, written)
  t.step(2)
  for (const child of [orphan, unborn, late, off, written]) {
    expect([Collider.body[child], bodyOf(t.world, child)]).toEqual([0, 0])
    setComponent(t.world, child, Collider, { x: 2 })
  }
  t.step()
  setComponent(t.world, orphan, Collider, { body: second })
  t.step()
  expect(bodyOf(t.world, orphan)).toBe(second)
  // What has the id next is told again.
  removeEntity(t.world, late)
  expect(addEntity(t.world, set(Shape, circle(0.2)), Collider)).toBe(late)
  expect(() => t.step()).toThrow(/body was never given/)
})

describe('a collider that is no part of its body now', () => {
  const ways: [string, (t: TestWorld, child: number) => void, (t: TestWorld, child: number) => void][] = [
    ['disabled', (t, child) => void addComponent(t.world, child, t.components.Disabled), (t, child) => removeComponent(t.world, child, t.components.Disabled)],
    ['without shape', (t, child) => removeComponent(t.world, child, t.components.Shape), (t, child) => void addComponent(t.world, child, set(t.components.Shape, circle(0.2)))],
  ]

  test.each(ways)('%s: names nobody when the body goes, and not the next one with its id', (_, idle, back) => {
    for (const [before, recycled] of [[true, true], [false, true], [true, false], [false, false]] as const) {
      const t = new TestWorld({ gravity: {} })
      const { Collider, Shape } = t.components
      const body = t.ball(0, 0)
      const child = addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body, x: 1 }))
      if (before) t.step()
      idle(t, child)
      if (before) t.step(2)
      removeEntity(t.world, body)
      expect(Collider.body[child]).toBe(0)
      if (recycled) expect(t.ball(5, 0)).toBe(body)
      t.step()
      back(t, child)
      t.step(2)
      validate(t.physics)
      expect([Collider.body[child], bodyOf(t.world, child)]).toEqual([0, 0])
      const other = t.ball(9, 0)
      setComponent(t.world, child, Collider, { body: other })
      t.step()
      expect(bodyOf(t.world, child)).toBe(other)
    }
  })

  test.each(ways)('%s: is one again when it can be', (_, idle, back) => {
    const t = new TestWorld({ gravity: {} })
    const { Collider, Shape } = t.components
    const [body, other] = [t.ball(0, 0), t.ball(9, 0)]
    const children = [0, 1, 2].map(() => addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body, x: 1 })))
    t.step()
    for (const child of children) idle(t, child)
    t.step()
    setComponent(t.world, children[1]!, Collider, { body: other })
    t.step()
    validate(t.physics)
    for (const child of children) back(t, child)
    t.step()
    validate(t.physics)
    expect(children.map((child) => bodyOf(t.world, child))).toEqual([body, other, body])
  })

  test('a child whose id was given to a child of another body keeps that one', () => {
    const t = new TestWorld({ gravity: {} })
    const { Collider, Shape } = t.components
    const [body, other] = [t.ball(0, 0), t.ball(9, 0)]
    const child = addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body, x: 1 }))
    t.step()
    removeEntity(t.world, child)
    expect(addEntity(t.world, set(Shape, circle(0.2)), set(Collider, { body: other }))).toBe(child)
    removeEntity(t.world, body)
    t.step()
    expect([Collider.body[child], bodyOf(t.world, child)]).toEqual([other, other])
    validate(t.physics)
  })
})

describe('OneWay', () => {
  const spoils: [string, number, number, RegExp][] = [
    ['NaN', NaN, 1, /OneWay\.x of entity 2 is NaN/],
    ['infinite', 0, -Infinity, /OneWay\.y of entity 2 is -Infinity/],
    ['no direction', 0, 0, /OneWay of entity 2 is \(0, 0\), which is no direction/],
  ]
  test.each(spoils)('%s, written without a word: on a static, a moving and a child collider', (_, x, y, message) => {
    for (const kind of ['static', 'moving', 'child'] as const) {
      const t = new TestWorld({ gravity: {} })
      const { OneWay, Static, Shape, Collider } = t.components
      const ball = t.ball(0, 0)
      const platform = kind === 'child'
        ? addEntity(t.world, set(Shape, box(1, 0.1)), set(Collider, { body: ball }), OneWay)
        : t.add(box(1, 0.1), 0, -3, OneWay, ...(kind === 'static' ? [Static] : []))
      t.step(3)
      OneWay.x[platform] = x
      OneWay.y[platform] = y
      expect(() => t.step(), kind).toThrow(message)
      expect(inner(t.physics).stepCount).toBe(3)
      OneWay.x[platform] = 0
      OneWay.y[platform] = -2
      t.step()
      OneWay.x[platform] = NaN
      removeComponent(t.world, platform, OneWay)
      t.step()
      validate(t.physics)
    }
  })
})
