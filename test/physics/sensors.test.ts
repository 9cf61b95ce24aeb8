import { addComponent, addComponents, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type BroadPhaseFactory, EndReason, box, bruteForce, circle, quadtree, removePhysics, teleport, markChanged } from '../../src/index.ts'
import { G, Lab, check, randomNumbers } from './lab.ts'
import { inner } from '../support/inner.ts'

/** Keeps book of who is in which sensor, from the events alone. */
class Visitors {
  readonly inside = new Set<string>()
  private readonly lab: Lab

  constructor(lab: Lab) {
    this.lab = lab
  }

  step(count = 1): this {
    for (let i = 0; i < count; i++) {
      this.lab.step()
      this.poll()
    }
    return this
  }

  has(sensor: number, visitor: number): boolean {
    return this.inside.has(`${sensor}<${visitor}`)
  }

  private poll(): void {
    const { sensorBegin, sensorEnd } = this.lab.physics.events
    for (let i = 0; i < sensorBegin.count; i++) {
      const key = `${sensorBegin.sensor[i]}<${sensorBegin.visitor[i]}`
      expect(this.inside.has(key), `${key} begins twice`).toBe(false)
      this.inside.add(key)
    }
    for (let i = 0; i < sensorEnd.count; i++) {
      const key = `${sensorEnd.sensor[i]}<${sensorEnd.visitor[i]}`
      expect(this.inside.delete(key), `${key} ends without a begin`).toBe(true)
    }
  }
}

function sensorAt(lab: Lab, x: number, kind?: 'static' | 'kinematic'): number {
  return lab.add(box(1, 1), x, 0, { sensor: true, ...(kind ? { kind } : { motion: { gravityScale: 0 } }) })
}

describe('a sensor reports every kind of body', () => {
  for (const kind of ['static', 'kinematic', undefined] as const) {
    test(`a ${kind ?? 'dynamic'} sensor over bodies of every kind, whichever came first`, () => {
      for (const sensorFirst of [true, false]) {
        const lab = new Lab({ gravity: {} })
        const visitors = new Visitors(lab)
        const early = sensorFirst ? [0, 10, 20, 30].map((x) => sensorAt(lab, x, kind)) : []
        if (sensorFirst) visitors.step(2)
        const bodies = [
          lab.add(circle(0.5), 0.5, 0),
          lab.add(circle(0.5), 10.5, 0, { kind: 'kinematic' }),
          lab.add(circle(0.5), 20.5, 0, { kind: 'static' }),
          lab.add(circle(0.5), 30.5, 0, { sleeping: true }),
        ]
        if (!sensorFirst) visitors.step(2)
        const sensors = sensorFirst ? early : [0, 10, 20, 30].map((x) => sensorAt(lab, x, kind))
        visitors.step(2)
        sensors.forEach((sensor, i) => {
          expect(visitors.has(sensor, bodies[i]!), `${['dynamic', 'kinematic', 'static', 'sleeping'][i]} visitor`).toBe(true)
        })
        expect(visitors.inside.size).toBe(4)
      }
    })
  }

  test('a sensor spawned on a pile that sleeps, which goes on sleeping', () => {
    const lab = new Lab()
    const floor = lab.floor()
    const boxes = [0, 1, 2].map((i) => lab.add(box(0.5, 0.5), 0, 0.5 + i))
    lab.run(3)
    const visitors = new Visitors(lab)
    const sensor = lab.add(box(0.6, 5), 0, 2, { kind: 'static', sensor: true })
    visitors.step(3)
    for (const body of [...boxes, floor]) expect(visitors.has(sensor, body)).toBe(true)
    expect(inner(lab.physics).bodies.awakeCount).toBe(0)
  })

  test('bodies in it fall asleep and stay visitors; they wake and leave', () => {
    const lab = new Lab()
    lab.floor()
    const sensor = lab.add(box(2, 2), 0, 1, { kind: 'static', sensor: true })
    const body = lab.add(box(0.5, 0.5), 0, 0.5)
    const visitors = new Visitors(lab).step(120)
    expect(inner(lab.physics).bodies.awakeCount).toBe(0)
    expect(visitors.has(sensor, body)).toBe(true)
    teleport(lab.world, body, 20, 0.5)
    visitors.step(2)
    expect(visitors.has(sensor, body)).toBe(false)
  })

  test('a moved sensor finds and leaves what rests', () => {
    const lab = new Lab({ gravity: {} })
    const sensor = sensorAt(lab, 0, 'static')
    const rests = [lab.add(circle(0.5), 10, 0, { kind: 'static' }), lab.add(circle(0.5), 20, 0, { sleeping: true })]
    const visitors = new Visitors(lab).step(2)
    for (const [x, first, second] of [[10, true, false], [20, false, true], [40, false, false]] as const) {
      lab.c.Position.x[sensor] = x
      markChanged(lab.world, sensor)
      visitors.step(2)
      expect([visitors.has(sensor, rests[0]!), visitors.has(sensor, rests[1]!)], `at ${x}`).toEqual([first, second])
    }
  })

  test('a kinematic sensor that flies through a row of sleepers and walls', () => {
    const lab = new Lab({ gravity: {} })
    const row = Array.from({ length: 20 }, (_, i) => lab.add(circle(0.4), 3 * i, 0, i % 2 === 0 ? { sleeping: true } : { kind: 'static' }))
    const sensor = lab.add(box(0.5, 0.5), -3, 0, { kind: 'kinematic', sensor: true, vx: 12 })
    const visitors = new Visitors(lab)
    const met = new Set<number>()
    for (let i = 0; i < 360; i++) {
      visitors.step()
      for (const body of row) if (visitors.has(sensor, body)) met.add(body)
    }
    expect(met.size).toBe(20)
    expect(visitors.inside.size).toBe(0)
    expect(row.filter((_, i) => i % 2 === 0).every((body) => !inner(lab.physics).bodies.isAwake(body))).toBe(true)
  })

  test('two sensors report each other', () => {
    const lab = new Lab({ gravity: {} })
    const [a, b] = [sensorAt(lab, 0, 'static'), sensorAt(lab, 0.5)]
    const visitors = new Visitors(lab).step(2)
    expect(visitors.has(a, b) && visitors.has(b, a)).toBe(true)
  })

  test('a child collider that is a sensor names its body', () => {
    const lab = new Lab({ gravity: {} })
    const body = lab.add(circle(0.3), 0, 0)
    const eye = lab.attach(body, circle(2), 0, 0, { sensor: true })
    const other = lab.add(circle(0.3), 1.5, 0)
    lab.step()
    const { sensorBegin } = lab.physics.events
    expect(sensorBegin.count).toBe(1)
    expect([sensorBegin.sensor[0], sensorBegin.visitor[0], sensorBegin.sensorBody[0], sensorBegin.visitorBody[0]]).toEqual([eye, other, body, other])
  })
})

test('a sensor never pushes, and is never pushed', () => {
  const plain = new Lab()
  const sensed = new Lab()
  const free = sensed.add(box(0.5, 0.5), 0, 1.5, { sensor: true, angular: 1 })
  sensed.add(box(3, 2), 0, 3, { kind: 'static', sensor: true })
  sensed.add(circle(1), 0.2, 1, { kind: 'kinematic', sensor: true, vx: 0.5 })
  const bodies = [plain, sensed].map((lab) => {
    lab.floor()
    return lab.add(box(0.4, 0.3), 0.1, 4, { angle: 0.3, vx: 1 })
  })
  plain.run(3)
  sensed.run(3)
  expect(sensed.x(bodies[1]!)).toBe(plain.x(bodies[0]!))
  expect(sensed.y(bodies[1]!)).toBe(plain.y(bodies[0]!))
  expect(sensed.angle(bodies[1]!)).toBe(plain.angle(bodies[0]!))
  check('a sensor that falls through the floor', sensed.y(free), 1.5 - 0.5 * G * 3 * (3 + 1 / 240), 1e-9)
})

describe('ends of a visit', () => {
  const ends: readonly [string, (lab: Lab, sensor: number, visitor: number) => void][] = [
    ['the visitor despawns', (lab, _, visitor) => removeEntity(lab.world, visitor)],
    ['the sensor despawns', (lab, sensor) => removeEntity(lab.world, sensor)],
    ['the visitor is disabled', (lab, _, visitor) => addComponent(lab.world, visitor, lab.c.Disabled)],
    ['the sensor is disabled', (lab, sensor) => addComponent(lab.world, sensor, lab.c.Disabled)],
    ['the sensor is no sensor any more', (lab, sensor) => removeComponent(lab.world, sensor, lab.c.Sensor)],
    ['the visitor loses its shape', (lab, _, visitor) => removeComponent(lab.world, visitor, lab.c.Shape)],
    ['the visitor is teleported', (lab, _, visitor) => teleport(lab.world, visitor, 50, 0)],
    ['the visitor is made small', (lab, _, visitor) => {
      addComponents(lab.world, visitor, set(lab.c.Shape, circle(0.05)), set(lab.c.Position, { x: 3 }))
    }],
    ['a filter parts them', (lab, sensor) => addComponents(lab.world, sensor, set(lab.c.CollisionFilter, { mask: 0 }))],
    ['the plugin is removed', (lab) => removePhysics(lab.world)],
  ]
  for (const [name, end] of ends) {
    test(name, () => {
      for (const setup of [{}, { sleeping: true }, { kind: 'static' }] as const) {
        const lab = new Lab({ gravity: {} })
        const sensor = sensorAt(lab, 0, 'static')
        const visitor = lab.add(circle(0.5), 0.5, 0, setup)
        lab.step()
        const { sensorBegin, sensorEnd } = lab.physics.events
        expect(sensorBegin.count).toBe(1)
        end(lab, sensor, visitor)
        if (name !== 'the plugin is removed') lab.step()
        expect(sensorEnd.count, JSON.stringify(setup)).toBe(1)
        expect([sensorEnd.sensor[0], sensorEnd.visitor[0]]).toEqual([sensor, visitor])
      }
    })
  }

  test('retagging the visitor ends one visit and begins another', () => {
    const lab = new Lab({ gravity: {} })
    const sensor = sensorAt(lab, 0, 'static')
    const visitor = lab.add(circle(0.5), 0.5, 0)
    const visitors = new Visitors(lab).step()
    addComponent(lab.world, visitor, lab.c.Static)
    lab.step()
    const { sensorBegin, sensorEnd } = lab.physics.events
    expect([sensorEnd.count, sensorBegin.count]).toEqual([1, 1])
    expect(sensorEnd.reason[0]).toBe(EndReason.Removed)
    expect(visitors.has(sensor, visitor)).toBe(true)
  })
})

describe('hits', () => {
  test('tell point, normal and speed', () => {
    const lab = new Lab()
    const ground = lab.floor()
    const ball = lab.add(circle(0.5), 3, 4.5)
    const hits: number[][] = []
    lab.run(2, () => {
      const { contactHit: hit } = lab.physics.events
      for (let i = 0; i < hit.count; i++) hits.push([hit.a[i]!, hit.b[i]!, hit.x[i]!, hit.y[i]!, hit.nx[i]!, hit.ny[i]!, hit.approachSpeed[i]!])
    })
    expect(hits.length).toBe(1)
    const [a, b, x, y, nx, ny, speed] = hits[0]!
    expect([a, b, nx, ny]).toEqual([ground, ball, 0, 1])
    check('point of a hit, x', x!, 3, 1e-9)
    check('point of a hit, y', y!, 0, 0.06)
    // Measured when the step begins in which they meet: up to a step of gravity less.
    check('speed of a hit after a fall of 4 m', speed!, Math.sqrt(2 * G * 4), G / 60 + 0.01)
  })

  test('speed and normal of an oblique hit, and of the end of a spinning rod: v + ω r', () => {
    const lab = new Lab({ gravity: {} })
    lab.add(box(0.5, 10), 0.5, 0, { kind: 'static' })
    const disc = lab.add(circle(0.2), -1.5, 0, { vx: 4, vy: 7 })
    const rod = lab.add(box(0.05, 1), -0.4, 20, { vx: 1, angular: -5, angle: 0 })
    lab.add(box(0.1, 1), -0.13, 20.5, { kind: 'static' })
    const speeds = new Map<number, number>()
    lab.run(0.6, () => {
      const { contactHit: hit } = lab.physics.events
      for (let i = 0; i < hit.count; i++) {
        speeds.set(hit.b[i] === disc ? disc : rod, hit.approachSpeed[i]!)
        if (hit.b[i] === disc) expect([hit.nx[i], hit.ny[i]]).toEqual([-1, 0])
      }
    })
    check('speed along the normal', speeds.get(disc)!, 4, 1e-9)
    check('speed of the end of a rod', speeds.get(rod)!, 1 + 5, 0.15)
  })

  test('none below the threshold, which can be set', () => {
    for (const [threshold, count] of [[1, 0], [0.5, 1]] as const) {
      const lab = new Lab({ gravity: {}, hitThreshold: threshold })
      lab.floor()
      lab.add(circle(0.5), 0, 0.7, { vy: -0.8 })
      let hits = 0
      lab.run(1, () => {
        hits += lab.physics.events.contactHit.count
      })
      expect(hits).toBe(count)
    }
  })
})

describe('contact events', () => {
  /** A restless world in which things touch, part, come and go; tells all its events. */
  function story(broadPhase: BroadPhaseFactory): { told: string[]; open: number } {
    const lab = new Lab({ broadPhase })
    const random = randomNumbers(9)
    const told: string[] = []
    const touching = new Set<string>()
    lab.floor()
    const bodies: number[] = []
    const poll = () => {
      const { contactBegin, contactEnd } = lab.physics.events
      const began = new Set<string>()
      for (let i = 0; i < contactBegin.count; i++) {
        const key = `${contactBegin.a[i]}-${contactBegin.b[i]}`
        told.push(`+${key}`)
        began.add(key)
      }
      for (let i = 0; i < contactEnd.count; i++) {
        const key = `${contactEnd.a[i]}-${contactEnd.b[i]}`
        told.push(`-${key}`)
        // One that touched before has ended before it began again.
        expect(touching.delete(key) || began.delete(key), `${key} ends without a begin`).toBe(true)
      }
      for (const key of began) {
        expect(touching.has(key), `${key} begins twice`).toBe(false)
        touching.add(key)
      }
    }
    for (let i = 0; i < 400; i++) {
      if (i % 5 === 0) bodies.push(lab.add(i % 2 === 0 ? circle(0.3) : box(0.3, 0.2), 4 * random() - 2, 3, { angle: random() }))
      if (i % 11 === 10) removeEntity(lab.world, bodies.splice(Math.floor(random() * bodies.length), 1)[0]!)
      if (i % 13 === 12) teleport(lab.world, bodies[Math.floor(random() * bodies.length)]!, 4 * random() - 2, 4)
      lab.step()
      poll()
    }
    for (const body of bodies) removeEntity(lab.world, body)
    lab.step()
    poll()
    return { told, open: touching.size }
  }

  test('have an order that is the same in every run and with every broad phase; no end is lost', () => {
    const first = story(quadtree)
    expect(first.told.length).toBeGreaterThan(200)
    expect(first.open).toBe(0)
    expect(story(quadtree).told).toEqual(first.told)
    expect(story(bruteForce).told).toEqual(first.told)
  })
})
