import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions } from 'esbuild'

export const workerFolder = dirname(fileURLToPath(import.meta.url))

/** How the two programs of the example are bundled. */
export const workerBuild = {
  entryPoints: [join(workerFolder, 'page.ts'), join(workerFolder, 'worker.ts')],
  outdir: workerFolder,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minifySyntax: true,
  logLevel: 'warning',
} satisfies BuildOptions
