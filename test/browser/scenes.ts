import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { expect, type Report } from './harness.ts'
import { farthestMove, openScene, waitForSteps, type PageErrors } from './page.ts'

declare global {
  interface Window {
    /** Milliseconds of the longest task since it was last asked for. */
    longest?: number
  }
}

/** Steps after which a scene must have moved. */
const STEPS = 8
/** Milliseconds for which a scene may keep its page busy in one go, on a machine that does nothing else: see `opening` of scenes. */
const MOST_BUSY = 200
/** How many times as long it may take here: the browser draws with the processor, and the machine is shared. */
const SLOWER = 7

/** Every scene runs and moves; its picture is there. They are opened one after the other in one page, as a viewer does. */
export async function checkScenes(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  // Small: what is drawn by the processor takes its time, and the other checks see it large.
  await page.setViewportSize({ width: 720, height: 480 })
  const busy: { name: string; ms: number }[] = []
  // The page is opened by its first scene, and stays: what it takes to load is not counted.
  await openScene(page, url, `scene=${scenes[0].name}`)
  await page.evaluate(() => {
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest ?? 0, duration)
    }).observe({ type: 'longtask' })
  })
  for (const { name } of scenes) {
    await report.check(`scene ${name}`, async () => {
      await openScene(page, url, `scene=${name}`)
      await waitForSteps(page, STEPS)
      const moved = await farthestMove(page)
      expect(moved > 1e-6, `after ${STEPS} steps the farthest body moved ${moved} m`)
      const ms = await page.evaluate(() => {
        const { longest = 0 } = window
        window.longest = 0
        return longest
      })
      busy.push({ name, ms })
      errors.assertNone()
    })
  }
  await report.check('no scene blocks the page as it opens', async () => {
    busy.sort((one, two) => two.ms - one.ms)
    console.log(`      the longest are ${busy.slice(0, 5).map(({ name, ms }) => `${name} with ${ms.toFixed(0)} ms`).join(', ')}`)
    const { name, ms } = busy[0]!
    expect(ms < SLOWER * MOST_BUSY, `${name} blocks the page for ${ms} ms, on a machine that is busy with this test`)
  })
  await report.check('every scene has a picture in the list', async () => {
    const missing = await page.evaluate(async (names) => {
      const answers = await Promise.all(names.map(async (name) => ({ name, found: await createImageBitmap(await (await fetch(`./pictures/${name}.webp`)).blob()).catch(() => null) })))
      return answers.filter(({ found }) => found?.width !== 240).map(({ name }) => name)
    }, scenes.map(({ name }) => name))
    expect(missing.length === 0, `${missing.join(', ')}: npm run pictures`)
  })
  await page.setViewportSize({ width: 1280, height: 800 })
}
