import { addComponents, addEntity, createWorld, getAllEntities, getEntityComponents, removeEntity, set } from 'bitecs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addPhysics, box, circle, getPhysics, hashWorld, removePhysics, stepPhysics } from '../../src/index.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { plainKernel } from '../../src/no-wasm.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'

const wasm = WebAssembly

afterEach(() => {
  vi.unstubAllGlobals()
})

function fill(t: TestWorld, count: number): void {
  t.addGround()
  for (let i = 0; i < count; i++) t.add(i % 2 === 0 ? box(0.4, 0.3) : circle(0.35), (i % 3) - 1, 0.6 + i * 0.5)
}

/** What the first 16 entities are and do. */
function stateOf({ components, world }: TestWorld): unknown[] {
  const { Position, Rotation, Velocity } = components
  const stores = [Position, Rotation, Velocity].flatMap((store) => Object.values(store) as Float64Array[])
  return [getAllEntities(world).length, ...stores.map((column) => [...column.subarray(0, 16)])]
}

// Before anything else in this file compiles the kernel: that is done once.
describe('where a page forbids WebAssembly', () => {
  const named = /Import \{ plainKernel \} from 'bitecs-physics\/no-wasm'.*addPhysics\(world, \{ kernel: plainKernel \}\)/

  beforeEach(() => {
    const Module = function (): never {
      throw new wasm.CompileError('WebAssembly.Module(): Wasm code generation disallowed by embedder')
    }
    vi.stubGlobal('WebAssembly', { Memory: wasm.Memory, Instance: wasm.Instance, Module })
  })

  test('addPhysics says what to import, and the world is as it was', () => {
    const world = createWorld()
    const entity = addEntity(world)
    const Position = { x: [0, 3], y: new Float32Array([0, 4]) }
    addComponents(world, entity, Position)
    for (let i = 0; i < 2; i++) {
      expect(() => addPhysics(world, { components: { Position } })).toThrow(named)
      expect(getPhysics(world)).toBeUndefined()
      expect([getAllEntities(world).length, getEntityComponents(world, entity)]).toEqual([1, [Position]])
      expect([Position.x, [...Position.y]]).toEqual([[0, 3], [0, 4]])
    }
    const { components } = addPhysics(world, { components: { Position }, kernel: plainKernel })
    addComponents(world, entity, set(components.Shape, circle(0.5)))
    for (let step = 0; step < 60; step++) stepPhysics(world, 1 / 60)
    expect(Position.x[1]).toBe(3)
    expect(Position.y[1]).toBeCloseTo(4 - 9.81 / 2, 0)
  })

  test('so does a world that had physics before, with the bodies that it has', () => {
    const t = new TestWorld({ kernel: plainKernel })
    fill(t, 12)
    t.step(30)
    const before = stateOf(t)
    removePhysics(t.world)
    expect(() => addPhysics(t.world)).toThrow(named)
    expect(getPhysics(t.world)).toBeUndefined()
    expect(stateOf(t)).toEqual(before)
    const again = addPhysics(t.world, { kernel: plainKernel })
    expect([again.components.Position, stateOf(t)]).toEqual([t.components.Position, before])
    t.step(30)
    validate(again)
  })

  test('and where there is none at all', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(() => addPhysics(createWorld())).toThrow(named)
  })
})

test('a kernel of another type is refused', () => {
  const world = createWorld()
  for (const kernel of ['no-wasm', null, true, { plainKernel }]) {
    expect(() => addPhysics(world, { kernel: kernel as never })).toThrow(
      /^addPhysics: kernel must be a function that makes one, such as plainKernel from 'bitecs-physics\/no-wasm', got/,
    )
    expect(getPhysics(world)).toBeUndefined()
  }
  expect(addPhysics(world, { kernel: undefined as never })).toBe(getPhysics(world))
})

/** Makes either constructor of memory fail when it is told to, as engines do. */
function limitMemory() {
  const plan = { left: Infinity, most: Infinity }
  const fails = (bytes: number): boolean => bytes > plan.most || plan.left-- <= 0
  class Memory extends wasm.Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      if (fails(descriptor.initial * 65536)) throw new RangeError('WebAssembly.Memory(): could not allocate memory')
      super(descriptor)
    }
  }
  vi.stubGlobal('WebAssembly', { Memory, Instance: wasm.Instance, Module: wasm.Module })
  const plain: KernelMaker = (bytes) => {
    if (!fails(bytes)) return plainKernel(bytes)
    // No machine has that much.
    return plainKernel(2 ** 52)
  }
  return { plan, plain }
}

describe.each(['in WebAssembly', 'in JavaScript'])('where no memory is left for the kernel %s', (where) => {
  const left = /^RangeError: bitecs-physics: there are no \d+ bytes of memory left for the bodies and contacts of this world/

  function optionsOf(plain: KernelMaker) {
    return { capacity: 16, ...(where === 'in JavaScript' ? { kernel: plain } : {}) }
  }

  test('addPhysics says so, and the world is as it was', () => {
    const { plan, plain } = limitMemory()
    const t = new TestWorld(optionsOf(plain))
    fill(t, 12)
    t.step(10)
    const before = stateOf(t)
    let failed = 0
    for (;;) {
      removePhysics(t.world)
      plan.left = failed
      try {
        addPhysics(t.world, optionsOf(plain))
        break
      } catch (error) {
        failed++
        expect(String(error)).toMatch(left)
        expect((error as Error).cause).toBeInstanceOf(RangeError)
        expect(getPhysics(t.world)).toBeUndefined()
      }
      plan.left = Infinity
      expect(stateOf(t)).toEqual(before)
      validate(addPhysics(t.world, optionsOf(plain)))
      expect(stateOf(t)).toEqual(before)
    }
    expect(failed).toBeGreaterThan(0)
  })

  test('an addition says so, and the world goes on as it was', () => {
    const { plan, plain } = limitMemory()
    // What a memory has to spare is refused, so that it is used up soon.
    plan.most = 2e6
    const t = new TestWorld(optionsOf(plain))
    const other = new TestWorld({ capacity: 1024 })
    for (const world of [t, other]) {
      fill(world, 14)
      world.step(20)
    }
    plan.left = 0
    // A memory has room to spare, in which columns grow at first.
    const isRefused = (x: number): boolean => {
      try {
        t.ball(x, 9)
      } catch {
        removeEntity(t.world, Math.max(...getAllEntities(t.world)))
        removeEntity(other.world, other.ball(x, 9))
        return true
      }
      other.ball(x, 9)
      return false
    }
    for (let x = 20; !isRefused(x); x += 3) expect(x).toBeLessThan(1000)
    for (let i = 0; i < 3; i++) {
      expect(() => t.ball(0, 9)).toThrow(/no \d+ bytes of memory left/)
      removeEntity(t.world, Math.max(...getAllEntities(t.world)))
      removeEntity(other.world, other.ball(0, 9))
      t.step(5)
      other.step(5)
      expect(hashWorld(t.world)).toBe(hashWorld(other.world))
    }
    plan.left = plan.most = Infinity
    for (const world of [t, other]) {
      fill(world, 20)
      world.step(30)
    }
    expect(hashWorld(t.world)).toBe(hashWorld(other.world))
    validate(t.physics)
  })

  test('a step that needs more says so, and later steps go on', () => {
    const { plan, plain } = limitMemory()
    // Smaller worlds have room for their contacts from the beginning.
    const t = new TestWorld({ ...optionsOf(plain), capacity: 2048 })
    t.addGround()
    t.step()
    for (let i = 0; i < 400; i++) t.add(box(0.5, 0.5), (i % 20) - 10, 0.5 + Math.floor(i / 20))
    let failed = 0
    for (let done = false; !done; ) {
      plan.left = failed
      try {
        t.step()
        done = true
      } catch (error) {
        failed++
        expect(String(error)).toMatch(left)
      }
    }
    expect(failed).toBeGreaterThan(0)
    plan.left = Infinity
    t.step(30)
    validate(t.physics)
    expect(t.physics.stats.contacts).toBeGreaterThan(700)
    const { y } = t.components.Position
    for (let entity = 2; entity <= 401; entity++) expect(y[entity]).toBeGreaterThan(0.45)
  })
})
