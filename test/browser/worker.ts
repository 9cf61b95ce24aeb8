import type { Browser, Page } from 'playwright-core'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, type Report, expect, freePort } from './harness.ts'
import { PageErrors } from './page.ts'

/** The world in a worker, over shared memory and with frames that are sent: bodies move, and the page can drop one. */
export async function checkWorker(browser: Browser, report: Report): Promise<void> {
  const port = await freePort()
  const server = await serve(port)
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  const errors = new PageErrors(page)
  try {
    for (const [name, path, isolated] of [['over shared memory', '/', true], ['with frames that are sent', '/plain/', false]] as const) {
      await report.check(`a world in a worker, ${name}`, async () => {
        await page.goto(`http://127.0.0.1:${port}${path}`)
        expect(await page.evaluate(() => crossOriginIsolated) === isolated, `crossOriginIsolated is ${!isolated}`)
        await page.waitForFunction(() => window.view.frame > 5, null, { timeout: 60_000 })
        const bodies = await page.evaluate(() => window.view.count)
        await page.mouse.click(400, 60)
        await checkFall(page, bodies)
        errors.assertNone()
      })
    }
  } finally {
    await page.close()
    server.kill()
  }
}

async function checkFall(page: Page, bodies: number): Promise<void> {
  await page.waitForFunction((before) => window.view.count > before, bodies, { timeout: 60_000 })
  const height = () => page.evaluate(() => {
    const { view } = window
    return view.stores.Position.y[Math.max(...view.entities.subarray(0, view.count))]!
  })
  const [before, frame] = [await height(), await page.evaluate(() => window.view.frame)]
  await page.waitForFunction((old) => window.view.frame > old + 5, frame, { timeout: 60_000 })
  expect(await height() < before - 0.01, `the ball was at ${before} m and is at ${await height()} m`)
  expect(/1 touches|[2-9]\d* touches|\d\d+ touches/.test(await page.locator('#status').textContent() ?? ''), 'no touch was counted')
}

function serve(port: number): Promise<ReturnType<typeof spawn>> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'examples/worker/serve.ts')], {
    cwd: ROOT, env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the server of the worker ended with code ${code}`)))
  })
}
