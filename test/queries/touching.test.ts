import { describe, expect, it } from 'vitest'
import { BodyKind } from '../../src/bodies/body-kind.ts'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { GEOMETRY_STRIDE } from '../../src/collision/geometry.ts'
import { ShapeType, bodyOf, isTouching, queryContacts, queryPairs, stepPhysics, touching } from '../../src/index.ts'
import { distanceOf } from './oracle.ts'
import { type RandomWorld, randomWorld } from './random-world.ts'
import { inner } from '../support/inner.ts'

/** Farther apart than this nothing touches; in between the engine may foresee a touch. Unit: m. */
const FORESEEN = 0.05

/** Links of chains let through what comes from behind: the oracle knows only what is solid from all sides. */
function isLink({ physics }: RandomWorld, entity: number): boolean {
  return inner(physics).collision.shapeType[entity] === ShapeType.Segment && inner(physics).collision.geometry[entity * GEOMETRY_STRIDE + 3] === 1
}

/** Whether two colliders may push each other at all, and have been looked at: something about them is awake. */
function mayTouch({ physics, world }: RandomWorld, one: number, two: number): boolean {
  const [a, b] = [bodyOf(world, one), bodyOf(world, two)]
  const { kind, sensor } = inner(physics).bodies
  if (a === b || sensor[one] === 1 || sensor[two] === 1) return false
  return kind[a] === BodyKind.Dynamic || kind[b] === BodyKind.Dynamic
}

/** How far a point of an entity's body may go in a step, with what gravity adds. */
function wayOf({ world, physics }: RandomWorld, entity: number): number {
  const { x, y, angular } = physics.components.Velocity
  const body = bodyOf(world, entity)
  return (Math.hypot(x[body]!, y[body]!) + Math.abs(angular[body]!) * inner(physics).bodies.extent[body]! + 0.2) / 60
}

function pairsOf({ world }: RandomWorld): Set<string> {
  const view = queryPairs(world, undefined, undefined, { sleeping: true })
  const keys = Array.from({ length: view.count }, (_, i) => `${view.a[i]}-${view.b[i]}`)
  expect(new Set(keys).size).toBe(keys.length)
  return new Set(keys)
}

describe.each(BROAD_PHASE_NAMES)('touches over %s, against all pairs one by one', (broadPhase) => {
  it('queryPairs', () => {
    const scene = randomWorld(19, 80, 7, BROAD_PHASES[broadPhase])
    let seen = 0
    for (let step = 0; step < 6; step++) {
      // The next step finds touches at the poses of now, before anything moves.
      const outlines = [...scene.outlines()].filter(([entity]) => !isLink(scene, entity))
      const way = new Map(outlines.map(([entity]) => [entity, wayOf(scene, entity)]))
      stepPhysics(scene.world, 1 / 60)
      const pairs = pairsOf(scene)
      for (const [one, outline] of outlines) {
        for (const [two, other] of outlines) {
          if (two <= one || !mayTouch(scene, one, two)) continue
          const distance = distanceOf(outline, other)
          const got = pairs.has(`${one}-${two}`)
          if (distance < -1e-9 && !got) throw new Error(`${one}-${two} overlap by ${-distance} and are not reported`)
          // What meets within the step touches in it.
          if (distance > FORESEEN + way.get(one)! + way.get(two)! && got) throw new Error(`${one}-${two} are ${distance} apart and are reported`)
          if (got) seen++
        }
      }
    }
    expect(seen).toBeGreaterThan(100)
  })

  it('touching, isTouching and queryContacts tell what queryPairs tells', () => {
    const scene = randomWorld(23, 80, 6, BROAD_PHASES[broadPhase])
    const { world, physics } = scene
    for (let step = 0; step < 4; step++) {
      stepPhysics(world, 1 / 60)
      const pairs = [...pairsOf(scene)].map((key) => key.split('-').map(Number) as [number, number])
      const colliders = [...scene.outlines().keys()]
      for (const entity of colliders) {
        const own = (collider: number) => collider === entity || (inner(physics).bodies.isBody(entity) && bodyOf(world, collider) === entity)
        const met = pairs.flatMap(([a, b]) => [...(own(a) ? [[a, b]] : []), ...(own(b) ? [[b, a]] : [])]) as [number, number][]
        const wanted = [...new Set(met.map(([, other]) => other))].sort((p, q) => p - q)
        const view = touching(world, entity)
        expect(Array.from(view.entities.subarray(0, view.count))).toEqual(wanted)
        for (const other of [...wanted, ...colliders.slice(0, 5)]) expect(isTouching(world, entity, other)).toBe(isMet(scene, met, other))
        const contacts = queryContacts(world, entity)
        const solid = met.filter(([a, b]) => inner(physics).bodies.sensor[a] === 0 && inner(physics).bodies.sensor[b] === 0)
        const rows = Array.from({ length: contacts.count }, (_, i) => `${contacts.entities[i]}-${contacts.others[i]}`)
        expect([...new Set(rows)].sort()).toEqual(solid.map(([a, b]) => `${a}-${b}`).sort())
        for (let i = 0; i < contacts.count; i++) expect(Math.hypot(contacts.nx[i]!, contacts.ny[i]!)).toBeCloseTo(1, 9)
      }
    }
  })
})

function isMet({ world, physics }: RandomWorld, met: [number, number][], other: number): boolean {
  return met.some(([, collider]) => collider === other || (inner(physics).bodies.isBody(other) && bodyOf(world, collider) === other))
}
