import { Not, addComponent, hasComponent } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import type { BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import {
  type QueryFilter, PairBuffer, bodyOf, distance, isTouching, queryContacts, queryPairs, stepPhysics, touching,
} from '../../src/index.ts'
import { distanceOf } from './oracle.ts'
import { type RandomWorld, randomWorld } from './random-world.ts'
import { inner } from '../support/inner.ts'
import { SOAK } from '../support/soak.ts'

/** The queries about touches and named entities with random filters, against all touches sorted out by the plain rule. */

const Tag = {}
const Other = {}

interface Case {
  readonly filter: QueryFilter
  /** Whether a collider passes all but the part about sensors. */
  passes(collider: number): boolean
}

interface Scene extends RandomWorld {
  readonly colliders: number[]
  /** All touches as of the last step, each from both sides. */
  readonly touches: [own: number, other: number][]
  isSensor(collider: number): boolean
}

/** Bodies of every kind and state, after a few steps; every second part is a sensor. */
function sceneOf(seed: number, broadPhase: BroadPhaseFactory): Scene {
  const scene = randomWorld(seed, 90, 4, broadPhase)
  const { world, physics, entities } = scene
  const { CollisionFilter, Sensor } = physics.components
  stepPhysics(world, 1 / 60)
  const parts = [...scene.outlines().keys()].filter((collider) => !entities.includes(collider))
  parts.forEach((part, i) => {
    addComponent(world, part, CollisionFilter)
    CollisionFilter.category[part] = 1 << (i % 4)
    if (i % 2 === 0) addComponent(world, part, Sensor)
    if (i % 3 === 0) addComponent(world, part, Tag)
  })
  entities.forEach((entity, i) => {
    CollisionFilter.mask[entity] = i % 5 === 0 ? 0xfff3 : 0xffff
    if (i % 3 !== 0) addComponent(world, entity, Tag)
    if (i % 4 === 0) addComponent(world, entity, Other)
  })
  for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
  const pairs = queryPairs(world, undefined, undefined, { sleeping: true })
  const touches = Array.from({ length: pairs.count }, (_, i): [number, number] => [pairs.a[i]!, pairs.b[i]!])
  return {
    ...scene,
    colliders: [...scene.outlines().keys()],
    touches: touches.flatMap(([a, b]) => [[a, b], [b, a]] as [number, number][]),
    isSensor: (collider) => inner(physics).bodies.sensor[collider] === 1,
  }
}

const bits = fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined })

/** A filter with any of the fields, and what it means. */
function caseOf({ world, physics, colliders }: Scene): fc.Arbitrary<Case> {
  const { CollisionFilter } = physics.components
  return fc.record({
    mask: bits,
    category: bits,
    exclude: fc.option(fc.uniqueArray(fc.constantFrom(...colliders), { maxLength: 20 }), { nil: undefined }),
    terms: fc.option(fc.constantFrom([Tag], [Not(Other)], [Tag, Not(Other)]), { nil: undefined }),
    modulus: fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
    includeSensors: fc.constantFrom(undefined, true, false),
    /** Mostly few fields at once: all of them together let nothing through. */
    leftOut: fc.subarray(['mask', 'category', 'exclude', 'terms', 'predicate'], { minLength: 2 }),
  }).map(({ modulus, leftOut, ...rest }) => {
    const predicate = modulus === undefined ? undefined : (entity: number) => entity % modulus !== 0
    const given = Object.entries({ ...rest, predicate }).filter(([field, value]) => value !== undefined && !leftOut.includes(field))
    const filter: QueryFilter = Object.fromEntries(given)
    const has = (collider: number, tag: object) => (
      hasComponent(world, collider, tag) || hasComponent(world, bodyOf(world, collider), tag)
    )
    return {
      filter,
      passes(collider) {
        const { mask, category, exclude, terms } = filter
        const list = exclude as number[] | undefined
        return (mask === undefined || (CollisionFilter.category[collider]! & mask) !== 0)
          && (category === undefined || (CollisionFilter.mask[collider]! & category) !== 0)
          && !(list?.includes(collider) ?? false) && !(list?.includes(bodyOf(world, collider)) ?? false)
          && (terms === undefined || !terms.includes(Tag) || has(collider, Tag))
          && (terms === undefined || (terms.length === 1 && terms[0] === Tag) || !has(collider, Other))
          && (filter.predicate?.(collider) ?? true)
      },
    }
  })
}

/** Whether a collider is one of those that an entity stands for. */
function isOf({ world, physics }: Scene, collider: number, entity: number): boolean {
  return collider === entity || (inner(physics).bodies.isBody(entity) && bodyOf(world, collider) === entity)
}

/** The touches of an entity that the rule lets through. */
function wantedOf(scene: Scene, { filter, passes }: Case, entity: number, sensorsByDefault: boolean): [number, number][] {
  const sensors = filter.includeSensors ?? sensorsByDefault
  return scene.touches.filter(([own, other]) => (
    isOf(scene, own, entity) && passes(other) && (sensors || (!scene.isSensor(own) && !scene.isSensor(other)))
  ))
}

const sorted = (numbers: number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)

function checkTouching(scene: Scene, one: Case, entity: number, other: number): number {
  const { world } = scene
  const wanted = wantedOf(scene, one, entity, true)
  const view = touching(world, entity, one.filter)
  expect(Array.from(view.entities.subarray(0, view.count))).toEqual(sorted(wanted.map(([, met]) => met)))
  for (const b of [other, ...wanted.map(([, met]) => met)]) {
    expect(isTouching(world, entity, b, one.filter)).toBe(wanted.some(([, met]) => isOf(scene, met, b)))
  }
  return wanted.length
}

function checkContacts(scene: Scene, one: Case, entity: number): number {
  const { physics, world } = scene
  const wanted = wantedOf(scene, one, entity, false)
  const view = queryContacts(world, entity, one.filter)
  const rows = Array.from({ length: view.count }, (_, i) => [view.others[i]!, view.entities[i]!] as const)
  const order = wanted.map(([own, other]) => [other, own] as const).sort((p, q) => p[0] - q[0] || p[1] - q[1])
  expect([...new Set(rows.map(String))]).toEqual(order.map(String))
  for (let i = 0; i < view.count; i++) {
    expect(Math.hypot(view.nx[i]!, view.ny[i]!)).toBeCloseTo(1, 9)
    if (inner(physics).bodies.sensor[view.entities[i]!] === 1 || inner(physics).bodies.sensor[view.others[i]!] === 1) {
      expect(view.impulse[i]).toBe(0)
    }
  }
  return wanted.length
}

/** What terms do to the sides of a pair is told by test/queries/pairs.test.ts. */
function checkPairs({ world, isSensor }: Scene, { filter, passes }: Case, lists: boolean, sleeping: boolean): number {
  const [termsA, termsB] = lists ? [[Tag], [Not(Other)]] : []
  const all = queryPairs(world, termsA, termsB, { sleeping, out: new PairBuffer() })
  const wanted: string[] = []
  for (let i = 0; i < all.count; i++) {
    const [a, b] = [all.a[i]!, all.b[i]!]
    if (filter.includeSensors === false && (isSensor(a) || isSensor(b))) continue
    if (passes(a) && passes(b)) wanted.push(`${a}-${b}`)
  }
  const view = queryPairs(world, termsA, termsB, { ...filter, sleeping })
  expect(Array.from({ length: view.count }, (_, i) => `${view.a[i]}-${view.b[i]}`)).toEqual(wanted)
  return wanted.length
}

function checkDistance(scene: Scene, { filter, passes }: Case, a: number, b: number): number {
  if (a === b) return 0
  const { world, colliders, isSensor } = scene
  const outlines = scene.outlines()
  const counts = (collider: number) => filter.includeSensors !== false || !isSensor(collider)
  const ones = colliders.filter((collider) => isOf(scene, collider, a) && counts(collider))
  const twos = colliders.filter((collider) => isOf(scene, collider, b) && counts(collider) && passes(collider))
  const got = distance(world, a, b, filter)
  if (ones.length === 0 || twos.length === 0) {
    expect(got).toBeNull()
    return 0
  }
  const wanted = Math.min(...ones.flatMap((one) => twos.map((two) => distanceOf(outlines.get(one)!, outlines.get(two)!))))
  if (wanted <= 0) expect(got!.distance).toBeLessThan(1e-6)
  else expect(got!.distance).toBeCloseTo(wanted, 7)
  return 1
}

describe.each(BROAD_PHASE_NAMES)('with any filter, over %s', (broadPhase) => {
  const scene = sceneOf(76, BROAD_PHASES[broadPhase])
  const someone = fc.constantFrom(...sorted([...scene.colliders, ...scene.entities.filter((e) => inner(scene.physics).bodies.isBody(e))]))
  const checks: [name: string, check: (one: Case, a: number, b: number) => number][] = [
    ['touching and isTouching', (one, a, b) => checkTouching(scene, one, a, b)],
    ['queryContacts', (one, a) => checkContacts(scene, one, a)],
    ['queryPairs', (one, a, b) => checkPairs(scene, one, a % 2 === 0, b % 2 === 0)],
    ['distance', (one, a, b) => checkDistance(scene, one, a, b)],
  ]
  it.each(checks)('%s', (_, check) => {
    let met = 0
    fc.assert(
      fc.property(caseOf(scene), someone, someone, (one, a, b) => { met += check(one, a, b) }),
      { seed: 5, numRuns: SOAK ? 800 : 200 },
    )
    expect(met).toBeGreaterThan(100)
  })
})

it('the scene holds what the filters are about', () => {
  const scene = sceneOf(76, BROAD_PHASES.quadtree)
  const { world, physics, touches, isSensor } = scene
  expect(touches.length).toBeGreaterThan(200)
  const compounds = touches.filter(([own]) => bodyOf(world, own) !== own)
  expect(compounds.some(([own]) => isSensor(own)) && compounds.some(([own]) => !isSensor(own))).toBe(true)
  expect(touches.some(([own, other]) => isSensor(own) && isSensor(other))).toBe(true)
  expect(touches.some(([own]) => hasComponent(world, bodyOf(world, own), physics.components.Sleeping))).toBe(true)
})
