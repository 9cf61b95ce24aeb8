import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  'polygon', 'chain', 'GridBroadPhase', 'CellGrid', 'SweepAndPruneBroadPhase', 'EndpointAxis', 'BruteForceBroadPhase',
  'ValidatedBroadPhase', 'WorldSnapshots', 'diffWorlds', 'WorldRollback', 'WorldRecorder', 'WorldRecording', 'listContacts', 'listJoints', 'Quadtree', 'saveStore', 'loadStore', 'EntityBuffer', 'ContactBuffer',
  'mergeTiles', 'mergeCells', 'traceOutlines', 'convexParts', 'spawnLevel', 'TileLevel', 'fromTiled', 'inflateTiled', 'fromLDtk',
]

/** What a program brings along that asks one query, besides what each of these brings. */
const BROUGHT: Readonly<Record<string, readonly string[]>> = {
  queryPoint: ['EntityBuffer'], queryRegion: ['EntityBuffer'], queryView: ['EntityBuffer'], touching: ['EntityBuffer'],
  queryShape: ['EntityBuffer'], queryContacts: ['ContactBuffer'],
}

/**
 * Bars in kB (1,000 bytes), minified and gzipped, bitECS not counted: what is there, rounded up. What raises one says in its
 * commit what it is for.
 */
const BARS: readonly (readonly [program: string, code: string, whole: number, short: number])[] = [
  ['hello', "export { addPhysics, box, circle, queryPairs, stepPhysics } from 'bitecs-physics'", 142.5, 139.5],
  ['a world that is only stepped', "export { addPhysics, box, circle, stepPhysics } from 'bitecs-physics'", 138, 135.3],
  ['everything', "export * from 'bitecs-physics'", 216.5, 209.5],
  ['everything of debug', "export * from 'bitecs-physics/debug'", 41, 40],
  ['everything of recording', "export * from 'bitecs-physics/recording'", 50, 48.6],
  ['everything of the quadtree', "export * from 'bitecs-physics/quadtree'", 16, 16],
  ['the kernel in JavaScript', "export * from 'bitecs-physics/no-wasm'", 68, 68],
  ['cells merged, without a world', "export { mergeTiles } from 'bitecs-physics'", 9.2, 9],
  ['maps of Tiled, without a world', "export { fromTiled } from 'bitecs-physics'", 14.8, 14.3],
  ['a shape', "export { circle } from 'bitecs-physics'", 2.6, 2.6],
]

let packed: Packed
beforeAll(async () => {
  packed = await pack()
}, 60_000)
afterAll(() => packed.remove())

async function bundled(contents: string, minify: boolean, conditions: string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: packed.folder }, bundle: true, minify, conditions, format: 'esm', external: ['bitecs'],
    target: 'es2022', write: false, logOverride: { 'ignored-bare-import': 'silent' },
  })
  return outputFiles[0]!.text
}

describe('weight', () => {
  it.each(BARS)('of %s', async (_, code, whole, short) => {
    const weigh = (text: string): number => gzipSync(text, { level: 9 }).length / 1000
    const [one, other] = [weigh(await bundled(code, true)), weigh(await bundled(code, true, ['production']))]
    expect(one).toBeLessThanOrEqual(whole)
    expect(other).toBeLessThanOrEqual(short)
    // A bar that is far off holds nothing.
    expect(Math.max(whole - one, short - other)).toBeLessThan(1.5)
  })
})

describe('what is not used', () => {
  const partsOf = (text: string): string[] =>
    PARTS.filter((part) => new RegExp(String.raw`function ${part}\(|\b${part} = class\b`).test(text))

  it('is left out by a program that imports the package and uses nothing', async () => {
    expect(await bundled("import 'bitecs-physics'\nimport 'bitecs-physics/quadtree'", false)).toBe('')
  })

  it.each(QUERIES)('is left out beside %s', async (query) => {
    const text = await bundled(`export { addPhysics, stepPhysics, ${query} } from 'bitecs-physics'`, false)
    expect(partsOf(text).sort()).toEqual([functionOf(query), ...(BROUGHT[query] ?? [])].sort())
  })

  it('is all there when all is used', async () => {
    const text = await bundled("export * from 'bitecs-physics'\nexport { Quadtree } from 'bitecs-physics/quadtree'\nexport * from 'bitecs-physics/recording'", false)
    expect(partsOf(text).sort()).toEqual([...PARTS].sort())
  })
})
