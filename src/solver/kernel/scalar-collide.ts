import { ShapeType } from '../../../components/shape-type.ts'
import { BodyKind } from '../../bodies/body-kind.ts'
import { NOT_AWAKE, POSE_STRIDE } from '../../bodies/bodies.ts'
import { collideBoxes } from '../../collision/box-box.ts'
import { collideBoxCircle } from '../../collision/circle-box.ts'
import { collideCirclesAt } from '../../collision/circle-circle.ts'
import { GEOMETRY_RADIUS, GEOMETRY_STRIDE } from '../../collision/geometry.ts'
import { ON_FACE, PAIR_MARGIN, PAIR_STRIDE, swapManifold, swapPair } from '../../collision/manifold.ts'
import { carryImpulses } from '../../contacts/carry-impulses.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../contacts/contact-record.ts'
import { Frame, UNSEEN } from '../../memory/frame.ts'
import type { MemoryViews } from '../../memory/memory.ts'

/**
 * Circles whose distance has a square below this are on one spot: left to who calls. It is above all distances at which
 * `collideCirclesAt` would choose a direction by the pair.
 */
export const ONE_SPOT_SQUARED = 1e-23

const OTHER_FLAGS = ~(ContactFlag.Touching | ContactFlag.Grazing)

const pair = new Float64Array(PAIR_STRIDE)
const swapped = new Float64Array(PAIR_STRIDE)
const features = new Int32Array(2)

/** `SolverKernel.collide` in JavaScript. */
export function collide(views: MemoryViews, first: number, end: number): number {
  const { i32, u8, f64 } = views
  pair[PAIR_MARGIN] = f64[Frame.Margin >> 3]!
  f64[Frame.Upright >> 3] = 1
  f64[(Frame.Upright >> 3) + 1] = 0
  const active = i32[Frame.Active >> 2]! >>> 2
  const flagsAt = i32[Frame.Flags >> 2]! >>> 0
  const countAt = i32[Frame.PointCount >> 2]! >>> 0
  const todo = i32[Frame.Todo >> 2]! >>> 2
  let touching = i32[Frame.Touching >> 2]!
  let entries = 0
  for (let i = first; i < end; i++) {
    const contact = i32[active + i]!
    const flags = u8[flagsAt + contact]!
    const old = u8[countAt + contact]!
    const points = (flags & OTHER_FLAGS) === 0 ? findPoints(views, contact, old) : UNSEEN
    if (points !== UNSEEN) {
      u8[countAt + contact] = points
      if (!asksForMore(views, contact, flags, old, points)) {
        // Neither begins nor ends to touch: what it was, it is.
        if (points > 0) touching += flags & ContactFlag.Touching
        continue
      }
    }
    i32[todo + 2 * entries] = contact
    i32[todo + 2 * entries + 1] = points === UNSEEN ? UNSEEN : old
    entries++
  }
  i32[Frame.Touching >> 2] = touching
  return entries
}

/** Makes the manifold anew, and matches its points with the old ones. Returns how many there are, or `UNSEEN`. */
function findPoints(views: MemoryViews, contact: number, old: number): number {
  const { i32, u8 } = views
  const a = i32[(i32[Frame.A >> 2]! >>> 2) + contact]!
  const b = i32[(i32[Frame.B >> 2]! >>> 2) + contact]!
  const shapeType = i32[Frame.ShapeType >> 2]! >>> 0
  const typeA = u8[shapeType + a]!
  const typeB = u8[shapeType + b]!
  const pose = i32[Frame.Pose >> 2]! >>> 3
  const geometry = i32[Frame.Geometry >> 2]! >>> 3
  const pA = pose + a * POSE_STRIDE
  const pB = pose + b * POSE_STRIDE
  const gA = geometry + a * GEOMETRY_STRIDE
  const gB = geometry + b * GEOMETRY_STRIDE
  if (typeA === ShapeType.Circle && typeB === ShapeType.Circle) {
    return findCirclePoints(views, contact, pA, pB, gA, gB, old)
  }
  const boxA = isBox(typeA)
  const boxB = isBox(typeB)
  const roundA = typeA === ShapeType.Circle
  const { f64 } = views
  if (boxA && boxB) {
    if (f64[gA + GEOMETRY_RADIUS]! + f64[gB + GEOMETRY_RADIUS]! > 0) return UNSEEN
  } else if (!(boxA && typeB === ShapeType.Circle) && !(boxB && roundA)) {
    return UNSEEN
  }
  const turnA = turnOf(typeA, pA)
  const turnB = turnOf(typeB, pB)
  pair[0] = f64[pB]! - f64[pA]!
  pair[1] = f64[pB + 1]! - f64[pA + 1]!
  pair[2] = f64[turnA]!
  pair[3] = f64[turnA + 1]!
  pair[4] = f64[turnB]!
  pair[5] = f64[turnB + 1]!
  const feature = (i32[Frame.Feature >> 2]! >>> 2) + contact * 2
  features[0] = i32[feature]!
  features[1] = i32[feature + 1]!
  const manifold = (i32[Frame.Manifold >> 2]! >>> 3) + contact * MANIFOLD_STRIDE
  const points = boxA && boxB
    ? collideBoxes(f64, gA, f64, gB, pair, f64, manifold, i32, feature)
    : findBoxCirclePoint(views, gA, gB, roundA, manifold, feature)
  if (points > 0) {
    const impulse = (i32[Frame.Impulse >> 2]! >>> 2) + contact * IMPULSE_STRIDE
    carryImpulses(views.f32, impulse, i32, feature, features, old, points)
  }
  return points
}

function isBox(type: number): boolean {
  return type === ShapeType.Box || type === ShapeType.Aabb
}

/** Where cosine and sine of a collider stand, whose pose is at `p`. */
function turnOf(type: number, p: number): number {
  return type === ShapeType.Aabb ? Frame.Upright >> 3 : p + 2
}

/** Two circles have one point, and always the same one. */
function findCirclePoints(
  { i32, f32, f64 }: MemoryViews,
  contact: number,
  pA: number,
  pB: number,
  gA: number,
  gB: number,
  old: number,
): number {
  const dx = f64[pB]! - f64[pA]!
  const dy = f64[pB + 1]! - f64[pA + 1]!
  if (dx * dx + dy * dy < ONE_SPOT_SQUARED) return UNSEEN
  const manifold = (i32[Frame.Manifold >> 2]! >>> 3) + contact * MANIFOLD_STRIDE
  const points = collideCirclesAt(f64, pA, pB, f64, gA, gB, pair, f64, manifold)
  if (points > 0 && old === 0) {
    const impulse = (i32[Frame.Impulse >> 2]! >>> 2) + contact * IMPULSE_STRIDE
    f32[impulse] = 0
    f32[impulse + 1] = 0
    i32[(i32[Frame.Feature >> 2]! >>> 2) + contact * 2] = 0
  }
  return points
}

/** The box comes first, as in `collidePair`. */
function findBoxCirclePoint(
  { i32, f64 }: MemoryViews,
  gA: number,
  gB: number,
  roundA: boolean,
  manifold: number,
  feature: number,
): number {
  if (!roundA) return collideBoxCircle(f64, gA, f64, gB, pair, f64, manifold, i32, feature)
  swapPair(pair, swapped)
  const points = collideBoxCircle(f64, gB, f64, gA, swapped, f64, manifold, i32, feature)
  return swapManifold(points, pair, f64, manifold, i32, feature)
}

/** Whether there is, or may be, more to do about a contact than its manifold; see `narrowPhase`. */
function asksForMore(views: MemoryViews, contact: number, flags: number, old: number, points: number): boolean {
  if (points === 0) return old !== 0 || flags !== 0
  const { i32, f64 } = views
  if (old === 0 || (flags & ContactFlag.Grazing) !== 0 || i32[Frame.Asking >> 2] !== 0) return true
  const m = (i32[Frame.Manifold >> 2]! >>> 3) + contact * MANIFOLD_STRIDE
  // A touch lasts as long as there are points; it begins with the first that is near enough.
  if ((flags & ContactFlag.Touching) === 0 && isNear(f64, m, points)) return true
  const bodyOf = i32[Frame.BodyOf >> 2]! >>> 2
  const bodyA = i32[bodyOf + i32[(i32[Frame.A >> 2]! >>> 2) + contact]!]!
  const bodyB = i32[bodyOf + i32[(i32[Frame.B >> 2]! >>> 2) + contact]!]!
  const dynamicA = isDynamic(views, bodyA)
  const dynamicB = isDynamic(views, bodyB)
  // What an awake body is about to push is woken.
  if ((dynamicA && rests(views, bodyA)) || (dynamicB && rests(views, bodyB))) return true
  if (dynamicA && dynamicB) return false
  if ((dynamicA && isDeep(views, bodyA, m, points)) || (dynamicB && isDeep(views, bodyB, m, points))) return true
  return mayGraze(views, contact, m, points)
}

function isDynamic({ i32, u8 }: MemoryViews, body: number): boolean {
  return u8[(i32[Frame.Kind >> 2]! >>> 0) + body] === BodyKind.Dynamic
}

function rests({ i32 }: MemoryViews, body: number): boolean {
  return i32[(i32[Frame.AwakeIndex >> 2]! >>> 2) + body] === NOT_AWAKE
}

/** Pressed so deep into what cannot be pushed that it is swept. */
function isDeep({ i32, f64 }: MemoryViews, body: number, m: number, points: number): boolean {
  const reach = f64[(i32[Frame.Reach >> 2]! >>> 3) + body]!
  return f64[m + 4]! < -reach || (points === 2 && f64[m + 7]! < -reach)
}

function isNear(f64: Float64Array, m: number, points: number): boolean {
  const slop = f64[Frame.Slop >> 3]!
  return f64[m + 4]! <= slop || (points === 2 && f64[m + 7]! <= slop)
}

/** Faces or corners that look at each other over no more than the slop; see `grazes`. */
function mayGraze(views: MemoryViews, contact: number, m: number, points: number): boolean {
  const { f64 } = views
  if (points === 1) return isAtCorner(views, contact, m)
  const slop = f64[Frame.Slop >> 3]!
  const dx = f64[m + 5]! - f64[m + 2]!
  const dy = f64[m + 6]! - f64[m + 3]!
  return dx * dx + dy * dy < slop * slop
}

/** Whether the one point of a contact may be at a corner, sharp and of what is not round alone. */
function isAtCorner(views: MemoryViews, contact: number, m: number): boolean {
  const { i32, u8, f64 } = views
  const a = i32[(i32[Frame.A >> 2]! >>> 2) + contact]!
  const b = i32[(i32[Frame.B >> 2]! >>> 2) + contact]!
  const shapeType = i32[Frame.ShapeType >> 2]! >>> 0
  const boxA = isBox(u8[shapeType + a]!)
  if (boxA === isBox(u8[shapeType + b]!)) return boxA
  const box = boxA ? a : b
  if (f64[(i32[Frame.Geometry >> 2]! >>> 3) + box * GEOMETRY_STRIDE + GEOMETRY_RADIUS]! > 0) return false
  return isOffFaces(f64, m, turnOf(u8[shapeType + box]!, (i32[Frame.Pose >> 2]! >>> 3) + box * POSE_STRIDE))
}

/** Whether the normal is that of no face of a box, whose cosine and sine are at `turn`; see `findAngleToFace`. */
function isOffFaces(f64: Float64Array, m: number, turn: number): boolean {
  const nx = f64[m]!
  const ny = f64[m + 1]!
  const c = f64[turn]!
  const s = f64[turn + 1]!
  return Math.abs(c * nx + s * ny) >= ON_FACE && Math.abs(c * ny - s * nx) >= ON_FACE
}
