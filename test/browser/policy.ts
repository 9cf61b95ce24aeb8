import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSync } from 'esbuild'
import type { Browser } from 'playwright-core'
import { type Report, ROOT, expect } from './harness.ts'

/** Without 'wasm-unsafe-eval', as strict pages have it. */
const POLICY = "default-src 'none'; script-src 'self'"

/** What the page does: tries the kernel in WebAssembly, then runs with the other, and tells of both. */
const SCRIPT = `
import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { addPhysics, box, circle, getPhysics, hashWorld, stepPhysics } from './src/index.ts'
import { plainKernel } from './src/no-wasm.ts'

function run(world, options) {
  const { Position, Shape, Static } = addPhysics(world, options).components
  addComponents(world, addEntity(world), set(Position, { y: -1 }), set(Shape, box(50, 1)), Static)
  for (let i = 0; i < 20; i++) addComponents(world, addEntity(world), set(Position, { x: i % 3, y: 1 + i }), set(Shape, i % 2 ? box(0.4, 0.3) : circle(0.4)))
  for (let step = 0; step < 120; step++) stepPhysics(world, 1 / 60)
  return hashWorld(world)
}

const world = createWorld()
const told = { error: '', physics: true, hash: 0 }
try {
  told.hash = run(world, {})
} catch (error) {
  told.error = error.message
  told.physics = getPhysics(world) !== undefined
  told.hash = run(world, { kernel: plainKernel })
}
document.documentElement.dataset.told = JSON.stringify(told)
`

interface Told {
  readonly error: string
  readonly physics: boolean
  readonly hash: number
}

/** A page that forbids WebAssembly is told what to import, and runs with that to the same bits as one that does not. */
export async function checkPolicy(browser: Browser, report: Report): Promise<void> {
  await report.check('a page whose policy forbids WebAssembly', async () => {
    const { outputFiles: [file] } = buildSync({
      stdin: { contents: SCRIPT, resolveDir: ROOT, loader: 'js' }, bundle: true, format: 'esm', target: 'es2022', write: false,
    })
    const server = await serve(file!.text)
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const strict = await open(browser, `${url}/strict`)
      expect(strict.error.includes("Import { plainKernel } from 'bitecs-physics/no-wasm'"), `it was told: ${strict.error || 'nothing'}`)
      expect(!strict.physics, 'the world had physics after the error')
      const free = await open(browser, `${url}/free`)
      expect(free.error === '', `without a policy it was told: ${free.error}`)
      expect(strict.hash === free.hash, `the world came out as ${strict.hash}, with WebAssembly as ${free.hash}`)
    } finally {
      server.close()
    }
  })
}

async function open(browser: Browser, url: string): Promise<Told> {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    const told = await page.waitForFunction(() => document.documentElement.dataset['told'])
    return JSON.parse(String(await told.jsonValue())) as Told
  } finally {
    await page.close()
  }
}

function serve(script: string): Promise<Server> {
  const server = createServer(({ url }, response) => {
    if (url === '/script.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else {
      const policy = url === '/strict' ? { 'content-security-policy': POLICY } : {}
      response.writeHead(200, { 'content-type': 'text/html', ...policy })
        .end('<!doctype html><script type="module" src="/script.js"></script>')
    }
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
