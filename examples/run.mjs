// Bundles one TypeScript entry with esbuild and runs it in this process:
// a bundle is what users ship, and it is what should be measured.
import { build } from 'esbuild'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const entry = process.argv[2]
if (!entry) {
  console.error('usage: node examples/run.mjs ENTRY.ts [ARG ...]')
  process.exit(2)
}
// Inside the entry's own folder, so that its packages resolve from there.
const out = mkdtempSync(join(dirname(resolve(entry)), '.run-'))
process.on('exit', () => rmSync(out, { recursive: true, force: true }))
const outfile = join(out, 'bundle.mjs')
const { outputFiles } = await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  // As the package is built: constants become numbers.
  minifySyntax: true,
  sourcemap: 'inline',
  define: { 'process.env.BITECS_PHYSICS_ROOT': JSON.stringify(root) },
  logLevel: 'error',
  write: false,
})
const keeper = join(out, 'keep-constants.mjs')
await build({
  entryPoints: [join(root, 'build/keep-constants.ts')], outfile: keeper, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error',
})
const { keepConstants } = await import(pathToFileURL(keeper).href)
writeFileSync(outfile, keepConstants(outputFiles[0].text))
process.argv.splice(1, 2, entry)
await import(pathToFileURL(outfile).href)
