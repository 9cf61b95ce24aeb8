import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { createRandom } from '../../examples/scenes/random.ts'
import { box, circle, getPhysics, hashWorld, revoluteJoint } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

/** Ids that there are: far more than bodies, so that columns are copied in part where they are the engine's. */
const CAPACITY = 6000

/** A world in which bodies, parts and joints come and go, in which most ids are no bodies' at times; the last body may be behind all or before most. */
function play(seed: number, own: boolean): number[] {
  const test = new TestWorld({ capacity: CAPACITY, ...own ? {} : { allocate: (bytes: number) => new ArrayBuffer(bytes) } })
  const { world, components: { Collider, Joint, Shape, Velocity } } = test
  const random = createRandom(seed)
  test.addGround()
  const bodies: number[] = []
  const parts: number[] = []
  const spawn = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const body = test.add(random() < 0.5 ? box(0.3, 0.2) : circle(0.25), 60 * random() - 30, 20 * random() + 1)
      Velocity.x[body] = 20 * random() - 10
      bodies.push(body)
    }
  }
  const hashes: number[] = []
  spawn(Math.floor(2000 * random()) + 150)
  for (let round = 0; round < 12; round++) {
    const what = Math.floor(5 * random())
    if (what === 0) spawn(Math.floor(600 * random()))
    else if (what === 1) for (let i = Math.floor(bodies.length * random()); i > 0; i--) removeEntity(world, bodies.pop()!)
    else if (what === 2) for (let i = Math.floor(bodies.length * random()); i > 0; i--) removeEntity(world, bodies.shift()!)
    else if (what === 3) {
      // Behind all bodies.
      for (let i = 0; i < 40 && bodies.length > 0; i++) {
        const part = addEntity(world)
        addComponents(world, part, set(Shape, circle(0.2)), set(Collider, { body: bodies[Math.floor(bodies.length * random())]!, x: 0.4 }))
        parts.push(part)
      }
    } else {
      for (let i = 1; i < bodies.length; i += 2) addComponents(world, addEntity(world), set(Joint, revoluteJoint(bodies[i - 1]!, bodies[i]!)))
    }
    test.step(4)
    hashes.push(hashWorld(world))
  }
  validate(getPhysics(world)!)
  return hashes
}

test.each([1, 2, 3, 4])('columns copied in part say what numbers copied one by one do: seed %i', (seed) => {
  expect(play(seed, true)).toEqual(play(seed, false))
})
