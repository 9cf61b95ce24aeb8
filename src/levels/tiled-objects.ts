import type { Point, ShapeData } from '../../components/shape-data.ts'
import { PI } from '../math/rotation.ts'
import {
  type LevelObject, type PixelFrame, ellipseShape, polygonShapes, polylineShapes, rectangleShape, turnPoint,
} from './level-object.ts'
import { type Properties, bodyFrom } from './surface-properties.ts'
import type { TiledObject } from './tiled-format.ts'
import { type KnownTile, type KnownTileset, findTile, propertiesOf, tilePolygons } from './tiled-tilesets.ts'

/** What an object is seen from: its layer and the world. */
export interface ObjectFrame {
  readonly frame: PixelFrame
  readonly tilesets: readonly KnownTileset[]
  readonly layer: string
  readonly layerProperties: Properties
  readonly offsetX: number
  readonly offsetY: number
}

/** Where the place of a tile object is within it, as parts of its width and height. */
const ALIGNMENTS: Readonly<Record<string, readonly [number, number]>> = {
  topleft: [0, 0], top: [0.5, 0], topright: [1, 0], left: [0, 0.5], center: [0.5, 0.5], right: [1, 0.5], bottomleft: [0, 1], bottom: [0.5, 1],
  bottomright: [1, 1],
}

/** An object of an object layer in the units of the world. */
export function readObject(object: TiledObject, at: ObjectFrame, place: string): LevelObject {
  if (object.template !== undefined) {
    throw new RangeError(`${place} is an instance of the template '${object.template}', whose file is not read. In Tiled choose Detach in its menu, or tick Detach templates when you export.`)
  }
  const { frame, layer, layerProperties, tilesets } = at
  const tile = object.gid === undefined ? null : findTile(tilesets, object.gid, place)
  const properties = { ...propertiesOf(tile?.tileset.tileset.properties), ...layerProperties, ...propertiesOf(tile?.tile?.properties), ...propertiesOf(object.properties) }
  const form = formOf(object)
  const turn = ((object.rotation ?? 0) * PI) / 180
  const { width = 0, height = 0 } = object
  const own = { ...propertiesOf(tile?.tile?.properties), ...propertiesOf(object.properties) }
  const middle = middleOf(object, form, tile)
  const offset = turnPoint(middle, turn)
  const points = frame.toPoints(object.polygon ?? object.polyline ?? [])
  const extents = form === 'rectangle' || form === 'ellipse' || form === 'tile'
  return {
    id: object.id, name: object.name ?? '', type: object.type || object.class || tile?.tile?.type || tile?.tile?.class || '', layer, form,
    x: frame.toX(object.x + at.offsetX + offset.x), y: frame.toY(object.y + at.offsetY + offset.y), angle: frame.toAngle(turn),
    width: extents ? frame.scale * width : 0, height: extents ? frame.scale * height : 0, points,
    shapes: shapesOf(object, form, at, points, tile, place), body: bodyFrom(properties, place), visible: object.visible ?? true, tags: [], properties: own,
  }
}

function formOf(object: TiledObject): LevelObject['form'] {
  if (object.gid !== undefined) return 'tile'
  if (object.text !== undefined) return 'text'
  if (object.polygon !== undefined) return 'polygon'
  if (object.polyline !== undefined) return 'polyline'
  if (object.point === true || ((object.width ?? 0) === 0 && (object.height ?? 0) === 0)) return 'point'
  return object.ellipse === true ? 'ellipse' : 'rectangle'
}

/** From the place of an object to its middle, in pixels, before it is turned. */
function middleOf({ width = 0, height = 0 }: TiledObject, form: LevelObject['form'], tile: KnownTile | null): Point {
  if (form === 'rectangle' || form === 'ellipse') return { x: width / 2, y: height / 2 }
  if (tile === null) return { x: 0, y: 0 }
  const { objectalignment = '', tileoffset = { x: 0, y: 0 } } = tile.tileset.tileset
  const [across, down] = ALIGNMENTS[objectalignment] ?? ALIGNMENTS['bottomleft']!
  return { x: width * (0.5 - across + tileoffset.x / tile.width), y: height * (0.5 - down + tileoffset.y / tile.height) }
}

function shapesOf(object: TiledObject, form: LevelObject['form'], at: ObjectFrame, points: readonly Point[], tile: KnownTile | null, place: string): ShapeData[] {
  const { width = 0, height = 0 } = object
  const { scale } = at.frame
  if (form === 'polygon') return polygonShapes(points, place)
  if (form === 'polyline') return polylineShapes(points, place)
  if (form === 'point' || form === 'text' || width === 0 || height === 0) return []
  if (form === 'ellipse') return [ellipseShape(scale * width, scale * height)]
  if (tile !== null) return tileShapes(object, tile, at.frame, place)
  return [rectangleShape(scale * width, scale * height)]
}

/** The shapes of a tile object: those of its tile, as large as the object is, or all of it. */
function tileShapes({ width = 0, height = 0 }: TiledObject, tile: KnownTile, frame: PixelFrame, place: string): ShapeData[] {
  const polygons = tilePolygons(tile, place)
  if (polygons.length === 0) return [rectangleShape(frame.scale * width, frame.scale * height)]
  return polygons.flatMap((polygon) => polygonShapes(
    frame.toPoints(polygon.map(({ x, y }) => ({ x: (x / tile.width - 0.5) * width, y: (y / tile.height - 0.5) * height }))), place,
  ))
}
