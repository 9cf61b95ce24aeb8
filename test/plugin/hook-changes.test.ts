import { addComponent, removeComponent, removeEntity, set, setComponent } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { circle, markChanged, queryPoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

const changes: [string, (t: TestWorld, a: number, b: number) => void][] = [
  ['removeEntity of one side', (t, a) => removeEntity(t.world, a)],
  ['removeEntity of the other', (t, _, b) => removeEntity(t.world, b)],
  ['removeEntity of both', (t, a, b) => { removeEntity(t.world, b); removeEntity(t.world, a) }],
  ['a spawn', (t) => void t.ball(0, 3)],
  ['removeComponent', (t, _, b) => removeComponent(t.world, b, t.components.Shape)],
  ['a tag', (t, _, b) => void addComponent(t.world, b, t.components.Sensor)],
  ['Disabled', (t, a) => void addComponent(t.world, a, t.components.Disabled)],
  ['set', (t, _, b) => setComponent(t.world, b, t.components.Shape, circle(0.2))],
  ['a component that is set', (t, _, b) => void addComponent(t.world, b, set(t.components.Mass, { mass: 3 }))],
]

describe.each(['filterPair', 'preSolve'] as const)('%s may only answer', (hook) => {
  test.each(changes)('%s is refused, and the world goes on after it', (_, change) => {
    for (const which of [0, 3, 7]) {
      const t = new TestWorld()
      t.addGround()
      for (let i = 0; i < 9; i++) t.ball((i % 3) * 1.005, 0.51 + Math.floor(i / 3) * 1.005)
      if (hook === 'preSolve') t.step(2)
      let asked = 0
      const ask = (a: number, b: number) => {
        if (asked++ === which) change(t, a, b)
        return true
      }
      t.physics.hooks.filterPair = hook === 'filterPair' ? ask : null
      t.physics.hooks.preSolve = hook === 'preSolve' ? ({ a, b }) => ask(a, b) : null
      expect(() => t.step(10)).toThrow(new RegExp(`physics.hooks.${hook}: asked about entities \\d+ and \\d+, it added, removed or set`))
      t.physics.hooks.filterPair = null
      t.physics.hooks.preSolve = null
      for (let i = 0; i < 10; i++) {
        t.step()
        validate(t.physics)
      }
    }
  })

  test('and may look: queries and announcements are no changes', () => {
    const t = new TestWorld()
    t.addGround()
    const ball = t.ball(0, 0.5)
    let asked = 0
    const ask = () => {
      asked++
      queryPoint(t.world, 0, 0.5)
      if (asked > 1) markChanged(t.world, ball)
      return true
    }
    t.physics.hooks[hook] = ask
    t.step(5)
    expect(asked).toBeGreaterThan(0)
    validate(t.physics)
  })
})
