import { build, type Plugin } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { keepConstants } from '../../build/keep-constants.ts'

/** The folder of the checkout; the bundler of `examples/run.mjs` fills it in. */
export const root = process.env.BITECS_PHYSICS_ROOT ?? process.cwd()
const benchFolder = join(root, 'bench')

const temporary: string[] = []
process.on('exit', () => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed when the bench ends. */
function temporaryFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, '.run-'))
  temporary.push(folder)
  return folder
}

/**
 * Bundles the worker of one engine, as users would bundle it, into bench/ so that it finds its packages.
 * @param engine File name in bench/engines, without its extension.
 * @param library Checkout to take our own library from.
 * @returns Path of the bundle.
 */
export async function bundleWorker(engine: string, library: string = root): Promise<string> {
  const outfile = join(temporaryFolder(benchFolder), `${engine}.mjs`)
  const { outputFiles } = await build({
    stdin: {
      contents: `import { engine } from './engines/${engine}.ts'
import { serve } from './harness/serve.ts'
await serve(engine)`,
      resolveDir: benchFolder,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // As the package is built: constants become numbers.
    minifySyntax: true,
    sourcemap: 'inline',
    logLevel: 'error',
    write: false,
    plugins: library === root ? [] : [redirect(library)],
  })
  writeFileSync(outfile, keepConstants(outputFiles[0]!.text))
  return outfile
}

/** Takes our library, and what builds scenes with it, from another checkout. Scenes and bench stay this one's. */
function redirect(library: string): Plugin {
  const folders = ['src', 'systems', 'components', join('examples', 'scenes', 'build.ts')]
  return {
    name: 'redirect-library',
    setup(plugin) {
      plugin.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const place = relative(root, resolve(resolveDir, path))
        if (!folders.some((folder) => place === folder || place.startsWith(folder + sep))) return null
        const other = join(library, place)
        return existsSync(other) ? { path: other } : null
      })
    },
  }
}

/**
 * A checkout of another revision, in the system's folder for temporary files.
 * @param revision Anything git understands, or the path of a folder that holds a checkout.
 */
export function checkoutRevision(revision: string): string {
  if (existsSync(join(revision, 'src', 'index.ts'))) return resolve(revision)
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).trim()
  const folder = temporaryFolder(tmpdir())
  const archive = join(folder, 'checkout.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  return folder
}

/** Name of what is measured: the short hash, with a plus when files differ from it. */
export function describeCheckout(): string {
  try {
    const changed = git('status', '--porcelain', '--', 'src', 'systems', 'components').trim() !== ''
    return git('rev-parse', '--short', 'HEAD').trim() + (changed ? '+' : '')
  } catch {
    return 'unknown'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Path of a result file, in a folder that is there. */
export function resultPath(name: string): string {
  const file = join(benchFolder, 'results', name)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

/** Bundles a file of bench/programs into bench/, so that it finds its packages. Gives the path of the bundle. */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = join(temporaryFolder(join(root, 'bench')), `${name}.mjs`)
  const { outputFiles } = await build({
    entryPoints: [join(root, 'bench', 'programs', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    minifySyntax: true,
    sourcemap: 'inline',
    logLevel: 'error',
    write: false,
  })
  writeFileSync(outfile, keepConstants(outputFiles[0]!.text))
  return outfile
}
