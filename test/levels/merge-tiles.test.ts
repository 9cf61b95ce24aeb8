import fc from 'fast-check'
import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type LevelBody, type MergeOptions, ShapeType, type TileGrid, type TileKinds, addPhysics, createTileLevel, mergeTiles,
  queryPoint, spawnLevel,
} from '../../src/index.ts'
import { SOAK } from '../support/soak.ts'

/** All named shapes, and what is solid of them, straight from their meaning: x and y within the cell as it is drawn, y up. */
const shapes: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  full: () => true,
  half: (_, y) => y < 0.5,
  rise: (x, y) => y < x,
  fall: (x, y) => y < 1 - x,
  'rise-low': (x, y) => y < x / 2,
  'rise-high': (x, y) => y < 0.5 + x / 2,
  'fall-high': (x, y) => y < 1 - x / 2,
  'fall-low': (x, y) => y < 0.5 - x / 2,
}
const names = Object.keys(shapes)

/** Kinds 1 to 32: each shape, as it is and flipped in x, in y and in both. */
const kinds: Record<number, { shape: never; flipX: boolean; flipY: boolean }> = {}
for (let i = 0; i < 32; i++) kinds[i + 1] = { shape: names[i >> 2] as never, flipX: (i & 1) === 1, flipY: (i & 2) === 2 }

function isSolid(kind: number, x: number, y: number): boolean {
  if (kind === 0) return false
  const { shape, flipX, flipY } = kinds[kind]!
  return shapes[shape]!(flipX ? 1 - x : x, flipY ? 1 - y : y)
}

const grids = fc.record({
  width: fc.integer({ min: 0, max: 9 }), height: fc.integer({ min: 0, max: 9 }), most: fc.constantFrom(1, 2, 32), full: fc.boolean(),
}).chain(({ width, height, most, full }) => fc.record({
  width: fc.constant(width), height: fc.constant(height),
  cells: fc.array(full ? fc.constantFrom(0, 1, most) : fc.integer({ min: 0, max: most }), { minLength: width * height, maxLength: width * height }),
}))

const layouts = fc.record({
  y: fc.constantFrom('up' as const, 'down' as const), rows: fc.constantFrom('down' as const, 'up' as const),
  tileSize: fc.constantFrom(1, 16, { width: 2, height: 0.5 }), origin: fc.constantFrom({ x: 0, y: 0 }, { x: -3.5, y: 20 }),
})

/** The cell and the place in it, drawn with y up, of a point of the world: the oracle's own way back. */
function cellOf(layout: MergeOptions, x: number, y: number): [column: number, row: number, across: number, up: number] {
  const { tileSize = 1, origin = { x: 0, y: 0 } } = layout
  const w = typeof tileSize === 'number' ? tileSize : tileSize.width
  const h = typeof tileSize === 'number' ? tileSize : tileSize.height
  const down = (layout.rows === 'down') === (layout.y === 'down') ? 1 : -1
  const u = (x - origin.x) / w
  const v = (down * (y - origin.y)) / h
  const [column, row] = [Math.floor(u), Math.floor(v)]
  return [column, row, u - column, layout.rows === 'down' ? 1 - (v - row) : v - row]
}

function pointsOf({ shape, x, y }: LevelBody): [number, number][] {
  if (shape.type === ShapeType.Box) {
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, k]) => [x + i! * shape.halfWidth, y + k! * shape.halfHeight])
  }
  const points: [number, number][] = []
  for (let i = 0; i < shape.points!.length; i += 2) points.push([x + shape.points![i]!, y + shape.points![i + 1]!])
  return points
}

function area(points: readonly (readonly [number, number])[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [a, b] = points[(i + 1) % points.length]!
    return sum + (x * b - a * y) / 2
  }, 0)
}

/** How often a line to the right of a point crosses outlines upward less downward: what is solid is on the right. */
function windings(bodies: readonly LevelBody[], x: number, y: number): number {
  let count = 0
  for (const body of bodies) {
    const points = pointsOf(body)
    const links = body.shape.loop === true ? points.length : points.length - 1
    for (let i = 0; i < links; i++) {
      const [ax, ay] = points[i]!
      const [bx, by] = points[(i + 1) % points.length]!
      if (ay > y === by > y) continue
      if (ax + ((y - ay) / (by - ay)) * (bx - ax) > x) count += by > ay ? 1 : -1
    }
  }
  return count
}

/** Places in a cell that lie on no edge of a shape. */
const inside = [0.07, 0.31, 0.44, 0.59, 0.73, 0.96]

function eachPoint({ width, height }: { width: number; height: number }, layout: MergeOptions, visit: (x: number, y: number) => void): void {
  const { tileSize = 1, origin = { x: 0, y: 0 } } = layout
  const w = typeof tileSize === 'number' ? tileSize : tileSize.width
  const h = typeof tileSize === 'number' ? tileSize : tileSize.height
  const down = (layout.rows === 'down') === (layout.y === 'down') ? 1 : -1
  for (let row = -1; row <= height; row++) {
    for (let column = -1; column <= width; column++) {
      inside.forEach((a, i) => visit(origin.x + w * (column + a), origin.y + down * h * (row + inside[(i + 2) % inside.length]! - 0.011)))
    }
  }
}

describe('rectangles', () => {
  it('cover every solid cell exactly once, and nothing else', () => {
    fc.assert(fc.property(grids, (grid) => {
      const plain = { ...grid, cells: grid.cells.map((kind) => (kind > 2 ? 2 : kind)) }
      const covered = Array.from({ length: grid.width * grid.height }, () => 0)
      for (const { shape, x, y, kind } of mergeTiles(plain, { rows: 'up', kinds: { 1: {}, 2: {} } })) {
        expect(shape.type).toBe(ShapeType.Box)
        for (let v = y - shape.halfHeight; v < y + shape.halfHeight; v++) {
          for (let u = x - shape.halfWidth; u < x + shape.halfWidth; u++) {
            if (covered[v * grid.width + u] !== 0) throw new Error(`covered twice: ${u}, ${v}`)
            covered[v * grid.width + u] = kind
          }
        }
      }
      expect(covered).toEqual(plain.cells)
    }), { numRuns: SOAK ? 5000 : 60 })
  })

  it('and polygons are solid where their cells are, on a fine lattice, in every layout', () => {
    fc.assert(fc.property(grids, layouts, (grid, layout) => {
      const world = createWorld()
      addPhysics(world)
      spawnLevel(world, mergeTiles(grid, { ...layout, kinds }))
      const wrong: string[] = []
      eachPoint(grid, layout, (x, y) => {
        const [column, row, across, up] = cellOf(layout, x, y)
        const out = column < 0 || row < 0 || column >= grid.width || row >= grid.height
        const kind = out ? 0 : grid.cells[row * grid.width + column]!
        if (queryPoint(world, x, y).count !== (isSolid(kind, across, up) ? 1 : 0)) wrong.push(`${x} ${y}`)
      })
      expect(wrong).toEqual([])
    }), { numRuns: SOAK ? 1000 : 25 })
  })

  it('are the same from lists, bytes and wider arrays, which stay as they are', () => {
    fc.assert(fc.property(grids, fc.constantFrom<MergeOptions>({}, { kinds }, { kinds, to: 'outlines' }), (grid, options) => {
      const merged = mergeTiles(grid, options)
      for (const make of [Uint8Array, Uint16Array, Float64Array]) {
        const cells = make.from(grid.cells)
        expect(mergeTiles({ ...grid, cells }, options)).toEqual(merged)
        expect(Array.from(cells)).toEqual(Array.from(grid.cells))
      }
    }), { numRuns: SOAK ? 1000 : 20 })
    for (const make of [Uint8Array, Uint16Array]) {
      expect(() => mergeTiles({ width: 3, height: 1, cells: make.of(0, 1, 77) }, { kinds: { 1: {} } })).toThrow(/column 2 of row 0 is 77, and kinds has no 77/)
    }
  })

  it('are few', () => {
    expect(mergeTiles({ width: 1000, height: 3, cells: new Uint8Array(3000).fill(1) })).toHaveLength(1)
    expect(mergeTiles([[1, 0, 1], [1, 1, 1], [1, 1, 1]])).toHaveLength(3)
    expect(mergeTiles([[1, 1, 2, 2]], { kinds: { 1: {}, 2: {} } })).toHaveLength(2)
  })

  it('of one-way cells lie side by side, and not above one another', () => {
    const grid: TileGrid = [[1, 1, 1], [1, 1, 1]]
    const bodies = mergeTiles(grid, { kinds: { 1: { oneWay: true } }, y: 'down' })
    expect(bodies.map(({ oneWay }) => oneWay)).toEqual([{ x: 0, y: -1 }, { x: 0, y: -1 }])
    expect(mergeTiles(grid, { kinds: { 1: { oneWay: { x: 1, y: 0 } } } })).toHaveLength(3)
    expect(mergeTiles(grid, { kinds: { 1: { oneWay: { x: 1, y: 1 } } } })).toHaveLength(6)
  })
})

describe('outlines', () => {
  it('have what is solid on their right, and nothing else', () => {
    fc.assert(fc.property(grids, layouts, (grid, layout) => {
      const bodies = mergeTiles(grid, { ...layout, kinds, to: 'outlines' })
      const wrong: string[] = []
      eachPoint(grid, layout, (x, y) => {
        const [column, row, across, up] = cellOf(layout, x, y)
        const out = column < 0 || row < 0 || column >= grid.width || row >= grid.height
        const kind = out ? 0 : grid.cells[row * grid.width + column]!
        // Upward with what is solid on the right is what is left of the solid: seen from inside it comes down on the right.
        if (windings(bodies, x, y) !== (isSolid(kind, across, up) ? -1 : 0)) wrong.push(`${x} ${y}`)
      })
      expect(wrong).toEqual([])
    }), { numRuns: SOAK ? 5000 : 60 })
  })

  it('enclose as much as there are cells', () => {
    fc.assert(fc.property(grids, layouts, ({ width, height, cells }, layout) => {
      const bodies = mergeTiles({ width, height, cells }, { ...layout, to: 'outlines' })
      const { tileSize } = layout
      const one = typeof tileSize === 'number' ? tileSize * tileSize : tileSize.width * tileSize.height
      expect(bodies.every(({ shape }) => shape.loop)).toBe(true)
      expect(-bodies.reduce((sum, body) => sum + area(pointsOf(body)), 0)).toBeCloseTo(one * cells.filter((cell) => cell !== 0).length, 6)
    }), { numRuns: SOAK ? 5000 : 60 })
  })

  it('change with the kind, and know of each other where they do', () => {
    const slippery: TileKinds = { 1: { material: { friction: 0 } }, 2: {} }
    const bodies = mergeTiles([[1, 1, 2]], { kinds: slippery, to: 'outlines' })
    expect(bodies.map(({ kind }) => kind)).toEqual([2, 1])
    for (const body of bodies) {
      const other = pointsOf(bodies.find((one) => one !== body)!)
      const own = pointsOf(body)
      const { ends } = body.shape
      expect([other[0], own.at(-1)]).toEqual([own.at(-1), own.at(-1)])
      expect(other[1]).toEqual([body.x + ends![2]!, body.y + ends![3]!])
      expect(other.at(-2)).toEqual([body.x + ends![0]!, body.y + ends![1]!])
    }
  })

  it('do not part what collides with the same, and part what does not', () => {
    const one: TileKinds = { 1: {}, 2: { filter: { category: 1, mask: -1 >>> 0 } } }
    expect(mergeTiles([[1, 2]], { kinds: one, to: 'outlines' }).filter(({ shape }) => shape.loop)).toHaveLength(0)
    const two: TileKinds = { 1: {}, 2: { filter: { category: 2 } } }
    expect(mergeTiles([[1, 2]], { kinds: two, to: 'outlines' }).filter(({ shape }) => shape.loop)).toHaveLength(2)
  })

  it('of cells that touch at corners only have one corner for each free cell there', () => {
    const bodies = mergeTiles([[1, 0], [0, 1]], { to: 'outlines' })
    expect(bodies).toHaveLength(1)
    expect(pointsOf(bodies[0]!)).toHaveLength(8)
  })

  it('of free places that touch at a point are apart there, with parts of cells too', () => {
    const grid = { width: 9, height: 5, cells: [
      1, 1, 1, 1, 1, 1, 1, 29, 23, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 25, 0, 21, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 27, 1, 0, 1, 15, 1, 1, 1, 1, 1,
    ] }
    // The free cells to the left of slope 25 and the free triangle over it meet where the slope begins: both change the kind there.
    const through = mergeTiles(grid, { kinds, to: 'outlines' }).filter((body) => (
      pointsOf(body).slice(1, -1).some(([x, y]) => x === 3 && y === -2)
    ))
    expect(through).toEqual([])
  })

  it('of kinds that do not begin with 1 are as those that do', () => {
    const [one] = mergeTiles([[1]], { kinds: { 1: {} }, to: 'outlines' })
    const [five] = mergeTiles([[5]], { kinds: { 5: {} }, to: 'outlines' })
    expect(five!.shape).toEqual(one!.shape)
  })

  it('leave holes within holes', () => {
    const ring = (size: number): number[][] => Array.from({ length: size }, (_row, y) => Array.from({ length: size }, (_cell, x) => (
      Math.min(x, y, size - 1 - x, size - 1 - y) % 2 === 0 ? 1 : 0
    )))
    expect(mergeTiles(ring(13), { to: 'outlines' })).toHaveLength(7)
  })
})

it('a polygon that is not convex becomes several that are', () => {
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0.5, y: 0.25 }, { x: 0, y: 1 }]
  const bodies = mergeTiles([[1]], { kinds: { 1: { shape: points } } })
  expect(bodies.length).toBe(3)
  expect(bodies.reduce((sum, body) => sum + Math.abs(area(pointsOf(body))), 0)).toBeCloseTo(0.625, 12)
})

describe('refuses', () => {
  const withPhysics = (): ReturnType<typeof createWorld> => {
    const world = createWorld()
    addPhysics(world)
    return world
  }
  const cases: [string, () => unknown, string][] = [
    ['a wrong length', () => mergeTiles({ width: 4, height: 3, cells: [1, 2] }), 'mergeTiles: 4 × 3 cells are 12, but the grid has 2.'],
    ['ragged rows', () => mergeTiles([[1, 1], [1]]), 'mergeTiles: row 1 has 1 cells, but row 0 has 2. All rows must be of one length.'],
    ['no row', () => mergeTiles([[1], null as never]), 'mergeTiles: row 1 must be an array of numbers, got null.'],
    ['NaN', () => mergeTiles([[0, 0], [0, NaN]]), 'mergeTiles: the cell in column 1 of row 1 is NaN, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['a fraction', () => mergeTiles([[0.5]]), 'mergeTiles: the cell in column 0 of row 0 is 0.5, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['a fraction above 1', () => mergeTiles([[0, 1.5]]), 'mergeTiles: the cell in column 1 of row 0 is 1.5, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['a number that is too large', () => mergeTiles([[0], [70000]]), 'mergeTiles: the cell in column 0 of row 1 is 70000, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['outlines of nothing', () => mergeTiles([[1]], { to: 'outlines', tileSize: 1e-30 }), 'mergeTiles: tileSize must be at least 1e-10, got 1e-30.'],
    ['outlines beyond every number', () => mergeTiles([[1]], { to: 'outlines', tileSize: { width: 1, height: 1e300 } }), 'mergeTiles: tileSize must be at most 10000000000, got 1e+300.'],
    ['a live level of nothing', () => createTileLevel(withPhysics(), [[1]], { tileSize: 1e-30 }), 'createTileLevel: tileSize must be at least 1e-10, got 1e-30.'],
    ['a negative cell', () => mergeTiles([[-1]]), 'mergeTiles: the cell in column 0 of row 0 is -1, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['an unknown kind', () => mergeTiles([[1, 3]], { kinds: { 1: {} } }), 'mergeTiles: the cell in column 1 of row 0 is 3, and kinds has no 3. Give it a kind, or null where it is not solid.'],
    ['a hole in an array', () => mergeTiles([[1, undefined as never]]), 'mergeTiles: the cell in column 1 of row 0 is NaN, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['cells that are texts', () => mergeTiles([['1'] as never]), 'mergeTiles: the cell in column 0 of row 0 is NaN, but cells are whole numbers from 0 to 65535. Write 0 where there is nothing, and a number of that range for each kind.'],
    ['too many cells', () => mergeTiles({ width: 65536, height: 65536, cells: { length: 2 ** 32 } }), 'mergeTiles: 65536 × 65536 cells are too many for one level.'],
    ['a direction that is a text', () => mergeTiles([[1]], { kinds: { 1: { oneWay: 'up' as never } } }), 'mergeTiles: kind 1: oneWay must be true, false or a direction such as { x: 0, y: 1 }, got \'up\'.'],
    ['bodies that are none', () => spawnLevel(withPhysics(), [null as never]), 'spawnLevel: body 0 must be an object with shape, x and y, got null.'],
    ['components that are no list', () => spawnLevel(withPhysics(), [], { with: 3 as never }), 'spawnLevel: with must be a list of components, or a function that returns one, got 3.'],
    ['an option of spawnLevel that there is not', () => spawnLevel(withPhysics(), [], { wiht: [] } as never), "spawnLevel: there is no option 'wiht'. The options are with."],
    ['a text', () => mergeTiles('##' as never), 'mergeTiles: the grid must be { width, height, cells } or a list of rows, got \'##\'.'],
    ['a width that is none', () => mergeTiles({ width: 1.5, height: 2, cells: [] }), "mergeTiles: the grid's width must be a whole number from 0 to 65536, got 1.5."],
    ['a size of 0', () => mergeTiles([[1]], { tileSize: 0 }), 'mergeTiles: tileSize must be finite and greater than 0, got 0.'],
    ['an option that there is not', () => mergeTiles([[1]], { size: 2 } as never), "mergeTiles: there is no option 'size'. The options are tileSize, origin, y, rows, kinds, to."],
    ['a shape that there is not', () => mergeTiles([[1]], { kinds: { 1: { shape: 'slope' as never } } }), "mergeTiles: kind 1: there is no shape 'slope'. The shapes are full, half, rise, fall, rise-low, rise-high, fall-high, fall-low; or give points."],
    ['a point outside of the cell', () => mergeTiles([[1]], { kinds: { 1: { shape: [{ x: 0, y: 0 }, { x: 16, y: 0 }, { x: 0, y: 1 }] } } }), 'mergeTiles: kind 1: point 1 must be within the cell, from (0, 0) to (1, 1), got (16, 0).'],
    ['a polygon without an area', () => mergeTiles([[1]], { kinds: { 1: { shape: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 0.5, y: 0.5 }] } } }), 'mergeTiles: kind 1: a shape has at least 3 points and an area.'],
    ['a polygon that crosses itself', () => mergeTiles([[1]], { kinds: { 1: { shape: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 0.75 }] } } }), 'mergeTiles: kind 1: the polygon crosses or touches itself.'],
    ['kind 0', () => mergeTiles([[1]], { kinds: { 0: {} } }), "mergeTiles: kinds are numbered from 1 to 65535, and 0 is empty; got '0'."],
    ['a field that there is not', () => mergeTiles([[1]], { kinds: { 1: { friction: 1 } as never } }), "mergeTiles: kind 1: there is no field 'friction'. The fields are shape, flipX, flipY, material, filter, oneWay, sensor."],
  ]
  it.each(cases)('%s', (_, call, text) => {
    expect(call).toThrow(new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`))
  })

  it('a material that no world takes, with the place of the body, and leaves nothing behind', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const bodies = mergeTiles([[1, 2]], { kinds: { 1: {}, 2: { material: { friction: -1 } } } })
    expect(() => spawnLevel(world, bodies)).toThrow(/^spawnLevel: body 1: .*friction/)
    expect(physics.stats.bodies).toBe(0)
    expect(queryPoint(world, 0.5, -0.5).count).toBe(0)
  })
})

it('an empty grid has no bodies', () => {
  for (const grid of [[], [[]], { width: 0, height: 5, cells: [] }, [[0, 0]]]) {
    expect(mergeTiles(grid)).toEqual([])
    expect(mergeTiles(grid, { to: 'outlines' })).toEqual([])
  }
})
