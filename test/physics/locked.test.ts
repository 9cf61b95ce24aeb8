import { addComponents, addEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, polygon, queryContacts } from '../../src/index.ts'
import { G, Lab, type Setup, randomNumbers } from './lab.ts'

/** A wheel of radius 1 with teeth as wide as the gaps between them. */
function addGear(lab: Lab, teeth: number, x: number, angle: number, setup: Setup): number {
  const p = Math.PI / teeth
  const wheel = lab.add(circle(1 - 0.9 * p), x, 0, { ...setup, angle, material: { friction: 0 } })
  const tooth = polygon([{ x: -0.9 * p, y: -0.62 * p }, { x: 0.8 * p, y: -0.25 * p }, { x: 0.8 * p, y: 0.25 * p }, { x: -0.9 * p, y: 0.62 * p }])
  for (let i = 0; i < teeth; i++) {
    const a = 2 * i * p
    const place = set(lab.c.Collider, { body: wheel, x: Math.cos(a), y: Math.sin(a), angle: a })
    addComponents(lab.world, addEntity(lab.world), place, set(lab.c.Shape, tooth), set(lab.c.Material, { friction: 0 }))
  }
  return wheel
}

// The driven one was carried off by 2 to 4 m, and made a tenth of the turns.
test.each([[8, 20], [12, 20], [20, 5], [20, 20]])('a gear whose place is locked turns as fast as the kinematic one that drives it: %i teeth, %d rad/s', (teeth, spin) => {
  const lab = new Lab({ gravity: { x: 0, y: 0 } })
  addGear(lab, teeth, 0, 0, { kind: 'kinematic', angular: spin })
  const x = 2 + (0.05 * Math.PI) / teeth
  const driven = addGear(lab, teeth, x, Math.PI + Math.PI / teeth, { motion: { lockX: 1, lockY: 1 } })
  lab.run(0.5)
  const before = lab.c.Rotation.angle[driven]!
  lab.run(2)
  expect((before - lab.c.Rotation.angle[driven]!) / (2 * spin)).toBeCloseTo(1, 1.5)
  expect([lab.x(driven), lab.y(driven)]).toEqual([x, 0])
})

const shapes: [string, ShapeData][] = [['box', box(0.2, 0.1)], ['capsule', capsule(0.1, 0.1)], ['circle', circle(0.1)]]
test.each(shapes)('what runs over a locked %s takes it along on its axis alone, and does not turn it', (_name, shape) => {
  for (const sleeping of [false, true]) {
    const lab = new Lab({ gravity: { x: 0, y: 0 } })
    const alongY = lab.add(shape, 0, 0, { sleeping, motion: { lockX: 1, lockRotation: 1 } })
    const upright = lab.add(shape, 3, 0.1, { sleeping, angle: 0.3, motion: { lockRotation: 1 } })
    lab.add(box(1, 0.1), -0.2, -1, { kind: 'kinematic', angle: 0.4, vx: 20, vy: 60 })
    lab.add(box(1.5, 0.05), 3, -1, { kind: 'kinematic', vy: 10, angular: 30 })
    for (let i = 0; i < 10; i++) {
      lab.run(1 / 60)
      expect(lab.x(alongY)).toBe(0)
      expect(lab.c.Rotation.angle[upright]).toBe(0.3)
    }
    expect(Math.abs(lab.y(alongY)), 'was met').toBeGreaterThan(0.1)
    expect(Math.abs(lab.y(upright) - 0.1), 'was met').toBeGreaterThan(0.1)
  }
})

/** A wedge whose face rises to the right at an angle, and what touches it in the middle of that. */
function addWedge(lab: Lab, angle: number, gap: number, setup: Setup, load: Setup): { wedge: number; body: number } {
  const half = Math.min(4, 4 / Math.tan(angle))
  const top = 2 * half * Math.tan(angle)
  const wedge = lab.add(polygon([{ x: -half, y: 0 }, { x: half, y: 0 }, { x: half, y: top }]), gap, 0, setup)
  const body = lab.add(circle(0.2), -0.5 * half - 0.2 * Math.sin(angle), 0.25 * top + 0.2 * Math.cos(angle), load)
  return { wedge, body }
}

const angles = [5, 20, 44, 46, 60, 75, 85]
const smooth = { friction: 0 }

// From 45 degrees on it held like a wall, and the wedge went through.
test.each(angles)('a kinematic wedge lifts what may only go up by the slope of its face: %i degrees', (degrees) => {
  const lab = new Lab({ gravity: { x: 0, y: 0 } })
  const slope = Math.tan((degrees * Math.PI) / 180)
  const { body } = addWedge(lab, Math.atan(slope), 0, { kind: 'kinematic', vx: -2, material: smooth }, { motion: { lockX: 1 }, material: smooth })
  const before = lab.y(body)
  lab.run(0.05)
  expect((lab.y(body) - before) / (2 * 0.05 * slope)).toBeCloseTo(1, degrees > 80 ? 1 : 2)
})

// Momentum came from nothing: the wedge went on as fast, or stopped at what flew up.
test.each(angles.flatMap((degrees) => [0, 1].flatMap((restitution) => [0.1, 10].map((ratio) => [degrees, restitution, ratio] as const))))(
  'a wedge on rails hits what is on others, as the textbook says: %i degrees, restitution %d, mass ratio %d', (degrees, restitution, ratio) => {
    const lab = new Lab({ gravity: { x: 0, y: 0 }, restitutionThreshold: 0 })
    const material = { friction: 0, restitution }
    const angle = (degrees * Math.PI) / 180
    const { wedge, body } = addWedge(
      lab, angle, 0.05, { vx: -3, mass: { mass: 1 }, motion: { lockY: 1, lockRotation: 1 }, material }, { mass: { mass: ratio }, motion: { lockX: 1 }, material },
    )
    lab.run(0.1)
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)]
    const impulse = ((1 + restitution) * -3 * nx) / (nx * nx + (ny * ny) / ratio)
    expect(Math.abs(lab.vx(wedge) - (-3 - impulse * nx))).toBeLessThan(1e-3)
    expect(Math.abs(lab.vy(body) - (impulse * ny) / ratio)).toBeLessThan(1e-3)
  },
)

// It sank into slopes that are steeper than 45 degrees: 0.21 m in 3 s, at 85 degrees 1.7 m.
test.each([30, 60, 85])('what may only go up and down rests on a slope of %i degrees, by the impulse that bears its weight', (degrees) => {
  for (const friction of [0, 0.6]) {
    const lab = new Lab()
    const angle = (degrees * Math.PI) / 180
    const { body } = addWedge(lab, angle, 0, { kind: 'static', material: { friction } }, { motion: { lockX: 1 }, material: { friction } })
    const before = lab.y(body)
    lab.run(0.4)
    expect(lab.y(body) - before).toBeCloseTo(0, 3)
    const { count, impulse } = queryContacts(lab.world, body)
    expect(count).toBe(1)
    const weight = (lab.c.Mass.mass[body] || 0.04 * Math.PI) * G
    if (friction === 0) expect((impulse[0]! * Math.cos(angle) * lab.hz * 4) / weight).toBeCloseTo(1, 2)
  }
})

test('a wall that leans a little, and goes into what may only go up and down, holds it by friction and does not throw it', () => {
  for (const angle of [0, 1e-9, 0.01, 0.03]) {
    const lab = new Lab()
    lab.floor()
    const body = lab.add(box(0.5, 0.5), 0, 0.5, { motion: { lockX: 1, lockRotation: 1 } })
    lab.add(box(0.5, 2), -1, 0.6, { kind: 'kinematic', vx: 0.2, angle })
    lab.run(2, () => expect(Math.abs(lab.vy(body))).toBeLessThan(0.2))
    expect(lab.y(body)).toBeCloseTo(0.5, 0.9)
  }
})

// It was thrown up at 2 to 45 m/s: what cannot yield was pushed a thousand times as hard, and turned by that.
test.each([0.1, 0.2, 0.6])('an upright wall that goes into what may turn, but not give way, leaves it where it is: friction %d', (friction) => {
  for (const speed of [0.1, 0.5, 2]) {
    const lab = new Lab()
    lab.add(box(50, 1), 0, -1, { kind: 'static', material: { friction } })
    const body = lab.add(box(0.5, 0.5), 0, 0.5, { motion: { lockX: 1 }, material: { friction } })
    lab.add(box(0.5, 5), -1.02, 5.5, { kind: 'kinematic', vx: speed, material: { friction } })
    lab.run(1, () => expect(Math.abs(lab.vy(body))).toBeLessThan(0.1))
    expect(Math.abs(lab.y(body) - 0.5)).toBeLessThan(0.02)
  }
})

// Friction held it while it was pushed out, and let go of it last: it went on at up to 3 m/s.
test.each([0, 0.3, 0.6])('what is locked along an axis and pushed out of an overlap stays there then: friction %d', (friction) => {
  for (const offset of [0.85, 0.6, 0.3]) {
    const lab = new Lab({ gravity: { x: 0, y: 0 } })
    lab.add(circle(0.5), 0, 0, { kind: 'static', material: { friction } })
    const setup = { motion: { lockX: 1, lockRotation: 1 }, material: { friction } }
    const body = lab.add(circle(0.5), Math.sqrt(0.81 - offset * offset), offset, setup)
    lab.run(5)
    expect(lab.vy(body)).toBeCloseTo(0, 6)
  }
})

// At 30 Hz a triangle that landed was 12 mm in the floor with the corner that the hit had turned down, and stayed so for the step.
test.each([['lockX', 0], ['lockY', Math.PI / 2]] as const)('what moves along one axis alone is not deep in what it lands on at 30 Hz: %s', (lock, turned) => {
  const [c, s] = [Math.cos(turned), Math.sin(turned)]
  const corners = [[0.6, 0], [-0.3, 0.52], [-0.3, -0.52]] as const
  const shape = polygon(corners.map(([x, y]) => ({ x, y })))
  const lab = new Lab({ hz: 30, gravity: { x: 10 * s, y: -10 * c } })
  const random = randomNumbers(9)
  lab.add(box(2000, 1), s, -c, { kind: 'static', angle: turned })
  const bodies = Array.from({ length: 200 }, (_, i) => {
    const [along, high, fall] = [8 * (i - 100), 1.3 + random(), 20 * random()]
    const [x, y] = [c * along - s * high, s * along + c * high]
    return lab.add(shape, x, y, { angle: 6.28 * random(), vx: s * fall, vy: -c * fall, angular: 12 * random() - 6, motion: { [lock]: 1 } })
  })
  let deepest = 0
  lab.run(1, () => {
    for (const body of bodies) {
      const high = c * lab.y(body) - s * lab.x(body)
      const lean = lab.angle(body) - turned
      for (const [x, y] of corners) deepest = Math.max(deepest, -(high + Math.sin(lean) * x + Math.cos(lean) * y))
    }
  })
  expect(deepest).toBeLessThan(0.005)
})
