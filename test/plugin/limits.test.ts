import { addComponent, addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type Random, createRandom } from '../../examples/scenes/random.ts'
import {
  LEAST_LENGTH_UNIT, LEAST_SIZE, LEAST_STEP, MOST_FACTOR, MOST_GRAVITY, MOST_LARGE_STEP, MOST_LENGTH_UNIT, MOST_MASS, LEAST_MASS,
  MOST_NUMBER, MOST_SIZE, MOST_SURFACE,
} from '../../components/limits.ts'
import {
  type ShapeData, aabb, addPhysics, applyForce, applyImpulse, box, capsule, circle, polygon, queryShape,
  stepPhysics,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'

/** A number between two others, evenly in its exponent; now and then one of the ends. */
function span(random: Random, least: number, most: number): number {
  const choice = random()
  if (choice < 0.15) return least
  if (choice > 0.85) return most
  return Math.min(most, Math.max(least, least * (most / least) ** random()))
}

const either = (random: Random, number: number) => (random() < 0.5 ? -number : number)

function randomShape(random: Random, unit: number): ShapeData {
  const size = () => span(random, LEAST_SIZE * unit, MOST_SIZE * unit)
  const kinds: (() => ShapeData)[] = [
    () => circle(size()),
    () => box(size(), size()),
    () => aabb(size(), size()),
    () => capsule(size(), size()),
    () => {
      const s = 0.5 * size() + LEAST_SIZE * unit
      return polygon([{ x: -s, y: -s }, { x: s, y: -s }, { x: 0, y: s }], random() < 0.5 ? 0 : size())
    },
  ]
  return kinds[Math.floor(random() * kinds.length)]!()
}

/** Whether a call was refused by one of the engine's own errors. Any other error fails. */
function isRefused(call: () => void): boolean {
  try {
    call()
    return false
  } catch (error) {
    expect((error as Error).message).toMatch(/must|weighs/)
    return true
  }
}


/** Plays a random program of extreme numbers. Returns how many bodies were taken. */
function play(seed: number): number {
  const random = createRandom(seed)
  const unit = random() < 0.5 ? 1 : span(random, LEAST_LENGTH_UNIT, MOST_LENGTH_UNIT)
  const gravity = random() < 0.5 ? 10 * unit : span(random, 1e-6, MOST_GRAVITY * unit)
  const world = createWorld()
  const physics = addPhysics(world, {
    gravity: { x: 0, y: either(random, gravity) }, lengthUnit: unit, substeps: 1 + Math.floor(random() * 6), allowLargeSteps: true,
    restitutionThreshold: random() < 0.5 ? 0 : 1e300,
  })
  const { Position, Rotation, Velocity, Shape, Static, Kinematic, Material, Mass, Motion } = physics.components
  const taken: number[] = []
  const near = span(random, LEAST_SIZE * unit, MOST_SIZE * unit)
  for (let i = 0; i < 8; i++) {
    const entity = addEntity(world)
    const place = random() < 0.1 ? either(random, span(random, 1, MOST_NUMBER)) : near * (random() - 0.5)
    const refused = isRefused(() => {
      addComponents(world, entity, set(Position, { x: place, y: near * (random() - 0.5) }), set(Rotation, { angle: either(random, span(random, 1e-9, MOST_NUMBER)) }))
      if (random() < 0.7) addComponent(world, entity, set(Velocity, { x: either(random, span(random, 1e-300, MOST_NUMBER)), y: 1, angular: either(random, span(random, 1e-9, MOST_NUMBER)) }))
      if (random() < 0.7) addComponent(world, entity, set(Material, { density: span(random, LEAST_MASS, MOST_MASS), friction: span(random, 1e-300, MOST_FACTOR), restitution: random(), rollingResistance: span(random, 1e-300, MOST_SURFACE), tangentSpeed: either(random, span(random, 1e-300, MOST_SURFACE)) }))
      if (random() < 0.4) addComponent(world, entity, set(Mass, { mass: span(random, LEAST_MASS, MOST_MASS) }))
      if (random() < 0.4) addComponent(world, entity, set(Motion, { gravityScale: either(random, span(random, 1e-300, MOST_FACTOR)), linearDamping: span(random, 1e-300, MOST_NUMBER), maxSpeed: random() < 0.5 ? 0 : span(random, 1e-300, MOST_NUMBER) }))
      const kind = random()
      if (kind < 0.3) addComponent(world, entity, Static)
      else if (kind < 0.4) addComponent(world, entity, Kinematic)
      addComponent(world, entity, set(Shape, randomShape(random, unit)))
    })
    if (refused) throw new Error('a number within the limits was refused')
    // What size and density make of it may be too heavy or too light, which the step says.
    if (isRefused(() => stepPhysics(world, 0) ?? queryShape(world, circle(unit), 0, 0, 0))) addComponent(world, entity, set(Mass, { mass: 1 }))
    taken.push(entity)
  }
  const dt = random() < 0.5 ? 1 / 60 : span(random, LEAST_STEP, MOST_LARGE_STEP)
  for (let step = 0; step < 60; step++) {
    const entity = taken[Math.floor(random() * taken.length)]!
    if (random() < 0.1 && inner(physics).bodies.kind[entity] === 1) applyImpulse(world, entity, either(random, span(random, 1e-300, 1e300)), 1e300)
    if (random() < 0.1 && inner(physics).bodies.kind[entity] === 1) applyForce(world, entity, either(random, span(random, 1e-300, 1e300)), 1e300)
    stepPhysics(world, dt)
    for (const body of taken) {
      const values = [Position.x[body], Position.y[body], Rotation.angle[body], Velocity.x[body], Velocity.y[body], Velocity.angular[body]]
      if (!values.every((value) => Math.abs(value!) < 1e18)) throw new Error(`step ${step}: body ${body} has ${values}`)
      const speed = Math.sqrt(Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2)
      if (inner(physics).bodies.kind[body] === 1 && speed > 4000.01 * unit) throw new Error(`step ${step}: body ${body} moves at ${speed / unit} m/s`)
    }
  }
  return taken.length
}

test('what is accepted stays finite, and no faster than the largest speed', () => {
  for (let seed = 1; seed <= 60; seed++) {
    try {
      play(seed)
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error })
    }
  }
})
