import type { World } from 'bitecs'
import {
  EntityBuffer, bodyOf, box, capsule, castRay, castRayAll, castRayAny, castRays, castShape, circle, distance, isTouching,
  nearest, polygon, queryContacts, queryPairs, queryPoint, queryRegion, queryShape, queryView, touching, visitContacts,
  type PairQueryOptions, type QueryFilter, type ShapeData as EngineShape,
} from '../../src/index.ts'
import type { ShapeData } from '../scenes/types.ts'
import { pushShape } from './draw-body.ts'
import type { InstanceBatch, PolygonBatch } from './instances.ts'
import { PLAIN } from './instances.ts'
import { ASKED, ASKED_FILL, CONTACT_NORMAL, FOUND_EDGE } from './theme.ts'

/** Where a question is asked: from where the pointer was pressed last to where it is now. */
export interface Asked {
  readonly world: World
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly variant: string
  readonly filter: QueryFilter
}

/** What came back: whom to light up, and a line for each in the list. */
export interface Answer {
  readonly entities: readonly number[]
  readonly lines: readonly (readonly [string, string])[]
}

/** Where the marks of a question are drawn; `pixel` is the size of a pixel in meters. */
export interface Sketch {
  readonly marks: InstanceBatch
  readonly polygons: PolygonBatch
  readonly pixel: number
}

export interface QueryTool {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly description: string
  readonly hint: string
  readonly variants: readonly string[]
  code(asked: Asked): string
  /** Asks, and does nothing else: it is timed. */
  ask(asked: Asked): void
  /** Asks, draws question and answer, and tells what was found. */
  show(asked: Asked, sketch: Sketch): Answer
}

const RAYS = 180
const FAN_REACH = 14
const fan = new Float64Array(RAYS * 4)
const own = new EntityBuffer()

/** Shapes to ask with, for the engine and for drawing. */
const PROBES: Readonly<Record<string, { readonly shape: EngineShape; readonly look: ShapeData }>> = {
  circle: { shape: circle(1.6), look: { type: 'circle', radius: 1.6 } },
  box: { shape: box(2, 0.9), look: { type: 'box', halfWidth: 2, halfHeight: 0.9 } },
  capsule: { shape: capsule(1.6, 0.6), look: { type: 'capsule', halfLength: 1.6, radius: 0.6 } },
  polygon: {
    shape: polygon([{ x: -1.4, y: -1 }, { x: 1.9, y: 0 }, { x: -1.4, y: 1 }]),
    look: { type: 'polygon', points: [{ x: -1.4, y: -1 }, { x: 1.9, y: 0 }, { x: -1.4, y: 1 }] },
  },
}

function listed(entities: ArrayLike<number>, count: number, text: (i: number) => string): Answer {
  const all = Array.from({ length: count }, (_, i) => entities[i])
  return { entities: all, lines: all.map((entity, i) => [`#${entity}`, text(i)] as const) }
}

const NOTHING: Answer = { entities: [], lines: [] }

function dot({ marks, pixel }: Sketch, x: number, y: number, color = FOUND_EDGE, size = 4): void {
  marks.push(x, y, 1, 0, 0, 0, size * pixel, PLAIN, color, 0)
}

function arrow({ marks, pixel }: Sketch, x: number, y: number, nx: number, ny: number): void {
  marks.pushLine(x, y, x + nx * 26 * pixel, y + ny * 26 * pixel, 1.1 * pixel, CONTACT_NORMAL)
}

function line({ marks, pixel }: Sketch, x1: number, y1: number, x2: number, y2: number, color = ASKED, half = 0.8): void {
  marks.pushLine(x1, y1, x2, y2, half * pixel, color)
}

function frame({ marks }: Sketch, [minX, minY, maxX, maxY]: [number, number, number, number]): void {
  marks.push(
    (minX + maxX) / 2, (minY + maxY) / 2, 1, 0, (maxX - minX) / 2, (maxY - minY) / 2, 0, PLAIN, ASKED_FILL, ASKED,
  )
}

function turnOf({ x1, y1, x2, y2 }: Asked): number {
  return Math.atan2(y2 - y1, x2 - x1)
}

function number(value: number): string {
  return value.toFixed(2)
}

function regionOf({ x1, y1, x2, y2 }: Asked): [number, number, number, number] {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

function fillFan({ x2, y2 }: Asked): void {
  for (let i = 0; i < RAYS; i++) {
    const angle = (2 * Math.PI * i) / RAYS
    fan.set([x2, y2, x2 + Math.cos(angle) * FAN_REACH, y2 + Math.sin(angle) * FAN_REACH], i * 4)
  }
}

/** The body nearest to a point, of all layers; 0 when there is none. */
function bodyAt({ world, filter }: Asked, x: number, y: number): number {
  const found = nearest(world, x, y, 1, Infinity, { includeSensors: filter.includeSensors === true })
  return found.count === 0 ? 0 : bodyOf(world, found.entities[0])
}

/** The body nearest to where the pointer is that passes the filter and is not `besides`. */
function otherAt({ world, filter, x2, y2 }: Asked, besides: number): number {
  const found = nearest(world, x2, y2, 1, Infinity, { ...filter, exclude: besides })
  return found.count === 0 ? 0 : bodyOf(world, found.entities[0])
}

function pairOptions({ filter, variant }: Asked): PairQueryOptions {
  return { ...filter, sleeping: true, candidates: variant === 'candidates' }
}

export const TOOLS: readonly QueryTool[] = [
  {
    name: 'point', title: 'What is here', group: 'Overlap', variants: [],
    description: 'Everything whose shape holds the point: what is under the mouse. Exact to the shape, not its box.',
    hint: 'Move the pointer over the bodies.',
    code: ({ x2, y2 }) => `queryPoint(world, ${number(x2)}, ${number(y2)}, filter)`,
    ask: ({ world, x2, y2, filter }) => { queryPoint(world, x2, y2, filter) },
    show({ world, x2, y2, filter }, sketch) {
      const { count, entities } = queryPoint(world, x2, y2, filter)
      dot(sketch, x2, y2, ASKED)
      return listed(entities, count, () => '')
    },
  },
  {
    name: 'region', title: 'Region', group: 'Overlap', variants: [],
    description: 'Everything whose shape overlaps an upright box: a selection frame, or what a camera sees.',
    hint: 'Press for one corner, move for the other.',
    code: (asked) => `queryRegion(world, ${regionOf(asked).map(number).join(', ')}, filter)`,
    ask: (asked) => { queryRegion(asked.world, ...regionOf(asked), asked.filter) },
    show(asked, sketch) {
      const region = regionOf(asked)
      const { count, entities } = queryRegion(asked.world, ...region, asked.filter)
      frame(sketch, region)
      return listed(entities, count, () => '')
    },
  },
  {
    name: 'view', title: 'Camera view', group: 'Overlap', variants: [],
    description: 'Everything whose box may be seen in an upright rectangle: what to draw. Boxes only, for tens of thousands.',
    hint: 'Press for one corner, move for the other.',
    code: (asked) => `queryView(world, ${regionOf(asked).map(number).join(', ')}, filter)`,
    ask: (asked) => { queryView(asked.world, ...regionOf(asked), asked.filter) },
    show(asked, sketch) {
      const { count, entities } = queryView(asked.world, ...regionOf(asked), asked.filter)
      frame(sketch, regionOf(asked))
      return listed(entities, count, () => '')
    },
  },
  {
    name: 'shape', title: 'Shape overlap', group: 'Overlap', variants: Object.keys(PROBES),
    description: 'Everything that a shape at a pose overlaps: what an explosion reaches, whether a place is free.',
    hint: 'The shape follows the pointer, and points away from where you pressed.',
    code: (asked) => `queryShape(world, ${asked.variant}(…), ${number(asked.x2)}, ${number(asked.y2)}, ${number(turnOf(asked))}, filter)`,
    ask(asked) { queryShape(asked.world, PROBES[asked.variant].shape, asked.x2, asked.y2, turnOf(asked), asked.filter) },
    show(asked, { marks, polygons }) {
      const { shape, look } = PROBES[asked.variant]
      const { count, entities } = queryShape(asked.world, shape, asked.x2, asked.y2, turnOf(asked), asked.filter)
      pushShape(marks, polygons, look, asked.x2, asked.y2, turnOf(asked), ASKED_FILL, ASKED)
      return listed(entities, count, () => '')
    },
  },
  {
    name: 'ray', title: 'Closest ray hit', group: 'Cast', variants: [],
    description: 'The first thing that a ray enters, where, and with which normal: a shot, a line of sight.',
    hint: 'Press for the start, move for the end.',
    code: ({ x1, y1, x2, y2 }) => `castRay(world, ${[x1, y1, x2, y2].map(number).join(', ')}, filter)`,
    ask: ({ world, x1, y1, x2, y2, filter }) => { castRay(world, x1, y1, x2, y2, filter) },
    show({ world, x1, y1, x2, y2, filter }, sketch) {
      const hit = castRay(world, x1, y1, x2, y2, filter)
      dot(sketch, x1, y1, ASKED)
      line(sketch, x1, y1, hit?.x ?? x2, hit?.y ?? y2)
      if (hit === null) return NOTHING
      line(sketch, hit.x, hit.y, x2, y2, ASKED_FILL)
      arrow(sketch, hit.x, hit.y, hit.nx, hit.ny)
      dot(sketch, hit.x, hit.y)
      const text = `${number(hit.distance)} m, normal ${number(hit.nx)} ${number(hit.ny)}`
      return { entities: [hit.entity], lines: [[`#${hit.entity}`, text]] }
    },
  },
  {
    name: 'sight', title: 'Line of sight', group: 'Cast', variants: [],
    description: 'Whether anything is in the way: cheaper than the closest hit, for what only wants to know if it is free.',
    hint: 'Press for the start, move for the end.',
    code: ({ x1, y1, x2, y2 }) => `castRayAny(world, ${[x1, y1, x2, y2].map(number).join(', ')}, filter)`,
    ask: ({ world, x1, y1, x2, y2, filter }) => { castRayAny(world, x1, y1, x2, y2, filter) },
    show({ world, x1, y1, x2, y2, filter }, sketch) {
      const blocked = castRayAny(world, x1, y1, x2, y2, filter)
      line(sketch, x1, y1, x2, y2, blocked ? CONTACT_NORMAL : ASKED, 1.4)
      dot(sketch, x1, y1, ASKED)
      dot(sketch, x2, y2, ASKED)
      return { entities: [], lines: [[blocked ? 'true' : 'false', blocked ? 'something is in the way' : 'the way is free']] }
    },
  },
  {
    name: 'ray-all', title: 'All ray hits', group: 'Cast', variants: [],
    description: 'Everything that a ray passes through, where it enters each, from near to far.',
    hint: 'Press for the start, move for the end.',
    code: ({ x1, y1, x2, y2 }) => `castRayAll(world, ${[x1, y1, x2, y2].map(number).join(', ')}, filter)`,
    ask: ({ world, x1, y1, x2, y2, filter }) => { castRayAll(world, x1, y1, x2, y2, filter) },
    show({ world, x1, y1, x2, y2, filter }, sketch) {
      const hits = castRayAll(world, x1, y1, x2, y2, filter)
      dot(sketch, x1, y1, ASKED)
      line(sketch, x1, y1, x2, y2)
      for (let i = 0; i < hits.count; i++) {
        arrow(sketch, hits.x[i], hits.y[i], hits.nx[i], hits.ny[i])
        dot(sketch, hits.x[i], hits.y[i])
      }
      return listed(hits.entities, hits.count, (i) => `${number(hits.distance[i])} m`)
    },
  },
  {
    name: 'fan', title: 'A fan of rays', group: 'Cast', variants: [],
    description: `${RAYS} rays in one call over typed arrays: a light, a lidar, the field of view of a guard.`,
    hint: 'The fan follows the pointer.',
    code: () => `castRays(world, rays, ${RAYS}, filter)`,
    ask(asked) {
      fillFan(asked)
      castRays(asked.world, fan, RAYS, asked.filter)
    },
    show(asked, sketch) {
      fillFan(asked)
      const hits = castRays(asked.world, fan, RAYS, asked.filter)
      const counts = new Map<number, number>()
      for (let i = 0; i < hits.count; i++) {
        line(sketch, asked.x2, asked.y2, hits.x[i], hits.y[i], ASKED_FILL, 1)
        if (hits.entities[i] === 0) continue
        dot(sketch, hits.x[i], hits.y[i], FOUND_EDGE, 2.2)
        counts.set(hits.entities[i], (counts.get(hits.entities[i]) ?? 0) + 1)
      }
      dot(sketch, asked.x2, asked.y2, ASKED)
      const lines = [...counts].sort((a, b) => b[1] - a[1]).map(([entity, count]) => [`#${entity}`, `${count} rays`] as const)
      return { entities: [...counts.keys()], lines }
    },
  },
  {
    name: 'shape-cast', title: 'Shape cast', group: 'Cast', variants: Object.keys(PROBES),
    description: 'The first thing that a moving shape touches, and where the shape is then: does the crate fit through?',
    hint: 'Press for the start, move for the end of the way.',
    code: ({ variant, x1, y1, x2, y2 }) => (
      `castShape(world, ${variant}(…), ${number(x1)}, ${number(y1)}, 0, ${number(x2 - x1)}, ${number(y2 - y1)}, filter)`
    ),
    ask: ({ world, variant, x1, y1, x2, y2, filter }) => {
      castShape(world, PROBES[variant].shape, x1, y1, 0, x2 - x1, y2 - y1, filter)
    },
    show({ world, variant, x1, y1, x2, y2, filter }, sketch) {
      const { shape, look } = PROBES[variant]
      const hit = castShape(world, shape, x1, y1, 0, x2 - x1, y2 - y1, filter)
      const part = hit?.fraction ?? 1
      const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
      pushShape(sketch.marks, sketch.polygons, look, x1, y1, 0, 0, ASKED)
      pushShape(sketch.marks, sketch.polygons, look, x, y, 0, ASKED_FILL, ASKED)
      line(sketch, x1, y1, x, y)
      if (hit === null) return NOTHING
      arrow(sketch, hit.x, hit.y, hit.nx, hit.ny)
      dot(sketch, hit.x, hit.y)
      return { entities: [hit.entity], lines: [[`#${hit.entity}`, `at ${number(hit.fraction)} of the way`]] }
    },
  },
  {
    name: 'nearest', title: 'Nearest', group: 'Distance', variants: ['1', '5', '20'],
    description: 'The k nearest to a point, by their true surface, with the closest point of each.',
    hint: 'Move the pointer.',
    code: ({ x2, y2, variant }) => `nearest(world, ${number(x2)}, ${number(y2)}, ${variant}, Infinity, filter)`,
    ask: ({ world, x2, y2, variant, filter }) => { nearest(world, x2, y2, Number(variant), Infinity, filter) },
    show({ world, x2, y2, variant, filter }, sketch) {
      const hits = nearest(world, x2, y2, Number(variant), Infinity, filter)
      for (let i = 0; i < hits.count; i++) {
        line(sketch, x2, y2, hits.x[i], hits.y[i], ASKED_FILL, 1.6)
        dot(sketch, hits.x[i], hits.y[i])
      }
      dot(sketch, x2, y2, ASKED)
      return listed(hits.entities, hits.count, (i) => `${number(hits.distance[i])} m`)
    },
  },
  {
    name: 'distance', title: 'Between two bodies', group: 'Distance', variants: [],
    description: 'How far two bodies are apart and where they are closest. Negative while they overlap.',
    hint: 'Press near the one, move near the other. The filter is about the other.',
    code: () => 'distance(world, a, b, filter)\nisTouching(world, a, b, filter)',
    ask(asked) {
      const a = bodyAt(asked, asked.x1, asked.y1)
      const b = a === 0 ? 0 : otherAt(asked, a)
      if (a !== 0 && b !== 0) distance(asked.world, a, b, asked.filter)
    },
    show(asked, sketch) {
      const a = bodyAt(asked, asked.x1, asked.y1)
      const b = a === 0 ? 0 : otherAt(asked, a)
      const found = a === 0 || b === 0 ? null : distance(asked.world, a, b, asked.filter)
      if (found === null) return NOTHING
      line(sketch, found.ax, found.ay, found.bx, found.by, ASKED, 1.2)
      dot(sketch, found.ax, found.ay)
      dot(sketch, found.bx, found.by)
      return { entities: [a, b], lines: [
        [`#${a}`, `to #${b}: ${found.distance.toFixed(3)} m`],
        [String(isTouching(asked.world, a, b, asked.filter)), 'they touch'],
      ] }
    },
  },
  {
    name: 'pairs', title: 'All that touch', group: 'Contacts', variants: ['touching', 'candidates'],
    description: 'Every pair that touches as of the last step, each once; or those too of which only the boxes overlap.',
    hint: 'The pairs that rest are listed too. Both sides must pass the filter.',
    code: ({ variant }) => (
      `queryPairs(world, [], [], { ...filter, sleeping: true${variant === 'candidates' ? ', candidates: true' : ''} })`
    ),
    ask: (asked) => { queryPairs(asked.world, [], [], pairOptions(asked)) },
    show(asked, sketch) {
      const { a, b, count } = queryPairs(asked.world, [], [], pairOptions(asked))
      const found = new Set(Array.from({ length: count }, (_, i) => `${a[i]}-${b[i]}`))
      visitContacts(asked.world, (x, y, _nx, _ny, _impulse, one, other) => {
        if (found.has(`${one}-${other}`)) dot(sketch, x, y, FOUND_EDGE, 3)
      })
      const entities = Array.from({ length: 2 * count }, (_, i) => (i < count ? a[i] : b[i - count]))
      return { entities, lines: Array.from({ length: count }, (_, i) => [`#${a[i]}`, `with #${b[i]}`] as const) }
    },
  },
  {
    name: 'touching', title: 'Who touches it', group: 'Contacts', variants: [],
    description: 'Everything that touches a body as of the last step, and each contact point with its impulse.',
    hint: 'Move the pointer near a body. The filter is about the others.',
    code: () => 'touching(world, entity, filter)\nqueryContacts(world, entity, filter)',
    ask(asked) {
      const body = bodyAt(asked, asked.x2, asked.y2)
      if (body === 0) return
      touching(asked.world, body, asked.filter)
      queryContacts(asked.world, body, asked.filter)
    },
    show(asked, sketch) {
      const body = bodyAt(asked, asked.x2, asked.y2)
      if (body === 0) return NOTHING
      const others = touching(asked.world, body, asked.filter, own)
      const contacts = queryContacts(asked.world, body, asked.filter)
      for (let i = 0; i < contacts.count; i++) {
        arrow(sketch, contacts.x[i], contacts.y[i], contacts.nx[i], contacts.ny[i])
        dot(sketch, contacts.x[i], contacts.y[i])
      }
      const all = Array.from({ length: others.count }, (_, i) => others.entities[i])
      const lines = [[`#${body}`, `${contacts.count} contact points`] as const, ...all.map((entity) => [`#${entity}`, 'touches it'] as const)]
      return { entities: [body, ...all], lines }
    },
  },
]
