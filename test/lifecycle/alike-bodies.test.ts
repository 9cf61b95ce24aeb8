import { addComponents, addEntity, createWorld, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POSE_STRIDE } from '../../src/bodies/bodies.ts'
import { Pose } from '../../src/bodies/body-records.ts'
import { addPhysics, box, capsule, circle, polygon, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

const SHAPES = [
  circle(0.5), circle(0.25), box(0.5, 0.5), box(0.5, 0.25), capsule(0.5, 0.25),
  polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), polygon([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 0, y: 1 }]),
]

interface Choice {
  readonly shape: number
  readonly density: number
  readonly isStatic: boolean
  readonly locked: boolean
  readonly part: boolean
  readonly mass: number
}

/** What is found of each of some bodies that are made in one step: mass, inertia, center, extent and reach. */
function weigh(bodies: readonly Choice[]): number[][] {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Material, Motion, Mass, Static, Collider } = physics.components
  const ids = bodies.map(({ shape, density, isStatic, locked, part, mass }, i) => {
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: 9 * i, y: 0 }), set(Shape, SHAPES[shape]!))
    if (density !== 1) addComponents(world, body, set(Material, { density }))
    if (locked) addComponents(world, body, set(Motion, { lockRotation: true }))
    if (mass > 0) addComponents(world, body, set(Mass, { mass }))
    if (isStatic) addComponents(world, body, Static)
    if (part) addComponents(world, addEntity(world), set(Collider, { body, x: 0.5, y: 0.25 }), set(Shape, circle(0.5)))
    return body
  })
  physics.settings.gravity.y = 0
  stepPhysics(world, 1 / 60)
  const { pose, localCenter, extent, reach } = inner(physics).bodies
  return ids.map((id) => [
    pose[id * POSE_STRIDE + Pose.InverseMass]!, pose[id * POSE_STRIDE + Pose.InverseInertia]!, localCenter[2 * id]!, localCenter[2 * id + 1]!, extent[id]!, reach[id]!,
  ])
}

const rare = fc.integer({ min: 0, max: 5 }).map((n) => n === 0)
const variant = fc.record({
  density: fc.constantFrom(1, 1, 2), isStatic: rare, locked: rare, part: rare, mass: fc.constantFrom(0, 0, 0, 0, 3),
})
/** Some of one shape, one after the other. */
const alike = fc.tuple(fc.integer({ min: 0, max: SHAPES.length - 1 }), fc.array(variant, { minLength: 2, maxLength: 5 }))
/** What no other body is like. */
const stranger: Choice = { shape: 6, density: 7, isStatic: false, locked: false, part: false, mass: 0 }

test('bodies that come at once weigh what each weighs that comes alone, alike or not', () => {
  fc.assert(fc.property(fc.array(alike, { minLength: 1, maxLength: 4 }), (runs) => {
    const bodies = runs.flatMap(([shape, variants]) => variants.map((one): Choice => ({ shape, ...one })))
    const alone = bodies.map((body) => weigh([stranger, body])[1]!)
    expect(weigh(bodies)).toEqual(alone)
  }), { numRuns: 60 })
})
