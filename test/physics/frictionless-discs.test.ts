import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { PILE_GROUNDS, makePile } from '../../examples/scenes/piles.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { getPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { SOAK, whole } from '../support/soak.ts'

/**
 * Nothing can turn a disc that nothing rubs: a push goes through its middle. In what hits and presses them from all sides, with
 * points that are foreseen, kept from earlier steps and taken from the end of the step.
 */
for (const ground of PILE_GROUNDS) {
  for (const [hz, gravity, sizes, densities] of whole([[30, 50, 10, 1], [60, 10, 1, 50], [30, 10, 10, 50]], [[30, 50, 10, 50]])) {
    test(`discs in a frictionless pile do not turn: on ${ground}, ${hz} Hz, gravity ${gravity}, sizes 1:${sizes}, densities 1:${densities}`, () => {
      const count = SOAK ? 200 : 60
      const pile = makePile({ shape: 'mixed', restitution: 0, friction: 0, gravity, sizes, densities, ground, count, seed: 1 })
      const { world, step } = buildScene(pile, { dt: 1 / hz })
      const physics = getPhysics(world)!
      const { collision } = inner(physics)
      let discs = 0
      let fastest = 0
      for (let i = 0; i < (SOAK ? 10 : 4) * hz; i++) {
        step()
        discs = 0
        for (let body = 1; body < collision.shapeType.length; body++) {
          if (collision.shapeType[body] !== ShapeType.Circle) continue
          discs++
          fastest = Math.max(fastest, Math.abs(physics.components.Velocity.angular[body]!))
        }
      }
      expect(fastest).toBeLessThan(1e-6)
      expect(discs).toBeGreaterThan(5)
    })
  }
}
