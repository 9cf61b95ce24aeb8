import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** The pixels of a picture, four bytes each. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Reads a PNG of eight bits a channel, with alpha, that is not interlaced. */
export function readPicture(path: URL): Picture {
  const file = readFileSync(path)
  const [width, height, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file.readUInt32BE(24)]
  if (kind !== 0x08060000) throw new Error(`${path.pathname} is no picture of four channels of eight bits.`)
  const parts: Buffer[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(parts)), width, height) }
}

function unfilter(rows: Uint8Array, width: number, height: number): Uint8Array {
  const line = 4 * width
  const out = new Uint8Array(line * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (line + 1)]!
    for (let i = 0; i < line; i++) {
      const at = y * line + i
      const left = i < 4 ? 0 : out[at - 4]!
      const above = y === 0 ? 0 : out[at - line]!
      const corner = i < 4 || y === 0 ? 0 : out[at - line - 4]!
      out[at] = rows[y * (line + 1) + 1 + i]! + [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!
    }
  }
  return out
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
