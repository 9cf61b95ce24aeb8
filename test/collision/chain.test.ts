import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkManifold, manifoldOf, toleranceOf } from './manifold-check.ts'
import type { TestManifold } from './manifold-check.ts'
import {
  coreSeparation, pointCoreDistance, pointSegmentDistance, randomNumbers, shapeArbitraries, testBox, testCapsule, testCircle, testLink, testRegular,
  testSegment, uniform, worldCore,
} from './oracle.ts'
import type { Point, TestPose, TestShape } from './oracle.ts'

const still: TestPose = { x: 0, y: 0, angle: 0 }

/** The links of an open chain, straight on at both ends. */
function chainOf(points: Point[]): TestShape[] {
  const links: TestShape[] = []
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i]!
    const b = points[i + 1]!
    const before: Point = points[i - 1] ?? [2 * a[0] - b[0], 2 * a[1] - b[1]]
    const after: Point = points[i + 2] ?? [2 * b[0] - a[0], 2 * b[1] - a[1]]
    links.push(testLink(before, a, b, after))
  }
  return links
}

function contactsOf(links: TestShape[], body: TestShape, pose: TestPose, margin = 0.02): TestManifold[] {
  return links.map(link => manifoldOf(link, still, body, pose, margin)).filter(m => m.count > 0)
}

const bodies: [TestShape, number][] = [
  [testCircle(0.5), 0.5], [testBox(0.5, 0.3), 0.3], [testCapsule(0.4, 0.2), 0.2],
  [testRegular(4, 0.5, 1, Math.PI / 4), Math.SQRT1_2 / 2], [testBox(0.5, 0.2, 0.1), 0.3],
  [testRegular(6, 0.5, 1, 0), 0.5 * Math.sin(Math.PI / 3)],
]

describe('a flat floor of many links', () => {
  const floor = chainOf([[-3, 0], [-2.2, 0], [-1, 0], [-0.5, 0], [0.7, 0], [1, 0], [3, 0]])

  it('holds every shape up at every place, straight up', () => {
    for (const [body, height] of bodies) {
      for (const sink of [0.008, 0.002, 0, -0.01]) {
        for (const tilt of [0, 0.002, -0.002]) {
          for (let x = -2.3; x <= 2.3; x += 0.0337) {
            const contacts = contactsOf(floor, body, { x, y: height - sink, angle: tilt })
            const least = Math.min(...contacts.flatMap(m => m.points.map(p => p.separation)))
            const leaning = contacts.some(m => m.ny < 0.9995)
            if (leaning || !(Math.abs(least + sink) < 0.0035)) {
              expect.fail(`${body.label} at ${x}, sunk ${sink}, tilt ${tilt}: ${JSON.stringify(contacts)}`)
            }
          }
        }
      }
    }
  })

  it('holds both ends of a box that spans a seam', () => {
    for (let x = -2; x <= 2; x += 0.037) {
      const contacts = contactsOf(floor, testBox(0.5, 0.3), { x, y: 0.298, angle: 0 })
      const places = contacts.flatMap(m => m.points.map(p => p.x))
      expect(Math.min(...places)).toBeCloseTo(x - 0.5, 2)
      expect(Math.max(...places)).toBeCloseTo(x + 0.5, 2)
    }
  })

  it('stays flat for a fast body that sinks deep for one step', () => {
    for (const [body, height] of bodies) {
      for (let x = -2; x <= 2; x += 0.0137) {
        for (const m of contactsOf(floor, body, { x, y: height - 0.1, angle: 0 })) {
          expect(m.ny, `${body.label} at ${x}`).toBeGreaterThan(0.9995)
        }
      }
    }
  })

  it('lets through what comes from below', () => {
    for (const [body] of bodies) {
      for (const y of [-0.01, -0.1, -0.3, -1]) {
        expect(contactsOf(floor, body, { x: 0.1, y, angle: 0.1 }), body.label).toEqual([])
      }
    }
  })
})

/** Direction of a normal as an angle from straight up, to the right. */
function lean(m: TestManifold): number {
  return Math.atan2(m.nx, m.ny)
}

describe('bends', () => {
  it('in a valley no normal leaves those of the links', () => {
    const valley = chainOf([[-4, 2], [0, 0], [4, 2]])
    const slope = Math.atan(0.5)
    for (const [body] of bodies) {
      for (let x = -1; x <= 1; x += 0.05) {
        for (let y = 0.2; y < 1.2; y += 0.03) {
          for (const m of contactsOf(valley, body, { x, y, angle: x })) {
            expect(Math.min(Math.abs(lean(m) - slope), Math.abs(lean(m) + slope)), body.label).toBeLessThan(0.03)
          }
        }
      }
    }
  })

  it('on a ridge every normal lies between those of the links', () => {
    const ridge = chainOf([[-4, -2], [0, 0], [4, -2]])
    const slope = Math.atan(0.5)
    let held = 0
    for (const [body] of bodies) {
      for (let x = -1; x <= 1; x += 0.05) {
        for (let y = 0; y < 0.7; y += 0.03) {
          const pose = { x, y, angle: y }
          for (const m of contactsOf(ridge, body, pose)) {
            expect(Math.abs(lean(m)), body.label).toBeLessThan(slope + 0.03)
            held++
          }
        }
      }
    }
    expect(held).toBeGreaterThan(500)
  })

  it('a box over the edge of a step is held by its corner and its wall', () => {
    const step = chainOf([[-4, 0], [0, 0], [0, -4]])
    const box = testBox(0.5, 0.5)
    for (const x of [-0.6, -0.3, -0.1, 0.1, 0.3, 0.45]) {
      const contacts = contactsOf(step, box, { x, y: 0.495, angle: 0 })
      expect(contacts.length, `at ${x}`).toBeGreaterThan(0)
      for (const m of contacts) expect(m.ny, `at ${x}`).toBeGreaterThan(0.999)
    }
    for (const y of [-0.6, -1, -2]) {
      const contacts = contactsOf(step, box, { x: 0.495, y, angle: 0 })
      expect(contacts.length, `at ${y}`).toBeGreaterThan(0)
      for (const m of contacts) expect(m.nx, `at ${y}`).toBeGreaterThan(0.999)
    }
  })

  // Of those in a ridge of 0.1 rad two in five had no contact at all: each link left them to the other one.
  it.each([0.015, 0.1, 0.5, 1.2])('on a ridge one of the links holds what is in it, however deep: turn %d', (turn) => {
    const slope = turn / 2
    const x = 4 * Math.cos(slope), y = -4 * Math.sin(slope)
    const ridge = chainOf([[-x, y], [0, 0], [x, y]])
    const random = randomNumbers(3)
    let deep = 0
    for (let i = 0; i < 20000; i++) {
      const body = bodies[i % bodies.length]![0]
      const pose = { x: 0.6 * random() - 0.3, y: 0.7 * random() - 0.1, angle: 6 * random() }
      const core = worldCore(body, pose)
      const gaps = ridge.map(link => coreSeparation(link.core, core) - body.radius)
      const middle = core.reduce((sum, p) => [sum[0]! + p[0] / core.length, sum[1]! + p[1] / core.length], [0, 0])
      const isBefore = middle[1]! > Math.abs(middle[0]!) * Math.tan(slope)
      // Farther than the margin from one link is what reaches under it through the other one.
      if (!isBefore || Math.max(...gaps) > 0.02 || Math.min(...gaps) > -1e-3) continue
      deep++
      const contacts = contactsOf(ridge, body, pose)
      if (!contacts.some(m => m.points.some(p => p.separation < 0))) expect.fail(`${body.label} ${JSON.stringify(pose)}`)
      for (const m of contacts) if (!(Math.abs(lean(m)) < slope + 0.03)) expect.fail(`${body.label} leans ${lean(m)}`)
    }
    expect(deep).toBeGreaterThan(1000)
  })

  // Each link left 4 % of those to the other one, by rounding.
  it.each([0.1, 0.5, 1.2])('on a ridge both links hold what is as deep behind both: turn %d', (turn) => {
    const random = randomNumbers(5)
    const upright = [testBox(0.2, 0.5), testBox(0.3, 0.3), testCapsule(0.4, 0.2)]
    for (let i = 0; i < 1000; i++) {
      const size = 1 + 3 * random(), ox = 10 * random(), oy = 10 * random()
      const x = size * Math.cos(turn / 2), y = size * Math.sin(turn / 2)
      const ridge = chainOf([[ox - x, oy - y], [ox, oy], [ox + x, oy - y]])
      const body = upright[i % upright.length]!
      if (contactsOf(ridge, body, { x: ox, y: oy + 0.05 + 0.1 * random(), angle: 0 }).length === 0) expect.fail(`${body.label}, ${i}`)
    }
  })

  it('has a contact on every random chain where a circle overlaps it from above, as deep as it is', () => {
    const heights = fc.array(uniform(-0.8, 0.8), { minLength: 6, maxLength: 6 })
    fc.assert(fc.property(heights, uniform(-2, 2), uniform(0.1, 0.9), uniform(-0.05, 0.015), (ys, x, radius, gap) => {
      const points = ys.map((y, i): Point => [i * 1.2 - 3, y])
      const links = chainOf(points)
      const distanceTo = (p: Point) => {
        let best = Infinity
        for (let i = 0; i + 1 < points.length; i++) best = Math.min(best, pointSegmentDistance(p, points[i]!, points[i + 1]!))
        return best
      }
      // Lowered from above until it is as near as asked.
      let y = 4
      for (let i = 0; i < 200; i++) y -= Math.max(0, distanceTo([x, y]) - radius - gap) * 0.9
      const contacts = contactsOf(links, testCircle(radius), { x, y, angle: 0 })
      expect(contacts.length).toBeGreaterThan(0)
      const least = Math.min(...contacts.flatMap(m => m.points.map(p => p.separation)))
      expect(Math.abs(least - (distanceTo([x, y]) - radius))).toBeLessThan(1e-6)
    }), { numRuns: 800 })
  })

  it('never reports more depth than there is on random chains', () => {
    const heights = fc.array(uniform(-0.8, 0.8), { minLength: 5, maxLength: 5 })
    const body = fc.oneof(shapeArbitraries.box, shapeArbitraries.capsule, shapeArbitraries.polygon, shapeArbitraries['rounded box'])
    fc.assert(fc.property(heights, body, uniform(-2, 2), uniform(-0.5, 3), uniform(-3, 3), (ys, s, x, y, angle) => {
      const points = ys.map((h, i): Point => [i * 1.2 - 2.4, h])
      const pose = { x, y, angle }
      const core = worldCore(s, pose)
      for (const link of chainOf(points)) {
        const m = manifoldOf(link, still, s, pose, 0.02)
        const [px, py, qx, qy] = link.sizes.subarray(8, 12)
        const corners: Point[] = [[px!, py!], link.core[0]!, link.core[1]!, [qx!, qy!]]
        for (const p of m.points) {
          const half = p.separation / 2
          const onLink: Point = [p.x - m.nx * half, p.y - m.ny * half]
          const onBody: Point = [p.x + m.nx * half, p.y + m.ny * half]
          const tolerance = 2 * toleranceOf(link, s)
          // Where the chain turns towards the shape a link may begin sooner, by the margin: see `reachBack`.
          const turns = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0])
          const back = turns(corners[0]!, corners[1]!, corners[2]!) || turns(corners[1]!, corners[2]!, corners[3]!) ? 0.02 : 0
          expect(pointSegmentDistance(onLink, link.core[0]!, link.core[1]!)).toBeLessThan(tolerance + back)
          expect(pointCoreDistance(onBody, core) - s.radius).toBeLessThan(tolerance)
          // The normal never points behind both the link and its neighbors.
          const faces = (k: number) => {
            const ex = corners[k + 1]![0] - corners[k]![0]
            const ey = corners[k + 1]![1] - corners[k]![1]
            return (ex * m.ny - ey * m.nx) / Math.hypot(ex, ey) > -0.03
          }
          expect([0, 1, 2].some(faces)).toBe(true)
        }
      }
    }), { numRuns: 1500 })
  })
})

describe('a link alone', () => {
  it('is a segment to every shape in front of its middle, in either order', () => {
    for (const [name, arbitrary] of Object.entries(shapeArbitraries)) {
      if (name === 'segment') continue
      fc.assert(fc.property(arbitrary, uniform(-0.3, 0.3), uniform(0, 6), uniform(0, 1), (s, x, angle, share) => {
        const link = testLink([-60, 0], [-30, 0], [30, 0], [60, 0])
        const core = worldCore(s, { x, y: 0, angle })
        const low = -Math.min(...core.map(p => p[1])) + s.radius
        // Below its middle a shape is let through or held by the other side's rules.
        const middle = core.reduce((sum, p) => sum + p[1], 0) / core.length
        const y = low - share * Math.min(0.1, 0.3 * (low + middle))
        checkManifold(link, still, s, { x, y, angle }, 0.02)
        checkManifold(s, { x, y, angle }, link, still, 0.02)
      }), { numRuns: 100 })
    }
  })

  it('touches no other link, and holds a free segment', () => {
    const link = testLink([-3, 0], [-1, 0], [1, 0], [3, 0])
    expect(manifoldOf(link, still, link, { x: 0, y: 0, angle: 1 }, 0.1).count).toBe(0)
    expect(manifoldOf(link, still, testSegment([-0.5, 0.01], [0.5, 0.01]), still, 0.1).count).toBe(2)
  })
})
