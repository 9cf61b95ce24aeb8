import type { FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import { type I32, f64, i32 } from '../../wasm/value.ts'
import { ONE_SPOT_SQUARED } from './scalar-collide.ts'

const { of, add, sub, mul, div, sqrt, lt, gt, load } = f64

type Address = Local<I32['kind']>

const DOUBLE = 8

/**
 * Circle against circle: the arithmetic of `collideCirclesAt`. Sets `points` to 1 where they meet.
 * @param spot Jumped to where the circles are on one spot.
 */
export function writeCircles(
  b: FunctionBuilder,
  poseA: Address,
  poseB: Address,
  sizesA: Address,
  sizesB: Address,
  margin: I32,
  out: Address,
  points: Address,
  spot: Label,
): void {
  const dx = b.let(sub(load(poseB), load(poseA)))
  const dy = b.let(sub(load(poseB, DOUBLE), load(poseA, DOUBLE)))
  const square = b.let(add(mul(dx, dx), mul(dy, dy)))
  b.leaveIf(lt(square, of(ONE_SPOT_SQUARED)), spot)
  const radiusA = b.let(load(sizesA, 2 * DOUBLE))
  const radiusB = b.let(load(sizesB, 2 * DOUBLE))
  const reach = b.let(add(add(radiusA, radiusB), load(margin)))
  b.when(i32.not(gt(square, mul(reach, reach))), () => {
    const distance = b.let(sqrt(square))
    const inverse = b.let(div(of(1), distance))
    const nx = b.let(mul(dx, inverse))
    const ny = b.let(mul(dy, inverse))
    const middle = b.let(mul(of(0.5), sub(add(radiusA, distance), radiusB)))
    b.storeF64(out, 0, nx)
    b.storeF64(out, DOUBLE, ny)
    b.storeF64(out, 2 * DOUBLE, mul(nx, middle))
    b.storeF64(out, 3 * DOUBLE, mul(ny, middle))
    b.storeF64(out, 4 * DOUBLE, sub(sub(distance, radiusA), radiusB))
    b.set(points, i32.of(1))
  })
}
