import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { CombineRule, broadPhase, hashWorld, narrowPhase, updateAABBs } from '../../src/index.ts'
import { Trait } from '../../src/bodies/bodies.ts'
import { PUSH_STRIDE } from '../../src/solver/contact-groups.ts'
import type { ContactRows } from '../../src/solver/contact-rows.ts'
import { KernelMemory } from '../../src/kernel/memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { ContactSolverData, finishRows, prepareContacts } from '../../src/solver/prepare-contacts.ts'
import { PLACE, SPECIAL, type SpecialRows } from '../../src/solver/special-rows.ts'
import type { PhysicsWorld } from '../../src/world.ts'
import type { Lab } from '../physics/lab.ts'
import { buildBowl } from '../support/bowl.ts'
import { type Rows, expectSameRows, firstDifference, groupBytes, plainRows, rowsIn } from './kernel/compare-rows.ts'
import { type Case, type Special, preparePlainly } from './kernel/plain-prepare.ts'
import type { Run } from './kernel/plain-rows.ts'
import { randomCase } from './kernel/prepare-case.ts'

/** What the checks met, so that none of it is missed unnoticed. */
const seen = { foreign: 0, bounces: 0, rollers: 0, replaced: 0, further: 0 }

function forget(): void {
  for (const what of Object.keys(seen) as (keyof typeof seen)[]) seen[what] = 0
}

/** The runs that the passes go through, in their order. */
function runsOf(rows: ContactRows): Run[] {
  const { memory } = rows
  const { kernel } = memory
  const pressed: Run[] = []
  const relaxed: Run[] = []
  // The rates are told apart by their address: here they are 0 between bodies, and 2 against the world.
  const press = (points: number) => (first: number, end: number, _work: number, rates: number) => {
    pressed.push({ stream: rates + points - 1, first, end })
  }
  const relax = (points: number) => (first: number, end: number) => {
    relaxed.push({ stream: pressed[relaxed.length]!.stream & 2 | points - 1, first, end })
  }
  memory.kernel = { ...kernel, pressOne: press(1), pressTwo: press(2), relaxOne: relax(1), relaxTwo: relax(2) }
  rows.press(0, 0, 2)
  rows.relax(0, 0, 0)
  memory.kernel = kernel
  expect(relaxed).toEqual(pressed)
  expect(pressed.map(({ stream }) => stream >> 1)).toEqual(pressed.map(({ stream }) => stream >> 1).sort())
  return pressed
}

/** Every group of the runs has a contact, no group is in two of them, and no contact is elsewhere. */
function expectNoHoles({ runs, owners }: Rows): void {
  const taken = new Set<number>()
  for (let o = 1; o < owners.length; o += 2) taken.add((owners[o]! & ~3) * 4)
  const covered: number[] = []
  for (const { stream, first, end } of runs) {
    for (let at = first; at < end; at += groupBytes(stream)) covered.push(at)
  }
  expect(firstDifference(Int32Array.from(covered).sort(), Int32Array.from(taken).sort())).toBe(-1)
}

/** Names lanes by their owners, so that it does not matter where the rows lie. */
function byOwner(specials: readonly Special[], { owners }: Rows): object[] {
  const ownerAt = new Map<number, number>()
  for (let o = 0; o < owners.length; o += 2) ownerAt.set(owners[o + 1]!, o)
  return specials.map(({ lane, point, contact, data }) => ({ owner: ownerAt.get(lane), point: point - lane, contact, data }))
}

/** @param numbers How many numbers of each row are written when contacts are prepared. */
function specialsIn({ count, place, data }: SpecialRows, numbers: number): Special[] {
  return Array.from({ length: count }, (_, i) => {
    const [lane, point, contact] = place.subarray(i * PLACE)
    return { lane: lane!, point: point!, contact: contact!, data: [...data.subarray(i * SPECIAL, i * SPECIAL + numbers)] }
  })
}

function bits(floats: Float32Array): Int32Array {
  return new Int32Array(floats.slice().buffer)
}

/** Lets rows guess nothing of what they will need: then they grow, and replace the memory, while they are filled. */
function growLate(data: ContactSolverData): ContactSolverData {
  Object.defineProperty(data.contacts, 'likely', { get: () => 0, set: () => {} })
  return data
}

/** Prepares the contacts of a case and compares with the oracle. The push of the bodies is left as it was. */
function expectAsPlainly(data: ContactSolverData, of: Case): void {
  const { contacts, bodies, states, softness, material } = of
  const { memory } = states
  const pushes = (bodies.awakeCount + 1) * PUSH_STRIDE
  const before = states.push.slice(0, pushes)
  const buffers = new Set<ArrayBufferLike>()
  memory.follow(() => buffers.add(memory.u8.buffer))
  prepareContacts(data, contacts, bodies, softness, material)
  finishRows(data, contacts, bodies, material)
  // One replacement is before the first contact.
  seen.replaced += Math.max(buffers.size - 1, 0)
  const push = bits(states.push.subarray(0, pushes))
  states.push.set(before)
  const oracle = preparePlainly(of)
  expect(firstDifference(push, bits(states.push.subarray(0, pushes)))).toBe(-1)
  states.push.set(before)
  const rows = rowsIn(memory, runsOf(data.contacts))
  const plain = plainRows(oracle.rows)
  expectNoHoles(rows)
  expectSameRows(rows, plain)
  expect(byOwner(specialsIn(data.rollers, 2), rows)).toEqual(byOwner(oracle.rollers, plain))
  seen.rollers += data.rollers.count
  seen.further += Math.max(rows.runs.length - 4, 0)
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

function caseOf({ contacts, bodies, states, islands, softness, components }: PhysicsWorld): Case {
  return { contacts, bodies, states, islands, softness, material: components.Material }
}

test('contacts of every kind become the rows, bounces and rollers of the oracle, however often the memory is replaced', () => {
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
        expectAsPlainly(of.data, of)
      }
    },
  ), { numRuns: 40 })
  // Of 160 comparisons; how many meet what is up to the seed.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(5)
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
  readonly physics: PhysicsWorld
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
  ['pyramid-820', ['replaced', 'further']],
] as const)('in the running scene %s, which goes on as if nobody had looked', (name, needed) => {
  forget()
  const watched = sceneOf(name)
  const alone = sceneOf(name)
  const { physics } = watched
  growLate(physics.rows)
  for (let step = 0; step < 90; step++) {
    watched.step()
    alone.step()
    // What bounces has a contact for a step or two.
    if (step % 8 === 0 || name === 'restitution') expectAsPlainly(physics.rows, caseOf(physics))
    // Rows of their own begin with no memory.
    if (step % 32 === 0) expectAsPlainly(growLate(new ContactSolverData(physics.states.memory)), caseOf(physics))
  }
  expect(hashWorld(physics.ecs)).toBe(hashWorld(alone.physics.ecs))
  for (const what of needed) expect(seen[what], what).toBeGreaterThan(0)
})

test('memory that a burst took is given back, and nothing else changes', () => {
  const scene = sceneOf('large-pyramid')
  scene.step()
  const of = caseOf(scene.physics)
  const { bodies, contacts, states } = of
  const { activeCount } = contacts
  expectAsPlainly(scene.physics.rows, of)
  const most = states.memory.bytes
  contacts.activeCount = 10
  expectAsPlainly(scene.physics.rows, of)
  // Whoever sleeps for a moment will need it again.
  expect(states.memory.bytes).toBe(most)
  for (let step = 0; step < 600; step++) scene.physics.rows.contacts.reset(bodies.awakeCount + 1, 10)
  expect(states.memory.bytes).toBeLessThan(most - 400_000)
  expectAsPlainly(scene.physics.rows, of)
  contacts.activeCount = activeCount
  expectAsPlainly(scene.physics.rows, of)
  expect(states.memory.bytes).toBeGreaterThan(most - 400_000)
})

test('the rows of all contacts that come at once take one new memory', () => {
  const { physics } = sceneOf('pyramid-820')
  for (const system of [updateAABBs, broadPhase, narrowPhase]) system(physics, 1 / 60)
  physics.states.reserve(physics.bodies.awakeCount)
  let replaced = 0
  physics.states.memory.follow(() => replaced++)
  expectAsPlainly(physics.rows, caseOf(physics))
  expect(physics.contacts.activeCount).toBeGreaterThan(1000)
  expect(replaced).toBe(1)
})
