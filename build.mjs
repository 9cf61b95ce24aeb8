// Builds the package into dist/: two entries as ES modules that share their code,
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
  const kernel = await writeKernel()
  await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/index.ts', quadtree: 'src/quadtree/index.ts' },
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
    plugins: [{
      name: 'kernel',
      setup({ onLoad }) {
        onLoad({ filter: /kernel-bytes\.ts$/ }, () => ({ contents: kernel, loader: 'js' }))
      },
    }],
  })
}

/** The kernel's module is written now, so that the package holds its bytes and not the code that writes them. */
async function writeKernel() {
  const { outputFiles: [{ text }] } = await build({
    absWorkingDir: root, entryPoints: ['src/solver/kernel/kernel-bytes.ts'], bundle: true, format: 'esm', write: false,
  })
  const { kernelBytes } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
  const bytes = Buffer.from(kernelBytes())
  // Six bits a letter, from '0' on: Node's atob took 11 ms for them.
  const letters = []
  for (let bit = 0; bit < bytes.length * 8; bit += 6) {
    const pair = (bytes[bit >> 3] << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    letters.push(String.fromCharCode(48 + ((pair >> (10 - (bit & 7))) & 63)))
  }
  const code = `export function kernelBytes() {
    const text = ${JSON.stringify(letters.join(''))}
    const bytes = new Uint8Array(${bytes.length})
    for (let i = 0, held = 0, bits = 0, at = 0; i < text.length; i++) {
      held = (held << 6) | (text.charCodeAt(i) - 48)
      bits += 6
      if (bits < 8) continue
      bits -= 8
      bytes[at++] = held >> bits
    }
    return bytes
  }`
  const packed = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  if (!bytes.equals(packed.kernelBytes()) || !WebAssembly.validate(bytes)) throw new Error('build: the kernel is broken')
  return code
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
