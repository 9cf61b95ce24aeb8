import type { BoxWorld } from '../../examples/scenes/box-worlds.ts'
import { PairBuffer } from '../../src/quadtree/index.ts'
import { RadixSweep, TunedGrid, type Columns } from '../quadtree/references.ts'
import { pushPair, type Subject, type SubjectEntry } from './subject.ts'

/**
 * What a good programmer would write by hand for just these worlds, knowing sizes and extent: no interface, nothing
 * that can be added, removed or asked later. What rests is in an index of its own, as with the peers. (The third one,
 * every pair, is among ours.)
 */

/** The largest side of the usual boxes. */
const USUAL = 1.2

/** Boxes of a part of the world under the numbers from 1 up. */
class Part implements Columns {
  readonly count: number
  readonly minX: Float64Array<ArrayBuffer>
  readonly minY: Float64Array<ArrayBuffer>
  readonly maxX: Float64Array<ArrayBuffer>
  readonly maxY: Float64Array<ArrayBuffer>

  constructor(private readonly world: BoxWorld, readonly ids: ArrayLike<number>) {
    this.count = ids.length
    const column = (): Float64Array<ArrayBuffer> => new Float64Array(ids.length + 1)
    this.minX = column()
    this.minY = column()
    this.maxX = column()
    this.maxY = column()
    this.read()
  }

  read(): void {
    const { world, ids, minX, minY, maxX, maxY } = this
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!
      minX[i + 1] = world.minX[id]!
      minY[i + 1] = world.minY[id]!
      maxX[i + 1] = world.maxX[id]!
      maxY[i + 1] = world.maxY[id]!
    }
  }
}

interface Halves { readonly moving: Part; readonly resting: Part; readonly width: number; readonly height: number }

function halvesOf(world: BoxWorld): Halves {
  const resting: number[] = []
  let width = 0, height = 0
  for (let id = 1; id <= world.count; id++) {
    if (world.moves[id] === 0) resting.push(id)
    width = Math.max(width, world.maxX[id]!)
    height = Math.max(height, world.maxY[id]!)
  }
  return { moving: new Part(world, world.movers), resting: new Part(world, resting), width: width + 1, height: height + 1 }
}

/** Cells as large as the usual box, or larger where they would be four times as many as boxes. */
function createTunedGrid(world: BoxWorld): Subject {
  const { moving, resting, width, height } = halvesOf(world)
  const all = moving.count === world.count
  const cellFor = (count: number): number => Math.max(USUAL, Math.sqrt(width * height / (4 * count)))
  const cell = cellFor(moving.count), restingCell = cellFor(resting.count)
  const grid = new TunedGrid(moving.count), restingGrid = new TunedGrid(resting.count)
  const scratch = new PairBuffer(16)
  if (!all) restingGrid.pairs(resting, restingCell, width, height, scratch)
  return {
    findPairs(out) {
      if (all) {
        grid.pairs(world, cell, width, height, out)
        return
      }
      moving.read()
      grid.pairs(moving, cell, width, height, scratch)
      for (let i = 0; i < scratch.count; i++) pushPair(out, moving.ids[scratch.a[i]! - 1]!, moving.ids[scratch.b[i]! - 1]!)
      searchGrid(moving, resting, restingGrid, restingCell, width, height, out)
    },
  }
}

/** Looks up the cells that a resting box may have its center in, row by row. */
function searchGrid(
  moving: Part, resting: Part, grid: TunedGrid, cell: number, width: number, height: number, out: PairBuffer,
): void {
  const { starts, boxes, ids } = grid
  const columns = Math.ceil(width / cell) + 2, rows = Math.ceil(height / cell) + 2
  const inverse = 1 / cell
  for (let i = 1; i <= moving.count; i++) {
    const x0 = moving.minX[i]!, y0 = moving.minY[i]!, x1 = moving.maxX[i]!, y1 = moving.maxY[i]!
    const left = Math.max(1, Math.floor((x0 - USUAL / 2) * inverse + 1)), top = Math.max(1, Math.floor((y0 - USUAL / 2) * inverse + 1))
    const right = Math.min(columns - 2, Math.floor((x1 + USUAL / 2) * inverse + 1))
    const bottom = Math.min(rows - 2, Math.floor((y1 + USUAL / 2) * inverse + 1))
    const id = moving.ids[i - 1]!
    for (let y = top; y <= bottom; y++) {
      const end = starts[y * columns + right + 1]!
      for (let o = starts[y * columns + left]!; o < end; o++) {
        if (boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0 && boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0) {
          pushPair(out, id, resting.ids[ids[o]! - 1]!)
        }
      }
    }
  }
}

function createRadixSweep(world: BoxWorld): Subject {
  const { moving, resting, width } = halvesOf(world)
  const all = moving.count === world.count
  const sweep = new RadixSweep(moving.count), restingSweep = new RadixSweep(resting.count)
  const scratch = new PairBuffer(16)
  if (!all) restingSweep.pairs(resting, width, scratch)
  return {
    findPairs(out) {
      if (all) {
        sweep.pairs(world, width, out)
        return
      }
      moving.read()
      sweep.pairs(moving, width, scratch)
      for (let i = 0; i < scratch.count; i++) pushPair(out, moving.ids[scratch.a[i]! - 1]!, moving.ids[scratch.b[i]! - 1]!)
      searchSorted(moving, sweep, resting, restingSweep, (width + 100) / 65535, out)
    },
  }
}

/** Goes through both in order; boxes whose keys are equal are in no order, `slack` is the width of a key. */
function searchSorted(
  moving: Part, movers: RadixSweep, resting: Part, rest: RadixSweep, slack: number, out: PairBuffer,
): void {
  const { boxes, order } = rest
  let begin = 0
  for (let e = 0; e < moving.count; e++) {
    const x0 = movers.boxes[e * 4]!, y0 = movers.boxes[e * 4 + 1]!, x1 = movers.boxes[e * 4 + 2]!, y1 = movers.boxes[e * 4 + 3]!
    const id = moving.ids[movers.order[e]! - 1]!
    while (begin < resting.count && boxes[begin * 4]! < x0 - USUAL - 2 * slack) begin++
    for (let o = begin; o < resting.count && boxes[o * 4]! <= x1 + slack; o++) {
      if (boxes[o * 4 + 1]! <= y1 && boxes[o * 4 + 3]! >= y0 && boxes[o * 4]! <= x1 && boxes[o * 4 + 2]! >= x0) {
        pushPair(out, id, resting.ids[order[o]! - 1]!)
      }
    }
  }
}

export const references: readonly SubjectEntry[] = [
  { name: 'tuned-grid', peer: false, reference: true, create: createTunedGrid },
  { name: 'radix-sweep', peer: false, reference: true, create: createRadixSweep },
]
