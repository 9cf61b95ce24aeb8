/**
 * Any two convex shapes with straight edges (box, capsule, polygon, segment), rounded or not. Separating axes over the faces of both cores
 * choose the reference; `clip.ts` makes the points. The face directions suffice to tell overlap from separation; where the two are apart, the
 * face with the largest separation and the edge that faces it are known to hold the closest points, because separation over the circle of
 * directions has a single peak. Contacts are made in the kernel, by `kernel/convex.c`.
 */
import { clipFaces, clipInput } from './clip.ts'
import { edgeCount, faceFound, findFace, findOpposite, nearestFound, normalsA, normalsB, verticesA, verticesB } from './convex.ts'

/**
 * The manifold of the two cores in `convex.ts`, at least one of them with edges, in the frame of A. Radii and margin are in `clipInput`.
 * The least separation of the points is the exact signed distance.
 */
export function collideCores(countA: number, countB: number, out: Float64Array, o: number): number {
  const limit = clipInput[0]! + clipInput[1]! + clipInput[2]!
  let faceA = findFace(edgeCount(countA), verticesA, normalsA, countB, verticesB, 0)
  if (faceFound[0]! > limit) return 0
  let faceB = findFace(edgeCount(countB), verticesB, normalsB, countA, verticesA, 1)
  if (faceFound[1]! > limit || (faceA < 0 && faceB < 0)) return 0
  const flip = faceFound[1]! > faceFound[0]! ? 1 : 0
  if (flip === 1) faceA = findOpposite(countA, normalsA, nearestFound[1]!, normalsB, faceB)
  else faceB = findOpposite(countB, normalsB, nearestFound[0]!, normalsA, faceA)
  clipInput[3] = faceFound[flip]!
  return clipFaces(countA, faceA, countB, faceB, flip, out, o)
}
