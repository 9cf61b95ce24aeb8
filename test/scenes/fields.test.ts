import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { getWetFraction } from '../../src/index.ts'

test('in the harbour light ones float, stones sink and boats stand upright', () => {
  const built = buildScene(findScene('harbor')!.create({ count: 20 }))
  const { Position, Rotation } = built.physics.components
  for (let i = 0; i < 1200; i++) built.step()
  built.scene.bodies.forEach((body, i) => {
    const entity = built.entities[i]!
    if (body.kind !== undefined || body.parts !== undefined) return
    // A stone may lie on a deck.
    const carried = [4, 5, 6].some((boat) => Math.abs(Position.x[built.entities[boat]!]! - Position.x[entity]!) < 3)
    const heavy = body.density! > 1
    expect([i, body.density, heavy ? Position.y[entity]! < -8 || carried : Position.y[entity]! > -2]).toEqual([i, body.density, true])
    if (heavy && !carried) expect(getWetFraction(built.world, entity)).toBeCloseTo(1, 6)
  })
  for (const i of [4, 5, 6]) expect(Math.cos(Rotation.angle[built.entities[i]!]!)).toBeGreaterThan(0.7)
})

test('on the planet all that was thrown stays near it, and the walker walks around on its feet, jumps and comes down', () => {
  const held = new Set<number>()
  // How the crates lie is chance: of 13 numbers of them, 3 or 4 have one that tips under its feet so that it goes faster than below.
  const built = buildScene(findScene('planet')!.create({ count: 36 }), { held: (control) => held.has(control) })
  const { Position, Rotation, CharacterState } = built.physics.components
  const walker = built.entities[4]!
  let around = 0
  let before = Math.atan2(Position.y[walker]!, Position.x[walker]!)
  let [inTheAir, highest] = [0, 0]
  for (let i = 0; i < 1200; i++) {
    held.clear()
    // Clockwise; every two seconds a jump.
    held.add(1)
    if (i % 120 < 3) held.add(2)
    built.step()
    const now = Math.atan2(Position.y[walker]!, Position.x[walker]!)
    around += Math.atan2(Math.sin(now - before), Math.cos(now - before))
    before = now
    const height = Math.hypot(Position.x[walker]!, Position.y[walker]!)
    expect(height).toBeGreaterThan(5.4)
    // It runs at 3.5 m/s and jumps at 4; a crate that tips under its feet adds 2.5 to each. That is nearly an orbit, so how high it
    // gets says less than how fast it is; and more would be a launch.
    // What it goes up a step or down to the ground in a step is no speed.
    expect(Math.hypot(CharacterState.vx[walker]!, CharacterState.vy[walker]!)).toBeLessThan(9)
    expect(height).toBeLessThan(20)
    highest = Math.max(highest, height)
    if (CharacterState.grounded[walker] === 0) inTheAir++
    if (height > 7) continue
    // Its feet are below it, but for what the moon pulls and the way of a step.
    expect(Math.cos(Rotation.angle[walker]! - now + Math.PI / 2)).toBeGreaterThan(0.98)
  }
  // Without what lies in its way it would be 12 rad. A heap of crates that it shoves before it may hold it for some seconds.
  expect(around).toBeLessThan(-1.75 * Math.PI)
  expect(highest).toBeGreaterThan(6.4)
  expect(inTheAir).toBeGreaterThan(200)
  expect(inTheAir).toBeLessThan(1000)
  // It may kick one of them away from under its feet.
  const left = built.entities.slice(5).filter((entity) => Math.hypot(Position.x[entity]!, Position.y[entity]!) > 26)
  expect(left.length).toBeLessThan(2)
})

test('the wind carries plates to the grille, and an explosion opens the wall', () => {
  const tunnel = buildScene(findScene('wind-tunnel')!.create({ count: 40 }))
  for (let i = 0; i < 400; i++) tunnel.step()
  const { Position } = tunnel.physics.components
  let blown = 0
  tunnel.scene.bodies.forEach((body, i) => {
    if (body.density !== undefined && body.density < 0.8 && body.x < -1 && Position.x[tunnel.entities[i]!]! > 10) blown++
  })
  expect(blown).toBeGreaterThan(10)
  const wall = buildScene(findScene('blast')!.create({ rows: 8, columns: 10 }))
  let fastest = 0
  for (let i = 0; i < 130; i++) {
    wall.step()
    if (i === 118) fastest = Math.max(...wall.physics.components.Velocity.y as Float64Array)
  }
  expect(fastest).toBeLessThan(0.5)
  expect(Math.max(...wall.physics.components.Velocity.y as Float64Array)).toBeGreaterThan(4)
})
