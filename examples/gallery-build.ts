import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { sceneSources } from './gallery/scene-sources-plugin.ts'

export const galleryFolder = join(dirname(fileURLToPath(import.meta.url)), 'gallery')

/** How the scripts and styles of the gallery are bundled, live and for the site. */
export const galleryBuild = {
  entryPoints: {
    main: join(galleryFolder, 'main.ts'),
    queries: join(galleryFolder, 'queries.ts'),
    games: join(galleryFolder, 'games.ts'),
    inspector: join(galleryFolder, 'inspector.ts'),
    'inspector-style': join(galleryFolder, 'styles/inspector.css'),
    'broad-phases': join(galleryFolder, 'broad-phases.ts'),
    style: join(galleryFolder, 'styles/index.css'),
  },
  outdir: galleryFolder,
  bundle: true,
  // The editor is fetched when it is opened, and pages share what they have in common.
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  plugins: [sceneSources(join(dirname(galleryFolder), 'scenes'))],
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
  loader: { '.woff2': 'file' },
  logLevel: 'warning',
} satisfies BuildOptions

/** Writes them, small: the site, with an esbuild of its own, does not mix the two. */
export async function buildGallery(outdir: string): Promise<void> {
  await build({ ...galleryBuild, outdir, minify: true, sourcemap: false })
}
