import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import { type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import type { BodyData, ShapeData } from '../../examples/scenes/types.ts'
import { GROUNDS, type Ground, groundOf } from './bounce-lab.ts'

export { GROUNDS, type Ground }

/** Thicker, everywhere, than the way of a substep at 20 m/s and 30 Hz. */
const BODIES = {
  circle: { type: 'circle', radius: 0.4 },
  box: { type: 'box', halfWidth: 0.4, halfHeight: 0.3 },
  capsule: { type: 'capsule', halfLength: 0.3, radius: 0.25 },
  polygon: { type: 'polygon', points: [{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0.3, y: 0.3 }, { x: -0.3, y: 0.3 }] },
  rounded: { type: 'polygon', points: [{ x: -0.3, y: -0.2 }, { x: 0.3, y: -0.2 }, { x: 0, y: 0.3 }], radius: 0.1 },
} as const satisfies Record<string, ShapeData>

export type MidAirShape = keyof typeof BODIES
export const MID_AIR_SHAPES = Object.keys(BODIES) as MidAirShape[]

export interface MidAir {
  readonly shape: MidAirShape
  readonly restitution: number
  readonly ground: Ground
  readonly hz: number
  readonly lengthUnit?: number
  readonly trials?: number
  /** How many bodies lie on each other's way: 1 is hit by the one that comes, and is above the ground. */
  readonly between?: number
}

/** The deepest overlaps, in metres. */
export interface MidAirOutcome {
  /** Of the lowest body and the ground, as they touch for the first time. */
  readonly first: number
  /** Of the bodies with each other in that time. */
  readonly among: number
}

/**
 * Bodies hang a little above the ground, each is hit there by one that comes down at up to 20 m/s, and does not know of
 * the ground until then.
 */
export function hitInMidAir(setup: MidAir): MidAirOutcome {
  const { shape, restitution, hz, lengthUnit: u = 1, trials = 60, between = 1 } = setup
  const random = createRandom(11)
  const ground = groundOf(setup.ground, trials * 2 + 3)
  const bodies: BodyData[] = [...ground]
  for (let i = 0; i < trials; i++) {
    const x = (i - trials / 2) * 4 + random()
    const speed = 20 * ((i + 1) / trials)
    const angle = random() * 6
    let y = 0.03 + 0.25 * random()
    for (let n = 0; n <= between; n++) {
      const own = n === 0 ? angle : random() * 6
      y += reachBelow(BODIES[shape], own)
      const last = n === between
      const aside = last ? 0.3 * (random() - 0.5) : 0
      // The one that comes does so at any part of a step.
      const away = last ? 0.3 + (random() * speed) / hz : 0
      bodies.push({ x: x + aside, y: y + away, vy: last ? -speed : 0, angle: own, shape: BODIES[shape], restitution })
      y += reachBelow(BODIES[shape], own) + 0.03 + 0.1 * random()
    }
  }
  const scaled = bodies.map((body) => scale(body, u))
  const scene = {
    name: 'mid-air', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: 0 }, bodies: scaled,
    view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false },
  }
  return watch(buildScene(scene, { dt: 1 / hz, lengthUnit: u }), bodies, ground.length, between + 1, hz)
}

function watch(built: BuiltScene, bodies: readonly BodyData[], begin: number, each: number, hz: number): MidAirOutcome {
  const outcome = { first: 0, among: 0 }
  const { Position, Rotation } = built.physics.components
  const u = built.physics.settings.lengthUnit
  const landed = new Set<number>()
  for (let step = 0; step < 0.6 * hz; step++) {
    built.step()
    for (let i = begin; i < bodies.length; i += each) {
      if (landed.has(i)) continue
      const group = built.entities.slice(i, i + each)
      const poses = new Float64Array(each * 4)
      group.forEach((entity, k) => {
        const angle = Rotation.angle[entity]!
        poses.set([Position.x[entity]! / u, Position.y[entity]! / u, Math.cos(angle), Math.sin(angle)], 4 * k)
      })
      outcome.among = Math.max(outcome.among, measureOverlaps(bodies.slice(i, i + each), poses).maxPenetration)
      const depth = reachBelow(bodies[i]!.shape, Rotation.angle[group[0]!]!) - Position.y[group[0]!]! / u
      outcome.first = Math.max(outcome.first, depth)
      if (depth > -0.005) landed.add(i)
    }
  }
  return outcome
}

/**
 * Bodies that fly are hit by others at up to 20 m/s, off their middles and at any part of a step, with nothing else around.
 * Returns how deep two of them are in each other, in metres, when they first overlap.
 */
export function meetInMidAir(shape: MidAirShape, restitution: number, hz: number, trials = 200): number {
  const random = createRandom(7)
  const bodies: BodyData[] = []
  const body = (x: number, y: number, vx: number, vy: number): BodyData => ({ x, y, vx, vy, angle: random() * 6, shape: BODIES[shape], restitution })
  for (let i = 0; i < trials; i++) {
    const speed = 20 * ((i + 1) / trials)
    bodies.push(body(i * 12, 0, 4 * (random() - 0.5), 4 * (random() - 0.5)))
    bodies.push(body(i * 12 + 0.5 * (random() - 0.5), 1.2 + (random() * speed) / hz, 0, -speed))
  }
  const scene = {
    name: 'meet', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: 0 }, bodies,
    view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false },
  }
  const built = buildScene(scene, { dt: 1 / hz })
  const { Position, Rotation } = built.physics.components
  const met = new Set<number>()
  let deepest = 0
  for (let step = 0; step < 0.3 * hz; step++) {
    built.step()
    for (let i = 0; i < 2 * trials; i += 2) {
      if (met.has(i)) continue
      const poses = Float64Array.from([i, i + 1].flatMap((k) => {
        const entity = built.entities[k]!
        return [Position.x[entity]!, Position.y[entity]!, Math.cos(Rotation.angle[entity]!), Math.sin(Rotation.angle[entity]!)]
      }))
      const depth = measureOverlaps(bodies.slice(i, i + 2), poses).maxPenetration
      if (depth > 0.0005) met.add(i)
      deepest = Math.max(deepest, depth)
    }
  }
  return deepest
}

/**
 * Circles that rest are hit by others at 8 to 20 m/s, and knocked into a third one that is up to 8 cm away and that they did not touch.
 * Returns how deep they are in that one, in metres, when they first overlap.
 */
export function knockInMidAir(hz: number, trials = 200): number {
  const random = createRandom(5)
  const bodies: BodyData[] = []
  const shape: ShapeData = { type: 'circle', radius: 0.4 }
  for (let i = 0; i < trials; i++) {
    const speed = 8 + 12 * random()
    const lean = 0.6 * (random() - 0.5)
    bodies.push({ x: i * 12, y: 0.81 + (random() * speed) / hz, vy: -speed, shape, restitution: random() })
    bodies.push({ x: i * 12, y: 0, shape, restitution: random() })
    const away = 0.83 + 0.05 * random()
    bodies.push({ x: i * 12 + away * Math.sin(lean), y: -away * Math.cos(lean), shape, restitution: random() })
  }
  const built = buildScene({
    name: 'knock', title: '', category: '', description: '', lookFor: '', gravity: { x: 0, y: 0 }, bodies,
    view: { x: 0, y: 0, width: 1, height: 1 }, settings: { allowSleep: false },
  }, { dt: 1 / hz })
  const { x, y } = built.physics.components.Position
  const met = new Set<number>()
  let deepest = 0
  for (let step = 0; step < 4; step++) {
    built.step()
    for (let i = 0; i < trials; i++) {
      const b = built.entities[3 * i + 1]!
      const c = built.entities[3 * i + 2]!
      const depth = 0.8 - Math.hypot(x[c]! - x[b]!, y[c]! - y[b]!)
      if (depth < -0.0005 || met.has(i)) continue
      met.add(i)
      deepest = Math.max(deepest, depth)
    }
  }
  return deepest
}

function scale(body: BodyData, u: number): BodyData {
  const { x, y, vy = 0, shape } = body
  return { ...body, x: x * u, y: y * u, vy: vy * u, shape: scaleShape(shape, u) }
}

function scaleShape(shape: ShapeData, u: number): ShapeData {
  const points = (list: readonly { x: number; y: number }[]) => list.map(({ x, y }) => ({ x: x * u, y: y * u }))
  switch (shape.type) {
    case 'circle':
      return { ...shape, radius: shape.radius * u }
    case 'capsule':
      return { ...shape, halfLength: shape.halfLength * u, radius: shape.radius * u }
    case 'box':
      return { ...shape, halfWidth: shape.halfWidth * u, halfHeight: shape.halfHeight * u }
    case 'polygon':
      return { ...shape, points: points(shape.points), radius: (shape.radius ?? 0) * u }
    case 'chain':
      return { ...shape, points: points(shape.points) }
    default:
      throw new Error(shape.type)
  }
}

function reachBelow(shape: ShapeData, angle: number): number {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  if (shape.type === 'circle') return shape.radius
  if (shape.type === 'capsule') return Math.abs(s) * shape.halfLength + shape.radius
  if (shape.type === 'box') return Math.abs(s) * shape.halfWidth + Math.abs(c) * shape.halfHeight
  if (shape.type === 'polygon') return Math.max(...shape.points.map(({ x, y }) => -(s * x + c * y))) + (shape.radius ?? 0)
  throw new Error(shape.type)
}
