import { boxShape, circleShape } from '../examples/scenes/parts.ts'
import type { BodyData, JointData, PointData } from '../examples/scenes/types.ts'
import { cos, sin } from '../src/math/rotation.ts'
import { type Numbers, numbersFrom, one } from './random-numbers.ts'
import type { RandomScene } from './random-scenes.ts'
import { POST, type Structure, makeStructures } from './random-structures.ts'

const KINDS = ['chain', 'hung chain', 'figure', 'ring', 'cloth', 'hung cloth', 'truss', 'bridge'] as const
type Kind = (typeof KINDS)[number]

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

/** A scene of what hinges and rods hold together, and of loose bodies among it: the same for the same seed. */
export function makeRandomJointScene(seed: number): RandomScene {
  return makeStructures(numbersFrom(seed * 6007 + 101), seed, KINDS, makeStructure)
}
