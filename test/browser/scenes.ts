import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { expect, type Report } from './harness.ts'
import { farthestMove, openScene, waitForSteps, type PageErrors } from './page.ts'

/** Steps after which a scene must have moved. */
const STEPS = 8
/** Milliseconds for which a scene may keep its page busy, on a machine that does nothing else: see `opening` of scenes. */
const MOST_BUSY = 1000

/** Every scene runs and moves; its picture is there. They are opened one after the other in one page, as a viewer does. */
export async function checkScenes(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  // Small: what is drawn by the processor takes its time, and the other checks see it large.
  await page.setViewportSize({ width: 720, height: 480 })
  let busiest = { name: '', ms: 0 }
  for (const { name } of scenes) {
    await report.check(`scene ${name}`, async () => {
      await openScene(page, url, `scene=${name}`)
      await waitForSteps(page, STEPS)
      const moved = await farthestMove(page)
      expect(moved > 1e-6, `after ${STEPS} steps the farthest body moved ${moved} m`)
      const ms = await page.evaluate(() => window.gallery!.simulation!.longestStepMs)
      if (ms > busiest.ms) busiest = { name, ms }
      errors.assertNone()
    })
  }
  await report.check('no scene opens with a step that blocks the page', async () => {
    console.log(`      the longest step of all is one of ${busiest.name}: ${busiest.ms.toFixed(0)} ms`)
    expect(busiest.ms < 4 * MOST_BUSY, `a step of ${busiest.name} takes ${busiest.ms} ms, on a machine that is busy with this test`)
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
