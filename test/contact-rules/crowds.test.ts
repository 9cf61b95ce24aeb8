import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { type ShapeData, box, capsule, circle, polygon } from '../../src/index.ts'
import { Lab, randomNumbers } from '../physics/lab.ts'
import { SOAK, whole } from '../support/soak.ts'
import { validate } from '../support/validate.ts'
import { inner } from '../support/inner.ts'

function crowd(lab: Lab, count: number, shape: ShapeData = circle(0.5)): number[] {
  return Array.from({ length: count }, () => lab.add(shape, 0, 0))
}

/** How many pairs of circles of radius 0.5 overlap by more than a fifth of it. */
function overlaps(lab: Lab, ids: readonly number[]): number {
  let count = 0
  for (const a of ids) for (const b of ids) if (a < b && Math.hypot(lab.x(a) - lab.x(b), lab.y(a) - lab.y(b)) < 0.9) count++
  return count
}

/** The first step of a world takes four contacts a collider, little memory, and less than 3 seconds of a processor. */
function expectLittle(colliders: number, fill: (lab: Lab) => void): void {
  const lab = new Lab({ gravity: {} })
  fill(lab)
  const before = process.memoryUsage().rss
  const began = process.cpuUsage()
  lab.step()
  const { user, system } = process.cpuUsage(began)
  expect(user + system).toBeLessThan(3e6)
  expect(lab.physics.stats.pairs).toBeLessThanOrEqual(4 * colliders)
  expect(inner(lab.physics).solver.states.memory.bytes).toBeLessThan(50e6)
  expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
}

describe('a crowd on one spot', () => {
  test('of 3,000 takes few contacts, little memory, and less than 3 seconds of a processor', () => {
    expectLittle(3000, (lab) => crowd(lab, 3000))
  })

  test('of 3,000 bodies of many shapes takes no more than that, nor does one of 2,000 bodies of two parts', () => {
    const triangle = polygon([{ x: 0.5, y: 0 }, { x: -0.25, y: 0.4 }, { x: -0.25, y: -0.4 }])
    const shapes = [circle(0.5), box(0.5, 0.5), capsule(0.5, 0.3), triangle]
    expectLittle(3000, (lab) => {
      for (let i = 0; i < 3000; i++) lab.add(shapes[i % shapes.length]!, 0, 0, { angle: i })
    })
    expectLittle(4000, (lab) => {
      const { Position, Velocity, Collider, Shape } = lab.c
      for (let i = 0; i < 2000; i++) {
        const body = addEntity(lab.world)
        addComponents(lab.world, body, set(Position, { x: 0, y: 0 }), Velocity)
        for (const x of [-0.3, 0.3]) addComponents(lab.world, addEntity(lab.world), set(Collider, { body, x }), set(Shape, circle(0.4)))
      }
    })
  })

  test('comes apart, without an explosion, and every pair is seen again', () => {
    const lab = new Lab({ gravity: {} })
    const ids = crowd(lab, 200)
    lab.run(2, () => {
      expect(Math.max(...ids.map((id) => lab.speed(id)))).toBeLessThan(40)
    })
    expect(overlaps(lab, ids)).toBe(0)
    validate(lab.physics)
  })

  test('comes to the same with every broad phase', () => {
    const run = (broadPhase: BroadPhaseName): number[] => {
      const lab = new Lab({ broadPhase: BROAD_PHASES[broadPhase] })
      const random = randomNumbers(4)
      const ids = Array.from({ length: 150 }, () => lab.add(random() < 0.5 ? circle(0.3) : box(0.3, 0.2), 0.1 * random(), 0))
      lab.step(6)
      return ids.flatMap((id) => [lab.x(id), lab.y(id), lab.angle(id)])
    }
    const wanted = run('brute-force')
    for (const name of BROAD_PHASE_NAMES) expect([name, run(name)]).toEqual([name, wanted])
  })

  test('of 100 keeps all of its contacts', () => {
    const lab = new Lab({ gravity: {} })
    crowd(lab, 100)
    lab.step()
    expect(lab.physics.stats.pairs).toBe((100 * 99) / 2)
  })

  test('still lies on the ground, and on a body that many lie on', () => {
    const lab = new Lab()
    lab.floor()
    const ids = crowd(lab, 200, circle(0.1))
    for (const id of ids) lab.c.Position.y[id] = 0.2
    lab.run(4)
    for (const id of ids) expect(lab.y(id)).toBeGreaterThan(0)
  })

  test('what only lies beside each other is none, however large the boxes', () => {
    const lab = new Lab({ gravity: {} })
    const rods = 200
    for (let i = 0; i < rods; i++) lab.add(box(100, 0.05), 0.3 * i, 0, { angle: Math.PI / 4 })
    lab.step()
    expect(lab.physics.stats.pairs).toBe((rods * (rods - 1)) / 2)
  })
})

describe('a crowd of sensors', () => {
  test('reports every one to every other, with little memory', () => {
    const lab = new Lab({ gravity: {} })
    const count = 1200
    const ids = Array.from({ length: count }, () => lab.add(circle(0.5), 0, 0, { sensor: true }))
    lab.step()
    const { sensorBegin } = lab.physics.events
    expect(sensorBegin.count).toBe(count * (count - 1))
    const visits = new Uint32Array(ids.at(-1)! + 1)
    let sum = 0
    for (let i = 0; i < sensorBegin.count; i++) {
      visits[sensorBegin.sensor[i]!]!++
      sum += sensorBegin.visitor[i]!
    }
    for (const id of ids) if (visits[id] !== count - 1) throw new Error(`${id} has ${visits[id]} visitors`)
    expect(sum).toBe((count - 1) * ids.reduce((total, id) => total + id, 0))
    // 100 bytes for each contact; it was 450. And when one more comes, for which there is room, too: that was 350.
    const bytes = (): number => inner(lab.physics).solver.states.memory.bytes + inner(lab.physics).collision.contacts.bytes
    expect(bytes()).toBeLessThan(100 * (count * (count - 1)) / 2)
    lab.add(circle(0.5), 0, 0, { sensor: true })
    lab.step()
    expect(sensorBegin.count).toBe(2 * count)
    expect(bytes()).toBeLessThan(100 * (count * (count - 1)) / 2)
  })

  test('leaves room for contacts that push, and gives its own back', () => {
    const lab = new Lab()
    lab.floor()
    const sensors = Array.from({ length: 300 }, () => lab.add(circle(0.5), 0, 0.5, { kind: 'kinematic', sensor: true }))
    lab.step()
    const balls = Array.from({ length: 20 }, (_, i) => lab.add(circle(0.4), i - 10, 2))
    lab.run(2)
    for (const ball of balls) expect(lab.y(ball)).toBeCloseTo(0.4, 2)
    validate(lab.physics)
    for (const id of sensors) removeEntity(lab.world, id)
    lab.run(12)
    for (const ball of balls) expect(lab.y(ball)).toBeCloseTo(0.4, 2)
    expect(inner(lab.physics).collision.contacts.bytes).toBeLessThan(1e6)
    validate(lab.physics)
  })

  test('takes no more memory when it has come to rest', () => {
    const lab = new Lab({ gravity: {} })
    for (let i = 0; i < 150; i++) lab.add(circle(0.5), 0, 0, { sensor: true })
    lab.step()
    const { contacts } = inner(lab.physics).collision
    const { bytes } = contacts
    lab.step(130)
    expect([contacts.count, contacts.activeCount]).toEqual([(150 * 149) / 2, 0])
    expect(contacts.bytes).toBe(bytes)
  })

  test.each(whole(['static', 'dynamic'] as const, ['dynamic']))('of 50,000 %s ones is an error that says where', (kind) => {
    const lab = new Lab({ gravity: {} })
    const { Position, Shape, Sensor, Static } = lab.c
    const place = set(Position, { x: 7, y: -3 })
    for (let i = 0; i < 50_000; i++) {
      const entity = addEntity(lab.world)
      addComponents(lab.world, entity, place, set(Shape, circle(0.5)), Sensor)
      if (kind === 'static') addComponents(lab.world, entity, Static)
    }
    const before = process.memoryUsage().rss
    expect(() => lab.step()).toThrow(/Entity 1 near \(7.00000, -3.00000\) overlaps 49999 others/)
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
  })
})

test('too many at one place is an error that says what overlaps where, and the world goes on', () => {
  const lab = new Lab({ gravity: {} })
  const alone = lab.add(circle(0.5), 50, 0, { vx: 1 })
  lab.step()
  const ids = Array.from({ length: 6000 }, () => lab.add(circle(0.5), 7, -3))
  expect(() => lab.step()).toThrow(new RegExp(`Entity ${ids[0]} near \\(7.00000, -3.00000\\) overlaps 5999 others`))
  for (const id of ids.slice(20)) removeEntity(lab.world, id)
  const x = lab.x(alone)
  lab.step()
  expect(lab.x(alone)).toBeCloseTo(x + 1 / 60, 9)
  expect(lab.physics.stats.pairs).toBe((20 * 19) / 2)
  validate(lab.physics)
})

test.runIf(SOAK)('too many that a touch wakes at one place are named, too', () => {
  const lab = new Lab({ gravity: {} })
  const ids: number[] = []
  // In parts: what rests is no pair of what rests, and is searched for only once.
  for (let part = 0; part < 6; part++) {
    for (let i = 0; i < 1000; i++) ids.push(lab.add(circle(0.5), 7, -3, { sleeping: true }))
    lab.step()
  }
  expect(lab.physics.stats.pairs).toBe(0)
  lab.add(circle(0.5), 7.2, -3, { vx: -1 })
  expect(() => lab.step()).toThrow(new RegExp(`Entity ${ids[0]} near \\(7.00000, -3.00000\\) overlaps 6000 others`))
  for (const id of ids.slice(20)) removeEntity(lab.world, id)
  lab.step()
  expect(lab.physics.stats.pairs).toBe((21 * 20) / 2)
  validate(lab.physics)
})
