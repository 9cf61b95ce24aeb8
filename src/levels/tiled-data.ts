import { checkForm } from './form.ts'
import type { TiledChunk, TiledLayer, TiledMap } from './tiled-format.ts'
import { MAP } from './tiled-forms.ts'
import { shown } from '../shown.ts'

/** Cells of a tile layer as they are in the file, and where the first one is. */
export interface RawCells {
  readonly firstColumn: number
  readonly firstRow: number
  readonly width: number
  readonly height: number
  readonly gids: Uint32Array
}

const MOST_CELLS = 2 ** 28

/** The cells of a tile layer, of all its chunks together where the map is infinite. */
export function readCells(layer: TiledLayer, place: string): RawCells {
  if (layer.chunks === undefined) {
    const { width = 0, height = 0 } = layer
    return { firstColumn: 0, firstRow: 0, width, height, gids: readGids(layer.data, width * height, layer, place) }
  }
  const { chunks } = layer
  if (chunks.length === 0) return { firstColumn: 0, firstRow: 0, width: 0, height: 0, gids: new Uint32Array(0) }
  const firstColumn = Math.min(...chunks.map(({ x }) => x))
  const firstRow = Math.min(...chunks.map(({ y }) => y))
  const width = Math.max(...chunks.map((chunk) => chunk.x + chunk.width)) - firstColumn
  const height = Math.max(...chunks.map((chunk) => chunk.y + chunk.height)) - firstRow
  if (!(width * height >= 0 && width * height <= MOST_CELLS)) throw new RangeError(`${place}: its chunks span ${width} × ${height} cells, which are too many for one level.`)
  const gids = new Uint32Array(width * height)
  chunks.forEach((chunk, i) => copyChunk(gids, width, chunk, firstColumn, firstRow, readGids(chunk.data, chunk.width * chunk.height, layer, `${place}, chunk ${i}`)))
  return { firstColumn, firstRow, width, height, gids }
}

function copyChunk(gids: Uint32Array, width: number, chunk: TiledChunk, firstColumn: number, firstRow: number, from: Uint32Array): void {
  for (let row = 0; row < chunk.height; row++) {
    const at = (chunk.y - firstRow + row) * width + chunk.x - firstColumn
    gids.set(from.subarray(row * chunk.width, (row + 1) * chunk.width), at)
  }
}

function readGids(data: unknown, count: number, layer: TiledLayer, place: string): Uint32Array {
  const gids = typeof data === 'string' ? decode(data, layer, place) : listed(data, place)
  if (gids.length === count) return gids
  throw new RangeError(`${place}: there are ${gids.length} cells, but its width and height make ${count}.`)
}

function listed(data: unknown, place: string): Uint32Array {
  if (!Array.isArray(data)) throw new TypeError(`${place}: it has no data. Is this a map that Tiled saved as JSON (.tmj)?`)
  data.forEach((gid: unknown, i) => {
    if (!(Number.isInteger(gid) && (gid as number) >= 0 && (gid as number) <= 0xffffffff)) {
      throw new RangeError(`${place}: number ${i} of its data is ${shown(gid)}, which is no id of a tile.`)
    }
  })
  return Uint32Array.from(data as number[])
}

function decode(data: string, layer: TiledLayer, place: string): Uint32Array {
  const { compression = '' } = layer
  if (compression !== '') {
    throw new RangeError(
      `${place}: it is compressed with ${compression}. In Tiled set Map > Map Properties > Tile Layer Format to CSV or to Base64 (uncompressed) and save` +
        (compression === 'zstd' ? '.' : ', or await inflateTiled(map) before.'),
    )
  }
  return gidsOf(bytesOf(data, place))
}

function bytesOf(data: string, place: string): Uint8Array<ArrayBuffer> {
  let text: string
  try {
    text = atob(data.trim())
  } catch {
    throw new RangeError(`${place}: its data is no base64.`)
  }
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** Little-endian, whatever this machine is. */
function gidsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  const view = new DataView(bytes.buffer)
  const gids = new Uint32Array(bytes.length >> 2)
  for (let i = 0; i < gids.length; i++) gids[i] = view.getUint32(4 * i, true)
  return gids
}

/** @throws TypeError on what Tiled did not write, such as the text of a file. */
export function checkMap(map: TiledMap, caller: string): void {
  if (typeof map !== 'object' || map === null || !Array.isArray(map.layers)) {
    throw new TypeError(`${caller}: this is no map of Tiled. Save it as JSON (.tmj), and pass what JSON.parse makes of the file.`)
  }
  checkForm(map, MAP, `${caller}: map`)
}

/**
 * The same map with its compressed layers as plain numbers, for {@link fromTiled}, which does not wait. Uses the
 * `DecompressionStream` of browsers and Node.
 * @throws RangeError on a compression that it does not know (zstd). @throws TypeError on what is no map.
 */
export async function inflateTiled(map: TiledMap): Promise<TiledMap> {
  checkMap(map, 'inflateTiled')
  return { ...map, layers: await Promise.all(map.layers.map(inflateLayer)) }
}

async function inflateLayer(layer: TiledLayer): Promise<TiledLayer> {
  if (layer.layers !== undefined) return { ...layer, layers: await Promise.all(layer.layers.map(inflateLayer)) }
  const { compression = '' } = layer
  if (compression === '') return layer
  const place = `inflateTiled: layer '${layer.name ?? ''}'`
  if (compression !== 'zlib' && compression !== 'gzip') {
    throw new RangeError(`${place}: it is compressed with ${compression}, which cannot be undone here. In Tiled set Map > Map Properties > Tile Layer Format to CSV.`)
  }
  const inflate = async (data: readonly number[] | string): Promise<number[]> => {
    const stream = new Blob([bytesOf(String(data), place)]).stream().pipeThrough(new DecompressionStream(compression === 'zlib' ? 'deflate' : 'gzip'))
    const bytes = await new Response(stream).arrayBuffer().catch(() => {
      throw new RangeError(`${place}: its data is not what ${compression} makes.`)
    })
    return [...gidsOf(new Uint8Array(bytes))]
  }
  const { data, chunks } = layer
  return {
    ...layer, encoding: 'csv', compression: '',
    ...(data === undefined ? {} : { data: await inflate(data) }),
    ...(chunks === undefined ? {} : { chunks: await Promise.all(chunks.map(async (chunk) => ({ ...chunk, data: await inflate(chunk.data) }))) }),
  }
}
