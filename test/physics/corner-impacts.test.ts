/** Balls that strike corners and round ends fly off along the normal of the place where they touch. */
import { expect, test } from 'vitest'
import { type ShapeData, box, capsule, circle, getMass, polygon, segment } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab, randomNumbers } from './lab.ts'

type Vector = readonly [x: number, y: number]

/** A shape as its corners, around which its radius goes. */
interface Target {
  readonly shape: ShapeData
  readonly corners: readonly Vector[]
  readonly radius: number
}

const square = (w: number, h: number): Vector[] => [[-w, -h], [w, -h], [w, h], [-w, h]]
const points = (corners: readonly Vector[]) => corners.map(([x, y]) => ({ x, y }))

const targets: Readonly<Record<string, Target>> = {
  box: { shape: box(0.4, 0.3), corners: square(0.4, 0.3), radius: 0 },
  'rounded box': { shape: polygon(points(square(0.4, 0.3)), 0.05), corners: square(0.4, 0.3), radius: 0.05 },
  capsule: { shape: capsule(0.4, 0.1), corners: [[-0.4, 0], [0.4, 0]], radius: 0.1 },
  segment: { shape: segment(-0.4, 0, 0.4, 0), corners: [[-0.4, 0], [0.4, 0]], radius: 0 },
}

function nearestOf([px, py]: Vector, [ax, ay]: Vector, [bx, by]: Vector): Vector {
  const ex = bx - ax, ey = by - ay
  const t = Math.min(Math.max(((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey), 0), 1)
  return [ax + t * ex, ay + t * ey]
}

/** The point of an outline that is nearest to one outside of it. */
function nearest(p: Vector, corners: readonly Vector[]): Vector {
  let best: Vector = [Infinity, Infinity]
  corners.forEach((corner, i) => {
    const at = nearestOf(p, corner, corners[(i + 1) % corners.length]!)
    if (Math.hypot(at[0] - p[0], at[1] - p[1]) < Math.hypot(best[0] - p[0], best[1] - p[1])) best = at
  })
  return best
}

const RADIUS = 0.15
const E = 0.6
/** A ball that comes less deep than the slop into the corner of a box goes past it. */
const SLOP = 0.005

/** What is thrown at a target at the origin, and what becomes of it. */
interface Throw {
  readonly from: Vector
  readonly along: Vector
  readonly speed: number
  readonly angle: number
  /** Where it touches: its middle, and the way out of it into the target. */
  readonly at: Vector
  readonly normal: Vector
}

/** A ball thrown at random, or none where it does not hit. */
function throwAt({ corners, radius }: Target, random: () => number): Throw | undefined {
  const direction = 7 * random()
  const angle = 7 * random()
  const aside = 1.2 * random() - 0.6
  const far = 1.2 + random()
  const along: Vector = [Math.cos(direction), Math.sin(direction)]
  const from: Vector = [-far * along[0] - aside * along[1], -far * along[1] + aside * along[0]]
  const turned = corners.map(([x, y]): Vector => [Math.cos(angle) * x - Math.sin(angle) * y, Math.sin(angle) * x + Math.cos(angle) * y])
  const reach = RADIUS + radius
  let at = from
  let to: Vector = [0, 0]
  for (let gap = 1, way = 0; gap > 1e-12; way += gap) {
    if (way > 2 * far) return undefined
    at = [from[0] + along[0] * way, from[1] + along[1] * way]
    to = nearest(at, turned)
    gap = Math.hypot(to[0] - at[0], to[1] - at[1]) - reach
  }
  const normal: Vector = [(to[0] - at[0]) / reach, (to[1] - at[1]) / reach]
  const into = along[0] * normal[0] + along[1] * normal[1]
  if (into < 0.05 || reach * (1 - Math.sqrt(1 - into * into)) < SLOP) return undefined
  return { from, along, speed: [5, 10, 20, 40][Math.floor(4 * random())]!, angle, at, normal }
}

/** How far the velocities after each throw are from those of the formula, as a part of the approach. */
function missesOf({ shape }: Target, throws: readonly Throw[], kind: 'static' | 'free', hz: number, substeps: number): number[] {
  const lab = new Lab({ hz, substeps, gravity: { x: 0, y: 0 } })
  const material = { friction: 0, restitution: E }
  const apart = 100
  const balls = throws.map(({ from, along, speed, angle }, i) => {
    const target = lab.add(shape, apart * i, 0, kind === 'static' ? { kind, angle, material } : { angle, material })
    const ball = lab.add(circle(RADIUS), apart * i + from[0], from[1], { vx: along[0] * speed, vy: along[1] * speed, material })
    return { target, ball }
  })
  const misses = throws.map(() => Infinity)
  lab.run(0.8, () => {
    for (const [i, { at, along, speed, normal: [nx, ny] }] of throws.entries()) {
      const { ball, target } = balls[i]!
      const vx = lab.vx(ball) - along[0] * speed, vy = lab.vy(ball) - along[1] * speed
      if (misses[i] !== Infinity || Math.hypot(vx, vy) < 1e-6 * speed) continue
      const { mass } = getMass(lab.world, ball)
      const other = getMass(lab.world, target)
      const arm = (at[0] + nx * RADIUS) * ny - (at[1] + ny * RADIUS) * nx
      const into = speed * (along[0] * nx + along[1] * ny)
      const impulse = ((1 + E) * into) / (1 / mass + (kind === 'static' ? 0 : 1 / other.mass + (arm * arm) / other.inertia))
      const off = [vx + (impulse * nx) / mass, vy + (impulse * ny) / mass]
      if (kind === 'free') off.push(lab.vx(target) - (impulse * nx) / other.mass, lab.vy(target) - (impulse * ny) / other.mass)
      misses[i] = Math.max(...off.map(Math.abs)) / speed
    }
  })
  return misses
}

// With the normals of where both were a quarter of the slop apart velocities were wrong by up to 8 %, and of 50 balls that were to hit
// the corner of a box one went through that.
test.each(Object.keys(targets))('balls fly off from a %s by the formula, to a hundredth', (name) => {
  const target = targets[name]!
  const random = randomNumbers(3)
  for (const [hz, substeps] of [[60, 4], [30, 1], [120, 2], [60, 16], [30, 8]] as const) {
    const throws = Array.from({ length: whole([1000], [80])[0]! }, () => throwAt(target, random)).filter((thrown) => thrown !== undefined)
    expect(throws.length).toBeGreaterThan(30)
    for (const kind of name === 'segment' ? ['static'] as const : ['static', 'free'] as const) {
      for (const [i, miss] of missesOf(target, throws, kind, hz, substeps).entries()) {
        expect(miss, `${kind}, ${hz} Hz, ${substeps} substeps: ${JSON.stringify(throws[i])}`).toBeLessThan(0.01)
      }
    }
  }
})
