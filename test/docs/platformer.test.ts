import { execFileSync } from 'node:child_process'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../support/bundle.ts'
import { blocksOf, pages } from './blocks.ts'

test('the platformer of the documentation is a game of at most 120 lines, and plays as the page says', () => {
  const [game, played] = blocksOf(pages().find((page) => page.endsWith('platformer.md'))!)
  expect(game!.code.split('\n').length).toBeLessThanOrEqual(120)
  const { outputFiles } = buildSync({
    stdin: { contents: played!.code, resolveDir: root, loader: 'ts' }, alias: { 'bitecs-physics': `${root}/src/index.ts` },
    bundle: true, format: 'esm', platform: 'node', target: 'node20', write: false, logLevel: 'error',
  })
  const printed = execFileSync(process.execPath, ['--input-type=module'], { input: outputFiles[0]!.text, encoding: 'utf8' })
  const said = [...played!.code.matchAll(/console\.log\(.*\) \/\/ ([^:\n]*)/g)].map(([, text]) => text)
  expect(said).toHaveLength(3)
  expect(printed.trim().split('\n')).toEqual(said)
})
