import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ROOT, expect, type Report } from './harness.ts'
import { PageErrors, nextFrames, waitForSteps } from './page.ts'

/**
 * Pages as somebody has looked at and approved them, beside this file: with --approve they are written anew, to be looked at
 * before they are checked in. What differs is in dist/screenshots/.
 */
const FOLDER = join(ROOT, 'test/browser/approved')
const SIZES = [{ width: 390, height: 780 }, { width: 1360, height: 850 }] as const
const QUALITY = 60
/** Part of the pixels that may differ by more than `LEAST` of 255: letters are smoothed in other ways elsewhere. */
const TOLERANCE = 0.01
const LEAST = 48

/** A page at rest. */
interface Shot {
  readonly name: string
  readonly path: string
  /** What is done to it first. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const SHOTS: readonly Shot[] = [
  { name: 'scene', path: 'index.html#scene=windmill&paused', prepare: (page) => waitForSteps(page, 0) },
  { name: 'layers', path: 'index.html#scene=bridge&paused&layers=bodies,boxes,nodes,joints&color=sleep', prepare: stepOnce },
  { name: 'sheets', path: 'index.html#scene=heavy-top&paused&gravity=4', prepare: openSettings },
  { name: 'queries', path: 'queries.html#nearest', prepare: (page) => page.evaluate(() => { window.queries!.simulation.paused = true }) },
  { name: 'broad-phases', path: 'broad-phases.html#structure=quadtree&world=mixed&count=316', prepare: (page) => page.keyboard.press('Tab') },
]

export async function checkApproved(browser: Browser, url: string, report: Report, screenshots: string, approve: boolean): Promise<void> {
  if (approve) mkdirSync(FOLDER, { recursive: true })
  for (const viewport of SIZES) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    const errors = new PageErrors(page)
    for (const { name, path, prepare } of SHOTS) {
      await report.check(`${name} looks as approved at ${viewport.width} pixels`, async () => {
        await page.goto('about:blank')
        await page.goto(url + path)
        await page.waitForFunction(() => (window.gallery?.simulation ?? window.queries ?? window.broadPhases) !== undefined)
        await prepare?.(page)
        await page.evaluate(() => document.fonts.ready)
        await hideFigures(page)
        await nextFrames(page)
        const file = `${name}-${viewport.width}.jpeg`
        const shot = await page.screenshot({ type: 'jpeg', quality: QUALITY })
        if (approve) return writeFileSync(join(FOLDER, file), shot)
        expect(existsSync(join(FOLDER, file)), `nobody has approved ${file}: npm run test:browser -- approved --approve, and look at it`)
        const part = await differing(page, readFileSync(join(FOLDER, file)), shot)
        if (part > TOLERANCE) writeFileSync(join(screenshots, `differs-${file}`), shot)
        expect(part <= TOLERANCE, `${(part * 100).toFixed(1)} % of the pixels differ, see dist/screenshots/differs-${file}`)
        errors.assertNone()
      })
    }
    await page.close()
  }
}

async function stepOnce(page: Page): Promise<void> {
  await waitForSteps(page, 0)
  await page.keyboard.press('.')
}

async function openSettings(page: Page): Promise<void> {
  await waitForSteps(page, 0)
  if (await page.locator('#toggle-panel').isVisible()) await page.click('#toggle-panel')
  await page.click('#tab-of-settings')
}

/** Times are never the same. What runs on its own is hidden as well: other tests look at it. */
async function hideFigures(page: Page): Promise<void> {
  await page.addStyleTag({ content: `
    #fps, #clock, #time, #frame-ms, #results, #topbar span, #history, #legend output { visibility: hidden !important; }
    .page-queries #canvas, .page-broad-phases #canvas { visibility: hidden; }
  ` })
}

/** Which part of the pixels differ: both are read by the page, which knows how. */
function differing(page: Page, approved: Buffer, shot: Buffer): Promise<number> {
  return page.evaluate(async ([first, second, least]) => {
    const [before, now] = await Promise.all([first, second].map(async (text) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${text}`)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      return context.getImageData(0, 0, bitmap.width, bitmap.height)
    }))
    if (before!.width !== now!.width || before!.height !== now!.height) return 1
    let count = 0
    for (let i = 0; i < now!.data.length; i += 4) {
      if ([0, 1, 2].some((k) => Math.abs(before!.data[i + k]! - now!.data[i + k]!) > least)) count++
    }
    return count / (now!.data.length / 4)
  }, [approved.toString('base64'), shot.toString('base64'), LEAST] as const)
}
