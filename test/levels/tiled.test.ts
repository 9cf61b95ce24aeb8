import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  type ImportedLevel, ShapeType, type TiledLayer, type TiledMap, type TiledOptions, type TiledTileset, addPhysics, createTileLevel, fromTiled,
  inflateTiled, queryPoint, spawnLevel,
} from '../../src/index.ts'

const read = (name: string): TiledMap => JSON.parse(readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8')) as TiledMap
const tilesets = { 'ground.tsj': JSON.parse(readFileSync(new URL('files/ground.tsj', import.meta.url), 'utf8')) as TiledTileset }

/** The cells of the maps, as they are drawn. */
const drawing = [
  '#                      #',
  '#      o   o           #',
  '#                   7  #',
  '#   ====               #',
  '#                      #',
  '#           ##  LJ     #',
  '#  .   /##\\            #',
  '#     /####\\     --    #',
  '#..../######\\          #',
  '#iiiiiiii######rRFf#####',
  '########################',
]

/** What of a cell is solid: x and y in pixels from its upper left corner, straight from the shapes in the tileset. */
const solid: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  ' ': () => false, '#': () => true, i: () => true, '-': (_, y) => y > 8, '.': () => false, '=': (_, y) => y < 4,
  '/': (x, y) => y > 16 - x, '\\': (x, y) => y > x, J: (x, y) => 16 - y > x, L: (x, y) => 16 - y > 16 - x,
  // A polygon of eight points.
  o: (x, y) => Math.abs(x - 8) + Math.abs(y - 8) < 6 * Math.SQRT2 * 0.7, '7': (x, y) => y < 4 || x > 12,
  r: (x, y) => y > 16 - x / 2, R: (x, y) => y > 8 - x / 2, F: (x, y) => y > x / 2, f: (x, y) => y > 8 + x / 2,
}

function expectDrawn(level: ImportedLevel, toWorld: (x: number, y: number) => [number, number]): void {
  const world = createWorld()
  addPhysics(world)
  spawnLevel(world, level.bodies)
  const wrong: string[] = []
  drawing.forEach((line, row) => [...line].forEach((letter, column) => {
    for (const [x, y] of [[1.3, 2.1], [8.2, 4.9], [14.7, 2.9], [3.6, 9.1], [8.9, 8.2], [12.8, 12.2], [2.2, 14.6], [14.5, 14.2]] as const) {
      const found = queryPoint(world, ...toWorld(16 * column + x, 16 * row + y), { includeSensors: true }).count
      if (found > 0 !== solid[letter]!(x, y)) wrong.push(`${letter} in column ${column} of row ${row} at ${x}, ${y}`)
    }
  }))
  expect(wrong).toEqual([])
}

const bodiesOnly = (map: TiledMap): TiledMap => ({ ...map, layers: map.layers.filter(({ type }) => type === 'tilelayer') })

describe('cells', () => {
  const files: readonly string[] = ['finite-csv.tmj', 'base64.tmj', 'infinite.tmj']
  it.each(files)('of %s are as they are drawn, with y up and down and as outlines', (file) => {
    const map = bodiesOnly(read(file))
    const [left, top] = file.startsWith('infinite') ? [-80, -144] : [0, 0]
    expectDrawn(fromTiled(map, { tilesets }), (x, y) => [(x + left) / 16, -(y + top) / 16])
    expectDrawn(fromTiled(map, { tilesets, y: 'down', scale: 1, origin: { x: 7, y: 9 } }), (x, y) => [x + left + 7, y + top + 9])
  })

  it.each(['base64-zlib.tmj', 'base64-gzip.tmj', 'infinite-zlib.tmj'])('of %s are read after inflateTiled', async (file) => {
    const map = read(file)
    expect(() => fromTiled(map, { tilesets })).toThrow(/^fromTiled: layer 'ground'(, chunk 0)?: it is compressed with (zlib|gzip)\. In Tiled set Map > Map Properties > Tile Layer Format to CSV or to Base64 \(uncompressed\) and save, or await inflateTiled\(map\) before\.$/)
    const [left, top] = file.startsWith('infinite') ? [-80, -144] : [0, 0]
    expectDrawn(fromTiled(await inflateTiled(map), { tilesets }), (x, y) => [(x + left) / 16, -(y + top) / 16])
  })

  it('have the kinds of their tiles, and are merged', () => {
    const { layers, bodies, properties, width, height } = fromTiled(bodiesOnly(read('finite-csv.tmj')))
    expect(layers.map(({ name }) => name)).toEqual(['ground'])
    expect([width, height, properties]).toEqual([24, 11, { song: 'cavern' }])
    const ice = bodies.filter(({ material }) => material !== undefined)
    expect(ice).toHaveLength(1)
    expect(ice[0]).toMatchObject({ x: 5, y: -9.5, material: { friction: 0 }, filter: { category: 2 }, shape: { halfWidth: 4, halfHeight: 0.5 } })
    const planks = bodies.filter(({ oneWay }) => oneWay !== undefined)
    expect(planks).toHaveLength(1)
    expect(planks[0]).toMatchObject({ x: 6, y: -3.125, oneWay: { x: 0, y: 1 }, shape: { halfWidth: 2, halfHeight: 0.125 } })
    expect(bodies.filter(({ sensor }) => sensor)).toHaveLength(2)
    expect(fromTiled(bodiesOnly(read('finite-csv.tmj')), { y: 'down' }).bodies.find(({ oneWay }) => oneWay)!.oneWay).toEqual({ x: 0, y: -1 })
  })

  it('of layers that are hidden in the editor are like others: that is about drawing', () => {
    const hidden = read('finite-csv.tmj')
    for (const layer of hidden.layers) Object.assign(layer, { visible: false })
    const { bodies } = fromTiled(bodiesOnly(hidden))
    expect(bodies).toEqual(fromTiled(bodiesOnly(read('finite-csv.tmj'))).bodies)
    expect(bodies.length).toBeGreaterThan(3)
  })

  it('make live levels', () => {
    const world = createWorld()
    addPhysics(world)
    const [layer] = fromTiled(read('infinite.tmj'), { tilesets }).layers
    const level = createTileLevel(world, layer!.grid, layer!.options)
    expect(level.getTile(level.columnAt(-4.5), level.rowAt(8.5))).toBeGreaterThan(0)
    expect(queryPoint(world, -4.5, 8.5).count).toBe(1)
  })

  it('are flipped as Tiled draws them: the axes swapped first, then mirrored', () => {
    const { bodies } = fromTiled(read('flips.tmj'), { scale: 1, y: 'down' })
    const world = createWorld()
    addPhysics(world)
    spawnLevel(world, bodies)
    const shapes = [solid['/']!, solid['7']!]
    // The picture of each tile, pixel for pixel, goes through what the three bits do.
    const wrong: string[] = []
    shapes.forEach((shape, row) => {
      for (let flip = 0; flip < 8; flip++) {
        for (let y = 0.4; y < 16; y += 1.53) {
          for (let x = 0.3; x < 16; x += 1.57) {
            let [u, v] = [x, y]
            if ((flip & 1) !== 0) u = 16 - u
            if ((flip & 2) !== 0) v = 16 - v
            if ((flip & 4) !== 0) [u, v] = [v, u]
            if (queryPoint(world, 16 * flip + x, 16 * row + y).count > 0 !== shape(u, v)) wrong.push(`${row} ${flip} ${x} ${y}`)
          }
        }
      }
    })
    expect(wrong).toEqual([])
  })

  it('are solid, or not, as properties say', () => {
    const map = bodiesOnly(read('finite-csv.tmj'))
    const all = (value: boolean): TiledMap => ({ ...map, layers: map.layers.map((layer) => ({ ...layer, properties: [{ name: 'solid', value }] })) })
    expect(fromTiled(all(false)).bodies).toEqual([])
    // The tile without shapes that is alone in the sky is a whole cell now.
    const sky = fromTiled(all(true)).layers.find(({ name }) => name === 'sky')!
    expect(sky.grid.cells.reduce((sum, cell) => sum + (cell === 0 ? 0 : 1), 0)).toBe(1)
  })
})

describe('objects', () => {
  const at = (options: TiledOptions = {}): ImportedLevel => fromTiled(read('finite-csv.tmj'), options)
  const named = (level: ImportedLevel, name: string): ImportedLevel['objects'][number] => level.objects.find((object) => object.name === name)!

  it('are all there, in the units of the world', () => {
    const level = at()
    expect(level.objects.map(({ name, form, body }) => [name, form, body])).toEqual([
      ['crate', 'rectangle', 'dynamic'], ['ball', 'ellipse', 'dynamic'], ['start', 'point', null], ['arch', 'polygon', 'static'],
      ['rope', 'polyline', 'static'], ['wedge', 'tile', 'static'], ['plank', 'rectangle', 'static'], ['hint', 'text', null], ['water', 'rectangle', 'static'],
    ])
    expect(named(level, 'crate')).toMatchObject({ id: 1, type: 'crate', layer: 'things/bodies', x: 5, y: -1.5, width: 2, height: 1, properties: { hp: 3, density: 2, body: 'dynamic' } })
    expect(named(level, 'start')).toMatchObject({ x: 15, y: -2, type: 'spawn', shapes: [] })
    expect(named(level, 'ball').shapes).toMatchObject([{ type: ShapeType.Circle, radius: 0.75 }])
    expect(named(level, 'ball')).toMatchObject({ x: 10.75, y: -2.25 })
    expect(named(level, 'rope').shapes).toMatchObject([{ type: ShapeType.Chain, twoSided: true }])
    expect(named(level, 'arch').shapes.length).toBeGreaterThan(1)
  })

  it('are turned about the place that Tiled turns them about', () => {
    for (const [y, sign] of [['up', -1], ['down', 1]] as const) {
      const plank = named(at({ y, scale: 1 }), 'plank')
      const angle = Math.PI / 6
      expect(plank.angle).toBeCloseTo(sign * angle, 12)
      expect(plank.x).toBeCloseTo(200 + 16 * Math.cos(angle) - 4 * Math.sin(angle), 9)
      expect(plank.y).toBeCloseTo(sign * (64 + 16 * Math.sin(angle) + 4 * Math.cos(angle)), 9)
    }
  })

  it('that are to be bodies are bodies', () => {
    const level = at({ scale: 1, y: 'down' })
    const world = createWorld()
    const physics = addPhysics(world)
    spawnLevel(world, level.bodies)
    expect(level.bodies.filter(({ type }) => type === 'dynamic')).toHaveLength(2)
    expect(level.bodies.find(({ sensor, kind }) => sensor && kind === 0)).toMatchObject({ x: 350, y: 132 })
    expect(level.bodies.find(({ material }) => material?.density === 2)).toMatchObject({ x: 80, y: 24 })
    // The wedge is the slope mirrored: its upper left corner is at (304, 48).
    expect(queryPoint(world, 307, 61).count).toBe(1)
    expect(queryPoint(world, 317, 51).count).toBe(0)
    // The arch is open below.
    expect([queryPoint(world, 288, 100).count, queryPoint(world, 288, 116).count]).toEqual([1, 0])
    expect(physics.components.Position.x.length).toBeGreaterThan(0)
  })
})

describe('refuses', () => {
  const map = read('finite-csv.tmj')
  const layer = (change: Partial<TiledLayer>, of = 1): TiledMap => ({ ...map, layers: map.layers.map((one, i) => (i === of ? { ...one, ...change } : one)) })
  const object = (change: object): TiledMap => layer({ layers: [{ type: 'objectgroup', name: 'o', objects: [{ id: 9, x: 0, y: 0, width: 8, height: 8, ...change }] }] }, 2)
  const body = (value: unknown): { properties: object[] } => ({ properties: [{ name: 'body', value }] })
  const cases: [string, () => unknown, string][] = [
    ['a map that is none', () => fromTiled({} as TiledMap), 'fromTiled: this is no map of Tiled. Save it as JSON (.tmj), and pass what JSON.parse makes of the file.'],
    ['a text', () => fromTiled('<map/>' as never), 'fromTiled: this is no map of Tiled. Save it as JSON (.tmj), and pass what JSON.parse makes of the file.'],
    ['isometric maps', () => fromTiled({ ...map, orientation: 'isometric' }), 'fromTiled: the map is isometric. Only orthogonal maps have cells that can be merged.'],
    ['a tileset that is missing', () => fromTiled(read('base64.tmj')), "fromTiled: the tileset 'tilesets/ground.tsj' is in a file of its own. Pass it as { tilesets: { 'tilesets/ground.tsj': … } }, saved as JSON (.tsj), or embed it in the map."],
    ['zstd', () => fromTiled(read('base64-zstd.tmj'), { tilesets }), "fromTiled: layer 'ground': it is compressed with zstd. In Tiled set Map > Map Properties > Tile Layer Format to CSV or to Base64 (uncompressed) and save."],
    ['no base64', () => fromTiled(layer({ data: '%%%' })), "fromTiled: layer 'ground': its data is no base64."],
    ['too few cells', () => fromTiled(layer({ data: [1, 2] })), "fromTiled: layer 'ground': there are 2 cells, but its width and height make 264."],
    ['a cell that is no id', () => fromTiled(layer({ data: [NaN] })), "fromTiled: layer 'ground': number 0 of its data is NaN, which is no id of a tile."],
    ['a tile that there is not', () => fromTiled(layer({ data: map.layers[1]!.data!.slice(0, -1).concat([77] as never) as number[] })), "fromTiled: layer 'ground', column 23, row 10: no tileset of the map has the tile 77."],
    ['a layer without data', () => fromTiled(layer({ data: undefined as never })), "fromTiled: layer 'ground': it has no data. Is this a map that Tiled saved as JSON (.tmj)?"],
    ['a layer of no type', () => fromTiled(layer({ type: 'mesh' })), "fromTiled: layer 'ground': there is no type of layer 'mesh'."],
    ['a property of another type', () => fromTiled(layer({ properties: [{ name: 'friction', value: 'high' }] })), "fromTiled: tile 0 of tileset 'ground': the property friction must be a number, got 'high'."],
    ['a direction that there is not', () => fromTiled(layer({ properties: [{ name: 'oneWay', value: 'north' }] })), "fromTiled: tile 0 of tileset 'ground': the property oneWay must be true, false, up, down, left or right, got 'north'."],
    ['solid that is no boolean', () => fromTiled(layer({ properties: [{ name: 'solid', value: 1 }] })), "fromTiled: tile 0 of tileset 'ground': the property solid must be true or false, got 1."],
    ['templates', () => fromTiled(object({ template: 'a.tj' })), "fromTiled: object 9 of layer 'things/o' is an instance of the template 'a.tj', whose file is not read. In Tiled choose Detach in its menu, or tick Detach templates when you export."],
    ['a point as a body', () => fromTiled(object({ point: true, ...body('static') })), "fromTiled: object 9 of layer 'things/o' is a point, which has no shape to be a body with."],
    ['a body of no kind', () => fromTiled(object(body('soft'))), "fromTiled: object 9 of layer 'things/o': the property body must be static, dynamic, kinematic or none, got 'soft'."],
    ['a dynamic body that is not convex', () => fromTiled(object({ polygon: [{ x: 0, y: 0 }, { x: 4, y: 4 }, { x: 8, y: 0 }, { x: 4, y: 9 }], ...body('dynamic') })), "fromTiled: object 9 of layer 'things/o' is not convex, or has more than 8 points, and so takes 2 shapes; a dynamic body of a map has one. Draw it as several, or make its body from the shapes of its object."],
    ['a polygon that crosses itself', () => fromTiled(object({ polygon: [{ x: 0, y: 0 }, { x: 8, y: 8 }, { x: 8, y: 0 }, { x: 0, y: 6 }], ...body('static') })), "fromTiled: object 9 of layer 'things/o': the polygon crosses or touches itself."],
    ['a layer that is null', () => fromTiled({ ...map, layers: [null as never] }), 'fromTiled: map.layers[0] must be an object, got null. Pass what JSON.parse makes of the file as the editor saved it.'],
    ['an object at no place', () => fromTiled(object({ x: NaN })), 'fromTiled: map.layers[2].layers[0].objects[0].x must be a finite number, got NaN. Pass what JSON.parse makes of the file as the editor saved it.'],
    ['an option that there is not', () => fromTiled(map, { pixels: 3 } as never), "fromTiled: there is no option 'pixels'. The options are scale, origin, y, tilesets, to."],
    ['a scale of 0', () => fromTiled(map, { scale: 0 }), 'fromTiled: scale must be finite and greater than 0, got 0.'],
    ['chunks that are far apart', () => fromTiled(layer({ chunks: [{ x: 0, y: 0, width: 1, height: 1, data: [1] }, { x: 1e6, y: 1e6, width: 1, height: 1, data: [1] }] })), "fromTiled: layer 'ground': its chunks span 1000001 × 1000001 cells, which are too many for one level."],
  ]
  it.each(cases)('%s', (_, call, text) => {
    let message = ''
    try {
      call()
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toBe(text)
  })

  it('what cannot be inflated', async () => {
    await expect(inflateTiled(read('base64-zstd.tmj'))).rejects.toThrow("inflateTiled: layer 'ground': it is compressed with zstd, which cannot be undone here. In Tiled set Map > Map Properties > Tile Layer Format to CSV.")
  })
})

/** Every field that the documentation of the format does not call optional. */
const FIELDS = {
  map: ['compressionlevel', 'height', 'infinite', 'layers', 'nextlayerid', 'nextobjectid', 'orientation', 'renderorder', 'tiledversion', 'tileheight', 'tilesets', 'tilewidth', 'type', 'version', 'width'],
  layer: ['id', 'name', 'opacity', 'type', 'visible', 'x', 'y'],
  object: ['height', 'id', 'name', 'rotation', 'type', 'visible', 'width', 'x', 'y'],
}

it.each(['finite-csv.tmj', 'base64.tmj', 'base64-gzip.tmj', 'infinite.tmj', 'infinite-zlib.tmj', 'flips.tmj'])('%s has what files of Tiled have', (file) => {
  const map = read(file)
  expect(Object.keys(map)).toEqual(expect.arrayContaining(FIELDS.map))
  const look = (layer: TiledLayer): void => {
    expect(Object.keys(layer)).toEqual(expect.arrayContaining(FIELDS.layer))
    for (const object of layer.objects ?? []) expect(Object.keys(object)).toEqual(expect.arrayContaining(FIELDS.object.filter((field) => field !== 'type' || object.class === undefined)))
    layer.layers?.forEach(look)
  }
  map.layers.forEach(look)
})
