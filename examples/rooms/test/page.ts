import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../test/browser/harness.ts'
import { bundle, freePort } from '../processes.ts'

let program: { path: string; remove(): void }
let server: ChildProcess
let address: string
let browser: Browser | null = null

before(async () => {
  browser = await launchBrowser().catch(() => null)
  if (browser === null) return
  program = await bundle('start.ts')
  const port = await freePort()
  address = `http://localhost:${port}/`
  server = fork(program.path, { env: { ...process.env, NODE_ENV: 'production', PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await new Promise<void>((resolve, reject) => {
    server.stdout!.on('data', () => resolve())
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
})

after(async () => {
  await browser?.close()
  server?.kill('SIGTERM')
  program?.remove()
})

test('two windows of a browser play one match', async (context) => {
  if (browser === null) return context.skip('there is no Chromium')
  const errors: string[] = []
  const [ann, bob] = await Promise.all([1, 2].map(async () => {
    const page = await (await browser!.newContext()).newPage()
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(address)
    await page.waitForFunction(() => window.player?.session !== null, null, { timeout: 120_000 })
    return page
  }))
  const body = await (await ann!.waitForFunction(() => window.player.session?.welcome.body, null, { timeout: 60_000 })).jsonValue() as number
  // Who was away for a moment, because the machine is busy, has no session until it is back.
  await bob!.waitForFunction((id) => window.player.session?.known.kind[id] === 3, body, { timeout: 60_000 })
  const seen = await bob!.waitForFunction((id) => window.player.session?.interpolation?.y[id], body, { timeout: 60_000 })
  const start = await seen.jsonValue() as number
  await ann!.keyboard.down('ArrowUp')
  await bob!.waitForFunction(([id, y]) => (window.player.session?.interpolation?.y[id] ?? 0) > y + 3, [body, start] as const, { timeout: 120_000 })
  await ann!.keyboard.up('ArrowUp')
  await ann!.waitForFunction(() => /^match first: step \d+, \d+ keys unanswered, \d+ bytes came in$/.test(document.querySelector('#status')!.textContent), null, { timeout: 60_000 })
  assert.deepEqual(errors, [])
})
