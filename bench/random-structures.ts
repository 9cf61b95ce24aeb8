import { NO_GRAVITY, boxShape, circleShape, wall } from '../examples/scenes/parts.ts'
import type { BodyData, JointData, PointData, SurfaceData } from '../examples/scenes/types.ts'
import { sin } from '../src/math/rotation.ts'
import { type Numbers, one } from './random-numbers.ts'
import type { RandomScene } from './random-scenes.ts'

/** Something of bodies and joints, counted from 0; the first body stands at (0, 0), and the others within `reach` of it. */
export interface Structure {
  readonly bodies: readonly BodyData[]
  readonly joints: readonly JointData[]
  readonly reach: number
}

const GROUNDS = ['floor', 'bin', 'chain', 'nothing'] as const

/** What holds others up. */
export const POST: Pick<BodyData, 'kind'> = { kind: 'static' }

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
 * A scene of structures, and of loose bodies among them: the same for the same numbers. Each differs in what it is made of, how many there are,
 * the ground, gravity and surfaces.
 * @param kinds All that a structure may be; a scene has them all or one alone.
 */
export function makeStructures<Kind extends string>(
  next: Numbers, seed: number, kinds: readonly Kind[], makeStructure: (next: Numbers, kind: Kind) => Structure,
): RandomScene {
  const chosen = one(next, [kinds, [one(next, kinds)], [one(next, kinds)]])
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
    const { bodies: parts, joints: links, reach } = makeStructure(next, one(next, chosen))
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
      description: `${bodies.length} bodies, ${joints.length} joints: ${chosen.length > 1 ? 'of all kinds' : chosen[0]}; on ${ground}, gravity ${gravity}, e ${surface.restitution}, friction ${surface.friction}${speed > 0 ? `, up to ${speed} m/s` : ''}`,
      gravity: gravity === 0 ? NO_GRAVITY : { x: 0, y: -gravity }, bodies, joints, view: { x: 0, y: 0, width: 1, height: 1 },
    },
    sleep: seed % 3 !== 0,
  }
}

function moveLink(link: JointData, first: number, by: PointData): JointData {
  const ends = { a: link.a + first, b: link.b + first }
  const moved = ({ x, y }: PointData): PointData => ({ x: x + by.x, y: y + by.y })
  switch (link.type) {
    case 'distance': return { ...link, ...ends, from: moved(link.from), to: moved(link.to) }
    case 'revolute': case 'prismatic': case 'wheel': case 'weld': case 'motor': return { ...link, ...ends, ...moved(link) }
    default: throw new TypeError(`structures have no "${link.type}"`)
  }
}
