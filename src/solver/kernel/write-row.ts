import type { FunctionBuilder, Local } from '../../wasm/function-builder.ts'
import { type F64, type I32, type V128, f32, f32x4, f64, f64x2, i32, v128 } from '../../wasm/value.ts'
import { Field, POINT_FIELDS, PointField } from '../contact-groups.ts'
import { Lock } from '../lock.ts'
import { Frame } from '../../memory/frame.ts'
import { entry } from './write-frame.ts'
import { NEXT } from './write-rows.ts'

type Integer = Local<I32['kind']>
type Double = Local<F64['kind']>
type Vector = Local<V128['kind']>

const { add, sub, mul, div, splat, promote } = f64x2

/** Which of the two doubles is which. */
export const MASS = 0
export const INERTIA = 1
const X = 0
const Y = 1
const OF_A = 0
const OF_B = 1

/** Two to the power of these are the bytes of a manifold, the impulses of a contact and a push. */
const MANIFOLD_SHIFT = 6
const IMPULSE_SHIFT = 4
const PUSH_SHIFT = 4

/** Where in a pose the way from the center of mass to the origin is, in bytes; see `Bodies`. */
const CENTER = 32

/** Where in a manifold the points are, their length, and where in a point the separation is, in bytes. */
const POINTS = 16
const POINT_BYTES = 24
const SEPARATION = 16

const SECOND = POINT_FIELDS * NEXT

/** The bodies of a contact; A is the world where only one moves. */
export interface Pair {
  readonly single: Integer
  /** The points of the manifold are measured from the origin of B, and its normal is turned round. */
  readonly reversed: Integer
  readonly recordA: Integer
  readonly recordB: Integer
  /** Addresses of the poses of their colliders. */
  readonly poseA: Integer
  readonly poseB: Integer
  /** Inverse mass and inverse inertia; those of the world are 0. */
  readonly massesA: Vector
  readonly massesB: Vector
  /** Whether neither turns. */
  readonly rigid: Integer
}

/** The code of `writeRow` in `scalar-prepare.ts`. Two doubles are worked on at a time: of two axes, bodies or points. */
export class RowWriter {
  private readonly b: FunctionBuilder
  private readonly lane: Integer
  private readonly pair: Pair
  private readonly pointCount: Integer
  private readonly points: Integer
  private readonly manifold: Integer
  private readonly impulse: Integer
  private readonly normal: Vector
  private readonly nx: Double
  private readonly ny: Double
  /** Inverse masses along the normal, and inverse inertias. */
  private readonly massesA: Vector
  private readonly massesB: Vector
  /** The sum of the masses. */
  private readonly masses: Double
  /** From the origin of the manifold's points to the centers of mass. */
  private readonly toA: Vector
  private readonly toB: Vector
  /** The impulses of all points: their sums, and the turns that they give. */
  private readonly pressed: Double
  private readonly rubbed: Double
  private readonly turnA: Double
  private readonly turnB: Double

  constructor(b: FunctionBuilder, lane: Integer, pair: Pair, contact: Integer, pointCount: Integer, points: Integer) {
    this.b = b
    this.lane = lane
    this.pair = pair
    this.pointCount = pointCount
    this.points = points
    this.manifold = b.let(entry(Frame.Manifold, contact, MANIFOLD_SHIFT))
    this.impulse = b.let(entry(Frame.Impulse, contact, IMPULSE_SHIFT))
    const sign = f64.select(pair.reversed, f64.of(-1), f64.of(1))
    this.normal = b.let(mul(splat(sign), v128.load(this.manifold)))
    this.nx = b.let(f64x2.lane(this.normal, X))
    this.ny = b.let(f64x2.lane(this.normal, Y))
    this.massesA = b.let(pair.massesA)
    this.massesB = b.let(pair.massesB)
    b.when(i32.not(pair.single), () => this.holdLocked(this.massesA, pair.recordA))
    this.holdLocked(this.massesB, pair.recordB)
    this.masses = this.sumOfMasses()
    const origin = b.let(i32.select(pair.reversed, pair.poseB, pair.poseA))
    const to = (pose: Integer): Vector => b.let(add(sub(v128.load(origin), v128.load(pose)), v128.load(pose, CENTER)))
    this.toA = to(pair.poseA)
    this.toB = to(pair.poseB)
    this.pressed = b.let(f64.of(0))
    this.rubbed = b.let(f64.of(0))
    this.turnA = b.let(f64.of(0))
    this.turnB = b.let(f64.of(0))
  }

  write(): void {
    const { b, lane } = this
    this.putPair(Field.NormalX, Field.NormalY, this.normal)
    this.putPair(Field.MassA, Field.InertiaA, this.massesA)
    this.putPair(Field.MassB, Field.InertiaB, this.massesB)
    const across = b.let(f64.of(0))
    b.when(i32.eq(this.points, i32.of(1)), () => this.writeOne(across), () => this.writeTwo(across))
    b.storeF32(lane, Field.Across * NEXT, f64.demote(across))
    const tangent = pick(splat(f64.neg(this.ny)), 0, this.normal, X)
    const pressed = b.let(add(mul(splat(this.pressed), this.normal), mul(splat(this.rubbed), tangent)))
    this.addPush(this.pair.recordB, pressed, this.massesB, this.turnB, add, f64.add)
    b.when(i32.not(this.pair.single), () => {
      this.addPush(this.pair.recordA, pressed, this.massesA, this.turnA, sub, f64.sub)
    })
  }

  /** Lets a body hold like a wall where the normal is nearer to an axis that is locked than to a free one. */
  private holdLocked(masses: Vector, record: Integer): void {
    const { b } = this
    const axes = b.let(i32.load8(i32.sub(entry(Frame.Axes, record, 0), i32.of(1))))
    b.when(axes, () => {
      const steep = f64.gt(f64.abs(this.ny), f64.abs(this.nx))
      const nearest = i32.select(steep, i32.of(Lock.Y), i32.of(Lock.X))
      const held = i32.or(i32.eq(axes, i32.of(Lock.X | Lock.Y)), i32.eq(axes, nearest))
      b.when(held, () => b.set(masses, pick(f32x4.all(0), MASS, masses, INERTIA)))
    })
  }

  private sumOfMasses(): Double {
    const { b, pair } = this
    const sum = (x: Vector, y: Vector): F64 => f64.add(f64x2.lane(x, MASS), f64x2.lane(y, MASS))
    const masses = b.let(sum(this.massesA, this.massesB))
    b.when(f64.eq(masses, f64.of(0)), () => {
      b.set(masses, f64.select(pair.rigid, f64.of(1), sum(pair.massesA, pair.massesB)))
    })
    return masses
  }

  /** One point: both bodies at a time. */
  private writeOne(across: Double): void {
    const { b, lane, impulse } = this
    const point = b.let(this.deepest())
    const axis = (which: 0 | 1): Vector =>
      b.let(add(v128.loadSplat64(point, which * 8), pick(this.toA, which, this.toB, which)))
    const x = axis(X)
    const y = axis(Y)
    b.when(this.pair.single, () => {
      b.set(x, pick(f32x4.all(0), OF_A, x, OF_B))
      b.set(y, pick(f32x4.all(0), OF_A, y, OF_B))
    })
    const nx = b.let(splat(this.nx))
    const ny = b.let(splat(this.ny))
    const cross = b.let(sub(mul(x, ny), mul(y, nx)))
    const dot = b.let(add(mul(x, nx), mul(y, ny)))
    const inertias = b.let(pick(this.massesA, INERTIA, this.massesB, INERTIA))
    // Of the normal in the lower double, of the tangent in the upper.
    const byCross = b.let(mul(mul(inertias, cross), cross))
    const byDot = b.let(mul(mul(inertias, dot), dot))
    const resisted = b.let(add(
      add(splat(this.masses), pick(byCross, OF_A, byDot, OF_A)),
      pick(byCross, OF_B, byDot, OF_B),
    ))
    const effective = b.let(div(splat(f64.of(1)), resisted))
    b.set(across, f64x2.lane(effective, 0))
    this.putPair(Field.Points + PointField.CrossA, Field.Points + PointField.CrossB, cross)
    this.putPair(Field.Points + PointField.DotA, Field.Points + PointField.DotB, dot)
    const turned = f64.sub(f64x2.lane(dot, OF_B), f64x2.lane(dot, OF_A))
    const base = f64.sub(f64.load(point, SEPARATION), turned)
    b.storeF32(lane, (Field.Points + PointField.Base) * NEXT, f64.demote(base))
    const put = (place: PointField, number: F64): void => {
      b.storeF32(lane, (Field.Points + place) * NEXT, f64.demote(number))
    }
    put(PointField.InverseMass, f64x2.lane(resisted, 0))
    put(PointField.TangentMass, f64x2.lane(effective, 1))
    const normal = b.let(f32.loadDouble(impulse))
    const tangent = b.let(f32.loadDouble(impulse, 4))
    put(PointField.Normal, normal)
    put(PointField.Tangent, tangent)
    b.set(this.pressed, f64.add(this.pressed, normal))
    b.set(this.rubbed, f64.add(this.rubbed, tangent))
    const turn = b.let(add(mul(splat(normal), cross), mul(splat(tangent), dot)))
    b.set(this.turnA, f64.add(this.turnA, f64x2.lane(turn, OF_A)))
    b.set(this.turnB, f64.add(this.turnB, f64x2.lane(turn, OF_B)))
  }

  /** The address of the only point: where neither body turns, the deeper one stands for both. */
  private deepest(): I32 {
    const { b, manifold, pointCount, pair } = this
    const point = b.let(i32.add(manifold, i32.of(POINTS)))
    b.when(i32.and(pair.rigid, i32.eq(pointCount, i32.of(2))), () => {
      const deeper = f64.lt(f64.load(point, POINT_BYTES + SEPARATION), f64.load(point, SEPARATION))
      b.when(deeper, () => b.set(point, i32.add(point, i32.of(POINT_BYTES))))
    })
    return point
  }

  /** Two points, both at a time. */
  private writeTwo(across: Double): void {
    const { b, manifold, impulse, toA, toB } = this
    const first = b.let(v128.load(manifold, POINTS))
    const middle = b.let(v128.load(manifold, POINTS + 16))
    const last = b.let(v128.load(manifold, POINTS + 32))
    const x = b.let(pick(first, 0, middle, 1))
    const y = b.let(pick(first, 1, last, 0))
    const separation = pick(middle, 0, last, 1)
    const ax = b.let(f32x4.all(0))
    const ay = b.let(f32x4.all(0))
    b.when(i32.not(this.pair.single), () => {
      b.set(ax, add(x, pick(toA, X, toA, X)))
      b.set(ay, add(y, pick(toA, Y, toA, Y)))
    })
    const bx = b.let(add(x, pick(toB, X, toB, X)))
    const by = b.let(add(y, pick(toB, Y, toB, Y)))
    const nx = b.let(splat(this.nx))
    const ny = b.let(splat(this.ny))
    const crossA = b.let(sub(mul(ax, ny), mul(ay, nx)))
    const crossB = b.let(sub(mul(bx, ny), mul(by, nx)))
    const dotA = b.let(add(mul(ax, nx), mul(ay, ny)))
    const dotB = b.let(add(mul(bx, nx), mul(by, ny)))
    const inertiaA = b.let(pick(this.massesA, INERTIA, this.massesA, INERTIA))
    const inertiaB = b.let(pick(this.massesB, INERTIA, this.massesB, INERTIA))
    const masses = b.let(splat(this.masses))
    const resisted = (leverA: V128, otherA: V128, leverB: V128, otherB: V128): V128 =>
      add(add(masses, mul(mul(inertiaA, leverA), otherA)), mul(mul(inertiaB, leverB), otherB))
    const turning = b.let(resisted(dotA, dotA, dotB, dotB))
    this.putPoints(PointField.CrossA, crossA)
    this.putPoints(PointField.CrossB, crossB)
    this.putPoints(PointField.DotA, dotA)
    this.putPoints(PointField.DotB, dotB)
    this.putPoints(PointField.Base, sub(separation, sub(dotB, dotA)))
    this.putPoints(PointField.InverseMass, resisted(crossA, crossA, crossB, crossB))
    this.putPoints(PointField.TangentMass, div(splat(f64.of(1)), turning))
    const other = (lever: V128): V128 => pick(lever, 1, lever, 1)
    b.set(across, f64x2.lane(resisted(crossA, other(crossA), crossB, other(crossB)), 0))
    const impulses = b.let(v128.load(impulse))
    this.storePoints(PointField.Normal, b.let(f32x4.pick(impulses, impulses, [0, 2, 0, 2])))
    this.storePoints(PointField.Tangent, b.let(f32x4.pick(impulses, impulses, [1, 3, 1, 3])))
    const normal = b.let(promote(f32x4.pick(impulses, impulses, [0, 2, 0, 2])))
    const tangent = b.let(promote(f32x4.pick(impulses, impulses, [1, 3, 1, 3])))
    this.sum(this.pressed, normal)
    this.sum(this.rubbed, tangent)
    this.sum(this.turnA, add(mul(normal, crossA), mul(tangent, dotA)))
    this.sum(this.turnB, add(mul(normal, crossB), mul(tangent, dotB)))
  }

  /** Adds two numbers to a third, one after the other. */
  private sum(to: Double, added: V128): void {
    const { b } = this
    const both = b.let(added)
    b.set(to, f64.add(f64.add(to, f64x2.lane(both, 0)), f64x2.lane(both, 1)))
  }

  /** Adds what the impulses change about a body to its push, or takes it from there. */
  private addPush(
    record: Integer,
    impulse: Vector,
    masses: Vector,
    turn: Double,
    change: typeof add,
    changeOne: typeof f64.add,
  ): void {
    const { b } = this
    const push = b.let(entry(Frame.Push, record, PUSH_SHIFT))
    const moved = mul(pick(masses, MASS, masses, MASS), impulse)
    const floats = f32x4.demote(change(promote(v128.load64(push)), moved))
    // Two floats at once.
    b.storeF64(push, 0, f64x2.lane(floats, 0))
    const turned = f64.mul(f64x2.lane(masses, INERTIA), turn)
    b.storeF32(push, 8, f64.demote(changeOne(f32.loadDouble(push, 8), turned)))
  }

  /** Puts two numbers in places of the lane. */
  private putPair(lower: number, upper: number, numbers: V128): void {
    const { b, lane } = this
    const floats = b.let(f32x4.demote(numbers))
    b.storeLane(lane, lower * NEXT, floats, 0)
    b.storeLane(lane, upper * NEXT, floats, 1)
  }

  /** Puts the numbers of both points in their place. */
  private putPoints(place: PointField, numbers: V128): void {
    this.storePoints(place, this.b.let(f32x4.demote(numbers)))
  }

  private storePoints(place: PointField, floats: Vector): void {
    const { b, lane } = this
    b.storeLane(lane, (Field.Points + place) * NEXT, floats, 0)
    b.storeLane(lane, (Field.Points + place) * NEXT + SECOND, floats, 1)
  }
}

/** One double of each. */
function pick(a: V128, lane: 0 | 1, b: V128, other: 0 | 1): V128 {
  const [x, y] = [lane * 2, 4 + other * 2] as [0 | 2, 4 | 6]
  return f32x4.pick(a, b, [x, x === 0 ? 1 : 3, y, y === 4 ? 5 : 7])
}
