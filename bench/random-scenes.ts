import { NO_GRAVITY, boxShape, circleShape, wall } from '../examples/scenes/parts.ts'
import type { BodyData, DriveApi, Scene, ShapeData, SurfaceData } from '../examples/scenes/types.ts'
import { cos, sin } from '../src/math/rotation.ts'
import { type Numbers, numbersFrom, one } from './random-numbers.ts'

/** A scene that nobody chose; its description says what is in it. */
export interface RandomScene {
  readonly scene: Scene
  /** Whether bodies may fall asleep in it. */
  readonly sleep: boolean
}

const KINDS = ['circle', 'box', 'plank', 'capsule', 'triangle', 'hexagon', 'rounded box', 'mixed', 'mixed'] as const
const GROUNDS = ['floor', 'tiles', 'chain', 'bin', 'closed box', 'slope', 'nothing', 'pegs', 'paddles', 'drum'] as const
type Kind = (typeof KINDS)[number]
type Ground = (typeof GROUNDS)[number]

/** What is chosen before a body is made. */
interface Choice {
  readonly count: number
  readonly kind: Kind
  /** By how much the largest is larger than the smallest. */
  readonly sizes: number
  readonly ground: Ground
  readonly gravity: number
  readonly surface: SurfaceData
  /** The most that a body moves at the beginning, and turns. */
  readonly speed: number
  readonly spin: number
  readonly sensors: number
  readonly bullets: boolean
  readonly parts: boolean
  /** From the middle of one body to that of the next. */
  readonly pitch: number
  readonly columns: number
}

function choose(next: Numbers): Choice {
  const count = Math.round(one(next, [50, 200, 500, 1000, 2000]) * (0.7 + 0.6 * next()))
  const ground = one(next, GROUNDS)
  return {
    count,
    kind: one(next, KINDS),
    sizes: one(next, [1, 1, 1, 4, 12]),
    ground,
    gravity: ground === 'nothing' || next() < 0.12 ? 0 : one(next, [10, 10, 10, 30]),
    surface: { restitution: one(next, [0, 0, 0.2, 0.5, 0.9]), friction: one(next, [0, 0.3, 0.6, 1]) },
    speed: one(next, [0, 0, 2, 8, 20]),
    spin: one(next, [0, 0, 3, 12]),
    sensors: next() < 0.15 ? one(next, [5, 50, 200]) : 0,
    bullets: next() < 0.12,
    parts: next() < 0.12,
    pitch: one(next, [2.2, 2.6, 4]),
    columns: Math.max(4, Math.ceil(Math.sqrt(count * one(next, [0.5, 1, 4])))),
  }
}

function regular(corners: number, size: number): ShapeData {
  const points = Array.from({ length: corners }, (_, i) => ({ x: size * cos(2 * Math.PI * i / corners), y: size * sin(2 * Math.PI * i / corners) }))
  return { type: 'polygon', points }
}

function makeShape(next: Numbers, kind: Kind, size: number): ShapeData {
  switch (kind) {
    case 'mixed': return makeShape(next, one(next, KINDS.slice(0, 7)), size)
    case 'circle': return circleShape(size)
    case 'box': return boxShape(size)
    case 'plank': return boxShape(1.8 * size, 0.25 * size)
    case 'capsule': return { type: 'capsule', halfLength: 0.7 * size, radius: 0.5 * size }
    case 'triangle': return regular(3, size)
    case 'hexagon': return regular(6, size)
    case 'rounded box': {
      const half = 0.7 * size
      return { type: 'polygon', radius: 0.2 * size, points: [{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }] }
    }
  }
}

/** The ground, and above it the height from which bodies are put. */
interface Place { readonly bodies: BodyData[]; readonly bottom: number }

function makeGround({ ground, surface }: Choice, half: number, height: number): Place {
  const held = (body: BodyData): BodyData => ({ ...body, ...surface })
  const bin = [wall(0, -1, half + 2, 1), wall(-half - 1, height, 1, height + 2), wall(half + 1, height, 1, height + 2)].map(held)
  switch (ground) {
    case 'nothing': return { bodies: [], bottom: 2 }
    case 'floor': return { bodies: [held(wall(0, -1, half * 3, 1))], bottom: 2 }
    case 'slope': return { bodies: [{ ...held(wall(0, -1, half * 4, 1)), angle: 0.25 }], bottom: 2 + half * 0.4 }
    case 'bin': return { bodies: bin, bottom: 2 }
    case 'closed box': return { bodies: [...bin, held(wall(0, height + 1, half + 2, 1))], bottom: 2 }
    case 'tiles': {
      const across = Math.ceil(half * 2)
      return { bodies: Array.from({ length: 4 * across }, (_, i) => held(wall((i >> 1) - across + 0.5, -0.5 - (i & 1), 0.5, 0.5))), bottom: 2 }
    }
    case 'chain': {
      const points = Array.from({ length: Math.ceil(4 * half / 1.3) }, (_, i) => ({ x: i * 1.3 - 2 * half, y: 0.6 * sin(i * 1.3) - 2 }))
      return { bodies: [held({ x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' })], bottom: 2 }
    }
    case 'drum': {
      const radius = Math.max(half, height / 2) * 1.5
      const walls = Array.from({ length: 40 }, (_, k) => {
        const angle = 2 * Math.PI * k / 40
        return { ...held(wall(radius * cos(angle), height / 2 + radius * sin(angle), 0.5, radius * 0.085)), angle }
      })
      return { bodies: walls, bottom: 2 }
    }
    case 'pegs': {
      for (let x = -half; x < half; x += 3) {
        for (let y = 1; y < 12; y += 3) bin.push(held({ x: x + (y % 2) * 1.5, y, shape: circleShape(0.25), kind: 'static' }))
      }
      return { bodies: bin, bottom: 14 }
    }
    case 'paddles': {
      for (let x = -half + 3; x < half; x += 7) bin.push(held({ x, y: 2.5, shape: boxShape(2.5, 0.2), kind: 'kinematic', angular: PADDLE_SPIN }))
      return { bodies: bin, bottom: 6 }
    }
  }
}

const PADDLE_SPIN = 4

/**
 * A scene such as a game may have, of what nobody has tuned for: the same for the same seed. Shapes, sizes, grounds, surfaces, speeds and
 * how many there are, are as good as independent of each other.
 */
export function makeRandomScene(seed: number): RandomScene {
  const next = numbersFrom(seed * 7919 + 13)
  const choice = choose(next)
  const { count, kind, sizes, gravity, surface, speed, spin, pitch, columns } = choice
  const half = columns * pitch / 2 + 2
  const { bodies, bottom } = makeGround(choice, half, Math.ceil(count / columns) * pitch + 10)
  const turning = bodies.flatMap((body, i) => (body.kind === 'kinematic' ? [i] : []))
  const either = (most: number): number => most * (2 * next() - 1)
  for (let i = 0; i < count; i++) {
    const size = sizes === 1 ? 0.5 : Math.max(0.05, 0.5 * (pitch / 2.2) / (1 + (sizes - 1) * Math.sqrt(next())))
    bodies.push({
      x: (i % columns) * pitch - half + 2 + 0.3 * next(), y: bottom + Math.floor(i / columns) * pitch, angle: next() < 0.5 ? 0 : 6 * next(),
      shape: makeShape(next, kind, size), ...surface, vx: either(speed), vy: either(speed), angular: either(spin),
      bullet: choice.bullets && next() < 0.1,
      ...(choice.parts && { parts: [
        { shape: circleShape(0.3 * size + 0.05), x: size, y: 0, ...surface }, { shape: boxShape(0.2 * size + 0.02, size), x: -size, y: 0, ...surface },
      ] }),
    })
  }
  for (let i = 0; i < choice.sensors; i++) bodies.push({ x: either(half), y: 10 * next(), shape: boxShape(1), kind: 'static', sensor: true })
  const drive = (_: number, __: number, api: DriveApi): void => { for (const i of turning) api.setVelocity(i, 0, 0, PADDLE_SPIN) }
  return {
    scene: {
      name: `random-${seed}`, title: 'Random', category: 'Bench', description: describe(choice), lookFor: 'What was not tried.',
      gravity: gravity === 0 ? NO_GRAVITY : { x: 0, y: -gravity }, bodies, view: { x: 0, y: 0, width: 1, height: 1 },
      ...(turning.length > 0 && { drive }),
    },
    sleep: seed % 3 !== 0,
  }
}

function describe({ count, kind, sizes, ground, gravity, surface, speed, spin, sensors, bullets, parts }: Choice): string {
  return [
    `${count} ${kind}${sizes > 1 ? ` 1:${sizes}` : ''}`, `on ${ground}`, `gravity ${gravity}`, `e ${surface.restitution}`, `friction ${surface.friction}`,
    ...(speed > 0 ? [`up to ${speed} m/s`] : []), ...(spin > 0 ? [`${spin} rad/s`] : []),
    ...(sensors > 0 ? [`${sensors} sensors`] : []), ...(bullets ? ['bullets'] : []), ...(parts ? ['of three parts'] : []),
  ].join(', ')
}
