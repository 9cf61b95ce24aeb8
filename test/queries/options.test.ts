import { Not, addComponent } from 'bitecs'
import { expect, it } from 'vitest'
import { between } from '../../examples/scenes/random.ts'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import {
  type EntityView, type HitView, type QueryFilter, bodyOf, castRay, castRayAll, castRayAny, castRays, castShape, nearest,
  queryPoint, queryRegion, queryShape, queryView,
} from '../../src/index.ts'
import { type RandomWorld, randomShape, randomWorld } from './random-world.ts'
import { inner } from '../support/inner.ts'

/** Every query with every option, against the same query asked for everything and sorted out by the plain rule. */

type Rule = (scene: RandomWorld, entity: number) => boolean

const noSensor: Rule = ({ physics }, entity) => inner(physics).bodies.sensor[entity] === 0

function options(scene: RandomWorld): [name: string, filter: QueryFilter, rule: Rule][] {
  const { world, physics, entities } = scene
  const { CollisionFilter } = physics.components
  const [Tag, Other] = [{}, {}]
  entities.forEach((entity, i) => {
    if (i % 3 !== 0) addComponent(world, entity, Tag)
    if (i % 2 === 0) addComponent(world, entity, Other)
    CollisionFilter.mask[entity] = i % 5 === 0 ? 2 : 5
  })
  const index = (entity: number) => entities.indexOf(bodyOf(world, entity))
  const few = entities.filter((_, i) => i % 4 === 1)
  const both: Rule = (_, entity) => index(entity) % 3 !== 0 && index(entity) % 2 !== 0
  return [
    ['nothing', {}, () => true],
    ['mask', { mask: 5 }, (_, entity) => (CollisionFilter.category[entity]! & 5) !== 0],
    ['category', { category: 2 }, (_, entity) => (CollisionFilter.mask[entity]! & 2) !== 0],
    ['exclude one', { exclude: entities[1]! }, (_, entity) => index(entity) !== 1],
    ['exclude many', { exclude: few }, (_, entity) => index(entity) % 4 !== 1],
    ['exclude typed', { exclude: Uint32Array.from(few) }, (_, entity) => index(entity) % 4 !== 1],
    ['terms', { terms: [Tag, Not(Other)] }, both],
    ['predicate', { predicate: (entity) => entity % 2 === 0 }, (_, entity) => entity % 2 === 0],
    ['all', { mask: 13, category: 5, exclude: few, terms: [Tag], predicate: (entity) => entity % 7 !== 0 },
      (_, entity) => (CollisionFilter.category[entity]! & 13) !== 0 && (CollisionFilter.mask[entity]! & 5) !== 0
        && index(entity) % 4 !== 1 && index(entity) % 3 !== 0 && entity % 7 !== 0],
  ]
}

const idsOf = (view: EntityView | HitView): number[] => Array.from(view.entities.subarray(0, view.count))
const EVERYTHING: QueryFilter = { includeSensors: true }

for (const broadPhase of BROAD_PHASE_NAMES) {
  it(`every query over ${broadPhase} honors every option`, () => {
    const scene = randomWorld(53, 90, 6, BROAD_PHASES[broadPhase])
    const { world, random } = scene
    const cases = options(scene)
    const at = () => between(random, -7, 7)
    const met = new Map<string, number>()
    for (let i = 0; i < 40; i++) {
      const [x, y, x2, y2] = [at(), at(), at(), at()]
      const [minX, minY, maxX, maxY] = [Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)]
      const shape = randomShape(random)
      const lists: Record<string, (filter: QueryFilter) => number[]> = {
        queryPoint: (filter) => idsOf(queryPoint(world, x, y, filter)),
        queryRegion: (filter) => idsOf(queryRegion(world, minX, minY, maxX, maxY, filter)),
        queryView: (filter) => idsOf(queryView(world, minX, minY, maxX, maxY, filter)),
        queryShape: (filter) => idsOf(queryShape(world, shape, x, y, x2, filter)),
        castRayAll: (filter) => idsOf(castRayAll(world, x, y, x2, y2, filter)),
        nearest: (filter) => idsOf(nearest(world, x, y, 1000, 4, filter)),
      }
      const first: Record<string, (filter: QueryFilter) => number> = {
        castRay: (filter) => castRay(world, x, y, x2, y2, filter)?.entity ?? 0,
        castRays: (filter) => castRays(world, [x, y, x2, y2], 1, filter).entities[0]!,
        castShape: (filter) => castShape(world, shape, x, y, x2, y2, x, filter)?.entity ?? 0,
        nearest1: (filter) => nearest(world, x, y, 1, 4, filter).entities[0]!,
      }
      const everyone = Object.fromEntries(Object.entries(lists).map(([name, ask]) => [name, ask(EVERYTHING)]))
      const alone = castAlone(scene, (filter) => castShape(world, shape, x, y, x2, y2, x, filter))
      for (const [name, filter, rule] of cases) {
        for (const includeSensors of [false, true]) {
          const allowed = (entity: number) => rule(scene, entity) && (includeSensors || noSensor(scene, entity))
          const asked = { ...filter, includeSensors }
          for (const [query, ask] of Object.entries(lists)) {
            const wanted = everyone[query]!.filter(allowed)
            expect([query, name, includeSensors, ask(asked)]).toEqual([query, name, includeSensors, wanted])
            met.set(query, (met.get(query) ?? 0) + wanted.length)
          }
          const ray = everyone['castRayAll']!.find(allowed) ?? 0
          const near = everyone['nearest']!.find(allowed) ?? 0
          const hit = alone.find(([entity]) => allowed(entity))?.[0] ?? 0
          const wanted: Record<string, number> = { castRay: ray, castRays: ray, castShape: hit, nearest1: near }
          for (const [query, ask] of Object.entries(first)) {
            if (query === 'nearest1' && near === 0) continue
            expect([query, name, includeSensors, ask(asked)]).toEqual([query, name, includeSensors, wanted[query]])
            met.set(query, (met.get(query) ?? 0) + (wanted[query] === 0 ? 0 : 1))
          }
          expect(castRayAny(world, x, y, x2, y2, asked)).toBe(ray !== 0)
        }
      }
    }
    for (const [query, count] of met) expect([query, count > 20]).toEqual([query, true])
    // Without a filter a view shows sensors too.
    expect(idsOf(queryView(world, -9, -9, 9, 9))).toEqual(idsOf(queryView(world, -9, -9, 9, 9, EVERYTHING)))
  })
}

/** What a cast meets of each collider by itself, from near to far, at equal places by id. */
function castAlone(
  scene: RandomWorld, ask: (filter: QueryFilter) => { entity: number; fraction: number } | null,
): [entity: number, fraction: number][] {
  const found: [number, number][] = []
  for (const entity of scene.outlines().keys()) {
    const hit = ask({ includeSensors: true, predicate: (other) => other === entity })
    if (hit !== null) found.push([entity, hit.fraction])
  }
  return found.sort((p, q) => p[1] - q[1] || p[0] - q[0])
}
