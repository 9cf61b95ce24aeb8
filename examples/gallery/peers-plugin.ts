import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Who installs them: the site, and the bench. */
const PLACES = ['site', 'bench'].map((name) => join(root, name))

/** Engines to compare with are modules of their own, 'peer:NAME'; one that is not installed says so when it is asked for. */
export function peers(): Plugin {
  return {
    name: 'peers',
    setup(build) {
      build.onResolve({ filter: /^peer:/ }, ({ path }) => ({ path: path.slice('peer:'.length), namespace: 'peer' }))
      build.onLoad({ filter: /.*/, namespace: 'peer' }, async ({ path }) => {
        for (const resolveDir of PLACES) {
          const { errors } = await build.resolve(path, { resolveDir, kind: 'import-statement' })
          if (errors.length > 0) continue
          const name = JSON.stringify(path)
          return { contents: `import * as all from ${name}\nexport * from ${name}\nexport default all.default ?? all`, resolveDir }
        }
        return { contents: `throw new Error(${JSON.stringify(`${path} is not installed here: npm run build:site fetches it`)})` }
      })
    },
  }
}
