// Builds the site into site/dist: pages, reference, gallery, and what the Run buttons run with.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildGallery } from '../examples/gallery-build.ts'
import { deadLinks } from './check-links.ts'
import { makeFrame, makeLibraries } from './runner/libraries.ts'

const site = dirname(fileURLToPath(import.meta.url))
const root = dirname(site)
const dist = join(site, 'dist')

const start = Date.now()
installPackages()
// What is built can be seen; whether its types are sound is for those who change it.
if (process.argv.includes('--check')) check()
writeReference()
await writePages()
await writeGallery()
await writeRunner()
copySources()
const dead = deadLinks(dist, process.env['SITE_BASE'] ?? '/')
for (const link of dead) console.error(`site: ${link}`)
if (dead.length > 0) fail(`${dead.length} dead links`)
console.log(`site/dist: ${readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html')).length} pages in ${((Date.now() - start) / 1000).toFixed(0)} s`)

function fail(message: string): never {
  console.error(`site: ${message}`)
  process.exit(1)
}

function tell(what: string): void {
  console.log(`${((Date.now() - start) / 1000).toFixed(0).padStart(4)} s  ${what}`)
}

/** They are the site's own, so that nobody else needs them. What serves the gallery sets NODE_ENV to production, where npm would leave them out. */
function installPackages(): void {
  const lock = join(site, 'package-lock.json')
  const installed = join(site, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  tell('installing the packages of the site')
  const { status } = spawnSync('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail('its packages (site/package-lock.json) could not be installed, see above')
}

function runTool(path: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(site, 'node_modules', path), ...args], { cwd: site, stdio: 'inherit' })
  if (status !== 0) fail(`${path} found errors, see above`)
}

function check(): void {
  tell('types')
  runTool('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json'])
}

function writeReference(): void {
  tell('reference')
  rmSync(join(site, 'reference'), { recursive: true, force: true })
  runTool('typedoc/bin/typedoc', [])
}

async function writePages(): Promise<void> {
  tell('pages')
  rmSync(dist, { recursive: true, force: true })
  const vitepress = await import(pathToFileURL(join(site, 'node_modules/vitepress/dist/node/index.js')).href) as { build(folder: string): Promise<void> }
  await vitepress.build(site)
}

async function writeGallery(): Promise<void> {
  tell('gallery')
  await buildGallery(join(dist, 'gallery'))
}

async function writeRunner(): Promise<void> {
  tell('run buttons')
  mkdirSync(join(dist, 'play'), { recursive: true })
  writeFileSync(join(dist, 'play/libraries.json'), JSON.stringify(await makeLibraries()))
  writeFileSync(join(dist, 'play/frame.html'), await makeFrame())
}

/** The files of a folder, without the packages that are installed there. */
function filesBelow(path: string): string[] {
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))).sort()
}

/** Copies of the files that pages link to and that are no pages; of a folder the list of its files. */
function copySources(): void {
  for (const name of readdirSync(dist)) {
    if (!name.endsWith('.html')) continue
    for (const [, path] of readFileSync(join(dist, name), 'utf8').matchAll(/href="[^"]*\/source\/([^"#]+)\.txt/g)) {
      const copy = join(dist, 'source', `${path!}.txt`)
      mkdirSync(dirname(copy), { recursive: true })
      if (statSync(join(root, path!)).isDirectory()) writeFileSync(copy, `${filesBelow(path!).join('\n')}\n`)
      else cpSync(join(root, path!), copy)
    }
  }
}
