import { addComponents, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, capsule, circle, revoluteJoint, wheelJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** A place on a body. */
function spot(t: JointWorld, body: number, x: number, y: number): [number, number] {
  const [cos, sin] = [Math.cos(t.angle(body)), Math.sin(t.angle(body))]
  return [t.x(body) + cos * x - sin * y, t.y(body) + sin * x + cos * y]
}

/** The largest distance between the ends of bars that are to be in one spot, and the sum of them; the first end is at 0, 0. */
function gaps(t: JointWorld, bars: readonly number[], half: number): { worst: number; sum: number } {
  let [worst, sum] = [0, 0]
  bars.forEach((bar, i) => {
    const [x1, y1] = i === 0 ? [0, 0] : spot(t, bars[i - 1]!, half, 0)
    const [x2, y2] = spot(t, bar, -half, 0)
    const gap = Math.hypot(x2 - x1, y2 - y1)
    worst = Math.max(worst, gap)
    sum += gap
  })
  return { worst, sum }
}

/** A chain of links of half a meter and of 1 kg in a direction from 0, 0, and a ball at its end. */
function chain(t: JointWorld, links: number, load: number, angle: number): { bars: number[]; ball: number } {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
  const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
  const bars = Array.from({ length: links }, (_, i) => {
    const bar = t.heavy(capsule(0.2, 0.05), ux * (0.25 + i * 0.5), uy * (0.25 + i * 0.5), 1)
    t.components.Rotation.angle[bar] = angle
    return bar
  })
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? ground : bars[i - 1]!, bar, { x: ux * i * 0.5, y: uy * i * 0.5 })))
  if (load === 0) return { bars, ball: 0 }
  const ball = t.heavy(circle(1), ux * (links * 0.5 + 1), uy * (links * 0.5 + 1), load)
  t.joint(revoluteJoint(bars.at(-1)!, ball, { x: ux * links * 0.5, y: uy * links * 0.5 }))
  return { bars, ball }
}

describe('chains', () => {
  test('30 links that swing a ball of 1,000 times the mass of one stretch by less than 1 %', () => {
    const t = new JointWorld()
    const { bars } = chain(t, 30, 1000, 0)
    let most = 0
    for (let i = 0; i < 60 * 12; i++) {
      t.step()
      most = Math.max(most, gaps(t, bars, 0.25).sum)
    }
    expect(most / 15).toBeLessThan(0.01)
  })

  test('and hang still with it', () => {
    const t = new JointWorld()
    const { bars, ball } = chain(t, 30, 1000, -1.4)
    for (const body of [...bars, ball]) addComponents(t.world, body, set(t.components.Motion, { linearDamping: 1, angularDamping: 1 }))
    t.seconds(20)
    expect(gaps(t, bars, 0.25).sum / 15).toBeLessThan(0.001)
    expect(t.y(ball)).toBeCloseTo(-16, 2)
    expect(t.physics.stats.awake).toBe(0)
  })

  test('100 equal links stretch by less than 0.5 %', () => {
    const t = new JointWorld()
    const { bars } = chain(t, 100, 0, -0.8)
    let most = 0
    for (let i = 0; i < 60 * 10; i++) {
      t.step()
      most = Math.max(most, gaps(t, bars, 0.25).sum)
    }
    expect(most / 50).toBeLessThan(0.005)
  })
})

test('a bridge of 60 planks with 20 boxes on it sags no more than its length allows', () => {
  const t = new JointWorld()
  const [planks, span] = [60, 58.8]
  const left = t.add(box(0.5, 0.5), -0.5, 0, t.components.Static)
  const right = t.add(box(0.5, 0.5), span + 0.5, 0, t.components.Static)
  /** Planks along an arc: each turned by as much against the one before. */
  const width = (bend: number) => Array.from({ length: planks }, (_, i) => Math.cos(bend * (i - 29.5))).reduce((a, b) => a + b)
  let [low, high] = [0, 0.05]
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (low + high)
    if (width(middle) > span) low = middle
    else high = middle
  }
  let [x, y] = [0, 0]
  const bars = Array.from({ length: planks }, (_, i) => {
    const angle = low * (i - 29.5)
    const bar = t.add(box(0.5, 0.125), x + 0.5 * Math.cos(angle), y + 0.5 * Math.sin(angle))
    t.components.Rotation.angle[bar] = angle
    x += Math.cos(angle)
    y += Math.sin(angle)
    return bar
  })
  const ends = { localA: { x: 0.5, y: 0 }, localB: { x: -0.5, y: 0 } }
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, ends)))
  t.joint(revoluteJoint(bars.at(-1)!, right, ends))
  for (let i = 0; i < 20; i++) t.add(box(0.5, 0.5), 0.08 * span + 0.042 * span * i, 2 + (i % 3) * 0.1)
  t.seconds(4)
  // A rope of that length hangs lowest where one weight pulls at its middle.
  const lowest = Math.sqrt((planks / 2) ** 2 - (span / 2) ** 2)
  for (let i = 0; i < 60 * 6; i++) {
    t.step()
    expect(gaps(t, bars, 0.5).sum).toBeLessThan(0.005 * planks)
    expect(Math.min(...bars.map((bar) => spot(t, bar, 0.5, 0)[1]))).toBeGreaterThan(-1.01 * lowest)
    const [endX, endY] = spot(t, bars.at(-1)!, 0.5, 0)
    expect(Math.hypot(endX - span, endY)).toBeLessThan(0.005)
  }
})

test.each(['wheel', 'revolute'])('a car of 100 times the mass of its wheels keeps them on their axles over bumps: %s joints', (kind) => {
  const t = new JointWorld()
  const { components } = t
  t.addGround()
  for (let i = 0; i < 20; i++) t.add(circle(0.6), 4 + i * 2.3, -0.4 - 0.05 * (i % 2), components.Static)
  const body = t.heavy(box(1.5, 0.3), 0, 1.1, 100, 78)
  const places = [-1.1, 1.1]
  const wheels = places.map((x) => t.heavy(circle(0.4), x, 0.42, 1))
  const rate = 2 * Math.PI * 2
  wheels.forEach((wheel, i) => {
    const point = { x: places[i]!, y: 0.42, motor: { speed: -15, maxTorque: 120 } }
    const spring = { stiffness: 50 * rate * rate, damping: 2 * 0.7 * 50 * rate }
    if (kind === 'revolute') t.joint(revoluteJoint(body, wheel, point))
    else t.joint(wheelJoint(body, wheel, { ...point, axis: { x: 0, y: 1 }, limit: { lower: -0.2, upper: 0.2 }, spring }))
  })
  let off = 0
  for (let i = 0; i < 60 * 10; i++) {
    t.step()
    wheels.forEach((wheel, k) => {
      const [x, y] = spot(t, body, places[k]!, -0.68)
      const [dx, dy] = [t.x(wheel) - x, t.y(wheel) - y]
      const across = Math.abs(dx * Math.cos(t.angle(body)) + dy * Math.sin(t.angle(body)))
      off = Math.max(off, kind === 'wheel' ? across : Math.hypot(dx, dy))
    })
  }
  expect(t.x(body)).toBeGreaterThan(15)
  expect(off).toBeLessThan(0.002)
})

test('a pile of 20 ragdolls of eleven parts sleeps within 3 s after it landed', () => {
  const t = new JointWorld()
  const { components } = t
  t.addGround()
  for (const side of [-6, 6]) t.add(box(1, 20), side, 19, components.Static)
  /** Parent, height, half length and radius, height of the joint and its limits, as parts of a half turn. */
  const parts = [
    [-1, 0.95, 0.02, 0.095, 0, 0, 0], [0, 1.2, 0.135, 0.09, 1, -0.25, 0], [1, 1.475, 0.038, 0.08, 1.4, -0.3, 0.1],
    [0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4], [3, 0.475, 0.155, 0.045, 0.625, -0.5, 0],
    [0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4], [5, 0.475, 0.155, 0.045, 0.625, -0.5, 0],
    [1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8], [7, 0.975, 0.125, 0.03, 1.1, 0, 0.5],
    [1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8], [9, 0.975, 0.125, 0.03, 1.1, 0, 0.5],
  ] as const
  for (let doll = 0; doll < 20; doll++) {
    const [x, y] = [-4 + (doll % 5) * 2 + (Math.floor(doll / 5) % 2) * 0.5, 0.5 + Math.floor(doll / 5) * 2]
    const bodies = parts.map(([, height, half, radius]) => {
      const part = t.add(capsule(half, radius), x, y + height)
      const { Rotation, CollisionFilter, Material } = components
      addComponents(t.world, part, set(Rotation, { angle: Math.PI / 2 }), set(CollisionFilter, { group: -(doll + 1) }), set(Material, { friction: 0.4 }))
      return part
    })
    parts.forEach(([parent, , , , height, lower, upper], i) => {
      if (parent < 0) return
      const limit = { lower: lower * Math.PI, upper: upper * Math.PI }
      t.joint(revoluteJoint(bodies[parent]!, bodies[i]!, { x, y: y + height, limit, motor: { speed: 0, maxTorque: 0.05 } }))
    })
  }
  // The last ones fall by 6.9 m less the height of the pile.
  t.seconds(Math.sqrt((2 * 6.9) / 10) + 3)
  expect(t.physics.stats.awake).toBe(0)
})
