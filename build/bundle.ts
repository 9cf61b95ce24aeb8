import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { keepConstants } from './keep-constants.ts'
import { markPure } from './mark-pure.ts'
import { type Texts, shortenTexts } from './short-texts.ts'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const dist = join(root, 'dist')

/** The files of the package by their path in `dist`, and all texts that the ones in `production` have codes for. */
export interface Bundle {
  readonly files: ReadonlyMap<string, string>
  readonly texts: Texts
}

/**
 * Entries as ES modules that share their code, with source maps; and the same with short texts, without maps, in
 * `production`. bitecs stays outside: it is a peer, because two copies of it in one program would not know each other's
 * tags.
 */
export async function bundle(): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      index: 'src/index.ts', quadtree: 'src/quadtree/index.ts', debug: 'src/debug/index.ts', recording: 'src/recording/index.ts',
      'no-wasm': 'src/no-wasm.ts', worker: 'src/worker/index.ts',
    },
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
    write: false,
  })
  const files = new Map<string, string>()
  const texts: Texts = new Map()
  for (const { path, text } of outputFiles) {
    const name = path.slice(dist.length + 1)
    if (!name.endsWith('.js')) {
      files.set(name, text)
      continue
    }
    const marked = markPure(keepConstants(text))
    files.set(name, marked)
    const unmapped = marked.replace(/\/\/# sourceMappingURL=.*\n$/, '')
    // What explains is nothing without its words.
    files.set(join('production', name), name === 'debug.js' ? unmapped : shortenTexts(unmapped, texts))
  }
  return { files, texts }
}
