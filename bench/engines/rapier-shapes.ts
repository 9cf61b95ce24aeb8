import type { FilterData, PartData, PointData, ShapeData, SurfaceData } from '../../examples/scenes/types.ts'

/** What is used of Rapier to make shapes. Its makers keep full declarations. */
export interface ColliderDesc {
  setFriction(value: number): ColliderDesc
  setRestitution(value: number): ColliderDesc
  setRestitutionCombineRule(rule: number): ColliderDesc
  setDensity(value: number): ColliderDesc
  setSensor(value: boolean): ColliderDesc
  setTranslation(x: number, y: number): ColliderDesc
  setRotation(angle: number): ColliderDesc
  setCollisionGroups(groups: number): ColliderDesc
}
export interface ColliderMaker {
  readonly ColliderDesc: {
    ball(radius: number): ColliderDesc
    cuboid(halfWidth: number, halfHeight: number): ColliderDesc
    capsule(halfHeight: number, radius: number): ColliderDesc
    segment(a: PointData, b: PointData): ColliderDesc
    polyline(points: Float32Array): ColliderDesc
    convexHull(points: Float32Array): ColliderDesc | null
    roundConvexHull(points: Float32Array, radius: number): ColliderDesc | null
  }
  readonly CoefficientCombineRule: { readonly Max: number }
}

type Placed = SurfaceData & { readonly sensor?: boolean; readonly filter?: FilterData; readonly shape: ShapeData }

/** One shape of a body. `place`: where it is in the body. */
export function makeCollider(
  rapier: ColliderMaker, data: Placed, place: Pick<PartData, 'x' | 'y' | 'angle'> = { x: 0, y: 0 },
): ColliderDesc {
  const desc = makeDesc(rapier, data.shape)
  // Their capsule stands upright.
  const turn = data.shape.type === 'capsule' ? Math.PI / 2 : 0
  desc.setTranslation(place.x, place.y).setRotation((place.angle ?? 0) + turn)
  if (data.friction !== undefined) desc.setFriction(data.friction)
  if (data.restitution !== undefined) {
    desc.setRestitution(data.restitution).setRestitutionCombineRule(rapier.CoefficientCombineRule.Max)
  }
  if (data.filter !== undefined) {
    // Sixteen bits each: categories above, what is touched below.
    const { category = 1, mask = 0xffff } = data.filter
    desc.setCollisionGroups(((category & 0xffff) << 16 | (mask & 0xffff)) >>> 0)
  }
  if (data.density !== undefined) desc.setDensity(data.density)
  return desc.setSensor(data.sensor === true)
}

function makeDesc({ ColliderDesc: make }: ColliderMaker, shape: ShapeData): ColliderDesc {
  switch (shape.type) {
    case 'circle': return make.ball(shape.radius)
    case 'box':
    case 'aabb': return make.cuboid(shape.halfWidth, shape.halfHeight)
    case 'capsule': return make.capsule(shape.halfLength, shape.radius)
    case 'segment': return make.segment({ x: shape.x1, y: shape.y1 }, { x: shape.x2, y: shape.y2 })
    case 'chain': return make.polyline(flat(shape.loop === true ? [...shape.points, shape.points[0]!] : shape.points))
    case 'polygon': {
      const radius = shape.radius ?? 0
      const desc = radius > 0 ? make.roundConvexHull(flat(shape.points), radius) : make.convexHull(flat(shape.points))
      if (desc === null) throw new Error('Rapier made no hull of a polygon')
      return desc
    }
  }
}

function flat(points: readonly PointData[]): Float32Array {
  return Float32Array.from(points.flatMap(({ x, y }) => [x, y]))
}
