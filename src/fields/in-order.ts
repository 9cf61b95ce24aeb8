import type { ItemBuffer } from '../stores/buffers.ts'

/** The highest priority first, then the lowest id: the order of sums must not depend on who came first. */
export function putInOrder({ items, count }: ItemBuffer, priority: Int32Array): void {
  for (let i = 1; i < count; i++) {
    const field = items[i]!
    let k = i - 1
    for (; k >= 0; k--) {
      const other = items[k]!
      if (priority[other]! > priority[field]! || (priority[other] === priority[field] && other < field)) break
      items[k + 1] = other
    }
    items[k + 1] = field
  }
}
