import { addComponent, addComponents, addEntity, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ShapeData, applyWind, box, capsule, circle, explode, getMass, isSleeping, polygon, queryPoint } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'
import { type Place, coreOf, outlineOf } from './outline.ts'

const still = { gravity: { x: 0, y: 0 } }
const SHAPES: ShapeData[] = [
  circle(0.7), box(0.8, 0.3), capsule(0.6, 0.25), polygon([{ x: -0.6, y: -0.3 }, { x: 0.5, y: -0.4 }, { x: 0.7, y: 0.1 }, { x: 0.1, y: 0.5 }]),
  polygon([{ x: -0.5, y: -0.3 }, { x: 0.5, y: -0.3 }, { x: 0, y: 0.4 }], 0.2),
]

function spawn(t: TestWorld, shape: ShapeData, x: number, y: number, angle = 0): number {
  const body = t.add(shape, x, y)
  addComponent(t.world, body, set(t.components.Rotation, { angle }))
  return body
}

function velocity(t: TestWorld, body: number): { x: number; y: number; w: number } {
  const { Velocity } = t.components
  return { x: Velocity.x[body]!, y: Velocity.y[body]!, w: Velocity.angular[body]! }
}

/** The pieces of the outline of a shape: middle, outward normal, length. */
function piecesOf(shape: ShapeData, x: number, y: number, angle: number): { at: Place; nx: number; ny: number; length: number }[] {
  const { corners, radius } = coreOf(shape)
  const outline = outlineOf(corners, radius, angle, x, y, 2000)
  return outline.map((a, i) => {
    const b = outline[(i + 1) % outline.length]!
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, nx: length > 0 ? (b.y - a.y) / length : 0, ny: length > 0 ? (a.x - b.x) / length : 0, length }
  })
}

const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })

describe('explode', () => {
  test('sees plain writes, of each body that it pushes, and whether somebody has asked before or not', () => {
    const pushed = (asks: boolean): number[] => {
      const t = new TestWorld(still)
      const bodies = [2, -2, 4].map((x) => spawn(t, circle(0.5), x, 0))
      t.step()
      if (asks) queryPoint(t.world, 9, 9)
      for (const body of bodies) t.components.Shape.radius[body] = 1
      explode(t.world, 0, 0, { radius: 5, impulse: 1 })
      return bodies.map((body) => velocity(t, body).x * Math.PI * 0.5 ** 2)
    }
    const seen = pushed(false)
    expect(pushed(true)).toEqual(seen)
    // As wide as it is now; its mass is taken in by the step.
    seen.forEach((x, i) => expect(x).toBeCloseTo(i === 1 ? -2 : 2, 9))
  })

  test('pushes by the length of the outline that faces it, at the nearest place', () => {
    fc.assert(fc.property(fc.constantFrom(...SHAPES), number(1.5, 4), number(-3, 3), number(-3, 3), (shape, x, y, angle) => {
      const t = new TestWorld(still)
      const body = spawn(t, shape, x, y, angle)
      expect(explode(t.world, 0, 0, { radius: 20, impulse: 3 })).toBe(1)
      const pieces = piecesOf(shape, x, y, angle)
      let nearest = { x: Infinity, y: Infinity }
      for (const { at, nx, ny, length: part } of pieces) {
        // Along the piece, to the foot of the point or an end.
        const along = Math.min(Math.max(at.x * ny - at.y * nx, -part / 2), part / 2)
        const foot = { x: at.x - along * ny, y: at.y + along * nx }
        if (Math.hypot(foot.x, foot.y) < Math.hypot(nearest.x, nearest.y)) nearest = foot
      }
      const length = Math.hypot(nearest.x, nearest.y)
      const [dx, dy] = [nearest.x / length, nearest.y / length]
      let facing = 0
      for (const { nx, ny, length: part } of pieces) facing += Math.max(0, -(nx * dx + ny * dy)) * part
      const { mass, inertia, x: cx, y: cy } = getMass(t.world, body)
      const { x: vx, y: vy, w } = velocity(t, body)
      expect(vx * mass).toBeCloseTo(3 * facing * dx, 1)
      expect(vy * mass).toBeCloseTo(3 * facing * dy, 1)
      // Of a flat side that is turned away from it any place is about as near: a corner is found.
      const turn = (nearest.x - cx) * 3 * facing * dy - (nearest.y - cy) * 3 * facing * dx
      expect(Math.abs(w * inertia - turn)).toBeLessThan(0.05)
    }), { numRuns: 30 })
  })

  test('fades over its falloff, pulls when negative, picks by category, leaves static ones and sensors', () => {
    const t = new TestWorld(still)
    const { CollisionFilter, Static, Kinematic, Sensor } = t.components
    const bodies = [spawn(t, box(0.5, 0.5), 2.5, 0), spawn(t, box(0.5, 0.5), 0, 3.5), spawn(t, box(0.5, 0.5), -5.5, 0), spawn(t, box(0.5, 0.5), 0, -2.5)]
    addComponent(t.world, bodies[3]!, set(CollisionFilter, { category: 2 }))
    t.add(box(0.5, 0.5), 2, 2, Static)
    t.add(box(0.5, 0.5), -2, 2, Kinematic)
    t.add(circle(9), 0, 0, Static, Sensor)
    expect(explode(t.world, 0, 0, { radius: 2, falloff: 2, impulse: -4, mask: 1 })).toBe(2)
    expect(bodies.map((body) => [velocity(t, body).x, velocity(t, body).y].map((v) => Number(v.toFixed(9)) + 0))).toEqual([[-4, 0], [0, -2], [0, 0], [0, 0]])
    expect(explode(t.world, 0, 0, { radius: 20, impulse: 1 })).toBe(4)
  })

  test('wakes, hits what was just spawned, and each body once', () => {
    const t = new TestWorld({ gravity: { x: 0, y: -10 } })
    t.addGround()
    const sleeper = spawn(t, box(0.5, 0.5), 0, 0.5)
    t.step(120)
    expect(isSleeping(t.world, sleeper)).toBe(true)
    const { Collider, Shape } = t.components
    const dumbbell = spawn(t, circle(0.4), 3, 1)
    const end = addEntity(t.world)
    addComponents(t.world, end, set(Collider, { body: dumbbell, x: 1 }), set(Shape, circle(0.4)))
    expect(explode(t.world, 1.5, 0.5, { radius: 5, impulse: 2 })).toBe(2)
    expect(isSleeping(t.world, sleeper)).toBe(false)
    expect(velocity(t, sleeper).x).toBeLessThan(-1)
  })

  test('goes from the middle of what holds the point; at the very middle up', () => {
    const t = new TestWorld({ gravity: { x: 0, y: -10 } })
    const [off, mid] = [spawn(t, box(1, 1), 0, 0), spawn(t, circle(1), 20, 0)]
    explode(t.world, -0.5, 0, { radius: 1, impulse: 4 })
    explode(t.world, 20, 0, { radius: 1, impulse: 4 })
    expect(velocity(t, off).x).toBeCloseTo(2, 9)
    expect(velocity(t, mid).y).toBeCloseTo(8 / Math.PI, 9)
  })

  test('is held off by what stands in between, when asked to', () => {
    const run = (occlusion: 'none' | 'static' | 'all', kind: 'Static' | 'dynamic', height: number): number => {
      const t = new TestWorld(still)
      const body = spawn(t, box(0.5, 0.5), 4, 0)
      t.add(box(0.2, height), 2, 0, ...(kind === 'Static' ? [t.components.Static] : []))
      explode(t.world, 0, 0, { radius: 10, impulse: 1, occlusion })
      return velocity(t, body).x
    }
    expect(run('none', 'Static', 3)).toBeCloseTo(1, 9)
    expect(run('static', 'Static', 3)).toBe(0)
    expect(run('static', 'dynamic', 3)).toBeCloseTo(1, 9)
    expect(run('all', 'dynamic', 3)).toBe(0)
    // Half of it looks over the edge.
    const part = run('static', 'Static', 0.1)
    expect(part).toBeGreaterThan(0.3)
    expect(part).toBeLessThan(0.9)
  })

  test('refuses numbers that are none', () => {
    const t = new TestWorld(still)
    expect(() => explode(t.world, NaN, 0, { radius: 1, impulse: 1 })).toThrow('must be finite')
    expect(() => explode(t.world, 0, 0, { radius: -1, impulse: 1 })).toThrow('must not be negative')
    expect(() => explode(t.world, 0, 0, { radius: 1, impulse: 1, occlusion: 'some' as 'all' })).toThrow("got 'some'")
    expect(explode(t.world, 0, 0, { radius: 0, impulse: 1 })).toBe(0)
  })
})

describe('applyWind', () => {
  test('is the sum over the outline, drag and lift', () => {
    fc.assert(fc.property(fc.constantFrom(...SHAPES), number(-4, 4), number(-8, 8), number(-8, 8), number(0, 1.5), (shape, angle, wx, wy, lift) => {
      const t = new TestWorld(still)
      const body = spawn(t, shape, 1, 2, angle)
      // So heavy that nothing of the force is held back.
      addComponent(t.world, body, set(t.components.Material, { density: 1e6 }))
      applyWind(t.world, body, wx, wy, { drag: 0.9, lift, density: 0.2 })
      const { mass, inertia, x: cx, y: cy } = getMass(t.world, body)
      const speed = Math.hypot(wx, wy)
      const [dx, dy] = speed > 0 ? [wx / speed, wy / speed] : [0, 0]
      let [fx, fy, torque] = [0, 0, 0]
      for (const { at, nx, ny, length } of piecesOf(shape, 1, 2, angle)) {
        const facing = -(nx * dx + ny * dy)
        if (facing <= 0) continue
        // Across the wind (−dy, dx), to where the piece gives way.
        const aside = -(nx * -dy + ny * dx)
        const along = 0.1 * 0.9 * facing * length * speed * speed
        const across = 0.1 * lift * facing * aside * length * speed * speed
        const [px, py] = [along * dx - across * dy, along * dy + across * dx]
        fx += px
        fy += py
        torque += (at.x - cx) * py - (at.y - cy) * px
      }
      t.step()
      const { x, y, w } = velocity(t, body)
      expect(Math.abs(x * mass * 60 - fx)).toBeLessThan(0.02 * (0.1 + speed * speed * 0.1))
      expect(Math.abs(y * mass * 60 - fy)).toBeLessThan(0.02 * (0.1 + speed * speed * 0.1))
      expect(Math.abs(w * inertia * 60 - torque)).toBeLessThan(0.02 * (0.1 + speed * speed * 0.1))
    }), { numRuns: 30 })
  })

  test('never takes anything beyond its speed, light as it may be; lifts a kite', () => {
    const t = new TestWorld(still)
    const feather = spawn(t, box(0.5, 0.02), 0, 0, 1)
    addComponent(t.world, feather, set(t.components.Material, { density: 1e-4 }))
    for (let i = 0; i < 200; i++) {
      applyWind(t.world, feather, 12, 0)
      t.step()
      expect(velocity(t, feather).x).toBeLessThan(12.5)
    }
    const u = new TestWorld(still)
    const kite = spawn(u, box(1, 0.05), 0, 0, 2.6)
    applyWind(u.world, kite, 5, 0, { lift: 2 })
    u.step()
    expect(velocity(u, kite).y).not.toBe(0)
    expect(() => applyWind(u.world, kite, Infinity, 0)).toThrow('must be finite')
    expect(() => applyWind(u.world, u.addGround(), 1, 0)).toThrow('Static')
  })
})
