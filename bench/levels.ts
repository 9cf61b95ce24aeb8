// What levels cost, as processor time: node examples/run.mjs bench/levels.ts
import { createWorld } from 'bitecs'
import { type MergeOptions, addPhysics, createTileLevel, mergeTiles, stepPhysics } from '../src/index.ts'

/** Processor time of a call in milliseconds: the least and the middle of so many. */
export function measure(runs: number, call: (run: number) => void): { least: number; middle: number } {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    call(run)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  times.sort((one, other) => one - other)
  return { least: times[0]!, middle: times[runs >> 1]! }
}

/** A cave: noise, smoothed three times. */
export function cave(side: number): Uint8Array {
  let state = 1
  let cells = new Uint8Array(side * side)
  for (let i = 0; i < cells.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    cells[i] = state < 0.45 * 2 ** 32 ? 1 : 0
  }
  for (let round = 0; round < 3; round++) {
    const next = new Uint8Array(side * side).fill(1)
    for (let y = 1; y < side - 1; y++) {
      for (let x = 1; x < side - 1; x++) {
        const at = y * side + x
        const sum = cells[at - side - 1]! + cells[at - side]! + cells[at - side + 1]! + cells[at - 1]! + cells[at]! + cells[at + 1]! +
          cells[at + side - 1]! + cells[at + side]! + cells[at + side + 1]!
        next[at] = sum >= 5 ? 1 : 0
      }
    }
    cells = next
  }
  return cells
}

/** Processor time of one edit and the step that takes it in, less that of a step alone: milliseconds an edit. */
export function measureEdit(side: number, chunk: number, edits: number): number {
  const world = createWorld()
  addPhysics(world)
  const level = createTileLevel(world, { width: side, height: side, cells: cave(side) }, { chunk })
  stepPhysics(world, 1 / 60)
  const at = (run: number): [number, number] => [(run * 37 + 11) % side, (run * 53 + 7) % side]
  for (let run = 0; run < 600; run++) {
    level.setTile(...at(run), run % 2)
    stepPhysics(world, 1 / 60)
  }
  const edited = measure(5, () => {
    for (let run = 0; run < edits; run++) {
      const [column, row] = at(run)
      level.setTile(column, row, 1 - level.getTile(column, row))
      stepPhysics(world, 1 / 60)
    }
  })
  const plain = measure(5, () => {
    for (let run = 0; run < edits; run++) stepPhysics(world, 1 / 60)
  })
  return (edited.least - plain.least) / edits
}

function report(): void {
  for (const side of [256, 1024, 4096]) {
    const cells = cave(side)
    const grid = { width: side, height: side, cells }
    for (const to of ['rectangles', 'outlines'] as const) {
      const options: MergeOptions = { to }
      const count = mergeTiles(grid, options).length
      const { least, middle } = measure(side > 2000 ? 3 : 20, () => mergeTiles(grid, options))
      console.log(`${side}² cells to ${count} ${to}: ${least.toFixed(2)} ms at least, ${middle.toFixed(2)} in the middle`)
    }
  }
  for (const chunk of [4, 8, 16, 32]) console.log(`one edit in chunks of ${chunk}²: ${measureEdit(256, chunk, 500).toFixed(4)} ms`)
}

if (process.argv[1]?.endsWith('bench/levels.ts') === true) report()
