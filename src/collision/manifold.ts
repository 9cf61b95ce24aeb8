/**
 * The records that go into and come out of the narrow phase.
 *
 * Numbers travel in typed arrays and never as arguments: a JavaScript engine
 * boxes each fractional argument of a call that it does not inline, which is
 * garbage in every step.
 *
 * Input, `PAIR_STRIDE` numbers from index 0:
 *
 * | index | meaning |
 * | ----- | ------- |
 * | 0, 1  | origin of B minus origin of A, world axes |
 * | 2, 3  | cosine and sine of A |
 * | 4, 5  | cosine and sine of B |
 * | 6     | margin: points up to this separation are kept (the speculative distance) |
 * | 7     | tie: any finite number that differs from pair to pair; picks the normal of two circles on one spot |
 *
 * Output, `MANIFOLD_STRIDE` numbers at an offset:
 *
 * | index   | meaning |
 * | ------- | ------- |
 * | 0, 1    | unit normal from A to B, world axes |
 * | 2, 3    | point 0: world-axis offset from the origin of A, midway between the two surfaces |
 * | 4       | separation at point 0, negative where the shapes overlap |
 * | 5, 6, 7 | point 1 likewise |
 *
 * and two feature ids of 16 bits: the vertex of A in the low byte, the vertex of
 * B in the high byte. They name the ends of the two edges that face each other,
 * whichever of the two is the reference and whether or not the end was cut off,
 * so that a box that rests or slides keeps them.
 *
 * Every collide function returns the number of points: 0, 1 or 2. Slots of
 * points that are not there are left as they were.
 */
export const PAIR_STRIDE = 8

/** Places in the input: see the table above. */
export enum Pair {
  X = 0,
  Y = 1,
  CosA = 2,
  SinA = 3,
  CosB = 4,
  SinB = 5,
  Margin = 6,
  Tie = 7,
}

export { MANIFOLD_STRIDE } from '../contacts/contact-record.ts'

/** Sine of the angle up to which a normal is that of a face. */
export const ON_FACE = 1e-6

/** Where feature ids are written: 16 bits are used. */
export type FeatureIds = Int32Array | Uint32Array | Uint16Array
