import {
  type JointData, distanceJoint, prismaticJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import { type Conditions, UnitWorld } from './acceptance/conditions.ts'

const KINDS = ['rod', 'rope', 'hinge', 'limited hinge', 'weld', 'slide', 'limited slide', 'wheel', 'spring'] as const
type Kind = (typeof KINDS)[number]

/** Of bodies that do not collide, made of a seed. */
export interface Structure {
  readonly seed: number
  /** Whether joints close loops. */
  readonly loops: boolean
  /** Most bodies, and how many times the heaviest may have the mass of the lightest. */
  readonly bodies: number
  readonly ratio: number
  /** Default: any. */
  readonly kinds?: readonly Kind[]
}

export interface Fall {
  /** The most energy above that of the beginning, as a part of what it takes to lift all bodies by 3 m. */
  readonly gain: number
  /** Metres/s. */
  readonly fastest: number
  readonly last: number
}

const GRAVITY = 10

/** Hangs a random structure on the world, lets it fall for some seconds, and measures what cannot be. */
export function letFall(structure: Structure, conditions: Omit<Conditions, 'gravity'>, seconds = 6): Fall {
  const t = new UnitWorld({ ...conditions, gravity: GRAVITY }, GRAVITY, { allowSleep: false })
  const { Velocity } = t.components
  const parts = build(t, structure)
  const energy = () => parts.reduce((sum, { body, mass, inertia }) => {
    const square = (Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2) / t.unit ** 2
    return sum + 0.5 * mass * square + 0.5 * inertia * Velocity.angular[body]! ** 2 + mass * GRAVITY * t.my(body)
  }, 0)
  const speed = () => Math.max(...parts.map(({ body }) => Math.hypot(Velocity.x[body]!, Velocity.y[body]!) / t.unit))
  const before = energy()
  const scale = parts.reduce((sum, { mass }) => sum + mass * GRAVITY * 3, 0)
  let [gain, fastest] = [-Infinity, 0]
  t.run(seconds, () => {
    gain = Math.max(gain, (energy() - before) / scale)
    fastest = Math.max(fastest, speed())
  })
  return { gain, fastest, last: speed() }
}

interface Part {
  readonly body: number
  readonly mass: number
  readonly inertia: number
}

function build(t: UnitWorld, { seed, loops, bodies, ratio, kinds = KINDS }: Structure): Part[] {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const { CollisionFilter, Rotation } = t.components
  const post = t.fixed(0, 0)
  CollisionFilter.mask[post] = 0
  const own = random() < 0.5 ? [pick(kinds)] : kinds
  const parts: Part[] = []
  const count = 2 + Math.floor(random() * (bodies - 1))
  for (let i = 0; i < count; i++) {
    const parent = i === 0 ? -1 : random() < 0.7 ? i - 1 : Math.floor(random() * i)
    const a = parent < 0 ? post : parts[parent]!.body
    const [px, py] = [t.mx(a), t.my(a)]
    const direction = random() * 6.283
    const distance = 0.4 + random() * 0.6
    const [x, y] = [px + Math.cos(direction) * distance, py + Math.sin(direction) * distance]
    const mass = Math.exp((random() - 0.5) * Math.log(ratio))
    const inertia = mass * ((0.3 ** 2 + 0.2 ** 2) / 12) * (1 + random() * 4)
    const body = t.body(t.box(0.2, 0.1), x, y, mass, inertia)
    Rotation.angle[body] = random() * 6
    CollisionFilter.mask[body] = 0
    parts.push({ body, mass, inertia })
    const join = (other: number) => {
      const at = t.point((px + x) / 2 + random() * 0.2, (py + y) / 2)
      const axis = { x: Math.cos(direction + 1), y: Math.sin(direction + 1) }
      t.joint(link(pick(own), other, body, at, axis, t.unit, random))
    }
    join(a)
    if (loops && i > 2 && random() < 0.3) join(parts[Math.floor(random() * i)]!.body)
  }
  return parts
}

function link(
  kind: Kind, a: number, b: number, at: { x: number; y: number }, axis: { x: number; y: number }, unit: number, random: () => number,
): JointData {
  const within = (lower: number, upper: number) => ({ limit: { lower: lower * unit, upper: upper * unit } })
  switch (kind) {
    case 'rod': return distanceJoint(a, b)
    case 'rope': return distanceJoint(a, b, within(0, 3))
    case 'spring': return distanceJoint(a, b, { spring: { hertz: 0.5 + random() * 8, dampingRatio: random() } })
    case 'hinge': return revoluteJoint(a, b, at)
    case 'limited hinge': return revoluteJoint(a, b, { ...at, limit: { lower: -random(), upper: random() * 10 } })
    case 'weld': return weldJoint(a, b, at)
    case 'slide': return prismaticJoint(a, b, { ...at, axis, ...within(-2, 2) })
    case 'limited slide': return prismaticJoint(a, b, { ...at, axis, ...within(-0.2, 0.1) })
    default: return wheelJoint(a, b, { ...at, axis, ...within(-0.3, 0.3), spring: { hertz: 2 + random() * 4, dampingRatio: 0.7 } })
  }
}
