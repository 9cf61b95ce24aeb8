import type { Browser, CDPSession, Page } from 'playwright-core'
import { expect, type Report } from './harness.ts'
import { PageErrors, bodyState, nextFrames, stepIndex, waitForSteps } from './page.ts'

/** Where a camera is: the pages name theirs differently. */
interface View { readonly x: number; readonly y: number; readonly scale: number }

/** On every page two fingers pan and zoom, and the page itself stays where it is. */
const PAGES = [
  { name: 'scenes', path: '#scene=playground&paused' },
  { name: 'queries', path: 'queries.html#point' },
  { name: 'broad phases', path: 'broad-phases.html#structure=grid&world=uniform&count=100' },
] as const

/** A phone: fingers instead of a mouse. */
export async function checkTouch(browser: Browser, url: string, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })
  const errors = new PageErrors(page)
  try {
    const session = await page.context().newCDPSession(page)
    for (const { name, path } of PAGES) {
      await report.check(`two fingers pan and zoom: ${name}`, async () => {
        await page.goto('about:blank')
        await page.goto(`${url}${path}`)
        await page.waitForFunction(() => (window.gallery ?? window.queries ?? window.broadPhases) !== undefined)
        await nextFrames(page)
        const links = await page.locator('.pages a').allTextContents()
        expect(links.join() === 'Scenes,Queries,Games,Inspector,Broad phases', `the links are ${links.join()}`)
        expect(await page.locator('.pages a[aria-current]').count() === 1, 'no link is marked as this page')
        const before = await view(page)
        await swipe(session, [[150, 400], [250, 400]], [[90, 400], [310, 400]])
        const zoomed = await view(page)
        expect(Math.abs(zoomed.scale / before.scale - 2.2) < 0.05, `spreading zoomed by ${zoomed.scale / before.scale}`)
        await swipe(session, [[150, 400], [250, 400]], [[190, 430], [290, 430]])
        const panned = await view(page)
        const dx = (zoomed.x - panned.x) * panned.scale
        const dy = (panned.y - zoomed.y) * panned.scale
        expect(Math.abs(dx - 40) < 2 && Math.abs(dy - 30) < 2, `two fingers panned by ${dx}, ${dy} pixels`)
        expect(await page.evaluate(() => window.visualViewport?.scale) === 1, 'the page itself was zoomed')
        errors.assertNone()
      })
    }
    await report.check('one finger asks a query', async () => {
      await page.goto('about:blank')
      await page.goto(`${url}queries.html#region`)
      await page.waitForFunction(() => window.queries !== undefined)
      await nextFrames(page)
      const before = await view(page)
      await swipe(session, [[100, 300]], [[320, 560]])
      await nextFrames(page)
      const found = await page.evaluate(() => window.queries!.answer.lines.length)
      expect(found > 0, 'a region across the world found nothing')
      expect((await view(page)).x === before.x, 'one finger panned')
      errors.assertNone()
    })
    await report.check('a finger on a button drives the car', async () => {
      await page.goto('about:blank')
      await page.goto(`${url}#scene=car`)
      await waitForSteps(page, 30)
      const box = await page.locator('#controls button').first().boundingBox()
      const touchPoints = [{ x: box!.x + box!.width / 2, y: box!.y + box!.height / 2, id: 0 }]
      const car = await page.evaluate(() => window.gallery!.simulation!.built.scene.follow!)
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await waitForSteps(page, (await stepIndex(page)) + 60)
      const { x } = await bodyState(page, car)
      await waitForSteps(page, (await stepIndex(page)) + 60)
      const driven = await bodyState(page, car)
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      expect(driven.x < x - 0.5, `it went from ${x} to ${driven.x}`)
      errors.assertNone()
    })
  } finally {
    await page.close()
  }
}

function view(page: Page): Promise<View> {
  return page.evaluate(() => {
    const { x, y, scale } = (window.gallery ?? window.queries ?? window.broadPhases)!.camera
    return { x, y, scale }
  })
}

type Finger = readonly [x: number, y: number]

/** Moves fingers from their places to others, in a few steps. */
async function swipe(session: CDPSession, from: readonly Finger[], to: readonly Finger[]): Promise<void> {
  const points = (part: number) => from.map(([x, y], id) => (
    { id, x: x + (to[id]![0] - x) * part, y: y + (to[id]![1] - y) * part }
  ))
  for (let i = 0; i < from.length; i++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0).slice(0, i + 1) })
  }
  for (let step = 1; step <= 8; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step / 8) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
