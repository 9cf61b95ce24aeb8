import { BodyKind } from '../../bodies/body-kind.ts'
import { NOT_AWAKE, Trait } from '../../bodies/bodies.ts'
import { HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE } from '../../constants.ts'
import { ContactFlag } from '../../contacts/contact-record.ts'
import type { Callee, FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import type { ModuleBuilder } from '../../wasm/module-builder.ts'
import { type F64, type I32, Kind, f32, f32x4, f64, f64x2, i32, v128 } from '../../wasm/value.ts'
import { Field } from '../contact-groups.ts'
import { FOREIGN, Frame } from '../../memory/frame.ts'
import { START, entry, framed, framedDouble } from './write-frame.ts'
import { INERTIA, MASS, type Pair, RowWriter } from './write-row.ts'
import { NEXT, addRowFunctions, writeTakeLane } from './write-rows.ts'

type Integer = Local<I32['kind']>

const { add, and, eq, ge, gt, load, load8, ne, not, of, or, select, shl, shrUnsigned, sub } = i32

/** Two to the power of these are the bytes of a pose, a surface and an integer. */
const POSE_SHIFT = 6
const SURFACE_SHIFT = 4
const WORD_SHIFT = 2

/** Where in a pose inverse mass and inverse inertia are, in bytes; see `Bodies`. */
const INVERSE_MASS = 48

/** Bits in the offset of an entry of {@link Frame.Soft}. */
const SINGLE_SHIFT = 3
const LARGE_SHIFT = 4

const ONE_AS_FLOAT = 0x3f800000

/** Adds what turns contacts into rows. */
export function addPrepareFunctions(module: ModuleBuilder): void {
  const closeFullest = addRowFunctions(module)
  module.functionOf('prepare', Kind.I32, (b) => new PrepareWriter(b, closeFullest).write())
}

/** The code of `SolverKernel.prepare`. What it does is told in `scalar-prepare.ts`. */
class PrepareWriter {
  private readonly b: FunctionBuilder
  private readonly closeFullest: Callee<I32['kind']>
  private readonly end: Integer
  private readonly foreign: Integer
  /** Where in the active list the contact at hand stands. */
  private readonly place: Integer

  constructor(b: FunctionBuilder, closeFullest: Callee<I32['kind']>) {
    this.b = b
    this.closeFullest = closeFullest
    const first = b.parameter(Kind.I32)
    this.end = b.parameter(Kind.I32)
    this.foreign = b.parameter(Kind.I32)
    this.place = b.let(entry(Frame.Active, first, WORD_SHIFT))
  }

  write(): void {
    const { b } = this
    this.writeSoft()
    const behind = b.let(entry(Frame.Active, this.end, WORD_SHIFT))
    b.forEach(this.place, behind, 4, () => b.block((next) => this.writeContact(next)))
    b.return(this.end)
  }

  /** Fills {@link Frame.Soft}, so that most contacts need no division for it. */
  private writeSoft(): void {
    const { b } = this
    for (const [large, part] of [SMALL_ISLAND_COMPLIANCE, 1].entries()) {
      for (const [single, usual] of [Frame.MovingCompliance, Frame.FixedCompliance].entries()) {
        const compliance = b.let(f64.mul(f64.of(part), framedDouble(usual)))
        const at = Frame.Soft + (large << LARGE_SHIFT) + (single << SINGLE_SHIFT)
        b.storeF32(START, at, f64.demote(compliance))
        b.storeF32(START, at + 4, f64.demote(give(compliance)))
      }
    }
  }

  private writeContact(next: Label): void {
    const { b } = this
    const contact = b.let(load(this.place))
    const pointCount = b.let(load8(entry(Frame.PointCount, contact, 0)))
    b.leaveIf(not(pointCount), next)
    b.leaveIf(and(load8(entry(Frame.Flags, contact, 0)), of(ContactFlag.Unsolved)), next)
    const first = b.let(load(entry(Frame.A, contact, WORD_SHIFT)))
    const second = b.let(load(entry(Frame.B, contact, WORD_SHIFT)))
    const trait = (collider: Integer): I32 => load8(entry(Frame.Traits, collider, 0))
    const rules = b.let(and(or(trait(first), trait(second)), of(Trait.Rules)))
    b.when(rules, () => b.when(not(this.foreign), () => this.refuse(of(FOREIGN))))
    const firstBody = b.let(load(entry(Frame.BodyOf, first, WORD_SHIFT)))
    const secondBody = b.let(load(entry(Frame.BodyOf, second, WORD_SHIFT)))
    const firstAwake = b.let(load(entry(Frame.AwakeIndex, firstBody, WORD_SHIFT)))
    const secondAwake = b.let(load(entry(Frame.AwakeIndex, secondBody, WORD_SHIFT)))
    const pair = this.pair(first, second, firstAwake, secondAwake)
    const points = b.let(select(pair.rigid, of(1), pointCount))
    const { recordA, recordB } = pair
    const lane = writeTakeLane(b, this.closeFullest, contact, points, recordA, recordB, (stream) => this.refuse(stream))
    this.writeSurfaces(lane, first, second, rules)
    const dynamic = eq(load8(entry(Frame.Kind, firstBody, 0)), of(BodyKind.Dynamic))
    const body = b.let(select(and(dynamic, ne(firstAwake, of(NOT_AWAKE))), firstBody, secondBody))
    this.writeSoftness(lane, this.islandSize(body), pair)
    new RowWriter(b, lane, pair, contact, pointCount, points).write()
  }

  /** Ends the function at the contact at hand. */
  private refuse(reason: I32): void {
    this.b.storeI32(START, Frame.Wanted, reason)
    this.b.return(shrUnsigned(sub(this.place, framed(Frame.Active)), of(WORD_SHIFT)))
  }

  private pair(first: Integer, second: Integer, firstAwake: Integer, secondAwake: Integer): Pair {
    const { b } = this
    const reversed = b.let(eq(secondAwake, of(NOT_AWAKE)))
    const single = b.let(or(eq(firstAwake, of(NOT_AWAKE)), reversed))
    const poseA = b.let(entry(Frame.Pose, select(reversed, second, first), POSE_SHIFT))
    const poseB = b.let(entry(Frame.Pose, select(reversed, first, second), POSE_SHIFT))
    const massesA = b.let(f32x4.all(0))
    b.when(not(single), () => b.set(massesA, v128.load(poseA, INVERSE_MASS)))
    const massesB = b.let(v128.load(poseB, INVERSE_MASS))
    return {
      single,
      reversed,
      recordA: b.let(select(single, of(0), add(firstAwake, of(1)))),
      recordB: b.let(add(select(reversed, firstAwake, secondAwake), of(1))),
      poseA,
      poseB,
      massesA,
      massesB,
      rigid: b.let(f64.eq(f64.add(f64x2.lane(massesA, INERTIA), f64x2.lane(massesB, INERTIA)), f64.of(0))),
    }
  }

  /** Friction and surface speed; notes a contact that may bounce or resists rolling. */
  private writeSurfaces(lane: Integer, first: Integer, second: Integer, rules: Integer): void {
    const { b } = this
    const surfaceA = b.let(entry(Frame.Surface, first, SURFACE_SHIFT))
    const surfaceB = b.let(entry(Frame.Surface, second, SURFACE_SHIFT))
    const friction = b.let(f32.loadDouble(surfaceA))
    const other = b.let(f32.loadDouble(surfaceB))
    // The square of a float has no more digits than a double holds, so its root is the float again.
    b.when(f64.ne(friction, other), () => b.set(friction, f64.sqrt(f64.mul(friction, other))))
    const positive = f32x4.gt(f32x4.pmax(v128.load(surfaceA), v128.load(surfaceB)), f32x4.all(0))
    const special = b.let(v128.any(v128.and(positive, f32x4.pick(v128.all(0), v128.all(-1), [0, 4, 0, 4]))))
    b.when(rules, () => {
      const rolls = f64.gt(f64.max(f32.loadDouble(surfaceA, 12), f32.loadDouble(surfaceB, 12)), f64.of(0))
      b.set(friction, framedDouble(Frame.Friction))
      b.set(special, or(f64.gt(framedDouble(Frame.Restitution), f64.of(0)), rolls))
    })
    this.store(lane, Field.Friction, friction)
    this.store(lane, Field.Belt, f64.add(f32.loadDouble(surfaceA, 8), f32.loadDouble(surfaceB, 8)))
    b.when(special, () => {
      const count = b.let(framed(Frame.SpecialCount))
      b.storeI32(entry(Frame.Special, count, WORD_SHIFT), 0, sub(framed(Frame.OwnerCount), of(1)))
      b.storeI32(START, Frame.SpecialCount, add(count, of(1)))
    })
  }

  /** How many bodies the island of a body has. Changes `root`. */
  private islandSize(root: Integer): Integer {
    const { b } = this
    const up = b.let(load(entry(Frame.IslandParent, root, WORD_SHIFT)))
    b.when(ne(up, root), () => b.loop((again) => {
      const next = b.let(load(entry(Frame.IslandParent, up, WORD_SHIFT)))
      b.storeI32(entry(Frame.IslandParent, root, WORD_SHIFT), 0, next)
      b.set(root, next)
      b.set(up, load(entry(Frame.IslandParent, root, WORD_SHIFT)))
      b.leaveIf(ne(up, root), again)
    }))
    return b.let(load(entry(Frame.IslandSize, root, WORD_SHIFT)))
  }

  private writeSoftness(lane: Integer, size: Integer, { single, massesA, massesB }: Pair): void {
    const { b } = this
    const large = b.let(ge(size, of(LARGE_ISLAND)))
    b.storeI32(lane, Field.RubsEarly * NEXT, and(sub(of(0), large), of(ONE_AS_FLOAT)))
    const soft = b.let(add(shl(single, of(SINGLE_SHIFT)), shl(large, of(LARGE_SHIFT))))
    const between = b.let(gt(gt(size, of(SMALL_ISLAND)), large))
    b.when(not(single), () => {
      const massA = b.let(f64x2.lane(massesA, MASS))
      const massB = b.let(f64x2.lane(massesB, MASS))
      const outweighs = (x: F64, y: F64): I32 => f64.gt(x, f64.mul(f64.of(HEAVY_RATIO), y))
      b.when(or(outweighs(massA, massB), outweighs(massB, massA)), () => {
        b.set(soft, of(0))
        b.set(between, of(0))
      })
    })
    b.when(between, () => {
      const part = f64.div(f64.fromUnsigned(sub(size, of(SMALL_ISLAND))), f64.of(LARGE_ISLAND - SMALL_ISLAND))
      const usual = f64.select(single, framedDouble(Frame.FixedCompliance), framedDouble(Frame.MovingCompliance))
      const least = f64.of(SMALL_ISLAND_COMPLIANCE)
      const softer = f64.add(least, f64.mul(f64.of(1 - SMALL_ISLAND_COMPLIANCE), part))
      const compliance = b.let(f64.mul(softer, usual))
      this.store(lane, Field.Compliance, compliance)
      this.store(lane, Field.Give, give(compliance))
    }, () => {
      b.storeF32(lane, Field.Compliance * NEXT, f32.load(soft, Frame.Soft))
      b.storeF32(lane, Field.Give * NEXT, f32.load(soft, Frame.Soft + 4))
    })
  }

  private store(lane: Integer, place: Field, number: F64): void {
    this.b.storeF32(lane, place * NEXT, f64.demote(number))
  }
}

function give(compliance: F64): F64 {
  return f64.div(f64.of(1), f64.add(f64.of(1), compliance))
}
