import { addComponents, set } from 'bitecs'
import { distanceJoint, revoluteJoint, wheelJoint } from '../../../src/index.ts'
import { type Conditions, type Experiment, type Reading, UnitWorld } from './conditions.ts'

/** Issue 12, section 3. */
export const STIFFNESS: Readonly<Record<string, Experiment>> = { double, chain1000, hanging, chain100, bridge, car, ragdolls }

/** Energy of a double pendulum over 20 s, as a part of what it has above where it hangs. */
function double(c: Conditions): Reading[] {
  return (['hinge', 'rod'] as const).flatMap((kind) => [1, Math.PI / 2].flatMap((swing) => {
    const t = new UnitWorld(c, c.gravity, { allowSleep: false })
    const { Sensor, Velocity } = t.components
    const post = t.fixed(0, 0, t.box(0.1, 0.1), Sensor)
    const inertia = 0.5 * 0.01
    const bodies = [1, 2].map((n) => t.body(t.circle(0.1), n * Math.sin(swing), -n * Math.cos(swing), 1, inertia))
    bodies.forEach((body, i) => {
      const before = i === 0 ? post : bodies[0]!
      t.joint(kind === 'rod' ? distanceJoint(before, body) : revoluteJoint(before, body, t.point(i * Math.sin(swing), -i * Math.cos(swing))))
    })
    const energy = () => bodies.reduce((sum, b, i) => {
      const square = (Velocity.x[b]! ** 2 + Velocity.y[b]! ** 2) / c.unit ** 2
      return sum + 0.5 * square + 0.5 * inertia * Velocity.angular[b]! ** 2 + c.gravity * (t.my(b) + i + 1)
    }, 0)
    const before = energy()
    let [drift, stretch] = [0, 0]
    t.run(20, () => {
      drift = Math.max(drift, Math.abs(energy() / before - 1))
      stretch = Math.max(stretch, Math.abs(Math.hypot(t.mx(bodies[0]!), t.my(bodies[0]!)) - 1))
    })
    const what = `${kind}s let go at ${swing.toFixed(1)} rad`
    return [{ what: `${what}: energy`, value: drift, bar: 0.02 }, { what: `${what}: stretch`, value: stretch, bar: 0.005 }]
  }))
}

/** The sum and the largest of the gaps between the ends of bars that are to be in one spot; the first end is at 0, 0. */
function gaps(t: UnitWorld, bars: readonly number[], half: number): { worst: number; sum: number } {
  let [worst, sum] = [0, 0]
  bars.forEach((bar, i) => {
    const [x1, y1] = i === 0 ? [0, 0] : t.spot(bars[i - 1]!, half, 0)
    const [x2, y2] = t.spot(bar, -half, 0)
    const gap = Math.hypot(x2 - x1, y2 - y1)
    worst = Math.max(worst, gap)
    sum += gap
  })
  return { worst, sum }
}

/** Links of half a meter and of 1 kg in a direction from 0, 0, and a ball at their end. */
function row(t: UnitWorld, links: number, load: number, angle: number): { bars: number[]; ball: number } {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
  const ground = t.fixed(0, 0)
  const bars = Array.from({ length: links }, (_, i) => {
    const bar = t.body(t.capsule(0.2, 0.05), ux * (0.25 + i * 0.5), uy * (0.25 + i * 0.5))
    t.components.Rotation.angle[bar] = angle
    return bar
  })
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? ground : bars[i - 1]!, bar, t.point(ux * i * 0.5, uy * i * 0.5))))
  if (load === 0) return { bars, ball: 0 }
  const ball = t.body(t.circle(1), ux * (links * 0.5 + 1), uy * (links * 0.5 + 1), load)
  t.joint(revoluteJoint(bars.at(-1)!, ball, t.point(ux * links * 0.5, uy * links * 0.5)))
  return { bars, ball }
}

/** 30 links swing a ball of 1,000 times the mass of one. */
function chain1000(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const { bars, ball } = row(t, 30, 1000, 0)
  let [most, top] = [0, -Infinity]
  t.run(12, () => {
    most = Math.max(most, gaps(t, bars, 0.25).sum)
    top = Math.max(top, t.my(ball))
  })
  return [{ what: 'stretch', value: most / 15, bar: 0.01 }, { what: 'rises above where it was let go, m', value: top, bar: 0.2 }]
}

/** And hang still with it. */
function hanging(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const { bars, ball } = row(t, 30, 1000, -1.4)
  for (const body of [...bars, ball]) addComponents(t.world, body, set(t.components.Motion, { linearDamping: 1, angularDamping: 1 }))
  t.run(20)
  return [
    { what: 'stretch', value: gaps(t, bars, 0.25).sum / 15, bar: 0.001 },
    { what: 'ball off its place', value: Math.abs(t.my(ball) + 16), bar: 0.01 },
    { what: 'awake', value: t.physics.stats.awake, bar: 0 },
  ]
}

function chain100(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const { bars } = row(t, 100, 0, -0.8)
  let most = 0
  t.run(10, () => (most = Math.max(most, gaps(t, bars, 0.25).sum)))
  return [{ what: 'stretch', value: most / 50, bar: 0.005 }]
}

/** 60 planks with 20 boxes on them sag no more than their length allows. */
function bridge(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const [planks, span] = [60, 58.8]
  const left = t.fixed(-0.5, 0, t.box(0.5, 0.5))
  const right = t.fixed(span + 0.5, 0, t.box(0.5, 0.5))
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
    const bar = t.body(t.box(0.5, 0.125), x + 0.5 * Math.cos(angle), y + 0.5 * Math.sin(angle), 0.25)
    t.components.Rotation.angle[bar] = angle
    x += Math.cos(angle)
    y += Math.sin(angle)
    return bar
  })
  const ends = { localA: t.point(0.5, 0), localB: t.point(-0.5, 0) }
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, ends)))
  t.joint(revoluteJoint(bars.at(-1)!, right, ends))
  for (let i = 0; i < 20; i++) t.body(t.box(0.5, 0.5), 0.08 * span + 0.042 * span * i, 2 + (i % 3) * 0.1)
  let [sum, deepest, end] = [0, Infinity, 0]
  // A rope of that length hangs lowest where one weight pulls at its middle.
  const lowest = Math.sqrt((planks / 2) ** 2 - (span / 2) ** 2)
  t.run(10, (time) => {
    if (time <= 4) return
    sum = Math.max(sum, gaps(t, bars, 0.5).sum)
    deepest = Math.min(deepest, ...bars.map((bar) => t.spot(bar, 0.5, 0)[1]))
    const [endX, endY] = t.spot(bars.at(-1)!, 0.5, 0)
    end = Math.max(end, Math.hypot(endX - span, endY))
  })
  return [
    { what: 'gaps', value: sum / planks, bar: 0.005 },
    { what: 'sags, of what its length allows', value: -deepest / lowest, bar: 1.01 },
    { what: 'off the far end, m', value: end, bar: 0.005 },
  ]
}

/** A car of 100 times the mass of its wheels, over bumps. */
function car(c: Conditions): Reading[] {
  return (['wheel', 'revolute'] as const).flatMap((kind) => {
    const t = new UnitWorld(c, c.gravity)
    t.fixed(40, -1, t.box(100, 1))
    for (let i = 0; i < 20; i++) t.fixed(4 + i * 2.3, -0.4 - 0.05 * (i % 2), t.circle(0.6))
    const body = t.body(t.box(1.5, 0.3), 0, 1.1, 100, 78)
    const places = [-1.1, 1.1]
    const wheels = places.map((x) => t.body(t.circle(0.4), x, 0.42))
    // As stiff as it must be to sag as much.
    const rate = 2 * Math.PI * 2 * Math.sqrt(c.gravity / 10)
    wheels.forEach((wheel, i) => {
      const point = { ...t.point(places[i]!, 0.42), motor: { speed: -15, maxTorque: 12 * c.gravity * c.unit * c.unit } }
      const spring = { stiffness: 50 * rate * rate, damping: 2 * 0.7 * 50 * rate }
      if (kind === 'revolute') t.joint(revoluteJoint(body, wheel, point))
      else t.joint(wheelJoint(body, wheel, { ...point, axis: { x: 0, y: 1 }, limit: { lower: -0.2 * c.unit, upper: 0.2 * c.unit }, spring }))
    })
    let off = 0
    t.run(10, () => wheels.forEach((wheel, k) => {
      const [x, y] = t.spot(body, places[k]!, -0.68)
      const [dx, dy] = [t.mx(wheel) - x, t.my(wheel) - y]
      const across = Math.abs(dx * Math.cos(t.angle(body)) + dy * Math.sin(t.angle(body)))
      off = Math.max(off, kind === 'wheel' ? across : Math.hypot(dx, dy))
    }))
    return [
      { what: `${kind} joints: off the axle, m`, value: off, bar: 0.002 },
      // Without springs it is stopped by the bumps for a while.
      { what: `${kind} joints: metres that it gets on`, value: -t.mx(body), bar: kind === 'wheel' ? -15 : -5 },
    ]
  })
}

/** Parent, height, half length and radius, height of the joint and its limits, as parts of a half turn. */
const PARTS = [
  [-1, 0.95, 0.02, 0.095, 0, 0, 0], [0, 1.2, 0.135, 0.09, 1, -0.25, 0], [1, 1.475, 0.038, 0.08, 1.4, -0.3, 0.1],
  [0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4], [3, 0.475, 0.155, 0.045, 0.625, -0.5, 0],
  [0, 0.775, 0.125, 0.06, 0.9, -0.05, 0.4], [5, 0.475, 0.155, 0.045, 0.625, -0.5, 0],
  [1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8], [7, 0.975, 0.125, 0.03, 1.1, 0, 0.5],
  [1, 1.225, 0.125, 0.035, 1.35, -0.1, 0.8], [9, 0.975, 0.125, 0.03, 1.1, 0, 0.5],
] as const

/** A pile of 20 ragdolls of eleven parts sleeps within 3 s after it landed. */
function ragdolls(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const { components } = t
  t.fixed(0, -1, t.box(50, 1))
  for (const side of [-6, 6]) t.fixed(side, 19, t.box(1, 20))
  const friction = 0.005 * c.gravity * c.unit ** 4
  for (let doll = 0; doll < 20; doll++) {
    const [x, y] = [-4 + (doll % 5) * 2 + (Math.floor(doll / 5) % 2) * 0.5, 0.5 + Math.floor(doll / 5) * 2]
    const bodies = PARTS.map(([, height, half, radius]) => {
      const part = t.add(t.capsule(half, radius), x * c.unit, (y + height) * c.unit)
      const { Rotation, CollisionFilter, Material } = components
      addComponents(t.world, part, set(Rotation, { angle: Math.PI / 2 }), set(CollisionFilter, { group: -(doll + 1) }), set(Material, { friction: 0.4 }))
      return part
    })
    PARTS.forEach(([parent, , , , height, lower, upper], i) => {
      if (parent < 0) return
      const limit = { lower: lower * Math.PI, upper: upper * Math.PI }
      t.joint(revoluteJoint(bodies[parent]!, bodies[i]!, { ...t.point(x, y + height), limit, motor: { speed: 0, maxTorque: friction } }))
    })
  }
  // The last ones fall by 6.9 m less the height of the pile.
  const landed = Math.sqrt((2 * 6.9) / c.gravity)
  t.run(landed + 3)
  return [{ what: 'awake', value: t.physics.stats.awake, bar: 0 }]
}
