import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signed, unsigned } from '../../src/wasm/bytes.ts'
import { ModuleBuilder } from '../../src/wasm/module-builder.ts'
import { Kind, f32x4, f64, f64x2, i32, v128 } from '../../src/wasm/value.ts'

function decodeUnsigned(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte, i) => sum + (byte & 0x7f) * 2 ** (7 * i), 0)
}

function decodeSigned(bytes: readonly number[]): number {
  const negative = (bytes[bytes.length - 1]! & 0x40) !== 0
  return decodeUnsigned(bytes) - (negative ? 2 ** (7 * bytes.length) : 0)
}

type Program = Record<string, (...values: number[]) => void>

function build(write: (builder: ModuleBuilder) => void): { run: Program; memory: WebAssembly.Memory } {
  const builder = new ModuleBuilder()
  write(builder)
  const memory = new WebAssembly.Memory({ initial: 1 })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(builder.bytes()), { env: { memory } })
  return { run: instance.exports as unknown as Program, memory }
}

describe('integers', () => {
  test('are written so that reading them back gives the same', () => {
    fc.assert(fc.property(fc.nat(0x7fffffff), (n) => decodeUnsigned(unsigned(n)) === n))
    fc.assert(fc.property(fc.integer(), (n) => decodeSigned(signed(n)) === n))
  })

  test('have known forms', () => {
    expect(unsigned(624485)).toEqual([0xe5, 0x8e, 0x26])
    expect(signed(-123456)).toEqual([0xc0, 0xbb, 0x78])
    expect(signed(64)).toEqual([0xc0, 0x00])
  })
})

describe('a module', () => {
  test('works on two doubles as JavaScript does on each, and stores single floats', () => {
    const { run, memory } = build((module) => module.function('mix', (b) => {
      const at = b.parameter(Kind.I32)
      const x = b.let(v128.load(at))
      const mixed = f64x2.div(f64x2.sub(x, f64x2.splat(f64.of(2))), v128.load(at, 16))
      const floats = b.let(f32x4.demote(mixed))
      b.storeLane(at, 32, floats, 1)
      b.storeLane(at, 40, floats, 0)
    }))
    new Float64Array(memory.buffer).set([9, -2, 4, 8])
    run['mix']!(0)
    expect([...new Float32Array(memory.buffer, 32, 4)]).toEqual([-0.5, 0, 1.75, 0])
  })

  test('runs a loop over addresses, also over none', () => {
    const { run, memory } = build((module) => module.function('double', (b) => {
      const first = b.parameter(Kind.I32)
      const end = b.parameter(Kind.I32)
      b.forEach(first, end, 8, () => b.storeF64(first, 0, f64.mul(f64.load(first), f64.of(2))))
    }))
    const numbers = new Float64Array(memory.buffer)
    numbers.set([1, 2, 3, 4])
    run['double']!(8, 24)
    expect([...numbers.subarray(0, 4)]).toEqual([1, 4, 6, 4])
    run['double']!(8, 8)
    expect([...numbers.subarray(0, 4)]).toEqual([1, 4, 6, 4])
  })

  test('works on four floats as JavaScript does on each', () => {
    const { run, memory } = build((module) => module.function('mix', (b) => {
      const at = b.parameter(Kind.I32)
      const x = b.let(v128.load(at))
      const y = b.let(v128.load(at, 16))
      const kept = v128.select(f32x4.div(x, y), f32x4.pmax(x, y), f32x4.gt(x, y))
      b.when(v128.any(f32x4.lt(x, y)), () => b.storeV128(at, 32, kept))
      b.storeV128(at, 48, f32x4.pick(x, y, [3, 4, 0, 6]))
      b.storeV128(at, 64, f64x2.promote(x))
      b.storeF64(i32.add(at, i32.of(80)), 0, f64.sqrt(f64.load(at, 64)))
    }))
    const f = new Float32Array(memory.buffer)
    f.set([9, -2, 3.5, 4, 2, 5, 3.5, 16])
    run['mix']!(0)
    expect([...f.subarray(8, 12)]).toEqual([4.5, 5, 3.5, 16])
    expect([...f.subarray(12, 16)]).toEqual([4, 2, 9, 3.5])
    expect([...new Float64Array(memory.buffer, 64, 3)]).toEqual([9, -2, 3])
  })
})
