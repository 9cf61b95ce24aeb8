import { addComponent, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addPhysics, applyImpulse, box, circle, createDrawnPoses, createStepper, hashWorld, interpolate, moveKinematic, removePhysics,
  setVelocity, stepPhysics, teleport,
} from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

const DT = 1 / 30

/** A world without gravity in which poses are kept. */
function weightless(): { t: TestWorld; drawn: ReturnType<typeof createDrawnPoses>; step: () => void; draw: (alpha: number) => void } {
  const t = new TestWorld({ gravity: { x: 0, y: 0 } })
  const drawn = createDrawnPoses()
  const draw = (alpha: number): void => void interpolate(t.world, alpha, drawn)
  draw(0)
  return { t, drawn, draw, step: () => stepPhysics(t.world, DT) }
}

describe('what is drawn', () => {
  test('lies between the pose before the last step and that after it, at alpha of the way', () => {
    const { t, drawn, draw, step } = weightless()
    const ball = t.ball(1, 2)
    const { Position, Rotation } = t.components
    setVelocity(t.world, ball, 3, -6, 9)
    step()
    const [x, y, angle] = [Position.x[ball]!, Position.y[ball]!, Rotation.angle[ball]!]
    step()
    for (const alpha of [0, 0.25, 0.5, 1]) {
      draw(alpha)
      expect(drawn.x[ball]).toBeCloseTo(x + (Position.x[ball]! - x) * alpha, 12)
      expect(drawn.y[ball]).toBeCloseTo(y + (Position.y[ball]! - y) * alpha, 12)
      expect(drawn.angle[ball]).toBeCloseTo(angle + (Rotation.angle[ball]! - angle) * alpha, 12)
    }
    expect([drawn.x[ball], drawn.y[ball], drawn.angle[ball]]).toEqual([Position.x[ball], Position.y[ball], Rotation.angle[ball]])
  })

  test('is everything with a Position: static, asleep, disabled, and what is no body', () => {
    const { t, drawn, draw, step } = weightless()
    const { Static, Sleeping, Disabled, Position } = t.components
    const all = [t.ball(1, 1, Static), t.ball(5, 2, Sleeping), t.ball(9, 3, Disabled)]
    step()
    addComponent(t.world, all[0]!, set(Position, { x: 7 }))
    draw(0.3)
    expect(all.map((entity) => [drawn.x[entity], drawn.y[entity]])).toEqual([[7, 1], [5, 2], [9, 3]])
  })

  test('grows with the world, in columns of any kind', () => {
    const t = new TestWorld({ capacity: 16 })
    const typed = { x: new Float32Array(1), y: new Float32Array(1), angle: new Float32Array(1), name: 'drawn' }
    const plain = { x: [] as number[], y: [] as number[], angle: [] as number[] }
    const balls = Array.from({ length: 300 }, (_, i) => t.ball(i, 0.1))
    interpolate(t.world, 0, typed)
    t.step(2)
    expect(interpolate(t.world, 0.5, typed)).toBe(typed)
    expect(interpolate(t.world, 0.5, plain)).toBe(plain)
    const { Position } = t.components
    for (const ball of balls) {
      expect(plain.x[ball]).toBe(ball - 1)
      expect(plain.y[ball]!).toBeGreaterThan(Position.y[ball]!)
      expect(typed.y[ball]).toBe(Math.fround(plain.y[ball]!))
    }
    expect(typed.name).toBe('drawn')
  })

  test('may come of stores that the user brought', () => {
    const Position = { x: [] as number[], y: new Float32Array(3000) }
    const t = new TestWorld({ components: { Position } })
    const drawn = interpolate(t.world, 0, createDrawnPoses())
    const ball = t.ball(1, 8)
    t.step(10)
    const before = Position.y[ball]!
    t.step()
    interpolate(t.world, 0.5, drawn)
    expect(drawn.y[ball]).toBeCloseTo((before + Position.y[ball]!) / 2, 12)
  })
})

describe('what does not smear', () => {
  test('a teleport: between steps, in a callback, and in a system of the step', () => {
    const { t, drawn, draw, step } = weightless()
    const ball = t.ball(0, 0)
    setVelocity(t.world, ball, 3, 0)
    step()
    teleport(t.world, ball, 100, 50)
    draw(0.1)
    expect([drawn.x[ball], drawn.y[ball]]).toEqual([100, 50])
    step()
    draw(0)
    expect([drawn.x[ball], drawn.y[ball]]).toEqual([100, 50])
    draw(0.5)
    expect(drawn.x[ball]).toBeCloseTo(100.05, 9)
    // The first system of the step, and one after the last.
    const jump = { name: 'Jump', run: () => teleport(t.world, ball, -40, 0) }
    t.physics.systems.unshift(jump)
    step()
    draw(0.5)
    expect(drawn.x[ball]).toBeCloseTo(-39.95, 9)
    t.physics.systems.shift()
    t.physics.systems.push({ name: 'Jump', run: () => teleport(t.world, ball, 20, 30) })
    step()
    draw(0.5)
    expect([drawn.x[ball], drawn.y[ball]]).toEqual([20, 30])
  })

  test('a plain write, and an angle that is wrapped by one', () => {
    const { t, drawn, draw, step } = weightless()
    const ball = t.ball(0, 0)
    const { Position, Rotation } = t.components
    setVelocity(t.world, ball, 1, 0, 6)
    for (let i = 0; i < 100; i++) {
      step()
      if (Rotation.angle[ball]! > Math.PI) Rotation.angle[ball] = Rotation.angle[ball]! - 2 * Math.PI
      draw(0.5)
      const turned = Rotation.angle[ball]! - drawn.angle[ball]!
      expect(turned > -1e-12 && turned < 0.11, `${turned}`).toBe(true)
    }
    Position.x[ball] = 77
    draw(0)
    expect(drawn.x[ball]).toBe(77)
  })

  test('an angle goes the way it was turned: the short one for what is told an angle, and a whole fast turn for a wheel', () => {
    const { t, drawn, draw, step } = weightless()
    const door = t.add(box(1, 0.1), 0, 0, t.components.Kinematic)
    const wheel = t.ball(9, 0)
    // A wheel may make a quarter turn in each.
    t.physics.settings.substeps = 8
    step()
    moveKinematic(t.world, door, 0, 0, 3)
    step()
    moveKinematic(t.world, door, 0, 0, -3)
    setVelocity(t.world, wheel, 0, 0, 120)
    step()
    draw(0.5)
    // From 3 to −3 is 0.28 onwards over π, and not 6 back over 0.
    expect(drawn.angle[door]).toBeCloseTo(Math.PI, 9)
    expect(drawn.angle[wheel]).toBeCloseTo(0.5 * 120 * DT, 6)
  })

  test('a body that is spawned between two steps, in one, or with the id of one that went', () => {
    const { t, drawn, draw, step } = weightless()
    const first = t.ball(0, 0)
    setVelocity(t.world, first, 60, 0)
    step()
    removeEntity(t.world, first)
    const second = t.ball(30, 40)
    expect(second).toBe(first)
    draw(0.2)
    expect([drawn.x[second], drawn.y[second]]).toEqual([30, 40])
    setVelocity(t.world, second, 3, 0)
    step()
    draw(0)
    expect([drawn.x[second], drawn.y[second]]).toEqual([30, 40])
    for (const at of [0, 4, 7]) {
      let born = 0
      t.physics.systems.splice(at, 0, { name: 'Spawn', run: () => { born ||= t.ball(-30, at) } })
      step()
      t.physics.systems.splice(at, 1)
      draw(0.5)
      expect([drawn.x[born], drawn.y[born]], `${at}`).toEqual([-30, at])
    }
  }, 20_000)

  test('a body that takes the place of one that left while the solver ran', () => {
    const { t, drawn, draw, step } = weightless()
    const first = t.ball(0, 0)
    setVelocity(t.world, first, 60, 0)
    step()
    let done = 0
    t.physics.systems.splice(5, 0, {
      name: 'Swap', perSubstep: true, run: () => {
        if (done++ > 0) return
        removeEntity(t.world, first)
        expect(t.ball(-50, 0)).toBe(first)
      },
    })
    step()
    draw(0.5)
    expect(drawn.x[first]).toBe(-50)
  })

  test('a body that fell asleep or stands still', () => {
    const t = new TestWorld()
    const drawn = interpolate(t.world, 0, createDrawnPoses())
    t.addGround()
    const ball = t.ball(0, 0.5)
    for (let i = 0; i < 120; i++) t.step()
    const { Position } = t.components
    interpolate(t.world, 0, drawn)
    expect(drawn.y[ball]).toBe(Position.y[ball])
  })
})

test('every body that a step moved is drawn on its way, in any world', () => {
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: -40, max: 40 })), { minLength: 1, maxLength: 12 }), (bodies) => {
    const t = new TestWorld()
    t.addGround()
    const { Position, Bullet } = t.components
    const drawn = interpolate(t.world, 0, createDrawnPoses())
    const all = bodies.map(([x, y, speed], i) => {
      const entity = t.add(i % 2 === 0 ? circle(0.4) : box(0.4, 0.3), x, y + 0.5, ...(i % 3 === 0 ? [Bullet] : []))
      setVelocity(t.world, entity, speed * 4, speed)
      return entity
    })
    for (let n = 0; n < 30; n++) {
      const before = all.map((entity) => Position.x[entity]!)
      t.step()
      interpolate(t.world, 0.25, drawn)
      all.forEach((entity, i) => expect(drawn.x[entity]).toBeCloseTo(before[i]! + (Position.x[entity]! - before[i]!) * 0.25, 9))
    }
  }), { numRuns: 20 })
})

test('a moving ball drawn at 144 Hz from steps of 30 Hz goes as far each frame', () => {
  const { t, drawn } = weightless()
  const ball = t.ball(0, 0)
  setVelocity(t.world, ball, 3, 0)
  const stepper = createStepper(t.world, { dt: DT })
  let last = 0
  for (let frame = 1; frame <= 288; frame++) {
    interpolate(t.world, stepper.advance(1 / 144), drawn)
    // From the first step on it is drawn one step later than it is.
    if (frame > 5) expect(drawn.x[ball]! - last).toBeCloseTo(3 / 144, 9)
    last = drawn.x[ball]!
  }
  expect(last).toBeCloseTo(3 * (2 - DT), 9)
})

test('drawing changes nothing that is simulated', () => {
  const hash = (draws: boolean): number => {
    const t = new TestWorld()
    const drawn = createDrawnPoses()
    t.addGround()
    const ball = t.ball(0, 3)
    for (let i = 0; i < 20; i++) t.ball(i * 0.4, 2 + i)
    for (let i = 0; i < 90; i++) {
      if (draws) interpolate(t.world, (i % 10) / 10, drawn)
      if (i === 40) applyImpulse(t.world, ball, 1, 1)
      t.step()
    }
    return hashWorld(t.world)
  }
  expect(hash(true)).toBe(hash(false))
})

describe('what it refuses', () => {
  test('an alpha outside 0 to 1, columns that are missing or those of the engine, and a world without physics', () => {
    const t = new TestWorld()
    const drawn = createDrawnPoses()
    const { Position, Rotation } = t.components
    for (const alpha of [-0.1, 1.1, NaN, Infinity]) expect(() => interpolate(t.world, alpha, drawn)).toThrow('interpolate: alpha must be from 0 to 1')
    expect(() => interpolate(t.world, 0, { x: drawn.x, y: drawn.y } as never)).toThrow('out must have the columns x, y and angle')
    expect(() => interpolate(t.world, 0, { ...Position, angle: drawn.angle })).toThrow('out must have columns of its own')
    expect(() => interpolate(t.world, 0, { ...drawn, angle: Rotation.angle })).toThrow('out must have columns of its own')
    removePhysics(t.world)
    expect(() => interpolate(t.world, 0, drawn)).toThrow('interpolate: this world has no physics')
    addPhysics(t.world)
    expect(interpolate(t.world, 0, drawn)).toBe(drawn)
  })
})
