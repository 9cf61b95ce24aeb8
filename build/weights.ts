import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** A program whose weight is held down, in kB (1,000 bytes), minified and gzipped, bitECS not counted. */
export interface Program {
  readonly name: string
  readonly code: string
  /** The bar of the build with whole texts: what is there, rounded up. What raises one says in its commit what it is for. */
  readonly whole: number
  /** The bar of the build with codes. */
  readonly short: number
}

const program = (name: string, code: string, whole: number, short: number): Program => ({ name, code, whole, short })

export const PROGRAMS: readonly Program[] = [
  program('the program at the top', "export { addPhysics, circle, queryPairs, rect, spawnBody, stepPhysics } from 'bitecs-physics'", 153.3, 149.1),
  program('the same with a hinge', "export { addPhysics, circle, queryPairs, rect, revoluteJoint, spawnBody, stepPhysics } from 'bitecs-physics'", 210.2, 205.4),
  program('a world that is only stepped', "export { addPhysics, box, circle, stepPhysics } from 'bitecs-physics'", 147.9, 144),
  program('everything', "export * from 'bitecs-physics'", 304.1, 295),
  program('everything of debug', "export * from 'bitecs-physics/debug'", 38.9, 38.1),
  program('everything of recording', "export * from 'bitecs-physics/recording'", 108.6, 106),
  program('everything of the quadtree', "export * from 'bitecs-physics/quadtree'", 16.4, 16),
  program('a page that looks into a worker', "export { createWorldView } from 'bitecs-physics/worker'", 1.6, 1.5),
  program('everything of worlds in workers', "export * from 'bitecs-physics/worker'", 4.2, 3.8),
  program('the kernel in JavaScript', "export * from 'bitecs-physics/no-wasm'", 174, 174),
  program('cells merged, without a world', "export { mergeTiles } from 'bitecs-physics'", 9.7, 9.2),
  program('maps of Tiled, without a world', "export { fromTiled } from 'bitecs-physics'", 15.3, 14.2),
  program('a shape', "export { circle } from 'bitecs-physics'", 1.7, 1.7),
]

/** What a bundler makes of programs, each by itself, in a folder in which the package is installed. All at once: it is read once. */
export async function bundled(folder: string, programs: readonly string[], minify: boolean, conditions: string[] = []): Promise<string[]> {
  const texts: Plugin = {
    name: 'programs',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^program:/ }, ({ path }) => ({ path, namespace: 'programs' }))
      onLoad({ filter: /.*/, namespace: 'programs' }, ({ path }) => ({ contents: programs[Number(path.slice(8))]!, resolveDir: folder }))
    },
  }
  const { outputFiles } = await build({
    entryPoints: programs.map((_, i) => ({ in: `program:${i}`, out: String(i) })), outdir: folder, plugins: [texts], bundle: true, minify, conditions,
    format: 'esm', external: ['bitecs'], target: 'es2022', write: false, logOverride: { 'ignored-bare-import': 'silent' },
  })
  const found = new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
  return programs.map((_, i) => found.get(String(i))!)
}

/** In kB, gzipped. */
export const weigh = (text: string): number => gzipSync(text, { level: 9 }).length / 1000

const [BEGIN, END] = ['<!-- weights: written by npm run build -->', '<!-- /weights -->']

/** The page with its table of weights made anew. `folder` is one in which the package is installed. */
export async function withWeights(page: string, folder: string): Promise<string> {
  const rows = ['| what is imported | kB | with codes for errors, kB |', '| --- | --- | --- |']
  const codes = PROGRAMS.map(({ code }) => code)
  const [whole, short] = [await bundled(folder, codes, true), await bundled(folder, codes, true, ['production'])]
  PROGRAMS.forEach(({ name }, i) => rows.push(`| ${name} | ${Math.ceil(weigh(whole[i]!))} | ${Math.ceil(weigh(short[i]!))} |`))
  return between(page, (_, before, after) => `${before}\n\n${rows.join('\n')}\n\n${after}`)
}

/** The rows of the table in a page, by program. */
export function weightRows(page: string): Map<string, readonly [whole: number, short: number]> {
  const rows = new Map<string, readonly [number, number]>()
  between(page, (table) => {
    for (const [, name, whole, short] of table.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \|$/gm)) rows.set(name!, [Number(whole), Number(short)])
    return ''
  })
  return rows
}

function between(page: string, replace: (table: string, before: string, after: string) => string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`the page has no table of weights: it stands between ${BEGIN} and ${END}`)
  return page.slice(0, from) + replace(page.slice(from + BEGIN.length, to), BEGIN, END) + page.slice(to + END.length)
}
