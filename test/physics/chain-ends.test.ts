/** Where a chain ends nothing goes on: the rim of a cup and the edge of a ledge are met as corners are. */
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, chain, circle, polygon, segment } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { G, Lab, randomNumbers } from './lab.ts'

const hexagon = polygon(Array.from({ length: 6 }, (_, i) => ({ x: 0.5 * Math.cos((i * Math.PI) / 3), y: 0.5 * Math.sin((i * Math.PI) / 3) })))
const movers: Readonly<Record<string, ShapeData>> = { circle: circle(0.5), box: box(0.5, 0.5), capsule: capsule(0.5, 0.3), hexagon }
const still = { kind: 'static', material: { friction: 0.3 } } as const
const smooth = { kind: 'static', material: { friction: 0 } } as const

/** How deep a point is in a body: to the nearest side of its core, and its radius more. */
function depthOf(lab: Lab, entity: number, shape: ShapeData, x: number, y: number): number {
  const [c, s] = [Math.cos(lab.angle(entity)), Math.sin(lab.angle(entity))]
  const dx = x - lab.x(entity)
  const dy = y - lab.y(entity)
  const [px, py] = [c * dx + s * dy, c * dy - s * dx]
  if (shape.points === undefined) {
    const outX = Math.abs(px) - shape.halfWidth
    const outY = Math.abs(py) - shape.halfHeight
    const out = Math.max(outX, outY) < 0 ? Math.max(outX, outY) : Math.hypot(Math.max(outX, 0), Math.max(outY, 0))
    return shape.radius - out
  }
  // A regular polygon.
  const corners = shape.points.length / 2
  let most = -Infinity
  for (let i = 0; i < corners; i++) {
    const turn = ((2 * i + 1) * Math.PI) / corners
    most = Math.max(most, Math.cos(turn) * px + Math.sin(turn) * py - 0.5 * Math.cos(Math.PI / corners))
  }
  return -most
}

describe.each(Object.entries(movers))('the rim of a cup that a %s comes down on', (_, shape) => {
  it.each([[false], [true]])('holds it, and gives it nothing (two-sided: %s)', (twoSided) => {
    for (const hz of whole([30, 60, 120], [60])) {
      for (const inside of [0.05, 0.1, 0.3, 0.45]) {
        for (const side of [1, -1]) {
          const lab = new Lab({ hz })
          lab.add(chain([{ x: -3, y: 3 }, { x: -3, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 3 }], { twoSided }), 0, 0, still)
          const entity = lab.add(shape, side * (3 - inside), 4.5)
          let deepest = 0
          let most = 0
          let over = false
          lab.run(2, () => {
            // What goes over the rim of a one-sided cup is on its open side, and goes through it as it likes.
            over ||= !twoSided && side * lab.x(entity) > 3
            if (!over) deepest = Math.max(deepest, depthOf(lab, entity, shape, side * 3, 3))
            most = Math.max(most, lab.y(entity) + (lab.vx(entity) ** 2 + lab.vy(entity) ** 2) / (2 * G))
          })
          const place = `${hz} Hz, ${side * inside} m inside`
          expect(deepest, `${place}: depth`).toBeLessThan(0.005)
          expect(most, `${place}: height with that of its speed`).toBeLessThan(4.5 + 0.01)
        }
      }
    }
  })
})

// The corner of a box is the oracle. Along the chain all went straight on, and fell through its end.
it.each(Object.entries(movers))('a %s leaves the end of a chain as it leaves the corner of a box', (_, shape) => {
  const down = shape.points === undefined ? shape.halfHeight + shape.radius : 0.5 * Math.cos(Math.PI / 6)
  for (const speed of whole([0.3, 0.5, 1, 3], [0.3, 1])) {
    const leave = (lay: (lab: Lab) => void): number[] => {
      const lab = new Lab()
      lay(lab)
      const rolls = shape.halfWidth === 0 && shape.points === undefined
      const entity = lab.add(shape, -0.9, down, { vx: speed, angular: rolls ? -speed / down : 0, material: { friction: rolls ? 0.5 : 0 } })
      lab.run(1 / speed + 0.6)
      return [lab.x(entity), lab.y(entity), lab.vx(entity), lab.vy(entity)]
    }
    const material = { friction: 0.5 }
    const ofBox = leave((lab) => lab.add(box(5, 5), -5, -5, { kind: 'static', material }))
    const ofChain = leave((lab) => lab.add(chain([{ x: -10, y: 0 }, { x: 0, y: 0 }]), 0, 0, { kind: 'static', material }))
    ofChain.forEach((value, i) => expect(Math.abs(value - ofBox[i]!), `${speed} m/s: ${ofChain.join(' ')} for ${ofBox.join(' ')}`).toBeLessThan(0.15))
  }
})

// Each met the end of the next line with its front, or its foremost corner, and a box of 60 cm lost up to 87 % of its energy.
describe.each<[string, (lab: Lab, points: readonly { x: number; y: number }[]) => void]>([
  ['chains of one link', (lab, points) => points.slice(1).forEach((point, i) => lab.add(chain([points[i]!, point]), 0, 0, smooth))],
  ['two-sided chains of one link', (lab, points) => points.slice(1).forEach((point, i) => lab.add(chain([points[i]!, point], { twoSided: true }), 0, 0, smooth))],
  ['segments', (lab, points) => points.slice(1).forEach((point, i) => lab.add(segment(points[i]!.x, points[i]!.y, point.x, point.y), 0, 0, smooth))],
])('over a bend of %s', (_, lay) => {
  it.each(Object.entries({ circle: circle(0.1), box: box(0.3, 0.3), plank: box(0.6, 0.1), capsule: capsule(0.3, 0.2) }))('a %s goes as over one chain', (name, shape) => {
    for (const bend of [-0.05, -0.1]) {
      for (const speed of whole([1, 3, 6, 12], [3, 12])) {
        for (let k = 0; k < 12; k += whole([1], [2])[0]!) {
          const points = [{ x: -4, y: 0 }, { x: 0, y: 0 }, { x: 9, y: 9 * Math.tan(bend) }]
          const down = shape.halfHeight + shape.radius
          const energy = (lines: (lab: Lab) => void): number => {
            const lab = new Lab()
            lines(lab)
            const entity = lab.add(shape, -1 - (k * speed) / 720, down, { vx: speed, material: { friction: 0 } })
            lab.run(2.5 / speed)
            return lab.vx(entity) ** 2 + lab.vy(entity) ** 2
          }
          const one = energy((lab) => lab.add(chain(points), 0, 0, smooth))
          const apart = energy((lab) => lay(lab, points))
          expect(apart / one, `${name}, bent by ${bend}, ${speed} m/s, begin ${k}`).toBeGreaterThan(0.99)
        }
      }
    }
  })
})

// Some were stopped by the end of the next segment as they came down before it.
it.each([['segments', 1], ['chains of ten links', 10]] as const)('discs that fly and land over hills of %s keep their energy as over one chain', (_name, links) => {
  const points = Array.from({ length: 121 }, (_, i) => ({ x: i / 2, y: Math.cos(i * 0.175) - 1 }))
  const lines = (lab: Lab): void => {
    if (links === 1) points.slice(1).forEach(({ x, y }, i) => lab.add(segment(points[i]!.x, points[i]!.y, x, y), 0, 0, smooth))
    else for (let i = 0; i < 120; i += links) lab.add(chain(points.slice(i, i + links + 1)), 0, 0, smooth)
  }
  for (const radius of [0.1, 0.4]) {
    for (const speed of whole([8, 12, 16], [12])) {
      for (let k = 0; k < 40; k += whole([1], [2])[0]!) {
        const keep = (lay: (lab: Lab) => void): number => {
          const lab = new Lab()
          lay(lab)
          const disc = lab.add(circle(radius), 0.7 + k * 0.031, radius + 0.3, { vx: speed, material: { friction: 0 } })
          lab.run(36 / speed)
          return ((lab.vx(disc) ** 2 + lab.vy(disc) ** 2) / 2 + G * (lab.y(disc) - radius)) / (speed * speed)
        }
        const share = keep(lines) / keep((lab) => lab.add(chain(points), 0, 0, smooth))
        expect(share, `${radius} m at ${speed} m/s, begin ${k}`).toBeGreaterThan(0.85)
      }
    }
  }
})

/** How much lower than it lies flat on it a body came over a row of segments that it was thrown on. */
function depthOnSegments(seed: number): number {
  const next = randomNumbers(seed)
  const lab = new Lab({ hz: [30, 60, 120][Math.floor(3 * next())]! })
  const steep = 0.3 * next()
  const points = Array.from({ length: 16 }, (_, i) => ({ x: 0.8 * i - 6, y: i === 0 ? 0 : steep * Math.cos(0.4 * i - 3) + 0.04 * (next() - 0.5) }))
  const material = { friction: next() < 0.5 ? 0 : 0.6 }
  points.slice(1).forEach(({ x, y }, i) => lab.add(segment(points[i]!.x, points[i]!.y, x, y), 0, 0, { kind: 'static', material }))
  const triangle = polygon([{ x: -0.3, y: -0.2 }, { x: 0.3, y: -0.2 }, { x: 0, y: 0.4 }])
  const [shape, inner] = ([[box(0.3, 0.3), 0.3], [box(0.6, 0.1), 0.1], [capsule(0.3, 0.2), 0.2], [triangle, 0.13]] as const)[Math.floor(4 * next())]!
  const vx = 12 * (next() - 0.5)
  const height = 0.6 + 2 * next()
  const at = 6 * next() - 3
  const vy = -8 * next()
  const angle = next() < 0.5 ? 0 : 6 * next()
  const body = lab.add(shape, at, height, { vx, vy, angle, material, angular: next() < 0.5 ? 0 : 4 * (next() - 0.5) })
  let deepest = -Infinity
  lab.run(1.2, () => {
    const along = (lab.x(body) + 6) / 0.8
    const i = Math.floor(along)
    if (i < 1 || i > 13) return
    const ground = points[i]!.y + (along - i) * (points[i + 1]!.y - points[i]!.y)
    deepest = Math.max(deepest, ground + inner - lab.y(body))
  })
  return deepest
}

// Where a point that came down before the end of the next segment was left to nothing, those named here came 16 to 30 mm deep. Of 6,000 the deepest comes 6.
it('what is thrown on a row of segments comes no deeper into it than 1 cm', () => {
  for (const seed of [706, 3412, 5555, ...Array.from({ length: whole([4000], [60])[0]! }, (_, i) => i + 1)]) {
    expect(depthOnSegments(seed), `seed ${seed}`).toBeLessThan(0.01)
  }
})

// Without friction and on the flat nothing may turn it, or take anything of its speed. Its round end met the end of the next line from afar, and lost up to 6 of 12 m/s.
it.each<[string, (lab: Lab) => void]>([
  ['a tile and a chain', (lab) => { lab.add(box(50, 1), -50, -1, smooth); lab.add(chain([{ x: 0, y: 0 }, { x: 90, y: 0 }]), 0, 0, smooth) }],
  ['two chains', (lab) => { lab.add(chain([{ x: -90, y: 0 }, { x: 0, y: 0 }]), 0, 0, smooth); lab.add(chain([{ x: 0, y: 0 }, { x: 90, y: 0 }]), 0, 0, smooth) }],
  ['two segments', (lab) => { lab.add(segment(-90, 0, 0, 0), 0, 0, smooth); lab.add(segment(0, 0, 90, 0), 0, 0, smooth) }],
])('a capsule that comes down flat before the seam of %s keeps its speed', (_name, lay) => {
  for (const [speed, fall, from] of [[12, 8, 1.28], [12, 3, 1.28], [5, 8, 0.76], [5, 1, 0.76]] as const) {
    const lab = new Lab({ hz: 30 })
    lay(lab)
    const entity = lab.add(capsule(0.4, 0.2), -from, 0.2 + 0.05 * fall, { vx: speed, vy: -fall, material: { friction: 0 } })
    lab.run(0.4)
    expect(lab.vx(entity), `${speed} m/s, falls at ${fall}`).toBeGreaterThan(0.999 * speed)
    expect(Math.abs(lab.w(entity)), `${speed} m/s, falls at ${fall}: turn`).toBeLessThan(0.01)
  }
})
