import fc from 'fast-check'
import { addComponent, addEntity, createWorld, deleteWorld, hasComponent, observe, onAdd, onRemove, query, removeEntity } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type TileKinds, type TileLevelOptions, addPhysics, box, circle, createTileLevel, isSleeping, maxPenetration, queryContacts, queryPoint, removePhysics,
  spawnBody, stepPhysics,
} from '../../src/index.ts'
import { SOAK } from '../support/soak.ts'

const kinds: TileKinds = { 1: {}, 2: { shape: 'rise' }, 3: { shape: 'half', flipY: true }, 4: { material: { friction: 0.1 } }, 5: null }

function solidAt(world: object, width: number, height: number): string {
  let found = ''
  for (let y = -0.125; y > -height; y -= 0.25) {
    for (let x = 0.1875; x < width; x += 0.25) found += queryPoint(world, x, y).count
    found += '\n'
  }
  return found
}

function flat(width: number, height: number, solidFrom: number): { width: number; height: number; cells: Uint8Array } {
  return { width, height, cells: new Uint8Array(width * height).fill(1, solidFrom * width) }
}

describe('an edited level', () => {
  it('is as one that is made anew, after any edits', () => {
    const cell = fc.integer({ min: 0, max: 5 })
    const edit = fc.record({ column: fc.nat(10), row: fc.nat(6), kind: cell, width: fc.integer({ min: 1, max: 4 }), step: fc.boolean() })
    fc.assert(fc.property(fc.array(cell, { minLength: 77, maxLength: 77 }), fc.array(edit, { maxLength: 12 }), fc.constantFrom(1, 3, 4, 16), (start, edits, chunk) => {
      const world = createWorld()
      addPhysics(world)
      const level = createTileLevel(world, { width: 11, height: 7, cells: start }, { kinds, chunk })
      const cells = [...start]
      for (const { column, row, kind, width, step } of edits) {
        const across = Math.min(width, 11 - column)
        if (across === 1) level.setTile(column, row, kind)
        else level.setTiles(column, row, across, 1, kind)
        cells.fill(kind, row * 11 + column, row * 11 + column + across)
        if (step) stepPhysics(world, 1 / 60)
      }
      level.rebuild()
      const other = createWorld()
      addPhysics(other)
      const anew = createTileLevel(other, { width: 11, height: 7, cells }, { kinds, chunk })
      expect(level.count).toBe(anew.count)
      expect(query(world, [level.Tile])).toHaveLength(anew.count)
      expect(solidAt(world, 11, 7)).toBe(solidAt(other, 11, 7))
      cells.forEach((kind, i) => expect(level.getTile(i % 11, Math.floor(i / 11))).toBe(kind))
    }), { numRuns: SOAK ? 1000 : 20 })
  })

  it('keeps what did not change', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, flat(64, 32, 16))
    const before = new Set(query(world, [level.Tile]))
    expect(before.size).toBe(4)
    level.setTile(20, 16, 0)
    expect(level.pending).toBe(true)
    stepPhysics(world, 1 / 60)
    expect(level.pending).toBe(false)
    const kept = [...query(world, [level.Tile])].filter((entity) => before.has(entity))
    expect(kept).toHaveLength(3)
    // A cell put on the floor leaves the floor.
    level.setTile(40, 15, 1)
    const now = new Set(query(world, [level.Tile]))
    level.rebuild()
    expect([...query(world, [level.Tile])].filter((entity) => now.has(entity))).toHaveLength(now.size)
  })

  it('lets a pile elsewhere rest on, asleep or awake, with all its impulses', () => {
    const run = (sleeping: boolean, edits: boolean): string[] => {
      const world = createWorld()
      const physics = addPhysics(world)
      physics.settings.allowSleep = sleeping
      const level = createTileLevel(world, flat(64, 32, 16))
      const pile: number[] = []
      for (let i = 0; i < 10; i++) pile.push(spawnBody(world, { shape: box(0.5, 0.5), x: 8, y: -15.5 + i }))
      for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
      expect(pile.every((entity) => isSleeping(world, entity))).toBe(sleeping)
      const seen: string[] = []
      for (let i = 0; i < 30; i++) {
        if (edits) level.setTile(17 + (i % 40), 16 + (i % 3), i % 2)
        if (edits) level.setTile(15 - (i % 4), 3, i % 2)
        stepPhysics(world, 1 / 60)
        const { count, impulse } = queryContacts(world, pile[0]!)
        seen.push(`${physics.events.wake.count} ${physics.components.Position.y[pile[9]!]} ${Array.from(impulse.slice(0, count)).join(' ')}`)
      }
      return seen
    }
    for (const sleeping of [true, false]) expect(run(sleeping, true)).toEqual(run(sleeping, false))
  })

  it('lets fall what rests on a cell that goes, and holds what falls on one that comes', () => {
    const world = createWorld()
    const { components: { Position } } = addPhysics(world)
    const level = createTileLevel(world, flat(32, 20, 16))
    const ball = spawnBody(world, { shape: circle(0.4), x: 8.5, y: -15.6 })
    for (let i = 0; i < 120; i++) stepPhysics(world, 1 / 60)
    expect(isSleeping(world, ball)).toBe(true)
    level.setTiles(8, 16, 1, 2, 0)
    for (let i = 0; i < 90; i++) stepPhysics(world, 1 / 60)
    expect(Position.y[ball]).toBeCloseTo(-17.6, 2)
    level.setTiles(8, 18, 1, 2, 0)
    for (let i = 0; i < 10; i++) stepPhysics(world, 1 / 60)
    level.setTile(8, 19, 4 - 3)
    for (let i = 0; i < 90; i++) stepPhysics(world, 1 / 60)
    expect(Position.y[ball]).toBeCloseTo(-18.6, 2)
    expect(maxPenetration(world)).toBeLessThan(0.01)
  })

  it('is seen by queries after rebuild', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, flat(4, 4, 2))
    level.setTile(1, 2, 0)
    expect(queryPoint(world, 1.5, -2.5).count).toBe(1)
    level.rebuild()
    expect(queryPoint(world, 1.5, -2.5).count).toBe(0)
    const { entities } = queryPoint(world, 0.5, -2.5)
    expect(level.partAt(entities[0]!)).toMatchObject({ column: 0, row: 2, width: 1, height: 1, kind: 1 })
    expect([level.columnAt(1.5), level.rowAt(-2.5)]).toEqual([1, 2])
  })
})

describe('edits from everywhere', () => {
  it('in observers of its own entities, and of bodies that are removed in a step', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const level = createTileLevel(world, flat(40, 4, 2))
    const { Static } = physics.components
    let calls = 0
    observe(world, onRemove(Static), () => {
      if (calls++ < 3) level.setTile(30 + calls, 2, 0)
      level.rebuild()
    })
    observe(world, onAdd(level.Tile), () => level.rebuild())
    level.setTile(5, 2, 0)
    stepPhysics(world, 1 / 60)
    expect(level.pending).toBe(false)
    expect(solidAt(world, 40, 4).split('\n')[8]).toBe([...Array(40).keys()].map((x) => ([5, 31, 32, 33].includes(x) ? '0000' : '1111')).join(''))
  })

  it('in a system within the step, for the next one', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const level = createTileLevel(world, flat(4, 4, 2))
    const digger = { name: 'Digger', run: () => level.setTile(0, 2, 0) }
    physics.systems.splice(4, 0, digger)
    stepPhysics(world, 1 / 60)
    expect(level.pending).toBe(true)
    stepPhysics(world, 1 / 60)
    expect(queryPoint(world, 0.5, -2.5).count).toBe(0)
  })

  it('of entities that somebody else removed, whose ids are those of others now', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, flat(4, 4, 2))
    const [entity] = query(world, [level.Tile])
    removeEntity(world, entity!)
    const other = addEntity(world)
    const Mine = {}
    addComponent(world, other, Mine)
    expect(other).toBe(entity)
    level.setTile(0, 3, 0)
    level.rebuild()
    expect(hasComponent(world, other, Mine)).toBe(true)
    expect(level.count).toBe(2)
  })

  it('that fail leave the level as it was, and are tried again', () => {
    const world = createWorld()
    addPhysics(world)
    let bad = false
    const options: TileLevelOptions = { kinds, with: () => { if (bad) throw new Error('no'); return [] } }
    const level = createTileLevel(world, flat(4, 4, 2), options)
    bad = true
    level.setTile(1, 2, 0)
    expect(() => stepPhysics(world, 1 / 60)).toThrow('no')
    expect(query(world, [level.Tile])).toHaveLength(1)
    bad = false
    stepPhysics(world, 1 / 60)
    expect(query(world, [level.Tile])).toHaveLength(3)
  })
})

describe('a level', () => {
  it('goes with all its entities, and its system', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const one = createTileLevel(world, flat(20, 20, 2))
    const two = createTileLevel(world, flat(20, 20, 2), { origin: { x: 100, y: 0 } })
    expect(physics.systems.map(({ name }) => name).slice(0, 2)).toEqual(['TileLevel 2', 'TileLevel'])
    one.remove()
    one.remove()
    expect(query(world, [one.Tile])).toHaveLength(0)
    expect(query(world, [two.Tile])).toHaveLength(4)
    expect(physics.systems.map(({ name }) => name)[0]).toBe('TileLevel 2')
    expect(() => one.setTile(0, 0, 1)).toThrow('setTile: the level was removed. Make another with createTileLevel.')
    stepPhysics(world, 1 / 60)
    removePhysics(world)
  })

  it('lives on in physics that was removed and added again', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, [[1, 1]])
    removePhysics(world)
    expect(() => level.setTile(0, 0, 0)).toThrow('setTile: this world has no physics.')
    addPhysics(world)
    level.setTile(0, 0, 0)
    stepPhysics(world, 1 / 60)
    expect([queryPoint(world, 0.5, -0.5).count, queryPoint(world, 1.5, -0.5).count]).toEqual([0, 1])
  })

  it('can be removed by an observer of its own entities, by a system, and after its world', () => {
    const world = createWorld()
    const physics = addPhysics(world)
    const level = createTileLevel(world, { width: 40, height: 40, cells: new Uint8Array(1600) })
    observe(world, onAdd(level.Tile), () => level.remove())
    level.setTiles(0, 0, 40, 40, 1)
    stepPhysics(world, 1 / 60)
    expect([level.count, query(world, [level.Tile]).length, physics.systems.length]).toEqual([0, 0, 7])
    const other = createTileLevel(world, [[1, 1, 1]])
    spawnBody(world, { shape: circle(0.3), x: 1, y: 0.2 })
    for (let i = 0; i < 30; i++) stepPhysics(world, 1 / 60)
    physics.systems.splice(4, 0, { name: 'Remover', run: () => other.remove() })
    stepPhysics(world, 1 / 60)
    stepPhysics(world, 1 / 60)
    expect([other.count, query(world, [other.Tile]).length]).toEqual([0, 0])
    const last = createTileLevel(world, [[1]])
    deleteWorld(world)
    last.remove()
  })

  it('refuses edits outside, and kinds that there are not', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, flat(4, 3, 2), { kinds })
    const outside = (column: unknown, row: unknown): string => (
      `setTile: there is no cell in column ${String(column)} of row ${String(row)}; the level has 4 columns and 3 rows, from 0.`
    )
    for (const [column, row] of [[-1, 0], [4, 0], [0, 3], [NaN, 0], [0.5, 0], [Infinity, 0]]) {
      expect(() => level.setTile(column!, row!, 1)).toThrow(outside(column, row))
      expect(level.getTile(column!, row!)).toBe(0)
    }
    expect(() => level.setTile(1, 2, 9)).toThrow('setTile: the cell in column 1 of row 2 is 9, and kinds has no 9. Give it a kind, or null where it is not solid.')
    expect(() => level.setTile(1, 2, NaN)).toThrow('setTile: the cell in column 1 of row 2 is NaN, but cells are whole numbers from 0 to 65535.')
    expect(() => level.setTiles(2, 2, 3, 1, 0)).toThrow('setTiles: 3 × 1 cells from column 2, row 2 are not within the level, which has 4 columns and 3 rows.')
    expect(() => level.setTiles(0, 0, 2, 2, null as never)).toThrow('setTiles: kinds must be a number or a list of numbers, got null.')
    expect(() => level.setTiles(0, 0, 2, 2, [1, 1, 1])).toThrow('setTiles: 2 × 2 cells are 4, but there are 3 kinds.')
    expect(() => level.setTiles(0, 0, 2, 1, [1, 7])).toThrow('setTiles: the cell in column 1 of row 0 is 7,')
    expect(level.pending).toBe(false)
    expect(() => createTileLevel(world, [[1]], { chunk: 0 })).toThrow('createTileLevel: chunk must be a whole number from 1 to 256, got 0.')
    expect(() => createTileLevel(createWorld(), [[1]])).toThrow('createTileLevel')
  })

  it('of no cells is none', () => {
    const world = createWorld()
    addPhysics(world)
    const level = createTileLevel(world, [])
    expect([level.width, level.height, level.count]).toEqual([0, 0, 0])
    expect(() => level.setTile(0, 0, 1)).toThrow('there is no cell')
  })
})
