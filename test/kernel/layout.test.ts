import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { LETTERS as JOINT_LETTERS } from '../../src/kernel/joint-bytes.ts'
import { LETTERS } from '../../src/kernel/simd-bytes.ts'
import { root } from '../support/bundle.ts'

test('kernel/layout.h is what the enums say', async () => {
  // As kernel/build.mjs does it: names come in the order that a bundle gives them.
  const { outputFiles: [file] } = buildSync({
    entryPoints: [join(root, 'kernel/layout.ts')], bundle: true, format: 'esm', write: false,
  })
  const { writeLayout } = await import(`data:text/javascript;base64,${Buffer.from(file!.text).toString('base64')}`)
  expect(readFileSync(join(root, 'kernel/layout.h'), 'utf8')).toBe(writeLayout())
})

test.each([LETTERS, JOINT_LETTERS])('the stored kernel is ASCII, so it is the same in every encoding of a page', (letters) => {
  expect(letters).toMatch(/^[!#-[\]-~]+$/)
})
