import { IMPULSE_STRIDE } from '../../contacts/contact-record.ts'
import {
  FIELDS_ONE,
  FIELDS_TWO,
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  POINT_FIELDS,
  PointField,
  WORK_BYTES,
} from '../contact-groups.ts'
import {
  CURSOR_STRIDE,
  LAST_LANE,
  OPEN,
  OPEN_BITS,
  OWNER_STRIDE,
  STREAMS,
  WORK_SHIFT,
  WORLD,
} from './filling.ts'
import { Frame } from '../../memory/frame.ts'
import type { MemoryViews } from '../../memory/memory.ts'

/**
 * Finds a lane for a contact and names its bodies there. All other numbers are the caller's to write.
 * @param recordA,recordB Work records of the bodies, 0 for the world, which can only be A.
 * @returns The float at which the lane begins, or 0 where the stream has no room for the group that this takes: then
 * nothing has changed but {@link Frame.Wanted}.
 */
export function takeLane(
  views: MemoryViews,
  contact: number,
  points: number,
  recordA: number,
  recordB: number,
): number {
  const { i32 } = views
  const busy = i32[Frame.Busy >> 2]! >>> 2
  const next = i32[Frame.Open >> 2]! >>> 2
  const stream = (recordA === 0 ? WORLD : 0) + points - 1
  const shift = stream * OPEN
  const free = ~((i32[busy + recordA]! | i32[busy + recordB]!) >>> shift) & OPEN_BITS
  let open = shift + 31 - Math.clz32(free & -free)
  let at = free === 0 ? 0 : i32[next + open]!
  if (at === 0) {
    const cursor = (i32[Frame.Cursors >> 2]! >>> 2) + stream * CURSOR_STRIDE
    const bytes = points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO
    const end = (i32[cursor]! >>> 0) + bytes
    if (end > i32[cursor + 1]! >>> 0) {
      i32[Frame.Wanted >> 2] = stream
      return 0
    }
    if (free === 0) open = shift + closeFullest(views, shift)
    i32[cursor] = end
    at = (end - bytes) >>> 2
  }
  i32[at] = recordA * WORK_BYTES
  i32[at + LANES] = recordB * WORK_BYTES
  const bit = 1 << open
  if (recordA !== 0) i32[busy + recordA] = i32[busy + recordA]! | bit
  i32[busy + recordB] = i32[busy + recordB]! | bit
  const count = i32[Frame.OwnerCount >> 2]!
  const owner = (i32[Frame.Owners >> 2]! >>> 2) + count * OWNER_STRIDE
  i32[Frame.OwnerCount >> 2] = count + 1
  i32[owner] = contact * 2 + points - 1
  i32[owner + 1] = at
  // Groups begin at multiples of four floats.
  if ((at & LAST_LANE) === LAST_LANE) letGo(views, open, at - LAST_LANE, LANES)
  else i32[next + open] = at + 1
  return at
}

/** `SolverKernel.finish` in JavaScript. */
export function finish(views: MemoryViews): void {
  const next = views.i32[Frame.Open >> 2]! >>> 2
  for (let open = 0; open < STREAMS * OPEN; open++) {
    if (views.i32[next + open] !== 0) close(views, open)
  }
}

/** `SolverKernel.storeImpulses` in JavaScript. */
export function storeImpulses({ i32, f32 }: MemoryViews): void {
  const impulse = i32[Frame.Impulse >> 2]! >>> 2
  const owners = i32[Frame.Owners >> 2]! >>> 2
  for (let o = owners, end = owners + i32[Frame.OwnerCount >> 2]! * OWNER_STRIDE; o < end; o += OWNER_STRIDE) {
    const owner = i32[o]!
    const target = impulse + (owner >>> 1) * IMPULSE_STRIDE
    const p = i32[o + 1]! + (Field.Points + PointField.Normal) * LANES
    f32[target] = f32[p]!
    f32[target + 1] = f32[p + LANES]!
    if ((owner & 1) === 0) continue
    f32[target + 2] = f32[p + POINT_FIELDS * LANES]!
    f32[target + 3] = f32[p + (POINT_FIELDS + 1) * LANES]!
  }
}

/** Ends the fullest open group of a stream. Returns which of its groups that was. */
function closeFullest(views: MemoryViews, shift: number): number {
  const { i32 } = views
  const next = (i32[Frame.Open >> 2]! >>> 2) + shift
  let fullest = 0
  for (let k = 1; k < OPEN; k++) {
    if ((i32[next + k]! & LAST_LANE) > (i32[next + fullest]! & LAST_LANE)) fullest = k
  }
  close(views, shift + fullest)
  return fullest
}

/** Fills the lanes of an open group that are left. */
function close(views: MemoryViews, open: number): void {
  const at = views.i32[(views.i32[Frame.Open >> 2]! >>> 2) + open]!
  const lanes = at & LAST_LANE
  letGo(views, open, at - lanes, lanes)
  fillUp(views, at - lanes, lanes, (open & OPEN) === 0 ? 1 : 2)
}

/** The bodies in the lanes of a group may come into the next one that is opened in its place. */
function letGo({ i32 }: MemoryViews, open: number, group: number, lanes: number): void {
  const busy = i32[Frame.Busy >> 2]! >>> 2
  const others = ~(1 << open)
  for (let lane = group; lane < group + lanes; lane++) {
    const a = busy + (i32[lane]! >>> WORK_SHIFT)
    const b = busy + (i32[lane + LANES]! >>> WORK_SHIFT)
    i32[a] = i32[a]! & others
    i32[b] = i32[b]! & others
  }
  i32[(i32[Frame.Open >> 2]! >>> 2) + open] = 0
}

/** Lanes without a contact get one of the world with itself. */
function fillUp({ f32 }: MemoryViews, group: number, taken: number, points: number): void {
  const fields = points === 1 ? FIELDS_ONE : FIELDS_TWO
  for (let lane = group + taken; lane < group + LANES; lane++) {
    for (let place = 0; place < fields; place++) f32[lane + place * LANES] = 0
    // Divisions stay sound.
    for (let k = 0; k < points; k++) {
      f32[lane + (Field.Points + k * POINT_FIELDS + PointField.InverseMass) * LANES] = 1
    }
  }
}
