import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, context } from 'esbuild'
import { type Plugin, preview } from 'vite'
import { galleryBuild } from './gallery-build.ts'
import { workerBuild } from './worker/build.ts'

/**
 * Serves the site with Vite: the pages are files of site/dist, built in the background where they are missing or older than
 * what they are made of; before them the gallery and the worker, which are there at once and are bundled anew when a source of theirs has changed.
 * (Tried: the server that esbuild has bundles anew for each file.)
 */

const HELP = `Serves the site with the gallery of live scenes.

usage: npm start

environment:
  PORT   port to listen on, 1 to 65535 (default 8080)
  HOST   address to listen on (default 127.0.0.1; 0.0.0.0 for the whole network)
  SITE   off: the gallery and the worker only, nothing is built`

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const site = join(root, 'site/dist')
/** The last page that a build writes. */
const BUILT = join(site, 'play/frame.html')
const SOURCES = ['README.md', 'docs', 'src', 'systems', 'components', 'examples', 'build', 'site']
const WRITTEN = /(?:^|[\\/])(?:node_modules|dist|reference|\.cache|\.temp|\.run-[^\\/]*)(?:[\\/]|$)/

/** Of what is bundled. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2', '.webp': 'image/webp', '.map': 'application/json',
}

const WAITING = {
  building: 'The pages are being built. This page opens them as soon as they are there.',
  failed: 'The pages could not be built: the terminal says why. What they say can be read in README.md and docs/.',
  off: 'The pages are switched off (SITE=off). What they say can be read in README.md and docs/.',
}
let state: keyof typeof WAITING | 'ready' = 'ready'

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(HELP)
else await serve()

async function serve(): Promise<void> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const port = Number(process.env['PORT'] ?? 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65535) return fail('PORT must be a whole number from 1 to 65535', 2)
  mkdirSync(site, { recursive: true })
  try {
    await preview({
      configFile: false, root, appType: 'mpa', logLevel: 'warn', build: { outDir: site }, plugins: [await aroundPages()],
      preview: { host, port, strictPort: true },
    })
  } catch (error) {
    const { message } = error as Error
    return fail(/already in use/.test(message)
      ? `port ${port} is taken; choose another one with PORT=${port === 65535 ? 8080 : port + 1} npm start`
      : `can't listen on ${host}:${port}: ${message}`, 1)
  }
  console.log(`Gallery: http://localhost:${port}/gallery/`)
  prepareSite(port)
}

/** What the sources of an example make: a page that is opened after one of them has changed is made anew. */
async function bundler(options: BuildOptions): Promise<(name: string) => Promise<Uint8Array | undefined>> {
  const made = await context({ ...options, write: false, metafile: true })
  let inputs: string[] = []
  let begun = -Infinity
  let files: Promise<ReadonlyMap<string, Uint8Array>> = Promise.resolve(new Map())
  const make = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
    begun = Date.now()
    try {
      const { outputFiles = [], metafile } = await made.rebuild()
      inputs = Object.keys(metafile!.inputs).map((path) => join(process.cwd(), path)).filter(existsSync)
      return new Map(outputFiles.map((file) => [relative(options.outdir!, file.path).replaceAll(sep, '/'), file.contents]))
    } catch (error) {
      begun = -Infinity
      throw error
    }
  }
  const isOld = (): boolean => inputs.some((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > begun)
  return async (name) => {
    if (name.endsWith('.html') && (begun < 0 || isOld())) files = make()
    return (await files).get(name)
  }
}

/** What Vite does not do by itself: the bundles, headers by path, a page while there is none, and the one for what there is not. */
async function aroundPages(): Promise<Plugin> {
  const bundlers = { gallery: await bundler(galleryBuild), worker: await bundler(workerBuild) }
  return {
    name: 'around-pages',
    configurePreviewServer({ middlewares }) {
      middlewares.use((asked, answer, next) => {
        const { pathname } = new URL(asked.url ?? '/', 'http://localhost')
        const [, place, plain, name] = /^\/(gallery|worker)\/(plain\/)?(.*)$/.exec(pathname) ?? []
        // Shared memory needs them; without them the worker sends its frames.
        if (plain === undefined) answer.setHeader('Cross-Origin-Opener-Policy', 'same-origin').setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
        if (place !== undefined) void sendBundled(bundlers[place as keyof typeof bundlers], name === '' ? 'index.html' : name!, answer)
        else if (pathname === '/gallery') answer.writeHead(302, { location: '/gallery/' }).end()
        else if (state === 'ready') next()
        else answer.writeHead(pathname === '/' ? 200 : 503, { 'content-type': TYPES['.html'] }).end(waitingPage(state))
      })
      return () => middlewares.use((asked, answer, next) => {
        if (existsSync(join(site, asked.url ?? ''))) next()
        else answer.writeHead(404, { 'content-type': TYPES['.html'] }).end(readFileSync(join(site, '404.html')))
      })
    },
  }
}

/** Where nothing could be made, the terminal says why: esbuild does. */
async function sendBundled(files: Awaited<ReturnType<typeof bundler>>, name: string, answer: ServerResponse): Promise<void> {
  try {
    const contents = await files(name)
    if (contents === undefined) answer.writeHead(404).end(`There is no ${name}.`)
    else answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-cache' }).end(contents)
  } catch {
    answer.writeHead(500).end('It could not be bundled: the terminal says why.')
  }
}

/** Builds the pages unless they are there and newer than their sources. */
function prepareSite(port: number): void {
  const address = `Site:    http://localhost:${port}/`
  if (process.env['SITE'] === 'off') {
    state = 'off'
    return
  }
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs > newest()) return console.log(address)
  state = 'building'
  console.log(`${address} is being built, which takes a minute or two; the gallery is there`)
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'site/build.ts')], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => { said += data.toString() })
  process.once('exit', () => child.kill())
  child.once('exit', (code) => {
    state = code === 0 ? 'ready' : 'failed'
    if (code === 0) console.log(`${address} is ready`)
    else console.error(`${said}serve: the site could not be built; the gallery is not affected`)
  })
}

function newest(): number {
  let latest = 0
  for (const place of SOURCES.map((name) => join(root, name))) {
    const files = statSync(place).isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => !WRITTEN.test(name)).map((name) => join(place, name)) : [place]
    for (const file of files) latest = Math.max(latest, statSync(file).mtimeMs)
  }
  return latest
}

function waitingPage(why: keyof typeof WAITING): string {
  const refresh = why === 'building' ? '<meta http-equiv="refresh" content="3">' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}<title>bitecs-physics</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;padding:0 24px;background:#0a0d14;color:#dfe6f5;font:16px/1.6 system-ui,sans-serif}a{color:#8fa8ff}</style></head>
<body><main><h1>bitecs-physics</h1><p>${WAITING[why]}</p><p><a href="/gallery/">Open the gallery</a></p></main></body></html>`
}

function fail(message: string, code: number): void {
  console.error(`serve: ${message}`)
  process.exit(code)
}
