import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { expect, type Report } from './harness.ts'
import { openScene, waitForSteps, type PageErrors } from './page.ts'

/** Pages of the gallery that have a panel. */
const PAGES = ['index.html', 'queries.html', 'games.html', 'broad-phases.html']

/** A page 390 pixels wide: everything that a wide one has, in sheets. */
export async function checkPhone(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await page.setViewportSize({ width: 390, height: 780 })
  await report.check('a phone shows the name and the counters, and chooses another scene', async () => {
    await openScene(page, url, 'scene=rolling-hills')
    await waitForSteps(page, 3)
    expect(!await page.locator('#panel').isVisible() && !await page.locator('#sidebar').isVisible(), 'a sheet covers the scene')
    await page.waitForFunction(() => / bodies · .* awake · .* contacts/.test(document.querySelector('#topbar span')!.textContent))
    await page.click('#toggle-sidebar')
    await page.locator('.search').fill('windmill')
    await page.locator('.card:visible').first().click()
    await page.waitForFunction(() => window.gallery?.simulation?.entry.name === 'windmill')
    expect(!await page.locator('#sidebar').isVisible(), 'the list stays open')
    await page.click('#toggle-sidebar')
    await page.locator('.search').fill('')
    await page.keyboard.press('Escape')
    errors.assertNone()
  })
  await report.check('no name of a scene is cut off on a phone', async () => {
    const cut = await page.evaluate((titles) => {
      const title = document.querySelector<HTMLElement>('#topbar strong')!
      return titles.filter((text) => {
        title.textContent = text
        return title.scrollWidth > title.clientWidth || title.clientHeight > 20
      })
    }, scenes.map(({ title }) => title))
    expect(cut.length === 0, cut.join(', '))
  })
  for (const name of PAGES) {
    await report.check(`${name} opens its list and its panel on a phone`, async () => {
      await page.goto('about:blank')
      await page.goto(url + name)
      for (const sheet of ['sidebar', 'panel']) {
        await page.click(`#toggle-${sheet}`)
        expect(await page.locator(`#${sheet}`).isVisible(), `the ${sheet} did not open`)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width <= 390, `the page is ${width} pixels wide`)
      }
      expect(!await page.locator('#sidebar').isVisible(), 'both sheets are open')
      await page.keyboard.press('Escape')
      expect(!await page.locator('#panel').isVisible(), 'Escape did not close the panel')
      errors.assertNone()
    })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
