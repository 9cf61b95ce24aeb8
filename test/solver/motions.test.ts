import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { createRandom } from '../../examples/scenes/random.ts'
import { box, circle, getPhysics, hashWorld, revoluteJoint, spawnBody, stepPhysics } from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

/** Ids that there are: far more than bodies, so that columns are copied in part where they are the engine's. */
const CAPACITY = 6000

/** A world in which bodies, parts and joints come and go, in which most ids are no bodies' at times; the last body may be behind all or before most. */
function play(seed: number, own: boolean): number[] {
  const room = new TestWorld({ capacity: CAPACITY, ...own ? {} : { allocate: (bytes: number) => new ArrayBuffer(bytes) } })
  const { world, components: { Collider, Joint, Shape, Velocity } } = room
  const random = createRandom(seed)
  room.addGround()
  const bodies: number[] = []
  const parts: number[] = []
  const spawn = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const body = room.add(random() < 0.5 ? box(0.3, 0.2) : circle(0.25), 60 * random() - 30, 20 * random() + 1)
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
    room.step(4)
    hashes.push(hashWorld(world))
  }
  validate(getPhysics(world)!)
  return hashes
}

test.each([1, 2, 3, 4])('columns copied in part say what numbers copied one by one do: seed %i', (seed) => {
  expect(play(seed, true)).toEqual(play(seed, false))
})

/**
 * Bodies that fly by themselves, and few more each time: where the memory has to make room all beginnings are made anew, and so the last one must pass a full
 * part, of 1,024, when there is room.
 */
test('what the last body is becomes another with every body that comes or goes', () => {
  const [own, others] = [true, false].map((isOwn) => {
    const { components: { Position, Velocity }, world } = new TestWorld({ capacity: CAPACITY, gravity: { x: 0, y: 0 }, ...isOwn ? {} : { allocate: (bytes: number) => new ArrayBuffer(bytes) } })
    const spawn = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, i) => {
      const body = spawnBody(world, { shape: circle(0.3), x: 3 * i, y: 0 })
      Velocity.y[body] = 1 + i % 5
      return body
    })
    const bodies = spawn(3000)
    const step = (): number => {
      stepPhysics(world, 1 / 60)
      stepPhysics(world, 1 / 60)
      return bodies.reduce((sum, body) => sum + Position.y[body]!, 0)
    }
    const sums = [step()]
    for (const count of [30, 60, -100, 100, -40]) {
      bodies.push(...spawn(count))
      for (let i = count; i < 0; i++) removeEntity(world, bodies.pop()!)
      sums.push(step())
    }
    return sums
  })
  expect(own).toEqual(others)
})
