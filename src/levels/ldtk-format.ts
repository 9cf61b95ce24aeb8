/* oxlint-disable eslint/no-underscore-dangle -- the names of the format */
// What of LDtk's JSON (1.5; `.ldtk`, `.ldtkl`) is read; see ldtk.io/json. Files have more.

/** A project, or one world of it. */
export interface LdtkProject {
  readonly levels: readonly LdtkLevel[]
  readonly worldLayout?: string | null
  /** Where the project has several worlds; it has no levels of its own then. */
  readonly worlds?: readonly { readonly levels: readonly LdtkLevel[]; readonly worldLayout?: string | null }[]
  readonly defaultGridSize?: number
  readonly defs?: { readonly layers?: readonly LdtkLayerDefinition[] }
}

/** Of a layer: which numbers its cells have, and what these are called. */
export interface LdtkLayerDefinition {
  readonly uid: number
  readonly intGridValues?: readonly { readonly value: number; readonly identifier?: string | null }[]
}

/** A level. Where it is in the world and how large: in pixels, y down. */
export interface LdtkLevel {
  readonly identifier: string
  readonly iid?: string
  readonly worldX: number
  readonly worldY: number
  readonly pxWid: number
  readonly pxHei: number
  readonly externalRelPath?: string | null
  /** Null where the level is in a file of its own. */
  readonly layerInstances?: readonly LdtkLayer[] | null
  readonly fieldInstances?: readonly LdtkField[]
}

/** A layer of a level: cells, or entities. */
export interface LdtkLayer {
  readonly __identifier: string
  readonly __type: string
  readonly __cWid: number
  readonly __cHei: number
  readonly __gridSize: number
  readonly __pxTotalOffsetX?: number
  readonly __pxTotalOffsetY?: number
  readonly layerDefUid?: number
  readonly intGridCsv?: readonly number[]
  /** In place of `intGridCsv` before LDtk 0.8. */
  readonly intGrid?: unknown
  readonly entityInstances?: readonly LdtkEntity[]
}

/** An entity. `px` is where its pivot is in the layer, in pixels. */
export interface LdtkEntity {
  readonly __identifier: string
  readonly iid: string
  readonly px: readonly number[]
  readonly width: number
  readonly height: number
  readonly __pivot: readonly number[]
  readonly __tags?: readonly string[]
  readonly fieldInstances?: readonly LdtkField[]
}

/** A field that was given to a level or an entity in the editor. */
export interface LdtkField {
  readonly __identifier: string
  readonly __value?: unknown
}
