import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { TOOLS } from '../../examples/gallery/query-tools.ts'
import { expect, type Report } from './harness.ts'
import { nextFrames, pictureHash, type PageErrors } from './page.ts'

/** The page on which the queries can be played with: each of them answers, and follows the pointer and the filter. */
export async function checkQueries(
  page: Page, errors: PageErrors, url: string, report: Report, screenshots: string,
): Promise<void> {
  for (const { name } of TOOLS) {
    await report.check(`query ${name}`, async () => {
      await openTool(page, url, name)
      await nextFrames(page)
      await pointAtBody(page)
      await page.waitForFunction(() => window.queries!.answer.lines.length > 0, null, { timeout: 10_000 })
      await page.waitForFunction(() => /^\d+(\.\d+)? µs$/.test(document.getElementById('time')!.textContent))
      await page.screenshot({ path: join(screenshots, `query-${name}.png`) })
      errors.assertNone()
    })
  }
  await report.check('query filters take things out', async () => {
    await openTool(page, url, 'region')
    await nextFrames(page)
    await page.keyboard.press('Space')
    await page.mouse.move(300, 100)
    await page.mouse.down()
    await page.mouse.up()
    await page.mouse.move(1080, 780)
    await nextFrames(page)
    const all = await found(page)
    const before = await pictureHash(page)
    await page.click('[data-toggle="circles"]')
    await nextFrames(page)
    const fewer = await found(page)
    expect(all > 60 && fewer < all, `${all} with circles, ${fewer} without`)
    await page.click('[data-toggle="moving only"]')
    await nextFrames(page)
    expect(await found(page) < fewer, 'moving only took nothing out')
    expect(await pictureHash(page) !== before, 'what is no longer found is still lit')
    await page.click('[data-toggle="sensors"]')
    await page.click('[data-toggle="moving only"]')
    await nextFrames(page)
    expect(await found(page) > fewer, 'sensors are not found on request')
    // The page stays open: the next checks begin with all layers and no sensors.
    for (const toggle of ['circles', 'sensors']) await page.click(`[data-toggle="${toggle}"]`)
    errors.assertNone()
  })
  await checkTouchFilters(page, errors, url, report)
}

/** Each of the tools about touches and named bodies, with and without the layer that it has found. */
async function checkTouchFilters(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  for (const name of ['distance', 'pairs', 'touching']) {
    await report.check(`query ${name} honors the filter`, async () => {
      await openTool(page, url, name)
      await nextFrames(page)
      await pointAtBody(page)
      await nextFrames(page)
      const before = await page.evaluate(() => JSON.stringify(window.queries!.answer))
      for (const layer of ['ground', 'circles', 'boxes', 'others']) await page.click(`[data-toggle="${layer}"]`)
      await nextFrames(page)
      const none = await page.evaluate(() => window.queries!.answer.entities.length)
      // Of what touches nothing that passes, only the body itself is left.
      expect(none === (name === 'touching' ? 1 : 0), `${none} entities pass a filter that lets nothing through`)
      for (const layer of ['ground', 'circles', 'boxes', 'others']) await page.click(`[data-toggle="${layer}"]`)
      await nextFrames(page)
      expect(await page.evaluate(() => JSON.stringify(window.queries!.answer)) === before, 'the answer did not come back')
      errors.assertNone()
    })
  }
}

async function openTool(page: Page, url: string, name: string): Promise<void> {
  if (page.url().startsWith(`${url}queries.html`)) await page.evaluate((tool) => { location.hash = tool }, name)
  else await page.goto(`${url}queries.html#${name}`)
  await page.waitForFunction((tool) => window.queries?.tool.name === tool, name)
  await page.evaluate(() => { window.queries!.simulation.paused = false })
}

/** Presses at the left and points at the lowest body that can move. */
async function pointAtBody(page: Page): Promise<void> {
  await page.mouse.move(330, 250)
  await page.mouse.down()
  await page.mouse.up()
  const place = await page.evaluate(() => {
    const { simulation, camera } = window.queries!
    simulation.paused = true
    const { built, movers } = simulation
    const { Position } = built.physics.components
    const entities = Array.from(movers).filter((index) => built.scene.bodies[index].kind === undefined)
      .map((index) => built.entities[index])
    const lowest = entities.reduce((best, entity) => (Position.y[entity] < Position.y[best] ? entity : best))
    return { x: camera.screenX(Position.x[lowest]), y: camera.screenY(Position.y[lowest]) }
  })
  await page.mouse.move(place.x, place.y, { steps: 2 })
}

function found(page: Page): Promise<number> {
  return page.evaluate(() => window.queries!.answer.lines.length)
}
