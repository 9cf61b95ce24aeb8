import type { Page } from 'playwright-core'
import { expect, type Report } from './harness.ts'
import { farthestMove, nextFrames, openScene, pictureHash, stepIndex, waitForSteps, type PageErrors } from './page.ts'

/** The choice of broad phase, and of another engine to compare with. */
export async function checkEngines(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await report.check('a scene runs with each broad phase to the same place', async () => {
    const places: string[] = []
    const pictures = new Map<string, number>()
    for (const name of ['quadtree', 'sweep-and-prune', 'grid', 'brute-force']) {
      await openScene(page, url, `scene=circle-bin&paused&layers=nodes&broadphase=${name}`)
      await page.evaluate(() => { for (let i = 0; i < 20; i++) window.gallery!.singleStep() })
      await nextFrames(page)
      pictures.set(name, await pictureHash(page))
      expect(await page.locator('#broad-phases').inputValue() === name, `it shows another one than ${name}`)
      places.push(String(await farthestMove(page)))
    }
    expect(pictures.get('quadtree') !== pictures.get('brute-force'), 'there are nodes of a tree where there is none')
    expect(new Set(places).size === 1 && Number(places[0]) > 0.01, `bodies came as far as ${places.join(', ')}`)
    errors.assertNone()
  })
  for (const name of ['planck', 'matter-js', 'rapier']) {
    await report.check(`a scene runs with ${name}, and ours again`, async () => {
      await openScene(page, url, 'scene=tower')
      await page.click('#tab-of-settings')
      await page.selectOption('#engines', name)
      await page.waitForFunction(() => window.gallery!.simulation?.isPeer === true && window.gallery!.simulation.stepIndex > 20, null, { timeout: 60_000 })
      expect(await farthestMove(page) > 1e-6, 'nothing moved')
      expect(page.url().includes(`engine=${name}`), `the link is ${page.url()}`)
      expect(await page.locator('#engine-note').textContent() !== '', 'nothing is said of how it is set up')
      expect(await page.locator('#tool-spawn').isDisabled() && await page.locator('[data-layer="contacts"]').isDisabled(), 'tools of ours are there')
      await page.selectOption('#engines', 'bitecs-physics')
      await page.waitForFunction(() => window.gallery!.simulation?.isPeer === false && window.gallery!.simulation.stepIndex > 5)
      await page.waitForFunction((peer) => {
        const rows = [...document.querySelectorAll('#engine-times li')].map((row) => row.textContent ?? '')
        return rows.some((row) => row.startsWith('bitecs-physics, quadtree')) && rows.some((row) => row.startsWith(peer)) && rows.every((row) => /\d ms$/.test(row))
      }, name)
      errors.assertNone()
    })
  }
  await report.check('a scene that a peer is not set up for says so and runs with ours', async () => {
    await openScene(page, url, 'scene=rolling-hills&engine=planck')
    await waitForSteps(page, 3)
    const note = await page.locator('#engine-note').textContent() ?? ''
    expect(/^Not with planck: .+\.$/.test(note) && !page.url().includes('engine='), `it says "${note}" at ${page.url()}`)
    expect(await stepIndex(page) > 0 && !await page.evaluate(() => window.gallery!.simulation!.isPeer), 'ours does not run')
    errors.assertNone()
  })
}
