import type { FunctionBuilder, Local } from '../../wasm/function-builder.ts'
import { type F64, type I32, Kind, type V128, f32, f32x4, f64, f64x2, i32, v128 } from '../../wasm/value.ts'
import { DRIVE_BYTES, Drive, STATE_BYTES, State } from '../motion-records.ts'
import { PUSH_BYTES, WORK_BYTES } from '../contact-groups.ts'

type Address = Local<I32['kind']>

const DOUBLE = 8

/** See `SolverKernel.accelerate`; the arithmetic is that of `scalar-motion.ts`. */
export function writeAccelerate(b: FunctionBuilder): void {
  const [state, end, drive, work, push, time] = [0, 1, 2, 3, 4, 5].map(() => b.parameter(Kind.I32)) as SixAddresses
  const h2 = b.let(v128.loadSplat64(time))
  b.forEach(state, end, STATE_BYTES, () => {
    const [v, w] = takeUp(b, state, work)
    const pushed = b.let(v128.load(push))
    const driven = (velocity: V128, acceleration: V128, left: V128, change: V128): V128 =>
      f64x2.add(f64x2.mul(f64x2.add(velocity, f64x2.mul(h2, acceleration)), left), f64x2.promote(change))
    b.set(v, driven(v, v128.load(drive), v128.loadSplat64(drive, Drive.Left * DOUBLE), pushed))
    const turned = v128.load64(drive, Drive.Angular * DOUBLE)
    b.set(w, driven(w, turned, v128.load64(drive, Drive.AngularLeft * DOUBLE), upper(pushed)))
    b.storeV128(state, 0, v)
    b.storeF64(state, State.W * DOUBLE, f64x2.lane(w, 0))
    b.storeV128(work, 0, rounded(v, w))
    b.storeV128(push, 0, f32x4.all(0))
    advance(b, drive, DRIVE_BYTES)
    advance(b, work, WORK_BYTES)
    advance(b, push, PUSH_BYTES)
  })
}

/** See `SolverKernel.move`. */
export function writeMove(b: FunctionBuilder): void {
  const [state, end, drive, work, time] = [0, 1, 2, 3, 4].map(() => b.parameter(Kind.I32)) as SixAddresses
  const h = b.let(f64.load(time))
  b.forEach(state, end, STATE_BYTES, () => {
    const [v, spin] = takeUp(b, state, work)
    const vx = b.let(f64x2.lane(v, 0))
    const vy = b.let(f64x2.lane(v, 1))
    const w = b.let(f64x2.lane(spin, 0))
    limitSpeed(b, drive, vx, vy, w)
    b.storeF64(state, State.X * DOUBLE, vx)
    b.storeF64(state, State.Y * DOUBLE, vy)
    b.storeF64(state, State.W * DOUBLE, w)
    const dx = b.let(f64.add(f64.load(state, State.MovedX * DOUBLE), f64.mul(h, vx)))
    const dy = b.let(f64.add(f64.load(state, State.MovedY * DOUBLE), f64.mul(h, vy)))
    b.storeF64(state, State.MovedX * DOUBLE, dx)
    b.storeF64(state, State.MovedY * DOUBLE, dy)
    b.storeF32(work, 0, f64.demote(vx))
    b.storeF32(work, 4, f64.demote(vy))
    b.storeF32(work, 8, f64.demote(w))
    b.storeF32(work, 16, f64.demote(dx))
    b.storeF32(work, 20, f64.demote(dy))
    b.when(f64.ne(w, f64.of(0)), () => turn(b, state, drive, work, h, w))
    advance(b, drive, DRIVE_BYTES)
    advance(b, work, WORK_BYTES)
  })
}

type SixAddresses = [Address, Address, Address, Address, Address, Address]

/** The velocities of a state, with what the passes changed about their rounded copy. */
function takeUp(b: FunctionBuilder, state: Address, work: Address): [Local<V128['kind']>, Local<V128['kind']>] {
  const v = b.let(v128.load(state))
  const w = b.let(v128.load64(state, State.W * DOUBLE))
  const change = b.let(f32x4.sub(v128.load(work), rounded(v, w)))
  b.set(v, f64x2.add(v, f64x2.promote(change)))
  b.set(w, f64x2.add(w, f64x2.promote(upper(change))))
  return [v, w]
}

/** Velocity x, y, angular and 0, as floats. */
function rounded(v: V128, w: V128): V128 {
  return f32x4.pick(f32x4.demote(v), f32x4.demote(w), [0, 1, 4, 5])
}

function upper(four: Local<V128['kind']>): V128 {
  return f32x4.pick(four, four, [2, 3, 2, 3])
}

function limitSpeed(b: FunctionBuilder, drive: Address, vx: Double, vy: Double, w: Double): void {
  const squared = b.let(f64.add(f64.mul(vx, vx), f64.mul(vy, vy)))
  const limit = b.let(f64.load(drive, Drive.MaxSquared * DOUBLE))
  b.when(f64.gt(squared, limit), () => {
    const scale = b.let(f64.sqrt(f64.div(limit, squared)))
    b.set(vx, f64.mul(vx, scale))
    b.set(vy, f64.mul(vy, scale))
  })
  const fastest = b.let(f64.load(drive, Drive.MaxAngular * DOUBLE))
  b.when(f64.gt(w, fastest), () => b.set(w, fastest))
  b.when(f64.lt(w, f64.neg(fastest)), () => b.set(w, f64.neg(fastest)))
}

type Double = Local<F64['kind']>

function turn(b: FunctionBuilder, state: Address, drive: Address, work: Address, h: Double, w: Double): void {
  const angle = b.let(f64.mul(h, w))
  const swing = b.let(f64.mul(angle, f64.load(drive, Drive.Swing * DOUBLE)))
  const c = b.let(f32.promote(f32.load(work, 24)))
  const s = b.let(f32.promote(f32.load(work, 28)))
  const c1 = b.let(f64.sub(c, f64.mul(swing, s)))
  const s1 = b.let(f64.add(s, f64.mul(swing, c)))
  const inverse = b.let(f64.div(f64.of(1), f64.sqrt(f64.add(f64.mul(c1, c1), f64.mul(s1, s1)))))
  b.storeF32(work, 24, f64.demote(f64.mul(c1, inverse)))
  b.storeF32(work, 28, f64.demote(f64.mul(s1, inverse)))
  b.storeF64(state, State.Turn * DOUBLE, f64.add(f64.load(state, State.Turn * DOUBLE), angle))
}

function advance(b: FunctionBuilder, address: Address, bytes: number): void {
  b.set(address, i32.add(address, i32.of(bytes)))
}
