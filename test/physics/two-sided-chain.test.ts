import { addComponent, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type ShapeData, box, capsule, castRay, castShape, chain, circle, distance, polygon, queryShape } from '../../src/index.ts'
import { Lab } from './lab.ts'

const shapes: Record<string, ShapeData> = {
  circle: circle(0.4),
  box: box(0.4, 0.4),
  capsule: capsule(0.3, 0.2),
  polygon: polygon([{ x: -0.4, y: -0.3 }, { x: 0.4, y: -0.3 }, { x: 0.5, y: 0.2 }, { x: 0, y: 0.4 }, { x: -0.5, y: 0.2 }]),
}

/** From left to right; hills of 0.4 m. */
const hills = Array.from({ length: 41 }, (_, i) => ({ x: i - 20, y: i % 4 === 2 ? 0.4 : 0 }))
const flat = Array.from({ length: 161 }, (_, i) => ({ x: 0.5 * i - 40, y: 0 }))

describe('a chain drawn from left to right', () => {
  it('lets through what falls in a world where y points down, unless it is two-sided', () => {
    for (const twoSided of [false, true]) {
      const lab = new Lab({ gravity: { x: 0, y: 1000 }, lengthUnit: 100 })
      const points = hills.map(({ x, y }) => ({ x: 100 * x, y: -100 * y }))
      const ground = lab.add(chain(points, { twoSided }), 0, 0, { kind: 'static' })
      const bodies = [-300, -100, 0, 150, 370].map((x) => lab.add(box(40, 40), x, -200))
      lab.run(4)
      for (const body of bodies) {
        if (twoSided) expect(distance(lab.world, ground, body)!.distance).toBeGreaterThan(-2)
        if (twoSided) expect(lab.y(body)).toBeLessThan(0)
        else expect(lab.y(body)).toBeGreaterThan(1000)
      }
    }
  })
})

describe.each([1, -1])('a two-sided chain, met from the side %i', (side) => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`holds a ${name} up at every place`, () => {
      const lab = new Lab({ gravity: { x: 0, y: -10 * side } })
      const ground = lab.add(chain(hills, { twoSided: true }), 0, 0, { kind: 'static', material: { friction: 0.6 } })
      const bodies: number[] = []
      for (let i = 0; i < 30; i++) bodies.push(lab.add(shape, -17 + 1.15 * i, side * (1.2 + (i % 3) * 0.9), { angle: 0.3 * i }))
      lab.run(4)
      for (const body of bodies) {
        expect(lab.y(body) * side, `${name} at ${lab.x(body)}`).toBeGreaterThan(side > 0 ? 0.05 : -0.35)
        expect(distance(lab.world, ground, body)!.distance).toBeGreaterThan(-0.03)
      }
    })

    it(`lets a ${name} slide over its joints`, () => {
      for (const speed of [1, 7, 30]) {
        const lab = new Lab({ gravity: { x: 0, y: -10 * side } })
        lab.add(chain(flat, { twoSided: true }), 0, 0, { kind: 'static', material: { friction: 0 } })
        const down = name === 'capsule' ? 0.2 : name === 'polygon' ? 0.3 : 0.4
        const angle = side > 0 ? 0 : Math.PI
        const body = lab.add(shape, -20.13, side * down, { vx: speed, angle, material: { friction: 0 } })
        let off = 0
        lab.run(1, () => {
          off = Math.max(off, Math.abs(lab.y(body) - side * down))
        })
        expect(lab.vx(body), `${name} at ${speed}`).toBeCloseTo(speed, 2)
        expect(off, `${name} at ${speed}`).toBeLessThan(0.006)
      }
    })

    it(`stops a fast ${name}`, () => {
      for (const x of [-0.5, 0, 0.2, 2, 2.1]) {
        const lab = new Lab({ gravity: { x: 0, y: 0 } })
        lab.add(chain(hills, { twoSided: true }), 0, 0, { kind: 'static' })
        const body = lab.add(shape, x, side * 7.3, { vy: -side * 400, bullet: true })
        lab.run(0.5)
        expect(lab.y(body) * side, `${name} at ${x}`).toBeGreaterThan(-0.3)
      }
    })
  }

  it('is hit by rays and casts, and overlaps what lies on it', () => {
    const lab = new Lab()
    const ground = lab.add(chain(flat, { twoSided: true }), 0, 0, { kind: 'static' })
    lab.step()
    const ray = castRay(lab.world, 0.2, side * 3, 0.2, -side * 3)!
    expect(ray.y).toBeCloseTo(0, 9)
    expect(ray.ny).toBeCloseTo(side, 9)
    const cast = castShape(lab.world, box(0.5, 0.5), 0.2, side * 3, 0, 0, -side * 6)!
    expect(cast.distance).toBeCloseTo(2.5, 6)
    expect(cast.ny).toBeCloseTo(side, 6)
    const found = queryShape(lab.world, circle(0.5), 0.3, side * 0.4, 0)
    expect(found.count).toBeGreaterThan(0)
    expect(lab.c.Collider.body[found.entities[0]!]).toBe(ground)
  })
})

it('a chain becomes two-sided when it is set anew', () => {
  const lab = new Lab({ gravity: { x: 0, y: 10 } })
  const ground = lab.add(chain(flat), 0, 0, { kind: 'static' })
  const passes = lab.add(circle(0.4), 0.3, -1)
  lab.run(2)
  expect(lab.y(passes)).toBeGreaterThan(5)
  addComponent(lab.world, ground, set(lab.c.Shape, chain(flat, { twoSided: true })))
  const held = lab.add(circle(0.4), 0.3, -1)
  lab.run(2)
  expect(lab.y(held)).toBeCloseTo(-0.4, 1)
})
