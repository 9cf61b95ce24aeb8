import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { type ImportedLevel, ShapeType, type TiledMap, type TiledTileset, addPhysics, fromTiled, inflateTiled, queryPoint, spawnLevel } from '../../src/index.ts'
import { type Picture, readPicture } from './picture.ts'

/** Maps that Tiled saved, and its own pictures of them; see tiled/README.md. */
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`tiled/saved/${name}`, import.meta.url), 'utf8')) as T
const map = (name: string): TiledMap => read<TiledMap>(`${name}.tmj`)
const tilesets = { 'ground.tsj': read<TiledTileset>('ground.tsj'), 'things.tsj': read<TiledTileset>('things.tsj') }
const picture = (name: string): Picture => readPicture(new URL(`tiled/pictures/${name}.png`, import.meta.url))

/** What a pixel of a tile says: full, empty, or neither, within two pixels of an edge: one of a tile that is drawn larger is that large. */
function tileAt({ width, height, pixels }: Picture, x: number, y: number): boolean | null {
  const filled = pixels[4 * (y * width + x) + 3]! > 0
  for (let v = Math.max(y - 2, 0); v <= Math.min(y + 2, height - 1); v++) {
    for (let u = Math.max(x - 2, 0); u <= Math.min(x + 2, width - 1); u++) if (pixels[4 * (v * width + u) + 3]! > 0 !== filled) return null
  }
  return filled
}

/** The same for an object of a red layer, whose inside is pale red; its outline is neither, nor is a shadow. */
function objectAt({ width, pixels }: Picture, x: number, y: number): boolean | null {
  const color = pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4).join()
  if (color === '0,0,0,0') return false
  return color === '255,0,0,50' ? true : null
}

/** How many pixels were compared, of those that differ from what is there in the world. */
function compare(level: ImportedLevel, drawn: Picture, left: number, top: number, look = tileAt, every = 1): { wrong: string[]; full: number; empty: number } {
  const world = createWorld()
  addPhysics(world)
  spawnLevel(world, level.bodies)
  const found = { wrong: [] as string[], full: 0, empty: 0 }
  for (let y = 0; y < drawn.height; y += every) {
    for (let x = 0; x < drawn.width; x += every) {
      const expected = look(drawn, x, y)
      if (expected === null) continue
      found[expected ? 'full' : 'empty']++
      if (queryPoint(world, left + x + 0.5, top + y + 0.5).count > 0 !== expected) found.wrong.push(`${x}, ${y}: ${expected}`)
    }
  }
  return found
}

const PIXELS = { tilesets, scale: 1, y: 'down' } as const

describe('what Tiled saved is where Tiled draws it', () => {
  it.each([
    ['csv', 0, 0, 3], ['flips', 0, 0, 2], ['posts', 0, 0, 1], ['beside', 0, 0, 1], ['tiles', 0, 0, 2], ['groups', -14, 0, 3], ['infinite', -512, -512, 13],
  ] as const)('%s', (name, left, top, every) => {
    const { wrong, full, empty } = compare(fromTiled(map(name), PIXELS), picture(name), left, top, tileAt, every)
    expect(wrong).toEqual([])
    expect(full).toBeGreaterThan(150)
    expect(empty).toBeGreaterThan(150)
  })

  it('objects of all forms', () => {
    const drawn = picture('objects')
    const filled = map('objects')
    const { wrong, full, empty } = compare(fromTiled({ ...filled, layers: [filled.layers[0]!] }, PIXELS), drawn, 0, -4, objectAt, 3)
    expect(wrong).toEqual([])
    expect(full).toBeGreaterThan(1000)
    expect(empty).toBeGreaterThan(5000)
  })
})

describe('what Tiled saved', () => {
  it('is the same in all its formats, and zstd is refused', async () => {
    const plain = fromTiled(map('csv'), { tilesets })
    expect(fromTiled(map('embedded'))).toEqual(plain)
    expect(fromTiled(map('base64'), { tilesets })).toEqual(plain)
    for (const name of ['base64-zlib', 'base64-gzip']) {
      expect(() => fromTiled(map(name), { tilesets })).toThrow(/it is compressed with .* or await inflateTiled\(map\) before\.$/)
      expect(fromTiled(await inflateTiled(map(name)), { tilesets })).toEqual(plain)
    }
    const infinite = fromTiled(map('infinite'), { tilesets })
    for (const name of ['infinite-zlib', 'infinite-gzip']) expect(fromTiled(await inflateTiled(map(name)), { tilesets })).toEqual(infinite)
    expect(() => fromTiled(map('base64-zstd'), { tilesets })).toThrow("layer 'ground': it is compressed with zstd. In Tiled set Map > Map Properties > Tile Layer Format to CSV")
    await expect(inflateTiled(map('base64-zstd'))).rejects.toThrow("it is compressed with zstd, which cannot be undone here. In Tiled set Map")
  })

  it('takes tilesets without a size of tiles, as of an empty collection of images', () => {
    const empty = { ...tilesets['things.tsj'], tilewidth: 0, tileheight: 0, tiles: [] } as TiledTileset
    const more = { ...map('csv'), tilesets: [...map('csv').tilesets, { ...empty, firstgid: 10_000 }] } as ReturnType<typeof map>
    expect(fromTiled(more, { tilesets }).bodies.length).toBe(fromTiled(map('csv'), { tilesets }).bodies.length)
  })

  it('names its tilesets by the files they were drawn with; any of their names will do', () => {
    expect(map('csv').tilesets).toEqual([{ firstgid: 1, source: '../source/ground.tsx' }])
    const plain = fromTiled(map('csv'), { tilesets })
    for (const name of ['../source/ground.tsx', 'ground.tsx', 'ground.tsj']) expect(fromTiled(map('csv'), { tilesets: { [name]: tilesets['ground.tsj'] } })).toEqual(plain)
    expect(() => fromTiled(map('csv'))).toThrow("fromTiled: the tileset '../source/ground.tsx' is in a file of its own. Pass it as")
    expect(() => fromTiled(map('csv'), { tilesets: { 'ground.tsx': '<tileset/>' as never } })).toThrow("fromTiled: tilesets['../source/ground.tsx'] must be an object, got '<tileset/>'. Pass what JSON.parse makes of the file as the editor saved it.")
  })

  it('has objects with names, types and properties', () => {
    const { objects } = fromTiled(map('objects'), PIXELS)
    expect(objects.map(({ name, form, type, visible }) => [name, form, type, visible])).toEqual([
      ['plank', 'rectangle', 'wood', true], ['ball', 'ellipse', '', true], ['arch', 'polygon', '', true], ['arrow', 'polygon', '', true],
      ['tilted', 'rectangle', '', true], ['start', 'point', 'spawn', true], ['rope', 'polyline', '', true], ['hint', 'text', '', true], ['gone', 'rectangle', '', false],
    ])
    expect(objects[5]).toMatchObject({ x: 100, y: 100, properties: { lives: 3, hidden: false, tint: '#ff112233' } })
    expect(objects[6]).toMatchObject({ body: 'static', shapes: [{ type: ShapeType.Chain, twoSided: true }] })
  })

  it('with templates is refused until they are detached', () => {
    expect(() => fromTiled(map('template'), { tilesets })).toThrow(/^fromTiled: object 1 of layer 'things' is an instance of the template '.*crate\.tx', whose file is not read\. In Tiled choose Detach in its menu, or tick Detach templates when you export\.$/)
    const { bodies } = fromTiled(map('detached'), PIXELS)
    expect(bodies).toMatchObject([{ type: 'dynamic', x: 60, y: 60, angle: 0 }, { type: 'dynamic', angle: Math.PI / 9 }])
    expect(bodies[1]!.x).toBeCloseTo(100 + 20 * Math.cos(Math.PI / 9) + 20 * Math.sin(Math.PI / 9), 9)
    expect(bodies[1]!.y).toBeCloseTo(80 + 20 * Math.sin(Math.PI / 9) - 20 * Math.cos(Math.PI / 9), 9)
  })
})
