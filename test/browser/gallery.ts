import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { checkGalleryAccessibility } from './accessibility.ts'
import { checkApproved } from './approved.ts'
import { checkBroadPhases } from './broad-phases.ts'
import { ROOT, Report, expect, failedServer, launchBrowser, startServer } from './harness.ts'
import {
  PageErrors, bodyState, highestMover, nextFrames, openScene, pictureHash, stepIndex, waitForPlace, waitForSteps,
} from './page.ts'
import { checkSettings } from './controls.ts'
import { checkEngines } from './engines.ts'
import { checkGames } from './games.ts'
import { checkInspector } from './inspector.ts'
import { checkPhone } from './phone.ts'
import { checkPolicy } from './policy.ts'
import { checkQueries } from './queries.ts'
import { checkScenes } from './scenes.ts'
import { checkSource } from './source.ts'
import { checkTouch } from './touch.ts'
import { checkWorker } from './worker.ts'

/**
 * The gallery in a real browser: every scene, every control. Screenshots go to
 * dist/screenshots, to be looked at. npm run test:browser [-- PART]: see partsOf.
 */

const SCREENSHOTS = join(ROOT, 'dist', 'screenshots')

mkdirSync(SCREENSHOTS, { recursive: true })
const only = process.argv.slice(2).find((word) => !word.startsWith('--'))
const report = new Report()
const server = await startServer()
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const errors = new PageErrors(page)
  const parts = partsOf(page, errors)
  if (only !== undefined && parts[only] === undefined) console.error(`test:browser: there is no part "${only}": one of ${Object.keys(parts).join(', ')}`)
  for (const [name, check] of Object.entries(parts)) if (only === undefined || only === name) await check()
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = report.finish()

/** By the names under which each can be run alone. */
function partsOf(page: Page, errors: PageErrors): Record<string, () => Promise<void>> {
  const { url } = server
  return {
    scenes: () => checkScenes(page, errors, url, report),
    events: () => checkEvents(page, errors),
    controls: () => checkControls(page, errors),
    joints: () => checkJoints(page, errors),
    dragging: () => checkDragging(page, errors),
    page: () => checkPage(page, errors),
    settings: () => checkSettings(page, errors, url, report),
    engines: () => checkEngines(page, errors, url, report),
    source: () => checkSource(page, errors, url, report),
    accessibility: () => checkGalleryAccessibility(page, errors, url, report),
    phone: () => checkPhone(page, errors, url, report),
    queries: () => checkQueries(page, errors, url, report, SCREENSHOTS),
    games: () => checkGames(page, errors, url, report, SCREENSHOTS),
    inspector: () => checkInspector(page, errors, url, report, SCREENSHOTS),
    'broad-phases': () => checkBroadPhases(page, errors, url, report, SCREENSHOTS),
    approved: () => checkApproved(browser, url, report, SCREENSHOTS, process.argv.includes('--approve')),
    touch: () => checkTouch(browser, url, report),
    policy: () => checkPolicy(browser, report),
    worker: () => checkWorker(browser, url, report),
    server: () => checkServer(),
  }
}

async function checkServer(): Promise<void> {
  await report.check('a taken port is a clear error', async () => {
    const { code, errors } = await failedServer(Number(new URL(server.url).port))
    expect(code === 1, `exit code ${code}`)
    expect(/^serve: port \d+ is taken/.test(errors), `it said: ${errors}`)
  })
  await report.check('what is no page is no trouble for the server', async () => {
    const codes = await Promise.all(['gallery/none.js', 'gallery/%E0', 'gallery/..%2f..%2fpackage.json', 'gallery'].map(
      async (path) => (await fetch(new URL(`/${path}`, server.url), { redirect: 'manual' })).status,
    ))
    expect(codes.join() === '404,404,404,302', `it answered ${codes.join()}`)
  })
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
    const [entered, left] = [await shown('Sensor begin'), await shown('Sensor end')]
    expect(entered > 10 && left > 0 && left <= entered, `${entered} came in and ${left} left`)
    await page.keyboard.press('Space')
    await page.keyboard.press('r')
    await page.waitForTimeout(300)
    expect(await shown('Sensor begin') === 0, 'the counters did not begin anew')
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
    await page.click('#tab-of-settings')
    await page.click('#speeds [data-value="0.5"]')
    expect(page.url().includes('speed=0.5'), `the link is ${page.url()}`)
    await page.keyboard.press('r')
    expect(await stepIndex(page) === 0, 'restart did not begin anew')
    errors.assertNone()
  })
  await report.check('every layer changes the picture', async () => {
    await openScene(page, server.url, 'scene=tower&paused')
    await page.click('#tab-of-view')
    await page.click('#step')
    for (const layer of ['bodies', 'contacts', 'boxes', 'nodes', 'forces', 'motion', 'labels']) {
      const before = await pictureHash(page)
      await page.click(`[data-layer="${layer}"]`)
      await nextFrames(page)
      expect(await pictureHash(page) !== before, `the layer ${layer} shows nothing`)
    }
    await page.keyboard.press('1')
    await nextFrames(page)
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
    await nextFrames(page)
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
    await openScene(page, server.url, 'scene=tower')
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
    await page.mouse.move(start.screenX + 480, start.screenY - 60, { steps: 2 })
    await waitForSteps(page, (await stepIndex(page)) + 3)
    await page.mouse.up()
    const thrown = await bodyState(page, index)
    expect(thrown.speed > 3, `the thrown body has a speed of ${thrown.speed} m/s`)
    errors.assertNone()
  })
  await report.check('dragging the background pans, the wheel zooms', async () => {
    const before = await bodyState(page, 0)
    await page.mouse.move(620, 700)
    await page.mouse.down()
    await page.mouse.move(660, 680)
    await page.mouse.up()
    const panned = await bodyState(page, 0)
    expect(Math.abs(panned.screenX - before.screenX - 40) < 1, `it panned by ${panned.screenX - before.screenX} pixels`)
    const scale = () => page.evaluate(() => window.gallery?.camera.scale ?? 0)
    const scaleBefore = await scale()
    await page.mouse.wheel(0, -300)
    await nextFrames(page)
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
  await report.check('the list and the arrow keys change the scene', async () => {
    await page.click(`[data-scene="${scenes[2].name}"]`)
    await page.waitForFunction((name) => window.gallery?.simulation?.entry.name === name, scenes[2].name)
    await page.keyboard.press('ArrowDown')
    const next = await page.evaluate(() => window.gallery?.link.scene)
    expect(next !== scenes[2].name && scenes.some(({ name }) => name === next), `it went to ${next}`)
    await page.waitForFunction(() => window.gallery?.simulation !== null)
    errors.assertNone()
  })
}
