import { addComponents, addEntity, createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, circle, polygon, revoluteJoint, set } from '../../src/index.ts'

const world = createWorld()
const {
  Position, Velocity, Rotation, Shape, Motion, Material, Joint, Static, CollisionFilter, Collider, Mass, OneWay,
} = addPhysics(world).components

/** What compiles and what does not: `npm run check` fails where an expected error is none. Never called. */
export function typed(): void {
  set(Position, { x: 1 })
  set(Velocity, { x: 1, angular: 2 })
  set(Rotation, {})
  set(Shape, circle(1))
  set(Shape, polygon([]))
  set(Shape, { radius: 2 })
  set(Motion, { lockX: true, lockY: 1, gravityScale: 0 })
  set(Material, { friction: 1, frictionRule: 3 })
  set(CollisionFilter, { category: 1, mask: 2, group: -1 })
  set(Collider, { body: 1, x: 2 })
  set(Mass, { mass: 1, centerY: NaN })
  set(OneWay, { y: -1 })
  set(Joint, revoluteJoint(1, 2, { x: 0, y: 0 }))
  set(Joint, { enabled: false, maxForce: 3 })
  // @ts-expect-error A typing error: there is no vx.
  set(Velocity, { vx: 1 })
  // @ts-expect-error Positions are numbers.
  set(Position, { x: '1' })
  // @ts-expect-error Two components are mixed up.
  set(Position, { angle: 1 })
  // @ts-expect-error Only some fields are flags.
  set(Motion, { gravityScale: true })
  // @ts-expect-error A shape needs more than a number.
  set(Shape, 0.5)
  // @ts-expect-error There is no such field.
  set(Shape, { width: 1 })
  // @ts-expect-error There is no such field.
  set(Joint, { stiff: 1 })
  // @ts-expect-error There is no such field.
  set(Material, { bounce: 1 })
  // @ts-expect-error A shape is no position.
  set(Position, circle(1))
  // @ts-expect-error A tag has no data.
  set(Static, {})

  const Health = { points: [] as number[], name: [] as string[] }
  const Home = [] as { city: string; zip: number }[]
  const Age = [] as number[]
  set(Health, { points: 3, name: 'Ann' })
  set(Home, { city: 'Ulm' })
  set(Age, 7)
  // @ts-expect-error A name is a string.
  set(Health, { name: 3 })
  // @ts-expect-error There is no such field.
  set(Home, { town: 'Ulm' })
  // @ts-expect-error An age is a number.
  set(Age, 'seven')
}

test('the typed set is that of bitECS', () => {
  const entity = addEntity(world)
  addComponents(world, entity, set(Position, { x: 3 }), set(Shape, circle(2)), set(Motion, { lockX: true }))
  expect([Position.x[entity], Position.y[entity], Shape.radius[entity], Motion.lockX[entity]]).toEqual([3, 0, 2, 1])
})
