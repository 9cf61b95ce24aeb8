import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, type Report } from './harness.ts'
import { nextFrames, pictureHash, type PageErrors } from './page.ts'

const STRUCTURES = ['quadtree', 'sweep-and-prune', 'grid', 'brute-force']

/** The page that compares the broad phases: all find the same pairs, all are drawn, the chart fills. */
export async function checkBroadPhases(
  page: Page, errors: PageErrors, url: string, report: Report, screenshots: string,
): Promise<void> {
  await report.check('every broad phase shows itself and finds the same pairs', async () => {
    const counts: number[] = []
    for (const structure of STRUCTURES) {
      await open(page, url, `structure=${structure}&world=mixed&count=1000`)
      await page.click('#play')
      counts.push(await page.evaluate(() => {
        const { run } = window.broadPhases!
        // The same frame for all of them.
        const fresh = new (run.constructor as new (a: string, b: string, c: number) => typeof run)(run.structure, 'mixed', 1000)
        for (let i = 0; i < 10; i++) fresh.frame()
        return fresh.pairs.count
      }))
      await nextFrames(page)
      await page.screenshot({ path: join(screenshots, `broad-phase-${structure}.png`) })
    }
    expect(counts[0] > 500 && counts.every((count) => count === counts[0]), `they found ${counts.join(', ')} pairs`)
    errors.assertNone()
  })
  await report.check('layers, worlds and numbers change the picture', async () => {
    await open(page, url, 'structure=grid&world=uniform&count=316')
    await page.click('#play')
    const clicks = ['[data-layer="pairs"]', '[data-layer="nodes"]', '[data-scene="clustered"]', '#numbers [data-value="1000"]']
    for (const selector of clicks) {
      const before = await pictureHash(page)
      await page.click(selector)
      await nextFrames(page)
      expect(await pictureHash(page) !== before, `${selector} changes nothing`)
    }
    expect(page.url().includes('world=clustered&count=1000&layers=boxes,pairs'), `the link is ${page.url()}`)
    errors.assertNone()
  })
  await report.check('the chart is measured in the browser', async () => {
    await open(page, url, 'structure=quadtree&world=uniform&count=100')
    let exponents: number[] = []
    // Whoever else works on the machine may make one measurement nonsense.
    for (let attempt = 0; attempt < 5 && !(exponents[3]! > exponents[0]!); attempt++) {
      await page.evaluate(() => window.broadPhases!.measure(1000))
      exponents = await page.evaluate((names) => names.map((name) => window.broadPhases!.chart.exponent(name, 100)), STRUCTURES)
    }
    expect(exponents.every(Number.isFinite), `the exponents are ${exponents.join(', ')}`)
    expect(exponents[3] > exponents[0], `every pair grows with ${exponents[3]}, the quadtree with ${exponents[0]}`)
    await page.screenshot({ path: join(screenshots, 'broad-phases-chart.png') })
    errors.assertNone()
  })
}

async function open(page: Page, url: string, link: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${url}broad-phases.html#${link}`)
  await page.waitForFunction(() => window.broadPhases !== undefined)
}
