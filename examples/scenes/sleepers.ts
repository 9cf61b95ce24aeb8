import { EARTH_GRAVITY, boxShape, floor, viewOf } from './parts.ts'
import { defineScene, type BodyData, type Drive } from './types.ts'

const HALF = 0.5
/** Boxes in one sleeping heap. */
const HEAP = 10
/** Room for one heap, or for one box that hops, in meters. */
const PITCH = 5
/** From one floor to the next. */
const RISE = 6.5

export const sleepers = defineScene({
  name: 'sleepers',
  title: 'Sleepers',
  category: 'Worlds',
  description: 'Twenty thousand boxes asleep in small heaps, and a hundred that are kicked into the air once a '
    + 'second. A body that sleeps is in no list that a step walks through.',
  lookFor: 'The counter of awake bodies: it stays near one hundred. Throw a box into a heap and it wakes, '
    + 'settles, and is asleep again half a second later.',
  opening: { count: 8000 },
}, ({ count = 20000, awake = 100 }) => {
  const heaps = Math.ceil(count / HEAP)
  const slots = heaps + awake
  const columns = Math.max(1, Math.round(Math.sqrt((slots * RISE * 1.45) / PITCH)))
  const rows = Math.ceil(slots / columns)
  const halfWidth = (columns * PITCH) / 2
  const bodies: BodyData[] = []
  for (let row = 0; row < rows; row++) bodies.push(floor(0, row * RISE, halfWidth, 0.5))
  const hoppers: number[] = []
  let remaining = count
  for (let slot = 0; slot < slots; slot++) {
    const x = ((slot % columns) - (columns - 1) / 2) * PITCH
    const bottom = Math.floor(slot / columns) * RISE
    if (isHopper(slot, slots, awake)) {
      hoppers.push(bodies.length)
      bodies.push({ x, y: bottom + HALF, shape: boxShape(HALF) })
    } else {
      pushHeap(bodies, x, bottom, slot, Math.min(HEAP, remaining))
      remaining -= HEAP
    }
  }
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-halfWidth, -1, halfWidth, rows * RISE, 0.03),
    start: { x: 0, y: Math.min(rows, 5) * RISE / 2, width: 56, height: 36 },
    drive: kicks(hoppers),
  }
})

/** Spreads `awake` slots evenly over all of them. */
function isHopper(slot: number, slots: number, awake: number): boolean {
  return Math.floor(((slot + 1) * awake) / slots) > Math.floor((slot * awake) / slots)
}

/** Ten boxes at rest on each other: a pyramid, a wall or two towers, in turn. */
function pushHeap(bodies: BodyData[], x: number, bottom: number, kind: number, count: number): void {
  const widths = HEAP_ROWS[kind % HEAP_ROWS.length]
  const shape = boxShape(HALF)
  let placed = 0
  for (let row = 0; row < widths.length; row++) {
    for (let i = 0; i < widths[row] && placed < count; i++, placed++) {
      bodies.push({
        x: x + (i - (widths[row] - 1) / 2) * 2 * HALF,
        y: bottom + (2 * row + 1) * HALF,
        shape,
        sleeping: true,
      })
    }
  }
}

/** Boxes in each row of a heap, from the ground up. */
const HEAP_ROWS = [
  [4, 3, 2, 1],
  [2, 2, 2, 2, 2],
  [4, 4, 2],
  [3, 3, 2, 1, 1],
]

/** Throws every hopper up once a second, with a spin that changes its direction each time. */
function kicks(hoppers: readonly number[]): Drive {
  return (stepIndex, dt, api) => {
    const period = Math.max(1, Math.round(1 / dt))
    if (stepIndex % period !== 0) return
    const spin = (stepIndex / period) % 2 === 0 ? 1.5 : -1.5
    for (let i = 0; i < hoppers.length; i++) api.setVelocity(hoppers[i], 0, 4.5, spin)
  }
}
