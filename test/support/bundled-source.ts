import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, version } from 'esbuild'
import type { Plugin } from 'vitest/config'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const cache = join(root, '.cache')
const FOLDERS = ['src', 'systems', 'components', 'examples']
const PREFIX = 'sources-'
/** Bundles that nobody has used for so long are removed. */
const DAY = 24 * 60 * 60 * 1000

const OPTIONS = {
  absWorkingDir: root, outbase: root, bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20',
  packages: 'external', minifySyntax: true, sourcemap: 'inline', write: false, logLevel: 'error',
  define: { 'process.env.BITECS_PHYSICS_ROOT': JSON.stringify(root) },
} as const satisfies BuildOptions

/** Where the bundle has what is in a source; undefined for files that are none. */
type Place = (file: string) => string | undefined

let made: Promise<Place> | undefined

/**
 * Gives tests the sources as the package is built, with constants as numbers, which Node runs as they are (see `external` in `vitest.config.ts`): Vitest would transform
 * each file, and reach each import through an object. Who watches files (`npx vitest`) has them file by file.
 */
export function bundledSource(): Plugin {
  let watches = false
  return {
    name: 'bundled-source',
    enforce: 'pre',
    configureVitest({ vitest }) {
      watches = vitest.config.watch
    },
    async resolveId(id, importer) {
      if (watches || importer === undefined || !id.startsWith('.')) return undefined
      const file = resolve(dirname(importer), id)
      if (!FOLDERS.includes(relative(root, file).split(sep)[0]!)) return undefined
      const place = (await (made ??= bundle()))(file)
      return place === undefined ? undefined : { id: place, external: true }
    },
  }
}

/** Each source is an entry, so that any test finds what it imports; what several need is there once. */
async function bundle(): Promise<Place> {
  const sources = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'))
  const hash = createHash('sha1').update(version).update(JSON.stringify(OPTIONS))
  for (const name of sources) hash.update(name).update(readFileSync(join(root, name)))
  const folder = join(cache, `${PREFIX}${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date())
  else await write(folder, sources)
  const places = new Map(sources.map((name) => [join(root, name), join(folder, name.replace(/\.ts$/, '.js'))]))
  return (file) => places.get(file)
}

/** Whole or not at all: another run may be at it. */
async function write(folder: string, sources: string[]): Promise<void> {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache)) {
    const old = join(cache, name)
    if (name.startsWith(PREFIX) && Date.now() - statSync(old).mtimeMs > DAY) rmSync(old, { recursive: true, force: true })
  }
  const draft = mkdtempSync(join(cache, 'draft-'))
  const { outputFiles } = await build({ ...OPTIONS, entryPoints: sources, outdir: draft })
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
