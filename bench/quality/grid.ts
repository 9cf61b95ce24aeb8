import { PILE_GROUNDS, PILE_SHAPES, type PileGround, type PileOptions, type PileShape } from '../../examples/scenes/piles.ts'

/** What the piles of the table differ in: each name is an option of the command, each value one of its values. */
export const AXES = {
  shape: PILE_SHAPES,
  restitution: ['0', '0.1', '0.3', '0.6'],
  friction: ['0', '0.5', '2'],
  dt: ['1/30', '1/60', '1/120', '1/240'],
  gravity: ['10', '50'],
  sizes: ['1', '10'],
  densities: ['1', '50'],
  ground: PILE_GROUNDS,
} as const satisfies Record<string, readonly string[]>

export type AxisName = keyof typeof AXES
export const AXIS_NAMES = Object.keys(AXES) as readonly AxisName[]

/** A value of each axis. */
export type Point = Readonly<Record<AxisName, string>>

/** What an axis is where nobody asks for something else. */
const USUAL: Point = {
  shape: 'mixed', restitution: '0', friction: '0.5', dt: '1/60', gravity: '10', sizes: '1', densities: '1', ground: 'plane',
}

/** Chosen values of some axes. */
export type Choice = Partial<Readonly<Record<AxisName, readonly string[]>>>

/** All combinations of the chosen values; an axis without a choice has its usual value. */
export function product(choice: Choice): Point[] {
  let points: Point[] = [USUAL]
  for (const axis of AXIS_NAMES) {
    const values = choice[axis] ?? [USUAL[axis]]
    points = points.flatMap((point) => values.map((value) => ({ ...point, [axis]: value })))
  }
  return points
}

/** Every combination: 9,216 of them. */
export function everything(): Point[] {
  return product(AXES)
}

/** A few that show most. */
export function handful(): Point[] {
  return [
    ...product({ restitution: ['0', '0.3'], shape: ['circle', 'mixed'] }),
    { ...USUAL, shape: 'plank', friction: '2' },
    { ...USUAL, ground: 'chain', sizes: '10' },
  ]
}

/**
 * Each shape with each restitution, then what it takes to have every two values of two axes in one pile: a fault that
 * takes two properties is seen, at a hundredth of the time of all combinations.
 */
export function everyPair(): Point[] {
  const points = product({ shape: AXES.shape, restitution: AXES.restitution })
  const missing = new Set<string>()
  AXIS_NAMES.forEach((a, i) => {
    for (const b of AXIS_NAMES.slice(i + 1)) {
      for (const va of AXES[a]) for (const vb of AXES[b]) missing.add(pairKey(a, va, b, vb))
    }
  })
  for (const point of points) strike(point, missing)
  while (missing.size > 0) {
    const [first] = missing
    const point = fill(first!, missing)
    strike(point, missing)
    points.push(point)
  }
  return points
}

function pairKey(a: AxisName, va: string, b: AxisName, vb: string): string {
  return `${a}=${va} ${b}=${vb}`
}

function pairsOf(point: Partial<Point>): string[] {
  const names = AXIS_NAMES.filter((name) => point[name] !== undefined)
  return names.flatMap((a, i) => names.slice(i + 1).map((b) => pairKey(a, point[a]!, b, point[b]!)))
}

function strike(point: Point, missing: Set<string>): void {
  for (const key of pairsOf(point)) missing.delete(key)
}

/** A point with the pair `key`, its other values those that strike the most of what is missing. */
function fill(key: string, missing: ReadonlySet<string>): Point {
  let point: Partial<Point> = Object.fromEntries(key.split(' ').map((part) => part.split('=')))
  for (const axis of AXIS_NAMES) {
    if (point[axis] !== undefined) continue
    const gain = (value: string): number => pairsOf({ ...point, [axis]: value }).filter((pair) => missing.has(pair)).length
    const values: readonly string[] = AXES[axis]
    // Among equals the usual one: fewer odd things at once.
    const order = [...values].sort((a, b) => gain(b) - gain(a) || Number(b === USUAL[axis]) - Number(a === USUAL[axis]))
    point = { ...point, [axis]: order[0]! }
  }
  return point as Point
}

/** Seconds a step. */
export function stepOf({ dt }: Point): number {
  return 1 / Number(dt.slice(2))
}

export function pileOf(point: Point, count: number, seed: number): PileOptions {
  return {
    shape: point.shape as PileShape,
    restitution: Number(point.restitution),
    friction: Number(point.friction),
    gravity: Number(point.gravity),
    sizes: Number(point.sizes),
    densities: Number(point.densities),
    ground: point.ground as PileGround,
    count,
    seed,
  }
}

/** The cells of a row that say which pile it is. */
export function labels(point: Point): string[] {
  return [point.shape, point.restitution, point.friction, point.dt, point.gravity, `1:${point.sizes}`, `1:${point.densities}`, point.ground]
}
