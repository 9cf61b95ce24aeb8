import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { CODE as JOINTS } from '../../src/kernel/joint-bytes.ts'
import { CODE } from '../../src/kernel/simd-bytes.ts'
import { toBytes } from '../../src/kernel/stored-code.ts'
import { root } from '../support/bundle.ts'

test('kernel/layout.h is what the enums say', async () => {
  // As kernel/build.mjs does it: names come in the order that a bundle gives them.
  const { outputFiles: [file] } = buildSync({
    entryPoints: [join(root, 'kernel/layout.ts')], bundle: true, format: 'esm', write: false,
  })
  const { writeLayout } = await import(`data:text/javascript;base64,${Buffer.from(file!.text).toString('base64')}`)
  expect(readFileSync(join(root, 'kernel/layout.h'), 'utf8')).toBe(writeLayout())
})

test.each([...CODE, ...JOINTS].map(({ letters }) => letters))('the stored kernel is ASCII, so it is the same in every encoding of a page', (letters) => {
  expect(letters).toMatch(/^[!#-[\]-~]+$/)
})

// @ts-expect-error It is a script of the kernel's build, without types.
const { packedModule } = (await import('../../kernel/pack-code.mjs')) as { packedModule: (wasm: Uint8Array) => string }

test.each([['simd-bytes', CODE], ['joint-bytes', JOINTS]])('%s comes to the same when it is unpacked and packed again', (name, code) => {
  const bytes = toBytes(code)
  expect(packedModule(bytes)).toBe(readFileSync(join(root, `src/kernel/${name}.ts`), 'utf8'))
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes))
  expect(imports.filter(({ module }) => module === 'env')).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }])
  // Of the other module what it calls in a substep, and no memory or table.
  const offered = WebAssembly.Module.exports(new WebAssembly.Module(toBytes(CODE))).map((given) => given.name)
  const called = imports.filter(({ module }) => module === 'kernel')
  expect(called.every((asked) => asked.kind === 'function' && offered.includes(asked.name))).toBe(true)
  expect([called.length, imports.length]).toEqual(name === 'joint-bytes' ? [12, 13] : [0, 1])
})
