import { FACE_PREFERENCE, INCIDENT_PREFERENCE } from '../../collision/box-box.ts'
import type { FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import { type I32, type V128, f64x2, i32, v128 } from '../../wasm/value.ts'
import { Frame } from '../../memory/frame.ts'
import { type Facing, type ManifoldPlaces, writeManifold } from './write-manifold.ts'
import { type Vector, bothX, bothY, swapped, turned } from './write-vectors.ts'

const { add, sub, mul, div, neg, abs, gt, ge, pmin } = f64x2

type Address = Local<I32['kind']>

const SIGNS = f64x2.of(-0, -0)

/** A box: cosine and sine, half width and half height. */
interface Box {
  readonly turn: Vector
  readonly sizes: Vector
}

/** The face that is the reference: masks, and numbers of which the first lane counts. */
interface Reference {
  /** Whether it is of B. */
  readonly flip: Vector
  /** Whether it is above or below, and not at a side. */
  readonly upright: Vector
  readonly separation: Vector
  readonly preference: Vector
  /** Has bits where any axis parts the boxes by more than the preference. */
  readonly ahead: Vector
  /** How far the other center is along the axis of the face. */
  readonly center: Vector
}

/** Where a box stands: its pose, its cosine and sine, its geometry. */
export interface BoxPlaces {
  readonly pose: Address
  readonly turn: Address
  readonly sizes: Address
}

/**
 * Box against box: the arithmetic of `collideBoxes`, which also tells the algorithm, on addresses. What is x and y
 * there is two lanes here, and what hangs on a condition is chosen by masks: which face is whose is as good as random
 * in a pile, and a jump that was not foreseen takes as long as many numbers. With jumps a pile of boxes took 76 ns a
 * contact, so it takes 50; 4 to 5 of the rest were saved by not making this a function of its own.
 */
export function writeBoxes(b: FunctionBuilder, placesA: BoxPlaces, placesB: BoxPlaces, result: ManifoldPlaces): void {
  b.block((done) => {
    const d = b.let(sub(v128.load(placesB.pose), v128.load(placesA.pose)))
    const margin = b.let(v128.loadSplat64(i32.of(Frame.Margin)))
    const A = { turn: b.let(v128.load(placesA.turn)), sizes: b.let(v128.load(placesA.sizes)) }
    const B = { turn: b.let(v128.load(placesB.turn)), sizes: b.let(v128.load(placesB.sizes)) }
    const reference = writeReference(b, d, margin, A, B, done)
    writeManifold(b, writeFacing(b, d, margin, reference, A, B), result, done)
  })
}

/** The separating axes, and the best of them. */
function writeReference(b: FunctionBuilder, d: Vector, margin: Vector, A: Box, B: Box, apart: Label): Reference {
  const aside = b.let(turned(d))
  const cosA = b.let(bothX(A.turn))
  const sinA = b.let(bothY(A.turn))
  // Rotation of B seen from A.
  const m = b.let(abs(sub(mul(cosA, B.turn), mul(sinA, turned(B.turn)))))
  const crossed = b.let(swapped(m))
  const separationsOf = (center: Vector, own: Vector, other: Vector): Vector =>
    b.let(sub(sub(sub(abs(center), own), mul(m, bothX(other))), mul(crossed, bothY(other))))
  const p = b.let(sub(mul(cosA, d), mul(sinA, aside)))
  const ofA = separationsOf(p, A.sizes, B.sizes)
  const q = b.let(sub(mul(bothY(B.turn), aside), mul(bothX(B.turn), d)))
  const ofB = separationsOf(q, B.sizes, A.sizes)
  b.leaveIf(v128.any(v128.or(gt(ofA, margin), gt(ofB, margin))), apart)

  const smallest = b.let(pmin(A.sizes, B.sizes))
  const preference = b.let(mul(f64x2.of(FACE_PREFERENCE, FACE_PREFERENCE), pmin(swapped(smallest), smallest)))
  // Each of the four axes in turn must be better than the best so far; what that may be is compared with all at once.
  const ay = b.let(bothY(ofA))
  const bx = b.let(bothX(ofB))
  const by = b.let(bothY(ofB))
  const least = b.let(add(ofA, preference))
  const ayWins = b.let(bothX(b.let(gt(ay, least))))
  const amongA = (comparison: Vector): V128 => v128.select(bothY(comparison), bothX(comparison), ayWins)
  const bxWins = b.let(amongA(b.let(gt(bx, least))))
  const byWins = b.let(v128.select(gt(by, add(bx, preference)), amongA(b.let(gt(by, least))), bxWins))
  const flip = b.let(v128.or(bxWins, byWins))
  const upright = b.let(v128.or(v128.andNot(ayWins, bxWins), byWins))
  const chosen = (x: Vector, y: Vector): Vector => {
    const both = b.let(v128.select(y, x, flip))
    return b.let(v128.select(swapped(both), both, upright))
  }
  const ahead = b.let(v128.or(gt(ofA, preference), gt(ofB, preference)))
  return { flip, upright, separation: chosen(ofA, ofB), preference, ahead, center: chosen(p, q) }
}

/** The two faces that look at each other, in the frame of the reference. */
function writeFacing(b: FunctionBuilder, d: Vector, margin: Vector, reference: Reference, A: Box, B: Box): Facing {
  const { flip, upright, center } = reference
  const either = (x: Vector, y: Vector): Vector => b.let(v128.select(x, y, flip))
  const turn = either(B.turn, A.turn)
  const sizes = either(B.sizes, A.sizes)
  const otherTurn = either(A.turn, B.turn)
  const otherSizes = either(A.sizes, B.sizes)
  // 0 is added because -0 counts as positive.
  const sign = b.let(v128.and(add(center, f64x2.of(0, 0)), SIGNS))
  const normal = b.let(v128.xor(v128.select(turned(turn), turn, upright), bothX(sign)))
  const z = b.let(v128.select(swapped(sizes), sizes, upright))
  const nx = b.let(bothX(normal))
  const ny = b.let(bothY(normal))
  // The center and the first axis of the other box.
  const o = b.let(v128.xor(d, v128.and(flip, SIGNS)))
  const xy = b.let(sub(mul(nx, o), mul(ny, turned(o))))
  const uv = b.let(sub(mul(nx, otherTurn), mul(ny, turned(otherTurn))))
  // Of its four faces the one that looks most against the reference: (p, q) is the axis through it.
  const size = b.let(abs(uv))
  const along = b.let(ge(add(bothX(size), f64x2.of(INCIDENT_PREFERENCE, INCIDENT_PREFERENCE)), bothY(size)))
  const pq = b.let(v128.select(uv, turned(uv), along))
  const st = b.let(v128.select(otherSizes, swapped(otherSizes), along))
  const p = b.let(bothX(pq))
  const out = v128.or(bothX(st), v128.andNot(SIGNS, p))
  const middle = b.let(add(xy, mul(out, pq)))
  const half = b.let(mul(bothY(st), abs(p)))
  const my = b.let(bothY(middle))
  const ht = b.let(bothY(z))
  // Numbers of the faces, without conditions: an upright one is 0 or 2, one at a side 1 or 3.
  const bit = (mask: V128): Local<I32['kind']> => b.let(i32.and(v128.signs(mask), i32.of(1)))
  const one = i32.of(1)
  const sideways = b.let(i32.xor(bit(upright), one))
  const parallel = bit(along)
  const face = i32.add(i32.shl(i32.xor(i32.xor(bit(sign), sideways), one), one), sideways)
  const edge = i32.add(i32.shl(i32.xor(bit(p), parallel), one), parallel)
  return {
    ...reference,
    margin,
    normal,
    shift: b.let(v128.and(d, flip)),
    hn: b.let(bothX(z)),
    ht,
    mx: b.let(bothX(middle)),
    my,
    slope: b.let(div(neg(bothY(pq)), p)),
    bottom: b.let(sub(my, half)),
    top: b.let(add(my, half)),
    face: b.let(face),
    edge: b.let(edge),
  }
}
