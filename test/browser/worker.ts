import type { Browser, Page } from 'playwright-core'
import { type Report, expect } from './harness.ts'
import { PageErrors } from './page.ts'

/**
 * The world in a worker, over shared memory and with frames that are sent: bodies move, and the page can drop one.
 * @param url Of the gallery, whose server has it, too.
 */
export async function checkWorker(browser: Browser, url: string, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  const errors = new PageErrors(page)
  try {
    for (const [name, path, isolated] of [['over shared memory', '/worker/', true], ['with frames that are sent', '/worker/plain/', false]] as const) {
      await report.check(`a world in a worker, ${name}`, async () => {
        await page.goto(new URL(path, url).href)
        expect(await page.evaluate(() => crossOriginIsolated) === isolated, `crossOriginIsolated is ${!isolated}`)
        await page.waitForFunction(() => window.view.frame > 5, null, { timeout: 60_000 })
        const bodies = await page.evaluate(() => window.view.count)
        await page.mouse.click(400, 60)
        await checkFall(page, bodies)
        errors.assertNone()
      })
    }
    for (const [what, script, told] of [['that throws', 'throw new Error("mine")', /^The worker failed: .*mine/], ['that is not there', null, /^The worker failed: its script could not be loaded/]] as const) {
      await report.check(`the page says so of a worker ${what}`, async () => {
        await page.route('**/worker.js', (route) => script === null ? route.fulfill({ status: 404, body: '' }) : route.fulfill({ contentType: 'text/javascript', body: script }))
        await page.goto(new URL('/worker/plain/', url).href)
        await page.waitForFunction(() => document.querySelector('#status')!.textContent !== 'Starting …', null, { timeout: 20_000 })
        expect(told.test(await page.locator('#status').textContent() ?? ''), `it says "${await page.locator('#status').textContent()}"`)
        await page.unroute('**/worker.js')
        errors.assertNone(/mine|404|worker\.js/)
      })
    }
  } finally {
    await page.close()
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
