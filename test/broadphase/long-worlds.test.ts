import { expect, test } from 'vitest'
import type { FatBoxes } from '../../src/broadphase/broad-phase.ts'
import { quadtree } from '../../src/broadphase/quadtree.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { random } from '../support/bowl.ts'
import { keysOf } from './side-by-side.ts'

const COUNT = 4000

/** Middle and half sizes of a box. */
type Place = readonly [x: number, y: number, halfWidth: number, halfHeight: number]

/** Boxes that move a little: the pairs of the default broad phase, and by the definition. */
class Boxes {
  readonly bounds: FatBoxes = {
    minX: new Float64Array(COUNT + 1), minY: new Float64Array(COUNT + 1),
    maxX: new Float64Array(COUNT + 1), maxY: new Float64Array(COUNT + 1),
  }
  readonly broadPhase = quadtree(this.bounds)
  private readonly out = new PairBuffer(64)
  private readonly items = Uint32Array.from({ length: COUNT }, (_, i) => i + 1)
  private readonly flag = new Uint8Array(COUNT + 1).fill(1)

  constructor(place: (i: number) => Place) {
    for (let i = 1; i <= COUNT; i++) {
      this.put(i, place(i))
      // Every tenth is static: two of those are no pair.
      this.broadPhase.add(i, i % 10 === 0)
    }
  }

  put(i: number, [x, y, w, h]: Place): void {
    const { minX, minY, maxX, maxY } = this.bounds
    minX[i] = x - w
    maxX[i] = x + w
    minY[i] = y - h
    maxY[i] = y + h
  }

  shake(next: () => number): void {
    const { minX, maxX } = this.bounds
    for (let i = 1; i <= COUNT; i++) {
      if (i % 10 === 0) continue
      const by = 0.1 * (next() - 0.5)
      minX[i] = minX[i]! + by
      maxX[i] = maxX[i]! + by
      this.broadPhase.update(i)
    }
  }

  compare(): void {
    this.out.clear()
    this.broadPhase.computePairs({ items: this.items, count: COUNT, flag: this.flag }, this.out)
    expect(keysOf(this.out)).toEqual(this.defined())
  }

  /** In the order of their left ends, so that it does not take all day; every overlap is tested by its definition. */
  private defined(): number[] {
    const { minX, minY, maxX, maxY } = this.bounds
    const order = [...this.items].sort((a, b) => minX[a]! - minX[b]!)
    const keys: number[] = []
    order.forEach((a, i) => {
      for (let k = i + 1; k < COUNT && minX[order[k]!]! <= maxX[a]!; k++) {
        const b = order[k]!
        if (minY[a]! > maxY[b]! || maxY[a]! < minY[b]! || (a % 10 === 0 && b % 10 === 0)) continue
        keys.push(Math.min(a, b) * 2 ** 22 + Math.max(a, b))
      }
    })
    return keys.sort((p, q) => p - q)
  }
}

const next = random(5)
const side = Math.sqrt(COUNT) * 1.5

test.each<[string, boolean, (i: number) => Place]>([
  ['a column', true, (i) => [next() * 0.2, i * 1.01, 0.5, 0.5]],
  ['a row', true, (i) => [i * 1.01, next() * 3, 0.5, 0.5]],
  ['scattered planks that lie', true, () => [next() * side * 3, next() * side, 5, 0.05]],
  ['stacks of planks', true, (i) => [(i % 20) * 11, Math.floor(i / 20) * 0.11, 5, 0.05]],
  ['planks that lie and stand', false, (i) => (i % 2 === 0 ? [next() * 6 * side, next() * 6 * side, 5, 0.05] : [next() * 6 * side, next() * 6 * side, 0.05, 5])],
  ['a square', false, () => [next() * side, next() * side, 0.5, 0.5]],
])('the boxes of %s are in one list: %s, and their pairs are right', (_, listed, place) => {
  const boxes = new Boxes(place)
  for (let frame = 0; frame < 4; frame++) {
    boxes.compare()
    expect(Reflect.get(boxes.broadPhase, 'usesList')).toBe(listed)
    boxes.shake(next)
  }
})

test('boxes that were in a row and are spread out are given to the trees, and back', () => {
  const boxes = new Boxes((i) => [i * 1.01, 0, 0.5, 0.5])
  boxes.compare()
  expect(Reflect.get(boxes.broadPhase, 'usesList')).toBe(true)
  for (let i = 1; i <= COUNT; i++) {
    boxes.put(i, [next() * side, next() * side, 0.5, 0.5])
    boxes.broadPhase.update(i)
  }
  boxes.compare()
  expect(Reflect.get(boxes.broadPhase, 'usesList')).toBe(false)
  boxes.compare()
  for (let i = 1; i <= COUNT; i++) {
    boxes.put(i, [i * 1.01, 0, 0.5, 0.5])
    boxes.broadPhase.update(i)
  }
  for (let frame = 0; frame < 64; frame++) {
    boxes.shake(next)
    if (frame % 16 === 15) boxes.compare()
    else boxes.broadPhase.computePairs({ items: Uint32Array.of(1), count: 1, flag: new Uint8Array(COUNT + 1) }, new PairBuffer(64))
  }
  expect(Reflect.get(boxes.broadPhase, 'usesList')).toBe(true)
})
