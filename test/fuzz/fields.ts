import { hasComponent } from 'bitecs'
import {
  buoyancyField, conveyorField, currentField, dragField, fieldUp, forceField, getWetFraction, gravityField, radialField, windField, type FieldData,
} from '../../src/index.ts'
import { must } from './failure.ts'
import { type Seen, isBare, isBodyEntity, kindOf } from './model.ts'
import type { FieldSpec } from './operations.ts'

/** The data of a field. */
export function fieldOf({ kind, x, y, priority, varies }: FieldSpec): FieldData {
  const common = { priority, replaces: priority > 0 }
  const varied = varies ? { ...common, variation: 0.5, seed: 3 } : common
  switch (kind) {
    case 'force': return forceField({ ...varied, x, y })
    case 'gravity': return gravityField({ ...varied, x, y })
    case 'radial': return radialField({ ...varied, strength: x, swirl: y, falloff: varies ? 'inverse-square' : 'constant', radius: 0.5 })
    case 'wind': return windField({ ...varied, x, y })
    case 'current': return currentField({ ...varied, x, y, turns: varies })
    case 'drag': return dragField({ ...common, linearDrag: Math.abs(x), drag: Math.abs(y) })
    case 'belt': return conveyorField({ ...common, x, y })
    default: return buoyancyField({ ...varied, density: 1 + Math.abs(x) / 4, ...(varies ? { wave: { height: 0.2, length: 2, speed: y } } : {}) })
  }
}

/** Of each body a part from none to all is wet, and where up is has a length. */
export function checkFields(seen: Seen): void {
  const { world, physics, slots } = seen
  for (const { entity } of slots.values()) {
    if (!isBodyEntity(seen, entity) || isBare(seen, entity) || kindOf(seen, entity) !== 'dynamic') continue
    const wet = getWetFraction(world, entity)
    must(wet >= 0 && wet <= 1 + 1e-9, 'wet fraction', () => `${entity}: ${wet}`)
    if (!hasComponent(world, entity, physics.components.Position)) continue
    const { x, y, gravity } = fieldUp(world, physics.components.Position.x[entity]!, physics.components.Position.y[entity]!)
    must(Number.isFinite(gravity) && Math.abs(Math.hypot(x, y) - 1) < 1e-9, 'up', () => `at ${entity}: (${x}, ${y}), ${gravity}`)
  }
}
