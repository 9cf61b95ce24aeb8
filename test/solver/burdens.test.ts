import { addComponents, addEntity, removeComponent, set } from 'bitecs'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../../src/contacts/contact-record.ts'
import { BURDEN_RATIO, BURDEN_SHARE, BURDEN_SHARE_RATE, ROLLER_RATE, ROLLER_RATIO } from '../../src/constants.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { box, circle, getMass, queryContacts, segment } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { TestWorld } from '../support/worlds.ts'

/** Right, up, left, down. */
const WAYS = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const

/** A contact as a load sees it: what goes which way from one body to another; -1 is what does not move. */
interface Lead { readonly from: number; readonly to: number; readonly way: number; readonly contact: number }

function leadsOf(physics: PhysicsWorld, entities: readonly number[]): { leads: Lead[]; touching: [number, number][] } {
  const { contacts } = physics.collision
  const leads: Lead[] = []
  const touching: [number, number][] = []
  for (let i = 0; i < contacts.activeCount; i++) {
    const contact = contacts.active[i]!
    if (contacts.pointCount[contact] === 0 || (contacts.flags[contact]! & ContactFlag.Unsolved) !== 0) continue
    const a = entities.indexOf(contacts.a[contact]!)
    const b = entities.indexOf(contacts.b[contact]!)
    touching.push([a, b])
    const x = contacts.manifold[contact * MANIFOLD_STRIDE + Manifold.NormalX]!
    const y = contacts.manifold[contact * MANIFOLD_STRIDE + Manifold.NormalY]!
    WAYS.forEach(([wx, wy], way) => {
      if (wx * x + wy * y > 0.02) leads.push({ from: a, to: b, way, contact })
      if (wx * x + wy * y < -0.02) leads.push({ from: b, to: a, way, contact })
    })
  }
  return { leads: leads.filter(({ from }) => from >= 0), touching }
}

/**
 * The load for which each mass is to be raised, by passing loads on and back until nothing changes any more; and the same of those that
 * something heavy may be driving, which bear all of it, as if it were so many times the load: at what speed it met them is not known when the step is over.
 */
function loadsOf(
  masses: readonly number[], round: readonly boolean[], leads: readonly Lead[], touching: readonly [number, number][], h: number,
): { loads: number[]; driven: number[] } {
  const struck = masses.map(() => false)
  const loads = masses.map(() => [0, 0, 0, 0])
  for (const [a, b] of touching) {
    if (a < 0 || b < 0) continue
    const [heavy, light] = masses[a]! > masses[b]! ? [a, b] : [b, a]
    if (masses[heavy]! / masses[light]! <= BURDEN_RATIO) continue
    struck[light] = true
    loads[heavy] = loads[heavy]!.map(() => 2 ** Math.ceil(Math.log2(masses[heavy]!)))
  }
  const origins = masses.flatMap((_, i) => (loads[i]![0]! > 0 ? [i] : []))
  const held = masses.map(() => [false, false, false, false])
  for (let changes = 1; changes > 0; ) {
    changes = 0
    for (const { from, to, way } of leads) {
      if (to >= 0 && loads[to]![way]! < loads[from]![way]!) {
        loads[to]![way] = loads[from]![way]!
        changes++
      }
      if (loads[from]![way]! > 0 && !held[from]![way] && (to < 0 || held[to]![way]!)) {
        held[from]![way] = true
        changes++
      }
    }
  }
  const borne = loads.map((own, i) => Math.max(0, ...own.filter((_, way) => held[i]![way])))
  const lies = (body: number): boolean => leads.some(({ from, to, way }) => from === body && to < 0 && held[body]![way])
  // How many that lie on what does not move share what one of them bears: by contact, as a power of two, of several the least.
  const sharers = (body: number): number => Math.min(...origins.filter((heavy) => borne[heavy] === borne[body]).flatMap((heavy) => {
    const bears = ({ from, to, way }: Lead): boolean => from === heavy && to >= 0 && borne[to] === borne[heavy] && held[heavy]![way]! &&
      held[to]![way]! && leads.some((lead) => lead.from === to && lead.to < 0 && lead.way === way)
    const all = leads.filter(bears)
    return all.some(({ to }) => to === body) ? [2 ** Math.floor(Math.log2(new Set(all.map(({ contact }) => contact)).size))] : []
  }))
  const usual = masses.map((mass, i) => {
    let load = borne[i]!
    if (round[i]! && load <= ROLLER_RATIO * mass) return 0
    if (round[i]! && lies(i)) {
      const part = sharers(i)
      load = Math.fround((load / (Number.isFinite(part) ? part : 1)) * Math.fround(Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / h) / Math.min(ROLLER_RATIO, ROLLER_RATE / h)))
    }
    return load > 0 && (Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / h) * mass) / load < 1 ? load : 0
  })
  return { loads: usual, driven: masses.map((mass, i) => (struck[i]! && borne[i]! > mass ? Math.max(1, Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / h)) * borne[i]! : usual[i]!)) }
}

test.each([['WebAssembly', simdKernel], ['JavaScript', plainKernel]] as const)('who is squeezed, and by how much, is what passing loads along each contact comes to, in %s', (_, kernel) => {
  let raised = 0
  let kinds = 0
  let parts = 0
  let more = 0
  const size = fc.constantFrom(0.25, 0.4, 0.5)
  const body = fc.record({ x: fc.integer({ min: 0, max: 5 }), round: fc.boolean(), size, density: fc.constantFrom(1, 1, 1, 20, 90, 700, 9000) })
  fc.assert(fc.property(fc.array(body, { minLength: 12, maxLength: 28 }), fc.boolean(), (bodies, sideways) => {
    const t = new TestWorld({ gravity: sideways ? { x: -10, y: -3 } : { x: 0, y: -10 }, allowSleep: false, kernel })
    t.add(box(20, 0.5), 0, -0.5, t.components.Static)
    t.add(box(0.5, 20), -2, 10, t.components.Static)
    const entities = bodies.map(({ x, round, size: half, density }, i) => {
      const entity = t.add(round ? circle(half) : box(half, half), x * 0.9, 0.6 + Math.floor(i / 6) * 1.05)
      t.components.Material.density[entity] = density
      return entity
    })
    for (let step = 0; step < 60; step++) {
      t.step()
      if (step % 6 !== 5) continue
      const physics = inner(t.physics)
      const { leads, touching } = leadsOf(physics, entities)
      const masses = entities.map((entity) => getMass(t.world, entity).mass)
      const { loads: usual, driven } = loadsOf(masses, bodies.map(({ round }) => round), leads, touching, 1 / 60 / 4)
      const found = entities.map((entity) => physics.bodies.burden[entity]!)
      const expected = usual.map((load, i) => (found[i] === driven[i] ? driven[i]! : load))
      expect(found).toEqual(expected)
      more += expected.filter((load, i) => load !== usual[i]).length
      raised += expected.filter((load) => load > 0).length
      kinds = Math.max(kinds, new Set(expected).size)
      // No power of two: a part of a load.
      parts += expected.filter((load) => load > 0 && !Number.isInteger(Math.log2(load))).length
    }
  }), { numRuns: 12, seed: 7 })
  // Some were, by loads of several sizes at once, and rollers by a part of one.
  expect([raised > 100, kinds > 3, parts > 10]).toEqual([true, true, true])
  // Some are driven at one time, and few.
  expect(more).toBeGreaterThan(raised / 20)
  expect(more).toBeLessThan(raised / 5)
})

test('what was squeezed and weighs nothing any more, because only a line is left of it, is no NaN to what lies on it', () => {
  const t = new TestWorld({ allowSleep: false })
  t.addGround()
  const { Collider, Shape, Position, Motion } = t.components
  // What has no weight falls as well, and nothing would hold it.
  const light = t.add(box(0.6, 0.1), 0, 0.1, set(Motion, { lockY: 1 }))
  const heavy = t.add(box(2, 2), 0, 2.19)
  const line = addEntity(t.world)
  addComponents(t.world, line, set(Collider, { body: light, x: 0, y: 0 }), set(Shape, segment(-0.6, 0.1, 0.6, 0.1)))
  t.step(2)
  const physics = inner(t.physics)
  expect(physics.bodies.burden[light]!).toBeGreaterThan(0)
  removeComponent(t.world, light, Shape)
  for (let i = 0; i < 30; i++) {
    t.step()
    const { count, impulse } = queryContacts(t.world, heavy)
    expect(count).toBeGreaterThan(0)
    for (let k = 0; k < count; k++) expect(impulse[k]).toBeGreaterThanOrEqual(0)
  }
  expect(Math.abs(Position.y[heavy]! - 2.19)).toBeLessThan(0.02)
})
