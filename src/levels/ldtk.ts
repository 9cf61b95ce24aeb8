/* oxlint-disable eslint/no-underscore-dangle -- the names of the format */
import { checkNames } from '../check-names.ts'
import { checkForm } from './form.ts'
import type { LevelBody } from './level-body.ts'
import {
  type ImportedLevel, type LevelLayer, type LevelObject, type ObjectBody, PixelFrame, type PixelOptions, bodiesOf, rectangleShape,
} from './level-object.ts'
import { mergeTiles } from './merge-tiles.ts'
import { LEVEL, PROJECT } from './ldtk-forms.ts'
import { MOST_KINDS, type TileKind } from './tile-kinds.ts'
import type { LdtkEntity, LdtkField, LdtkLayer, LdtkLevel, LdtkProject } from './ldtk-format.ts'
import { shown } from '../shown.ts'

/** What `fromLDtk` takes. Everything has a default. */
export interface LdtkOptions extends PixelOptions {
  /**
   * What the values of IntGrid layers mean, by number or by the identifier that they have in LDtk; null for what is not
   * solid. Values that are not named are full solid cells. Default: all are.
   */
  readonly kinds?: Readonly<Record<string, TileKind | null>> | undefined
  /** The IntGrid layers that are solid, by their identifiers. Default: all. */
  readonly layers?: readonly string[] | undefined
  /** Which entities are bodies, by their identifiers: boxes as large as the entity. Default: none. */
  readonly bodies?: Readonly<Record<string, ObjectBody>> | undefined
  /** Levels that are saved in files of their own (`.ldtkl`), by their identifiers or by the paths that the project knows them by. */
  readonly files?: Readonly<Record<string, LdtkLevel>> | undefined
  /** Whether the level lies where it does in the world of the project, or at the origin. Default `world`. */
  readonly place?: 'world' | 'origin' | undefined
  /** What solid cells become; see `mergeTiles`. Default `rectangles`. */
  readonly to?: 'rectangles' | 'outlines' | undefined
}

const OPTIONS = ['scale', 'origin', 'y', 'kinds', 'layers', 'bodies', 'files', 'place', 'to']

/**
 * Reads one level of an LDtk project: its IntGrid layers as solid cells, its entities with their fields as `objects`.
 * Levels of one project fit together, since each lies where it does in the world of the project; those of linear worlds, which
 * have no place there, lie at the origin.
 * @param project The parsed project file (`.ldtk`).
 * @param levelName The identifier of the level, or its iid.
 * @param options See {@link LdtkOptions}.
 * @throws RangeError or TypeError on what cannot be read, with layer or entity, and what to do.
 */
export function fromLDtk(project: LdtkProject, levelName: string, options: LdtkOptions = {}): ImportedLevel {
  checkNames(options, OPTIONS, 'fromLDtk')
  const level = findLevel(project, levelName, options.files ?? {})
  checkForm(level, LEVEL, `fromLDtk: level '${level.identifier}'`)
  const layers = level.layerInstances!
  const cell = Math.min(...layers.filter(isIntGrid).map(({ __gridSize }) => __gridSize), project.defaultGridSize ?? Infinity)
  const frame = frameOf(project, level, options, Number.isFinite(cell) ? cell : 16)
  const solid = pickLayers(layers, options.layers, levelName)
  const cells = solid.map((layer) => readCells(layer, project, frame, options, `fromLDtk: layer '${layer.__identifier}' of level '${levelName}'`))
  const objects: LevelObject[] = []
  const objectBodies: LevelBody[] = []
  for (const layer of layers) {
    for (const entity of layer.entityInstances ?? []) {
      const object = readEntity(entity, layer, frame, options.bodies ?? {})
      objects.push(object)
      objectBodies.push(...bodiesOf(object, {}, `fromLDtk: entity ${entity.iid} of layer '${layer.__identifier}'`))
    }
  }
  const { to = 'rectangles' } = options
  return {
    bodies: [...cells.flatMap(({ grid, options: tiles }) => mergeTiles(grid, { ...tiles, to })), ...objectBodies], layers: cells, objects,
    width: frame.scale * level.pxWid, height: frame.scale * level.pxHei, properties: fieldsOf(level.fieldInstances),
  }
}

function findLevel(project: LdtkProject, name: string, files: Readonly<Record<string, LdtkLevel>>): LdtkLevel {
  if (typeof project !== 'object' || project === null || !Array.isArray(project.levels)) {
    throw new TypeError('fromLDtk: this is no project of LDtk. Pass what JSON.parse makes of the .ldtk file.')
  }
  checkForm(project, PROJECT, 'fromLDtk: project')
  const levels = [...project.levels, ...(project.worlds ?? []).flatMap((world) => world.levels)]
  const known = levels.find(({ identifier, iid }) => identifier === name || iid === name)
  if (known === undefined) {
    throw new RangeError(`fromLDtk: the project has no level ${shown(name)}. Its levels are ${levels.map(({ identifier }) => identifier).join(', ')}.`)
  }
  if (hasLayers(known)) return known
  const path = String(known.externalRelPath ?? '')
  const file = files[known.identifier] ?? files[path] ?? files[path.slice(path.lastIndexOf('/') + 1)]
  if (file !== undefined && hasLayers(file)) return file
  throw new RangeError(`fromLDtk: the level '${known.identifier}' is in a file of its own. Pass it as { files: { ${known.identifier}: … } }: what JSON.parse makes of ${path || 'its .ldtkl file'}.`)
}

function hasLayers(level: LdtkLevel | null): boolean {
  return (level?.layerInstances ?? null) !== null
}

/** The frame whose pixel (0, 0) is the upper left corner of the level. */
function frameOf(project: LdtkProject, level: LdtkLevel, options: LdtkOptions, cell: number): PixelFrame {
  const outer = new PixelFrame(options, cell, 'fromLDtk')
  const { place = 'world' } = options
  if (place !== 'world' && place !== 'origin') throw new RangeError(`fromLDtk: place must be 'world' or 'origin', got ${shown(place)}.`)
  if (place === 'origin' || isLinear(project, level)) return outer
  return new PixelFrame({ ...options, scale: outer.scale, origin: { x: outer.toX(level.worldX), y: outer.toY(level.worldY) } }, cell, 'fromLDtk')
}

/** Whether a level is in a row of levels, which have (-1, -1) for their place; one of another layout may be at that place. */
function isLinear({ worldLayout, worlds = [] }: LdtkProject, { identifier, worldX, worldY }: LdtkLevel): boolean {
  const layout = worlds.find(({ levels }) => levels.some((level) => level.identifier === identifier))?.worldLayout ?? worldLayout
  return worldX === -1 && worldY === -1 && (layout ?? 'Linear').startsWith('Linear')
}

function isIntGrid(layer: LdtkLayer): boolean {
  return layer.__type === 'IntGrid'
}

function pickLayers(layers: readonly LdtkLayer[], names: readonly string[] | undefined, level: string): LdtkLayer[] {
  const grids = layers.filter(isIntGrid)
  if (names === undefined) return grids
  if (!Array.isArray(names)) throw new TypeError(`fromLDtk: layers must be a list of identifiers, got ${shown(names)}.`)
  return names.map((name) => {
    const found = grids.find(({ __identifier }) => __identifier === name)
    if (found !== undefined) return found
    throw new RangeError(`fromLDtk: level '${level}' has no IntGrid layer '${name}'. It has ${grids.map(({ __identifier }) => __identifier).join(', ') || 'none'}.`)
  })
}

function readCells(layer: LdtkLayer, project: LdtkProject, frame: PixelFrame, options: LdtkOptions, place: string): LevelLayer {
  const { __cWid: width, __cHei: height, __gridSize: size, intGridCsv } = layer
  if (intGridCsv === undefined && layer.intGrid !== undefined) {
    throw new RangeError(`${place}: it was saved by an LDtk older than 0.8. Open the project with a newer one and save it.`)
  }
  if (!Array.isArray(intGridCsv) || intGridCsv.length !== width * height) {
    throw new RangeError(`${place}: its intGridCsv has ${intGridCsv?.length ?? 0} values, but ${width} × ${height} cells are ${width * height}.`)
  }
  const names = new Map((project.defs?.layers ?? []).find(({ uid }) => uid === layer.layerDefUid)?.intGridValues?.map(({ value, identifier }) => [value, identifier]))
  const kinds: Record<number, TileKind | null> = {}
  const cells = new Uint16Array(intGridCsv.length)
  intGridCsv.forEach((value, i) => {
    if (!(Number.isInteger(value) && value >= 0 && value <= MOST_KINDS)) {
      throw new RangeError(`${place}: the cell in column ${i % width} of row ${Math.floor(i / width)} is ${shown(value)}, which is no value of an IntGrid.`)
    }
    cells[i] = value
    if (value !== 0 && kinds[value] === undefined) kinds[value] = kindOf(value, names.get(value) ?? null, options.kinds ?? {})
  })
  const origin = { x: frame.toX(layer.__pxTotalOffsetX ?? 0), y: frame.toY(layer.__pxTotalOffsetY ?? 0) }
  return {
    name: layer.__identifier, grid: { width, height, cells }, properties: {},
    options: { tileSize: frame.scale * size, origin, y: frame.y, kinds },
  }
}

function kindOf(value: number, name: string | null, kinds: Readonly<Record<string, TileKind | null>>): TileKind | null {
  const own = kinds[value]
  if (own !== undefined) return own
  const named = name === null ? undefined : kinds[name]
  return named === undefined ? {} : named
}

function readEntity(entity: LdtkEntity, layer: LdtkLayer, frame: PixelFrame, bodies: Readonly<Record<string, ObjectBody>>): LevelObject {
  const { width, height, px, __pivot: pivot, __identifier: type } = entity
  const left = px[0]! + (layer.__pxTotalOffsetX ?? 0) - pivot[0]! * width
  const top = px[1]! + (layer.__pxTotalOffsetY ?? 0) - pivot[1]! * height
  const size = { width: frame.scale * width, height: frame.scale * height }
  const body = bodies[type] ?? null
  if (body !== null && body !== 'static' && body !== 'dynamic' && body !== 'kinematic') {
    throw new RangeError(`fromLDtk: bodies.${type} must be static, dynamic or kinematic, got ${shown(body)}.`)
  }
  return {
    id: entity.iid, name: type, type, layer: layer.__identifier, form: 'entity', angle: 0, points: [], body, visible: true, ...size,
    x: frame.toX(left + width / 2), y: frame.toY(top + height / 2),
    shapes: width > 0 && height > 0 ? [rectangleShape(size.width, size.height)] : [],
    tags: entity.__tags ?? [], properties: fieldsOf(entity.fieldInstances),
  }
}

function fieldsOf(fields: readonly LdtkField[] | undefined): Record<string, unknown> {
  return Object.fromEntries((fields ?? []).map(({ __identifier, __value }) => [__identifier, __value]))
}
