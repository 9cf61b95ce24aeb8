import { type LevelBody, type ShapeData as EngineShape, type TiledMap, ShapeType, fromTiled } from '../../src/index.ts'
import valley from '../levels/valley.json'
import { EARTH_GRAVITY, viewOf } from './parts.ts'
import { defineScene, type BodyData, type PointData, type ShapeData } from './types.ts'

export const tiledLevel = defineScene({
  name: 'tiled-level',
  title: 'Level from Tiled',
  category: 'Worlds',
  description: 'A map of the editor Tiled, read by fromTiled: a thousand cells become a few dozen boxes and slopes; crates and balls '
    + 'are objects of the map. The dark planks let through what comes from below, the coins only report.',
  lookFor: 'Balls roll over slopes, flats and the joints between them without a bump; what gets onto the ice slides on.',
}, () => {
  const level = fromTiled(valley as TiledMap)
  return {
    gravity: EARTH_GRAVITY,
    bodies: level.bodies.map(bodyOf),
    view: viewOf(0, -level.height, level.width, 0, 0.02),
  }
})

/** A body of a level as data of a scene. */
function bodyOf({ shape, x, y, angle = 0, type = 'static', material = {}, filter, oneWay, sensor = false }: LevelBody): BodyData {
  return {
    x, y, angle, shape: shapeOf(shape), sensor, ...material,
    ...(type === 'dynamic' ? {} : { kind: type }), ...(filter === undefined ? {} : { filter }),
    ...(oneWay === undefined ? {} : { oneWay: { x: oneWay.x ?? 0, y: oneWay.y ?? 1 } }),
  }
}

/** The shapes that maps have as long as their cells become rectangles and their objects have areas. */
function shapeOf({ type, halfWidth, halfHeight, radius, points }: EngineShape): ShapeData {
  if (type === ShapeType.Circle) return { type: 'circle', radius }
  if (type === ShapeType.Box) return { type: 'box', halfWidth, halfHeight }
  if (type === ShapeType.Polygon) return { type: 'polygon', points: pairsOf(points!) }
  throw new Error(`tiled-level: the map has a shape of type ${type}`)
}

function pairsOf(points: Float64Array): PointData[] {
  return Array.from({ length: points.length / 2 }, (_, i) => ({ x: points[2 * i], y: points[2 * i + 1] }))
}
