import { type ComponentRef, type EntityId, type World, removeEntity } from 'bitecs'
import type { BodyOptions } from '../words/spawn-body.ts'
import { spawnBody } from '../words/spawn-body.ts'
import { checkParts } from '../words/check-parts.ts'
import { checkNames } from '../check-names.ts'
import { shown } from '../shown.ts'

/** A part of a level as data that knows nothing of a world: what `spawnBody` takes, and which kind of cell it is of. */
export interface LevelBody extends Pick<BodyOptions, 'shape' | 'type' | 'material' | 'filter' | 'oneWay' | 'sensor'> {
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly angle?: number | undefined
  /** The number of its cells; 0 for what is made of no cells. */
  readonly kind: number
}

/** See {@link spawnLevel}. */
export interface SpawnLevelOptions {
  /** Tags and components of your own for each entity, or what returns them for one body. Default: none. */
  readonly with?: readonly ComponentRef[] | ((body: LevelBody, index: number) => readonly ComponentRef[]) | undefined
}

/**
 * Makes an entity of each body of a level, static unless it says otherwise.
 * @param bodies From `mergeTiles`, or `bodies` of what `fromTiled` and `fromLDtk` return.
 * @returns The entities, in the order of the bodies.
 * @throws RangeError on a body that cannot be simulated, with its place in the list; then none is made.
 * @throws Error without physics.
 */
export function spawnLevel(world: World, bodies: readonly LevelBody[], options: SpawnLevelOptions = {}): EntityId[] {
  if (!Array.isArray(bodies)) throw new TypeError(`spawnLevel: the bodies must be a list, such as mergeTiles returns, got ${typeof bodies}.`)
  checkNames(options, ['with'], 'spawnLevel')
  const { with: parts = [] } = options
  checkExtras(parts, 'spawnLevel')
  const entities: EntityId[] = []
  let done = false
  try {
    for (let i = 0; i < bodies.length; i++) {
      entities.push(spawnOne(world, bodies[i]!, typeof parts === 'function' ? parts(bodies[i]!, i) : parts, i))
    }
    done = true
  } finally {
    if (!done) for (const entity of entities) removeEntity(world, entity)
  }
  return entities
}

/** @throws TypeError on what is neither a list nor a function. */
export function checkExtras(parts: unknown, caller: string): void {
  if (Array.isArray(parts)) checkParts(parts, caller)
  if (Array.isArray(parts) || typeof parts === 'function') return
  throw new TypeError(`${caller}: with must be a list of components, or a function that returns one, got ${shown(parts)}.`)
}

function spawnOne(world: World, body: LevelBody, parts: readonly ComponentRef[], index: number): EntityId {
  if (typeof body !== 'object' || body === null) throw new TypeError(`spawnLevel: body ${index} must be an object with shape, x and y, got ${shown(body)}.`)
  try {
    return spawnLevelBody(world, body, parts)
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`spawnLevel: body ${index}: ${error.message}`)
    throw error
  }
}

/** The entity of one body of a level. */
export function spawnLevelBody(world: World, body: LevelBody, parts: readonly ComponentRef[]): EntityId {
  const { shape, x, y, angle = 0, type = 'static', material, filter, oneWay, sensor = false } = body
  return spawnBody(world, {
    shape, x, y, angle, type, sensor, with: parts,
    ...(material === undefined ? {} : { material }), ...(filter === undefined ? {} : { filter }), ...(oneWay === undefined ? {} : { oneWay }),
  })
}
