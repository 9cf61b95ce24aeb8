import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../build/bundle.ts'
import { PROGRAMS, bundled, weigh, weightRows } from '../../build/weights.ts'
import { type Packed, pack } from './packed.ts'

const QUERIES = [
  'queryPairs', 'queryPoint', 'queryRegion', 'queryView', 'queryShape', 'castRay', 'castRayAny', 'castRayAll', 'castRays',
  'castShape', 'nearest', 'distance', 'touching', 'isTouching', 'queryContacts', 'hashWorld', 'maxPenetration',
  'visitContacts', 'visitNodes',
]

/** The function of a query in the built file, where another may have the same name. */
const functionOf = (query: string): string => (query === 'distance' ? 'findDistance' : query)

/** What only some programs need. */
const PARTS = [
  ...QUERIES.map(functionOf), 'removePhysics', 'applyForce', 'teleport', 'setVelocity', 'moveKinematic', 'getMass', 'defineLayers',
  'polygon', 'chain', 'bringJoints', 'revoluteJoint', 'GridBroadPhase', 'CellGrid', 'SweepAndPruneBroadPhase', 'EndpointAxis', 'BruteForceBroadPhase',
  'ValidatedBroadPhase', 'WorldSnapshots', 'diffWorlds', 'WorldRollback', 'WorldRecorder', 'WorldRecording', 'listContacts', 'listJoints', 'Quadtree', 'saveStore', 'loadStore', 'EntityBuffer', 'ContactBuffer',
  'mergeTiles', 'mergeCells', 'traceOutlines', 'convexParts', 'setJoint', 'writeRecord', 'castStore', 'nearestInStore', 'visitStore', 'spawnLevel', 'TileLevel', 'fromTiled', 'inflateTiled', 'fromLDtk',
]

/** What a program brings along that asks one query, besides what each of these brings. */
const BROUGHT: Readonly<Record<string, readonly string[]>> = {
  queryPoint: ['EntityBuffer'], queryRegion: ['EntityBuffer'], queryView: ['EntityBuffer'], touching: ['EntityBuffer'],
  queryShape: ['EntityBuffer'], queryContacts: ['ContactBuffer'], castRay: ['castStore'], castRayAny: ['castStore'],
  castRayAll: ['castStore'], castRays: ['castStore'], nearest: ['nearestInStore'], visitNodes: ['visitStore'],
}

const CODES = PROGRAMS.map(({ code }) => code)
const ASKING = QUERIES.map((query) => `export { addPhysics, stepPhysics, ${query} } from 'bitecs-physics'`)

let packed: Packed
let [whole, short, asking]: string[][] = [[], [], []]
beforeAll(async () => {
  packed = await pack()
  whole = await bundled(packed.folder, CODES, true)
  short = await bundled(packed.folder, CODES, true, ['production'])
  asking = await bundled(packed.folder, ASKING, false)
}, 60_000)
afterAll(() => packed.remove())

describe('weight', () => {
  const rows = weightRows(readFileSync(join(root, 'README.md'), 'utf8'))

  it.each(PROGRAMS.map((program, i) => ({ ...program, i })))('of $name', ({ name, whole: bar, short: shortBar, i }) => {
    const one = weigh(whole[i]!)
    const other = weigh(short[i]!)
    expect(one).toBeLessThanOrEqual(bar)
    expect(other).toBeLessThanOrEqual(shortBar)
    // A bar that is far off holds nothing.
    expect(Math.max(bar - one, shortBar - other)).toBeLessThan(1.5)
    // The table is rounded, so that not every change of the code is one of the page. npm run build writes it anew.
    const [said, saidShort] = rows.get(name) ?? [NaN, NaN]
    expect(Math.max(Math.abs(said - one), Math.abs(saidShort - other)), 'run npm run build').toBeLessThanOrEqual(1)
  })

  it('has no row of what is not weighed', () => {
    expect([...rows.keys()]).toEqual(PROGRAMS.map(({ name }) => name))
  })
})

describe('what is not used', () => {
  const partsOf = (text: string): string[] =>
    PARTS.filter((part) => new RegExp(String.raw`function ${part}\(|\b${part} = class\b`).test(text))

  it('is left out by a program that imports the package and uses nothing', async () => {
    expect(await bundled(packed.folder, ["import 'bitecs-physics'\nimport 'bitecs-physics/quadtree'"], false)).toEqual([''])
  })

  it.each(QUERIES)('is left out beside %s', (query) => {
    expect(partsOf(asking[QUERIES.indexOf(query)]!).sort()).toEqual([functionOf(query), ...(BROUGHT[query] ?? [])].sort())
  })

  it.each([
    ['castRay', 'castRay(world, 0, 0, 9, 0)?.entity'],
    ['nearest', 'nearest(world, 0, 0, 1).entities[0]'],
    ['visitNodes', '(() => { let count = 0; visitNodes(world, (a, b, c, d, e, items) => (count += items)); return count })()'],
  ])('is there for %s', async (query, question) => {
    const [text] = await bundled(packed.folder, [`
      import { createWorld } from 'bitecs'
      import { addPhysics, circle, spawnBody, stepPhysics, ${query} } from 'bitecs-physics'
      const world = createWorld()
      addPhysics(world)
      spawnBody(world, { type: 'static', shape: circle(1), x: 5 })
      stepPhysics(world, 1 / 60)
      export const found = ${question}`], false)
    // What lies there is imported by Node itself.
    const file = join(packed.folder, 'node_modules', `${query}.mjs`)
    writeFileSync(file, text!)
    expect(Number(((await import(file)) as { found: unknown }).found)).toBe(1)
  })

  it('is all there when all is used', async () => {
    const [text] = await bundled(
      packed.folder,
      ["export * from 'bitecs-physics'\nexport { Quadtree } from 'bitecs-physics/quadtree'\nexport * from 'bitecs-physics/recording'"], false,
    )
    expect(partsOf(text!).sort()).toEqual([...PARTS].sort())
  })
})
