import { boxShape, circleShape, wall } from '../examples/scenes/parts.ts'
import { type BodyData, type SceneEntry, type ShapeData, defineScene } from '../examples/scenes/types.ts'
import { sin } from '../src/math/rotation.ts'

const GRAVITY = { x: 0, y: -10 }
const VIEW = { x: 0, y: 0, width: 1, height: 1 }

/** A source of numbers from 0 to 1. */
function numbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A convex shape of every kind in turn. */
function anyShape(i: number, next: () => number): ShapeData {
  const size = 0.3 + 0.2 * next()
  switch (i % 5) {
    case 0: return circleShape(size)
    case 1: return boxShape(size, 0.7 * size)
    case 2: return { type: 'capsule', halfLength: size, radius: 0.6 * size }
    default: {
      const corners = i % 5 === 3 ? 3 : 6
      const points = Array.from({ length: corners }, (_, k) => {
        const angle = (2 * Math.PI * k) / corners
        return { x: size * sin(angle + Math.PI / 2), y: size * sin(angle) }
      })
      return { type: 'polygon', points }
    }
  }
}

const bin = (half: number): BodyData[] => [wall(0, -0.5, half + 2, 0.5), wall(-half - 0.5, 30, 0.5, 30), wall(half + 0.5, 30, 0.5, 30)]

/** What comes down at once: while it does, an engine that looks ahead has the most to look at. */
export const landingScenes: readonly SceneEntry[] = [
  defineScene({
    name: 'landing-tiles', title: 'Landing on tiles', category: 'Bench',
    description: 'Turned boxes in ten rows that come down on four rows of unit tiles.', lookFor: 'The steps in which they land.',
  }, ({ count = 3000 }) => {
    const next = numbers()
    const across = Math.ceil(count / 10)
    const bodies: BodyData[] = []
    for (let x = 0; x < across; x++) for (let y = 0; y < 4; y++) bodies.push({ x: x + 0.5, y: -0.5 - y, shape: boxShape(0.5), kind: 'static' })
    for (let i = 0; i < count; i++) {
      const shape = boxShape(0.3 + 0.1 * next(), 0.3)
      bodies.push({ x: 5 + (i % across) * 0.966, y: 1.5 + Math.floor(i / across) * 1.5, angle: next(), shape })
    }
    return { gravity: GRAVITY, bodies, view: VIEW }
  }),
  defineScene({
    name: 'landing-chain', title: 'Landing on a chain', category: 'Bench',
    description: 'Mixed shapes in eight rows that come down on a chain of 400 links.', lookFor: 'The steps in which they land.',
  }, ({ count = 2000 }) => {
    const next = numbers()
    const across = Math.ceil(count / 8)
    const points = Array.from({ length: Math.ceil(1.6 * across) + 1 }, (_, i) => ({ x: i - 10, y: 2 * sin(i * 0.1) + 0.5 * sin(i * 0.7) }))
    const bodies: BodyData[] = [{ x: 0, y: 0, shape: { type: 'chain', points }, kind: 'static' }]
    for (let i = 0; i < count; i++) {
      bodies.push({ x: (i % across) * 1.5, y: 6 + Math.floor(i / across) * 1.5, angle: next(), shape: anyShape(i, next) })
    }
    return { gravity: GRAVITY, bodies, view: VIEW }
  }),
  defineScene({
    name: 'landing-compounds', title: 'Landing compounds', category: 'Bench',
    description: 'Bodies of three parts that fall into a bin.', lookFor: 'The steps in which they land.',
  }, ({ count = 800 }) => {
    const next = numbers()
    const bodies = bin(15)
    for (let i = 0; i < count; i++) {
      bodies.push({
        x: -14 + (i % 15) * 1.9, y: 1.5 + Math.floor(i / 15) * 1.6, angle: 6 * next(), shape: boxShape(0.6, 0.2),
        parts: [{ shape: boxShape(0.2, 0.5), x: 0.4, y: 0.3 }, { shape: circleShape(0.3), x: -0.5, y: 0.2 }],
      })
    }
    return { gravity: GRAVITY, bodies, view: VIEW }
  }),
  defineScene({
    name: 'spinning-planks', title: 'Spinning planks', category: 'Bench',
    description: 'Thin planks that spin as they fall into a bin.', lookFor: 'The steps in which they land.',
  }, ({ count = 800 }) => {
    const next = numbers()
    const bodies = bin(25)
    for (let i = 0; i < count; i++) {
      bodies.push({ x: -23 + (i % 16) * 3, y: 2 + Math.floor(i / 16) * 3, angle: 6 * next(), angular: 20 * next() - 10, shape: boxShape(1.2, 0.15) })
    }
    return { gravity: GRAVITY, bodies, view: VIEW }
  }),
  defineScene({
    name: 'mixed-heap', title: 'Mixed heap', category: 'Bench',
    description: 'Mixed shapes that fall into a bin and pile up high.', lookFor: 'The steps in which they land, and the pressure in the heap.',
  }, ({ count = 2500 }) => {
    const next = numbers()
    const bodies = bin(20)
    for (let i = 0; i < count; i++) bodies.push({ x: -19 + (i % 38), y: 1 + Math.floor(i / 38) * 1.1, angle: 6 * next(), shape: anyShape(i, next) })
    return { gravity: GRAVITY, bodies, view: VIEW }
  }),
]
