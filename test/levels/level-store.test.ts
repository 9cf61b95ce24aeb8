import { createWorld, query } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addPhysics, box, circle, createRollback, createSnapshots, createTileLevel, spawnBody, stepPhysics } from '../../src/index.ts'
import { differences, fingerprint } from '../snapshots/fingerprint.ts'

type Edit = { readonly column: number; readonly row: number; readonly kind: number; readonly steps: number }

const [WIDTH, HEIGHT] = [11, 7]

/** A level with crates on it; the same each time. */
function makeLevel(cells: readonly number[]) {
  const world = createWorld()
  const { Position } = addPhysics(world).components
  const level = createTileLevel(world, { width: WIDTH, height: HEIGHT, cells }, { chunk: 4 })
  // In the same order in each world.
  for (const asked of [level.Tile, Position]) query(world, [asked])
  for (let i = 0; i < 6; i++) spawnBody(world, { shape: i % 2 === 0 ? box(0.4, 0.4) : circle(0.4), x: 1 + 1.5 * i, y: 1 + (i % 3) })
  const snapshots = createSnapshots(world, { slots: 2, stores: [level.store] })
  const play = (edits: readonly Edit[]): void => {
    for (const { column, row, kind, steps } of edits) {
      level.setTile(column, row, kind)
      for (let i = 0; i < steps; i++) stepPhysics(world, 1 / 60)
    }
  }
  const seen = () => ({
    prints: [...fingerprint(world)], cells: Array.from({ length: WIDTH * HEIGHT }, (_, i) => level.getTile(i % WIDTH, Math.floor(i / WIDTH))),
    pending: level.pending, count: level.count, parts: [...query(world, [Position])].map((entity) => level.partAt(entity)),
  })
  return { world, level, snapshots, play, seen }
}

const cell = fc.constantFrom(0, 1)
const edits = fc.array(fc.record({ column: fc.nat(WIDTH - 1), row: fc.nat(HEIGHT - 1), kind: cell, steps: fc.nat(3) }), { maxLength: 8 })
const start = fc.array(cell, { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })

describe('a level whose store is kept', () => {
  it('goes on from a state that is put back, or read from a file, as if nothing had been dug since', () => {
    fc.assert(fc.property(start, edits, edits, edits, (cells, before, after, other) => {
      const one = makeLevel(cells)
      one.play(before)
      one.snapshots.save()
      const then = one.seen()
      one.play(after)
      const end = one.seen()
      one.play(other)
      one.snapshots.restore()
      expect(one.seen()).toEqual(then)
      one.play(after)
      expect(one.seen()).toEqual(end)
      const two = makeLevel(cells)
      two.play(other)
      two.snapshots.fromBytes(1, one.snapshots.toBytes())
      two.snapshots.restore(1)
      for (const expected of [then, end]) {
        const { prints, ...all } = two.seen()
        expect(differences(new Map(prints), new Map(expected.prints))).toEqual([])
        expect({ ...all, prints: expected.prints }).toEqual(expected)
        if (expected === then) two.play(after)
      }
    }), { numRuns: 15 })
  })

  it('is dug by two players of a rollback, whoever is late', () => {
    const cells = Array.from({ length: WIDTH * HEIGHT }, (_, i) => Number(i >= WIDTH))
    const machine = (syncTest: number) => {
      const { world, level } = makeLevel(cells)
      return createRollback({
        world, window: 8, inputDelay: 0, syncTest, stores: [level.store],
        step(inputs, frame) {
          for (const digs of inputs) if (digs > 0) level.setTile(Math.floor(frame * digs) % WIDTH, 1 + (frame % (HEIGHT - 1)), frame % 3 === 0 ? 1 : 0)
          stepPhysics(world, 1 / 60)
        },
      })
    }
    const [late, soon, tested] = [machine(0), machine(0), machine(4)]
    const inputOf = (player: number, frame: number): number => (frame % (3 + player) === 0 ? player + 1 : 0)
    for (let frame = 0; frame < 60; frame++) {
      for (const player of [0, 1]) for (const at of [soon, tested]) at.addRemote(player, frame, inputOf(player, frame))
      late.addRemote(0, frame, inputOf(0, frame))
      if (frame >= 5) late.addRemote(1, frame - 5, inputOf(1, frame - 5))
      for (const at of [late, soon, tested]) expect(at.advance()).toBe(true)
    }
    for (let frame = 55; frame < 60; frame++) late.addRemote(1, frame, inputOf(1, frame))
    late.addRemote(0, 60, 0)
    late.addRemote(1, 60, 0)
    for (const at of [soon, tested]) for (const player of [0, 1]) at.addRemote(player, 60, 0)
    for (const at of [late, soon, tested]) at.advance()
    expect(late.repeated).toBeGreaterThan(50)
    expect([late.checksum(59), tested.checksum(59)]).toEqual([soon.checksum(59), soon.checksum(59)])
  })
})
