/**
 * Angle reduction: any finite angle as a quarter-turn count and a remainder in
 * about [-pi/4, pi/4].
 *
 * Up to 1e6 radians the whole quarter turns are subtracted in three parts of
 * pi/2 (the method of Cody and Waite): the first two parts carry 33 bits, so
 * that a count of up to 20 bits multiplies them without rounding. Beyond that
 * the angle is multiplied by the digits of 2/pi that matter for its size (the
 * method of Payne and Hanek), which is slow but exact to the last bit of the
 * angle as it is stored.
 *
 * Only `+ - * /` and `floor` are used, so every engine gives the same bits.
 */

export const TWO_OVER_PI = 0.6366197723675814
export const HALF_PI = 1.5707963267948966
export const HALF_PI_HIGH = 1.5707963267341256
export const HALF_PI_MIDDLE = 6.077100506303966e-11
export const HALF_PI_LOW = 2.0222662487959506e-21

/** Angles up to this size (radians) take the short way. */
export const SMALL_ANGLE_LIMIT = 1e6

const DIGIT = 16777216
const INVERSE_DIGIT = 1 / 16777216

/** 2/pi = the sum of TWO_OVER_PI_DIGITS[i] * 2^(-24 (i + 1)); enough digits for the largest number. */
const TWO_OVER_PI_DIGITS = new Float64Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041,
  0xfe5163, 0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c,
  0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41,
  0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f,
  0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
  0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08,
  0x560330, 0x46fc7b,
])

/** Columns of the product that are kept: 2^0 (the quarter turns) and seven of fraction. */
const COLUMNS = 8
const angleDigits = new Float64Array(4)
const columns = new Float64Array(COLUMNS)

/**
 * Writes the number of quarter turns modulo 4 (0 to 3) to `out[offset]` and the
 * remainder in radians to `out[offset + 1]`. A non-finite angle gives 0 and NaN.
 */
export function reduceAngle(angle: number, out: Float64Array, offset: number): void {
  const size = angle < 0 ? -angle : angle
  if (size <= SMALL_ANGLE_LIMIT) {
    const turns = Math.floor(angle * TWO_OVER_PI + 0.5)
    out[offset] = turns & 3
    out[offset + 1] = angle - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW
    return
  }
  if (!(size < Infinity)) {
    out[offset] = 0
    out[offset + 1] = NaN
    return
  }
  reduceLargeAngle(size, out, offset)
  if (angle < 0) {
    out[offset] = (4 - out[offset]!) & 3
    out[offset + 1] = -out[offset + 1]!
  }
}

/** The long way, for a positive finite angle. */
function reduceLargeAngle(angle: number, out: Float64Array, offset: number): void {
  let scaled = angle
  let top = 0
  while (scaled >= DIGIT) {
    scaled *= INVERSE_DIGIT
    top++
  }
  // Scaling by powers of two and cutting off whole parts are exact: 53 bits span at most four digits.
  for (let i = 0; i < 4; i++) {
    const digit = Math.floor(scaled)
    angleDigits[i] = digit
    scaled = (scaled - digit) * DIGIT
  }
  for (let column = 0; column < COLUMNS; column++) {
    let sum = 0
    for (let i = 0; i < 4; i++) {
      // Digit i weighs 2^(24 (top - i)) and table entry t weighs 2^(-24 (t + 1)); columns above 2^0 are whole turns.
      const entry = top - i - 1 + column
      if (entry >= 0) sum += angleDigits[i]! * TWO_OVER_PI_DIGITS[entry]!
    }
    columns[column] = sum
  }
  for (let column = COLUMNS - 1; column > 0; column--) {
    const carry = Math.floor(columns[column]! * INVERSE_DIGIT)
    columns[column] = columns[column]! - carry * DIGIT
    columns[column - 1] = columns[column - 1]! + carry
  }
  const whole = columns[0]!
  let turns = whole - Math.floor(whole * 0.25) * 4
  if (columns[1]! >= DIGIT * 0.5) {
    columns[1] = columns[1]! - DIGIT
    turns++
  }
  let fraction = 0
  for (let column = COLUMNS - 1; column > 0; column--) {
    fraction = (fraction + columns[column]!) * INVERSE_DIGIT
  }
  out[offset] = turns & 3
  out[offset + 1] = fraction * HALF_PI
}
