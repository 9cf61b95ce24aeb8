import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HASH_START, hashFloat, hashFloats, hashWord } from '../../src/math/hash.ts'

describe('hash', () => {
  it('is the same in one go and in pieces', () => {
    fc.assert(fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 20 }), fc.nat(20), (values, cut) => {
      const array = Float64Array.from(values)
      const at = Math.min(cut, array.length)
      const whole = hashFloats(HASH_START, array, 0, array.length)
      expect(hashFloats(hashFloats(HASH_START, array, 0, at), array, at, array.length)).toBe(whole)
      let single = HASH_START
      for (const value of values) single = hashFloat(single, value)
      if (values.length > 0) expect(single).toBe(whole)
    }))
  })

  it('sees every bit of a number', () => {
    const array = new Float64Array(2)
    const words = new Uint32Array(array.buffer)
    const seen = new Set<number>()
    for (let bit = 0; bit < 128; bit++) {
      words.fill(0)
      words[bit >> 5] = (1 << (bit & 31)) >>> 0
      if (array[0] !== array[0] || array[1] !== array[1]) continue
      seen.add(hashFloats(HASH_START, array, 0, 2))
    }
    expect(seen.size).toBe(128)
  })

  it('tells 0 from -0 and treats every NaN alike', () => {
    expect(hashFloat(HASH_START, 0)).not.toBe(hashFloat(HASH_START, -0))
    const other = new Float64Array(1)
    new Uint32Array(other.buffer).set([12345, 0x7ff80001])
    expect(hashFloats(HASH_START, other, 0, 1)).toBe(hashFloat(HASH_START, NaN))
  })

  it('depends on order and stays an unsigned word', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (a, b) => {
      const h = hashWord(hashWord(HASH_START, a), b)
      expect(h >>> 0).toBe(h)
      if (a !== b) expect(h).not.toBe(hashWord(hashWord(HASH_START, b), a))
    }))
  })

  it('spreads: no collision among 20,000 near numbers', () => {
    const seen = new Set<number>()
    const array = new Float64Array(1)
    for (let i = 0; i < 20000; i++) {
      array[0] = 1 + i * Number.EPSILON
      seen.add(hashFloats(HASH_START, array, 0, 1))
    }
    expect(seen.size).toBeGreaterThan(19995)
  })
})
