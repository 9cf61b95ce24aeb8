import { BodyKind } from '../../bodies/body-kind.ts'
import { NOT_AWAKE, Trait } from '../../bodies/bodies.ts'
import { HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE } from '../../constants.ts'
import { ContactFlag } from '../../contacts/contact-record.ts'
import type { Callee, FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import type { ModuleBuilder } from '../../wasm/module-builder.ts'
import { type F64, type I32, Kind, f32, f64, i32 } from '../../wasm/value.ts'
import { Field, LANES, POINT_FIELDS, PointField } from '../contact-groups.ts'
import { Lock } from '../lock.ts'
import { FOREIGN, Frame } from '../../memory/frame.ts'
import { entry, framed, framedDouble } from './write-frame.ts'
import { addRowFunctions, writeTakeLane } from './write-rows.ts'

type Integer = Local<I32['kind']>
type Double = Local<F64['kind']>

const { add, and, eq, ge, gt, load, load8, not, of, or, select, shrUnsigned, sub } = i32
const { mul } = f64

const START = of(0)

/** Bytes from one number of a lane to the next. */
const NEXT = LANES * 4

const DOUBLE = 8

/** Two to the power of these are the bytes of a pose, manifold, surface, and so on. */
const POSE_SHIFT = 6
const MANIFOLD_SHIFT = 6
const SURFACE_SHIFT = 4
const IMPULSE_SHIFT = 4
const PUSH_SHIFT = 4
const WORD_SHIFT = 2

/** Places in a pose, in bytes; see `Bodies`. */
const CENTER = 4 * DOUBLE
const INVERSE_MASS = 6 * DOUBLE
const INVERSE_INERTIA = 7 * DOUBLE

/** The two points of a manifold and their separations, in bytes. */
const POINT = 2 * DOUBLE
const POINT_BYTES = 3 * DOUBLE
const SEPARATION = 2 * DOUBLE

/** Adds what turns contacts into rows. */
export function addPrepareFunctions(module: ModuleBuilder): void {
  const closeFullest = addRowFunctions(module)
  module.functionOf('prepare', Kind.I32, (b) => new PrepareWriter(b, closeFullest).write())
}

/** The two bodies of a contact; `a` is the world where only one moves. */
interface Bodies {
  readonly single: Integer
  readonly reversed: Integer
  readonly recordA: Integer
  readonly recordB: Integer
  /** Addresses of the poses of their colliders. */
  readonly poseA: Integer
  readonly poseB: Integer
  readonly inertiaA: Double
  readonly inertiaB: Double
  /** Whether neither turns. */
  readonly rigid: Integer
}

/** What the points of a contact share. */
interface Row {
  readonly lane: Integer
  readonly bodies: Bodies
  readonly nx: Double
  readonly ny: Double
  readonly masses: Double
  /** From the origin of the manifold's points to the centers of mass. */
  readonly toA: readonly [Double, Double]
  readonly toB: readonly [Double, Double]
  /** Addresses of the first point in the manifold and of its impulses. */
  readonly point: Integer
  readonly impulse: Integer
  /** Impulses of the points so far: their sum, and the turn that it gives. */
  readonly normal: Double
  readonly tangent: Double
  readonly turnA: Double
  readonly turnB: Double
}

/** The code of `SolverKernel.prepare`. What it does is told in `scalar-prepare.ts`. */
class PrepareWriter {
  private readonly b: FunctionBuilder
  private readonly closeFullest: Callee<I32['kind']>
  private readonly first: Integer
  private readonly end: Integer
  private readonly foreign: Integer
  /** Where in the active list the contact at hand stands. */
  private readonly place: Integer

  constructor(b: FunctionBuilder, closeFullest: Callee<I32['kind']>) {
    this.b = b
    this.closeFullest = closeFullest
    this.first = b.parameter(Kind.I32)
    this.end = b.parameter(Kind.I32)
    this.foreign = b.parameter(Kind.I32)
    this.place = b.let(entry(Frame.Active, this.first, WORD_SHIFT))
  }

  write(): void {
    const { b } = this
    const behind = b.let(entry(Frame.Active, this.end, WORD_SHIFT))
    b.forEach(this.place, behind, 4, () => b.block((next) => this.writeContact(next)))
    b.return(this.end)
  }

  private writeContact(next: Label): void {
    const { b } = this
    const contact = b.let(load(this.place))
    const pointCount = b.let(load8(entry(Frame.PointCount, contact, 0)))
    b.leaveIf(not(pointCount), next)
    b.leaveIf(and(load8(entry(Frame.Flags, contact, 0)), of(ContactFlag.Unsolved)), next)
    const a = b.let(load(entry(Frame.A, contact, WORD_SHIFT)))
    const other = b.let(load(entry(Frame.B, contact, WORD_SHIFT)))
    const rules = b.let(and(or(this.trait(a), this.trait(other)), of(Trait.Rules)))
    b.when(rules, () => b.when(not(this.foreign), () => this.refuse(of(FOREIGN))))
    const bodyA = b.let(load(entry(Frame.BodyOf, a, WORD_SHIFT)))
    const bodyB = b.let(load(entry(Frame.BodyOf, other, WORD_SHIFT)))
    const awakeA = b.let(load(entry(Frame.AwakeIndex, bodyA, WORD_SHIFT)))
    const awakeB = b.let(load(entry(Frame.AwakeIndex, bodyB, WORD_SHIFT)))
    const bodies = this.bodies(a, other, awakeA, awakeB)
    const points = b.let(select(bodies.rigid, of(1), pointCount))
    const { recordA, recordB } = bodies
    const lane = writeTakeLane(b, this.closeFullest, contact, points, recordA, recordB, (stream) => this.refuse(stream))
    this.mixSurfaces(lane, a, other, rules)
    const dynamic = eq(load8(entry(Frame.Kind, bodyA, 0)), of(BodyKind.Dynamic))
    const size = this.islandSize(b.let(select(and(dynamic, i32.ne(awakeA, of(NOT_AWAKE))), bodyA, bodyB)))
    this.mixCompliance(lane, size, bodies)
    this.writeRow(lane, contact, pointCount, points, bodies)
  }

  /** Ends the function at the contact at hand. */
  private refuse(reason: I32): void {
    this.b.storeI32(START, Frame.Wanted, reason)
    this.b.return(shrUnsigned(sub(this.place, framed(Frame.Active)), of(WORD_SHIFT)))
  }

  private trait(collider: I32): I32 {
    return load8(entry(Frame.Traits, collider, 0))
  }

  private bodies(a: Integer, other: Integer, awakeA: Integer, awakeB: Integer): Bodies {
    const { b } = this
    const single = b.let(or(eq(awakeA, of(NOT_AWAKE)), eq(awakeB, of(NOT_AWAKE))))
    const reversed = b.let(eq(awakeB, of(NOT_AWAKE)))
    const poseA = b.let(entry(Frame.Pose, select(reversed, other, a), POSE_SHIFT))
    const poseB = b.let(entry(Frame.Pose, select(reversed, a, other), POSE_SHIFT))
    const inertiaA = b.let(f64.select(single, f64.of(0), f64.load(poseA, INVERSE_INERTIA)))
    const inertiaB = b.let(f64.load(poseB, INVERSE_INERTIA))
    return {
      single,
      reversed,
      recordA: b.let(select(single, of(0), add(awakeA, of(1)))),
      recordB: b.let(add(select(reversed, awakeA, awakeB), of(1))),
      poseA,
      poseB,
      inertiaA,
      inertiaB,
      rigid: b.let(f64.eq(f64.add(inertiaA, inertiaB), f64.of(0))),
    }
  }

  private mixSurfaces(lane: Integer, a: Integer, other: Integer, rules: Integer): void {
    const { b } = this
    const surfaceA = b.let(entry(Frame.Surface, a, SURFACE_SHIFT))
    const surfaceB = b.let(entry(Frame.Surface, other, SURFACE_SHIFT))
    const both = (combine: (x: F64, y: F64) => F64, place: number): F64 =>
      combine(f32.loadDouble(surfaceA, place * 4), f32.loadDouble(surfaceB, place * 4))
    const friction = b.let(f64.sqrt(both(mul, 0)))
    const restitution = b.let(both(f64.max, 1))
    b.when(rules, () => {
      b.set(friction, framedDouble(Frame.Friction))
      b.set(restitution, framedDouble(Frame.Restitution))
    })
    this.store(lane, Field.Friction, friction)
    this.store(lane, Field.Belt, both(f64.add, 2))
    b.when(or(f64.gt(restitution, f64.of(0)), f64.gt(both(f64.max, 3), f64.of(0))), () => {
      const count = b.let(framed(Frame.SpecialCount))
      b.storeI32(entry(Frame.Special, count, WORD_SHIFT), 0, sub(framed(Frame.OwnerCount), of(1)))
      b.storeI32(START, Frame.SpecialCount, add(count, of(1)))
    })
  }

  private islandSize(root: Integer): Integer {
    const { b } = this
    const up = b.let(load(entry(Frame.IslandParent, root, WORD_SHIFT)))
    b.when(i32.ne(up, root), () => b.loop((again) => {
      const next = b.let(load(entry(Frame.IslandParent, up, WORD_SHIFT)))
      b.storeI32(entry(Frame.IslandParent, root, WORD_SHIFT), 0, next)
      b.set(root, next)
      b.set(up, load(entry(Frame.IslandParent, root, WORD_SHIFT)))
      b.leaveIf(i32.ne(up, root), again)
    }))
    return b.let(load(entry(Frame.IslandSize, root, WORD_SHIFT)))
  }

  private mixCompliance(lane: Integer, size: Integer, { single, poseA, poseB }: Bodies): void {
    const { b } = this
    const small = f64.of(SMALL_ISLAND_COMPLIANCE)
    const compliance = b.let(small)
    b.when(gt(size, of(SMALL_ISLAND)), () => {
      const over = f64.fromUnsigned(sub(size, of(SMALL_ISLAND)))
      const large = f64.min(f64.div(over, f64.of(LARGE_ISLAND - SMALL_ISLAND)), f64.of(1))
      b.set(compliance, f64.add(small, mul(f64.of(1 - SMALL_ISLAND_COMPLIANCE), large)))
    })
    this.store(lane, Field.RubsEarly, f64.fromUnsigned(ge(size, of(LARGE_ISLAND))))
    b.when(not(single), () => {
      const massA = b.let(f64.load(poseA, INVERSE_MASS))
      const massB = b.let(f64.load(poseB, INVERSE_MASS))
      const ratio = f64.of(HEAVY_RATIO)
      b.when(or(f64.gt(massA, mul(ratio, massB)), f64.gt(massB, mul(ratio, massA))), () => {
        b.set(compliance, f64.min(compliance, small))
      })
    })
    const usual = f64.select(single, framedDouble(Frame.FixedCompliance), framedDouble(Frame.MovingCompliance))
    b.set(compliance, mul(compliance, usual))
    this.store(lane, Field.Compliance, compliance)
    this.store(lane, Field.Give, f64.div(f64.of(1), f64.add(f64.of(1), compliance)))
  }

  private writeRow(lane: Integer, contact: Integer, pointCount: Integer, points: Integer, bodies: Bodies): void {
    const { b } = this
    const { single, reversed, recordA, recordB, poseA, poseB, inertiaA, inertiaB, rigid } = bodies
    const manifold = b.let(entry(Frame.Manifold, contact, MANIFOLD_SHIFT))
    const sign = b.let(f64.select(reversed, f64.of(-1), f64.of(1)))
    const nx = b.let(mul(sign, f64.load(manifold)))
    const ny = b.let(mul(sign, f64.load(manifold, DOUBLE)))
    const freeA = b.let(f64.select(single, f64.of(0), f64.load(poseA, INVERSE_MASS)))
    const freeB = b.let(f64.load(poseB, INVERSE_MASS))
    const massA = b.let(freeA)
    const massB = b.let(freeB)
    b.when(not(single), () => this.holdLocked(massA, recordA, nx, ny))
    this.holdLocked(massB, recordB, nx, ny)
    this.store(lane, Field.NormalX, nx)
    this.store(lane, Field.NormalY, ny)
    this.store(lane, Field.MassA, massA)
    this.store(lane, Field.InertiaA, inertiaA)
    this.store(lane, Field.MassB, massB)
    this.store(lane, Field.InertiaB, inertiaB)
    const masses = b.let(f64.add(massA, massB))
    b.when(f64.eq(masses, f64.of(0)), () => {
      b.set(masses, f64.select(rigid, f64.of(1), f64.add(freeA, freeB)))
    })
    const origin = b.let(select(reversed, poseB, poseA))
    const to = (pose: Integer, axis: number): Double => {
      const difference = f64.sub(f64.load(origin, axis), f64.load(pose, axis))
      return b.let(f64.add(difference, f64.load(pose, CENTER + axis)))
    }
    const row: Row = {
      lane,
      bodies,
      nx,
      ny,
      masses,
      toA: [to(poseA, 0), to(poseA, DOUBLE)],
      toB: [to(poseB, 0), to(poseB, DOUBLE)],
      point: b.let(add(manifold, this.firstPoint(manifold, pointCount, rigid))),
      impulse: b.let(entry(Frame.Impulse, contact, IMPULSE_SHIFT)),
      normal: b.let(f64.of(0)),
      tangent: b.let(f64.of(0)),
      turnA: b.let(f64.of(0)),
      turnB: b.let(f64.of(0)),
    }
    const one = this.writePoint(row, 0)
    const across = b.let(f64.of(0))
    b.when(eq(points, of(1)), () => b.set(across, f64.div(f64.of(1), one.inverseMass)), () => {
      const two = this.writePoint(row, 1)
      b.set(across, this.resisted(row, one.crossA, two.crossA, one.crossB, two.crossB))
    })
    this.store(lane, Field.Across, across)
    this.addPush(row, massA, massB)
  }

  /** Lets a body hold like a wall where the normal is nearer to an axis that is locked than to a free one. */
  private holdLocked(mass: Double, record: Integer, nx: Double, ny: Double): void {
    const { b } = this
    const axes = b.let(load8(sub(entry(Frame.Axes, record, 0), of(1))))
    b.when(axes, () => {
      const nearest = select(f64.gt(f64.abs(ny), f64.abs(nx)), of(Lock.Y), of(Lock.X))
      b.when(or(eq(axes, of(Lock.X | Lock.Y)), eq(axes, nearest)), () => b.set(mass, f64.of(0)))
    })
  }

  /** Where in the manifold the first point is: where neither body turns, the deeper point stands for both. */
  private firstPoint(manifold: Integer, pointCount: Integer, rigid: Integer): Integer {
    const { b } = this
    const offset = b.let(of(POINT))
    b.when(rigid, () => {
      const separation = f64.load(manifold, POINT + SEPARATION)
      const deeper = f64.lt(f64.load(manifold, POINT + POINT_BYTES + SEPARATION), separation)
      b.when(and(eq(pointCount, of(2)), deeper), () => b.set(offset, of(POINT + POINT_BYTES)))
    })
    return offset
  }

  private writePoint(row: Row, index: 0 | 1): { crossA: Double; crossB: Double; inverseMass: Double } {
    const { b } = this
    const { lane, bodies: { single }, nx, ny, point, impulse } = row
    const from = index * POINT_BYTES
    const anchor = (axis: 0 | 1, to: readonly [Double, Double]): F64 =>
      f64.add(f64.load(point, from + axis * DOUBLE), to[axis])
    const ax = b.let(f64.select(single, f64.of(0), anchor(0, row.toA)))
    const ay = b.let(f64.select(single, f64.of(0), anchor(1, row.toA)))
    const bx = b.let(anchor(0, row.toB))
    const by = b.let(anchor(1, row.toB))
    const crossA = b.let(f64.sub(mul(ax, ny), mul(ay, nx)))
    const crossB = b.let(f64.sub(mul(bx, ny), mul(by, nx)))
    const dotA = b.let(f64.add(mul(ax, nx), mul(ay, ny)))
    const dotB = b.let(f64.add(mul(bx, nx), mul(by, ny)))
    const inverseMass = b.let(this.resisted(row, crossA, crossA, crossB, crossB))
    const put = (place: PointField, number: F64): void => {
      this.store(lane, Field.Points + index * POINT_FIELDS + place, number)
    }
    put(PointField.CrossA, crossA)
    put(PointField.CrossB, crossB)
    put(PointField.DotA, dotA)
    put(PointField.DotB, dotB)
    put(PointField.Base, f64.sub(f64.load(point, from + SEPARATION), f64.sub(dotB, dotA)))
    put(PointField.InverseMass, inverseMass)
    put(PointField.TangentMass, f64.div(f64.of(1), this.resisted(row, dotA, dotA, dotB, dotB)))
    const n = b.let(f32.loadDouble(impulse, index * 8))
    const t = b.let(f32.loadDouble(impulse, index * 8 + 4))
    put(PointField.Normal, n)
    put(PointField.Tangent, t)
    b.set(row.normal, f64.add(row.normal, n))
    b.set(row.tangent, f64.add(row.tangent, t))
    b.set(row.turnA, f64.add(row.turnA, f64.add(mul(n, crossA), mul(t, dotA))))
    b.set(row.turnB, f64.add(row.turnB, f64.add(mul(n, crossB), mul(t, dotB))))
    return { crossA, crossB, inverseMass }
  }

  /** The inverse effective mass of levers of two kinds. */
  private resisted({ masses, bodies: { inertiaA, inertiaB } }: Row, a1: F64, a2: F64, b1: F64, b2: F64): F64 {
    return f64.add(f64.add(masses, mul(mul(inertiaA, a1), a2)), mul(mul(inertiaB, b1), b2))
  }

  private addPush(row: Row, massA: Double, massB: Double): void {
    const { b } = this
    const { bodies: { single, recordA, recordB, inertiaA, inertiaB }, nx, ny, normal, tangent, turnA, turnB } = row
    const px = b.let(f64.sub(mul(normal, nx), mul(tangent, ny)))
    const py = b.let(f64.add(mul(normal, ny), mul(tangent, nx)))
    const change = (record: Integer, by: typeof f64.add, mass: Double, inertia: Double, turn: Double): void => {
      const push = b.let(entry(Frame.Push, record, PUSH_SHIFT))
      const put = (place: number, number: F64): void => {
        b.storeF32(push, place * 4, f64.demote(by(f32.loadDouble(push, place * 4), number)))
      }
      put(0, mul(mass, px))
      put(1, mul(mass, py))
      put(2, mul(inertia, turn))
    }
    change(recordB, f64.add, massB, inertiaB, turnB)
    b.when(not(single), () => change(recordA, f64.sub, massA, inertiaA, turnA))
  }

  private store(lane: Integer, place: number, number: F64): void {
    this.b.storeF32(lane, place * NEXT, f64.demote(number))
  }
}
