import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { checkBroadPhases } from './broad-phases.ts'
import { ROOT, Report, expect, failedServer, launchBrowser, startServer } from './harness.ts'
import {
  PageErrors, bodyState, farthestMove, highestMover, openScene, pictureHash, stepIndex, waitForPlace, waitForSteps,
} from './page.ts'
import { checkGames } from './games.ts'
import { checkInspector } from './inspector.ts'
import { checkPolicy } from './policy.ts'
import { checkQueries } from './queries.ts'
import { checkTouch } from './touch.ts'

/**
 * The gallery in a real browser: every scene, every control. Screenshots go to
 * dist/screenshots, to be looked at.
 */

const SCREENSHOTS = join(ROOT, 'dist', 'screenshots')
/** Steps after which a scene must have moved. */
const STEPS = 20
/** Milliseconds after which a scene's screenshot is taken at the latest, however slow the machine. */
const SETTLE_MS = 800
/** Scenes of many bodies need their time; the small ones show themselves at once. */
const BRIEF_MS = 200
const MANY_BODIES = 1000

mkdirSync(SCREENSHOTS, { recursive: true })
const report = new Report()
const server = await startServer()
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const errors = new PageErrors(page)
  await checkScenes(page, errors)
  await checkEvents(page, errors)
  await checkControls(page, errors)
  await checkJoints(page, errors)
  await checkDragging(page, errors)
  await checkPage(page, errors)
  await page.setViewportSize({ width: 1440, height: 900 })
  await checkQueries(page, errors, server.url, report, SCREENSHOTS)
  await checkGames(page, errors, server.url, report, SCREENSHOTS)
  await checkInspector(page, errors, server.url, report, SCREENSHOTS)
  await checkBroadPhases(page, errors, server.url, report, SCREENSHOTS)
  await checkTouch(browser, server.url, report)
  await checkPolicy(browser, report)
  await report.check('a taken port is a clear error', async () => {
    const { code, errors: text } = await failedServer(Number(new URL(server.url).port))
    expect(code === 1, `exit code ${code}`)
    expect(/^serve: port \d+ is taken/.test(text), `it said: ${text}`)
  })
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = report.finish()

async function checkScenes(page: Page, errors: PageErrors): Promise<void> {
  for (const { name, create } of scenes) {
    const settle = create().bodies.length > MANY_BODIES ? SETTLE_MS : BRIEF_MS
    await report.check(`scene ${name}`, async () => {
      await openScene(page, server.url, `scene=${name}`)
      await waitForSteps(page, STEPS)
      const moved = await farthestMove(page)
      expect(moved > 1e-6, `after ${STEPS} steps the farthest body moved ${moved} m`)
      await page.waitForTimeout(settle)
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
      errors.assertNone()
    })
  }
}

async function checkEvents(page: Page, errors: PageErrors): Promise<void> {
  await report.check('the panel counts the events of sensors, and restart begins anew', async () => {
    await openScene(page, server.url, 'scene=sensors')
    const shown = (label: string) => page.evaluate((text) => {
      const term = [...document.querySelectorAll('#events dt')].find((dt) => dt.textContent === text)
      return Number(term?.nextElementSibling?.textContent?.replaceAll(',', ''))
    }, label)
    await waitForSteps(page, 90)
    await page.waitForTimeout(250)
    const [entered, left] = [await shown('Sensor in'), await shown('Sensor out')]
    expect(entered > 10 && left > 0 && left <= entered, `${entered} came in and ${left} left`)
    await page.keyboard.press('Space')
    await page.keyboard.press('r')
    await page.waitForTimeout(300)
    expect(await shown('Sensor in') === 0, 'the counters did not begin anew')
    errors.assertNone()
  })
}

async function checkControls(page: Page, errors: PageErrors): Promise<void> {
  await report.check('a paused link stays at step 0, single step takes one', async () => {
    await openScene(page, server.url, 'scene=circle-bin&paused')
    await page.waitForTimeout(300)
    expect(await stepIndex(page) === 0, 'it ran although it was paused')
    await page.click('#step')
    await page.keyboard.press('.')
    expect(await stepIndex(page) === 2, `two single steps ended at step ${await stepIndex(page)}`)
    errors.assertNone()
  })
  await report.check('play, pause, restart and speed', async () => {
    await page.click('#play')
    await waitForSteps(page, 6)
    await page.keyboard.press('Space')
    const paused = await stepIndex(page)
    await page.waitForTimeout(300)
    expect(await stepIndex(page) === paused, 'it ran on after a pause')
    await page.click('#speeds [data-value="0.5"]')
    expect(page.url().includes('speed=0.5'), `the link is ${page.url()}`)
    await page.keyboard.press('r')
    expect(await stepIndex(page) === 0, 'restart did not begin anew')
    errors.assertNone()
  })
  await report.check('every layer changes the picture', async () => {
    await openScene(page, server.url, 'scene=large-pyramid&paused')
    await page.click('#step')
    for (const layer of ['bodies', 'contacts', 'boxes', 'nodes', 'forces', 'motion', 'islands', 'labels']) {
      const before = await pictureHash(page)
      await page.click(`[data-layer="${layer}"]`)
      await page.waitForTimeout(250)
      expect(await pictureHash(page) !== before, `the layer ${layer} shows nothing`)
    }
    await page.keyboard.press('1')
    await page.waitForTimeout(250)
    await page.screenshot({ path: join(SCREENSHOTS, 'layers.png') })
    errors.assertNone()
  })
}

async function checkJoints(page: Page, errors: PageErrors): Promise<void> {
  await report.check('the layer of joints shows their load', async () => {
    await openScene(page, server.url, 'scene=bridge&paused')
    for (let i = 0; i < 3; i++) await page.click('#step')
    const before = await pictureHash(page)
    await page.keyboard.press('5')
    await page.waitForTimeout(250)
    expect(await pictureHash(page) !== before, 'the layer of joints shows nothing')
    expect(page.url().includes('layers=bodies,joints'), `the link is ${page.url()}`)
    await page.screenshot({ path: join(SCREENSHOTS, 'joints.png') })
    errors.assertNone()
  })
  await report.check('keys and buttons drive the car, and the camera goes along', async () => {
    await openScene(page, server.url, 'scene=car')
    const car = await page.evaluate(() => window.gallery?.simulation?.built.scene.follow ?? -1)
    await waitForSteps(page, 5)
    // Not to the left first: held for long on a slow machine that ends at the wall, and the car on its back.
    const start = await bodyState(page, car)
    await page.keyboard.down('ArrowRight')
    await waitForPlace(page, car, start.x + 2, 1)
    await page.keyboard.up('ArrowRight')
    const driven = await bodyState(page, car)
    expect(Math.abs(driven.screenX - start.screenX) < 30, `the car moved by ${driven.screenX - start.screenX} pixels on the screen`)
    const button = await page.locator('#controls button').first().boundingBox()
    await page.mouse.move(button!.x + 20, button!.y + 20)
    await page.mouse.down()
    await waitForPlace(page, car, driven.x - 1, -1)
    await page.screenshot({ path: join(SCREENSHOTS, 'driving.png') })
    await page.mouse.up()
    await openScene(page, server.url, 'scene=bridge')
    expect(!await page.locator('#controls').isVisible(), 'a scene without controls shows some')
    errors.assertNone()
  })
}

async function checkDragging(page: Page, errors: PageErrors): Promise<void> {
  await report.check('a body is dragged and thrown', async () => {
    await openScene(page, server.url, 'scene=large-pyramid')
    await waitForSteps(page, 5)
    const index = await highestMover(page)
    const start = await bodyState(page, index)
    await page.mouse.move(start.screenX, start.screenY)
    await page.mouse.down()
    await page.mouse.move(start.screenX + 120, start.screenY - 20, { steps: 6 })
    await waitForSteps(page, (await stepIndex(page)) + 30)
    await page.screenshot({ path: join(SCREENSHOTS, 'dragging.png') })
    const held = await bodyState(page, index)
    const offset = Math.hypot(held.screenX - start.screenX - 120, held.screenY - start.screenY + 20)
    expect(offset < 25, `the held body is ${offset.toFixed(0)} pixels away from the pointer`)
    await page.mouse.move(start.screenX + 260, start.screenY - 40, { steps: 2 })
    await waitForSteps(page, (await stepIndex(page)) + 3)
    await page.mouse.up()
    const thrown = await bodyState(page, index)
    expect(thrown.speed > 3, `the thrown body has a speed of ${thrown.speed} m/s`)
    errors.assertNone()
  })
  await report.check('dragging the background pans, the wheel zooms', async () => {
    const before = await bodyState(page, 0)
    await page.mouse.move(720, 760)
    await page.mouse.down()
    await page.mouse.move(760, 740)
    await page.mouse.up()
    const panned = await bodyState(page, 0)
    expect(Math.abs(panned.screenX - before.screenX - 40) < 1, `it panned by ${panned.screenX - before.screenX} pixels`)
    const scale = () => page.evaluate(() => window.gallery?.camera.scale ?? 0)
    const scaleBefore = await scale()
    await page.mouse.wheel(0, -300)
    await page.waitForTimeout(100)
    expect(await scale() > scaleBefore * 1.2, 'the wheel did not zoom in')
    errors.assertNone()
  })
}

async function checkPage(page: Page, errors: PageErrors): Promise<void> {
  await report.check('an unknown scene opens the first one', async () => {
    await openScene(page, server.url, 'scene=no-such-scene&paused')
    expect(page.url().includes(`scene=${scenes[0].name}`), `the link is ${page.url()}`)
    errors.assertNone()
  })
  await report.check('the sidebar and the arrow keys change the scene', async () => {
    await page.click(`[data-scene="${scenes[2].name}"]`)
    await page.waitForFunction((name) => window.gallery?.simulation?.entry.name === name, scenes[2].name)
    await page.keyboard.press('ArrowDown')
    const next = await page.evaluate(() => window.gallery?.link.scene)
    expect(next !== scenes[2].name && scenes.some(({ name }) => name === next), `it went to ${next}`)
    await page.waitForFunction(() => window.gallery?.simulation !== null)
    errors.assertNone()
  })
  await report.check('a phone sees the scene and can open the panel', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await openScene(page, server.url, 'scene=circle-bin')
    await waitForSteps(page, STEPS)
    await page.screenshot({ path: join(SCREENSHOTS, 'phone.png') })
    expect(!await page.locator('#panel').isVisible(), 'the panel covers the scene')
    await page.click('#toggle-panel')
    expect(await page.locator('#panel').isVisible(), 'the panel did not open')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width <= 390, `the page is ${width} pixels wide`)
    errors.assertNone()
  })
}
