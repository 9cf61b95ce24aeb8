import type { World } from 'bitecs'
import { KeptEntities, type QueryNames, componentNames, queryNames, useComponents } from './bitecs-entities.ts'
import type { Path } from '../collision/path-pool.ts'
import { HASH_START, hashWord } from '../math/hash.ts'
import type { StateList } from '../stores/state-list.ts'
import { BadFile, ByteReader, ByteWriter } from './bytes.ts'
import { SEAL, checkSeal, seal } from './seal.ts'
import { Slot } from './slot.ts'
import type { Kept } from './kept.ts'
import { UserStores, type Store } from './user-stores.ts'

/** "BPS" and a byte that tells little from big endian, as text. */
const MAGIC = 0x01535042
/** Files of another number cannot be read. */
const VERSION = 3
/** Bytes in front: the seal and the layout. */
const HEADER = SEAL + 4

/** What a file is of, and what is compared with it. */
export interface FileContext {
  readonly world: World
  readonly list: StateList
  readonly lengthUnit: number
  /** The engine's components, by name. */
  readonly components: Readonly<Record<string, unknown>>
  /** Those of the user, whose numbers are in it. */
  readonly stores: readonly Store[]
}

/** Writes a saved state as a file. */
export function writeFile(context: FileContext, kept: Kept): Uint8Array<ArrayBuffer> {
  const { slot, entities, stores } = kept
  const out = new ByteWriter(slot.bytes + entities.bytes + stores.bytes)
  for (const value of [0, 0, 0, 0, layoutOf(context)]) out.u32(value)
  writeNames(out, componentNames(context.world, context.components))
  writeSlot(out, slot)
  writeEntities(out, entities, queryNames(context.world))
  out.u32(stores.columns.length)
  for (const column of stores.columns) out.array(column.values, column.count)
  const bytes = out.finish()
  seal(bytes, MAGIC, VERSION)
  return bytes
}

/**
 * Reads such a file.
 * @throws BadFile that says what is wrong with it, or with the world that it is to be for.
 */
export function readFile(context: FileContext, bytes: Uint8Array): Kept {
  checkHeader(context, bytes)
  const reader = new ByteReader(bytes, HEADER)
  const names = readNames(reader)
  checkNames(names, componentNames(context.world, context.components))
  const slot = readSlot(reader, context.list)
  const entities = readEntities(reader, queryNames(context.world))
  const stores = new UserStores()
  const columns = reader.count(8)
  for (let i = 0; i < columns; i++) stores.add(reader.array())
  if (!stores.claim(context.stores)) throw new BadFile('its stores are others than those that createSnapshots was given')
  if (!reader.isDone) throw new BadFile('there is more in it than there should be')
  // The engine's own that nobody has used here so far get the bits that they had there.
  useComponents(context.world, names.map((name) => context.components[name]))
  return { slot, entities, stores, isFilled: true, isBoxed: false }
}

function checkHeader(context: FileContext, bytes: Uint8Array): void {
  checkSeal(bytes, MAGIC, VERSION, 'toBytes')
  if (new ByteReader(bytes, SEAL).u32() === layoutOf(context)) return
  throw new BadFile(
    'its columns are others than those of this world. It takes the same version of bitecs-physics, the same lengthUnit, and the ' +
      'same stores in createSnapshots and addPhysics, and addFields in both or in neither',
  )
}

function layoutOf({ list, lengthUnit }: FileContext): number {
  const names = list.arrays.map(({ name, stride, owner, key }) => `${name}:${stride}:${(owner[key] as object).constructor.name}`)
  const text = [...names, ...list.fields.map(({ name, kind }) => `${name}:${kind}`), ...list.objects.map(({ name }) => name), lengthUnit].join()
  let hash = HASH_START
  for (let i = 0; i < text.length; i++) hash = hashWord(hash, text.charCodeAt(i))
  return hash
}

function writeNames(out: ByteWriter, names: readonly string[]): void {
  out.u32(names.length)
  for (const name of names) out.text(name)
}

function readNames(reader: ByteReader): string[] {
  return Array.from({ length: reader.count(8) }, () => reader.text())
}

/** Bits are given to components in the order in which they are first used: those that both worlds have used must be the same. */
function checkNames(theirs: readonly string[], ours: readonly string[]): void {
  for (let i = 0; i < theirs.length; i++) {
    const unused = i >= ours.length && theirs[i] !== '' && !ours.includes(theirs[i]!)
    if (theirs[i] === ours[i] || unused) continue
    const what = (name: string | undefined): string => (name === undefined ? 'none' : name === '' ? 'one of yours' : name)
    throw new BadFile(
      `component ${i} of its world is ${what(theirs[i])}, and of this world ${what(ours[i])}. Register the same components in the ` +
        'same order: registerComponents(world, [...]) of bitecs before anything else uses them',
    )
  }
}

function writeSlot(out: ByteWriter, slot: Slot): void {
  for (let i = 0; i < slot.arrays.length; i++) {
    out.u32(slot.entries[i]!)
    out.array(slot.arrays[i]!.values, slot.arrays[i]!.count)
  }
  out.array(slot.counts, slot.counts.length)
  out.array(slot.reals, slot.reals.length)
  for (const objects of slot.objects) {
    out.u32(objects.length)
    for (const path of objects as (Path | null)[]) writePath(out, path)
  }
}

function readSlot(reader: ByteReader, list: StateList): Slot {
  const slot = new Slot(list)
  list.arrays.forEach(({ owner, key, name, stride }, i) => {
    const entries = reader.u32()
    const array = reader.array()
    const own = owner[key] as object
    if (array.length !== entries * stride || (array.constructor !== own.constructor && entries > 0)) throw new BadFile(`${name} does not fit`)
    slot.entries[i] = entries
    slot.arrays[i]!.take(array)
  })
  slot.count()
  takeAll(slot.counts, reader.numbers(Int32Array))
  takeAll(slot.reals, reader.numbers(Float64Array))
  for (const objects of slot.objects) {
    const count = reader.count(4)
    for (let i = 0; i < count; i++) objects.push(readPath(reader))
  }
  return slot
}

function takeAll<A extends Int32Array | Float64Array>(to: A, from: A): void {
  if (from.length !== to.length) throw new BadFile('it has another number of counts')
  to.set(from)
}

function writePath(out: ByteWriter, path: Path | null): void {
  out.u32(path === null ? 0 : 1 | (path.loop ? 2 : 0) | (path.twoSided ? 4 : 0) | (path.ends === undefined ? 0 : 8))
  if (path === null) return
  out.array(path.points, path.points.length)
  if (path.ends !== undefined) out.array(path.ends, path.ends.length)
}

function readPath(reader: ByteReader): Path | null {
  const bits = reader.u32()
  if (bits === 0) return null
  const path = { points: reader.numbers(Float64Array), loop: (bits & 2) !== 0, twoSided: (bits & 4) !== 0 }
  return (bits & 8) === 0 ? path : { ...path, ends: reader.numbers(Float64Array) }
}

function writeEntities(out: ByteWriter, kept: KeptEntities, names: QueryNames): void {
  if (kept.related.length > 0) {
    throw new Error(
      'toBytes: the world has relations, whose components bitECS makes when they are first used: no other world would know ' +
        'them. Remove them first, or restore the slot itself.',
    )
  }
  out.u32(kept.aliveCount)
  out.array(kept.ids, kept.count)
  out.u32(kept.masks.length)
  for (const mask of kept.masks) out.array(mask, kept.maxId + 1)
  const named = kept.queries.filter(({ query }) => names.of.has(query))
  out.u32(named.length)
  for (const { query, items, count, leaving, leavingCount, isDirty } of named) {
    out.text(names.of.get(query)!)
    out.array(items, count)
    out.array(leaving, leavingCount)
    out.u32(isDirty ? 1 : 0)
  }
}

function readEntities(reader: ByteReader, names: QueryNames): KeptEntities {
  const kept = new KeptEntities()
  const aliveCount = reader.u32()
  kept.takeIds(reader.numbers(Uint32Array), aliveCount)
  if (!kept.isSound) throw new BadFile('its entity ids are none')
  const lists = reader.count(8)
  for (let i = 0; i < lists; i++) {
    const mask = reader.numbers(Int32Array)
    if (mask.length !== kept.maxId + 1) throw new BadFile('its masks do not fit')
    kept.masks.push(mask)
  }
  const queries = reader.count(4)
  for (let i = 0; i < queries; i++) {
    const query = names.byName.get(reader.text())
    const [items, leaving] = [reader.numbers(Uint32Array), reader.numbers(Uint32Array)]
    const isDirty = reader.u32() === 1
    for (const list of [items, leaving]) if (list.some((id) => id < 1 || id > kept.maxId)) throw new BadFile('a query names what is no entity')
    // One that this world has not asked for yet.
    if (query !== undefined) kept.takeQuery(query, items, leaving, isDirty)
  }
  return kept
}
