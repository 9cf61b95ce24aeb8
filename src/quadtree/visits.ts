/**
 * Visitors that get and return a number, on top of searches that keep it in an array. One search may run inside of
 * another's visitor, so each depth has an array of its own.
 */

/** Called for each candidate of a ray. Lowers `ray[4]` to look only nearer from now on, to 0 to stop. */
export type SegmentVisitor = (item: number, ray: Float64Array) => void

/** Called for each candidate near a point. Lowers `disc[2]` to look only nearer from now on, below 0 to stop. */
export type DiscVisitor = (item: number, disc: Float64Array) => void

/** Called for each candidate with the current end of the ray; returns the new end. */
export type RayVisitor = (item: number, maxFraction: number) => number

/** Called for each candidate with the current squared radius; returns the new squared radius. */
export type NearVisitor = (item: number, maxDistanceSquared: number) => number

type Visitor = RayVisitor | NearVisitor

/** Where a ray and a disc have their limit. */
const END = 4, RADIUS = 2

const arrays: Float64Array[] = []
const visitors: Visitor[] = []
let depth = 0

/** Takes a visitor in; its search uses the array that is returned, and `passEnd` or `passRadius` as its visitor. */
export function beginVisits(visit: Visitor): Float64Array {
  if (depth === arrays.length) arrays.push(new Float64Array(5))
  visitors[depth] = visit
  return arrays[depth++]!
}

/** Ends the search that began last. */
export function endVisits(): void {
  depth--
}

export function passEnd(item: number, ray: Float64Array): void {
  const next = visitors[depth - 1]!(item, ray[END]!)
  if (next < ray[END]!) ray[END] = next
}

export function passRadius(item: number, disc: Float64Array): void {
  const next = visitors[depth - 1]!(item, disc[RADIUS]!)
  if (next < disc[RADIUS]!) disc[RADIUS] = next
}
