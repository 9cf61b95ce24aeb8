import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

/** Files of examples/scenes that are no scenes. */
const OTHERS = new Set(['index.ts', 'build.ts', 'links.ts', 'types.ts', 'box-worlds.ts', 'piles.ts'])

/**
 * The module 'scene-sources': the text of each file of scenes, and what those files import, by the names under which they do,
 * so that an edited text can be run in the page.
 */
export function sceneSources(folder: string): Plugin {
  return {
    name: 'scene-sources',
    setup(build) {
      build.onResolve({ filter: /^scene-sources$/ }, ({ path }) => ({ path, namespace: 'scene-sources' }))
      build.onLoad({ filter: /.*/, namespace: 'scene-sources' }, () => {
        const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !OTHERS.has(name))
        const sources = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
        const imported = [...new Set(Object.values(sources).flatMap((text) => [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path]) => path!)))]
        return {
          contents: [
            ...imported.map((path, i) => `import * as module${i} from ${JSON.stringify(path)}`),
            `export const modules = { ${imported.map((path, i) => `${JSON.stringify(path)}: module${i}`).join(', ')} }`,
            `export const sources = ${JSON.stringify(sources)}`,
          ].join('\n'),
          resolveDir: folder,
          loader: 'js',
          watchFiles: files.map((name) => join(folder, name)),
          watchDirs: [folder],
        }
      })
    },
  }
}
