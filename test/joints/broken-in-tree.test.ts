import { addComponents, addEntity, createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, circle, revoluteJoint, set, stepPhysics } from '../../src/index.ts'

/** Light links under a fixed point, with a heavy ball at the end: a tree, until the ball is off. */
test.each([1, 2, 3])('where a joint of a tree breaks and stays, the %s that are left still hold', (links) => {
  const world = createWorld()
  const { Position, Shape, Static, Joint, Material } = addPhysics(world).components
  const body = (y: number, ...more: Parameters<typeof addComponents>[2][]): number => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x: 0, y }), ...more)
    return entity
  }
  const chain = [body(0, set(Shape, box(0.2, 0.2)), Static)]
  for (let i = 1; i <= links; i++) chain.push(body(-i, set(Shape, box(0.1, 0.4))))
  chain.push(body(-links - 1, set(Shape, circle(0.5)), set(Material, { density: 200 })))
  for (let i = 1; i < chain.length; i++) {
    const joint = revoluteJoint(chain[i - 1]!, chain[i]!, { x: 0, y: 0.5 - i, ...(i === chain.length - 1 ? { breakForce: 1, removeBroken: false } : {}) })
    addComponents(world, addEntity(world), set(Joint, joint))
  }
  for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
  expect(Position.y[chain.at(-1)!]!).toBeLessThan(-10)
  for (let i = 1; i <= links; i++) expect(Math.abs(Position.y[chain[i]!]! + i), `link ${i}`).toBeLessThan(0.01)
})
