import { describe, expect, test } from 'vitest'
import { applyForce, box, capsule, circle, polygon } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { Lab } from './lab.ts'

/** Sizes in meters, steps in hertz and substeps: each experiment runs in all of them, with gravity to suit the size. */
const ALL = [0.05, 1, 30].flatMap((size) =>
  ([[30, 4], [60, 1], [60, 4], [240, 2], [60, 16]] as const).map(([hz, substeps]) => ({ size, hz, substeps })))

/** In `npm test` one third of them, of each size and each rate: all took 12 s. */
const RANGE = whole(ALL, ALL.filter((_, i) => i % 3 === 1))

interface Place {
  readonly size: number
  readonly hz: number
  readonly substeps: number
}

function lab({ size, hz, substeps }: Place, gravity: number): Lab {
  return new Lab({ hz, substeps, lengthUnit: size, gravity: { x: 0, y: -gravity * size } })
}

const label = ({ size, hz, substeps }: Place): string => `${size} m, ${hz} Hz, ${substeps} substeps`

describe("Coulomb's law", () => {
  test('a disc that spins strikes a floor: it slides through the hit, or leaves rolling', () => {
    for (const place of RANGE) {
      for (const [vx, vy, spin, e, friction] of [[6, -8, 10, 0.5, 0.1], [-3, -5, -8, 0.8, 1], [0, -10, 15, 1, 0.3], [9, -4, -18, 0.2, 0.05]] as const) {
        const { size } = place
        const l = lab(place, 0)
        const material = { friction, restitution: e }
        const radius = 0.5 * size
        l.add(box(40 * size, size), 0, -size, { kind: 'static', material })
        const disc = l.add(circle(radius), 0, 1.5 * size, { vx: vx * size, vy: vy * size, angular: spin, material })
        l.run(1)
        // Impulses of a unit mass: along the normal by restitution, along the floor as much as stops the slip, up to µ times that.
        const normal = -(1 + e) * vy
        const slip = vx + spin * 0.5
        const along = Math.max(-friction * normal, Math.min(friction * normal, -slip / 3))
        const off = Math.hypot(l.vx(disc) / size - (vx + along), l.vy(disc) / size + e * vy, 0.5 * (l.w(disc) - (spin + 4 * along)))
        expect(off / Math.hypot(vx, vy), `${label(place)}, µ = ${friction}, e = ${e}`).toBeLessThan(0.01)
      }
    }
  })

  test('a disc that is set down spinning ends with a third of its rim speed', () => {
    for (const place of RANGE) {
      const l = lab(place, 10)
      const material = { friction: 0.3 }
      l.floor(material, 100 * place.size)
      const disc = l.add(circle(0.5 * place.size), 0, 0.5 * place.size, { angular: -20, material })
      l.run(1.6)
      expect(l.vx(disc) / place.size, label(place)).toBeCloseTo(10 / 3, 1)
    }
  })

  test('a box upon a plate that speeds up goes along as long as µg lets it', () => {
    for (const place of RANGE) {
      for (const part of [0.3, 0.9, 1.2, 3]) {
        const { size, hz } = place
        const l = lab(place, 10)
        const material = { friction: 0.5 }
        const plate = l.add(box(20 * size, 0.25 * size), 0, 0.25 * size, { kind: 'kinematic', material })
        const carried = l.add(box(size, 0.15 * size), 0, 0.65 * size, { material })
        l.run(1, () => {
          l.c.Velocity.x[plate]! += (part * 5 * size) / hz
        })
        const speed = l.vx(carried) / size
        // Written behind the last step: the plate is one step ahead.
        const least = Math.min(part, 1) * 5 * (1 - 1 / hz)
        expect(speed, `${label(place)}, ${part} µg`).toBeGreaterThan(0.99 * least)
        expect(speed, `${label(place)}, ${part} µg`).toBeLessThan(1.01 * Math.min(part, 1) * 5)
      }
    }
  })

  test('a ladder at a smooth wall stands where tan(angle) > 1 / 2µ, and slides below that', () => {
    for (const place of RANGE) {
      for (const friction of [0.2, 0.4, 0.7]) {
        for (const beyond of [-0.04, 0.04]) {
          const { size } = place
          const l = lab(place, 10)
          l.floor({ friction }, 40 * size)
          l.add(box(size, 20 * size), -size, 20 * size, { kind: 'static', material: { friction: 0 } })
          const angle = Math.atan(1 / (2 * friction)) + beyond
          const radius = 0.02 * size
          const height = 2 * size * Math.sin(angle) + radius
          const ladder = l.add(capsule(2 * size, radius), 2 * size * Math.cos(angle) + radius, height, { angle: Math.PI - angle, material: { friction } })
          l.run(4)
          const fell = (height - l.y(ladder)) / size
          if (beyond > 0) expect(Math.abs(fell), `${label(place)}, µ = ${friction}: it stands`).toBeLessThan(0.01)
          else expect(fell, `${label(place)}, µ = ${friction}: it slides`).toBeGreaterThan(0.1)
        }
      }
    }
  })

  test('a wedge that is squeezed stays where half its angle is below that of friction, and leaves above it', () => {
    for (const place of RANGE) {
      for (const friction of [0.2, 0.5, 0.8]) {
        for (const part of [0.85, 1.15]) {
          const rise = squeeze(place, friction, part * Math.atan(friction))
          if (part < 1) expect(Math.abs(rise), `${label(place)}, µ = ${friction}: it stays`).toBeLessThan(0.01)
          else expect(rise, `${label(place)}, µ = ${friction}: it leaves`).toBeGreaterThan(0.3)
        }
      }
    }
  })
})

/** Squeezes a wedge between two plates that cannot turn for 2 seconds. Returns how far it rose, in sizes. */
function squeeze(place: Place, friction: number, half: number): number {
  const { size } = place
  const l = lab(place, 0)
  const material = { friction }
  const tip = 0.4
  const top = tip + 2 * Math.tan(half)
  const wedge = l.add(polygon([{ x: -tip, y: -1 }, { x: tip, y: -1 }, { x: top, y: 1 }, { x: -top, y: 1 }].map(({ x, y }) => ({ x: x * size, y: y * size }))), 0, 0, { material })
  const beside = (tip + Math.tan(half) + 0.2 / Math.cos(half)) * size
  const plates = [-1, 1].map((side) =>
    l.add(box(0.2 * size, 0.75 * size), side * beside, 0, { angle: -side * half, material, mass: { mass: 2.4 * size * size }, motion: { lockRotation: 1 } }))
  for (let i = 0; i < 2 * place.hz; i++) {
    plates.forEach((plate, k) => applyForce(l.world, plate, (k === 0 ? 24 : -24) * size ** 3, 0))
    l.step()
  }
  return l.y(wedge) / size
}
