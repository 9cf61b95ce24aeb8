import type { FilterData, PartData, PointData, ShapeData, SurfaceData } from '../../examples/scenes/types.ts'
import { extendChain } from './peer.ts'

/** What is used of box2d3-wasm to make shapes. Its makers keep full declarations. */
export interface Vec2 { x: number; y: number; delete(): void }
interface Deletable { delete(): void }
interface Material extends Deletable { friction: number; restitution: number }
interface ShapeDef extends Deletable {
  filter: { categoryBits: number; maskBits: number }
  material: Material
  density: number
  isSensor: boolean
  enableContactEvents: boolean
  enableHitEvents: boolean
  enableSensorEvents: boolean
}
interface ChainDef extends Deletable {
  isLoop: boolean
  enableSensorEvents: boolean
  SetPoints(points: readonly Vec2[]): void
}
export interface ShapeMaker {
  readonly b2Vec2: new (x: number, y: number) => Vec2
  readonly b2Circle: new () => Deletable & { center: Vec2; radius: number }
  readonly b2Capsule: new () => Deletable & { center1: Vec2; center2: Vec2; radius: number }
  readonly b2Segment: new () => Deletable & { point1: Vec2; point2: Vec2 }
  b2DefaultShapeDef(): ShapeDef
  b2DefaultChainDef(): ChainDef
  b2ComputeHull(points: readonly Vec2[]): Deletable
  b2MakePolygon(hull: Deletable, radius: number): Deletable
  b2CreatePolygonShape(body: unknown, def: ShapeDef, polygon: Deletable): unknown
  b2CreateCircleShape(body: unknown, def: ShapeDef, circle: Deletable): unknown
  b2CreateCapsuleShape(body: unknown, def: ShapeDef, capsule: Deletable): unknown
  b2CreateSegmentShape(body: unknown, def: ShapeDef, segment: Deletable): unknown
  b2CreateChain(body: unknown, def: ChainDef): unknown
  b2Chain_GetSegmentCount(chain: unknown): number
  b2Chain_GetSegments(chain: unknown, most: number): unknown[]
  b2Shape_SetFriction(shape: unknown, friction: number): void
  b2Shape_SetRestitution(shape: unknown, restitution: number): void
}

type Placed = SurfaceData & { readonly sensor?: boolean; readonly filter?: FilterData; readonly shape: ShapeData }

/** Makes one shape of a body. `place`: where it is in the body. */
export function makeShape(
  box2d: ShapeMaker, body: unknown, data: Placed, sensorEvents: boolean, place: Pick<PartData, 'x' | 'y' | 'angle'> = { x: 0, y: 0 },
): void {
  if (data.shape.type === 'chain') {
    makeChain(box2d, body, data, data.shape.points, data.shape.loop === true, sensorEvents)
    return
  }
  const def = box2d.b2DefaultShapeDef()
  def.enableContactEvents = false
  def.enableHitEvents = false
  def.enableSensorEvents = sensorEvents
  if (data.friction !== undefined) def.material.friction = data.friction
  if (data.restitution !== undefined) def.material.restitution = data.restitution
  if (data.filter?.category !== undefined) def.filter.categoryBits = data.filter.category
  if (data.filter?.mask !== undefined) def.filter.maskBits = data.filter.mask
  if (data.density !== undefined) def.density = data.density
  def.isSensor = data.sensor === true
  const cos = Math.cos(place.angle ?? 0)
  const sin = Math.sin(place.angle ?? 0)
  const at = (x: number, y: number): Vec2 => new box2d.b2Vec2(place.x + cos * x - sin * y, place.y + sin * x + cos * y)
  const { shape } = data
  switch (shape.type) {
    case 'circle': {
      const circle = new box2d.b2Circle()
      circle.center = at(0, 0)
      circle.radius = shape.radius
      box2d.b2CreateCircleShape(body, def, circle)
      circle.delete()
      break
    }
    case 'capsule': {
      const capsule = new box2d.b2Capsule()
      capsule.center1 = at(-shape.halfLength, 0)
      capsule.center2 = at(shape.halfLength, 0)
      capsule.radius = shape.radius
      box2d.b2CreateCapsuleShape(body, def, capsule)
      capsule.delete()
      break
    }
    case 'segment': {
      const segment = new box2d.b2Segment()
      segment.point1 = at(shape.x1, shape.y1)
      segment.point2 = at(shape.x2, shape.y2)
      box2d.b2CreateSegmentShape(body, def, segment)
      segment.delete()
      break
    }
    case 'box':
    case 'aabb':
    case 'polygon': {
      const points = (shape.type === 'polygon' ? shape.points : boxPoints(shape)).map(({ x, y }) => at(x, y))
      const hull = box2d.b2ComputeHull(points)
      const polygon = box2d.b2MakePolygon(hull, shape.type === 'polygon' ? shape.radius ?? 0 : 0)
      box2d.b2CreatePolygonShape(body, def, polygon)
      polygon.delete()
      hull.delete()
      for (const point of points) point.delete()
    }
  }
  def.delete()
}

function boxPoints({ halfWidth: w, halfHeight: h }: { halfWidth: number; halfHeight: number }): PointData[] {
  return [{ x: -w, y: -h }, { x: w, y: -h }, { x: w, y: h }, { x: -w, y: h }]
}

/** Chains hold back what comes from their right here, and the outer points of an open one are only neighbors. */
function makeChain(
  box2d: ShapeMaker, body: unknown, data: Placed, points: readonly PointData[], loop: boolean, sensorEvents: boolean,
): void {
  const def = box2d.b2DefaultChainDef()
  const made: Vec2[] = []
  for (const { x, y } of loop ? points : extendChain(points)) made.unshift(new box2d.b2Vec2(x, y))
  def.isLoop = loop
  def.enableSensorEvents = sensorEvents
  def.SetPoints(made)
  const chain = box2d.b2CreateChain(body, def)
  // The friction of materials that a definition of its is given (5.2) is lost.
  for (const segment of box2d.b2Chain_GetSegments(chain, box2d.b2Chain_GetSegmentCount(chain))) {
    if (data.friction !== undefined) box2d.b2Shape_SetFriction(segment, data.friction)
    if (data.restitution !== undefined) box2d.b2Shape_SetRestitution(segment, data.restitution)
  }
  for (const point of made) point.delete()
  def.delete()
}
