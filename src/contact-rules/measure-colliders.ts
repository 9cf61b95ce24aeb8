import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { measureDistance } from '../collision/distance.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { NOTE_FLOATS, NOTE_INTS, NoteFloat, NoteInt } from '../state/preview.ts'
import type { PhysicsWorld } from '../state/world.ts'

const pair = new Float64Array(PAIR_STRIDE)

/**
 * Measures the gap of two colliders; see `measureDistance`.
 * @param out Where the result is written, from its start.
 * @param stepped Whether as the last step left them, even where queries see what was written since.
 */
export function measureColliders(physics: PhysicsWorld, one: number, two: number, out: Float64Array, stepped = false): void {
  const { bodies, collision, lifecycle: { preview } } = physics
  const { polygons, shapeType } = collision
  const noteA = stepped ? preview.slot[one]! : 0
  const noteB = stepped ? preview.slot[two]! : 0
  const poseA = noteA === 0 ? bodies.pose : preview.floats
  const poseB = noteB === 0 ? bodies.pose : preview.floats
  const a = noteA === 0 ? one * POSE_STRIDE : noteA * NOTE_FLOATS
  const b = noteB === 0 ? two * POSE_STRIDE : noteB * NOTE_FLOATS
  pair[Pair.X] = poseB[b + Pose.X]! - poseA[a + Pose.X]!
  pair[Pair.Y] = poseB[b + Pose.Y]! - poseA[a + Pose.Y]!
  pair[Pair.CosA] = poseA[a + Pose.Cos]!
  pair[Pair.SinA] = poseA[a + Pose.Sin]!
  pair[Pair.CosB] = poseB[b + Pose.Cos]!
  pair[Pair.SinB] = poseB[b + Pose.Sin]!
  pair[Pair.Tie] = one + two
  const typeA = (noteA === 0 ? shapeType[one]! : preview.ints[noteA * NOTE_INTS + NoteInt.ShapeType]!) as ShapeType
  const typeB = (noteB === 0 ? shapeType[two]! : preview.ints[noteB * NOTE_INTS + NoteInt.ShapeType]!) as ShapeType
  measureDistance(
    typeA,
    noteA === 0 ? collision.sizesOf(one) : preview.floats,
    noteA === 0 ? collision.placeOf(one) : a + sizesIn(typeA),
    typeB,
    noteB === 0 ? collision.sizesOf(two) : preview.floats,
    noteB === 0 ? collision.placeOf(two) : b + sizesIn(typeB),
    pair,
    polygons,
    out,
    0,
  )
}

/** Where the sizes of a shape begin in a note. */
function sizesIn(type: ShapeType): NoteFloat {
  return type === ShapeType.Segment ? NoteFloat.Line : NoteFloat.Geometry
}
