import type { LevelBody } from './level-body.ts'
import type { ObjectBody } from './level-object.ts'
import { shown } from '../shown.ts'

/** Custom properties by their names. */
export type Properties = Readonly<Record<string, unknown>>

const MATERIAL = ['friction', 'restitution', 'density', 'rollingResistance', 'tangentSpeed'] as const
const FILTER = ['category', 'mask', 'group'] as const

type Surface = Omit<LevelBody, 'shape' | 'x' | 'y' | 'kind'>

/** What custom properties say of a surface: friction and the like, category, mask and group, `sensor`, `oneWay`. */
export function surfaceFrom(properties: Properties, sign: 1 | -1, place: string): Surface {
  const material = numbersOf(properties, MATERIAL, place)
  const filter = numbersOf(properties, FILTER, place)
  const oneWay = oneWayFrom(properties['oneWay'], sign, place)
  return {
    ...(material === null ? {} : { material }), ...(filter === null ? {} : { filter }), ...(oneWay === null ? {} : { oneWay }),
    ...(booleanOf(properties, 'sensor', place) === true ? { sensor: true } : {}),
  }
}

function numbersOf(properties: Properties, names: readonly string[], place: string): Record<string, number> | null {
  const found: Record<string, number> = {}
  for (const name of names) {
    const value = properties[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'number') throw new RangeError(`${place}: the property ${name} must be a number, got ${shown(value)}.`)
    found[name] = value
  }
  return Object.keys(found).length === 0 ? null : found
}

/** A property that is true or false, or undefined where there is none. */
export function booleanOf(properties: Properties, name: string, place: string): boolean | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  throw new RangeError(`${place}: the property ${name} must be true or false, got ${shown(value)}.`)
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }

/** The direction from which a one-way thing holds back, in the world. */
function oneWayFrom(value: unknown, sign: 1 | -1, place: string): { x: number; y: number } | null {
  if (value === undefined || value === null || value === false || value === '') return null
  const direction = value === true ? DIRECTIONS['up'] : typeof value === 'string' ? DIRECTIONS[value] : undefined
  if (direction === undefined) throw new RangeError(`${place}: the property oneWay must be true, false, up, down, left or right, got ${shown(value)}.`)
  return { x: direction[0], y: direction[1] === 0 ? 0 : sign * direction[1] }
}

/** As which body something is to be, or null. */
export function bodyFrom(properties: Properties, place: string): ObjectBody | null {
  const { body } = properties
  if (body === undefined || body === null || body === '' || body === 'none') return null
  if (body === 'static' || body === 'dynamic' || body === 'kinematic') return body
  throw new RangeError(`${place}: the property body must be static, dynamic, kinematic or none, got ${shown(body)}.`)
}
