import { checkNames } from '../check-names.ts'
import type { LevelBody } from './level-body.ts'
import { type ImportedLevel, type LevelLayer, type LevelObject, PixelFrame, type PixelOptions, bodiesOf } from './level-object.ts'
import { mergeTiles } from './merge-tiles.ts'
import { surfaceFrom } from './surface-properties.ts'
import { MOST_KINDS, type TileKind } from './tile-kinds.ts'
import { checkMap, readCells } from './tiled-data.ts'
import type { TiledLayer, TiledMap, TiledTileset } from './tiled-format.ts'
import { readObject } from './tiled-objects.ts'
import { type KnownTileset, findTile, kindOfTile, knowTilesets, propertiesOf } from './tiled-tilesets.ts'
import { shown } from '../shown.ts'

/** What `fromTiled` takes. Everything has a default. */
export interface TiledOptions extends PixelOptions {
  /** The tilesets that the map has in files of their own (`.tsj`), by the names that it knows them by. Default: none. */
  readonly tilesets?: Readonly<Record<string, TiledTileset>> | undefined
  /** What solid cells become; see `mergeTiles`. Default `rectangles`. */
  readonly to?: 'rectangles' | 'outlines' | undefined
}

const OPTIONS = ['scale', 'origin', 'y', 'tilesets', 'to']

/** What is gathered on the way through the layers. */
interface Reading {
  readonly map: TiledMap
  readonly frame: PixelFrame
  readonly tilesets: readonly KnownTileset[]
  readonly layers: LevelLayer[]
  readonly objects: LevelObject[]
  readonly objectBodies: LevelBody[]
}

/**
 * Reads a map of Tiled that was saved as JSON (`.tmj`), finite or infinite. Cells are solid where their tile has shapes in the
 * collision editor, or where the property `solid` of the tile, its layer or its tileset says so. Objects with the
 * property `body` (`static`, `dynamic`, `kinematic`), their own or of their layer, are bodies; all are in `objects`. Properties
 * that count for both: `friction`, `restitution`, `density`, `category`, `mask`, `group`, `sensor`, `oneWay`.
 * @param map The parsed file.
 * @param options See {@link TiledOptions}.
 * @throws RangeError or TypeError on what cannot be read, with layer, tile or object and what to do in Tiled.
 */
export function fromTiled(map: TiledMap, options: TiledOptions = {}): ImportedLevel {
  checkNames(options, OPTIONS, 'fromTiled')
  checkCells(map)
  const frame = new PixelFrame(options, map.tilewidth, 'fromTiled')
  const reading: Reading = {
    map, frame, tilesets: knowTilesets(map, options.tilesets ?? {}, 'fromTiled'), layers: [], objects: [], objectBodies: [],
  }
  for (const layer of map.layers) readLayer(reading, layer, '', 0, 0, {})
  const { to = 'rectangles' } = options
  const bodies = reading.layers.flatMap(({ grid, options: tiles }) => mergeTiles(grid, { ...tiles, to }))
  return {
    bodies: [...bodies, ...reading.objectBodies], layers: reading.layers, objects: reading.objects,
    width: frame.scale * map.width * map.tilewidth, height: frame.scale * map.height * map.tileheight, properties: propertiesOf(map.properties),
  }
}

function checkCells(map: TiledMap): void {
  checkMap(map, 'fromTiled')
  if (map.orientation !== undefined && map.orientation !== 'orthogonal') {
    throw new RangeError(`fromTiled: the map is ${typeof map.orientation === 'string' ? map.orientation : shown(map.orientation)}. Only orthogonal maps have cells that can be merged.`)
  }
}

function readLayer(reading: Reading, layer: TiledLayer, group: string, x: number, y: number, outer: Readonly<Record<string, unknown>>): void {
  const name = group + (layer.name ?? '')
  const offsetX = x + (layer.offsetx ?? 0)
  const offsetY = y + (layer.offsety ?? 0)
  const properties = { ...outer, ...propertiesOf(layer.properties) }
  const place = `fromTiled: layer '${name}'`
  if (layer.type === 'group') for (const inner of layer.layers ?? []) readLayer(reading, inner, `${name}/`, offsetX, offsetY, properties)
  else if (layer.type === 'tilelayer') readTiles(reading, layer, name, offsetX, offsetY, properties, place)
  else if (layer.type === 'objectgroup') readObjects(reading, layer, name, offsetX, offsetY, properties)
  else if (layer.type !== 'imagelayer') throw new RangeError(`${place}: there is no type of layer ${shown(layer.type)}.`)
}

function readTiles(
  { map, frame, tilesets, layers }: Reading, layer: TiledLayer, name: string, offsetX: number, offsetY: number,
  properties: Readonly<Record<string, unknown>>, place: string,
): void {
  const { firstColumn, firstRow, width, height, gids } = readCells(layer, place)
  const cells = new Uint16Array(gids.length)
  const kinds: Record<number, TileKind> = {}
  const numbers = new Map<string, number>()
  const byGid = new Map<number, number>()
  for (let i = 0; i < gids.length; i++) {
    const gid = gids[i]!
    if (gid === 0) continue
    let number = byGid.get(gid)
    if (number === undefined) {
      const cell = `${place}, column ${firstColumn + (i % width)}, row ${firstRow + Math.floor(i / width)}`
      const kind = kindOfTile(findTile(tilesets, gid, cell), properties, map, frame.sign, 'fromTiled')
      number = kind === null ? 0 : numberOf(kind, kinds, numbers)
      byGid.set(gid, number)
    }
    cells[i] = number
  }
  if (numbers.size === 0) return
  const size = { width: frame.scale * map.tilewidth, height: frame.scale * map.tileheight }
  const origin = { x: frame.toX(firstColumn * map.tilewidth + offsetX), y: frame.toY(firstRow * map.tileheight + offsetY) }
  layers.push({ name, grid: { width, height, cells }, options: { tileSize: size, origin, y: frame.y, kinds }, properties })
}

/** The number of a kind: tiles that are alike as to what they hold back are one kind. */
function numberOf(kind: TileKind, kinds: Record<number, TileKind>, numbers: Map<string, number>): number {
  const key = JSON.stringify(kind)
  const known = numbers.get(key)
  if (known !== undefined) return known
  const number = numbers.size + 1
  if (number > MOST_KINDS) throw new RangeError(`fromTiled: a layer has more than ${MOST_KINDS} kinds of solid tiles.`)
  numbers.set(key, number)
  kinds[number] = kind
  return number
}

function readObjects(
  { frame, tilesets, objects, objectBodies }: Reading, layer: TiledLayer, name: string, offsetX: number, offsetY: number,
  layerProperties: Readonly<Record<string, unknown>>,
): void {
  for (const data of layer.objects ?? []) {
    const place = `fromTiled: object ${data.id} of layer '${name}'`
    const object = readObject(data, { frame, tilesets, layer: name, layerProperties, offsetX, offsetY }, place)
    objects.push(object)
    objectBodies.push(...bodiesOf(object, surfaceFrom({ ...layerProperties, ...object.properties }, frame.sign, place), place))
  }
}
