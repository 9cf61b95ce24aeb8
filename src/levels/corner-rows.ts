import type { Cells } from './cells.ts'

/**
 * Finds the corners of cells at which these differ both across and down, row by row of corners: as bits, from left to right.
 * The kinds are numbered, those that are nothing all as 0, and a row of cells is a row of bits for each digit of these
 * numbers, so for one kind it is a single one.
 */
export class CornerRows {
  /** The corners of the row at hand, 32 in a word. */
  readonly words: Int32Array
  readonly width: number
  private readonly height: number
  private readonly cells: Cells
  /** By kind. */
  private readonly numbers: Uint16Array
  private readonly digits: number
  /** The cells of the row below the corners, a digit after the other; and above. */
  private below: Int32Array
  private above: Int32Array
  /** Which cells differ from those to their left, below the corners and above, and which from those above them. */
  private readonly across: Int32Array
  private readonly acrossAbove: Int32Array
  private readonly down: Int32Array

  /** @param classes By kind: 0 for what is nothing. */
  constructor(cells: Cells, width: number, height: number, classes: Uint8Array) {
    this.cells = cells
    this.width = width
    this.height = height
    let count = 0
    this.numbers = Uint16Array.from(classes, (known) => (known === 0 ? 0 : ++count))
    this.digits = 32 - Math.clz32(count)
    const length = (width >> 5) + 1
    this.words = new Int32Array(length)
    this.below = new Int32Array(length * this.digits)
    this.above = new Int32Array(length * this.digits)
    this.across = new Int32Array(length)
    this.acrossAbove = new Int32Array(length)
    this.down = new Int32Array(length)
  }

  /** Takes up the corners over a row of cells. Call it for each row in turn, and once more for the corners under the last. */
  advance(row: number): void {
    const { words, across, acrossAbove, down } = this
    const spare = this.above
    this.above = this.below
    this.below = spare
    acrossAbove.set(across)
    across.fill(0)
    down.fill(0)
    for (let digit = 0; digit < this.digits; digit++) {
      if (row < this.height) this.pack(row, digit)
      else spare.fill(0)
      this.compare(digit * words.length)
    }
    let before = 0
    for (let i = 0; i < words.length; i++) {
      words[i] = (across[i]! | acrossAbove[i]!) & (down[i]! | (down[i]! << 1) | before)
      before = down[i]! >>> 31
    }
  }

  /** Reads one digit of the cells of a row. */
  private pack(row: number, digit: number): void {
    const { cells, numbers, below, width, words } = this
    const first = row * width
    for (let i = 0; i < words.length; i++) {
      const from = first + (i << 5)
      const count = Math.min(32, first + width - from)
      let word = 0
      for (let k = 0; k < count; k++) word |= ((numbers[cells[from + k]!]! >> digit) & 1) << k
      below[digit * words.length + i] = word
    }
  }

  private compare(at: number): void {
    const { above, below, across, down, words } = this
    let before = 0
    for (let i = 0; i < words.length; i++) {
      const word = below[at + i]!
      across[i] = across[i]! | (word ^ ((word << 1) | before))
      down[i] = down[i]! | (word ^ above[at + i]!)
      before = word >>> 31
    }
  }
}
