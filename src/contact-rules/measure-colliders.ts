import type { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { measureDistance } from '../collision/distance.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
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
  const { bodies, collision: { geometry, polygons, shapeType }, lifecycle: { preview } } = physics
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
  measureDistance(
    (noteA === 0 ? shapeType[one]! : preview.ints[noteA * NOTE_INTS + NoteInt.ShapeType]!) as ShapeType,
    noteA === 0 ? geometry : preview.floats,
    noteA === 0 ? one * GEOMETRY_STRIDE : a + NoteFloat.Geometry,
    (noteB === 0 ? shapeType[two]! : preview.ints[noteB * NOTE_INTS + NoteInt.ShapeType]!) as ShapeType,
    noteB === 0 ? geometry : preview.floats,
    noteB === 0 ? two * GEOMETRY_STRIDE : b + NoteFloat.Geometry,
    pair,
    polygons,
    out,
    0,
  )
}
