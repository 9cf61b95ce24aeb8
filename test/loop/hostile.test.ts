import { removeEntity } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrawnPoses, createStepper, interpolate, setVelocity, teleport } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

/** Units of time in a step: times are whole numbers of them, and powers of two, so that every sum is exact. */
const UNITS = 16
const UNIT = 1 / 1024

interface Frame {
  readonly units: number
  readonly scale: number
  readonly paused: boolean
  readonly requests: number
  /** The step of the frame before or after which a callback pauses or throws; none for one that is never reached. */
  readonly at: number
  readonly does: 'nothing' | 'pauses' | 'pauses after' | 'throws'
}

const frame: fc.Arbitrary<Frame> = fc.record({
  units: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-5, 0, 1, UNITS, 100_000)),
  scale: fc.constantFrom(1, 1, 1, 0, 0.5, 2),
  paused: fc.constantFrom(false, false, false, true),
  requests: fc.constantFrom(0, 0, 0, 1, 3),
  at: fc.integer({ min: 0, max: 6 }),
  does: fc.constantFrom('nothing', 'nothing', 'pauses', 'pauses after', 'throws'),
})

test('a stepper does what one that counts whole numbers does, whatever pauses, throws, asks and lasts', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), fc.array(frame, { maxLength: 30 }), (maxSteps, frames) => {
    const t = new TestWorld()
    let now = 0
    let plan: Frame = frames[0]!
    const stepper = createStepper(t.world, {
      dt: UNITS * UNIT, maxSteps,
      beforeStep: () => {
        if (now === plan.at && plan.does === 'throws') throw new Error('mine')
        if (now === plan.at && plan.does === 'pauses') stepper.paused = true
      },
      afterStep: () => {
        if (now++ === plan.at && plan.does === 'pauses after') stepper.paused = true
      },
    })
    let [waiting, requested, count] = [0, 0, 0]
    for (const one of frames) {
      plan = one
      now = 0
      stepper.timeScale = one.scale
      stepper.paused = one.paused
      for (let i = 0; i < one.requests; i++) stepper.requestStep()
      requested += one.requests
      let threw = false
      try {
        stepper.advance(one.units * UNIT)
      } catch (error) {
        expect(String(error)).toBe('Error: mine')
        threw = true
      }
      if (!one.paused) waiting += Math.max(one.units, 0) * one.scale
      let [paused, steps, throws] = [one.paused, 0, false]
      while (steps < maxSteps && (requested > 0 || (!paused && waiting >= UNITS))) {
        if (one.does === 'throws' && one.at === steps) {
          throws = true
          break
        }
        if (requested > 0) requested--
        else waiting -= UNITS
        if (one.at === steps && one.does.startsWith('pauses')) paused = true
        steps++
      }
      count += steps
      const due = throws ? 0 : Math.floor(waiting / UNITS) * UNITS
      waiting -= due
      expect([threw, stepper.steps, stepper.stepCount, stepper.paused]).toEqual([throws, steps, count, paused])
      expect([stepper.dropped, stepper.alpha]).toEqual([due * UNIT, Math.min(waiting / UNITS, 1)])
    }
  }), { numRuns: 300 })
})

test('a stepper whose steps throw goes on after any time, however often it was told the longest', () => {
  const t = new TestWorld()
  let broken = true
  const stepper = createStepper(t.world, { maxSteps: 1, beforeStep: () => { if (broken) throw new Error('mine') } })
  for (let i = 0; i < 3; i++) expect(() => stepper.advance(Number.MAX_VALUE)).toThrow('mine')
  broken = false
  const alpha = stepper.advance(0)
  expect(alpha >= 0 && alpha <= 1).toBe(true)
  expect([stepper.steps, Number.isFinite(stepper.dropped)]).toEqual([1, true])
  stepper.advance(1)
  expect(stepper.steps).toBe(1)
})

interface Change {
  readonly what: 'step' | 'frame' | 'spawn' | 'remove' | 'teleport' | 'write'
  readonly which: number
  readonly x: number
}

const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom('step', 'step', 'frame', 'spawn', 'remove', 'teleport', 'write'),
  which: fc.nat(30),
  x: fc.integer({ min: -500, max: 500 }),
})

test('whatever comes, goes and is put somewhere between steps, each body is drawn where it is or on its way there', () => {
  fc.assert(fc.property(fc.array(change, { minLength: 10, maxLength: 60 }), fc.constantFrom(0, 0.25, 0.5, 1), (changes, alpha) => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const { Position } = t.components
    const stepper = createStepper(t.world, { dt: UNITS * UNIT, maxSteps: 1 })
    const drawn = createDrawnPoses()
    interpolate(t.world, 0, drawn)
    // By body: where it was before the last step, if that step moved it and nobody has since.
    const bodies = new Map<number, number | null>()
    // Each in a lane of its own: what touches is pushed across it.
    let lanes = 0
    const spawn = (x: number): void => {
      const body = t.ball(x, 100 * lanes++)
      setVelocity(t.world, body, 1 + (x % 3), 0)
      bodies.set(body, null)
    }
    spawn(0)
    spawn(5)
    for (const { what, which, x } of changes) {
      const body = [...bodies.keys()][which % Math.max(bodies.size, 1)]!
      if (what === 'spawn' || bodies.size === 0) spawn(x)
      else if (what === 'remove') {
        removeEntity(t.world, body)
        bodies.delete(body)
      } else if (what === 'teleport' || what === 'write') {
        if (Position.x[body] === x) continue
        if (what === 'teleport') teleport(t.world, body, x, Position.y[body]!)
        else Position.x[body] = x
        bodies.set(body, null)
      } else if (what === 'step') {
        for (const one of bodies.keys()) bodies.set(one, Position.x[one]!)
        stepper.advance(UNITS * UNIT)
        expect(stepper.steps).toBe(1)
      }
      interpolate(t.world, alpha, drawn)
      for (const [one, from] of bodies) {
        const to = Position.x[one]!
        expect(drawn.x[one]).toBeCloseTo(from === null ? to : from + alpha * (to - from), 9)
        expect(drawn.y[one]).toBe(Position.y[one])
      }
    }
  }), { numRuns: 150 })
})

test('poses go into three columns of numbers that are nobody else\'s', () => {
  const t = new TestWorld()
  const body = t.ball(3, 4)
  const { Position, Rotation } = t.components
  const [x, y, angle] = [new Float32Array(0), [] as number[], new Float64Array(0)]
  expect(interpolate(t.world, 1, { x, y, angle } as never)).toMatchObject({ y: { [body]: 4 } })
  for (const bad of [new DataView(new ArrayBuffer(8)), new BigInt64Array(2), 'text', null]) {
    expect(() => interpolate(t.world, 1, { x: bad, y, angle } as never)).toThrow('interpolate: out must have the columns x, y and angle.')
  }
  for (const taken of [Position.y, Rotation.angle]) {
    expect(() => interpolate(t.world, 1, { x: taken, y, angle } as never)).toThrow('interpolate: out must have columns of its own')
  }
  expect(() => interpolate(t.world, 1, { x: y, y, angle } as never)).toThrow('interpolate: out must have three columns')
  expect([Position.x[body], Position.y[body], Rotation.angle[body]]).toEqual([3, 4, 0])
})
