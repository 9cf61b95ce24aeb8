import { expect, test } from 'vitest'
import { FOLD_STRIDES, MAX_CELL_BITS, MIN_CELL_BITS } from '../../src/quadtree/layout.ts'

test('places that fold onto one cell are far apart: |columns · rows| ≥ N / 8', () => {
  for (let bits = MIN_CELL_BITS; bits <= MAX_CELL_BITS; bits++) {
    const cells = 1 << bits, stride = FOLD_STRIDES[bits]!
    let closest = Infinity
    // (columns, rows) folds onto (0, 0) if columns ≡ -stride · rows; rows and -rows are alike.
    for (let rows = 1; rows <= cells / 2; rows++) {
      const rest = Math.imul(stride, rows) & (cells - 1)
      const product = Math.min(rest, cells - rest) * rows
      if (product < closest) closest = product
    }
    expect([bits, closest >= cells / 8]).toEqual([bits, true])
  }
})

test('a folded grid tells the neighbors on one side from those on the other', () => {
  for (let bits = MIN_CELL_BITS; bits <= MAX_CELL_BITS; bits++) {
    const cells = 1 << bits, stride = FOLD_STRIDES[bits]!
    const half = [1, stride - 1, stride, stride + 1]
    const both = [0, ...half, ...half.map(step => cells - step)]
    expect(new Set(both.map(step => step & (cells - 1))).size).toBe(9)
  }
})
