// Compiles the kernel: `npm install --prefix kernel && node kernel/build.mjs`. Writes kernel/layout.h and the two builds in
// src/kernel. With --check it writes nothing, and fails where what is checked in differs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { runClang } from '@yowasp/clang'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)

const FLAGS = [
  '--target=wasm32', '-std=c23', '-O2', '-ffp-contract=off', '-fno-builtin', '-nostdlib', '-Wall', '-Wextra', '-Werror',
  '-fvisibility=hidden', '-flto', '-mcpu=mvp', '-mmutable-globals',
]
const LINK = [
  '-Wl,--no-entry', '-Wl,--import-memory', '-Wl,-z,stack-size=4096', '-Wl,--stack-first', '-Wl,--strip-all', '-Wl,-O2', '-Wl,--lto-O2',
  // A copy of a function for each constant argument: the passes over joints would be there twice, 2 kB gzipped.
  '-Wl,-mllvm,-funcspec-max-iters=0',
]

const check = process.argv.includes('--check')
const stale = []

put('kernel/layout.h', await layoutHeader())
const sources = Object.fromEntries(
  readdirSync(here).filter((name) => /\.[ch]$/.test(name)).map((name) => [name, readFileSync(join(here, name), 'utf8')]),
)
put('src/kernel/simd-bytes.ts', bytesModule(await compile('-msimd128', '-mbulk-memory')))
put('src/kernel/plain-code.js', await plainModule(await compile('-mno-bulk-memory', '-mno-sign-ext')))
if (stale.length > 0) {
  console.error(`kernel: ${stale.join(', ')} ${stale.length === 1 ? 'is' : 'are'} not what the sources give: run node kernel/build.mjs`)
  process.exit(1)
}

/** Writes a file, or notes that it differs. */
function put(name, text) {
  const path = join(root, name)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  if (check) stale.push(name)
  else writeFileSync(path, text)
}

async function layoutHeader() {
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [join(here, 'layout.ts')], bundle: true, format: 'esm', write: false, logLevel: 'warning',
  })
  const { writeLayout } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
  return writeLayout()
}

async function compile(...features) {
  const names = Object.keys(sources).filter((name) => name.endsWith('.c'))
  const files = await runClang(['clang', ...FLAGS, ...features, ...names, ...LINK, '-o', 'kernel.wasm'], sources, {
    stdout: (bytes) => bytes && process.stdout.write(bytes),
    stderr: (bytes) => bytes && process.stderr.write(bytes),
    fetchProgress: () => {},
  }).catch(() => process.exit(1))
  return files['kernel.wasm']
}

/**
 * A module that holds bytes as letters of ASCII, of which gzip makes hardly more than of the bytes themselves. The 90
 * bytes from 249 on, past 255, which are most of what there is in a kernel, are one letter from % to ~ each; # before a
 * letter is for the 90 that follow, $ for the rest. `simd-kernel.ts` reads it.
 */
function bytesModule(bytes) {
  const letters = Array.from(bytes, (byte) => {
    const value = (byte + 7) % 256
    return ['', '#', '$'][Math.floor(value / 90)] + String.fromCharCode(37 + value % 90)
  }).join('')
  return `// Written by kernel/build.mjs: do not edit.\nexport const SIMD_LETTERS = ${JSON.stringify(letters)}\n`
}

/** The module as JavaScript, by binaryen. What it makes of growing memories is left out: ours is replaced, never grown. */
async function plainModule(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'))
  const [input, output] = [join(folder, 'kernel.wasm'), join(folder, 'kernel.js')]
  writeFileSync(input, bytes)
  const wasm2js = join(here, 'node_modules/binaryen/bin/wasm2js')
  execFileSync(process.execPath, [wasm2js, input, '-O3', '--output', output], { stdio: 'inherit' })
  const text = readFileSync(output, 'utf8')
  rmSync(folder, { recursive: true })
  const code = text.slice(0, text.indexOf('var memasmFunc')).replace(' memory.grow = __wasm_memory_grow;\n', '')
  const { code: small } = await transform(`${code}\nexport { asmFunc as makePlainKernel }`, {
    minify: true, treeShaking: true, format: 'esm', target: 'es2022',
  })
  return `// Written by kernel/build.mjs: do not edit.\n${small}`
}
