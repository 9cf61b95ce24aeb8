import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { bundle, root } from '../../build/bundle.ts'
import type { Libraries } from './messages.ts'

/** Notes every world that is given physics, so that it can be drawn. */
const NOTING = `import { addPhysics as add } from 'bitecs-physics/original'
export * from 'bitecs-physics/original'
export function addPhysics(world, options) {
  const physics = add(world, options)
  ;(globalThis.worlds ??= []).push(world)
  return physics
}
`

/** What programs can import: the entries of this package as it is built, and bitECS. */
export async function makeLibraries(): Promise<Libraries> {
  const libraries: Record<string, string> = { 'bitecs-physics': NOTING }
  const { files } = await bundle()
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, { default?: string }> }
  const entries = new Map(Object.entries(exports).flatMap(([name, { default: file }]) => (file === undefined ? [] : [[basename(file), name] as const])))
  for (const [file, text] of files) {
    if (!file.endsWith('.js') || file.startsWith('production')) continue
    const entry = entries.get(file)
    // A module without a place can't be imported by its path: the shared parts get names, too.
    const name = entry === undefined ? `bitecs-physics/parts/${file}` : entry === '.' ? 'bitecs-physics/original' : `bitecs-physics${entry.slice(1)}`
    libraries[name] = text.replace(/(\bfrom\s*|\bimport\s*)"\.\/(shared-[^"]+)"/g, '$1"bitecs-physics/parts/$2"').replace(/\/\/# sourceMappingURL=.*\n$/, '')
  }
  const { outputFiles } = await build({
    absWorkingDir: root, entryPoints: { core: 'bitecs', serialization: 'bitecs/serialization' }, outdir: 'x', bundle: true, format: 'esm', target: 'es2022', splitting: true,
    chunkNames: 'shared-[hash]', minify: true, legalComments: 'none', write: false,
  })
  const names: Record<string, string> = { 'core.js': 'bitecs', 'serialization.js': 'bitecs/serialization' }
  for (const { path, text } of outputFiles) {
    const name = names[basename(path)] ?? `bitecs/parts/${basename(path)}`
    libraries[name] = text.replace(/(\bfrom\s*|\bimport\s*)"\.\/(shared-[^"]+)"/g, '$1"bitecs/parts/$2"')
  }
  return libraries
}

/** The page in which programs run, with its script inside. */
export async function makeFrame(): Promise<string> {
  const { outputFiles: [file] } = await build({
    absWorkingDir: root, entryPoints: ['site/runner/frame.ts'], bundle: true, format: 'iife', target: 'es2022', minify: true, write: false,
  })
  const page = readFileSync(join(root, 'site/runner/frame.html'), 'utf8')
  return page.replace("/* the frame's script */", () => file!.text.replaceAll('</script', '<\\/script'))
}
