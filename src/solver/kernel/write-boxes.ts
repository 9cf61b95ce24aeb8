import { FACE_PREFERENCE, INCIDENT_PREFERENCE, NO_DIRECTION } from '../../collision/box-box.ts'
import type { FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import { type F64, type I32, Kind, f64, i32 } from '../../wasm/value.ts'

const { of, add, sub, mul, div, neg, abs, sqrt, lt, gt, le, ge, load, select } = f64

type Address = Local<I32['kind']>
type Integer = Local<I32['kind']>
type Double = Local<F64['kind']>

const DOUBLE = 8

/** Where a box is told of: cosine and sine, half width and half height. */
interface Source {
  readonly rotation: Address
  readonly sizes: Address
}

interface Box {
  readonly c: Double
  readonly s: Double
  readonly w: Double
  readonly h: Double
}

interface Pair {
  readonly dx: Double
  readonly dy: Double
  readonly margin: Double
}

/** The face that is the reference: by its number, and of which box; 1 for B. */
interface Reference {
  readonly face: Integer
  readonly flip: Integer
  readonly separation: Double
  readonly preference: Double
}

/** The frame of the reference: its normal in world axes, and the half sizes along and across it. */
interface Axes {
  readonly nx: Double
  readonly ny: Double
  readonly hn: Double
  readonly ht: Double
}

/** The face of the other box, in the reference frame. */
interface Incident {
  readonly mx: Double
  readonly my: Double
  readonly half: Double
  readonly slope: Double
  readonly edge: Integer
}

/** Where the result goes. */
interface Result {
  readonly out: Address
  readonly ids: Address
}

/**
 * Box against box: the arithmetic of `collideBoxes`, which also tells the algorithm, on addresses.
 *
 * Parameters: of A and B the pose, of A and B where cosine and sine stand, of A and B the geometry, the margin, then
 * where the manifold and the two feature ids go. Returns the number of points.
 */
export function writeBoxes(b: FunctionBuilder): void {
  const [poseA, poseB, rotationA, rotationB, sizesA, sizesB, margin, out, ids] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map(() => b.parameter(Kind.I32)) as NineAddresses
  const sourceA = { rotation: rotationA, sizes: sizesA }
  const sourceB = { rotation: rotationB, sizes: sizesB }
  b.block((apart) => {
    const pair = {
      dx: b.let(sub(load(poseB), load(poseA))),
      dy: b.let(sub(load(poseB, DOUBLE), load(poseA, DOUBLE))),
      margin: b.let(load(margin)),
    }
    const reference = writeReference(b, pair, loadBox(b, sourceA), loadBox(b, sourceB), apart)
    writeManifold(b, pair, reference, sourceA, sourceB, { out, ids }, apart)
  })
  b.return(i32.of(0))
}

type NineAddresses = [Address, Address, Address, Address, Address, Address, Address, Address, Address]

function loadBox(b: FunctionBuilder, { rotation, sizes }: Source): Box {
  return {
    c: b.let(load(rotation)),
    s: b.let(load(rotation, DOUBLE)),
    w: b.let(load(sizes)),
    h: b.let(load(sizes, DOUBLE)),
  }
}

/** The separating axes, and the best of them. */
function writeReference(b: FunctionBuilder, { dx, dy, margin }: Pair, A: Box, B: Box, apart: Label): Reference {
  const ac = b.let(abs(add(mul(A.c, B.c), mul(A.s, B.s))))
  const as = b.let(abs(sub(mul(A.c, B.s), mul(A.s, B.c))))
  const separationOf = (center: Double, own: Double, c: Double, s: Double): Double => {
    const separation = b.let(sub(sub(sub(abs(center), own), mul(ac, c)), mul(as, s)))
    b.leaveIf(gt(separation, margin), apart)
    return separation
  }
  const px = b.let(add(mul(A.c, dx), mul(A.s, dy)))
  const separation = separationOf(px, A.w, B.w, B.h)
  const py = b.let(sub(mul(A.c, dy), mul(A.s, dx)))
  const ay = separationOf(py, A.h, B.h, B.w)
  const qx = b.let(sub(mul(neg(B.c), dx), mul(B.s, dy)))
  const bx = separationOf(qx, B.w, A.w, A.h)
  const qy = b.let(sub(mul(B.s, dx), mul(B.c, dy)))
  const by = separationOf(qy, B.h, A.h, A.w)

  const smallest = lesser(b, lesser(b, A.w, A.h), lesser(b, B.w, B.h))
  const preference = b.let(mul(of(FACE_PREFERENCE), smallest))
  const face = b.let(i32.select(negative(px), i32.of(3), i32.of(1)))
  const flip = b.let(i32.of(0))
  const challenge = (other: Double, otherFace: I32, flipped: boolean): void => {
    b.when(gt(other, add(separation, preference)), () => {
      b.set(separation, other)
      b.set(face, otherFace)
      if (flipped) b.set(flip, i32.of(1))
    })
  }
  challenge(ay, i32.select(negative(py), i32.of(0), i32.of(2)), false)
  challenge(bx, i32.select(negative(qx), i32.of(3), i32.of(1)), true)
  challenge(by, i32.select(negative(qy), i32.of(0), i32.of(2)), true)
  return { face, flip, separation, preference }
}

function lesser(b: FunctionBuilder, x: Double, y: Double): Double {
  return b.let(select(lt(x, y), x, y))
}

function negative(x: F64): I32 {
  return lt(x, of(0))
}

/** Everything behind the choice of the reference. Numbers of the one box or the other are read anew, not chosen. */
function writeManifold(
  b: FunctionBuilder,
  pair: Pair,
  reference: Reference,
  sourceA: Source,
  sourceB: Source,
  result: Result,
  apart: Label,
): void {
  const { face, flip } = reference
  const either = (x: Address, y: Address): Address => b.let(i32.select(flip, x, y))
  const rotation = either(sourceB.rotation, sourceA.rotation)
  const sizes = either(sourceB.sizes, sourceA.sizes)
  const other = {
    rotation: either(sourceA.rotation, sourceB.rotation),
    sizes: either(sourceA.sizes, sourceB.sizes),
  }
  const upright = b.let(i32.not(i32.and(face, i32.of(1))))
  const sign = b.let(select(i32.or(i32.eq(face, i32.of(1)), i32.eq(face, i32.of(2))), of(1), of(-1)))
  const rc = b.let(load(rotation))
  const rs = b.let(load(rotation, DOUBLE))
  const along = b.let(i32.add(sizes, i32.shl(upright, i32.of(3))))
  const across = b.let(i32.sub(i32.add(sizes, i32.of(DOUBLE)), i32.shl(upright, i32.of(3))))
  const axes = {
    nx: b.let(mul(select(upright, neg(rs), rc), sign)),
    ny: b.let(mul(select(upright, rc, rs), sign)),
    hn: b.let(load(along)),
    ht: b.let(load(across)),
  }
  const facing = writeIncident(b, pair, flip, axes, other)
  const { my, half, slope } = facing
  const { ht } = axes
  const bottom = b.let(sub(my, half))
  const top = b.let(add(my, half))
  const low = b.let(neg(ht))
  const y0 = b.let(select(gt(bottom, low), bottom, low))
  const y1 = b.let(select(lt(top, ht), top, ht))
  const nearest = b.let(select(gt(slope, of(0)), bottom, top))
  const beside = b.let(gt(y0, y1))
  const outside = i32.or(gt(nearest, ht), lt(nearest, low))
  b.when(i32.or(beside, i32.and(gt(reference.separation, reference.preference), outside)), () => {
    const above = b.let(i32.select(beside, gt(bottom, ht), gt(nearest, ht)))
    writeCorner(b, pair, reference, axes, facing, { bottom, top, low, beside, above }, result, apart)
  })
  writeFace(b, pair, reference, axes, facing, y0, y1, result)
}

/** The face that looks most against the reference. */
function writeIncident(b: FunctionBuilder, { dx, dy }: Pair, flip: Integer, { nx, ny }: Axes, other: Source): Incident {
  const ox = b.let(select(flip, neg(dx), dx))
  const oy = b.let(select(flip, neg(dy), dy))
  const { c, s, w, h } = loadBox(b, other)
  const x = b.let(add(mul(nx, ox), mul(ny, oy)))
  const y = b.let(sub(mul(nx, oy), mul(ny, ox)))
  const u = b.let(add(mul(nx, c), mul(ny, s)))
  const v = b.let(sub(mul(nx, s), mul(ny, c)))
  const facing = { mx: b.let(x), my: b.let(y), half: b.let(w), slope: b.let(u), edge: b.let(i32.of(0)) }
  const { mx, my, half, slope, edge } = facing
  b.when(ge(add(abs(u), of(INCIDENT_PREFERENCE)), abs(v)), () => {
    const out = b.let(select(negative(u), w, neg(w)))
    b.set(edge, i32.select(negative(u), i32.of(1), i32.of(3)))
    b.set(mx, add(x, mul(out, u)))
    b.set(my, add(y, mul(out, v)))
    b.set(half, mul(h, abs(u)))
    b.set(slope, div(neg(v), u))
  }, () => {
    const out = b.let(select(negative(v), neg(h), h))
    b.set(edge, i32.select(negative(v), i32.of(0), i32.of(2)))
    b.set(mx, sub(x, mul(out, v)))
    b.set(my, add(y, mul(out, u)))
    b.set(half, mul(w, abs(v)))
    b.set(slope, div(u, v))
  })
  return facing
}

interface Beside {
  readonly bottom: Double
  readonly top: Double
  readonly low: Double
  /** 1 where the two faces do not look at each other at all. */
  readonly beside: Integer
  readonly above: Integer
}

/** The nearest corner is beside the reference face: the closest point to the corner of the reference. */
function writeCorner(
  b: FunctionBuilder,
  pair: Pair,
  { separation, preference, face, flip }: Reference,
  axes: Axes,
  { mx, my, slope, edge }: Incident,
  { bottom, top, low, beside, above }: Beside,
  result: Result,
  apart: Label,
): void {
  const { hn, ht } = axes
  const corner = b.let(select(above, ht, low))
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
    b.leaveIf(i32.and(gt(distance, pair.margin), gt(separation, of(0))), apart)
    const pointed = b.let(i32.and(gt(separation, of(0)), gt(distance, mul(of(NO_DIRECTION), add(hn, ht)))))
    const fx = b.let(of(1))
    const fy = b.let(of(0))
    const gap = b.let(ex)
    b.when(pointed, () => {
      b.set(fx, div(ex, distance))
      b.set(fy, div(ey, distance))
      b.set(gap, distance)
    })
    writeNormal(b, flip, turnedX(axes, fx, fy), turnedY(axes, fx, fy), result.out)
    const back = b.let(mul(of(0.5), gap))
    const cx = b.let(sub(add(hn, ex), mul(back, fx)))
    const cy = b.let(sub(at, mul(back, fy)))
    writePoint(b, pair, flip, axes, cx, cy, gap, result.out)
    const next = i32.and(i32.add(face, i32.of(1)), i32.of(3))
    const incidentNext = i32.and(i32.add(edge, i32.of(1)), i32.of(3))
    const own = i32.select(above, next, face)
    const other = i32.select(gt(sub(at, my), of(0)), edge, incidentNext)
    writeFeature(b, flip, own, other, result.ids)
    b.return(i32.of(1))
  })
}

/** Two faces look at each other: both ends of what they share. */
function writeFace(
  b: FunctionBuilder,
  pair: Pair,
  { face, flip }: Reference,
  axes: Axes,
  { mx, my, slope, edge }: Incident,
  y0: Double,
  y1: Double,
  { out, ids }: Result,
): void {
  const { nx, ny, hn } = axes
  const next = (corner: Integer): I32 => i32.and(i32.add(corner, i32.of(1)), i32.of(3))
  const gapAt = (y: Double): Double => b.let(sub(add(mx, mul(sub(y, my), slope)), hn))
  const gap0 = gapAt(y0)
  const gap1 = gapAt(y1)
  const count = b.let(i32.of(0))
  b.when(le(gap0, pair.margin), () => {
    const cx = b.let(add(hn, mul(of(0.5), gap0)))
    writePoint(b, pair, flip, axes, cx, y0, gap0, out)
    writeFeature(b, flip, face, next(edge), ids)
    b.set(count, i32.of(1))
  })
  b.when(le(gap1, pair.margin), () => {
    const cx = b.let(add(hn, mul(of(0.5), gap1)))
    const to = b.let(i32.add(out, i32.mul(count, i32.of(3 * DOUBLE))))
    writePoint(b, pair, flip, axes, cx, y1, gap1, to)
    writeFeature(b, flip, next(face), edge, i32.add(ids, i32.shl(count, i32.of(2))))
    b.set(count, i32.add(count, i32.of(1)))
  })
  b.when(count, () => writeNormal(b, flip, nx, ny, out))
  b.return(count)
}

/** A direction of the reference frame in world axes. */
function turnedX({ nx, ny }: Axes, x: Double, y: Double): F64 {
  return sub(mul(nx, x), mul(ny, y))
}

function turnedY({ nx, ny }: Axes, x: Double, y: Double): F64 {
  return add(mul(ny, x), mul(nx, y))
}

/** @param to The manifold, or as many points behind it as stand before this one. */
function writePoint(
  b: FunctionBuilder,
  { dx, dy }: Pair,
  flip: Integer,
  axes: Axes,
  x: Double,
  y: Double,
  gap: Double,
  to: Address,
): void {
  b.storeF64(to, 2 * DOUBLE, add(turnedX(axes, x, y), select(flip, dx, of(0))))
  b.storeF64(to, 3 * DOUBLE, add(turnedY(axes, x, y), select(flip, dy, of(0))))
  b.storeF64(to, 4 * DOUBLE, gap)
}

function writeNormal(b: FunctionBuilder, flip: Integer, x: F64, y: F64, out: Address): void {
  const wx = b.let(x)
  const wy = b.let(y)
  b.storeF64(out, 0, select(flip, neg(wx), wx))
  b.storeF64(out, DOUBLE, select(flip, neg(wy), wy))
}

/** The vertex of A in the low byte, that of B in the next. */
function writeFeature(b: FunctionBuilder, flip: Integer, own: I32, other: I32, to: I32): void {
  const x = b.let(own)
  const y = b.let(other)
  const eight = i32.of(8)
  b.storeI32(to, 0, i32.select(flip, i32.or(y, i32.shl(x, eight)), i32.or(x, i32.shl(y, eight))))
}
