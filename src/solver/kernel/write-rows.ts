import { type Callee, type FunctionBuilder, type Local, call } from '../../wasm/function-builder.ts'
import type { ModuleBuilder } from '../../wasm/module-builder.ts'
import { type F32, type I32, Kind, f32, f64, i32 } from '../../wasm/value.ts'
import {
  FIELDS_ONE,
  FIELDS_TWO,
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  POINT_FIELDS,
  PointField,
} from '../contact-groups.ts'
import { LAST_LANE, OPEN, OPEN_BITS, STREAMS, WORK_SHIFT } from './filling.ts'
import { Frame } from '../../memory/frame.ts'
import { START, entry, framed } from './write-frame.ts'

type Integer = Local<I32['kind']>

const { add, and, eq, gt, load, not, of, or, sub, shl, shrUnsigned, xor } = i32

/** Bytes from one number of a lane to the next. */
export const NEXT = LANES * 4

const ONE: F32 = f64.demote(f64.of(1))
const ZERO: F32 = f64.demote(f64.of(0))

/** Adds the functions that fill groups. Returns the one that {@link writeTakeLane} calls. */
export function addRowFunctions(module: ModuleBuilder): Callee<I32['kind']> {
  const close = module.function('close', writeClose)
  module.function('finish', (b) => writeFinish(b, close))
  module.function('storeImpulses', writeStoreImpulses)
  return module.functionOf('closeFullest', Kind.I32, (b) => writeCloseFullest(b, close))
}

/**
 * Finds a lane for a contact, see `scalar-rows.ts`.
 * @param refuse Writes what ends the function where a stream has no room.
 * @returns The byte at which the lane begins.
 */
export function writeTakeLane(
  b: FunctionBuilder,
  closeFullest: Callee<I32['kind']>,
  contact: Integer,
  points: Integer,
  recordA: Integer,
  recordB: Integer,
  refuse: (stream: Integer) => void,
): Integer {
  // Bit 1 of the stream is the world.
  const stream = b.let(sub(add(shl(not(recordA), of(1)), points), of(1)))
  const shift = b.let(shl(stream, of(Math.log2(OPEN))))
  const busyA = b.let(entry(Frame.Busy, recordA, 2))
  const busyB = b.let(entry(Frame.Busy, recordB, 2))
  const free = b.let(and(xor(shrUnsigned(or(load(busyA), load(busyB)), shift), of(-1)), of(OPEN_BITS)))
  const open = b.let(add(shift, sub(of(31), i32.clz(and(free, sub(of(0), free))))))
  const slot = b.let(entry(Frame.Open, open, 2))
  // Where none is free the slot is another one's, and only an address.
  const at = b.let(i32.select(free, load(slot), of(0)))
  b.when(not(at), () => {
    const cursor = b.let(entry(Frame.Cursors, stream, 3))
    const bytes = i32.select(eq(points, of(1)), of(GROUP_BYTES_ONE), of(GROUP_BYTES_TWO))
    const group = b.let(load(cursor))
    const end = b.let(add(group, bytes))
    b.when(i32.lessUnsigned(load(cursor, 4), end), () => refuse(stream))
    b.when(not(free), () => {
      b.set(open, add(shift, call(closeFullest, shift)))
      b.set(slot, entry(Frame.Open, open, 2))
    })
    b.storeI32(cursor, 0, end)
    b.set(at, shrUnsigned(group, of(2)))
  })
  const lane = b.let(shl(at, of(2)))
  b.storeI32(lane, 0, shl(recordA, of(WORK_SHIFT)))
  b.storeI32(lane, NEXT, shl(recordB, of(WORK_SHIFT)))
  const bit = b.let(shl(of(1), open))
  b.when(recordA, () => b.storeI32(busyA, 0, or(load(busyA), bit)))
  b.storeI32(busyB, 0, or(load(busyB), bit))
  const count = b.let(framed(Frame.OwnerCount))
  const owner = b.let(entry(Frame.Owners, count, 3))
  b.storeI32(START, Frame.OwnerCount, add(count, of(1)))
  b.storeI32(owner, 0, sub(add(shl(contact, of(1)), points), of(1)))
  b.storeI32(owner, 4, at)
  b.when(eq(and(at, of(LAST_LANE)), of(LAST_LANE)), () => {
    const others = b.let(xor(bit, of(-1)))
    for (let back = 0; back < LANES; back++) letGo(b, b.let(sub(lane, of(back * 4))), others)
    b.storeI32(slot, 0, of(0))
  }, () => b.storeI32(slot, 0, add(at, of(1))))
  return lane
}

/** The bodies in a lane may come into the next group that is opened in the place of theirs. */
function letGo(b: FunctionBuilder, lane: Integer, others: Integer): void {
  for (const field of [Field.A, Field.B]) {
    const busy = b.let(entry(Frame.Busy, shrUnsigned(load(lane, field * NEXT), of(WORK_SHIFT)), 2))
    b.storeI32(busy, 0, and(load(busy), others))
  }
}

/** Ends an open group: fills the lanes that are left with contacts of the world with itself. */
function writeClose(b: FunctionBuilder): void {
  const open = b.parameter(Kind.I32)
  const slot = b.let(entry(Frame.Open, open, 2))
  const next = b.let(shl(load(slot), of(2)))
  const others = b.let(xor(shl(of(1), open), of(-1)))
  const lane = b.let(and(next, of(-NEXT)))
  const behind = b.let(add(lane, of(NEXT)))
  const fields = b.let(i32.select(and(open, of(OPEN)), of(FIELDS_TWO * NEXT), of(FIELDS_ONE * NEXT)))
  b.forEach(lane, next, 4, () => letGo(b, lane, others))
  b.storeI32(slot, 0, of(0))
  b.forEach(next, behind, 4, () => {
    const place = b.let(next)
    b.forEach(place, add(next, fields), NEXT, () => b.storeF32(place, 0, ZERO))
    // Divisions stay sound.
    b.storeF32(next, (Field.Points + PointField.InverseMass) * NEXT, ONE)
    b.when(and(open, of(OPEN)), () => {
      b.storeF32(next, (Field.Points + POINT_FIELDS + PointField.InverseMass) * NEXT, ONE)
    })
  })
}

/** Ends the fullest open group of the stream whose groups begin at `shift`. Returns which of its groups that was. */
function writeCloseFullest(b: FunctionBuilder, close: Callee): void {
  const shift = b.parameter(Kind.I32)
  const slots = b.let(entry(Frame.Open, shift, 2))
  const fullest = b.let(of(0))
  const most = b.let(and(load(slots), of(LAST_LANE)))
  for (let k = 1; k < OPEN; k++) {
    const lanes = b.let(and(load(slots, k * 4), of(LAST_LANE)))
    b.when(gt(lanes, most), () => {
      b.set(fullest, of(k))
      b.set(most, lanes)
    })
  }
  b.run(close, add(shift, fullest))
  b.return(fullest)
}

function writeFinish(b: FunctionBuilder, close: Callee): void {
  const open = b.let(of(0))
  b.forEach(open, of(STREAMS * OPEN), 1, () => b.when(load(entry(Frame.Open, open, 2)), () => b.run(close, open)))
}

function writeStoreImpulses(b: FunctionBuilder): void {
  const at = b.let(framed(Frame.Owners))
  const end = b.let(entry(Frame.Owners, framed(Frame.OwnerCount), 3))
  b.forEach(at, end, 8, () => {
    const owner = b.let(load(at))
    const impulse = b.let(entry(Frame.Impulse, shrUnsigned(owner, of(1)), 4))
    const lane = b.let(shl(load(at, 4), of(2)))
    const copy = (to: number, place: number): void => {
      b.storeF32(impulse, to * 4, f32.load(lane, (Field.Points + place) * NEXT))
    }
    copy(0, PointField.Normal)
    copy(1, PointField.Tangent)
    b.when(and(owner, of(1)), () => {
      copy(2, POINT_FIELDS + PointField.Normal)
      copy(3, POINT_FIELDS + PointField.Tangent)
    })
  })
}
