// What of Tiled's JSON maps (`.tmj`, `.tsj`) is read; see doc.mapeditor.org, "JSON Map Format". Files have more.

/** A value with a name that was given to something in the editor. */
export interface TiledProperty {
  readonly name: string
  readonly value: unknown
}

/** A map. Its numbers are in pixels and cells, y down. */
export interface TiledMap {
  readonly width: number
  readonly height: number
  readonly tilewidth: number
  readonly tileheight: number
  readonly layers: readonly TiledLayer[]
  readonly tilesets: readonly TiledTilesetEntry[]
  readonly orientation?: string
  readonly infinite?: boolean
  readonly properties?: readonly TiledProperty[]
}

/** A part of the cells of an infinite map. */
export interface TiledChunk {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly data: readonly number[] | string
}

/** A layer of cells or objects, or a group of layers. */
export interface TiledLayer {
  readonly type: string
  readonly name?: string
  readonly offsetx?: number
  readonly offsety?: number
  readonly visible?: boolean
  readonly properties?: readonly TiledProperty[]
  /** Of tile layers. */
  readonly width?: number
  readonly height?: number
  readonly data?: readonly number[] | string
  readonly chunks?: readonly TiledChunk[]
  readonly encoding?: string
  readonly compression?: string
  /** Of object groups. */
  readonly objects?: readonly TiledObject[]
  /** Of groups. */
  readonly layers?: readonly TiledLayer[]
}

/** An object: a rectangle, unless it says what else it is. Pixels, y down; `rotation` in degrees, clockwise. */
export interface TiledObject {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  readonly rotation?: number
  readonly name?: string
  readonly type?: string
  /** In place of `type` in Tiled 1.9. */
  readonly class?: string
  readonly visible?: boolean
  readonly gid?: number
  readonly ellipse?: boolean
  readonly point?: boolean
  readonly polygon?: readonly { readonly x: number; readonly y: number }[]
  readonly polyline?: readonly { readonly x: number; readonly y: number }[]
  readonly text?: object
  readonly template?: string
  readonly properties?: readonly TiledProperty[]
}

/** What a tileset says of one of its tiles. */
export interface TiledTile {
  readonly id: number
  readonly type?: string
  readonly class?: string
  /** Of a collection of images, where each tile is as large as its own. */
  readonly imagewidth?: number
  readonly imageheight?: number
  readonly objectgroup?: { readonly objects?: readonly TiledObject[] }
  readonly properties?: readonly TiledProperty[]
}

/** A tileset, in the map or in a file of its own. */
export interface TiledTileset {
  readonly name?: string
  readonly tilewidth: number
  readonly tileheight: number
  readonly tilecount?: number
  /** 0 of a collection of images. */
  readonly columns?: number
  /** By how many pixels its tiles are drawn beside their places. */
  readonly tileoffset?: { readonly x: number; readonly y: number }
  readonly objectalignment?: string
  readonly tiles?: readonly TiledTile[]
  readonly properties?: readonly TiledProperty[]
}

/** A tileset of a map: whole, or the name of its file. */
export type TiledTilesetEntry = { readonly firstgid: number } & ({ readonly source: string } | TiledTileset)
