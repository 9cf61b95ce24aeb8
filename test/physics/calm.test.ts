import { addComponents, addEntity, createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, circle, distanceJoint, isSleeping, set, stepPhysics } from '../../src/index.ts'

/**
 * A ball that swings on a spring, of 6 Hz unless told otherwise, which a step damps a little. How far it went from one end to the other in the half second
 * before it fell asleep, in metres; NaN where it did not within the given time.
 */
function swing(amplitude: number, unit: number, wakeful: boolean, hz: number, seconds = 8, gravity = 0, hertz = 6): number {
  const world = createWorld()
  const { Position, Shape, Static, Velocity, Joint, Motion, NeverSleep } = addPhysics(world, { gravity: { x: 0, y: -gravity * unit }, lengthUnit: unit, substeps: 16 }).components
  const post = addEntity(world)
  addComponents(world, post, set(Position, { x: 0, y: 0 }), set(Shape, box(0.1 * unit, 0.1 * unit)), Static)
  const ball = addEntity(world)
  addComponents(world, ball, set(Position, { x: 2 * unit, y: 0 }), set(Shape, circle(0.3 * unit)), set(Velocity, { x: 2 * Math.PI * hertz * amplitude * unit }))
  addComponents(world, ball, set(Motion, { gravityScale: 0 }))
  if (wakeful) addComponents(world, ball, NeverSleep)
  addComponents(world, addEntity(world), set(Joint, distanceJoint(post, ball, { spring: { hertz, dampingRatio: 0 } })))
  const places: number[] = []
  for (let i = 0; i < seconds * hz; i++) {
    stepPhysics(world, 1 / hz)
    if (isSleeping(world, ball)) {
      const last = places.slice(-hz / 2)
      return (Math.max(...last) - Math.min(...last)) / unit
    }
    places.push(Position.x[ball]!)
  }
  return NaN
}

test.each([1, 30])('what gets no farther than twice the slop sleeps, whatever its speed, and nothing else (unit %s)', (unit) => {
  for (const hz of [60, 120, 240]) {
    // By its speed alone it would have to come down to 1.3 mm first: at 240 Hz that takes longer.
    expect(swing(0.0022, unit, false, hz, 1.6), `2.2 mm, ${hz} Hz`).toBeGreaterThan(0)
    expect(swing(0.0022, unit, true, hz), `2.2 mm, never to sleep, ${hz} Hz`).toBeNaN()
    for (const amplitude of [0.006, 0.012, 0.04, 0.2]) {
      // Within that of where it was: twice as far from end to end.
      const span = swing(amplitude, unit, false, hz)
      if (!Number.isNaN(span)) expect(span, `${amplitude} m, ${hz} Hz`).toBeLessThanOrEqual(0.0201)
    }
  }
})

test.each([1, 30])('nor does it get farther where gravity takes a body far in a step, but nothing presses it (unit %s)', (unit) => {
  // 56 mm in a step: it fell asleep as it went up to 53 mm from end to end.
  for (const amplitude of [0.02, 0.04]) expect(swing(amplitude, unit, false, 30, 8, 100, 2), `${amplitude} m`).toBeLessThanOrEqual(0.0201)
})

/** A box that goes on at that speed, over ice or in the air: whether it is asleep after so many seconds. */
function sleepsAsItGoes(speed: number, unit: number, hz: number, gravity: number, ice: boolean): boolean {
  const world = createWorld()
  const { Material, Position, Shape, Static, Velocity, Motion } = addPhysics(world, { gravity: { x: 0, y: -gravity * unit }, lengthUnit: unit }).components
  const slides = set(Material, { friction: 0 })
  if (ice) addComponents(world, addEntity(world), set(Position, { x: 0, y: -unit }), set(Shape, box(50 * unit, unit)), slides, Static)
  const goer = addEntity(world)
  addComponents(world, goer, set(Position, { x: 0, y: 0.5 * unit }), set(Shape, box(0.5 * unit, 0.5 * unit)), slides, set(Velocity, { x: speed * unit }))
  if (!ice) addComponents(world, goer, set(Motion, { gravityScale: 0 }))
  for (let i = 0; i < 4 * hz; i++) stepPhysics(world, 1 / hz)
  return isSleeping(world, goer)
}

// At 5 Hz under 100 m/s2 it slept at 1 m/s.
test.each([[5, 10], [5, 100], [10, 100], [30, 100]])('what goes on faster than the sleep speed does not sleep at %i Hz under %i m/s2', (hz, gravity) => {
  for (const unit of [0.01, 1, 30]) {
    for (const ice of [false, true]) {
      expect(sleepsAsItGoes(0.04, unit, hz, gravity, ice), 'slower').toBe(true)
      for (const speed of [0.055, 0.2, 1]) expect(sleepsAsItGoes(speed, unit, hz, gravity, ice), `unit ${unit}, ${speed} m/s, ice ${ice}`).toBe(false)
    }
  }
})
