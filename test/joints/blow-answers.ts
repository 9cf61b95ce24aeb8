/**
 * What bodies that joints hold rigidly together answer to a blow, by a dense solution in doubles: 1 / mass is what an impulse of 1 changes about how
 * fast the two sides of the blow part. Rows say how fast something changes by the velocities of bodies: x, y, angular.
 */
export interface Weighed {
  readonly x: number
  readonly y: number
  /** 0 where it does not move. */
  readonly mass: number
  readonly inertia: number
}

export type Row = readonly (readonly [body: number, x: number, y: number, angular: number])[]

/** The point of B at (px, py) against that of A along (nx, ny). */
export function rowAlong(bodies: readonly Weighed[], a: number, b: number, nx: number, ny: number, px: number, py: number): Row {
  const arm = ({ x, y }: Weighed): number => (px - x) * ny - (py - y) * nx
  return [[a, -nx, -ny, -arm(bodies[a]!)], [b, nx, ny, arm(bodies[b]!)]]
}

/** B turned against A. */
export function rowOfAngle(a: number, b: number): Row {
  return [[a, 0, 0, -1], [b, 0, 0, 1]]
}

function coupled(bodies: readonly Weighed[], one: Row, other: Row): number {
  let sum = 0
  for (const [a, x, y, w] of one) {
    const { mass, inertia } = bodies[a]!
    if (mass === 0) continue
    for (const [b, x2, y2, w2] of other) if (a === b) sum += (x * x2 + y * y2) / mass + (w * w2) / inertia
  }
  return sum
}

/** By Gaussian elimination; rows that others say already are left out. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length
  for (let c = 0; c < n; c++) {
    let best = c
    for (let r = c + 1; r < n; r++) if (Math.abs(matrix[r]![c]!) > Math.abs(matrix[best]![c]!)) best = r
    ;[matrix[c], matrix[best]] = [matrix[best]!, matrix[c]!]
    ;[right[c], right[best]] = [right[best]!, right[c]!]
    const pivot = matrix[c]![c]!
    if (Math.abs(pivot) < 1e-12) continue
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const part = matrix[r]![c]! / pivot
      for (let k = c; k < n; k++) matrix[r]![k]! -= part * matrix[c]![k]!
      right[r]! -= part * right[c]!
    }
  }
  return right.map((value, i) => (Math.abs(matrix[i]![i]!) < 1e-12 ? 0 : value / matrix[i]![i]!))
}

/** What an impulse of 1 along a row changes about it, where the others stay as they are. */
export function answerTo(bodies: readonly Weighed[], blow: Row, held: readonly Row[]): number {
  const across = held.map((row) => coupled(bodies, row, blow))
  const impulses = solve(held.map((one) => held.map((other) => coupled(bodies, one, other))), [...across])
  return coupled(bodies, blow, blow) - across.reduce((sum, value, i) => sum + value * impulses[i]!, 0)
}
