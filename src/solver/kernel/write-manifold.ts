import { NO_DIRECTION } from '../../collision/box-box.ts'
import type { FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import { type F64, type I32, type V128, f64, f64x2, i32, v128 } from '../../wasm/value.ts'
import { type Vector, bothX, bothY, turned } from './write-vectors.ts'

type Address = Local<I32['kind']>
type Integer = Local<I32['kind']>
type Double = Local<F64['kind']>

const DOUBLE = 8
const SIGNS = f64x2.of(-0, -0)

/** Two faces that look at each other, in the frame of the one that is the reference; see `collideBoxes`. */
export interface Facing {
  /** A mask: the reference is of B. */
  readonly flip: Vector
  /** The normal of the reference in world axes. */
  readonly normal: Vector
  /** From the origin of A to that of the box of the reference. */
  readonly shift: Vector
  /**
   * Of the numbers from here on the first lane counts; most stand in both. Half sizes of the reference, along and across
   * its normal.
   */
  readonly hn: Vector
  readonly ht: Vector
  /** The other face: its middle, its slope, and how far it reaches across. */
  readonly mx: Vector
  readonly my: Vector
  readonly slope: Vector
  readonly bottom: Vector
  readonly top: Vector
  readonly margin: Vector
  readonly separation: Vector
  readonly preference: Vector
  /** Has no bits where the separation is at most the preference; otherwise it may be more. */
  readonly ahead: Vector
  /** Numbers of the two faces. */
  readonly face: Integer
  readonly edge: Integer
}

/** Where the manifold and the feature ids go, and the variable for the number of points. */
export interface ManifoldPlaces {
  readonly manifold: Address
  readonly feature: Address
  readonly points: Integer
}

/** The points of two boxes that no axis parts. `points` is 0 before; where all is known, jumps to `done`. */
export function writeManifold(b: FunctionBuilder, facing: Facing, result: ManifoldPlaces, done: Label): void {
  const { bottom, top, ht } = facing
  const low = b.let(f64x2.neg(ht))
  const y0 = b.let(f64x2.pmax(low, bottom))
  const y1 = b.let(f64x2.pmin(ht, top))
  const beside = b.let(f64.gt(one(y0), one(y1)))
  b.when(i32.or(beside, v128.any(facing.ahead)), () => {
    const above = b.let(f64.gt(one(bottom), one(ht)))
    const cornered = b.let(beside)
    b.when(i32.and(i32.not(beside), f64.gt(one(facing.separation), one(facing.preference))), () => {
      const nearest = b.let(f64.select(f64.gt(one(facing.slope), f64.of(0)), one(bottom), one(top)))
      b.set(above, f64.gt(nearest, one(ht)))
      b.set(cornered, i32.or(above, f64.lt(nearest, one(low))))
    })
    b.when(cornered, () => writeCorner(b, facing, beside, above, result, done))
  })
  writeFace(b, facing, b.let(f64x2.pick(y0, y1, 0, 2)), result, done)
}

function one(a: V128): F64 {
  return f64x2.lane(a, 0)
}

/** The nearest corner is beside the reference face: the closest point to the corner of the reference. */
function writeCorner(
  b: FunctionBuilder,
  facing: Facing,
  beside: Integer,
  above: Integer,
  result: ManifoldPlaces,
  done: Label,
): void {
  const { add, sub, mul, div, neg, lt, gt, le, ge, of, sqrt } = f64
  const single = (a: Vector): Double => b.let(one(a))
  const [hn, ht, mx, my] = [single(facing.hn), single(facing.ht), single(facing.mx), single(facing.my)]
  const [slope, bottom, top] = [single(facing.slope), single(facing.bottom), single(facing.top)]
  const [separation, preference] = [single(facing.separation), single(facing.preference)]
  const corner = b.let(f64.select(above, ht, neg(ht)))
  const shift = sub(sub(corner, my), mul(slope, sub(mx, hn)))
  const at = b.let(add(my, div(shift, add(of(1), mul(slope, slope)))))
  const inside = b.let(i32.and(gt(at, bottom), lt(at, top)))
  b.when(lt(at, bottom), () => b.set(at, bottom))
  b.when(gt(at, top), () => b.set(at, top))
  const ex = b.let(sub(add(mx, mul(sub(at, my), slope)), hn))
  const ey = b.let(sub(at, corner))
  const distance = b.let(sqrt(add(mul(ex, ex), mul(ey, ey))))
  const cut = b.let(mul(ey, slope))
  const cheap = i32.and(le(cut, preference), ge(cut, neg(preference)))
  const level = i32.and(cheap, le(sub(distance, separation), mul(of(0.1), preference)))
  b.when(i32.or(beside, i32.not(i32.or(inside, level))), () => {
    const ahead = b.let(gt(separation, of(0)))
    b.leaveIf(i32.and(gt(distance, one(facing.margin)), ahead), done)
    const fx = b.let(of(1))
    const fy = b.let(of(0))
    const gap = b.let(ex)
    b.when(i32.and(ahead, gt(distance, mul(of(NO_DIRECTION), add(hn, ht)))), () => {
      b.set(fx, div(ex, distance))
      b.set(fy, div(ey, distance))
      b.set(gap, distance)
    })
    writeNormal(b, facing, along(b, facing, f64x2.splat(fx), f64x2.splat(fy)), result.manifold)
    const cx = sub(add(hn, ex), mul(mul(of(0.5), gap), fx))
    const cy = sub(at, mul(mul(of(0.5), gap), fy))
    writePoint(b, facing, f64x2.splat(cx), f64x2.splat(cy), gap, result.manifold)
    const { face, edge } = facing
    const own = i32.select(above, following(face), face)
    const other = i32.select(gt(sub(at, my), of(0)), edge, following(edge))
    writeFeature(b, facing, own, other, result.feature)
    b.set(result.points, i32.of(1))
    b.leave(done)
  })
}

/** Two faces look at each other: both ends of what they share. `y` holds how high these are. */
function writeFace(b: FunctionBuilder, facing: Facing, y: Vector, result: ManifoldPlaces, done: Label): void {
  const { manifold, feature, points } = result
  const { add, sub, mul } = f64x2
  const { hn, mx, my, slope, face, edge } = facing
  const gap = b.let(sub(add(mx, mul(sub(y, my), slope)), hn))
  const x = b.let(add(hn, mul(f64x2.of(0.5, 0.5), gap)))
  const first = (): void => {
    writePoint(b, facing, bothX(x), bothX(y), f64x2.lane(gap, 0), manifold)
    writeFeature(b, facing, face, following(edge), feature)
  }
  const second = (to: Address, id: I32): void => {
    writePoint(b, facing, bothY(x), bothY(y), f64x2.lane(gap, 1), to)
    writeFeature(b, facing, following(face), edge, id)
  }
  const near = b.let(v128.signs(f64x2.ge(facing.margin, gap)))
  // Both in one go: what they share would be worked out twice behind two conditions.
  b.when(i32.eq(near, i32.of(3)), () => {
    first()
    second(b.let(i32.add(manifold, i32.of(3 * DOUBLE))), i32.add(feature, i32.of(4)))
    writeNormal(b, facing, facing.normal, manifold)
    b.set(points, i32.of(2))
    b.leave(done)
  })
  b.leaveIf(i32.not(near), done)
  b.when(i32.eq(near, i32.of(1)), first, () => second(manifold, feature))
  writeNormal(b, facing, facing.normal, manifold)
  b.set(points, i32.of(1))
}

/** The corner or edge that comes next. */
function following(corner: Integer): I32 {
  return i32.and(i32.add(corner, i32.of(1)), i32.of(3))
}

/** A vector of the reference frame in world axes; x and y stand in both lanes. */
function along(b: FunctionBuilder, { normal }: Facing, x: V128, y: V128): Vector {
  return b.let(f64x2.add(f64x2.mul(normal, x), f64x2.mul(turned(normal), y)))
}

/** @param to The manifold, or as many points behind it as stand before this one. */
function writePoint(b: FunctionBuilder, facing: Facing, x: V128, y: V128, gap: F64, to: Address): void {
  b.storeV128(to, 2 * DOUBLE, f64x2.add(along(b, facing, x, y), facing.shift))
  b.storeF64(to, 4 * DOUBLE, gap)
}

function writeNormal(b: FunctionBuilder, { flip }: Facing, normal: Vector, out: Address): void {
  b.storeV128(out, 0, v128.xor(normal, v128.and(flip, SIGNS)))
}

/** The vertex of A in the low byte, that of B in the next. */
function writeFeature(b: FunctionBuilder, { flip }: Facing, own: I32, other: I32, to: I32): void {
  const ofOwn = b.let(i32.shl(i32.and(v128.signs(flip), i32.of(1)), i32.of(3)))
  b.storeI32(to, 0, i32.or(i32.shl(own, ofOwn), i32.shl(other, i32.sub(i32.of(8), ofOwn))))
}
