/** What carries a character and can be pushed: seesaws go down under it as under a body, lifts lift it, and it is in neither. */
import { type EntityId, type World, addComponents, addEntity, createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { HALF } from '../../examples/characters/lab.ts'
import { spawnHero } from '../../examples/characters/our-lab.ts'
import { addPhysics, box, circle, distance, isSleeping, moveCharacter, prismaticJoint, revoluteJoint, set, spawnBody, stepPhysics } from '../../src/index.ts'

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
    // 35 N lift the plate and the 2 kg on it with 1.9 m/s² until they go 2 m/s: so it is late. In the first moves it feels not all of its load.
    const due = 1 + 2 * 2 - 2 ** 2 / (2 * (maxForce / 3 - GRAVITY))
    expect(components.Position.y[plate], `${hz} Hz, ${maxForce} N`).toBeGreaterThan(due - 0.3)
    expect(components.Position.y[plate], `${hz} Hz, ${maxForce} N`).toBeLessThan(due + 0.65)
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

/** How far a plate on a spring of `hertz` is pressed down by a character, of what its weight presses it by. */
function sagOn(mass: number, pushMass: number, hertz: number, unit: number, hz: number): { sag: number; trembles: number } {
  const world = createWorld()
  const { components } = addPhysics(world, { gravity: { x: 0, y: -GRAVITY * unit }, lengthUnit: unit })
  const post = spawnBody(world, { shape: box(0.1 * unit, 0.1 * unit), y: 5 * unit, type: 'static', filter: { mask: 0 } })
  // Without gravity of its own it hangs where the spring is at rest.
  const plate = spawnBody(world, { shape: box(unit, 0.1 * unit), mass: { mass }, motion: { lockRotation: true, gravityScale: 0 } })
  addComponents(world, addEntity(world), set(components.Joint, prismaticJoint(post, plate, { x: 0, y: 0, axis: { x: 0, y: 1 }, spring: { hertz, dampingRatio: 0.5 } })))
  const hero = spawnBody(world, { shape: box(0.2 * unit, 0.5 * unit), x: 0.3 * unit, y: 0.62 * unit, type: 'kinematic' })
  addComponents(world, hero, set(components.Character, { pushMass }))
  let [low, high] = [Infinity, -Infinity]
  for (let i = 0; i < 12 * hz; i++) {
    stepPhysics(world, 1 / hz)
    moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - (GRAVITY * unit) / hz, 1 / hz)
    if (i < 11 * hz) continue
    low = Math.min(low, components.Position.y[plate]!)
    high = Math.max(high, components.Position.y[plate]!)
  }
  const right = (pushMass * GRAVITY * unit) / (mass * (2 * Math.PI * hertz) ** 2)
  expect(components.CharacterState.load[hero]! / (pushMass * GRAVITY * unit)).toBeCloseTo(1, 1)
  return { sag: -low / right, trembles: (high - low) / unit }
}

// It was pressed by g m p / (m + p) only: 3.7 % of the weight for 80 kg on 2.
it.each([[2, 2, 1], [0.2, 2, 2], [20, 80, 1], [4, 80, 3]])('a plate of %f kg on a spring bears all that a character of %f kg weighs', (mass, pushMass, hertz) => {
  for (const [unit, hz] of [[1, 60], [1, 30], [100, 60]] as const) {
    const { sag, trembles } = sagOn(mass, pushMass, hertz, unit, hz)
    expect(Math.abs(sag - 1), `${unit}, ${hz} Hz`).toBeLessThan(0.03)
    expect(trembles).toBeLessThan(1e-4)
  }
})

/** A level seesaw of 4 m with a crate on its right end, which cannot go down, and a character on its left. Returns the angle it ends at. */
function lifts(pushMass: number, crate: number, plank: number): number {
  const world = createWorld()
  const { components } = addPhysics(world)
  const post = spawnBody(world, { shape: box(0.1, 0.1), y: 1, type: 'static', filter: { mask: 0 } })
  const board = spawnBody(world, { shape: box(2, 0.1), y: 1, material: { density: plank / 0.8, friction: 1 } })
  addComponents(world, addEntity(world), set(components.Joint, revoluteJoint(post, board, { x: 0, y: 1, limit: { lower: 0, upper: 0.3 } })))
  spawnBody(world, { shape: box(0.25, 0.25), x: 1.7, y: 1.35, material: { density: crate / 0.25, friction: 1 } })
  for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
  const hero = spawnBody(world, { shape: box(0.2, 0.5), x: -1.7, y: 2.13, type: 'kinematic' })
  addComponents(world, hero, set(components.Character, { pushMass }))
  for (let i = 0; i < 300; i++) {
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, 0, components.CharacterState.vy[hero]! - GRAVITY / 60, 1 / 60)
  }
  return components.Rotation.angle[board]!
}

it('lifts what is lighter than itself with a seesaw, however light that is, and nothing heavier', () => {
  for (const [pushMass, plank] of [[2, 0.8], [80, 20], [80, 5]] as const) {
    expect(lifts(pushMass, 0.5 * pushMass, plank), `half of ${pushMass}`).toBeGreaterThan(0.28)
    expect(lifts(pushMass, 1.2 * pushMass, plank), `more than ${pushMass}`).toBeLessThan(0.01)
  }
})

it.each([[2, 1], [80, 1], [80, 20]])('with %f kg walks out on a plank of %f kg that sleeps: it tips once it has to, and not before', (pushMass, plank) => {
  const world = createWorld()
  const { components: { Character, CharacterState, Position, Rotation } } = addPhysics(world)
  spawnBody(world, { shape: box(5, 0.5), x: -5, y: -0.5, type: 'static', material: { friction: 1 } })
  const board = spawnBody(world, { shape: box(3, 0.1), x: -0.5, y: 0.1, material: { density: plank / 1.2, friction: 1 } })
  for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
  expect(isSleeping(world, board)).toBe(true)
  const hero = spawnBody(world, { shape: box(0.2, 0.5), x: -3, y: 0.72, type: 'kinematic' })
  addComponents(world, hero, set(Character, { pushMass }))
  const edge = (0.5 * plank) / pushMass // the moment of the plank about the edge of the floor, over the weight
  let tipped = Infinity
  for (let i = 0; i < 900 && tipped === Infinity; i++) {
    stepPhysics(world, 1 / 60)
    moveCharacter(world, hero, Position.x[hero]! < 2.2 ? 0.5 : 0, CharacterState.vy[hero]! - GRAVITY / 60, 1 / 60)
    if (Rotation.angle[board]! < -0.02) tipped = Position.x[hero]!
  }
  expect(tipped).toBeGreaterThan(edge)
  expect(tipped).toBeLessThan(edge + 0.35)
})

it('a stack of light crates sleeps under a heavy character, and wakes when it walks away', () => {
  for (const [pushMass, count] of [[2, 5], [80, 1], [40, 5]] as const) {
    const world = createWorld()
    const { components: { Character, CharacterState, Position } } = addPhysics(world)
    spawnBody(world, { shape: box(20, 0.5), y: -0.5, type: 'static' })
    const crates = Array.from({ length: count }, (_, i) => spawnBody(world, { shape: box(0.5, 0.5), y: 0.5 + i }))
    const hero = spawnBody(world, { shape: box(0.2, 0.5), x: 0.1, y: count + 0.52, type: 'kinematic' })
    addComponents(world, hero, set(Character, { pushMass }))
    const play = (steps: number, speed: number) => {
      for (let i = 0; i < steps; i++) {
        stepPhysics(world, 1 / 60)
        moveCharacter(world, hero, speed, CharacterState.vy[hero]! - GRAVITY / 60, 1 / 60)
      }
    }
    play(900, 0)
    expect(crates.map((crate) => isSleeping(world, crate)), `${pushMass} on ${count}`).toEqual(crates.map(() => true))
    expect(Position.y[crates[count - 1]!]).toBeGreaterThan(count - 0.56)
    play(2, -0.5)
    expect(isSleeping(world, crates[count - 1]!)).toBe(false)
  }
})

// What came of the turn of the ball was taken for a push of it, at another point than where it was measured before: with each step the load grew, and
// who stood on the ball went along with it, at 60 m/s in half a second.
it.each([30, 60, 120])('a ball that turns is pressed down by nobody who stands on it while it flies, at %i Hz', (hz) => {
  const [radius, rise] = [0.27, 5]
  for (const spin of [0, 14, -14, 30]) {
    for (const [x, run] of [[0, 0], [0.1, 0], [-0.1, 0], [0, 1.5], [0.1, 1.5]] as const) {
      const world = createWorld()
      const { components } = addPhysics(world, { gravity: { x: 0, y: -GRAVITY } })
      const { Character, Kinematic, Mass, Position, Shape, Velocity } = components
      const ball = addEntity(world)
      addComponents(world, ball, set(Position, { x: 0, y: 20 }), set(Velocity, { y: rise, angular: spin }), set(Shape, circle(radius)), set(Mass, { mass: 0.1, inertia: 0.0036 }))
      const hero = addEntity(world)
      addComponents(world, hero, set(Position, { x, y: 20.01 + radius + HALF }), Velocity, set(Shape, box(0.25, HALF)), Kinematic, Character)
      let least = 0
      for (let i = 1; i <= 0.6 * hz; i++) {
        stepPhysics(world, 1 / hz)
        moveCharacter(world, hero, run, (components.CharacterState.vy[hero] ?? 0) - GRAVITY / hz, 1 / hz)
        least = Math.min(least, components.Velocity.y[ball]! + (GRAVITY * i) / hz)
      }
      // Its rise ended at who stands still above it; off his middle it is pressed aside by his weight.
      expect(least, `${spin} rad/s, ${x} m off, at ${run} m/s`).toBeGreaterThan(-1)
    }
  }
})
