// Compiles the kernel: `npm install --prefix kernel && node kernel/build.mjs`. Writes kernel/layout.h and the two builds in
// src/kernel. With --check it writes nothing, and fails where what is checked in differs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { runClang } from '@yowasp/clang'
import { packedModule } from './pack-code.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)

/**
 * For the compiler, and for the linker, which compiles all once more: loops are of vectors where the source writes them so, and no branch is written
 * twice for who jumps to it. With both the bytes were 0.7 kB more (gzipped, and 0.5 of joints), and no scene faster. Rejected, each with what
 * a step takes: no vectors of what stands side by side, 0.3 kB less (1.02); loops not turned upside down, 1.2 (1.01); none unrolled as they run, 1.3
 * (1.01 to 1.02); less inlined, 0.9 (1.01 to 1.02).
 */
const SHORTER = ['-vectorize-loops=0', '-jump-threading-threshold=0']

const FLAGS = [
  '--target=wasm32', '-std=c23', '-O2', '-ffp-contract=off', '-fno-builtin', '-nostdlib', '-Wall', '-Wextra', '-Werror',
  '-fvisibility=hidden', '-flto', '-mcpu=mvp', '-mmutable-globals', ...SHORTER.flatMap((option) => ['-mllvm', option]),
]
const LINK = [
  '-Wl,--no-entry', '-Wl,--import-memory', '-Wl,-z,stack-size=4096', '-Wl,--stack-first', '-Wl,--strip-all', '-Wl,-O2', '-Wl,--lto-O2',
  // A copy of a function for each constant argument: the passes over joints would be there twice, 2 kB gzipped.
  '-Wl,-mllvm,-funcspec-max-iters=0', ...SHORTER.map((option) => `-Wl,-mllvm,${option}`),
]

/** The functions that only a world with joints needs: half of the bytes. They are a module of their own, with the same memory. */
const JOINTS = /Joints$|Trees$/

const check = process.argv.includes('--check')
const stale = []

put('kernel/layout.h', await layoutHeader())
const sources = Object.fromEntries(
  readdirSync(here).filter((name) => /\.[ch]$/.test(name)).map((name) => [name, readFileSync(join(here, name), 'utf8')]),
)
const simd = shrink(await compile('-msimd128', '-mbulk-memory'))
put('src/kernel/simd-bytes.ts', packedModule(split(simd, (name) => !JOINTS.test(name))))
put('src/kernel/joint-bytes.ts', packedModule(split(simd, (name) => JOINTS.test(name))))
put('src/kernel/plain-code.js', await plainModule(await compile('-mno-bulk-memory', '-mno-sign-ext', '-DONE_COPY')))
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
  refuseData(files['kernel.wasm'])
  return files['kernel.wasm']
}

/** Data that the linker puts behind the stack would lie on the address table, and be written there when a module is made. */
function refuseData(bytes) {
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      value |= (bytes[at] & 127) << shift
      if (bytes[at++] < 128) return value
    }
  }
  while (at < bytes.length) {
    const section = bytes[at++]
    const end = number() + at
    if (section === 11) throw new Error(`kernel: the compiler made ${end - at} bytes of data: write what it made them of without tables and initializers`)
    at = end
  }
}

/** The same module in fewer bytes. Nothing lies in the first kilobyte but the far end of the stack: addresses wrap nowhere. */
function shrink(bytes) {
  return inFolder((folder) => {
    const file = join(folder, 'kernel.wasm')
    writeFileSync(file, bytes)
    callBinaryen('wasm-opt', file, '--enable-simd', '--enable-bulk-memory', '-Oz', '--low-memory-unused', '--converge', '--output', file)
    return readFileSync(file)
  })
}

/** The module with some of its functions alone. They are what they were, byte by byte. */
function split(bytes, isKept) {
  const names = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name)
  return inFolder((folder) => {
    const [file, graph, output] = [join(folder, 'kernel.wasm'), join(folder, 'graph.json'), join(folder, 'part.wasm')]
    writeFileSync(file, bytes)
    writeFileSync(graph, JSON.stringify(names.filter(isKept).map((name) => ({ name: `export ${name}`, root: true, export: name }))))
    callBinaryen('wasm-metadce', file, '--enable-simd', '--enable-bulk-memory', '--graph-file', graph, '--output', output)
    return readFileSync(output)
  })
}

/** The module as JavaScript, by binaryen. What it makes of growing memories is left out: ours is replaced, never grown. */
async function plainModule(bytes) {
  const text = inFolder((folder) => {
    const [input, output] = [join(folder, 'kernel.wasm'), join(folder, 'kernel.js')]
    writeFileSync(input, bytes)
    // V8 makes no machine code of functions as long as all passes over joints in one: scenes of joints took 6 to 11 times as long.
    callBinaryen('wasm2js', input, '-O3', '--one-caller-inline-max-function-size', '100', '--output', output)
    return readFileSync(output, 'utf8')
  })
  const code = text.slice(0, text.indexOf('var memasmFunc')).replace(' memory.grow = __wasm_memory_grow;\n', '')
  const { code: small } = await transform(`${code}\nexport { asmFunc as makePlainKernel }`, {
    minify: true, treeShaking: true, format: 'esm', target: 'es2022',
  })
  return `// Written by kernel/build.mjs: do not edit.\n${small}`
}

function callBinaryen(tool, ...args) {
  execFileSync(process.execPath, [join(here, 'node_modules/binaryen/bin', tool), ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Does something with files in a folder that is then removed. */
function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
