import { buildScene, type BuiltScene } from '../../examples/scenes/build.ts'
import type { BodyData, SceneSettings, ShapeData } from '../../examples/scenes/types.ts'
import { createRandom } from '../../examples/scenes/random.ts'

/** Experiments with bounces. Each gives what it measured; nothing here knows how the engine does it. */

export const GRAVITY = 9.81

export type BounceShape = 'circle' | 'box' | 'capsule'
export const BOUNCE_SHAPES: readonly BounceShape[] = ['circle', 'box', 'capsule']

/** The shape, and how far it reaches below its centre when it lies flat. */
function shapeOf(name: BounceShape): { shape: ShapeData; reach: number } {
  if (name === 'circle') return { shape: { type: 'circle', radius: 0.5 }, reach: 0.5 }
  if (name === 'box') return { shape: { type: 'box', halfWidth: 0.5, halfHeight: 0.5 }, reach: 0.5 }
  return { shape: { type: 'capsule', halfLength: 0.4, radius: 0.3 }, reach: 0.3 }
}

function build(bodies: readonly BodyData[], gravity: number, dt: number, settings: SceneSettings = {}): BuiltScene {
  return buildScene({
    name: 'bounce', title: '', category: '', description: '', lookFor: '',
    gravity: { x: 0, y: -gravity }, bodies, view: { x: 0, y: 0, width: 1, height: 1 },
    settings: { allowSleep: false, ...settings },
  }, { dt })
}

/** Measured over expected; 1 is right. */
export interface Ratios {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function summarize(values: readonly number[]): Ratios {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1]!, least: sorted[0]!, most: sorted.at(-1)! }
}

/**
 * Drops `trials` bodies from heights between 0.9 and 1.1 times `height` on a static box.
 * @returns The rise of the first bounce over e² times the drop.
 */
export function bounceHeights(
  name: BounceShape, restitution: number, height: number, hz: number, trials = 200, substeps = 4,
): Ratios {
  const { shape, reach } = shapeOf(name)
  const random = createRandom(7)
  const drops = Array.from({ length: trials }, (_, i) => height * (0.9 + (0.2 * (i + random())) / trials))
  const bodies: BodyData[] = [{
    x: 0, y: -1, shape: { type: 'box', halfWidth: trials * 2, halfHeight: 1 }, kind: 'static',
  }]
  drops.forEach((drop, i) => {
    bodies.push({ x: (i - trials / 2) * 3, y: reach + drop, shape, restitution, friction: 0.3 })
  })
  const built = build(bodies, GRAVITY, 1 / hz)
  built.physics.settings.substeps = substeps
  const apexes = drops.map(() => new FirstApex())
  const longest = Math.sqrt((2 * 1.1 * height) / GRAVITY) * (1 + restitution) + 0.2
  for (let step = 0; step < longest * hz + 3; step++) {
    built.step()
    const { Position } = built.physics.components
    for (let i = 0; i < trials; i++) apexes[i]!.see(Position.y[built.entities[i + 1]!]! - reach)
  }
  return summarize(drops.map((drop, i) => apexes[i]!.height / (restitution * restitution * drop)))
}

/** The first highest point after the first lowest one, between samples: three samples of a throw lie on a parabola. */
class FirstApex {
  /** 0 where nothing came back up. */
  height = 0
  private before = Infinity
  private last = Infinity
  private rising = false

  see(y: number): void {
    if (this.height === 0 && this.rising && y < this.last) {
      const curve = this.before - 2 * this.last + y
      const slope = (y - this.before) / 2
      this.height = this.last - (slope * slope) / (2 * curve)
    }
    if (y > this.last) this.rising = true
    this.before = this.last
    this.last = y
  }
}

/** Height of the top of each bounce over the drop, for a ball that falls from `height` again and again. */
export function repeatedBounces(restitution: number, height: number, hz: number, bounces: number): number[] {
  const built = build([
    { x: 0, y: -1, shape: { type: 'box', halfWidth: 5, halfHeight: 1 }, kind: 'static' },
    { x: 0, y: 0.5 + height, shape: { type: 'circle', radius: 0.5 }, restitution },
  ], GRAVITY, 1 / hz, { restitutionThreshold: 0 })
  const tops: number[] = []
  let [last, rising] = [Infinity, false]
  const entity = built.entities[1]!
  for (let step = 0; tops.length < bounces && step < 1e5; step++) {
    built.step()
    const y = built.physics.components.Position.y[entity]! - 0.5
    if (rising && y < last) tops.push(last / height)
    rising = y > last
    last = y
  }
  return tops
}

/**
 * Five equal elastic balls on a line without gravity; the first `moving` of them come with a speed of 1 from a little way off.
 * @returns The speeds afterwards, from left to right.
 */
export function newtonsCradle(moving: number, gap: number, hz: number, phase = 0): number[] {
  const bodies: BodyData[] = []
  const speed = 3
  for (let i = 0; i < 5; i++) {
    const away = i < moving ? 0.8 + phase * speed / hz : 0
    bodies.push({
      x: i * (1 + gap) - away, y: 0, vx: i < moving ? speed : 0,
      shape: { type: 'circle', radius: 0.5 }, restitution: 1, friction: 0,
    })
  }
  const built = build(bodies, 0, 1 / hz)
  for (let step = 0; step < hz; step++) built.step()
  const { Velocity } = built.physics.components
  return Array.from(built.entities, (entity) => Velocity.x[entity]! / speed)
}

/** What came of an impact, and what the closed formula says. */
export interface Impact {
  readonly what: string
  readonly measured: readonly number[]
  readonly formula: readonly number[]
  /** Speed of the approach, in which errors are counted. */
  readonly speed: number
}

/** The largest difference, as a part of the speed of the approach. */
export function impactError({ measured, formula, speed }: Impact): number {
  return Math.max(...measured.map((value, i) => Math.abs(value - formula[i]!))) / speed
}

/** A ball meets another one off its centre, by `offset` times their distance, without friction. */
export function ballOnBall(
  e: number, massRatio: number, offset: number, speed: number, hz: number, phase: number, radius = 0.5,
): Impact {
  const density = massRatio
  const away = 2 * radius + 0.7 + phase * speed / hz
  const built = build([
    { x: -away, y: offset * 2 * radius, vx: speed, shape: { type: 'circle', radius }, restitution: e, friction: 0, density },
    { x: 0, y: 0, shape: { type: 'circle', radius }, restitution: e, friction: 0 },
  ], 0, 1 / hz)
  for (let step = 0; step < (0.8 + radius) * hz * Math.max(1, 2 / speed); step++) built.step()
  // The line of centres at the moment of touch, from the first to the second.
  const ny = -offset
  const nx = Math.sqrt(1 - offset * offset)
  const impulse = ((1 + e) * speed * nx) / (1 / massRatio + 1)
  return {
    what: `ball on ball, e ${e}, mass ${massRatio}:1, offset ${offset}, radius ${radius}, ${speed} m/s, ${hz} Hz`,
    measured: [velocity(built, 0), velocity(built, 1)].flatMap(({ x, y }) => [x, y]),
    formula: [speed - (impulse * nx) / massRatio, -(impulse * ny) / massRatio, impulse * nx, impulse * ny],
    speed,
  }
}

/** A ball meets the round end of a capsule that does not turn, as it would meet a ball; without friction. */
export function ballOnEnd(e: number, offset: number, speed: number, hz: number, phase: number, radius: number): Impact {
  const halfLength = 3 * radius
  const away = 2 * radius + 0.6 + phase * speed / hz
  const built = build([
    { x: -away, y: offset * 2 * radius, vx: speed, shape: { type: 'circle', radius }, restitution: e, friction: 0 },
    {
      x: 0, y: -halfLength, angle: Math.PI / 2, shape: { type: 'capsule', halfLength, radius }, restitution: e, friction: 0,
      motion: { lockRotation: true },
    },
  ], 0, 1 / hz)
  for (let step = 0; step < Math.ceil((0.75 / speed) * hz) + 3; step++) built.step()
  const ny = -offset
  const nx = Math.sqrt(1 - offset * offset)
  const [ballMass, capsuleMass] = [Math.PI * radius * radius, (Math.PI * radius + 4 * halfLength) * radius]
  const impulse = ((1 + e) * speed * nx) / (1 / ballMass + 1 / capsuleMass)
  return {
    what: `ball on the end of a capsule, e ${e}, offset ${offset}, radius ${radius}, ${speed} m/s, ${hz} Hz`,
    measured: [velocity(built, 0), velocity(built, 1)].flatMap(({ x, y }) => [x, y]),
    formula: [speed - (impulse * nx) / ballMass, (-impulse * ny) / ballMass, (impulse * nx) / capsuleMass, (impulse * ny) / capsuleMass],
    speed,
  }
}

/** A ball meets the side of a box off its centre, without friction. */
export function ballOnBox(e: number, massRatio: number, offset: number, speed: number, hz: number, phase: number): Impact {
  const [halfWidth, halfHeight] = [0.5, 1]
  const boxMass = 4 * halfWidth * halfHeight
  const radius = 0.4
  const ballMass = massRatio * boxMass
  const away = 1.7 + phase * speed / hz
  const built = build([
    {
      x: -away, y: offset, vx: speed, shape: { type: 'circle', radius }, restitution: e, friction: 0,
      density: ballMass / (Math.PI * radius * radius),
    },
    { x: 0, y: 0, shape: { type: 'box', halfWidth, halfHeight }, restitution: e, friction: 0 },
  ], 0, 1 / hz)
  const inertia = (boxMass * (halfWidth * halfWidth + halfHeight * halfHeight)) / 3
  const impulse = ((1 + e) * speed) / (1 / ballMass + 1 / boxMass + (offset * offset) / inertia)
  // Soon after the touch: later the turning box may meet the ball again.
  const contact = (away - radius - halfWidth) / speed
  for (let step = 0; step < Math.ceil(contact * hz) + 1; step++) built.step()
  const [ball, box] = [velocity(built, 0), velocity(built, 1)]
  return {
    what: `ball on box, e ${e}, mass ${massRatio}:1, offset ${offset}, ${speed} m/s, ${hz} Hz`,
    measured: [ball.x, ball.y, box.x, box.y, box.angular],
    formula: [speed - impulse / ballMass, 0, impulse / boxMass, 0, (-impulse * offset) / inertia],
    speed,
  }
}

function velocity({ physics, entities }: BuiltScene, body: number): { x: number; y: number; angular: number } {
  const { Velocity } = physics.components
  const entity = entities[body]!
  return { x: Velocity.x[entity]!, y: Velocity.y[entity]!, angular: Velocity.angular[entity]! }
}

export type Ground = 'box' | 'chain' | 'tiles'
export const GROUNDS: readonly Ground[] = ['box', 'chain', 'tiles']

/**
 * Lets `trials` bodies land at speeds of up to 20 m/s, boxes and capsules turned in any way, and looks at them after each step.
 * @returns The deepest that any of them was in the ground, in metres.
 */
export function deepestLanding(
  name: BounceShape, restitution: number, ground: Ground, hz: number, trials = 200,
): { readonly first: number; readonly later: number } {
  const { shape } = shapeOf(name)
  const random = createRandom(5)
  const half = trials * 1.5 + 3
  const bodies = groundOf(ground, half)
  const first = bodies.length
  for (let i = 0; i < trials; i++) {
    bodies.push({
      x: (i - trials / 2) * 3, y: 1 + random(), vy: -20 * ((i + 1) / trials), angle: random() * 6, shape, restitution,
    })
  }
  const built = build(bodies, GRAVITY, 1 / hz)
  const { Position, Rotation } = built.physics.components
  const landed = new Set<number>()
  const deepest = { first: 0, later: 0 }
  for (let step = 0; step < 0.8 * hz; step++) {
    built.step()
    const { contactBegin } = built.physics.events
    const landing = new Set<number>()
    for (let i = 0; i < contactBegin.count; i++) for (const body of [contactBegin.bodyA[i]!, contactBegin.bodyB[i]!]) landing.add(body)
    for (let i = 0; i < trials; i++) {
      const entity = built.entities[first + i]!
      const depth = -(Position.y[entity]! - reachBelow(shape, Rotation.angle[entity]!))
      if (landed.has(entity)) deepest.later = Math.max(deepest.later, depth)
      else deepest.first = Math.max(deepest.first, depth)
      if (landing.has(entity)) landed.add(entity)
    }
  }
  return deepest
}

export function groundOf(ground: Ground, half: number): BodyData[] {
  if (ground === 'box') return [{ x: 0, y: -1, shape: { type: 'box', halfWidth: half, halfHeight: 1 }, kind: 'static' }]
  if (ground === 'chain') {
    const points = Array.from({ length: Math.ceil(2 * half) + 1 }, (_, i) => ({ x: i - half, y: 0 }))
    return [{ x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' }]
  }
  return Array.from({ length: Math.ceil(2 * half) }, (_, i) => ({
    x: i + 0.5 - half, y: -0.5, shape: { type: 'box', halfWidth: 0.5, halfHeight: 0.5 }, kind: 'static',
  } as const))
}

function reachBelow(shape: ShapeData, angle: number): number {
  if (shape.type === 'circle') return shape.radius
  if (shape.type === 'capsule') return Math.abs(Math.sin(angle)) * shape.halfLength + shape.radius
  if (shape.type !== 'box') throw new Error(shape.type)
  return Math.abs(Math.sin(angle)) * shape.halfWidth + Math.abs(Math.cos(angle)) * shape.halfHeight
}
