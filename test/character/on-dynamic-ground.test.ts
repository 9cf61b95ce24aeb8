/** What carries a character and can be pushed: seesaws go down under it as under a body, lifts lift it, and it is in neither. */
import { type EntityId, type World, addComponents, addEntity, createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { HALF } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, distance, moveCharacter, prismaticJoint, revoluteJoint, set, spawnBody, stepPhysics } from '../../src/index.ts'

const GRAVITY = 9.81

function seesaw(density: number): { world: World; components: ReturnType<typeof addPhysics>['components']; plank: EntityId } {
  const world = createWorld()
  const { components } = addPhysics(world)
  const floor = spawnBody(world, { shape: box(30, 0.5), y: -0.5, type: 'static' })
  const plank = spawnBody(world, { shape: box(3, 0.1), y: 1.2, material: { density, friction: 2 } })
  addComponents(world, addEntity(world), set(components.Joint, revoluteJoint(floor, plank, { x: 0, y: 1.2, collideConnected: true })))
  return { world, components, plank }
}

it.each(['box', 'compound'] as const)('a %s on a seesaw that goes down under it is not in the plank', (foot) => {
  for (const [hz, density, x] of [[30, 0.2, 2.5], [60, 1, -1.5]] as const) {
    const { world, components, plank } = seesaw(density)
    const hero = spawnHero(world, components, foot, x, 1.32 + HALF)
    let [least, grounded] = [Infinity, 0]
    for (let i = 0; i < 2 * hz; i++) {
      stepPhysics(world, 1 / hz)
      moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - GRAVITY / hz, 1 / hz)
      least = Math.min(least, distance(world, hero, plank)!.distance)
      grounded += components.CharacterState.grounded[hero]!
    }
    expect(Math.abs(components.Rotation.angle[plank]!), `it turned: ${hz} Hz, ${x}`).toBeGreaterThan(0.3)
    expect(least, `${hz} Hz, ${density}, ${x}`).toBeGreaterThan(0.009)
    expect(grounded).toBeGreaterThan(1.9 * hz)
  }
})

/** Seconds until the plank has turned by 0.3 with 2 kg on its end. */
function timeDown(density: number, hz: number, walks: boolean): number {
  const { world, components, plank } = seesaw(density)
  const hero = walks
    ? spawnHero(world, components, 'box', 2.5, 1.31 + HALF)
    : spawnBody(world, { shape: box(0.4, 0.5), x: 2.5, y: 1.3 + HALF, mass: { mass: 2 }, material: { friction: 2 } })
  for (let i = 1; i < 2 * hz; i++) {
    stepPhysics(world, 1 / hz)
    if (walks) moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - GRAVITY / hz, 1 / hz)
    if (components.Rotation.angle[plank]! < -0.3) return i / hz
  }
  return Infinity
}

it('a seesaw goes down under a character as fast as under a body of its mass, at any length of steps', () => {
  for (const density of [0.1, 10]) for (const hz of [30, 60, 240]) {
    expect(timeDown(density, hz, true), `${density}, ${hz} Hz`).toBeLessThan(1.35 * timeDown(density, hz, false))
  }
})

it('a lift whose motor bears a character lifts it as fast as it should', () => {
  for (const hz of [30, 60]) for (const maxForce of [35, 200]) {
    const world = createWorld()
    const { components } = addPhysics(world)
    const floor = spawnBody(world, { shape: box(30, 0.5), y: -0.5, type: 'static' })
    const plate = spawnBody(world, { shape: box(1, 0.1), y: 1, mass: { mass: 1 } })
    addComponents(world, addEntity(world), set(components.Joint, prismaticJoint(floor, plate, { x: 0, y: 1, axis: { x: 0, y: 1 }, motor: { speed: 2, maxForce } })))
    const hero = spawnHero(world, components, 'box', 0, 1.11 + HALF)
    for (let i = 0; i < 2 * hz; i++) {
      stepPhysics(world, 1 / hz)
      moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - GRAVITY / hz, 1 / hz)
    }
    expect(components.Position.y[plate], `${hz} Hz, ${maxForce} N`).toBeGreaterThan(4.5)
    expect(components.CharacterState.grounded[hero]).toBe(1)
  }
})

// It went through who stood on it, by 0.6 m, and left him on the floor.
it.each([30, 60])('a lift that lifts a character to a ceiling holds it there, at %d Hz', (hz) => {
  for (const maxForce of [200, 3000]) {
    const world = createWorld()
    const { components } = addPhysics(world)
    const floor = spawnBody(world, { shape: box(30, 0.5), y: -0.5, type: 'static' })
    spawnBody(world, { shape: box(5, 0.5), y: 4.5, type: 'static' })
    const plate = spawnBody(world, { shape: box(1, 0.1), y: 0.5, mass: { mass: 5 } })
    addComponents(world, addEntity(world), set(components.Joint, prismaticJoint(floor, plate, { x: 0, y: 0.5, axis: { x: 0, y: 1 }, motor: { speed: 3, maxForce } })))
    const hero = spawnHero(world, components, 'box', 0, 0.61 + HALF)
    let [least, highest] = [Infinity, 0]
    for (let i = 0; i < 3 * hz; i++) {
      stepPhysics(world, 1 / hz)
      moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - GRAVITY / hz, 1 / hz)
      least = Math.min(least, distance(world, hero, plate)!.distance)
      highest = Math.max(highest, components.Position.y[hero]! + HALF)
    }
    expect(least, `${maxForce} N`).toBeGreaterThan(-0.12)
    expect(highest).toBeLessThan(4.001)
    expect(components.Position.y[hero]).toBeGreaterThan(3.4)
    expect(components.Position.y[plate]).toBeLessThan(3.1)
  }
})
