import type { World } from 'bitecs'
import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { ItemBuffer } from '../quadtree/buffers.ts'
import type { PhysicsWorld } from '../world.ts'
import { requirePhysics } from '../world/registry.ts'

/** Entities as a column: `entities[0]` to `entities[count − 1]`. */
export interface EntityView {
  readonly count: number
  readonly entities: Uint32Array
}

class EntityBuffer implements EntityView {
  readonly buffer = new ItemBuffer()
  get count(): number {
    return this.buffer.count
  }
  get entities(): Uint32Array {
    return this.buffer.items
  }
}

const found = new ItemBuffer()
const result = new EntityBuffer()

/** The colliders whose shape holds a point, sorted by id. The view is valid until the next call. */
export function queryPoint(world: World, x: number, y: number): EntityView {
  const physics = requirePhysics(world, 'queryPoint')
  found.clear()
  result.buffer.clear()
  physics.broadPhase.region(x, y, x, y, found)
  for (let i = 0; i < found.count; i++) {
    if (holdsPoint(physics, found.items[i]!, x, y)) result.buffer.push(found.items[i]!)
  }
  result.buffer.items.subarray(0, result.count).sort()
  return result
}

function holdsPoint(physics: PhysicsWorld, entity: number, x: number, y: number): boolean {
  const { pose } = physics.bodies
  const { geometry, shapeType } = physics
  const p = entity * POSE_STRIDE
  const g = entity * GEOMETRY_STRIDE
  const dx = x - pose[p]!
  const dy = y - pose[p + 1]!
  if (shapeType[entity] === ShapeType.Circle) return dx * dx + dy * dy <= geometry[g + 2]! * geometry[g + 2]!
  const localX = pose[p + 2]! * dx + pose[p + 3]! * dy
  const localY = pose[p + 2]! * dy - pose[p + 3]! * dx
  return Math.abs(localX) <= geometry[g]! && Math.abs(localY) <= geometry[g + 1]!
}
