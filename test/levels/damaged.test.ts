import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImportedLevel, type LdtkLevel, type LdtkProject, type TiledMap, type TiledTileset, fromLDtk, fromTiled, inflateTiled } from '../../src/index.ts'
import { SOAK } from '../support/soak.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8'))

/** What may stand in a file in the place of anything else. */
const wrong = fc.constantFrom<unknown>(null, '', 'x', 0, -1, 0.5, 7, 1e300, true, false, [], [null], ['x'], [[]], {}, { x: 1 })

/** A list or an object, and where in it something stands: for one thing of a file as likely as for any other, whatever cells there are. */
type Place = readonly [holder: Record<string, unknown>, field: string]

function placesOf(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places
  const holder = value as Record<string, unknown>
  for (const field of Object.keys(holder).slice(0, 40)) {
    places.push([holder, field])
    placesOf(holder[field], places)
  }
  return places
}

/** What is lost (undefined) or replaced, by its number among all things of the files. */
type Change = readonly [at: number, by: unknown]

const changes = fc.array<Change>(fc.tuple(fc.nat(), fc.option(wrong, { nil: undefined })), { minLength: 1, maxLength: 3 })

function damaged<T>(files: T, list: readonly Change[]): T {
  const copy = structuredClone(files)
  const places = placesOf(copy)
  for (const [at, by] of list) {
    const [holder, field] = places[at % places.length]!
    if (by !== undefined) holder[field] = structuredClone(by)
    else if (Array.isArray(holder)) holder.splice(Number(field), 1)
    else delete holder[field]
  }
  return copy
}

/** Whether all numbers of a level are finite, whatever the editor was told in its properties. */
function isSound({ bodies, layers, objects, width, height }: ImportedLevel): boolean {
  let sound = true
  JSON.stringify([bodies, layers, objects, width, height], (key, value: unknown) => {
    if (key === 'properties') return null
    if (typeof value === 'number' && !Number.isFinite(value)) sound = false
    return value
  })
  return sound
}

function expectClear(caller: string, make: () => ImportedLevel): void {
  let level: ImportedLevel
  try {
    level = make()
  } catch (error) {
    expect((error as Error).message).toMatch(new RegExp(`^(${caller}|mergeTiles|rect|polygon|circle|chain): `))
    return
  }
  expect(isSound(level)).toBe(true)
}

const numRuns = SOAK ? 5000 : 300

test.each(['finite-csv.tmj', 'infinite.tmj', 'flips.tmj', 'base64.tmj'])('what is lost or replaced in %s, and in its tileset, is named, or does no harm', (name) => {
  const files = { map: read(name) as TiledMap, tileset: read('ground.tsj') as TiledTileset }
  fc.assert(fc.property(changes, (list) => {
    const { map, tileset } = damaged(files, list)
    expectClear('fromTiled', () => fromTiled(map, { tilesets: { 'ground.tsj': tileset } }))
  }), { numRuns })
})

test.each(['world.ldtk', 'apart.ldtk'])('what is lost or replaced in %s, and in the file of its level, is named, or does no harm', (name) => {
  const files = { project: read(name) as LdtkProject, level: read('Cave.ldtkl') as LdtkLevel }
  fc.assert(fc.property(changes, (list) => {
    const { project, level } = damaged(files, list)
    expectClear('fromLDtk', () => fromLDtk(project, 'Cave', { files: { Cave: level }, bodies: { Crate: 'dynamic' } }))
  }), { numRuns })
})

test('what is lost or replaced in a compressed map is named, or does no harm', async () => {
  const whole = read('infinite-zlib.tmj') as TiledMap
  await fc.assert(fc.asyncProperty(changes, async (list) => {
    const error = await inflateTiled(damaged(whole, list)).then(() => null, (reason: unknown) => reason as Error)
    if (error !== null) expect(error.message).toMatch(/^inflateTiled: /)
  }), { numRuns: numRuns / 4 })
})
