import { Not, hasComponent } from 'bitecs'
import {
  type Distance, type Hit, type HitView, type QueryFilter, castRay, castRayAll, castRayAny, castShape, distance, nearest, queryPoint,
  queryRegion, queryShape, queryView,
} from '../../src/index.ts'
import { Failure, must } from './failure.ts'
import { type Meeting, type Solid, meet, moved, pointSeparation, separation } from './geometry.ts'
import { Model, type Part, type Seen, looseSolids } from './model.ts'
import type { FilterSpec, Question, Vector } from './operations.ts'
import { shapeOf } from './shapes.ts'

/** Length. What rounding may do to a distance. */
const SLACK = 1e-6

type Ask<K extends Question['ask']> = Extract<Question, { ask: K }>

/** Asks the engine, compares the answer with brute force, and returns it as text, to the last bit. */
export function ask(seen: Seen, question: Question, spec: FilterSpec | null): string {
  const filter = spec === null ? null : filterOf(seen, spec)
  switch (question.ask) {
    case 'point':
      return askPoint(seen, question, spec, filter)
    case 'region':
    case 'view':
      return askRegion(seen, question, spec, filter)
    case 'shape':
      return askShape(seen, question, spec, filter)
    case 'ray':
    case 'rayAny':
    case 'rayAll':
      return askRay(seen, question, spec, filter)
    case 'cast':
      return askCast(seen, question, spec, filter)
    case 'nearest':
      return askNearest(seen, question, spec, filter)
    case 'distance':
      return askDistance(seen, question)
  }
}

function filterOf(seen: Seen, spec: FilterSpec): QueryFilter {
  const filter: QueryFilter = {}
  if (spec.mask !== undefined) filter.mask = spec.mask
  if (spec.category !== undefined) filter.category = spec.category
  const excluded = spec.exclude === undefined ? undefined : seen.slots.get(spec.exclude)?.entity
  if (excluded !== undefined) filter.exclude = excluded
  if (spec.includeSensors !== undefined) filter.includeSensors = spec.includeSensors
  if (spec.term !== undefined) filter.terms = [termOf(seen, spec.term)]
  const { rest } = spec
  if (rest !== undefined) filter.predicate = (entity) => entity % 3 === rest
  return filter
}

function termOf({ physics }: Seen, term: NonNullable<FilterSpec['term']>): object {
  const { Static, Velocity, Material } = physics.components
  if (term === '!Static') return Not(Static)
  return term === 'Static' ? Static : term === 'Velocity' ? Velocity : Material
}

/** Whether a filter lets a collider through, by the words of the documentation. */
function passes(seen: Seen, spec: FilterSpec | null, part: Part): boolean {
  if (part.sensor && spec?.includeSensors !== true) return false
  if (spec === null) return true
  const { world, physics } = seen
  const { Static, Velocity, Material } = physics.components
  const has = (component: object): boolean =>
    hasComponent(world, part.entity, component) || hasComponent(world, part.body, component)
  if (spec.mask !== undefined && (part.category & spec.mask) === 0) return false
  if (spec.category !== undefined && (part.mask & spec.category) === 0) return false
  const excluded = spec.exclude === undefined ? undefined : seen.slots.get(spec.exclude)?.entity
  if (excluded !== undefined && (excluded === part.entity || excluded === part.body)) return false
  if (spec.term === 'Static' && !has(Static)) return false
  if (spec.term === '!Static' && has(Static)) return false
  if (spec.term === 'Velocity' && !has(Velocity)) return false
  if (spec.term === 'Material' && !has(Material)) return false
  return spec.rest === undefined || part.entity % 3 === spec.rest
}

/** The colliders that could be reported, without chains, whose links have ids that filters see and programs do not. */
function candidates(seen: Seen, model: Model, spec: FilterSpec | null): Part[] {
  if (seen.stepping) return []
  return model.parts.filter((part) => !part.stale && !part.chain && passes(seen, spec, part))
}

/** What was reported as parts. Checks that each id is a collider that passes the filter. */
function reported(seen: Seen, model: Model, spec: FilterSpec | null, ids: readonly number[], caller: string): Part[] {
  // Within a step what was changed in it may or may not have been taken in.
  if (seen.stepping) return []
  return ids.map((id) => {
    const part = model.find(id)
    if (part === undefined) throw new Failure(`${caller} reports a stranger`, `${id}`)
    must(part.stale || part.chain || passes(seen, spec, part), `${caller} reports what the filter refuses`, () => `${id}`)
    return part
  })
}

/** Compares a list of colliders with a signed distance of each: what is clearly in must be there, and nothing that is clearly out. */
function compareList(
  seen: Seen, model: Model, spec: FilterSpec | null, ids: readonly number[], depth: (part: Part) => number, caller: string,
): void {
  for (let i = 1; i < ids.length; i++) must(ids[i]! > ids[i - 1]!, `${caller} out of order`, () => ids.join())
  const parts = reported(seen, model, spec, ids, caller)
  if (seen.stepping) return
  for (const part of parts) {
    if (part.stale) continue
    const away = depth(part)
    must(away <= SLACK, `${caller} reports what is away`, () => `${part.entity}, ${away.toFixed(6)} away`)
  }
  for (const part of candidates(seen, model, spec)) {
    const away = depth(part)
    must(away >= -SLACK || ids.includes(part.entity), `${caller} misses`, () => `${part.entity}, ${(-away).toFixed(6)} deep`)
  }
}

function askPoint(seen: Seen, { x, y }: Ask<'point'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const view = queryPoint(seen.world, x, y, filter)
  const ids = Array.from(view.entities.subarray(0, view.count))
  const model = new Model(seen)
  compareList(seen, model, spec, ids, (part) => Math.min(...part.solids.map((solid) => pointSeparation(solid, x, y))), 'queryPoint')
  return ids.join()
}

function askRegion(seen: Seen, { ask: name, box }: Ask<'region' | 'view'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const [minX, minY, maxX, maxY] = box
  const view = (name === 'region' ? queryRegion : queryView)(seen.world, minX, minY, maxX, maxY, filter)
  const ids = Array.from(view.entities.subarray(0, view.count))
  const model = new Model(seen)
  const region: Solid = { core: [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]], radius: 0, sided: false }
  const depth = (part: Part): number => Math.min(...part.solids.map((solid) => separation(region, solid)))
  if (name === 'region') compareList(seen, model, spec, ids, depth, 'queryRegion')
  else {
    // Without a filter it reports sensors too.
    const wide = spec ?? { includeSensors: true }
    reported(seen, model, wide, ids, 'queryView')
    for (const part of candidates(seen, model, wide)) {
      must(depth(part) >= -SLACK || ids.includes(part.entity), 'queryView misses', () => `${part.entity}`)
    }
  }
  return ids.join()
}

function askShape(seen: Seen, { shape, x, y, angle }: Ask<'shape'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const view = queryShape(seen.world, shapeOf(shape), x, y, angle, filter)
  const ids = Array.from(view.entities.subarray(0, view.count))
  const probe = looseSolids(shape, x, y, angle)
  compareList(seen, new Model(seen), spec, ids, (part) => leastOf(probe, part.solids), 'queryShape')
  return ids.join()
}

function leastOf(ones: readonly Solid[], others: readonly Solid[]): number {
  let least = Infinity
  for (const one of ones) for (const other of others) least = Math.min(least, separation(one, other))
  return least
}

/** Where a way meets a part: the earliest of its solids. A link that is met from behind lets it pass. */
function meetPart(part: Part, way: Vector, depthOf: (solid: Solid, t: number) => number): Meeting {
  let surely = Infinity
  let perhaps = Infinity
  let least = Infinity
  for (const solid of part.solids) {
    if (solid.sided && !comesFromLeft(solid, way)) continue
    const meeting = meet((t) => depthOf(solid, t), SLACK)
    surely = Math.min(surely, meeting.surely)
    perhaps = Math.min(perhaps, meeting.perhaps)
    least = Math.min(least, meeting.least)
  }
  return { surely, perhaps, least }
}

function comesFromLeft(solid: Solid, [dx, dy]: Vector): boolean {
  const [a, b] = solid.core as [Vector, Vector]
  return dx * (a[1] - b[1]) + dy * (b[0] - a[0]) < 0
}

function askRay(seen: Seen, question: Ask<'ray' | 'rayAny' | 'rayAll'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const { from, to } = question
  const way: Vector = [to[0] - from[0], to[1] - from[1]]
  const { world } = seen
  const depthOf = (solid: Solid, t: number): number => pointSeparation(solid, from[0] + way[0] * t, from[1] + way[1] * t)
  const model = new Model(seen)
  if (question.ask === 'rayAny') {
    const any = castRayAny(world, from[0], from[1], to[0], to[1], filter)
    if (!any) checkNothing(seen, model, spec, way, depthOf, 'castRayAny')
    return String(any)
  }
  if (question.ask === 'ray') {
    const hit = castRay(world, from[0], from[1], to[0], to[1], filter)
    checkHit(seen, model, spec, way, depthOf, hit, 'castRay')
    return hit === null ? 'null' : textOf(hit)
  }
  const view = castRayAll(world, from[0], from[1], to[0], to[1], filter)
  const ids = Array.from(view.entities.subarray(0, view.count))
  reported(seen, model, spec, ids, 'castRayAll')
  for (let i = 1; i < view.count; i++) {
    must(view.fraction[i]! >= view.fraction[i - 1]!, 'castRayAll out of order', () => `${view.fraction[i - 1]}, ${view.fraction[i]}`)
  }
  for (const part of candidates(seen, model, spec)) {
    const { surely, perhaps, least } = meetPart(part, way, depthOf)
    const at = ids.indexOf(part.entity)
    if (at < 0) must(surely === Infinity || isLinePart(part), 'castRayAll misses', () => `${part.entity}, ${-least} deep`)
    else must(perhaps <= 1, 'castRayAll reports what is away', () => `${part.entity}, ${least} away`)
  }
  return listText(view)
}

/** Lines have no inside: whether they are met cannot be told from depth. */
function isLinePart(part: Part): boolean {
  return part.solids.every((solid) => solid.core.length < 3 && solid.radius === 0)
}

type DepthAlong = (solid: Solid, t: number) => number

function checkNothing(seen: Seen, model: Model, spec: FilterSpec | null, way: Vector, depthOf: DepthAlong, caller: string): void {
  for (const part of candidates(seen, model, spec)) {
    const { surely, least } = meetPart(part, way, depthOf)
    must(surely === Infinity, `${caller} misses`, () => `${part.entity}, ${-least} deep`)
  }
}

function checkHit(
  seen: Seen, model: Model, spec: FilterSpec | null, way: Vector, depthOf: DepthAlong, hit: Readonly<Hit> | null, caller: string,
): void {
  if (hit === null) return checkNothing(seen, model, spec, way, depthOf, caller)
  const numbers = [hit.x, hit.y, hit.nx, hit.ny, hit.distance, hit.fraction]
  must(numbers.every(Number.isFinite), `${caller} not finite`, () => numbers.join(' '))
  must(hit.fraction >= 0 && hit.fraction <= 1, `${caller} beyond its way`, () => `${hit.fraction}`)
  const [part] = reported(seen, model, spec, [hit.entity], caller)
  const length = Math.hypot(way[0], way[1])
  const near = (fraction: number): boolean => Math.abs(fraction - hit.fraction) * length < 1e-3
  if (part !== undefined && !part.stale) {
    const own = meetPart(part, way, depthOf)
    const sound = own.perhaps - 1e-9 <= hit.fraction && (hit.fraction <= own.surely || near(own.surely) || own.surely === Infinity)
    must(sound, `${caller} wrong`, () => `${hit.entity} at ${hit.fraction}, is met between ${own.perhaps} and ${own.surely}`)
  }
  for (const other of candidates(seen, model, spec)) {
    const { surely } = meetPart(other, way, depthOf)
    const earlier = surely < hit.fraction && !near(surely)
    must(!earlier, `${caller} overlooks`, () => `${other.entity} at ${surely}; told was ${hit.entity} at ${hit.fraction}`)
  }
}

function askCast(seen: Seen, question: Ask<'cast'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const { shape, x, y, angle, way } = question
  const hit = castShape(seen.world, shapeOf(shape), x, y, angle, way[0], way[1], filter)
  const probe = looseSolids(shape, x, y, angle)
  const model = new Model(seen)
  // What overlaps at the start may be let go: these are left out.
  const free = (part: Part): boolean => leastOf(probe, part.solids) > SLACK
  const depthOf: DepthAlong = (solid, t) => leastOf(probe.map((one) => moved(one, way[0] * t, way[1] * t)), [solid])
  if (hit !== null && hit.fraction === 0) {
    reported(seen, model, spec, [hit.entity], 'castShape')
    return textOf(hit)
  }
  const length = Math.hypot(way[0], way[1])
  for (const part of candidates(seen, model, spec)) {
    if (!free(part)) continue
    const { surely } = meetPart(part, way, depthOf)
    if (hit === null) must(surely === Infinity, 'castShape misses', () => `${part.entity} at ${surely}`)
    else must(surely >= hit.fraction - 1e-3 / length, 'castShape overlooks', () => `${part.entity} at ${surely}; told was ${hit.entity} at ${hit.fraction}`)
  }
  if (hit === null) return 'null'
  const [part] = reported(seen, model, spec, [hit.entity], 'castShape')
  if (part === undefined || part.stale) return textOf(hit)
  const near = leastOf(probe.map((one) => moved(one, way[0] * hit.fraction, way[1] * hit.fraction)), part.solids)
  must(near < 1e-4, 'castShape stops early', () => `${hit.entity} is ${near} away at ${hit.fraction}`)
  return textOf(hit)
}

function askNearest(seen: Seen, { x, y, k, reach }: Ask<'nearest'>, spec: FilterSpec | null, filter: QueryFilter | null): string {
  const view = nearest(seen.world, x, y, k, reach, filter)
  const ids = Array.from(view.entities.subarray(0, view.count))
  const model = new Model(seen)
  const away = (part: Part): number => Math.max(0, Math.min(...part.solids.map((solid) => pointSeparation(solid, x, y))))
  const parts = reported(seen, model, spec, ids, 'nearest')
  parts.forEach((part, i) => {
    if (part.stale || part.chain) return
    const wrong = Math.abs(away(part) - view.distance[i]!)
    must(wrong <= SLACK, 'nearest wrong', () => `${part.entity} is ${away(part)} away, told was ${view.distance[i]}`)
  })
  const farthest = view.count < k ? reach : view.distance[view.count - 1]!
  for (const part of candidates(seen, model, spec)) {
    must(away(part) >= farthest - SLACK || ids.includes(part.entity), 'nearest misses', () => `${part.entity}, ${away(part)} away, farthest ${farthest}`)
  }
  return listText(view)
}

function askDistance(seen: Seen, { a, b }: Ask<'distance'>): string {
  const model = new Model(seen)
  const one = model.parts.filter((part) => part.slot.name === a)
  const other = model.parts.filter((part) => part.slot.name === b)
  if (one.length === 0 || other.length === 0) return 'none'
  const ids: [number, number] = [one[0]!.entity, other[0]!.entity]
  if (one[0]!.body === other[0]!.body) return 'same'
  const gap = distance(seen.world, ids[0], ids[1])
  if (gap === null) return 'null'
  // A body stands for all its colliders.
  const partsOf = (id: number): Part[] => model.parts.filter((part) => part.entity === id || part.body === id)
  const sides = [partsOf(ids[0]), partsOf(ids[1])] as const
  if (seen.stepping || [...sides[0], ...sides[1]].some((part) => part.stale)) return textOfGap(gap)
  let least = Infinity
  for (const p of sides[0]) for (const q of sides[1]) if (p !== q) least = Math.min(least, leastOf(p.solids, q.solids))
  const same = least > SLACK ? Math.abs(gap.distance - least) < SLACK : gap.distance < 2 * SLACK
  const chains = [...sides[0], ...sides[1]].some((part) => part.chain)
  must(same || chains || least === Infinity, 'distance wrong', () => `${ids.join(' and ')}: ${gap.distance}, by brute force ${least}`)
  return textOfGap(gap)
}

function textOfGap(gap: Distance): string {
  return `${gap.distance} ${gap.ax} ${gap.ay} ${gap.bx} ${gap.by} ${gap.nx} ${gap.ny}`
}

function textOf(hit: Readonly<Hit>): string {
  return `${hit.entity} ${hit.x} ${hit.y} ${hit.nx} ${hit.ny} ${hit.distance} ${hit.fraction}`
}

function listText(view: HitView): string {
  let text = ''
  for (let i = 0; i < view.count; i++) text += `${view.entities[i]} ${view.distance[i]} ${view.x[i]} ${view.y[i]};`
  return text
}
