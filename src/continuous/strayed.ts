import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PutBack } from '../stores/put-aside.ts'

/** Contacts whose bodies may hit each other in this step. */
export const hits = new ItemBuffer()

/** Bodies that go elsewhere after hits of this step, and from which it is to be looked around: each once, however many hits it takes. */
export const strayed = new ItemBuffer()

/** By place in {@link strayed}: how far the body goes elsewhere; 1 where anything static is near its hits, otherwise 0. */
export const strays = { by: new Float64Array(64), nearStatic: new Uint8Array(64) }

/** By place in the awake list: the place of that body in {@link strayed}, and one more; 0 where it is not there. */
const index = { places: new Uint32Array(64) }

export function putStrayedAside(): PutBack {
  const { items, count } = strayed
  const { by, nearStatic } = strays
  const { places } = index
  clear(64)
  return () => {
    strayed.items = items
    strayed.count = count
    strays.by = by
    strays.nearStatic = nearStatic
    index.places = places
  }
}

function clear(room: number): void {
  strayed.items = new Uint32Array(room)
  strayed.count = 0
  strays.by = new Float64Array(room)
  strays.nearStatic = new Uint8Array(room)
  index.places = new Uint32Array(room)
}

/**
 * Notes that an awake body goes elsewhere, as far as `numbers[from]` says. What is noted already goes as far as it was farthest.
 * @param nearStatic 1 where anything static is near the hit, otherwise 0.
 */
export function noteStrayed({ bodies: { awakeIndex, awakeCount } }: PhysicsWorld, body: number, numbers: Float64Array, from: number, nearStatic: number): void {
  if (index.places.length < awakeCount) {
    const { places } = index
    index.places = new Uint32Array(Math.max(awakeCount, 2 * places.length))
    index.places.set(places)
  }
  const { places } = index
  const place = awakeIndex[body]!
  const n = places[place]! - 1
  if (n < 0) {
    places[place] = strayed.count + 1
    appendStrayed(body, numbers, from, nearStatic)
    return
  }
  if (strays.by[n]! < numbers[from]!) strays.by[n] = numbers[from]!
  if (nearStatic !== 0) strays.nearStatic[n] = 1
}

/** The same for a body that is looked around from at once: it stands at the end of the list until that was done. */
export function appendStrayed(body: number, numbers: Float64Array, from: number, nearStatic: number): void {
  const n = strayed.count
  strayed.push(body)
  if (n === strays.by.length) {
    const before = { ...strays }
    strays.by = new Float64Array(2 * n)
    strays.by.set(before.by)
    strays.nearStatic = new Uint8Array(2 * n)
    strays.nearStatic.set(before.nearStatic)
  }
  strays.by[n] = numbers[from]!
  strays.nearStatic[n] = nearStatic
}

/** Forgets the bodies that strayed: it was looked around from all of them. */
export function forgetStrayed(): void {
  strayed.clear()
  index.places.fill(0)
}
