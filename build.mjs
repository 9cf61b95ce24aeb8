// Builds the package into dist/: entries as ES modules that share their code,
// with source maps and declarations. bitecs stays outside: it is a peer, because
// two copies of it in one program would not know each other's tags.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(fileURLToPath(import.meta.url))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
await bundle()
emitDeclarations()
completeDeclarations()
report()

async function bundle() {
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/index.ts', quadtree: 'src/quadtree/index.ts', 'no-wasm': 'src/no-wasm.ts' },
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['bitecs'],
    chunkNames: 'shared-[hash]',
    sourcemap: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}

function emitDeclarations() {
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
function completeDeclarations() {
  for (const file of files(join(dist, 'types'))) {
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(file, 'utf8')
    const fixed = text.replace(/((?:from|import)\s*\(?\s*)(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
    if (fixed !== text) writeFileSync(file, fixed)
  }
}

function report() {
  for (const file of readdirSync(dist)) {
    if (!file.endsWith('.js')) continue
    const size = statSync(join(dist, file)).size
    console.log(`${relative(root, join(dist, file)).padEnd(28)} ${(size / 1024).toFixed(1).padStart(7)} kB`)
  }
  const declarations = [...files(join(dist, 'types'))].filter((file) => file.endsWith('.d.ts')).length
  console.log(`dist/types                   ${String(declarations).padStart(7)} declaration files`)
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield path
  }
}
