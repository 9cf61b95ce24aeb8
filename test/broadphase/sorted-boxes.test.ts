import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ItemList } from '../../src/broadphase/item-list.ts'
import { SortedBoxes } from '../../src/broadphase/sorted-boxes.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { keysOf } from './side-by-side.ts'

const MOVING = 1
const FIXED = 2
const ROOM = 256

/** A list of boxes beside what the definition says of them. */
class Model {
  readonly bounds = {
    minX: new Float64Array(ROOM), minY: new Float64Array(ROOM), maxX: new Float64Array(ROOM), maxY: new Float64Array(ROOM),
  }
  readonly kind = new Uint8Array(ROOM)
  readonly flag = new Uint8Array(ROOM)
  readonly list = new SortedBoxes(this.bounds)
  private readonly out = new PairBuffer(1)

  put(item: number, x: number, y: number, width: number, height: number): void {
    this.bounds.minX[item] = x
    this.bounds.minY[item] = y
    this.bounds.maxX[item] = x + width
    this.bounds.maxY[item] = y + height
  }

  fill(): boolean {
    const [moving, fixed] = [new ItemList(), new ItemList()]
    for (let item = 1; item < ROOM; item++) {
      if (this.kind[item] === MOVING) moving.add(item)
      if (this.kind[item] === FIXED) fixed.add(item)
    }
    return this.list.fill(moving, fixed, moving.count)
  }

  get live(): number[] {
    return [...this.kind.keys()].filter((item) => this.kind[item] !== 0)
  }

  /** Compares the pairs of what is flagged with the definition; gives their number. */
  compare(): number {
    const items = Uint32Array.from([...this.flag.keys()].filter((item) => this.flag[item] !== 0))
    this.out.clear()
    this.list.computePairs(this.kind, FIXED, this.live.filter((item) => this.kind[item] === FIXED).length,
      { items, flag: this.flag, count: items.length }, this.out)
    this.flag.fill(0)
    expect(keysOf(this.out)).toEqual(this.pairsOf(items))
    expect(this.list.count).toBe(this.live.length)
    return this.out.count
  }

  private pairsOf(moved: Uint32Array): number[] {
    const { minX, minY, maxX, maxY } = this.bounds
    const has = new Set(moved)
    const keys: number[] = []
    for (const a of this.live) for (const b of this.live) {
      if (a >= b || (this.kind[a] === FIXED && this.kind[b] === FIXED) || (!has.has(a) && !has.has(b))) continue
      if (minX[a]! > maxX[b]! || maxX[a]! < minX[b]! || minY[a]! > maxY[b]! || maxY[a]! < minY[b]!) continue
      keys.push(a * 2 ** 22 + b)
    }
    return keys.sort((p, q) => p - q)
  }
}

/** Whole numbers, so that many boxes begin at the same place and many just touch. */
const place = fc.integer({ min: -60, max: 60 })
const side = fc.integer({ min: 0, max: 9 })
const change = fc.record({
  what: fc.constantFrom('add', 'addFixed', 'remove', 'move', 'nudge', 'moveAll', 'woken', 'compare', 'compare'),
  item: fc.integer({ min: 1, max: 99 }), x: place, y: place, width: side, height: side,
})

describe('boxes in order', () => {
  it('give the pairs of the definition after any changes', () => {
    fc.assert(fc.property(fc.array(change, { maxLength: 300 }), fc.boolean(), (changes, upright) => {
      const model = new Model()
      for (let item = 100; item < 140; item++) {
        model.kind[item] = item % 4 === 0 ? FIXED : MOVING
        model.put(item, upright ? 0 : item * 3 - 360, upright ? item * 3 - 360 : 0, 4, 4)
      }
      expect(model.fill()).toBe(true)
      for (const { what, item, x, y, width, height } of changes) {
        const isThere = model.kind[item] !== 0
        if (what === 'compare') model.compare()
        else if (what === 'moveAll') {
          for (const other of model.live) {
            model.put(other, (other * x) % 61, (other * y) % 53, width, height)
            model.list.update(other)
            model.flag[other] = 1
          }
        } else if (what === 'remove' && isThere) {
          model.list.remove(item)
          model.kind[item] = 0
          model.flag[item] = 0
        } else if ((what === 'move' || what === 'nudge') && isThere) {
          if (what === 'move') model.put(item, x, y, width, height)
          else model.put(item, model.bounds.minX[item]! + width - 4, model.bounds.minY[item]!, width, height)
          model.list.update(item)
          model.flag[item] = 1
        } else if (what === 'woken' && isThere) {
          model.flag[item] = 1
        } else if (what.startsWith('add') && !isThere) {
          model.kind[item] = what === 'add' ? MOVING : FIXED
          model.put(item, x, y, width, height)
          model.list.add(item)
          model.flag[item] = 1
        }
      }
      model.flag.fill(1)
      for (let item = 0; item < ROOM; item++) if (model.kind[item] === 0) model.flag[item] = 0
      model.compare()
    }), { numRuns: 200 })
  })

  it('are sorted by the axis on which fewer overlap, and refused where many do on both', () => {
    const model = new Model()
    for (let item = 1; item < 200; item++) {
      model.kind[item] = MOVING
      model.flag[item] = 1
      model.put(item, (item % 7) * 0.1, item * 0.9, 1, 1)
    }
    expect(model.fill()).toBe(true)
    expect(model.compare()).toBe(198)
    expect(model.list.strained).toBe(false)
    for (let item = 1; item < 200; item++) model.put(item, (item % 14) * 0.3, Math.floor(item / 14) * 0.3, 1, 1)
    expect(model.fill()).toBe(false)
    expect(model.list.count).toBe(0)
  })

  it('say when they no longer suit', () => {
    const model = new Model()
    for (let item = 1; item < 200; item++) {
      model.kind[item] = MOVING
      model.put(item, item, 0, 0.5, 0.5)
    }
    expect(model.fill()).toBe(true)
    const step = (spread: number): void => {
      for (let item = 1; item < 200; item++) {
        model.put(item, item * spread, 0, 0.5, 0.5)
        model.list.update(item)
        model.flag[item] = 1
      }
      model.compare()
    }
    step(1)
    expect(model.list.strained).toBe(false)
    step(0.01)
    expect(model.list.strained).toBe(true)
    // Turned round, they take too long to sort by insertion, and are sorted all the same.
    step(-1)
    step(-1)
    expect(model.list.strained).toBe(false)
  })
})
