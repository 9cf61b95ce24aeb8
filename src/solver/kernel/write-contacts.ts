import type { FunctionBuilder, Local } from '../../wasm/function-builder.ts'
import { type I32, Kind, type V128, f32, f32x4, i32, v128 } from '../../wasm/value.ts'
import {
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  FAR, MIN_DETERMINANT,
  POINT_FIELDS,
  PointField,
  Rate,
} from '../contact-groups.ts'

const { add, sub, mul, div, splat, gt, le, ge, pmin, pmax, neg, pick } = f32x4

type Vector = Local<V128['kind']>
type Address = Local<I32['kind']>

/** The velocities of four bodies, one a lane. */
interface Velocities {
  readonly x: Vector
  readonly y: Vector
  readonly w: Vector
}

const BYTES = LANES * 4

const WITHOUT_SIGN = 0x7fffffff

/** One pass over a range of groups, four contacts at a time. The algorithm is told in `scalar-contacts.ts`. */
export function writePass(b: FunctionBuilder, points: 1 | 2, rigid: boolean): void {
  new PassWriter(b, points, rigid).write()
}

class PassWriter {
  private readonly b: FunctionBuilder
  private readonly points: 1 | 2
  private readonly rigid: boolean
  private readonly group: Address
  private readonly end: Address
  private readonly work: Address
  private readonly push: Address | null
  private readonly inverseH: Vector
  private readonly biasRate: Vector
  private readonly least: Vector
  private readonly zero: Vector

  constructor(b: FunctionBuilder, points: 1 | 2, rigid: boolean) {
    this.b = b
    this.points = points
    this.rigid = rigid
    this.group = b.parameter(Kind.I32)
    this.end = b.parameter(Kind.I32)
    this.work = b.parameter(Kind.I32)
    this.push = rigid ? b.parameter(Kind.I32) : null
    const rates = b.parameter(Kind.I32)
    const rate = (place: Rate): Vector => b.let(splat(f32.load(rates, place * 4)))
    this.zero = b.let(f32x4.all(0))
    this.inverseH = rate(Rate.Substeps)
    this.biasRate = rigid ? this.zero : rate(Rate.Bias)
    this.least = rigid ? this.zero : b.let(neg(rate(Rate.MaxPush)))
  }

  write(): void {
    this.b.forEach(this.group, this.end, this.points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO, () => this.writeGroup())
  }

  private writeGroup(): void {
    const { b } = this
    const atA = [0, 1, 2, 3].map((lane) => this.bodyAt(Field.A, lane))
    const atB = [0, 1, 2, 3].map((lane) => this.bodyAt(Field.B, lane))
    const a = this.velocities(atA)
    const bb = this.velocities(atB)
    const nx = this.field(Field.NormalX)
    const ny = this.field(Field.NormalY)
    const [ax, ay, cosA, sinA] = this.transposed(atA, 16)
    const [bx, by, cosB, sinB] = this.transposed(atB, 16)
    const apart = b.let(add(mul(nx, sub(bx!, ax!)), mul(ny, sub(by!, ay!))))
    const along = b.let(add(mul(nx, sub(bb.x, a.x)), mul(ny, sub(bb.y, a.y))))
    const turns = { cosA: cosA!, sinA: sinA!, cosB: cosB!, sinB: sinB! }
    const rows = Array.from({ length: this.points }, (_, k) => this.normalRow(k, a, bb, apart, along, turns))
    const sums = this.points === 1 ? [this.solveOne(rows[0]!)] : this.solveTwo(rows[0]!, rows[1]!)
    const tangents = rows.map((row) => this.point(row.index, PointField.Tangent))
    const anything = [...sums, ...rows.map((row) => row.old), ...tangents].reduce<V128>((x, y) => v128.or(x, y), this.zero)
    const nonzero = v128.and(anything, v128.all(WITHOUT_SIGN))
    // Shapes that are near and do not press, and hold no friction that would have to be let go of, are left alone.
    b.when(v128.any(nonzero), () => {
      const masses = {
        massA: this.field(Field.MassA),
        inertiaA: this.field(Field.InertiaA),
        massB: this.field(Field.MassB),
        inertiaB: this.field(Field.InertiaB),
      }
      this.applyNormal(rows, sums, nx, ny, masses, a, bb)
      if (this.rigid) {
        const held = rows.map((row, k) => this.rub(row, sums[k]!, tangents[k]!, nx, ny, masses, a, bb, null))
        this.addPush(rows, sums, held, nx, ny, masses, atA, atB)
      } else {
        const early = b.let(gt(this.field(Field.RubsEarly), this.zero))
        b.when(v128.any(early), () => {
          for (const [k, row] of rows.entries()) this.rub(row, sums[k]!, tangents[k]!, nx, ny, masses, a, bb, early)
        })
      }
      this.storeVelocities(atA, a)
      this.storeVelocities(atB, bb)
    })
  }

  /** What a point asks for: the velocity it lacks, and how the bodies resist. */
  private normalRow(index: number, a: Velocities, bb: Velocities, apart: Vector, along: Vector, turns: Turns): NormalRow {
    const { b, zero } = this
    const crossA = this.point(index, PointField.CrossA)
    const crossB = this.point(index, PointField.CrossB)
    const onB = add(mul(turns.cosB, this.pointLoad(index, PointField.DotB)), mul(turns.sinB, crossB))
    const onA = add(mul(turns.cosA, this.pointLoad(index, PointField.DotA)), mul(turns.sinA, crossA))
    const separation = b.let(sub(add(add(this.pointLoad(index, PointField.Base), apart), onB), onA))
    const open = b.let(gt(separation, zero))
    const ahead = mul(separation, this.inverseH)
    const old = this.point(index, PointField.Normal)
    const bias = this.rigid
      ? v128.and(v128.select(ahead, f32x4.all(FAR), gt(old, zero)), open)
      : v128.select(ahead, pmax(mul(this.biasRate, separation), this.least), open)
    const miss = b.let(add(add(along, bias), sub(mul(bb.w, crossB), mul(a.w, crossA))))
    return { index, crossA, crossB, open, miss, old }
  }

  private solveOne(row: NormalRow): Vector {
    const { b, zero } = this
    const wanted = b.let(mul(this.field(Field.Across), row.miss))
    if (this.rigid) return b.let(pmax(sub(row.old, wanted), zero))
    const soft = mul(add(wanted, mul(this.field(Field.Compliance), row.old)), this.field(Field.Give))
    return b.let(pmax(sub(row.old, v128.select(wanted, soft, row.open)), zero))
  }

  private solveTwo(first: NormalRow, second: NormalRow): Vector[] {
    const { b, zero } = this
    const across = this.field(Field.Across)
    const k1 = this.point(0, PointField.InverseMass)
    const k2 = this.point(1, PointField.InverseMass)
    const a11 = this.rigid ? k1 : this.soften(k1, first.open)
    const a22 = this.rigid ? k2 : this.soften(k2, second.open)
    const c1 = b.let(sub(sub(first.miss, mul(k1, first.old)), mul(across, second.old)))
    const c2 = b.let(sub(sub(second.miss, mul(across, first.old)), mul(k2, second.old)))
    const product = b.let(mul(a11, a22))
    const determinant = b.let(sub(product, mul(across, across)))
    const u1 = b.let(sub(mul(across, c2), mul(a22, c1)))
    const u2 = b.let(sub(mul(across, c1), mul(a11, c2)))
    const sound = gt(determinant, mul(f32x4.all(MIN_DETERMINANT), product))
    const both = b.let(v128.and(v128.and(ge(u1, zero), ge(u2, zero)), sound))
    const inverse = b.let(div(f32x4.all(1), determinant))
    const only1 = b.let(pmax(div(sub(zero, c1), a11), zero))
    const only2 = pmax(div(sub(zero, c2), a22), zero)
    const holds = b.let(v128.and(le(c1, zero), ge(add(mul(across, only1), c2), zero)))
    return [
      b.let(v128.select(mul(u1, inverse), v128.and(only1, holds), both)),
      b.let(v128.select(mul(u2, inverse), v128.andNot(only2, holds), both)),
    ]
  }

  private soften(inverseMass: Vector, open: Vector): Vector {
    const soft = add(inverseMass, mul(inverseMass, this.field(Field.Compliance)))
    return this.b.let(v128.select(inverseMass, soft, open))
  }

  private applyNormal(
    rows: readonly NormalRow[],
    sums: readonly Vector[],
    nx: Vector,
    ny: Vector,
    masses: Masses,
    a: Velocities,
    bb: Velocities,
  ): void {
    const { b } = this
    const changes = rows.map((row, k) => b.let(sub(sums[k]!, row.old)))
    for (const [k, sum] of sums.entries()) this.storePoint(k, PointField.Normal, sum)
    const total = changes.length === 1 ? changes[0]! : b.let(add(changes[0]!, changes[1]!))
    const turned = (cross: (row: NormalRow) => Vector): V128 => {
      const turn = mul(changes[0]!, cross(rows[0]!))
      return changes.length === 1 ? turn : add(turn, mul(changes[1]!, cross(rows[1]!)))
    }
    const onA = b.let(mul(masses.massA, total))
    const onB = b.let(mul(masses.massB, total))
    b.set(a.x, sub(a.x, mul(onA, nx)))
    b.set(a.y, sub(a.y, mul(onA, ny)))
    b.set(a.w, sub(a.w, mul(masses.inertiaA, turned((row) => row.crossA))))
    b.set(bb.x, add(bb.x, mul(onB, nx)))
    b.set(bb.y, add(bb.y, mul(onB, ny)))
    b.set(bb.w, add(bb.w, mul(masses.inertiaB, turned((row) => row.crossB))))
  }

  /** Friction at one point, where the mask says so. Returns the impulse so far. */
  private rub(
    row: NormalRow,
    force: Vector,
    held: Vector,
    nx: Vector,
    ny: Vector,
    masses: Masses,
    a: Velocities,
    bb: Velocities,
    mask: Vector | null,
  ): Vector {
    const { b } = this
    const dotA = this.point(row.index, PointField.DotA)
    const dotB = this.point(row.index, PointField.DotB)
    const sliding = sub(mul(nx, sub(bb.y, a.y)), mul(ny, sub(bb.x, a.x)))
    const slip = add(add(sliding, sub(mul(bb.w, dotB), mul(a.w, dotA))), this.field(Field.Belt))
    const limit = b.let(mul(this.field(Field.Friction), force))
    const wanted = sub(held, mul(this.pointLoad(row.index, PointField.TangentMass), slip))
    const clamped = pmax(pmin(wanted, limit), neg(limit))
    const sum = b.let(mask ? v128.select(clamped, held, mask) : clamped)
    const change = b.let(sub(sum, held))
    this.storePoint(row.index, PointField.Tangent, sum)
    const onA = b.let(mul(masses.massA, change))
    const onB = b.let(mul(masses.massB, change))
    b.set(a.x, add(a.x, mul(onA, ny)))
    b.set(a.y, sub(a.y, mul(onA, nx)))
    b.set(a.w, sub(a.w, mul(masses.inertiaA, mul(change, dotA))))
    b.set(bb.x, sub(bb.x, mul(onB, ny)))
    b.set(bb.y, add(bb.y, mul(onB, nx)))
    b.set(bb.w, add(bb.w, mul(masses.inertiaB, mul(change, dotB))))
    return sum
  }

  private addPush(
    rows: readonly NormalRow[],
    sums: readonly Vector[],
    held: readonly Vector[],
    nx: Vector,
    ny: Vector,
    masses: Masses,
    atA: readonly Address[],
    atB: readonly Address[],
  ): void {
    const { b, zero } = this
    const total = (of: (k: number) => V128): V128 => (rows.length === 1 ? of(0) : add(of(0), of(1)))
    const normal = b.let(total((k) => sums[k]!))
    const tangent = b.let(total((k) => held[k]!))
    const px = b.let(sub(mul(normal, nx), mul(tangent, ny)))
    const py = b.let(add(mul(normal, ny), mul(tangent, nx)))
    const turn = (cross: (row: NormalRow) => Vector, dot: number): V128 =>
      total((k) => add(mul(sums[k]!, cross(rows[k]!)), mul(held[k]!, this.pointLoad(k, dot))))
    const onA = [
      sub(zero, mul(masses.massA, px)),
      sub(zero, mul(masses.massA, py)),
      sub(zero, mul(masses.inertiaA, turn((row) => row.crossA, PointField.DotA))),
    ]
    const onB = [
      mul(masses.massB, px),
      mul(masses.massB, py),
      mul(masses.inertiaB, turn((row) => row.crossB, PointField.DotB)),
    ]
    this.addEach(onA, atA)
    this.addEach(onB, atB)
  }

  private addEach(columns: readonly V128[], at: readonly Address[]): void {
    const { b } = this
    const rows = this.transpose([...columns.map((column) => b.let(column)), this.zero])
    for (const [lane, row] of rows.entries()) {
      const address = b.let(i32.add(this.push!, i32.halved(i32.sub(at[lane]!, this.work))))
      b.storeV128(address, 0, add(v128.load(address), row))
    }
  }

  private bodyAt(field: number, lane: number): Address {
    return this.b.let(i32.add(this.work, i32.load(this.group, field * BYTES + lane * 4)))
  }

  private velocities(at: readonly Address[]): Velocities {
    const [x, y, w] = this.transposed(at, 0)
    return { x: x!, y: y!, w: w! }
  }

  private storeVelocities(at: readonly Address[], { x, y, w }: Velocities): void {
    for (const [lane, row] of this.transpose([x, y, w, this.zero]).entries()) this.b.storeV128(at[lane]!, 0, row)
  }

  /** Four records, read as four columns. */
  private transposed(at: readonly Address[], offset: number): Vector[] {
    return this.transpose(at.map((address) => this.b.let(v128.load(address, offset))))
  }

  private transpose(rows: readonly Vector[]): Vector[] {
    const { b } = this
    const [r0, r1, r2, r3] = rows as [Vector, Vector, Vector, Vector]
    const low0 = b.let(pick(r0, r1, [0, 4, 1, 5]))
    const high0 = b.let(pick(r0, r1, [2, 6, 3, 7]))
    const low1 = b.let(pick(r2, r3, [0, 4, 1, 5]))
    const high1 = b.let(pick(r2, r3, [2, 6, 3, 7]))
    return [
      b.let(pick(low0, low1, [0, 1, 4, 5])),
      b.let(pick(low0, low1, [2, 3, 6, 7])),
      b.let(pick(high0, high1, [0, 1, 4, 5])),
      b.let(pick(high0, high1, [2, 3, 6, 7])),
    ]
  }

  private field(field: number): Vector {
    return this.b.let(v128.load(this.group, field * BYTES))
  }

  private point(index: number, field: number): Vector {
    return this.b.let(this.pointLoad(index, field))
  }

  private pointLoad(index: number, field: number): V128 {
    return v128.load(this.group, (Field.Points + index * POINT_FIELDS + field) * BYTES)
  }

  private storePoint(index: number, field: number, stored: V128): void {
    this.b.storeV128(this.group, (Field.Points + index * POINT_FIELDS + field) * BYTES, stored)
  }
}

interface Turns {
  readonly cosA: Vector
  readonly sinA: Vector
  readonly cosB: Vector
  readonly sinB: Vector
}

interface Masses {
  readonly massA: Vector
  readonly inertiaA: Vector
  readonly massB: Vector
  readonly inertiaB: Vector
}

interface NormalRow {
  readonly index: number
  readonly crossA: Vector
  readonly crossB: Vector
  /** Where the points are apart. */
  readonly open: Vector
  /** Velocity along the normal, with what the separation asks for. */
  readonly miss: Vector
  /** The impulse so far. */
  readonly old: Vector
}
