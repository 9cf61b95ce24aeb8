import { NO_GRAVITY, boxShape, circleShape, wall } from '../examples/scenes/parts.ts'
import type { BodyData, JointData, PointData, SurfaceData } from '../examples/scenes/types.ts'
import { cos, sin } from '../src/math/rotation.ts'
import { type Numbers, numbersFrom, one } from './random-numbers.ts'
import type { RandomScene } from './random-scenes.ts'

/** Something of bodies and joints, counted from 0; the first body stands at (0, 0), and the others within `reach` of it. */
interface Structure {
  readonly bodies: readonly BodyData[]
  readonly joints: readonly JointData[]
  readonly reach: number
}

const KINDS = ['chain', 'hung chain', 'figure', 'ring', 'cloth', 'hung cloth', 'truss', 'bridge'] as const
type Kind = (typeof KINDS)[number]
const GROUNDS = ['floor', 'bin', 'chain', 'nothing'] as const

const POST: Pick<BodyData, 'kind'> = { kind: 'static' }

/** Links in a row, the last one heavier; hung by its first one or free. */
function makeChain(next: Numbers, hung: boolean): Structure {
  const count = 3 + Math.floor(next() * 38)
  const half = 0.2 + 0.2 * next()
  const load = one(next, [1, 1, 10, 100])
  const slope = one(next, [0, 0, -1.2, 0.6])
  const place = (k: number): PointData => ({ x: 2 * half * k * cos(slope), y: 2 * half * k * sin(slope) })
  const bodies: BodyData[] = Array.from({ length: count }, (_, k) => ({
    ...place(k), angle: slope, shape: { type: 'capsule', halfLength: half, radius: 0.3 * half }, density: k === count - 1 ? load : 1,
    ...(hung && k === 0 && POST),
  }))
  return { bodies, joints: hinges(count, (k) => place(k - 0.5)), reach: 2 * half * count + half }
}

/** A hinge between each body and the next one. */
function hinges(count: number, at: (k: number) => PointData): JointData[] {
  return Array.from({ length: count - 1 }, (_, k) => ({ type: 'revolute', a: k, b: k + 1, ...at(k + 1) }))
}

/** A trunk with limbs of some parts, within limits. */
function makeFigure(next: Numbers): Structure {
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: boxShape(0.3, 0.5) }]
  const joints: JointData[] = []
  const limbs = 2 + Math.floor(next() * 4)
  for (let limb = 0; limb < limbs; limb++) {
    const angle = 2 * Math.PI * (limb + 0.5 * next()) / limbs
    const parts = 1 + Math.floor(next() * 4)
    const bend = 0.3 + next()
    for (let part = 0; part < parts; part++) {
      const from = 0.55 + 0.5 * part
      joints.push({
        type: 'revolute', a: part === 0 ? 0 : bodies.length - 1, b: bodies.length, x: from * cos(angle), y: from * sin(angle), limit: { lower: -bend, upper: bend },
      })
      bodies.push({ x: (from + 0.25) * cos(angle), y: (from + 0.25) * sin(angle), angle, shape: { type: 'capsule', halfLength: 0.18, radius: 0.1 } })
    }
  }
  return { bodies, joints, reach: 2.7 }
}

/** Links in a circle. */
function makeRing(next: Numbers): Structure {
  const count = 6 + Math.floor(next() * 20)
  const radius = count * 0.13
  const at = (k: number): number => 2 * Math.PI * k / count
  const bodies: BodyData[] = Array.from({ length: count }, (_, k) => (
    { x: radius * cos(at(k)), y: radius * sin(at(k)), angle: at(k) + Math.PI / 2, shape: boxShape(0.3, 0.12) }
  ))
  const joints: JointData[] = hinges(count, (k) => ({ x: radius * cos(at(k - 0.5)), y: radius * sin(at(k - 0.5)) }))
  joints.push({ type: 'revolute', a: count - 1, b: 0, x: radius * cos(at(-0.5)), y: radius * sin(at(-0.5)) })
  return { bodies, joints, reach: radius + 0.5 }
}

/** Circles in rows, between rods. */
function makeCloth(next: Numbers, hung: boolean): Structure {
  const across = 3 + Math.floor(next() * 12)
  const down = 3 + Math.floor(next() * 12)
  const pitch = 0.35
  const bodies: BodyData[] = []
  const joints: JointData[] = []
  const join = (a: number, b: number): void => { joints.push({ type: 'distance', a, b, from: bodies[a]!, to: bodies[b]! }) }
  for (let i = 0; i < across * down; i++) {
    const column = i % across
    const row = Math.floor(i / across)
    const fixed = hung && row === 0 && (column === 0 || column === across - 1)
    bodies.push({ x: column * pitch, y: -row * pitch, shape: circleShape(0.12), ...(fixed && POST) })
    if (column > 0) join(i - 1, i)
    if (row > 0) join(i - across, i)
  }
  return { bodies, joints, reach: pitch * Math.max(across, down) + 0.2 }
}

/** Circles between two chords of rods, with braces. */
function makeTruss(next: Numbers): Structure {
  const bays = 2 + Math.floor(next() * 8)
  const bodies: BodyData[] = []
  const joints: JointData[] = []
  for (let i = 0; i <= 2 * bays + 1; i++) {
    bodies.push({ x: 0.5 * i, y: (i % 2) * 0.8, shape: circleShape(0.15), density: one(next, [1, 1, 4]) })
    for (const before of [i - 1, i - 2]) if (before >= 0) joints.push({ type: 'distance', a: before, b: i, from: bodies[before]!, to: bodies[i]! })
  }
  return { bodies, joints, reach: bays + 1 }
}

/** Planks between two posts. */
function makeBridge(next: Numbers): Structure {
  const planks = 4 + Math.floor(next() * 40)
  const bodies: BodyData[] = Array.from({ length: planks + 2 }, (_, k) => (
    { x: 0.6 * k, y: 0, shape: boxShape(0.28, 0.08), ...((k === 0 || k === planks + 1) && POST) }
  ))
  return { bodies, joints: hinges(planks + 2, (k) => ({ x: 0.6 * (k - 0.5), y: 0 })), reach: 0.6 * planks + 1.5 }
}

function makeStructure(next: Numbers, kind: Kind): Structure {
  switch (kind) {
    case 'chain': return makeChain(next, false)
    case 'hung chain': return makeChain(next, true)
    case 'figure': return makeFigure(next)
    case 'ring': return makeRing(next)
    case 'cloth': return makeCloth(next, false)
    case 'hung cloth': return makeCloth(next, true)
    case 'truss': return makeTruss(next)
    case 'bridge': return makeBridge(next)
  }
}

function makeGround(ground: (typeof GROUNDS)[number], half: number): BodyData[] {
  switch (ground) {
    case 'nothing': return []
    case 'floor': return [wall(0, -1, half * 3, 1)]
    case 'bin': return [wall(0, -1, half + 2, 1), wall(-half - 1, 3 * half, 1, 3 * half + 2), wall(half + 1, 3 * half, 1, 3 * half + 2)]
    case 'chain': {
      const points = Array.from({ length: Math.ceil(6 * half / 1.3) }, (_, i) => ({ x: i * 1.3 - 3 * half, y: 0.6 * sin(i * 1.3) - 0.6 }))
      return [{ x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' }]
    }
  }
}

/**
 * A scene of what hinges and rods hold together, and of loose bodies among it: the same for the same seed. Each differs in what it is made of,
 * how many there are, the ground, gravity and surfaces.
 */
export function makeRandomJointScene(seed: number): RandomScene {
  const next = numbersFrom(seed * 6007 + 101)
  const kinds = one(next, [KINDS, [one(next, KINDS)], [one(next, KINDS)]])
  const most = one(next, [40, 150, 500, 1500])
  const ground = one(next, GROUNDS)
  const gravity = ground === 'nothing' ? one(next, [0, 10]) : one(next, [10, 10, 30])
  const surface: SurfaceData = { restitution: one(next, [0, 0, 0, 0.4]), friction: one(next, [0, 0.3, 0.6, 1]) }
  const speed = one(next, [0, 0, 3, 10])
  const loose = one(next, [0, 0, 20, 200])
  const half = 6 + 1.5 * Math.sqrt(most)
  const bodies = makeGround(ground, half).map((body) => ({ ...body, ...surface }))
  const joints: JointData[] = []
  let [x, y, row] = [-half, 3, 0]
  for (let count = 0; count < most; ) {
    const { bodies: parts, joints: links, reach } = makeStructure(next, one(next, kinds))
    if (x > -half && x + 2 * reach > half) [x, y, row] = [-half, y + 2 * row, 0]
    row = Math.max(row, reach)
    const first = bodies.length
    const at = { x: x + reach, y: y + reach }
    const [vx, vy] = [speed * (2 * next() - 1), speed * (2 * next() - 1)]
    for (const part of parts) bodies.push({ ...surface, ...part, x: at.x + part.x, y: at.y + part.y, ...(part.kind === undefined && { vx, vy }) })
    for (const link of links) joints.push(moveLink(link, first, at))
    x += 2 * reach
    count += parts.length
  }
  for (let i = 0; i < loose; i++) {
    bodies.push({
      ...surface, x: half * (1.8 * next() - 0.9), y: y + 2 * row + 1.2 * Math.floor(i / half), angle: 6 * next(),
      shape: next() < 0.5 ? boxShape(0.2 + 0.3 * next()) : circleShape(0.2 + 0.3 * next()),
    })
  }
  return {
    scene: {
      name: `random-joints-${seed}`, title: 'Random joints', category: 'Bench', lookFor: 'What was not tried.',
      description: `${bodies.length} bodies, ${joints.length} joints: ${kinds.length > 1 ? 'of all kinds' : kinds[0]}; on ${ground}, gravity ${gravity}, e ${surface.restitution}, friction ${surface.friction}${speed > 0 ? `, up to ${speed} m/s` : ''}`,
      gravity: gravity === 0 ? NO_GRAVITY : { x: 0, y: -gravity }, bodies, joints, view: { x: 0, y: 0, width: 1, height: 1 },
    },
    sleep: seed % 3 !== 0,
  }
}

function moveLink(link: JointData, first: number, by: PointData): JointData {
  const ends = { a: link.a + first, b: link.b + first }
  const moved = ({ x, y }: PointData): PointData => ({ x: x + by.x, y: y + by.y })
  if (link.type === 'distance') return { ...link, ...ends, from: moved(link.from), to: moved(link.to) }
  if (link.type === 'revolute') return { ...link, ...ends, ...moved(link) }
  throw new TypeError(`structures have no "${link.type}"`)
}
