import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { GAMES } from '../../examples/games/index.ts'
import { expect, type Report } from './harness.ts'
import type { PageErrors } from './page.ts'

/** The games: each is played with keys and mouse until it scores. */
export async function checkGames(
  page: Page, errors: PageErrors, url: string, report: Report, screenshots: string,
): Promise<void> {
  await report.check('every game has a script that plays it', async () => {
    expect(GAMES.map(({ name }) => name).join() === Object.keys(SCRIPTS).join(), 'another list of games')
  })
  // Small: what is drawn by the processor takes its time, and a game that waits for its picture is played slower.
  await page.setViewportSize({ width: 960, height: 600 })
  for (const [name, script] of Object.entries(SCRIPTS)) {
    await report.check(`game ${name}`, async () => {
      await page.goto(`${url}games.html#${name}`)
      await page.reload()
      await page.waitForFunction(() => (window.arcade?.game.stepper.stepCount ?? 0) > 5, null, { timeout: 60_000 })
      await script(page)
      await page.screenshot({ path: join(screenshots, `game-${name}.png`) })
      const score = await page.evaluate(() => window.arcade!.game.score)
      expect(await page.locator('#score').textContent() !== '0', `the score of ${score} is not shown`)
      errors.assertNone()
    })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const SCRIPTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async arena(page) {
    const box = (await page.locator('#canvas').boundingBox())!
    await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.4)
    await page.mouse.down()
    await page.keyboard.down('KeyD')
    await scored(page, 10)
    await page.keyboard.up('KeyD')
    await page.mouse.up()
    await page.keyboard.down('Space')
    await scored(page, 40)
    await page.keyboard.up('Space')
  },
  async platformer(page) {
    await page.keyboard.down('ArrowRight')
    await page.waitForFunction(() => {
      const { game } = window.arcade!
      // A short press now and then: the page sees it as any other.
      dispatchEvent(new KeyboardEvent(game.stepper.stepCount % 50 < 25 ? 'keydown' : 'keyup', { code: 'ArrowUp' }))
      return game.score >= 1
    }, null, { timeout: 60_000, polling: 'raf' })
    await page.keyboard.up('ArrowRight')
  },
  async catapult(page) {
    await page.keyboard.down('Space')
    await page.waitForFunction(() => window.arcade!.game.status().includes('drawn 6'), null, { timeout: 60_000 })
    await page.keyboard.up('Space')
    await scored(page, 1)
  },
}

function scored(page: Page, least: number): Promise<unknown> {
  return page.waitForFunction((points) => window.arcade!.game.score >= points, least, { timeout: 60_000 })
}
