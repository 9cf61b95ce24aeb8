import { type ComponentRef, type EntityId, type World, addComponents, addEntity, removeEntity } from 'bitecs'
import type { CollisionFilter } from '../../components/collision-filter.ts'
import type { Mass } from '../../components/mass.ts'
import type { Material } from '../../components/material.ts'
import type { Motion } from '../../components/motion.ts'
import type { OneWay } from '../../components/one-way.ts'
import type { ShapeData } from '../../components/shape-data.ts'
import type { ValuesOf } from '../../components/values.ts'
import type { Velocity } from '../../components/velocity.ts'
import { checkNames } from '../check-names.ts'
import { requirePhysics } from '../state/registry.ts'
import { set } from '../typed-set.ts'
import { checkParts } from './check-parts.ts'
import { shown } from '../shown.ts'

/** What `spawnBody` takes. Everything but the shape has a default. */
export interface BodyOptions {
  /** What it looks like: `circle(0.5)`, `rect(2, 1)` or another. */
  readonly shape: ShapeData
  /** Where its origin is. Unit: length. Default 0. */
  readonly x?: number | undefined
  readonly y?: number | undefined
  /** Radians, counter-clockwise. Default 0. */
  readonly angle?: number | undefined
  /** Moved by forces and contacts, never, or by its velocity only. Default `dynamic`. */
  readonly type?: 'dynamic' | 'static' | 'kinematic' | undefined
  /** `x` and `y` of the center of mass, length/s; `angular`, radians/s. Default 0, and nothing else where it is static. */
  readonly velocity?: ValuesOf<Velocity> | undefined
  /** Friction, restitution, density …; see {@link Material}. Default: none, which has the defaults of its fields. */
  readonly material?: ValuesOf<Material> | undefined
  /** Where it should not follow from density and shape; see {@link Mass}. Default: none. */
  readonly mass?: ValuesOf<Mass> | undefined
  /** Gravity scale, damping, speed limits, locks; see {@link Motion}. Default: none. */
  readonly motion?: ValuesOf<Motion> | undefined
  /** What it collides with; see {@link CollisionFilter}. Default: none, which is everything. */
  readonly filter?: ValuesOf<CollisionFilter> | undefined
  /** The direction from which it holds back; see {@link OneWay}. Default: none, which is every direction. */
  readonly oneWay?: ValuesOf<OneWay> | undefined
  /** Whether it reports what overlaps it instead of pushing. Default false. */
  readonly sensor?: boolean | undefined
  /** Whether it is swept against dynamic bodies, too. Default false. */
  readonly bullet?: boolean | undefined
  /** Whether it rests until something touches it. Default false. */
  readonly sleeping?: boolean | undefined
  /** Tags and components of your own, bare or with data: `[Enemy, set(Health, { points: 3 })]`. Default none. */
  readonly with?: readonly ComponentRef[] | undefined
}

const TYPES = ['dynamic', 'static', 'kinematic']

const DATA = ['velocity', 'material', 'mass', 'motion', 'filter', 'oneWay'] as const
const FLAGS = ['sensor', 'bullet', 'sleeping'] as const

const OPTION_NAMES = [
  'shape', 'x', 'y', 'angle', 'type', 'velocity', 'material', 'mass', 'motion', 'filter', 'oneWay', 'sensor', 'bullet', 'sleeping', 'with',
]

/**
 * Makes an entity that is a body, complete from the start: a position, rotation and shape, a velocity unless it is static,
 * and what else the options name. It is the same as adding these components by hand.
 * @param options See {@link BodyOptions}.
 * @returns The entity.
 * @throws RangeError on data that cannot be simulated, on a type that there is not, on a static body with a velocity, and on a name that is no option; then no
 *   entity is made. @throws TypeError on data that is no object, a flag that is no boolean. @throws Error without physics, or without a shape.
 */
export function spawnBody(world: World, options: BodyOptions): EntityId {
  const { components, lifecycle } = requirePhysics(world, 'spawnBody')
  checkOptions(options)
  const { Position, Rotation, Velocity, Shape, Material, Mass, Motion, CollisionFilter, OneWay } = components
  const { x = 0, y = 0, angle = 0, type = 'dynamic', shape, velocity, material, mass, motion, filter, oneWay } = options
  const parts: ComponentRef[] = [set(Position, { x, y }), set(Rotation, { angle })]
  if (velocity !== undefined) parts.push(set(Velocity, velocity))
  else if (type !== 'static') parts.push(Velocity)
  parts.push(set(Shape, shape))
  if (material !== undefined) parts.push(set(Material, material))
  if (mass !== undefined) parts.push(set(Mass, mass))
  if (motion !== undefined) parts.push(set(Motion, motion))
  if (filter !== undefined) parts.push(set(CollisionFilter, filter))
  if (oneWay !== undefined) parts.push(set(OneWay, oneWay))
  if (type === 'static') parts.push(components.Static)
  if (type === 'kinematic') parts.push(components.Kinematic)
  if (options.sensor === true) parts.push(components.Sensor)
  if (options.bullet === true) parts.push(components.Bullet)
  if (options.sleeping === true) parts.push(components.Sleeping)
  if (options.with !== undefined) parts.push(...options.with)
  const entity = addEntity(world)
  // The id may be that of an entity that left since the last step.
  const queued = lifecycle.dirty.has(entity)
  let done = false
  try {
    addComponents(world, entity, parts)
    done = true
  } finally {
    if (!done) {
      removeEntity(world, entity)
      // Nobody was here: worlds in which a spawn failed and did not are the same, and diffWorlds finds no difference.
      if (!queued) lifecycle.dirty.withdraw(entity)
    }
  }
  return entity
}

function checkOptions(options: BodyOptions): void {
  checkNames(options, OPTION_NAMES, 'spawnBody')
  if (typeof options.shape !== 'object' || options.shape === null) {
    throw new Error('spawnBody: there is no shape. Give it circle(0.5), rect(2, 1) or another.')
  }
  for (const name of DATA) {
    const value: unknown = options[name]
    if (value === undefined || (typeof value === 'object' && value !== null)) continue
    throw new TypeError(`spawnBody: ${name} must be an object with the fields to be set, got ${shown(value)}.`)
  }
  for (const name of FLAGS) {
    if (options[name] === undefined || typeof options[name] === 'boolean') continue
    throw new TypeError(`spawnBody: ${name} must be true or false, got ${shown(options[name])}.`)
  }
  if (options.with !== undefined && !Array.isArray(options.with)) {
    throw new TypeError(`spawnBody: with must be an array of tags and components, got ${shown(options.with)}.`)
  }
  checkParts(options.with ?? [], 'spawnBody')
  if (options.type !== undefined && !TYPES.includes(options.type)) {
    throw new RangeError(`spawnBody: type must be dynamic, static or kinematic, got ${shown(options.type)}.`)
  }
  if (options.type !== 'static') return
  const { x = 0, y = 0, angular = 0 } = options.velocity ?? {}
  if (x === 0 && y === 0 && angular === 0) return
  throw new RangeError('spawnBody: a static body never moves, so its velocity would do nothing. Make it kinematic, or leave the velocity out.')
}
