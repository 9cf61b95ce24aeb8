import fc from 'fast-check'
import type { ItemBuffer, PairBuffer } from '../../src/quadtree/index.ts'

/** Boxes by item, the simplest way; the oracle tests every one of them. */
export class Boxes {
  minX: Float64Array
  minY: Float64Array
  maxX: Float64Array
  maxY: Float64Array
  items: number[] = []

  constructor(capacity: number) {
    this.minX = new Float64Array(capacity)
    this.minY = new Float64Array(capacity)
    this.maxX = new Float64Array(capacity)
    this.maxY = new Float64Array(capacity)
  }

  set(item: number, minX: number, minY: number, maxX: number, maxY: number): void {
    if (!this.items.includes(item)) this.items.push(item)
    this.write(item, minX, minY, maxX, maxY)
  }

  write(item: number, minX: number, minY: number, maxX: number, maxY: number): void {
    this.minX[item] = minX
    this.minY[item] = minY
    this.maxX[item] = maxX
    this.maxY[item] = maxY
  }

  box(item: number): [number, number, number, number] {
    return [this.minX[item]!, this.minY[item]!, this.maxX[item]!, this.maxY[item]!]
  }

  list(): Uint32Array {
    return Uint32Array.from(this.items)
  }

  touches(item: number, minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.minX[item]! <= maxX && this.maxX[item]! >= minX && this.minY[item]! <= maxY && this.maxY[item]! >= minY
  }

  inRegion(minX: number, minY: number, maxX: number, maxY: number): number[] {
    return this.items.filter(item => this.touches(item, minX, minY, maxX, maxY)).sort((p, q) => p - q)
  }

  pairs(keep: (a: number, b: number) => boolean = () => true): string[] {
    const found: string[] = []
    const sorted = [...this.items].sort((p, q) => p - q)
    for (let i = 0; i < sorted.length; i++) {
      for (let j = i + 1; j < sorted.length; j++) {
        const a = sorted[i]!, b = sorted[j]!
        if (this.touches(a, ...this.box(b)) && keep(a, b)) found.push(`${a}-${b}`)
      }
    }
    return found.sort()
  }

  /** Exact for coordinates that are small integers: the segment is cut with the box by Liang and Barsky. */
  onSegment(x1: number, y1: number, x2: number, y2: number, max = 1): number[] {
    return this.items.filter(item => this.hit(item, x1, y1, x2, y2) <= max).sort((p, q) => p - q)
  }

  /** Fraction at which the segment enters the box; Infinity if never. */
  hit(item: number, x1: number, y1: number, x2: number, y2: number): number {
    let from = 0, to = Infinity
    const axes = [[x1, x2 - x1, this.minX[item]!, this.maxX[item]!], [y1, y2 - y1, this.minY[item]!, this.maxY[item]!]]
    for (const [start, delta, low, high] of axes as [number, number, number, number][]) {
      if (delta === 0) {
        if (start < low || start > high) return Infinity
        continue
      }
      const a = (low - start) / delta, b = (high - start) / delta
      from = Math.max(from, Math.min(a, b))
      to = Math.min(to, Math.max(a, b))
    }
    return from <= to ? from : Infinity
  }

  distanceSquared(item: number, x: number, y: number): number {
    const dx = Math.max(this.minX[item]! - x, 0, x - this.maxX[item]!)
    const dy = Math.max(this.minY[item]! - y, 0, y - this.maxY[item]!)
    return dx * dx + dy * dy
  }
}

export function sortedItems(buffer: ItemBuffer): number[] {
  return Array.from(buffer.items.subarray(0, buffer.count)).sort((p, q) => p - q)
}

export function sortedPairs(buffer: PairBuffer): string[] {
  const found: string[] = []
  for (let i = 0; i < buffer.count; i++) found.push(`${buffer.a[i]}-${buffer.b[i]}`)
  return found.sort()
}

/** How the boxes of a random world lie. Coordinates are integers or quarters: touching happens. */
export const kinds = [
  'uniform', 'dense', 'sparse', 'clusters', 'spot', 'points', 'row', 'column', 'diagonal', 'sizes', 'giant', 'far', 'huge', 'grid',
] as const
export type Kind = (typeof kinds)[number]

/** A small deterministic generator: mulberry32. */
export function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function at(x: number, y: number, w: number, h: number): [number, number, number, number] {
  return [x, y, x + w, y + h]
}

/** One random box of that kind. */
export function randomBox(kind: Kind, next: () => number, index: number, count: number): [number, number, number, number] {
  const int = (n: number): number => Math.floor(next() * n)
  const spread = Math.ceil(Math.sqrt(count) * 4)
  switch (kind) {
    case 'uniform': return at(int(spread), int(spread), 1 + int(3), 1 + int(3))
    case 'dense': return at(int(spread / 4), int(spread / 4), int(4), int(4))
    case 'sparse': return at(int(1e6) - 5e5, int(1e6) - 5e5, 1 + int(3), 1 + int(3))
    case 'clusters': return at(int(4) * 100000 + int(20), int(4) * -77777 + int(20), int(3), int(3))
    case 'spot': return at(7, 7, next() < 0.5 ? 0 : 1, 1)
    case 'points': return at(int(spread), int(spread), 0, 0)
    case 'row': return at(index, 3, 1, 1)
    case 'column': return at(-3, -index, 1, 1)
    case 'diagonal': return at(index, (index % 2 === 0 ? 1 : -1) * index, 1, 1)
    case 'sizes': {
      const size = 2 ** (int(30) - 10)
      return at(int(1000), int(1000), size, size * int(2))
    }
    case 'giant': return index === 0 ? at(-1e6, -1e6, 2e6, 2e6) : at(int(spread), int(spread), 1, 1)
    case 'far': return index === 0 ? at(1e6, -1e9, 1, 1) : at(int(spread), int(spread), 1 + int(2), 1)
    case 'huge': return at((int(9) - 4) * 2 ** 1000, (int(9) - 4) * 2 ** 1000, int(3) * 2 ** 1000, int(3) * 2 ** (int(1000)))
    case 'grid': return at((index % 20) * 2, Math.floor(index / 20) * 2, 2, 2)
  }
}

export function randomBoxes(kind: Kind, count: number, seed: number, firstItem = 1): Boxes {
  const boxes = new Boxes(firstItem + count * 2 + 1)
  const next = random(seed)
  for (let i = 0; i < count; i++) {
    const item = firstItem + i * 2
    boxes.items.push(item)
    boxes.write(item, ...randomBox(kind, next, i, count))
  }
  return boxes
}

export const anyKind = fc.constantFrom(...kinds)
export const anySize = fc.oneof(fc.constantFrom(0, 1, 2, 9, 10, 11, 12), fc.integer({ min: 0, max: 300 }))
export const anySeed = fc.integer()
