/**
 * Deterministic trigonometry. `Math.sin`, `Math.cos` and `Math.atan2` may differ
 * in the last bits from engine to engine; these use only `+ - * /` and `floor`,
 * which IEEE 754 defines exactly, so that the same call gives the same bits
 * everywhere.
 *
 * Angles are in radians. The polynomials are the Taylor series on the reduced
 * range, long enough that the first term left out is below half a unit in the
 * last place. Up to 1e6 radians the whole quarter turns are subtracted in three parts of
 * pi/2 (the method of Cody and Waite): the first two parts carry 33 bits, so
 * that a count of up to 20 bits multiplies them without rounding. Of larger angles whole
 * turns go first, by a remainder, which is exact; that a turn is no number of 53 bits is a third of
 * what the next such angle is away (to the last bit of them all it took 0.6 kB: the digits of 2/pi).
 */
export const TWO_OVER_PI = 0.6366197723675814
const HALF_PI = 1.5707963267948966
export const HALF_PI_HIGH = 1.5707963267341256
export const HALF_PI_MIDDLE = 6.077100506303966e-11
export const HALF_PI_LOW = 2.0222662487959506e-21

/** Angles up to this size (radians) are reduced to the last bit. */
export const SMALL_ANGLE_LIMIT = 1e6

export const PI = 3.141592653589793
export const TWO_PI = 6.283185307179586

/** Quarter turns and rest of an angle, then cosine and sine of the rest. */
const scratch = new Float64Array(4)

/**
 * Cosine (series to x^16) and sine (to x^17) of `scratch[1]`, on [-pi/4, pi/4]. Numbers go in and out through the
 * array, here and in {@link sincosOf}: as arguments and results of calls that are not inlined they become garbage.
 */
function evaluate(): void {
  const x = scratch[1]!
  const z = x * x
  const half = 0.5 * z
  const high = 1 - half
  // 1 - half is rounded; what the rounding lost is added to the small terms.
  scratch[2] = high + ((1 - high) - half + z * z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320 + z * (-1 / 3628800
    + z * (1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888000))))))))
  scratch[3] = x + x * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * (1 / 362880 + z * (-1 / 39916800
    + z * (1 / 6227020800 + z * (-1 / 1307674368000 + z * (1 / 355687428096000))))))))
}

/**
 * Writes the cosine of `angle` to `out[offset]` and its sine to `out[offset + 1]`.
 * The error is below 3e-16, or 4e-17 times the angle. A non-finite angle gives NaN.
 */
export function sincos(angle: number, out: Float64Array, offset: number): void {
  scratch[0] = angle
  sincosOf(scratch, 0, out, offset)
}

/** The same for the angle that stands in `angles[index]`: for the step, where an argument may become garbage. */
export function sincosOf(angles: Float64Array, index: number, out: Float64Array, offset: number): void {
  // Not as a choice between two numbers: V8 puts the chosen one into a box.
  scratch[0] = angles[index]!
  if (!(Math.abs(scratch[0]) <= SMALL_ANGLE_LIMIT)) scratch[0] %= TWO_PI
  const angle = scratch[0]
  const turns = Math.floor(angle * TWO_OVER_PI + 0.5)
  scratch[1] = angle - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW
  evaluate()
  const c = scratch[2]!
  const s = scratch[3]!
  const quadrant = turns & 3
  if (quadrant === 0) {
    out[offset] = c
    out[offset + 1] = s
  } else if (quadrant === 1) {
    out[offset] = -s
    out[offset + 1] = c
  } else if (quadrant === 2) {
    out[offset] = -c
    out[offset + 1] = -s
  } else {
    out[offset] = s
    out[offset + 1] = -c
  }
}

/** Sine of an angle in radians: see {@link sincos}. */
export function sin(angle: number): number {
  sincos(angle, scratch, 0)
  return scratch[1]!
}

/** Cosine of an angle in radians: see {@link sincos}. */
export function cos(angle: number): number {
  sincos(angle, scratch, 0)
  return scratch[0]!
}

/** Arc tangents of 0, 1/8, 2/8, ... 8/8. */
const ATAN_EIGHTHS = new Float64Array([
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061,
  0.5585993153435624, 0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
])

/** Of a vector: x and y; then the smaller and the larger of their sizes, and the angle. */
const turn = new Float64Array(5)

/** Arc tangent of low / high for 0 <= low <= high, high > 0, which stand in `turn`: the nearest eighth plus a short series. */
function findRatio(): void {
  const low = turn[2]!
  const high = turn[3]!
  const step = Math.floor(low / high * 8 + 0.5)
  const t = (low * 8 - step * high) / (high * 8 + step * low)
  const z = t * t
  turn[4] = ATAN_EIGHTHS[step]! + (t + t * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9
    + z * (-1 / 11 + z * (1 / 13)))))))
}

/**
 * Angle of the vector (x, y) in radians, in (-pi, pi]; error below 1e-15.
 * (0, 0) gives 0, and a negative zero counts as zero, so that the result is
 * never -pi. Non-finite input gives NaN.
 */
export function atan2(y: number, x: number): number {
  turn[0] = x
  turn[1] = y
  atan2Of(turn, 0, turn, 4)
  return turn[4]!
}

/** The same of the vector that stands at `vectors[from]`, written to `out[to]`: for the step, where numbers may become garbage. */
export function atan2Of(vectors: Float64Array, from: number, out: Float64Array, to: number): void {
  const x = vectors[from]!
  const y = vectors[from + 1]!
  let ax = Math.abs(x)
  let ay = Math.abs(y)
  if (!(ax < Infinity && ay < Infinity)) {
    out[to] = NaN
    return
  }
  if (ax > 1e300 || ay > 1e300) {
    ax *= 0.0009765625
    ay *= 0.0009765625
  }
  if (ax === 0 && ay === 0) {
    out[to] = 0
    return
  }
  const steep = ay > ax
  // Not as a choice between the two: V8 puts the chosen number into a box.
  turn[2] = ay
  turn[3] = ax
  if (steep) {
    turn[2] = ax
    turn[3] = ay
  }
  findRatio()
  if (steep) turn[4] = HALF_PI - turn[4]!
  if (x < 0) turn[4] = PI - turn[4]!
  // -pi is not in the range of an angle: a vector that rounds to it counts as pi.
  if (y < 0 && turn[4]! > 0 && turn[4]! < PI) turn[4] = -turn[4]!
  if (turn[4]! > PI) turn[4] = PI
  out[to] = turn[4]!
}
