import { addComponents, addEntity, createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, circle, distanceJoint, isSleeping, set, stepPhysics } from '../../src/index.ts'

/**
 * A ball that swings on a spring of 6 Hz, which a step damps a little. How far it went from one end to the other in the half second
 * before it fell asleep, in metres; NaN where it did not within the given time.
 */
function swing(amplitude: number, unit: number, wakeful: boolean, hz: number, seconds = 8): number {
  const world = createWorld()
  const { Position, Shape, Static, Velocity, Joint, NeverSleep } = addPhysics(world, { gravity: { x: 0, y: 0 }, lengthUnit: unit, substeps: 16 }).components
  const post = addEntity(world)
  addComponents(world, post, set(Position, { x: 0, y: 0 }), set(Shape, box(0.1 * unit, 0.1 * unit)), Static)
  const ball = addEntity(world)
  addComponents(world, ball, set(Position, { x: 2 * unit, y: 0 }), set(Shape, circle(0.3 * unit)), set(Velocity, { x: 2 * Math.PI * 6 * amplitude * unit }))
  if (wakeful) addComponents(world, ball, NeverSleep)
  addComponents(world, addEntity(world), set(Joint, distanceJoint(post, ball, { spring: { hertz: 6, dampingRatio: 0 } })))
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
