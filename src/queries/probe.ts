import { type ShapeData } from '../../components/shape-data.ts'
import { type ShapeValues, pointsViolation, shapeViolation } from '../../components/shape.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { computeBounds } from '../collision/bounds.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import { registerPolygonOf, releasePolygon } from '../collision/polygon-pool.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'
import { shown } from '../shown.ts'

/**
 * A shape that belongs to no entity, at a pose. A chain is a sequence of parts, each a segment that counts from both
 * sides; every other shape is a single part.
 */
export class Probe {
  /** Type of the part that was selected. */
  type: ShapeType = ShapeType.None
  readonly sizes = new Float64Array(LINE_STRIDE)
  /** x, y, cosine, sine. */
  readonly pose = new Float64Array(4)
  /** minX, minY, maxX, maxY of all parts. */
  readonly bounds = new Float64Array(4)
  parts = 1
  private points: Float64Array | null = null
  private polygon = 0

  /**
   * @param at The pose: x, y, angle.
   * @throws RangeError on a shape that cannot be used or a pose that is not finite. {@link release} it afterwards.
   */
  load(physics: PhysicsWorld, shape: ShapeData, at: Float64Array, caller: string): void {
    const x = at[0]!
    const y = at[1]!
    const angle = at[2]!
    if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(angle)) {
      throw new RangeError(`${caller}: the pose must be finite, got x ${shown(x)}, y ${shown(y)}, angle ${shown(angle)}.`)
    }
    if (typeof shape !== 'object' || shape === null) {
      throw new TypeError(`${caller}: the shape must be what circle, box and the like make, got ${shown(shape)}.`)
    }
    const { type, halfWidth, halfHeight, radius } = shape
    const points = shape.points ?? null
    this.check(physics, shape, points, caller)
    this.points = points
    this.type = type === ShapeType.Chain ? ShapeType.Segment : type
    this.parts = type === ShapeType.Chain ? points!.length / 2 - (shape.loop === true ? 0 : 1) : 1
    this.pose[Pose.X] = x
    this.pose[Pose.Y] = y
    if (type === ShapeType.Aabb) {
      this.pose[Pose.Cos] = 1
      this.pose[Pose.Sin] = 0
    } else {
      sincosOf(at, 2, this.pose, 2)
    }
    this.sizes.fill(0)
    this.sizes[Geometry.HalfWidth] = halfWidth
    this.sizes[Geometry.HalfHeight] = halfHeight
    this.sizes[Geometry.Radius] = radius
    if (type === ShapeType.Polygon) {
      this.polygon = registerPolygonOf(physics.collision.polygons, points!, this.sizes, 2)
      this.sizes[Geometry.Polygon] = this.polygon
    }
    this.measure(physics)
  }

  /** Makes one part of the shape the one that `sizes` holds. */
  select(part: number): void {
    if (this.type !== ShapeType.Segment) return
    const points = this.points!
    const first = 2 * part
    const second = (first + 2) % points.length
    this.sizes[Geometry.X1] = points[first]!
    this.sizes[Geometry.Y1] = points[first + 1]!
    this.sizes[Geometry.X2] = points[second]!
    this.sizes[Geometry.Y2] = points[second + 1]!
  }

  /** Gives back what {@link load} took. */
  release(physics: PhysicsWorld): void {
    if (this.polygon !== 0) releasePolygon(physics.collision.polygons, this.polygon)
    this.polygon = 0
    this.points = null
  }

  private check(physics: PhysicsWorld, shape: ShapeData, points: Float64Array | null, caller: string): void {
    const geometry = points === null ? 0 : 1
    if (typeof shape.halfWidth !== 'number' || typeof shape.halfHeight !== 'number') refuse('its sizes must be numbers', caller)
    if (points !== null && !(points instanceof Float64Array)) refuse('its points must be a Float64Array', caller)
    const { lengthUnit } = physics.settings
    if (points !== null) refuse(pointsViolation(points, lengthUnit), caller)
    // Mostly it is the shape of the last time.
    if (
      shape.type === checked.type &&
      shape.halfWidth === checked.halfWidth &&
      shape.halfHeight === checked.halfHeight &&
      shape.radius === checked.radius &&
      geometry === checked.geometry &&
      lengthUnit === checkedUnit[0]
    ) return
    checked.type = shape.type
    checked.halfWidth = shape.halfWidth
    checked.halfHeight = shape.halfHeight
    checked.radius = shape.radius
    checked.geometry = geometry
    checkedUnit[0] = lengthUnit
    const violation = shapeViolation(checked, lengthUnit)
    if (violation !== '') checked.type = ShapeType.None
    refuse(violation, caller)
  }

  private measure(physics: PhysicsWorld): void {
    const { bounds } = this
    for (let part = 0; part < this.parts; part++) {
      this.select(part)
      computeBounds(this.type, this.sizes, 0, this.pose, 0, physics.collision.polygons, partBounds, 0)
      bounds[0] = part === 0 ? partBounds[0]! : Math.min(bounds[0]!, partBounds[0]!)
      bounds[1] = part === 0 ? partBounds[1]! : Math.min(bounds[1]!, partBounds[1]!)
      bounds[2] = part === 0 ? partBounds[2]! : Math.max(bounds[2]!, partBounds[2]!)
      bounds[3] = part === 0 ? partBounds[3]! : Math.max(bounds[3]!, partBounds[3]!)
    }
  }
}

function refuse(violation: string, caller: string): void {
  if (violation === '') return
  throw new RangeError(`${caller}: the shape cannot be used: ${violation}. Make it with circle(…) or the like.`)
}

/** The unit in which the last shape was found sound. */
const checkedUnit = new Float64Array(1)

const partBounds = new Float64Array(4)

/** The values of the last shape, which were found to be sound. Not 0: see `createHit`. */
const checked: { -readonly [K in keyof ShapeValues]: ShapeValues[K] } = { type: ShapeType.None, halfWidth: 0.5, halfHeight: 0.5, radius: 0.5, geometry: 0 }
