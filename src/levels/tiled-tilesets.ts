import type { Point } from '../../components/shape-data.ts'
import { PI } from '../math/rotation.ts'
import { checkForm } from './form.ts'
import { ellipsePoints, turnPoint } from './level-object.ts'
import { type Properties, booleanOf, surfaceFrom } from './surface-properties.ts'
import type { TiledMap, TiledObject, TiledProperty, TiledTile, TiledTileset, TiledTilesetEntry } from './tiled-format.ts'
import { TILESET } from './tiled-forms.ts'
import type { TileKind } from './tile-kinds.ts'

/** Bits of a global tile id that say how the tile is flipped. The fourth is of hexagonal maps, and to be ignored. */
const HORIZONTAL = 0x80000000
const VERTICAL = 0x40000000
const DIAGONAL = 0x20000000
const ID = 0x0fffffff

/** Part of a cell by which a shape of a tile may stand out, and is cut off. */
const OVERHANG = 1 / 16

/** A tileset and where its ids begin. */
export interface KnownTileset {
  readonly first: number
  readonly name: string
  readonly tileset: TiledTileset
  readonly tiles: ReadonlyMap<number, TiledTile>
}

/** A tile that a global id means, and how it is flipped. */
export interface KnownTile {
  readonly tileset: KnownTileset
  readonly id: number
  readonly tile: TiledTile | undefined
  readonly flipX: boolean
  readonly flipY: boolean
  readonly swapped: boolean
  /** Its size as it is drawn in pixels. */
  readonly width: number
  readonly height: number
}

/** Custom properties as an object. */
export function propertiesOf(list: readonly TiledProperty[] | undefined): Properties {
  const properties: Record<string, unknown> = {}
  for (const { name, value } of list ?? []) properties[name] = value
  return properties
}

/** A tileset by the path that the map knows it by, by its last part, or by that as the name of a JSON file: maps that Tiled exports name the `.tsx`. */
function pickTileset(given: Readonly<Record<string, TiledTileset>>, source: string): TiledTileset | undefined {
  const file = source.slice(source.lastIndexOf('/') + 1)
  return given[source] ?? given[file] ?? given[file.replace(/\.[^.]*$/, '.tsj')]
}

/**
 * The tilesets of a map, those in files of their own from `given`.
 * @throws RangeError where one is missing.
 */
export function knowTilesets(map: TiledMap, given: Readonly<Record<string, TiledTileset>>, caller: string): KnownTileset[] {
  return map.tilesets.map((entry) => {
    const source = 'source' in entry ? entry.source : undefined
    const tileset = source === undefined ? (entry as TiledTilesetEntry & TiledTileset) : pickTileset(given, source)
    if (tileset === undefined) {
      throw new RangeError(
        `${caller}: the tileset '${source}' is in a file of its own. Pass it as { tilesets: { '${source}': … } }, saved as JSON (.tsj), or embed it in the map.`,
      )
    }
    checkForm(tileset, TILESET, `${caller}: tilesets['${source ?? tileset.name}']`)
    const name = tileset.name ?? source ?? ''
    return { first: entry.firstgid, name, tileset, tiles: new Map((tileset.tiles ?? []).map((tile) => [tile.id, tile])) }
  }).sort((one, other) => other.first - one.first)
}

/** The tile of a global id that is not 0. @throws RangeError where no tileset has it. */
export function findTile(tilesets: readonly KnownTileset[], gid: number, place: string): KnownTile {
  const id = gid & ID
  const tileset = tilesets.find(({ first }) => first <= id)
  const local = tileset === undefined ? -1 : id - tileset.first
  if (tileset === undefined || !hasTile(tileset, local)) {
    throw new RangeError(`${place}: no tileset of the map has the tile ${id}.`)
  }
  const tile = tileset.tiles.get(local)
  const swapped = (gid & DIAGONAL) !== 0
  const { imagewidth: across = tileset.tileset.tilewidth, imageheight: down = tileset.tileset.tileheight } = tile ?? {}
  return {
    tileset, id: local, tile, flipX: (gid & HORIZONTAL) !== 0, flipY: (gid & VERTICAL) !== 0, swapped,
    width: swapped ? down : across, height: swapped ? across : down,
  }
}

/** The numbers of a collection of images have gaps where images were removed, so that they may be greater than how many there are. */
function hasTile({ tileset, tiles }: KnownTileset, id: number): boolean {
  return tileset.columns === 0 ? tiles.has(id) : id < (tileset.tilecount ?? Infinity)
}

/**
 * What a cell with a tile is, or null where it is not solid. Of the properties of its tileset, its layer and the tile itself the
 * latter count. It is solid where `solid` says so, and else where the tile has shapes in the collision editor.
 */
export function kindOfTile(tile: KnownTile, layer: Properties, map: TiledMap, sign: 1 | -1, caller: string): TileKind | null {
  const { tileset } = tile
  const place = `${caller}: tile ${tile.id} of tileset '${tileset.name}'`
  const properties = { ...propertiesOf(tileset.tileset.properties), ...layer, ...propertiesOf(tile.tile?.properties) }
  const polygons = tilePolygons(tile, place)
  if (!(booleanOf(properties, 'solid', place) ?? polygons.length > 0)) return null
  // A tile stands in the lower left corner of its cell, and may be larger.
  const { x: right, y: down } = tileset.tileset.tileoffset ?? { x: 0, y: 0 }
  const top = map.tileheight - tile.height + down
  const shape = polygons.map((points) => points.map(({ x, y }) => ({
    x: within((x + right) / map.tilewidth, place), y: 1 - within((y + top) / map.tileheight, place),
  })))
  return { ...(shape.length === 0 ? {} : { shape }), ...surfaceFrom(properties, sign, place) }
}

function within(value: number, place: string): number {
  if (value >= -OVERHANG && value <= 1 + OVERHANG) return Math.min(Math.max(value, 0), 1)
  throw new RangeError(
    `${place}: a shape stands out of the cell. Draw it within the cell in the collision editor, place the tile as an object, or give the ` +
      'tile the property solid and no shapes, which makes the whole cell solid.',
  )
}

/** The shapes of a tile in the collision editor as polygons, in its pixels and as it is flipped. */
export function tilePolygons(tile: KnownTile, place: string): Point[][] {
  const polygons: Point[][] = []
  for (const object of tile.tile?.objectgroup?.objects ?? []) {
    const points = outlineOf(object, place)
    if (points === null) continue
    polygons.push(points.map((point) => {
      // First the axes are swapped, then mirrored.
      const x = tile.swapped ? point.y : point.x
      const y = tile.swapped ? point.x : point.y
      return { x: tile.flipX ? tile.width - x : x, y: tile.flipY ? tile.height - y : y }
    }))
  }
  return polygons
}

/** The outline of an object in a tile, or null of what has none. */
function outlineOf(object: TiledObject, place: string): Point[] | null {
  const { x, y, width = 0, height = 0, rotation = 0, polygon } = object
  if (object.polyline !== undefined) {
    throw new RangeError(`${place}: object ${object.id} of its collision is a polyline, which encloses nothing. Make it a polygon.`)
  }
  if (object.point === true || object.text !== undefined || (polygon === undefined && (width === 0 || height === 0))) return null
  const corners = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: height }, { x: 0, y: height }]
  const ellipse = (): Point[] => ellipsePoints(width, height).map((point) => ({ x: point.x + width / 2, y: point.y + height / 2 }))
  const points = polygon ?? (object.ellipse === true ? ellipse() : corners)
  const turned = rotation === 0 ? points : points.map((point) => turnPoint(point, (rotation * PI) / 180))
  return turned.map((point) => ({ x: x + point.x, y: y + point.y }))
}
