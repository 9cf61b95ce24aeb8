import { expect, it } from 'vitest'
import { crc32 } from '../../src/snapshots/bytes.ts'

/** The remainder of a division of polynomials, one bit after the other. */
function remainderOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = ((crc ^ (byte >>> bit)) & 1) !== 0
      crc = isOdd ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    }
  }
  return ~crc >>> 0
}

it('the checksum is CRC-32, of any part of any bytes, at once or piece by piece', () => {
  expect(crc32(new TextEncoder().encode('123456789'), 0, 9)).toBe(0xcbf43926)
  const buffer = Uint8Array.from({ length: 200 }, (_, i) => (i * 167 + (i >> 3) * 59) & 255)
  for (let from = 0; from < 9; from++) {
    // Within a larger buffer, as a Buffer of Node is.
    const bytes = buffer.subarray(from)
    for (let start = 0; start < 12; start++) {
      for (let end = start; end < 60; end++) {
        const whole = crc32(bytes, start, end)
        if (whole !== remainderOf(bytes.subarray(start, end))) expect.unreachable(`bytes ${from} + ${start} to ${end}`)
        const middle = start + ((end - start) * 3 >> 2)
        if (crc32(bytes, middle, end, crc32(bytes, start, middle)) !== whole) expect.unreachable(`in two pieces, ${start} to ${end}`)
      }
    }
  }
})
