import { type ComponentRef, type EntityId, type World, entityExists, hasComponent, removeEntity } from 'bitecs'
import { isWorld } from '../bitecs-internals.ts'
import type { Physics, System } from '../state/physics.ts'
import { findPhysics, requirePhysics } from '../state/registry.ts'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { type LevelBody, checkExtras, spawnLevelBody } from './level-body.ts'
import type { LevelPart } from './level-part.ts'
import { type LevelStore, flatten, makeStore, unflatten } from './level-store.ts'
import { BodyMaker } from './merge-tiles.ts'
import { CELLS_STRIDE, CellList, mergeCells } from './rectangles.ts'
import { type KnownGrid, TILE_OPTIONS, type TileGrid, type TileOptions, cellError, ownGrid } from './tile-grid.ts'
import { shown } from '../shown.ts'

/** What `createTileLevel` takes. Everything has a default. */
export interface TileLevelOptions extends TileOptions {
  /** Cells in a row and in a column that are merged together, and made anew together: 1 to 256. Default 16. */
  readonly chunk?: number | undefined
  /** Tags and components of your own for each entity, or what returns them for one body. Default: none. */
  readonly with?: readonly ComponentRef[] | ((body: LevelBody) => readonly ComponentRef[]) | undefined
}

const NONE: readonly LevelPart[] = []

/** A level whose cells can be changed while it is played. Make one with {@link createTileLevel}. */
export class TileLevel {
  /** Cells in a row. */
  readonly width: number
  /** Rows. */
  readonly height: number
  /** A tag that all its entities have, for queries. */
  readonly Tile: object = {}
  /**
   * What it knows of its cells and entities. Whoever puts states back has to keep it with them: give it to `createSnapshots`,
   * `createRollback` and recorders among their `stores`. It is for reading by these alone.
   */
  readonly store: object

  private readonly world: World
  private readonly grid: KnownGrid<Uint16Array>
  private readonly maker: BodyMaker
  private readonly chunk: number
  private readonly chunksAcross: number
  private parts: (readonly LevelPart[])[]
  private readonly partOf = new Map<EntityId, LevelPart>()
  private readonly changed: number[] = []
  private readonly numbers: LevelStore
  /** The parts as numbers, null where they were not asked for since they changed. */
  private flat: Int32Array | null = null
  /** How often the world had been put back when the parts were last looked at. */
  private restores: number
  private readonly extras: NonNullable<TileLevelOptions['with']>
  private readonly system: System
  private physics: Physics
  private rebuilding = false
  private removed = false

  /** See {@link createTileLevel}. */
  constructor(world: World, grid: TileGrid, options: TileLevelOptions = {}) {
    checkNames(options, [...TILE_OPTIONS, 'chunk', 'with'], 'createTileLevel')
    const { chunk = 16, with: extras = [] } = options
    checkExtras(extras, 'createTileLevel')
    if (!(Number.isInteger(chunk) && chunk >= 1 && chunk <= 256)) {
      throw new RangeError(`createTileLevel: chunk must be a whole number from 1 to 256, got ${shown(chunk)}.`)
    }
    const { face, restores } = requirePhysics(world, 'createTileLevel')
    this.physics = face
    this.restores = restores
    this.world = world
    this.grid = ownGrid(grid, options, 'createTileLevel')
    this.maker = new BodyMaker(this.grid.kinds, this.grid.place)
    this.width = this.grid.width
    this.height = this.grid.height
    this.chunk = chunk
    this.extras = extras
    this.chunksAcross = Math.ceil(this.width / chunk)
    const count = this.chunksAcross * Math.ceil(this.height / chunk)
    this.parts = Array.from({ length: count }, () => NONE)
    this.store = this.numbers = makeStore(this.grid.cells, count, () => (this.flat ??= flatten(this.parts)), (flat) => (this.flat = flat))
    this.system = { name: freeName(this.physics.systems), run: () => this.rebuild() }
    // They are taken from the end.
    for (let i = count - 1; i >= 0; i--) this.note(i)
    let done = false
    try {
      this.rebuild()
      done = true
    } finally {
      if (!done) this.clear()
    }
    this.physics.systems.unshift(this.system)
    bindMethods(this, 'getTile', 'setTile', 'setTiles', 'columnAt', 'rowAt', 'partAt', 'rebuild', 'remove')
  }

  /** Entities that the level is made of now. */
  get count(): number {
    this.follow()
    return this.partOf.size
  }

  /** Whether cells were changed that the entities do not show yet. */
  get pending(): boolean {
    this.follow()
    return this.changed.length > 0
  }

  /** The kind of a cell; 0 where there is nothing, outside of the level, and between its cells. */
  getTile(column: number, row: number): number {
    return this.isInside(column, row) ? this.grid.cells[row * this.width + column]! : 0
  }

  /**
   * Changes one cell. The next step, or {@link rebuild}, makes anew what lies in its chunk and became different: what rests on
   * the rest goes on resting. Safe in observers and in systems.
   * @param kind 0 for nothing.
   * @throws RangeError outside of the level, and on a kind that there is not. @throws Error after {@link remove}.
   */
  setTile(column: number, row: number, kind: number): void {
    this.requireThere('setTile')
    if (!this.isInside(column, row)) {
      throw new RangeError(`setTile: there is no cell in column ${shown(column)} of row ${shown(row)}; the level has ${this.width} columns and ${this.height} rows, from 0.`)
    }
    this.checkKind(kind, column, row, 'setTile')
    this.write(column, row, kind)
  }

  /**
   * Changes a rectangle of cells.
   * @param kinds One for all, or one for each, row after row.
   * @throws RangeError where it is not whole within the level, on a wrong number of kinds, and on a kind that there is not; then
   *   no cell is changed. @throws Error after {@link remove}.
   */
  setTiles(column: number, row: number, width: number, height: number, kinds: number | ArrayLike<number>): void {
    this.requireThere('setTiles')
    const whole = Number.isInteger(column) && Number.isInteger(row) && Number.isInteger(width) && Number.isInteger(height)
    if (!whole || column < 0 || row < 0 || width < 0 || height < 0 || column + width > this.width || row + height > this.height) {
      throw new RangeError(
        `setTiles: ${shown(width)} × ${shown(height)} cells from column ${shown(column)}, row ${shown(row)} are not within the level, ` +
          `which has ${this.width} columns and ${this.height} rows.`,
      )
    }
    if (typeof kinds !== 'number' && (typeof kinds !== 'object' || kinds === null)) {
      throw new TypeError(`setTiles: kinds must be a number or a list of numbers, got ${shown(kinds)}.`)
    }
    if (typeof kinds !== 'number' && kinds.length !== width * height) {
      throw new RangeError(`setTiles: ${width} × ${height} cells are ${width * height}, but there are ${kinds.length} kinds.`)
    }
    for (let i = 0; i < width * height; i++) {
      this.checkKind(typeof kinds === 'number' ? kinds : kinds[i]!, column + (i % width), row + Math.floor(i / width), 'setTiles')
    }
    for (let i = 0; i < width * height; i++) {
      this.write(column + (i % width), row + Math.floor(i / width), typeof kinds === 'number' ? kinds : kinds[i]!)
    }
  }

  /** The column of the cell at a point of the world; it may be outside of the level. @throws RangeError on a place that is not finite. */
  columnAt(x: number): number {
    if (!Number.isFinite(x)) throw new RangeError(`columnAt: x must be finite, got ${shown(x)}.`)
    return Math.floor((x - this.grid.place.originX) / this.grid.place.tileWidth)
  }

  /** The row of the cell at a point of the world; it may be outside of the level. @throws RangeError on a place that is not finite. */
  rowAt(y: number): number {
    if (!Number.isFinite(y)) throw new RangeError(`rowAt: y must be finite, got ${shown(y)}.`)
    return Math.floor((y - this.grid.place.originY) / this.grid.place.down)
  }

  /** The cells that an entity stands for, or undefined where it is none of this level. */
  partAt(entity: EntityId): LevelPart | undefined {
    this.follow()
    return this.partOf.get(entity)
  }

  /**
   * Brings the entities up to date with the cells, as the next step would: for queries before it.
   * Within a call of it, as from an observer of its entities, another one does nothing. @throws Error without physics.
   */
  rebuild(): void {
    if (this.rebuilding || this.removed) return
    this.requireThere('rebuild')
    this.rebuilding = true
    try {
      while (this.changed.length > 0 && !this.removed) {
        const chunk = this.changed[this.changed.length - 1]!
        // Taken off first: an observer may change the same chunk again.
        this.changed.pop()
        this.numbers.waiting[chunk] = 0
        let done = false
        try {
          this.rebuildChunk(chunk)
          done = true
        } finally {
          if (!done) this.note(chunk)
        }
      }
    } finally {
      this.rebuilding = false
      if (this.removed) this.clear()
    }
  }

  /** Removes all its entities, for good; within a {@link rebuild} when that ends. */
  remove(): void {
    if (this.removed) return
    this.removed = true
    if (isWorld(this.world) && !this.rebuilding) this.clear()
    const { systems } = this.physics
    const at = systems.indexOf(this.system)
    if (at >= 0) systems.splice(at, 1)
  }

  private clear(): void {
    for (const parts of this.parts) for (const part of parts) this.drop(part)
    for (let i = 0; i < this.parts.length; i++) this.parts[i] = NONE
  }

  private isInside(column: number, row: number): boolean {
    return Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0 && column < this.width && row < this.height
  }

  private requireThere(caller: string): void {
    if (this.removed) throw new Error(`${caller}: the level was removed. Make another with createTileLevel.`)
    // Physics may have been removed and added again: the step of today has to know the level.
    const { face } = requirePhysics(this.world, caller)
    this.follow()
    if (face === this.physics) return
    this.physics = face
    face.systems.unshift(this.system)
  }

  /** The world was put back, and {@link store} with it: takes its parts from there. */
  private follow(): void {
    const restores = isWorld(this.world) ? (findPhysics(this.world)?.restores ?? this.restores) : this.restores
    if (restores === this.restores) return
    this.restores = restores
    if (this.flat === null || this.removed) return
    const { waiting } = this.numbers
    this.changed.length = 0
    for (let chunk = 0; chunk < waiting.length; chunk++) if (waiting[chunk] !== 0) this.changed[waiting[chunk]! - 1] = chunk
    this.parts = unflatten(this.flat, waiting.length)
    // There may be more behind them than there is of them.
    this.flat = null
    this.partOf.clear()
    for (const parts of this.parts) for (const part of parts) for (const entity of part.entities) this.partOf.set(entity, part)
  }

  private checkKind(kind: number, column: number, row: number, caller: string): void {
    if (kind === 0 || (Number.isInteger(kind) && this.grid.kinds[kind] !== undefined)) return
    throw cellError(kind, column, row, caller)
  }

  private write(column: number, row: number, kind: number): void {
    const at = row * this.width + column
    if (this.grid.cells[at] === kind) return
    this.grid.cells[at] = kind
    this.note(Math.floor(row / this.chunk) * this.chunksAcross + Math.floor(column / this.chunk))
  }

  private note(chunk: number): void {
    const { waiting } = this.numbers
    if (waiting[chunk] === 0) waiting[chunk] = this.changed.push(chunk)
  }

  /** Makes what is new in a chunk, and removes what is no more: the new first, so that nothing falls meanwhile. */
  private rebuildChunk(chunk: number): void {
    const { cells, kinds, width, height } = this.grid
    const column = (chunk % this.chunksAcross) * this.chunk
    const row = Math.floor(chunk / this.chunksAcross) * this.chunk
    const list = new CellList(64)
    mergeCells(cells, width, kinds, column, row, Math.min(column + this.chunk, width), Math.min(row + this.chunk, height), list)
    const old = this.parts[chunk]!
    const gone: LevelPart[] = []
    const parts: LevelPart[] = []
    let k = 0
    let done = false
    try {
      for (let i = 0; i < list.count; i++) {
        const at = i * CELLS_STRIDE
        // Both lists are in the order of first cells.
        while (k < old.length && compare(old[k]!, list.data, at) < 0) gone.push(old[k++]!)
        if (k < old.length && compare(old[k]!, list.data, at) === 0) {
          if (isSame(old[k]!, list.data, at)) {
            parts.push(old[k++]!)
            continue
          }
          gone.push(old[k++]!)
        }
        parts.push(this.make(list.data, at))
      }
      done = true
    } finally {
      // What was made goes again, and what was there stays.
      if (!done) for (const part of parts) if (!old.includes(part)) this.drop(part)
    }
    while (k < old.length) gone.push(old[k++]!)
    this.parts[chunk] = parts
    this.flat = null
    for (const part of gone) this.drop(part)
  }

  private make(data: Int32Array, at: number): LevelPart {
    const bodies: LevelBody[] = []
    this.maker.put(bodies, 0, data, at)
    const entities: EntityId[] = []
    const part: LevelPart = {
      column: data[at]!, row: data[at + 1]!, width: data[at + 2]!, height: data[at + 3]!, kind: data[at + 4]!, entities,
    }
    let done = false
    try {
      for (const body of bodies) {
        const extras = typeof this.extras === 'function' ? this.extras(body) : this.extras
        if (!Array.isArray(extras)) throw new TypeError(`createTileLevel: with must return a list of components, got ${shown(extras)}.`)
        const entity = spawnLevelBody(this.world, body, [this.Tile, ...extras])
        entities.push(entity)
        this.partOf.set(entity, part)
      }
      done = true
    } finally {
      if (!done) this.drop(part)
    }
    return part
  }

  /** Its entities may have been removed by others, and their ids given to others. */
  private drop(part: LevelPart): void {
    for (const entity of part.entities) {
      if (this.partOf.get(entity) !== part) continue
      this.partOf.delete(entity)
      if (entityExists(this.world, entity) && hasComponent(this.world, entity, this.Tile)) removeEntity(this.world, entity)
    }
  }
}

function freeName(systems: readonly System[]): string {
  let name = 'TileLevel'
  for (let i = 2; systems.some((system) => system.name === name); i++) name = `TileLevel ${i}`
  return name
}

/** Whether a part begins before, at or after the rectangle of cells at `data[at]`. */
function compare(part: LevelPart, data: Int32Array, at: number): number {
  return part.row - data[at + 1]! || part.column - data[at]!
}

function isSame(part: LevelPart, data: Int32Array, at: number): boolean {
  return part.width === data[at + 2] && part.height === data[at + 3] && part.kind === data[at + 4]
}

/**
 * Makes a level of static bodies whose cells can be changed: `setTile`, `setTiles`. Cells are merged within chunks; an edit
 * makes anew only what changed in its chunk, so that all else keeps its entity and its contacts.
 * @param grid The cells: `{ width, height, cells }`, or a list of rows. They are copied.
 * @param options See {@link TileLevelOptions}.
 * @throws RangeError or TypeError on a grid, a kind or an option that cannot be used, with the place of what is wrong; then nothing
 *   is made. @throws Error without physics.
 */
export function createTileLevel(world: World, grid: TileGrid, options: TileLevelOptions = {}): TileLevel {
  return new TileLevel(world, grid, options)
}
