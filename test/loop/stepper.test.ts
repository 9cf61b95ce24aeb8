import { removeEntity } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Stepper, type StepperOptions, addPhysics, applyImpulse, box, clearEvents, createStepper, hashWorld, moveKinematic,
  removePhysics, stepPhysics,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const FRAME = 1 / 60

function made(options: StepperOptions = {}): { t: TestWorld; stepper: Stepper } {
  const t = new TestWorld()
  return { t, stepper: createStepper(t.world, options) }
}

describe('how many steps a stepper takes', () => {
  test.each([[30, 1 / 60, 2], [60, 1 / 60, 1], [120, 1 / 60, 0.5], [144, 1 / 30, 30 / 144], [75, 1 / 50, 50 / 75]])(
    '%i frames a second, steps of %f s: %f a frame, and none too many or too few in two minutes', (rate, dt, each) => {
      const { stepper } = made({ dt })
      for (let frame = 1; frame <= rate * 120; frame++) {
        const alpha = stepper.advance(1 / rate)
        expect(stepper.dropped).toBe(0)
        const exact = frame * each
        // Where frames and steps meet they do so exactly, however many fractions were summed.
        const whole = Math.abs(exact - Math.round(exact)) < 1e-9
        if (stepper.stepCount !== (whole ? Math.round(exact) : Math.floor(exact))) expect(stepper.stepCount).toBe(exact)
        if (Math.abs(stepper.stepCount + alpha - exact) > 1e-6) expect(stepper.stepCount + alpha).toBe(exact)
      }
      expect(stepper.stepCount).toBe(Math.round(120 / dt))
    }, 60_000,
  )

  test('are those of the sum of any frames', () => {
    fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { maxLength: 40 }), (frames) => {
      const { stepper } = made({ dt: FRAME, maxSteps: 100 })
      let sum = 0
      for (const seconds of frames) {
        sum += seconds
        const before = stepper.stepCount
        const alpha = stepper.advance(seconds)
        expect(alpha).toBe(stepper.alpha)
        expect(stepper.stepCount - before).toBe(stepper.steps)
        expect(stepper.stepCount + alpha).toBeCloseTo(sum / FRAME, 5)
        expect(alpha >= 0 && alpha <= 1).toBe(true)
      }
    }), { numRuns: 50 })
  })

  test('end at maxSteps; the rest of the time is dropped and said, but for the part of a step', () => {
    const { stepper } = made({ dt: FRAME, maxSteps: 3 })
    expect(stepper.advance(10.25 * FRAME)).toBeCloseTo(0.25)
    expect(stepper.steps).toBe(3)
    expect(stepper.dropped).toBeCloseTo(7 * FRAME)
    stepper.advance(FRAME)
    expect([stepper.steps, stepper.dropped]).toEqual([1, 0])
    stepper.advance(3 * FRAME)
    expect([stepper.steps, stepper.dropped]).toEqual([3, 0])
    stepper.advance(1e300)
    expect(stepper.steps).toBe(3)
    expect(stepper.dropped).toBe(1e300)
    stepper.advance(FRAME / 2)
    expect(stepper.steps).toBeLessThanOrEqual(1)
  })

  test('follow timeScale, and none are taken while paused but those that were asked for', () => {
    const { stepper } = made({ dt: FRAME })
    stepper.timeScale = 0.25
    for (let i = 0; i < 40; i++) stepper.advance(FRAME)
    expect(stepper.stepCount).toBe(10)
    stepper.timeScale = 2
    stepper.advance(FRAME)
    expect(stepper.steps).toBe(2)
    stepper.timeScale = 1
    const alpha = stepper.advance(FRAME / 2)
    stepper.paused = true
    for (let i = 0; i < 10; i++) expect(stepper.advance(FRAME)).toBe(alpha)
    expect(stepper.stepCount).toBe(12)
    stepper.requestStep()
    expect(stepper.advance(FRAME)).toBe(alpha)
    expect(stepper.steps).toBe(1)
    stepper.advance(FRAME)
    expect(stepper.steps).toBe(0)
    stepper.paused = false
    stepper.requestStep()
    expect(stepper.advance(FRAME)).toBeCloseTo(alpha)
    expect(stepper.steps).toBe(2)
  })

  test('end where a callback pauses', () => {
    const { stepper } = made({ dt: FRAME, afterStep: (step) => { if (step === 1) stepper.paused = true } })
    stepper.advance(4.5 * FRAME)
    expect([stepper.steps, stepper.dropped > 0]).toEqual([2, true])
    expect(stepper.dropped).toBeCloseTo(2 * FRAME)
  })
})

/** A scene with everything that may go wrong with time: input, a lift, a fall, bounces. */
function play(rates: readonly number[], seconds: number): { hash: number; steps: number } {
  const t = new TestWorld()
  t.addGround()
  const { Kinematic } = t.components
  const lift = t.add(box(2, 0.2), 0, 0.5, Kinematic)
  const balls = Array.from({ length: 8 }, (_, i) => t.ball(i * 0.3 - 1, 2 + i))
  const stepper = createStepper(t.world, {
    dt: 1 / 50, maxSteps: 1000,
    beforeStep: (step) => {
      moveKinematic(t.world, lift, 0, 0.5 + (step % 100) * 0.01)
      if (step % 17 === 3) applyImpulse(t.world, balls[step % 8]!, 0.5, 2)
    },
  })
  let time = 0
  for (let frame = 0; stepper.stepCount < seconds * 50; frame++) {
    const left = seconds - time
    const length = Math.min(1 / rates[frame % rates.length]!, left > 0 ? left : 1 / 50)
    time += length
    stepper.advance(length)
  }
  return { hash: hashWorld(t.world), steps: stepper.stepCount }
}

test('its methods may be taken off it', () => {
  const { world } = new TestWorld()
  const stepper = createStepper(world)
  const { advance, requestStep } = stepper
  requestStep()
  advance(1 / 60)
  expect([stepper.steps, stepper.stepCount]).toEqual([2, 2])
})

test('the same input gives the same hash at any frame rate', () => {
  const one = play([50], 6)
  expect(one.steps).toBe(300)
  for (const rates of [[30], [60], [144], [240], [7], [31, 59.94, 144, 1000, 3]]) expect(play(rates, 6)).toEqual(one)
  // And a scene that is not the same has another.
  expect(play([50], 5).hash).not.toBe(one.hash)
})

describe('events of a frame', () => {
  /** Steps in which a ball on a ground began to touch it, as they are seen by polls after each frame of so many steps. */
  function seen(stepsPerFrame: number): string[] {
    const { t, stepper } = made({ dt: FRAME, maxSteps: 100 })
    t.addGround()
    const bouncing = t.ball(0, 1)
    const other = t.ball(3, 2)
    const log: string[] = []
    const { contactBegin, contactEnd } = t.physics.events
    for (let frame = 0; stepper.stepCount < 240; frame++) {
      if (frame === Math.round(120 / stepsPerFrame)) {
        removeEntity(t.world, bouncing)
        applyImpulse(t.world, other, 0, 6)
      }
      stepper.advance(stepsPerFrame * FRAME)
      for (let i = 0; i < contactBegin.count; i++) log.push(`begin ${contactBegin.a[i]} ${contactBegin.b[i]}`)
      for (let i = 0; i < contactEnd.count; i++) log.push(`end ${contactEnd.a[i]} ${contactEnd.b[i]} ${contactEnd.reason[i]}`)
    }
    return log
  }

  test('are seen once each, by one poll after each frame: with one step, with many, and with mostly none', () => {
    const plain = seen(1)
    expect(plain.length).toBe(5)
    for (const stepsPerFrame of [2, 3, 8, 40, 0.5, 0.25, 0.125]) expect(seen(stepsPerFrame), `${stepsPerFrame}`).toEqual(plain)
  })

  test('stay until clearEvents with keepEvents', () => {
    const { t, stepper } = made({ dt: FRAME })
    t.physics.settings.keepEvents = true
    t.addGround()
    t.ball(0, 0.51)
    stepper.advance(5 * FRAME)
    for (let i = 0; i < 5; i++) stepper.advance(FRAME / 10)
    stepper.advance(5 * FRAME)
    expect(t.begins()).toEqual(['1-2'])
    expect(t.physics.settings.keepEvents).toBe(true)
    clearEvents(t.world)
    expect(t.begins()).toEqual([])
  })
})

describe('what a stepper refuses', () => {
  test('options that cannot be used', () => {
    const { world } = new TestWorld()
    const make = (options: object) => () => createStepper(world, options)
    expect(make({ dt: 16.7 })).toThrow('createStepper: dt is 16.7 seconds. If these are milliseconds, pass 16.7 / 1000.')
    for (const dt of [0, -1, NaN, Infinity, 1e-12]) expect(make({ dt }), String(dt)).toThrow(/^createStepper: dt/)
    for (const maxSteps of [0, -1, 1.5, NaN, Infinity]) expect(make({ maxSteps }), String(maxSteps)).toThrow(/^createStepper: maxSteps/)
    expect(make({ steps: 3 })).toThrow("createStepper: there is no option 'steps'. The options are dt, maxSteps, beforeStep, afterStep.")
    expect(make({ beforeStep: 5 })).toThrow('createStepper: beforeStep must be a function')
    expect(() => createStepper({} as never)).toThrow('createStepper: this world has no physics')
  })

  test('not the first frame of a page, whose time is before that of the script', () => {
    const { stepper } = made()
    expect([stepper.advance(-1.2), stepper.stepCount]).toEqual([0, 0])
    stepper.advance(FRAME)
    stepper.advance(-0.2)
    expect([stepper.stepCount, stepper.steps]).toEqual([1, 0])
  })

  test('times that are none, and takes no time then', () => {
    const { stepper } = made()
    for (const seconds of [NaN, Infinity, -Infinity]) expect(() => stepper.advance(seconds)).toThrow(/^advance: seconds must be finite/)
    stepper.timeScale = NaN
    expect(() => stepper.advance(1)).toThrow('advance: timeScale must be finite and not negative, got NaN')
    stepper.timeScale = 1
    expect([stepper.stepCount, stepper.alpha]).toEqual([0, 0])
  })

  test('to advance while it steps, in a callback or in a system', () => {
    const { t, stepper } = made({ beforeStep: () => stepper.advance(0) })
    expect(() => stepper.advance(FRAME)).toThrow('advance: the world is stepping already')
    const plain = createStepper(t.world)
    t.physics.systems.push({ name: 'Mine', run: () => plain.advance(0) })
    expect(() => stepPhysics(t.world, FRAME)).toThrow('advance: the world is stepping already')
  })

  test('nothing for good: after an error its time is due again', () => {
    const { t, stepper } = made({ dt: FRAME })
    const ball = t.ball(0, 0)
    stepper.advance(FRAME)
    t.components.Position.x[ball] = NaN
    expect(() => stepper.advance(2 * FRAME)).toThrow('Position')
    t.components.Position.x[ball] = 0
    expect(stepper.advance(0)).toBeCloseTo(0)
    expect([stepper.steps, stepper.stepCount]).toEqual([2, 3])
    removePhysics(t.world)
    expect(() => stepper.advance(FRAME)).toThrow('this world has no physics')
    addPhysics(t.world)
    stepper.advance(FRAME)
    expect(stepper.stepCount).toBeGreaterThan(3)
  })
})
