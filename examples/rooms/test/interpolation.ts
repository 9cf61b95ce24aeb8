import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Interpolation } from '../client/interpolation.ts'
import { COLUMNS, Column } from '../shared/body-columns.ts'
import { KnownBodies } from '../shared/packet.ts'
import { Kind } from '../shared/things.ts'

/** Says that body 5 is so many meters to the right and turned by so much after a step. */
function place(known: KnownBodies, step: number, x: number, turn: number): void {
  known.step = step
  known.kind[5] = Kind.Crate
  known.columns.values[5 * COLUMNS + Column.X] = x * 512 - 32768
  known.columns.values[5 * COLUMNS + Column.Angle] = turn * 65536
}

test('what moves evenly is drawn evenly, though packets come in unevenly and the clocks differ', () => {
  const known = new KnownBodies()
  const interpolation = new Interpolation(7)
  let sent = 0
  let last = NaN
  const ways: number[] = []
  // 16 meters and one turn in 960 steps; packets each third step come in up to two steps late, at 144 frames a second of a clock
  // that is 1 % fast.
  for (let frame = 0; frame < 2000; frame++) {
    const now = (frame * 60) / 144
    while (sent + 3 + (sent % 2) * 2 <= now) {
      sent += 3
      place(known, sent, sent / 60, sent / 960)
      interpolation.receive(known)
    }
    interpolation.advance((1.01 * 60) / 144, known)
    if (frame > 200) ways.push(interpolation.x[5]! - last)
    last = interpolation.x[5]!
    if (frame > 200) {
      const behind = now - interpolation.x[5]! * 60
      assert.ok(behind > 5 && behind < 14, `frame ${frame}: ${behind} steps behind`)
      const turned = interpolation.angle[5]! / (2 * Math.PI) - interpolation.x[5]! / 16
      assert.ok(Math.abs(turned - Math.round(turned)) < 1e-3, `frame ${frame}: turned by ${turned} more than it should`)
    }
  }
  const even = 1 / 144
  assert.ok(Math.min(...ways) > 0.7 * even && Math.max(...ways) < 1.3 * even, `from ${Math.min(...ways)} to ${Math.max(...ways)} a frame, not ${even}`)
})

test('what comes is drawn where it came, and what is another by the same id does not fly over', () => {
  const known = new KnownBodies()
  const interpolation = new Interpolation(4)
  for (let step = 2; step <= 20; step += 2) {
    place(known, step, 10, 0)
    interpolation.receive(known)
    interpolation.advance(2, known)
  }
  known.kind[5] = Kind.None
  known.step = 22
  interpolation.receive(known)
  for (let step = 24; step <= 40; step += 2) {
    place(known, step, 50, 0)
    interpolation.receive(known)
    interpolation.advance(2, known)
    assert.equal(interpolation.x[5], 50)
  }
})

test('after a long pause it is at once where it should be', () => {
  const known = new KnownBodies()
  const interpolation = new Interpolation(4)
  place(known, 10, 1, 0)
  interpolation.receive(known)
  interpolation.advance(1, known)
  place(known, 1000, 30, 0)
  interpolation.receive(known)
  interpolation.advance(1, known)
  assert.ok(Math.abs(interpolation.step - 996) < 1)
})
