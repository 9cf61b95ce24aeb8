import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashWorld } from '../../src/index.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'

const wasm = WebAssembly

// A page whose content security policy forbids WebAssembly.
beforeAll(() => {
  const Module = (): never => {
    throw new wasm.CompileError('forbidden')
  }
  vi.stubGlobal('WebAssembly', { Memory: wasm.Memory, Instance: wasm.Instance, Module })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('where WebAssembly is forbidden the same world comes out, to the last bit', async () => {
  const run = (): number => {
    const built = buildScene(findScene('box-bin')!.create({ count: 60 }), {})
    for (let step = 0; step < 120; step++) built.step()
    return hashWorld(built.world)
  }
  const without = run()
  vi.unstubAllGlobals()
  vi.resetModules()
  const scenes = await import('../../examples/scenes/index.ts')
  const { buildScene: buildAgain } = await import('../../examples/scenes/build.ts')
  const { hashWorld: hashAgain } = await import('../../src/index.ts')
  const built = buildAgain(scenes.findScene('box-bin')!.create({ count: 60 }), {})
  for (let step = 0; step < 120; step++) built.step()
  expect(hashAgain(built.world)).toBe(without)
  expect(built.physics.states.memory.kernel.move.toString()).toContain('[native code]')
})
