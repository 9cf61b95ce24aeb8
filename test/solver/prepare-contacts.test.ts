import type { World } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { CombineRule, box, broadPhase, hashWorld, narrowPhase, updateAABBs } from '../../src/index.ts'
import { Trait } from '../../src/bodies/bodies.ts'
import { IMPULSE_STRIDE } from '../../src/contacts/contact-record.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { RUN_STRIDE } from '../../src/kernel/filling.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { Lock } from '../../src/solver/lock.ts'
import { Field, LANES, POINT_FIELDS, PUSH_STRIDE, PointField, WORK_STRIDE } from '../../src/solver/contact-groups.ts'
import type { ContactRows } from '../../src/solver/contact-rows.ts'
import { type ContactSolverData, finishRows, prepareContacts } from '../../src/solver/prepare-contacts.ts'
import { Roller, ROLLER_STRIDE } from '../../src/solver/roller-records.ts'
import { BOUNCE_STRIDE, Bounce } from '../../src/solver/impact-records.ts'
import { State, STATE_STRIDE } from '../../src/solver/motion-records.ts'
import type { Physics } from '../../src/state/physics.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { inner } from '../support/inner.ts'
import { type Met, type Placed, expectGroups, expectPasses, expectPush, expectRows } from '../kernel/check-rows.ts'
import { type Case, type Run, randomCase } from '../kernel/random-case.ts'
import type { Contact } from '../kernel/textbook.ts'
import { Lab } from '../physics/lab.ts'
import { buildBowl, random } from '../support/bowl.ts'
import { SOAK } from '../support/soak.ts'

/** What the checks met, so that none of it is missed unnoticed. */
const seen = { foreign: 0, bounces: 0, rollers: 0, replaced: 0, further: 0, pressing: 0, apart: 0, skipped: 0, gripped: 0 }

/** Contacts that are solved in a comparison: the textbook takes its time. */
const MOST_SOLVED = 1000

function forget(): void {
  for (const what of Object.keys(seen) as (keyof typeof seen)[]) seen[what] = 0
}

/** The runs that the passes go through. */
function runsOf({ memory: { i32 } }: ContactRows): Run[] {
  const first = i32[AddressTable.Runs >> 2]! >> 2
  return Array.from({ length: i32[AddressTable.RunCount >> 2]! }, (_, n) => {
    const [stream, start, end] = i32.subarray(first + n * RUN_STRIDE, first + (n + 1) * RUN_STRIDE)
    return { stream: stream!, first: start!, end: end! }
  })
}

/** What resists rolling, in the order of the rows, with their bodies and what holds them there. */
function expectRollers({ i32, f32, f64 }: KernelMemory, { contacts }: Case, placed: readonly Placed[]): void {
  const first = i32[AddressTable.Rollers >> 2]! >>> 2
  expect(i32[AddressTable.SpecialCount >> 2]).toBe(placed.length)
  placed.forEach(({ contact, lane }, i) => {
    const at = first + i * ROLLER_STRIDE
    const normal = (lane + (Field.Points + PointField.Normal) * LANES) * 4
    expect([i32[at + Roller.A], i32[at + Roller.B], i32[at + Roller.Normal]]).toEqual(
      [i32[lane + Field.A * LANES], i32[lane + Field.B * LANES], normal + contact.points.length - 1],
    )
    expect([f32[at + Roller.InertiaA], f32[at + Roller.InertiaB]]).toEqual([f32[lane + Field.InertiaA * LANES], f32[lane + Field.InertiaB * LANES]])
    expect(f32[at + Roller.Resistance]).toBeCloseTo(contact.rolling, 6)
    const pressed = contacts.impulse[contact.id * IMPULSE_STRIDE]! > 0
    expect(f64[(at + Roller.Impulse) >> 1]).toBe(pressed ? contacts.rolls.of(contact.id) : 0)
  })
}

/** The contacts that may bounce, in the order of their rows. */
function expectBounces({ i32, f64 }: KernelMemory, placed: readonly Placed[]): void {
  const first = i32[AddressTable.Bounces >> 2]! >>> 2
  expect(i32[AddressTable.BounceCount >> 2]).toBe(placed.length)
  placed.forEach(({ contact, lane }, i) => {
    const at = first + i * BOUNCE_STRIDE
    expect([i32[at + Bounce.Lane], i32[at + Bounce.Owner]! >>> 1]).toEqual([lane, contact.id])
    expect(f64[(at + Bounce.Restitution) >> 1]).toBeCloseTo(contact.restitution, 6)
  })
}

/** Has bodies move at random and runs both passes, which have to do as the textbook does. All is put back then. */
function expectTextbookPasses(of: Case, memory: KernelMemory, placed: readonly Placed[], met: Met): void {
  const { states, contacts } = of
  const copy = memory.u8.slice()
  const next = random(placed.length + 1)
  const between = (most: number): number => (next() * 2 - 1) * most
  for (let at = WORK_STRIDE; at < (of.bodies.awakeCount + 1) * WORK_STRIDE; at += WORK_STRIDE) {
    const angle = between(0.05)
    const locks = states.axes[at / WORK_STRIDE - 1]!
    const along = (lock: Lock): number => between(2) * ((locks & lock) === 0 ? 1 : 0)
    states.work.set([along(Lock.X), along(Lock.Y), between(2), 0, between(0.05), between(0.05), Math.cos(angle), Math.sin(angle)], at)
  }
  states.work.set([0, 0, 0, 0, 0, 0, 1, 0])
  states.rates.set([240, 9, 3, 0, 240, 18, 3, 0])
  for (const rigid of [false, true, false, true]) {
    const push = states.push.slice()
    expectPasses(of, memory, placed, rigid, met)
    if (!rigid) {
      expect(states.push.every((number, i) => number === push[i])).toBe(true)
      continue
    }
    // What is in the rows now is what the next substep begins with.
    expectPush(placed.map((each) => withImpulses(each, memory.f32)), push, states.push.slice(), states.axes)
  }
  memory.kernel.storeImpulses()
  for (const { contact, lane } of placed) {
    contact.points.forEach((_, k) => {
      const kept = contacts.impulse.subarray(contact.id * IMPULSE_STRIDE + 2 * k)
      expect([kept[0], kept[1]]).toEqual(impulsesAt(memory.f32, lane, k))
    })
  }
  memory.u8.set(copy)
}

function impulsesAt(f32: Float32Array, lane: number, k: number): number[] {
  const at = lane + (Field.Points + k * POINT_FIELDS) * LANES
  return [f32[at + PointField.Normal * LANES]!, f32[at + PointField.Tangent * LANES]!]
}

function withImpulses({ contact, lane }: Placed, f32: Float32Array): Contact {
  const points = contact.points.map((p, k) => {
    const [normalImpulse, tangentImpulse] = impulsesAt(f32, lane, k) as [number, number]
    return { ...p, normalImpulse, tangentImpulse }
  })
  return { ...contact, points }
}

/** Lets rows guess nothing of what they will need: then they grow, and replace the memory, while they are filled. */
function growLate(data: ContactSolverData): ContactSolverData {
  Object.defineProperty(data.contacts, 'groups', { get: () => 0, set: () => {} })
  return data
}

/** Prepares the contacts of a case and compares with the textbook. The push of the bodies is left as it was. */
function expectAsTextbook(data: ContactSolverData, of: Case): void {
  const { contacts, bodies, states, softness, material } = of
  const { memory } = states
  const pushes = (bodies.awakeCount + 1) * PUSH_STRIDE
  const before = states.push.slice(0, pushes)
  const buffers = new Set<ArrayBufferLike>()
  memory.follow(() => buffers.add(memory.u8.buffer))
  // The textbook has the points where the manifold says: what rocks is looked at in rocking.test.ts.
  memory.f64[AddressTable.Lead >> 3] = 0
  // Between steps there is something else at that place.
  for (let i = 0; i < bodies.awakeCount; i++) states.state[i * STATE_STRIDE + State.Drawn] = 0
  prepareContacts(data, contacts, bodies, softness, material)
  finishRows(data, contacts, bodies)
  // One replacement is before the first contact.
  seen.replaced += Math.max(buffers.size - 1, 0)
  const runs = runsOf(data.contacts)
  const placed = expectRows(of, memory, runs)
  expectGroups(placed, runs)
  expectPush(placed.map(({ contact }) => contact), before, states.push.slice(0, pushes), states.axes)
  expectBounces(memory, placed.filter(({ contact }) => contact.restitution > 0))
  expectRollers(memory, of, placed.filter(({ contact }) => contact.rolling > 0))
  if (placed.length < MOST_SOLVED) expectTextbookPasses(of, memory, placed, seen)
  states.push.set(before)
  seen.bounces += data.impacts.count
  seen.rollers += data.rollers.count
  seen.further += Math.max(runs.length - 4, 0)
  seen.foreign += foreignIn(of)
}

/** Active contacts with points whose surfaces combine by rules of their own. */
function foreignIn({ contacts, bodies }: Case): number {
  const { active, activeCount, pointCount, a, b } = contacts
  let count = 0
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    const traits = bodies.traits[a[contact]!]! | bodies.traits[b[contact]!]!
    if (pointCount[contact] !== 0 && (traits & Trait.Rules) !== 0) count++
  }
  return count
}

function caseOf({ bodies, components, collision: { contacts }, solver: { states, softness }, sleep: { islands } }: PhysicsWorld): Case {
  return { contacts, bodies, states, islands, softness, material: components.Material }
}

test('contacts of every kind become the rows, bounces and rollers of the textbook, and are solved as there, however often the memory is replaced', () => {
  forget()
  fc.assert(fc.property(
    fc.record({ seed: fc.nat(), colliders: fc.integer({ min: 2, max: 150 }), contacts: fc.nat(2500), hub: fc.boolean() }),
    fc.boolean(), fc.nat(),
    (size, scalar, fewer) => {
      const of = randomCase(size, new KernelMemory(scalar ? plainKernel : simdKernel))
      // First into no memory at all, then into what was taken for that, for less and for all again.
      const { activeCount } = of.contacts
      if (size.hub) growLate(of.data)
      for (const count of [activeCount, activeCount, fewer % (activeCount + 1), activeCount]) {
        of.contacts.activeCount = count
        expectAsTextbook(of.data, of)
      }
    },
  // The few runs of `npm test` are chosen: they meet all that is counted below.
  ), SOAK ? { numRuns: 100 } : { numRuns: 15, seed: 20261122 })
  expect(seen.skipped).toBeLessThan((seen.pressing + seen.apart) / 2)
  expect(seen.gripped).toBeGreaterThan(50)
  // Of 60 comparisons; how many meet what is up to the seed.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0)
})

/** A bowl in which a third of the bodies combine by rules of their own. */
function buildRuled(): Lab {
  const lab = buildBowl(77, 150, 4)
  const { frictionRule, restitutionRule } = lab.c.Material
  const rules = [CombineRule.Average, CombineRule.Min, CombineRule.Multiply, CombineRule.Max]
  for (let entity = 1; entity <= 150; entity += 3) {
    frictionRule[entity] = rules[entity % 4]!
    restitutionRule[entity] = rules[(entity >> 2) % 4]!
  }
  return lab
}

interface Running {
  readonly world: World
  readonly physics: Physics
  step(): void
}

function sceneOf(name: string): Running {
  return name === 'ruled' ? buildRuled() : buildScene(findScene(name)!.create({}), { allowSleep: false })
}

test.each([
  ['ruled', ['foreign', 'bounces', 'rollers']],
  ['restitution', ['bounces']],
  ['conveyors', []],
  ['compounds', []],
  ['motion', []],
  ['pyramid-820', ['further']],
] as const)('in the running scene %s, which goes on as if nobody had looked', (name, needed) => {
  forget()
  const watched = sceneOf(name)
  const alone = sceneOf(name)
  const physics = inner(watched.physics)
  growLate(physics.solver.rows)
  // What bounces has a contact for a step or two.
  const [steps, often] = name === 'restitution' ? [90, 1] : [49, 16]
  for (let step = 0; step < steps; step++) {
    watched.step()
    alone.step()
    if (step % often === 0) expectAsTextbook(physics.solver.rows, caseOf(physics))
  }
  expect(hashWorld(watched.world)).toBe(hashWorld(alone.world))
  for (const what of needed) expect(seen[what], what).toBeGreaterThan(0)
})

test('memory that a burst took is given back, and nothing else changes', () => {
  const scene = buildScene(findScene('large-pyramid')!.create({ base: 80 }), { allowSleep: false })
  scene.step()
  const physics = inner(scene.physics)
  const of = caseOf(physics)
  const { bodies, contacts, states } = of
  const { activeCount } = contacts
  expectAsTextbook(physics.solver.rows, of)
  const most = states.memory.bytes
  contacts.activeCount = 10
  expectAsTextbook(physics.solver.rows, of)
  // Whoever sleeps for a moment will need it again.
  expect(states.memory.bytes).toBe(most)
  for (let step = 0; step < 600; step++) physics.solver.rows.contacts.reset(bodies.awakeCount + 1, 10)
  expect(states.memory.bytes).toBeLessThan(most - 400_000)
  expectAsTextbook(physics.solver.rows, of)
  contacts.activeCount = activeCount
  expectAsTextbook(physics.solver.rows, of)
  expect(states.memory.bytes).toBeGreaterThan(most - 400_000)
})

test('what comes at once takes one new memory for its contacts and their rows, and one before for its bodies', () => {
  const { physics: face } = sceneOf('large-pyramid')
  const physics = inner(face)
  let replaced = 0
  physics.solver.states.memory.follow(() => replaced++)
  updateAABBs(face, 1 / 60)
  expect(replaced).toBe(1)
  broadPhase(face)
  expect(replaced).toBe(2)
  narrowPhase(face, 1 / 60)
  physics.solver.states.reserve(physics.bodies.awakeCount, physics.bodies.awake.length)
  expectAsTextbook(physics.solver.rows, caseOf(physics))
  expect(physics.collision.contacts.activeCount).toBeGreaterThan(1000)
  expect(replaced).toBe(2)
})

test('a heap of no more bodies than there is room for steps in the memory that its world was made with', () => {
  const lab = new Lab({ capacity: 128 })
  const { memory } = inner(lab.physics).solver.states
  const { buffer } = memory.u8
  lab.floor()
  for (let i = 0; i < 120; i++) lab.add(box(0.5, 0.5), (i % 12) * 1.01, 0.5 + Math.floor(i / 12))
  lab.step(3)
  expect(lab.physics.stats.contacts).toBeGreaterThan(100)
  expect(memory.u8.buffer).toBe(buffer)
})
