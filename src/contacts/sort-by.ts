/** So many are put in order one by one: a view of them, and what compares two, would be garbage for each body. */
const FEW = 24

/** Sorts the items from `first` up to `end` by what a column says of them, which is different for each. */
export function sortBy(column: Uint32Array, items: Uint32Array, first: number, end: number): void {
  if (end - first > FEW) {
    items.subarray(first, end).sort((x, y) => column[x]! - column[y]!)
    return
  }
  for (let i = first + 1; i < end; i++) {
    const item = items[i]!
    const key = column[item]!
    let at = i
    for (; at > first && column[items[at - 1]!]! > key; at--) items[at] = items[at - 1]!
    items[at] = item
  }
}
