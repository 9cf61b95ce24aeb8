import type { PhysicsWorld } from '../state/world.ts'

/** The shape that was found sound last, light and heavy enough for a dynamic body: of many that come at once most are like the one before. */
const sound = { type: -1, halfWidth: 0, halfHeight: 0, radius: 0, density: 0, lengthUnit: 0 }

/** Whether the shape of an entity is the one that was found sound last. One with points never is, nor one with a `Material` of its own. */
export function isSoundAsLast({ settings, stores: { Material, Shape } }: PhysicsWorld, entity: number): boolean {
  return Shape.type[entity] === sound.type && Shape.halfWidth[entity] === sound.halfWidth && Shape.halfHeight[entity] === sound.halfHeight
    && Shape.radius[entity] === sound.radius && Shape.geometry[entity] === 0
    && entity >= Material.density.length && Material.density[0] === sound.density && settings.lengthUnit === sound.lengthUnit
}

/** Remembers the shape of an entity that was looked at and is sound, if it was weighed, too. */
export function noteSound({ presence, settings, stores: { Mass, Material, Shape } }: PhysicsWorld, entity: number): void {
  if (Shape.geometry[entity] !== 0 || entity < Material.density.length || entity < Mass.mass.length) return
  if (presence.Static.has(entity) || presence.Kinematic.has(entity)) return
  sound.type = Shape.type[entity]!
  sound.halfWidth = Shape.halfWidth[entity]!
  sound.halfHeight = Shape.halfHeight[entity]!
  sound.radius = Shape.radius[entity]!
  sound.density = Material.density[0]!
  sound.lengthUnit = settings.lengthUnit
}
