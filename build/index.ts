// Builds the package into dist/, and writes docs/errors.md and the table of weights in README.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle, dist, root } from './bundle.ts'
import { errorPage } from './short-texts.ts'
import { withWeights } from './weights.ts'

const { files, texts } = await bundle()
rmSync(dist, { recursive: true, force: true })
for (const [name, text] of files) {
  mkdirSync(dirname(join(dist, name)), { recursive: true })
  writeFileSync(join(dist, name), text)
}
writeFileSync(join(root, 'docs/errors.md'), errorPage(texts))
emitDeclarations()
completeDeclarations()
checkExports()
await weighPrograms()
report()

function emitDeclarations(): void {
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], {
    cwd: root, stdio: 'inherit',
  })
  if (status === 0) return
  console.error('build: the declarations have errors, see above')
  process.exit(1)
}

/**
 * The compiler rewrites the extensions of the code that it emits, but leaves
 * `./file.ts` in declarations, where a consumer has only `./file.d.ts`.
 */
function completeDeclarations(): void {
  for (const file of filesIn(join(dist, 'types'))) {
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(file, 'utf8')
    const fixed = text.replace(/((?:from|import)\s*\(?\s*)(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    if (fixed !== text) writeFileSync(file, fixed)
  }
}

/** What package.json names must be there. */
function checkExports(): void {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
  for (const path of Object.values(exports).flatMap((entry: string | object) => Object.values(Object(entry)))) {
    if (typeof path !== 'string' || path.length === 1 || existsSync(join(root, path))) continue
    console.error(`build: package.json names ${path}, which was not built`)
    process.exit(1)
  }
}

/** The package finds itself by its name. */
async function weighPrograms(): Promise<void> {
  const page = join(root, 'README.md')
  writeFileSync(page, await withWeights(readFileSync(page, 'utf8'), root))
}

function report(): void {
  for (const [name, text] of files) {
    if (!name.endsWith('.js')) continue
    const [size, zipped] = [text.length, gzipSync(text).length].map((bytes) => (bytes / 1024).toFixed(1).padStart(7))
    console.log(`${relative(root, join(dist, name)).padEnd(36)} ${size} kB ${zipped} kB gzip`)
  }
  const declarations = [...filesIn(join(dist, 'types'))].filter((file) => file.endsWith('.d.ts')).length
  console.log(`dist/types ${String(declarations).padStart(33)} declaration files`)
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else yield path
  }
}
