import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { type ServerResponse, createServer } from 'node:http'
import { dirname, extname, join, normalize, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildContext, context } from 'esbuild'
import { galleryBuild, galleryFolder } from './gallery-build.ts'

/**
 * Serves the site. The gallery is there at once and is bundled anew for each page, so that a reload shows the latest state
 * of the sources. The other pages are files of site/dist, which are built in the background where they are
 * missing or older than what they are made of.
 */

const HELP = `Serves the site with the gallery of live scenes.

usage: npm start

environment:
  PORT   port to listen on, 1 to 65535 (default 8080)
  HOST   address to listen on (default 127.0.0.1; 0.0.0.0 for the whole network)
  SITE   off: the gallery only, nothing is built`

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const site = join(root, 'site/dist')
/** The last page that a build writes. */
const BUILT = join(site, 'play/frame.html')
const SOURCES = ['README.md', 'docs', 'src', 'systems', 'components', 'examples', 'build', 'site']
const WRITTEN = /(?:^|[\\/])(?:node_modules|dist|reference|\.cache|\.temp|\.run-[^\\/]*)(?:[\\/]|$)/

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8', '.woff2': 'font/woff2', '.png': 'image/png', '.webp': 'image/webp',
}

/** The files of the gallery that are made, by their paths in it. */
type Bundle = ReadonlyMap<string, Uint8Array>

/** What is said of the pages while there are none. */
let state: 'building' | 'failed' | 'ready' | 'off' = 'ready'

if (process.argv.includes('--help') || process.argv.includes('-h')) console.log(HELP)
else await serve()

async function serve(): Promise<void> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const port = readPort(process.env['PORT'] ?? '8080')
  if (port === null) return fail('PORT must be a whole number from 1 to 65535', 2)
  const builder = await context({ ...galleryBuild, write: false })
  let bundle: Promise<Bundle> = Promise.resolve(new Map())
  const server = createServer((asked, answer) => {
    const path = pathOf(asked.url ?? '/')
    if (path === null) answer.writeHead(400).end()
    else if (path === '/gallery') answer.writeHead(302, { location: '/gallery/' }).end()
    else if (path.startsWith('/gallery/')) {
      const name = path === '/gallery/' ? 'index.html' : path.slice('/gallery/'.length)
      if (name.endsWith('.html')) bundle = makeBundle(builder)
      void sendOfGallery(name, answer, bundle)
    } else sendPage(path, answer)
  })
  server.once('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE'
      ? `port ${port} is taken; choose another one with PORT=${port === 65535 ? 8080 : port + 1} npm start`
      : `can't listen on ${host}:${port}: ${error.message}`, 1)
    void builder.dispose()
  })
  server.listen(port, host, () => {
    console.log(`Gallery: http://localhost:${port}/gallery/`)
    prepareSite(port)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void builder.dispose().then(() => process.exit(0)))
  }
}

/** What an address asks for; `null` where it is none. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname)
  } catch {
    return null
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

async function makeBundle(builder: BuildContext): Promise<Bundle> {
  const { outputFiles = [] } = await builder.rebuild()
  return new Map(outputFiles.map(({ path, contents }) => [relative(galleryFolder, path).replaceAll(sep, '/'), contents]))
}

/** Made files come before those on the disk. Where none could be made, the terminal says why: esbuild does. */
async function sendOfGallery(name: string, answer: ServerResponse, bundle: Promise<Bundle>): Promise<void> {
  const made = await bundle.catch(() => null)
  if (made === null && !name.endsWith('.html')) return void answer.writeHead(500).end('The gallery could not be bundled: the terminal says why.')
  const contents = made?.get(name)
  if (contents !== undefined) return void answer.writeHead(200, headersOf(name)).end(contents)
  const file = normalize(join(galleryFolder, name))
  if (isFileIn(galleryFolder, file)) sendFile(200, file, answer)
  else answer.writeHead(404, { 'content-type': 'text/plain' }).end(`The gallery has no ${name}.`)
}

function sendPage(path: string, answer: ServerResponse): void {
  if (state !== 'ready') {
    answer.writeHead(path === '/' ? 200 : 503, { 'content-type': 'text/html; charset=utf-8' }).end(waitingPage())
    return
  }
  const wanted = normalize(join(site, path))
  const found = [wanted, `${wanted}.html`, join(wanted, 'index.html')].find((file) => isFileIn(site, file))
  sendFile(found === undefined ? 404 : 200, found ?? join(site, '404.html'), answer)
}

function isFileIn(folder: string, file: string): boolean {
  return file.startsWith(folder + sep) && existsSync(file) && statSync(file).isFile()
}

function sendFile(code: number, file: string, answer: ServerResponse): void {
  answer.writeHead(code, headersOf(file))
  createReadStream(file).pipe(answer)
}

function headersOf(file: string): Record<string, string> {
  return { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' }
}

function waitingPage(): string {
  const words = {
    building: 'The pages are being built. This page opens them as soon as they are there.',
    failed: 'The pages could not be built: the terminal says why. What they say can be read in README.md and docs/.',
    off: 'The pages are switched off (SITE=off). What they say can be read in README.md and docs/.',
  }[state as 'building' | 'failed' | 'off']
  const refresh = state === 'building' ? '<meta http-equiv="refresh" content="3">' : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}<title>bitecs-physics</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;padding:0 24px;background:#0a0d14;color:#dfe6f5;font:16px/1.6 system-ui,sans-serif}a{color:#8fa8ff}</style></head>
<body><main><h1>bitecs-physics</h1><p>${words}</p><p><a href="/gallery/">Open the gallery</a></p></main></body></html>`
}

function readPort(text: string): number | null {
  const port = /^\d+$/.test(text) ? Number(text) : NaN
  return port >= 1 && port <= 65535 ? port : null
}

function fail(message: string, code: number): void {
  console.error(`serve: ${message}`)
  process.exitCode = code
}
