import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSync } from 'esbuild'
import { root } from '../support/bundle.ts'
import { type Block, blocksOf, pages } from './blocks.ts'

/** The entries of the package: those with longer names first, of which the others are the beginning. */
const ENTRIES: Readonly<Record<string, string>> = {
  'bitecs-physics/quadtree': 'src/quadtree/index.ts', 'bitecs-physics/debug': 'src/debug/index.ts',
  'bitecs-physics/recording': 'src/recording/index.ts', 'bitecs-physics/worker': 'src/worker/index.ts',
  'bitecs-physics': 'src/index.ts',
}

// Inside the repository, so that bitecs is found; the name is ignored by the linter and by git.
const folder = join(root, 'test/docs', `.run-${process.pid}`)
const blocks = pages().flatMap((page) => blocksOf(page))

function fileOf(block: Block): string {
  return join(folder, `${block.page.replace(/\W/g, '-')}-${block.line}.ts`)
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  for (const block of blocks) writeFileSync(fileOf(block), `${block.code}\nexport {}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
    extends: '../../../tsconfig.json',
    compilerOptions: {
      // As strict as a user may be.
      noUncheckedIndexedAccess: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [join(root, file)]])),
    },
    include: ['*.ts'],
    exclude: [],
  }))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the finder of blocks reads marks, joins what is continued, and refuses what it does not know', () => {
  const text = 'a\n```ts\nlet a = 1\n```\n```ts continued\na++\n```\n```js\nno\n```\n```ts no-run\nb\n```\n'
  expect(blocksOf('x.md', text).map(({ line, code, runs }) => [line, code, runs])).toEqual([
    [2, 'let a = 1', true], [5, 'let a = 1\na++', true], [11, 'b', false],
  ])
  expect(() => blocksOf('x.md', '```ts norun\n```\n')).toThrow("x.md:1: unknown mark 'norun'")
  expect(() => blocksOf('x.md', '```ts continued\n```\n')).toThrow('no block to continue')
  expect(() => blocksOf('x.md', '```ts\n')).toThrow('not closed')
})

test('every block of the documentation has sound types', () => {
  if (blocks.length === 0) return
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  try {
    execFileSync(process.execPath, [compiler, '--noEmit', '-p', join(folder, 'tsconfig.json')], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const printed = (error as { stdout: string }).stdout
    // What is wrong in the library itself is told by `npm run check`.
    const ours = printed.split('\n').filter((line) => line.includes('.run-') || line.startsWith(' '))
    expect(ours.join('\n')).toBe('')
  }
})

const running = blocks.filter((block) => block.runs)
const label = (block: Block) => [`${block.page}:${block.line}`, block] as const

/** Runs every block in one process, each in worlds of its own. Returns what each of them threw, '' where it went well. */
function runAll(): string[] {
  buildSync({
    absWorkingDir: root, entryPoints: running.map(fileOf), outdir: folder, outExtension: { '.js': '.mjs' }, bundle: true,
    splitting: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'silent',
    alias: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)])),
  })
  const all = join(folder, 'all.mjs')
  const report = join(folder, 'report.json')
  writeFileSync(all, `import { writeFileSync } from 'node:fs'
const thrown = []
for (const file of ${JSON.stringify(running.map((block) => fileOf(block).replace(/\.ts$/, '.mjs')))}) {
  thrown.push(await import(file).then(() => '', (error) => String(error?.stack ?? error)))
}
writeFileSync(${JSON.stringify(report)}, JSON.stringify(thrown))
`)
  execFileSync(process.execPath, [all], { encoding: 'utf8', stdio: 'pipe', timeout: 60_000 })
  return JSON.parse(readFileSync(report, 'utf8')) as string[]
}

let thrown: string[] = []
beforeAll(() => {
  thrown = runAll()
})

test.each(running.map(label))('%s runs', (_, block) => {
  expect(thrown[running.indexOf(block)]).toBe('')
})
