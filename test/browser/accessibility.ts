import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect, type Report } from './harness.ts'
import type { PageErrors } from './page.ts'

/** What this test needs of axe-core, as it is once its script ran in a page. */
interface Axe {
  run(): Promise<{ violations: { id: string; help: string; nodes: { target: string[] }[] }[] }>
}

/** The box of VitePress's search: links in options, which have other names than texts. Not ours to mend. */
const KNOWN = { place: '.VPLocalSearchBox', rules: ['label-content-name-mismatch', 'nested-interactive'] }

declare global {
  interface Window { axe?: Axe }
}

/** Read where it is asked for: the other parts of the test go without. */
function axeScript(): string {
  return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
}

/** All rules of axe-core for what the page shows just now. */
export async function checkAccessibility(page: Page, name: string, report: Report): Promise<void> {
  await report.check(`accessibility: ${name}`, async () => {
    const found = await violationsOf(page)
    expect(found.length === 0, found.join('\n      '))
  })
}

/** What all rules of axe-core say against a page or a frame of it, as it is just now. */
export async function violationsOf(page: Page | Frame): Promise<string[]> {
  if (!await page.evaluate(() => window.axe !== undefined)) await page.evaluate(axeScript())
  const violations = await page.evaluate(async ([rules, place]) => {
    const { violations: found } = await window.axe!.run()
    return found.map((rule) => ({
      ...rule, nodes: rule.nodes.filter(({ target }) => !rules.includes(rule.id) || (document.querySelector(target[0]!)?.closest(place) ?? null) === null),
    })).filter(({ nodes }) => nodes.length > 0)
  }, [KNOWN.rules, KNOWN.place] as const)
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n        ${nodes.slice(0, 4).map(({ target }) => target.join(' ')).join('\n        ')}`)
}

const WIDTHS = [{ width: 1360, height: 850 }, { width: 390, height: 800 }]

/** A page of the site in both themes, wide and as on a phone; what of it is said in one of them is not said again of the next. */
export async function checkThemes(page: Page, name: string, report: Report): Promise<void> {
  await report.check(`accessibility: ${name}, light and dark, wide and narrow`, async () => {
    // A color on its way to another one is neither.
    await page.addStyleTag({ content: '* { transition: none !important; animation: none !important }' })
    const said = new Map<string, string>()
    const dark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      for (const on of [!dark, dark]) {
        await page.evaluate((is) => document.documentElement.classList.toggle('dark', is), on)
        for (const line of await violationsOf(page)) if (!said.has(line)) said.set(line, `${on ? 'dark' : 'light'}, ${size.width}: ${line}`)
      }
    }
    await page.setViewportSize(WIDTHS[0]!)
    expect(said.size === 0, [...said.values()].join('\n      '))
  })
}

/** Every page of the gallery as it opens, and what can be opened on it. */
export async function checkGalleryAccessibility(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  for (const name of ['queries.html', 'games.html', 'broad-phases.html', 'index.html#scene=windmill&paused']) {
    await page.goto('about:blank')
    await page.goto(url + name)
    await page.waitForFunction(() => (window.gallery?.simulation ?? window.queries ?? window.arcade ?? window.broadPhases) !== undefined)
    await checkAccessibility(page, name, report)
  }
  await page.click('#tab-of-settings')
  await checkAccessibility(page, 'settings of scenes', report)
  await page.click('#tab-of-figures')
  await checkAccessibility(page, 'figures of scenes', report)
  await page.click('#source')
  await page.locator('.cm-content').waitFor()
  await checkAccessibility(page, 'source of scenes', report)
  await page.click('#code-close')
  await page.click('#help')
  await checkAccessibility(page, 'list of keys', report)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 780 })
  await page.click('#toggle-sidebar')
  await checkAccessibility(page, 'list of scenes on a phone', report)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  errors.assertNone()
}
