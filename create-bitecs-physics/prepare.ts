// Makes dist/: the program, and the templates, of which examples/templates has the only copy.
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

const here = import.meta.dirname
/** What lies in a template of a clone in which somebody has tried it. */
const MADE = new Set(['node_modules', 'dist', 'package-lock.json'])

rmSync(join(here, 'dist'), { recursive: true, force: true })
buildSync({
  entryPoints: [join(here, 'cli.ts')], outfile: join(here, 'dist/cli.js'), bundle: true, packages: 'external', platform: 'node',
  format: 'esm', target: 'node20',
})
cpSync(join(here, '../examples/templates'), join(here, 'dist/templates'), { recursive: true, filter: (path) => !MADE.has(basename(path)) })
