import { NO_DIRECTION } from '../../collision/circle-box.ts'
import { GEOMETRY_RADIUS } from '../../collision/geometry.ts'
import { Frame } from '../../memory/frame.ts'
import type { FunctionBuilder, Local } from '../../wasm/function-builder.ts'
import { type I32, type V128, f64x2, i32, i32x4, v128 } from '../../wasm/value.ts'
import type { ManifoldPlaces } from './write-manifold.ts'
import { type Vector, bothX, bothY, swapped, turned } from './write-vectors.ts'

const { add, sub, mul, div, sqrt, gt } = f64x2

type Address = Local<I32['kind']>
type Integer = Local<I32['kind']>

const DOUBLE = 8
const SIGNS = f64x2.of(-0, -0)
const ZERO = f64x2.of(0, 0)

/** Where the two stand: the poses of A and B, and what belongs to the box and to the circle. */
export interface BoxCirclePlaces {
  readonly poseA: Address
  readonly poseB: Address
  /** Cosine and sine of the box. */
  readonly turn: Address
  readonly boxSizes: Address
  readonly circleSizes: Address
  /** 1 where the circle is A, otherwise 0. */
  readonly flip: Integer
}

/**
 * Box against circle: the arithmetic of `collideBoxCircle`, as told by `collidePair`. What is x and y there is two lanes
 * here, and what hangs on a condition is chosen by masks, as in `writeBoxes`: which side it is, and whose, is as good as
 * random. With a jump to what a corner needs (a root and a division) it took as long, at best.
 */
export function writeBoxCircle(
  b: FunctionBuilder,
  { poseA, poseB, turn: turnAt, boxSizes, circleSizes, flip }: BoxCirclePlaces,
  { manifold, feature, points }: ManifoldPlaces,
): void {
  const flipped = b.let(i32x4.splat(i32.sub(i32.of(0), flip)))
  const opposite = b.let(v128.and(flipped, SIGNS))
  const fromA = b.let(sub(v128.load(poseB), v128.load(poseA)))
  const d = b.let(v128.xor(fromA, opposite))
  const turn = b.let(v128.load(turnAt))
  const cos = b.let(bothX(turn))
  const sin = b.let(bothY(turn))
  const boxRadius = b.let(v128.loadSplat64(boxSizes, GEOMETRY_RADIUS * DOUBLE))
  const radius = b.let(v128.loadSplat64(circleSizes, GEOMETRY_RADIUS * DOUBLE))
  const reach = b.let(add(add(boxRadius, radius), v128.loadSplat64(i32.of(Frame.Margin))))
  const p = b.let(sub(mul(cos, d), mul(sin, turned(d))))
  // Not by abs: -0 stays what it is.
  const signs = b.let(v128.and(gt(ZERO, p), SIGNS))
  const a = b.let(v128.xor(p, signs))
  const e = b.let(sub(a, v128.load(boxSizes)))
  const outside = b.let(gt(e, ZERO))
  const corner = b.let(v128.and(outside, swapped(outside)))
  const squares = b.let(mul(e, e))
  const square = b.let(add(squares, swapped(squares)))
  const apart = v128.or(gt(e, reach), v128.and(corner, gt(square, mul(reach, reach))))
  b.when(i32.not(v128.any(apart)), () => {
    const sideways = b.let(bothX(b.let(gt(e, swapped(e)))))
    const root = b.let(sqrt(square))
    const far = gt(root, f64x2.of(NO_DIRECTION, NO_DIRECTION))
    const fromCorner = v128.select(div(e, root), f64x2.of(1, 0), far)
    const fromSide = v128.select(f64x2.of(1, 0), f64x2.of(0, 1), sideways)
    const distance = b.let(v128.select(root, v128.select(bothX(e), bothY(e), sideways), corner))
    const normal = b.let(v128.select(fromCorner, fromSide, corner))
    const middle = sub(add(boxRadius, distance), radius)
    const shift = b.let(sub(mul(f64x2.of(0.5, 0.5), middle), distance))
    const point = b.let(v128.xor(add(a, mul(normal, shift)), signs))
    b.set(normal, v128.xor(normal, signs))
    const inWorld = (local: Vector): V128 => add(mul(cos, local), mul(sin, turned(local)))
    b.storeV128(manifold, 0, v128.xor(inWorld(normal), opposite))
    // -0 added to a number leaves it as it is, and 0 does not.
    b.storeV128(manifold, 2 * DOUBLE, add(inWorld(point), v128.select(fromA, SIGNS, flipped)))
    b.storeF64(manifold, 4 * DOUBLE, f64x2.lane(b.let(sub(sub(distance, boxRadius), radius)), 0))
    b.storeI32(feature, 0, i32.of(0))
    b.set(points, i32.of(1))
  })
}
