import { ShapeType } from '../../../components/shape-type.ts'
import { BodyKind } from '../../bodies/body-kind.ts'
import { NOT_AWAKE, POSE_STRIDE } from '../../bodies/bodies.ts'
import { GEOMETRY_RADIUS, GEOMETRY_STRIDE } from '../../collision/geometry.ts'
import { ON_FACE } from '../../collision/manifold.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../contacts/contact-record.ts'
import type { FunctionBuilder, Label, Local } from '../../wasm/function-builder.ts'
import { type F64, type I32, Kind, f64, f64x2, i32, v128 } from '../../wasm/value.ts'
import { Frame, TODO_BYTES, UNSEEN } from '../../memory/frame.ts'
import { writeBoxCircle } from './write-box-circle.ts'
import { writeBoxes } from './write-boxes.ts'
import { writeCircles } from './write-circles.ts'
import { bothX, bothY, turned } from './write-vectors.ts'

type Address = Local<I32['kind']>
type Integer = Local<I32['kind']>

const WORD = 4
const DOUBLE = 8

/** Any other flag than these sends a contact to JavaScript. */
const OTHER_FLAGS = ~(ContactFlag.Touching | ContactFlag.Grazing)

/** A contact, and where its parts are. */
interface Contact {
  readonly id: Integer
  readonly a: Integer
  readonly b: Integer
  readonly flags: Integer
  readonly old: Integer
  readonly points: Integer
  readonly manifold: Address
  readonly feature: Address
  readonly impulse: Address
}

/** See `SolverKernel.collide`. What is done and why is told in `scalar-collide.ts`. */
export function writeCollide(b: FunctionBuilder): void {
  const first = b.parameter(Kind.I32)
  const end = b.parameter(Kind.I32)
  const at = b.let(i32.add(address(Frame.Active), i32.mul(first, i32.of(WORD))))
  const stop = b.let(i32.add(address(Frame.Active), i32.mul(end, i32.of(WORD))))
  const todo = b.let(address(Frame.Todo))
  const touching = b.let(address(Frame.Touching))
  const told = b.let(i32.of(0))
  b.storeF64(i32.of(0), Frame.Upright, f64.of(1))
  b.storeF64(i32.of(0), Frame.Upright + DOUBLE, f64.of(0))
  b.forEach(at, stop, WORD, () => {
    const id = b.let(i32.load(at))
    b.block((done) => {
      b.block((listed) => {
        b.block((unseen) => {
          const contact = loadContact(b, id, unseen)
          b.set(told, contact.old)
          writePoints(b, contact, unseen)
          b.store8(i32.add(address(Frame.PointCount), id), 0, contact.points)
          writeDecision(b, contact, listed, done)
          b.set(touching, i32.add(touching, i32.of(1)))
          b.leave(done)
        })
        b.set(told, i32.of(UNSEEN))
      })
      b.storeI32(todo, 0, id)
      b.storeI32(todo, WORD, told)
      b.set(todo, i32.add(todo, i32.of(TODO_BYTES)))
    })
  })
  b.storeI32(i32.of(0), Frame.Touching, touching)
  b.return(i32.shrUnsigned(i32.sub(todo, address(Frame.Todo)), i32.of(Math.log2(TODO_BYTES))))
}

/** What stands in the frame. */
function address(place: Frame): I32 {
  return i32.load(i32.of(0), place)
}

/** Where the record of an entity, body or contact begins. */
function record(b: FunctionBuilder, column: Frame, index: Integer, bytes: number): Address {
  return b.let(i32.add(address(column), i32.mul(index, i32.of(bytes))))
}

function word(column: Frame, index: I32): I32 {
  return i32.load(i32.add(address(column), i32.shl(index, i32.of(2))))
}

function byte(column: Frame, index: I32): I32 {
  return i32.load8(i32.add(address(column), index))
}

function loadContact(b: FunctionBuilder, id: Integer, unseen: Label): Contact {
  const flags = b.let(byte(Frame.Flags, id))
  b.leaveIf(i32.and(flags, i32.of(OTHER_FLAGS)), unseen)
  return {
    id,
    a: b.let(word(Frame.A, id)),
    b: b.let(word(Frame.B, id)),
    flags,
    old: b.let(byte(Frame.PointCount, id)),
    points: b.let(i32.of(0)),
    manifold: record(b, Frame.Manifold, id, MANIFOLD_STRIDE * DOUBLE),
    feature: record(b, Frame.Feature, id, 2 * WORD),
    impulse: record(b, Frame.Impulse, id, IMPULSE_STRIDE * WORD),
  }
}

/** The manifold, and the impulses of the points that are still the same. */
function writePoints(b: FunctionBuilder, contact: Contact, unseen: Label): void {
  const { manifold, feature, impulse, old, points } = contact
  const typeA = b.let(byte(Frame.ShapeType, contact.a))
  const typeB = b.let(byte(Frame.ShapeType, contact.b))
  const poseA = record(b, Frame.Pose, contact.a, POSE_STRIDE * DOUBLE)
  const poseB = record(b, Frame.Pose, contact.b, POSE_STRIDE * DOUBLE)
  const sizesA = record(b, Frame.Geometry, contact.a, GEOMETRY_STRIDE * DOUBLE)
  const sizesB = record(b, Frame.Geometry, contact.b, GEOMETRY_STRIDE * DOUBLE)
  const is = (type: Integer, shape: ShapeType): I32 => i32.eq(type, i32.of(shape))
  const radius = (sizes: Address): F64 => f64.load(sizes, GEOMETRY_RADIUS * DOUBLE)
  const turn = (type: I32, pose: I32): Address => b.let(turnOf(type, pose))
  b.when(i32.and(isBox(typeA), isBox(typeB)), () => {
    b.leaveIf(f64.gt(f64.add(radius(sizesA), radius(sizesB)), f64.of(0)), unseen)
    const feature0 = b.let(i32.load(feature))
    const feature1 = b.let(i32.load(feature, WORD))
    const placesA = { pose: poseA, turn: turn(typeA, poseA), sizes: sizesA }
    const placesB = { pose: poseB, turn: turn(typeB, poseB), sizes: sizesB }
    writeBoxes(b, placesA, placesB, contact)
    b.when(points, () => writeCarry(b, contact, feature0, feature1))
  }, () => {
    const roundA = b.let(is(typeA, ShapeType.Circle))
    const roundB = b.let(is(typeB, ShapeType.Circle))
    b.when(i32.and(roundA, roundB), () => {
      writeCircles(b, poseA, poseB, sizesA, sizesB, i32.of(Frame.Margin), manifold, points, unseen)
      b.when(i32.and(points, i32.not(old)), () => {
        b.storeF64(impulse, 0, f64.of(0))
        b.storeI32(feature, 0, i32.of(0))
      })
    }, () => {
      const either = (x: Integer, y: Integer): Address => b.let(i32.select(roundA, y, x))
      const type = either(typeA, typeB)
      b.leaveIf(i32.not(i32.and(i32.or(roundA, roundB), isBox(type))), unseen)
      const feature0 = b.let(i32.load(feature))
      const feature1 = b.let(i32.load(feature, WORD))
      const boxSizes = either(sizesA, sizesB)
      const circleSizes = either(sizesB, sizesA)
      const turnAt = turn(type, either(poseA, poseB))
      writeBoxCircle(b, { poseA, poseB, turn: turnAt, boxSizes, circleSizes, flip: roundA }, contact)
      b.when(points, () => writeCarry(b, contact, feature0, feature1))
    })
  })
}

/** The two types of boxes differ in one bit. */
function isBox(type: Integer): I32 {
  return i32.eq(i32.or(type, i32.of(ShapeType.Box ^ ShapeType.Aabb)), i32.of(ShapeType.Box | ShapeType.Aabb))
}

/** Where cosine and sine of a box are. */
function turnOf(type: I32, pose: I32): I32 {
  return i32.select(i32.eq(type, i32.of(ShapeType.Aabb)), i32.of(Frame.Upright), i32.add(pose, i32.of(2 * DOUBLE)))
}

/** See `carryImpulses`. Both impulses of a point are moved as one double. */
function writeCarry(b: FunctionBuilder, contact: Contact, old0: Integer, old1: Integer): void {
  const { feature, impulse, old, points } = contact
  const new0 = b.let(i32.load(feature))
  const new1 = b.let(i32.load(feature, WORD))
  const secondDiffers = i32.and(i32.gt(points, i32.of(1)), i32.ne(old1, new1))
  b.when(i32.or(i32.or(i32.xor(old, points), i32.xor(old0, new0)), secondDiffers), () => {
    const impulse0 = b.let(f64.load(impulse))
    const impulse1 = b.let(f64.load(impulse, DOUBLE))
    const carried = (id: Integer): F64 => f64.select(
      i32.and(i32.gt(old, i32.of(0)), i32.eq(old0, id)),
      impulse0,
      f64.select(i32.and(i32.gt(old, i32.of(1)), i32.eq(old1, id)), impulse1, f64.of(0)),
    )
    b.storeF64(impulse, 0, carried(new0))
    b.when(i32.gt(points, i32.of(1)), () => b.storeF64(impulse, DOUBLE, carried(new1)))
  })
}

/** Jumps to `listed` where there is more to do, and to `done` where the shapes do not touch; otherwise they do. */
function writeDecision(b: FunctionBuilder, contact: Contact, listed: Label, done: Label): void {
  const { flags, old, points, manifold } = contact
  b.when(i32.not(points), () => {
    b.leaveIf(i32.or(old, flags), listed)
    b.leave(done)
  })
  const grazing = i32.and(flags, i32.of(ContactFlag.Grazing))
  b.leaveIf(i32.or(i32.or(i32.not(old), grazing), address(Frame.Asking)), listed)
  const slop = b.let(f64.load(i32.of(0), Frame.Slop))
  b.when(i32.not(flags), () => b.leaveIf(f64.le(writeNearest(b, contact), slop), listed))

  const bodyA = b.let(word(Frame.BodyOf, contact.a))
  const bodyB = b.let(word(Frame.BodyOf, contact.b))
  const fixedA = b.let(i32.xor(byte(Frame.Kind, bodyA), i32.of(BodyKind.Dynamic)))
  const fixedB = b.let(i32.xor(byte(Frame.Kind, bodyB), i32.of(BodyKind.Dynamic)))
  const indexA = b.let(word(Frame.AwakeIndex, bodyA))
  const indexB = b.let(word(Frame.AwakeIndex, bodyB))
  // The sign of an index is that of NOT_AWAKE.
  const resting = i32.lt(i32.or(indexA, indexB), i32.of(0))
  b.when(i32.or(i32.or(fixedA, fixedB), resting), () => {
    const wakes = (fixed: Integer, index: Integer): I32 => i32.and(i32.not(fixed), i32.eq(index, i32.of(NOT_AWAKE)))
    b.leaveIf(i32.or(wakes(fixedA, indexA), wakes(fixedB, indexB)), listed)
    const separation = writeNearest(b, contact)
    const deep = (fixed: Integer, body: Integer): I32 =>
      i32.and(i32.not(fixed), f64.lt(separation, f64.neg(f64.load(record(b, Frame.Reach, body, DOUBLE)))))
    b.leaveIf(i32.or(deep(fixedA, bodyA), deep(fixedB, bodyB)), listed)
    b.when(i32.eq(points, i32.of(1)), () => writeAtCorner(b, contact, listed), () => {
      const dx = b.let(f64.sub(f64.load(manifold, 5 * DOUBLE), f64.load(manifold, 2 * DOUBLE)))
      const dy = b.let(f64.sub(f64.load(manifold, 6 * DOUBLE), f64.load(manifold, 3 * DOUBLE)))
      const width = f64.add(f64.mul(dx, dx), f64.mul(dy, dy))
      b.leaveIf(f64.lt(width, f64.mul(slop, slop)), listed)
    })
  })
  b.leaveIf(i32.not(flags), done)
}

/** Jumps to `listed` where the one point of a contact may be at a corner; see `isAtCorner`. */
function writeAtCorner(b: FunctionBuilder, contact: Contact, listed: Label): void {
  const typeA = b.let(byte(Frame.ShapeType, contact.a))
  const typeB = b.let(byte(Frame.ShapeType, contact.b))
  const boxA = b.let(isBox(typeA))
  const boxB = b.let(isBox(typeB))
  b.leaveIf(i32.and(boxA, boxB), listed)
  b.when(i32.or(boxA, boxB), () => {
    const box = b.let(i32.select(boxA, contact.a, contact.b))
    const sizes = record(b, Frame.Geometry, box, GEOMETRY_STRIDE * DOUBLE)
    const pose = record(b, Frame.Pose, box, POSE_STRIDE * DOUBLE)
    const turn = b.let(v128.load(b.let(turnOf(i32.select(boxA, typeA, typeB), pose))))
    const normal = b.let(v128.load(contact.manifold))
    const own = f64x2.sub(f64x2.mul(bothX(turn), normal), f64x2.mul(bothY(turn), turned(normal)))
    const off = i32.eq(v128.signs(f64x2.ge(f64x2.abs(own), f64x2.of(ON_FACE, ON_FACE))), i32.of(3))
    b.leaveIf(i32.and(off, f64.le(f64.load(sizes, GEOMETRY_RADIUS * DOUBLE), f64.of(0))), listed)
  })
}

/** The smallest separation. */
function writeNearest(b: FunctionBuilder, { manifold, points }: Contact): Local<F64['kind']> {
  const separation = b.let(f64.load(manifold, 4 * DOUBLE))
  b.when(i32.gt(points, i32.of(1)), () => {
    b.set(separation, f64.min(separation, f64.load(manifold, 7 * DOUBLE)))
  })
  return separation
}
