import { readdirSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { peers } from './gallery/peers-plugin.ts'
import { sceneSources } from './gallery/scene-sources-plugin.ts'

export const galleryFolder = join(dirname(fileURLToPath(import.meta.url)), 'gallery')

/** Files of one kind, which are copied as they are. */
function filesOf(folder: string, ending: string): { in: string; out: string }[] {
  return readdirSync(join(galleryFolder, folder)).filter((name) => name.endsWith(ending))
    .map((name) => ({ in: join(galleryFolder, folder, name), out: join(folder, parse(name).name) }))
}

/** How the gallery is made, live and for the site: its scripts and styles are bundled, its pages and pictures copied. */
export const galleryBuild = {
  entryPoints: [
    ...['main', 'queries', 'games', 'inspector', 'broad-phases'].map((name) => ({ in: join(galleryFolder, `${name}.ts`), out: name })),
    { in: join(galleryFolder, 'styles/index.css'), out: 'style' },
    { in: join(galleryFolder, 'styles/inspector.css'), out: 'inspector-style' },
    ...['planck', 'matter-js', '@dimforge/rapier2d-compat'].map((name) => ({ in: `peer:${name}`, out: `peers/${basename(name)}` })),
    ...filesOf('.', '.html'), ...filesOf('pictures', '.webp'),
  ],
  outdir: galleryFolder,
  bundle: true,
  // The editor is fetched when it is opened, and pages share what they have in common.
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  plugins: [peers(), sceneSources(join(dirname(galleryFolder), 'scenes'))],
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
  loader: { '.woff2': 'file', '.html': 'copy', '.webp': 'copy' },
  logLevel: 'warning',
} satisfies BuildOptions

/** Writes it, small: the site, with an esbuild of its own, does not mix the two. */
export async function buildGallery(outdir: string): Promise<void> {
  await build({ ...galleryBuild, outdir, minify: true, sourcemap: false })
}
