import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Hero } from '../../examples/gallery/hero.ts'
import { checkAccessibility, checkThemes, violationsOf } from './accessibility.ts'
import { ROOT, Report, expect, launchBrowser, startSite } from './harness.ts'
import { PageErrors } from './page.ts'

/**
 * The site in a real browser: every page, every Run button, the playground and the first page. Screenshots go to
 * dist/screenshots/site, to be looked at. npm run test:site [-- PART ...]: the pages and parts with that in their names. Pages of the reference are the work of a tool: a few of them stand for all.
 */

/** `window.hero` of the first page, as code that runs in the page sees it. */
declare const hero: Hero

const SCREENSHOTS = join(ROOT, 'dist/screenshots/site')
const WIDE = { width: 1360, height: 850 }
const NARROW = { width: 390, height: 800 }
const REFERENCE = ['reference/index.html', 'reference/bitecs-physics/functions/spawnBody.html', 'reference/bitecs-physics/interfaces/BodyOptions.html', 'reference/bitecs-physics/quadtree/classes/Quadtree.html', 'reference/bitecs-physics/debug/functions/explainUnits.html']
/** Pages that pictures are taken of, in both themes and widths. */
const PICTURED = ['index.html', 'first-game.html', 'from-matter.html', 'playground.html', 'joints.html', 'reference/bitecs-physics/functions/spawnBody.html']

if (!existsSync(join(ROOT, 'site/node_modules'))) console.log('the first run fetches the packages of the site')
mkdirSync(SCREENSHOTS, { recursive: true })
const only = process.argv.slice(2)
const report = new Report()
const server = await startSite()
const browser = await launchBrowser()
try {
  const pages = readdirSync(join(ROOT, 'site/dist')).filter((name) => name.endsWith('.html') && name !== '404.html').concat(REFERENCE)
  expect(pages.length > 25, `there are ${pages.length} pages only`)
  const context = await browser.newContext({ viewport: WIDE })
  const page = await context.newPage()
  const errors = new PageErrors(page)
  const parts: Record<string, () => Promise<void>> = {
    ...Object.fromEntries(pages.map((name) => [name, () => checkPage(page, errors, name)])),
    'first page': () => checkFirstPage(page, errors),
    game: () => checkGame(page, errors),
    editor: () => checkPlayground(browser, page, errors),
    loops: () => checkEndlessLoops(page, errors),
    search: () => checkSearch(page, errors),
    opened: () => checkOpened(page, errors),
    pictures: () => takePictures(browser),
  }
  for (const [name, check] of Object.entries(parts)) if (only.length === 0 || only.some((part) => name.includes(part))) await check()
  if (report.passed + report.failed === 0) console.error(`test:site: no page or part has "${only.join('" or "')}" in its name: there are ${Object.keys(parts).join(', ')}`)
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = report.finish()

/** It opens, fits a phone, and all its programs run. */
async function checkPage(page: Page, errors: PageErrors, name: string): Promise<void> {
  await report.check(`page ${name}`, async () => {
    const answer = await page.goto(server.url + name, { waitUntil: 'load' })
    expect(answer?.ok() === true, `the server answered ${answer?.status()}`)
    await page.waitForSelector('.VPContent', { state: 'attached' })
    await page.setViewportSize(NARROW)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    await page.setViewportSize(WIDE)
    expect(width <= NARROW.width, `it is ${width} pixels wide on a phone`)
    errors.assertNone()
  })
  await checkThemes(page, name, report)
  const buttons = page.locator('.run-button')
  const count = await buttons.count()
  if (count === 0) return
  await report.check(`${count} programs of ${name}`, async () => {
    const failures: string[] = []
    const blocks = page.locator('.run-block:has(.run-button)')
    for (let i = 0; i < count; i++) {
      const text = await runBlock(blocks.nth(i))
      if (text !== '') failures.push(`program ${i + 1}: ${text}`)
      await blocks.nth(i).getByRole('button', { name: 'Close' }).click()
    }
    expect(failures.length === 0, failures.join('\n      '))
    errors.assertNone()
  })
}

/** Presses Run and gives what is wrong, or nothing. */
async function runBlock(block: Locator): Promise<string> {
  await block.locator('.run-button').click()
  await block.locator('.runner[data-state="done"], .runner[data-state="failed"]').waitFor({ timeout: 60_000 })
  if (await block.locator('.runner.draws').count() > 0) {
    if (!await isInSight(block.locator('.runner-stage'))) return 'its picture is out of sight'
    if (!await drawsSomething(block)) return 'its picture is empty'
  }
  // What goes wrong in its first frames.
  await block.page().waitForTimeout(150)
  const failed = await block.locator('.runner[data-state="failed"]').count()
  const wrong = await block.locator('.runner-lines .error').allTextContents()
  return failed > 0 || wrong.length > 0 ? wrong.join(' ') || 'it failed without a word' : ''
}

/** Whether all of it is in the window, below the menu: a frame out of sight is never asked to draw. */
function isInSight(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= document.querySelector('.VPNav')!.getBoundingClientRect().bottom - 1 && bottom <= innerHeight + 1
  })
}

/** Whether there is anything on the canvas of a running program. */
async function drawsSomething(block: Locator): Promise<boolean> {
  const frame = await (await block.locator('iframe').elementHandle())?.contentFrame()
  if (frame === null || frame === undefined) return false
  return frame.waitForFunction(() => {
    const canvas = document.querySelector('canvas')!
    const context = canvas.getContext('2d')
    // It gets its size in the next frame of the program.
    if (context === null || canvas.width === 0 || canvas.height < 50) return false
    return context.getImageData(0, 0, canvas.width, canvas.height).data.some((value, i) => i % 4 === 3 && value > 0)
  }, undefined, { polling: 100, timeout: 10_000 }).then(() => true, () => false)
}

async function checkFirstPage(page: Page, errors: PageErrors): Promise<void> {
  await report.check('the scene of the first page moves, and a body of it can be dragged', async () => {
    const start = Date.now()
    await page.goto(server.url)
    await page.waitForFunction(() => typeof hero !== 'undefined' && hero.simulation.stepIndex >= 3)
    console.log(`      it moved ${Date.now() - start} ms after the request`)
    const place = () => page.evaluate(() => {
      const { built, movers } = hero.simulation
      return Array.from(movers).map((index) => built.physics.components.Position.y[built.entities[index]!]!)
    })
    const before = await place()
    await page.waitForFunction((step) => hero.simulation.stepIndex > step + 30, await page.evaluate(() => hero.simulation.stepIndex))
    const after = await place()
    const moved = after.filter((y, i) => Math.abs(y - before[i]!) > 0.01).length
    expect(moved > before.length / 4, `${moved} of ${before.length} bodies moved`)
    errors.assertNone()
  })
}

async function checkGame(page: Page, errors: PageErrors): Promise<void> {
  await report.check('the game of the tutorial can be played', async () => {
    await page.goto(`${server.url}first-game.html`)
    const block = page.locator('.run-block:has(.run-button)').last()
    expect(await runBlock(block) === '', 'it did not start')
    const box = (await block.locator('iframe').boundingBox())!
    for (let ball = 0; ball < 5; ball++) {
      // The tower stands 7 to 9 m to the right of the middle, 2 to 6.5 m above the ground; 26 m are as wide as the picture.
      const scale = box.width / 26
      await page.mouse.click(box.x + box.width / 2 + 7 * scale, box.y + box.height - scale * 4.5)
      await page.waitForTimeout(1200)
    }
    const lines = await block.locator('.runner-lines').innerText()
    const score = Number([...lines.matchAll(/score (\d+)/g)].at(-1)?.[1] ?? 0)
    expect(score >= 5, `five throws into the middle of the tower gave ${score} points`)
    await page.screenshot({ path: join(SCREENSHOTS, 'game.png') })
    errors.assertNone()
  })
}

async function checkPlayground(on: Browser, page: Page, errors: PageErrors): Promise<void> {
  await report.check('a program is changed, run, and comes back from its link', async () => {
    await page.goto(`${server.url}playground.html`)
    await page.locator('.runner[data-state="done"]').waitFor()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('const words: string[] = ["ä", "b"]\nconsole.log(words.length, words[0])\n')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => document.querySelector('.runner-lines')?.textContent?.includes('2 ä') === true)
    await page.waitForFunction(() => location.hash.startsWith('#code='))
    await page.waitForTimeout(600)
    const other = await on.newPage()
    await other.goto(page.url())
    await other.waitForFunction(() => document.querySelector('.runner-lines')?.textContent?.includes('2 ä') === true)
    await other.close()
    errors.assertNone()
  })
  await report.check('what goes wrong is said, with its line; a damaged link, too', async () => {
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('const a: number = 1\n\nnull.x\n')
    await page.keyboard.press('Control+Enter')
    await page.locator('.runner[data-state="failed"]').waitFor()
    await page.waitForFunction(() => document.querySelector('.runner-note')?.textContent === 'stopped in line 3')
    const wrong = await page.locator('.runner-lines .error').allTextContents()
    expect(wrong.length === 1 && wrong[0]!.startsWith('TypeError'), `it said ${wrong.join()}`)
    await page.goto('about:blank')
    await page.goto(`${server.url}playground.html#code=xyz`)
    await page.locator('.playground-problem').waitFor()
    errors.assertNone()
  })
  await report.check('a program reads nothing of the site', async () => {
    await page.goto('about:blank')
    await page.goto(`${server.url}playground.html`)
    await page.locator('.runner[data-state="done"]').waitFor()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('let told = "nothing"\ntry { told = parent.document.title } catch {}\nconsole.log(told, origin)\n')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => document.querySelector('.runner-lines')?.textContent?.includes('nothing null') === true)
  })
}

/** A program without an end is stopped, wherever the loop is, and the next one runs. */
async function checkEndlessLoops(page: Page, errors: PageErrors): Promise<void> {
  const loops = {
    'as it starts': 'let n = 0\nwhile (true) n++\n',
    'in a frame': 'requestAnimationFrame(() => { for (;;); })\n',
    'that catches what is thrown': 'for (;;) { try { for (;;) Math.random() } catch {} }\n',
    'that waits for nothing': 'while (true) await null\n',
    'of calls': 'const count = (n: number): number => (n === 0 ? 1 : count(n - 1) + count(n - 1))\nconsole.log(count(60))\n',
    'that steps a world': "import { createWorld } from 'bitecs'\nimport { addPhysics, stepPhysics } from 'bitecs-physics'\nconst world = createWorld()\naddPhysics(world)\ndo stepPhysics(world, 1 / 60)\nwhile (true)\n",
  }
  await page.goto(`${server.url}playground.html`)
  await page.locator('.runner[data-state="done"]').waitFor()
  for (const [name, code] of Object.entries(loops)) {
    await report.check(`an endless loop ${name} is stopped`, async () => {
      await runInPlayground(page, code)
      await page.waitForFunction(() => document.querySelector('.runner-lines')?.textContent?.includes('It was stopped: for ') === true)
      expect(await page.locator('.runner').getAttribute('data-state') === 'failed', 'it did not fail')
      await runInPlayground(page, "console.log('after it')\n")
      await page.waitForFunction(() => document.querySelector('.runner-lines')?.textContent?.trim() === 'after it')
      errors.assertNone(/^page error: It was stopped: /)
    })
  }
}

async function runInPlayground(page: Page, code: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(code)
  await page.keyboard.press('Control+Enter')
}

/** axe-core on what can be opened on a page. */
async function checkOpened(page: Page, errors: PageErrors): Promise<void> {
  await page.goto(`${server.url}first-game.html`)
  await runBlock(page.locator('.run-block:has(.run-button)').nth(1))
  await checkThemes(page, 'a running program', report)
  await report.check('accessibility: the frame in which a program runs', async () => {
    const frame = await (await page.locator('.runner iframe').elementHandle())?.contentFrame()
    const found = await violationsOf(frame!)
    expect(found.length === 0, found.join('\n      '))
  })
  await page.goto(`${server.url}overview.html`)
  await page.locator('#local-search button').first().click()
  await page.locator('.search-input').fill('kinematic')
  await page.locator('.results .result').first().waitFor()
  await checkThemes(page, 'the search', report)
  await page.keyboard.press('Escape')
  await page.setViewportSize(NARROW)
  await page.locator('.VPNavBarHamburger').click()
  await page.locator('.VPNavScreen').waitFor()
  await checkAccessibility(page, 'the menu on a phone', report)
  await page.locator('.VPNavBarHamburger').click()
  await page.locator('.VPLocalNav .menu').click()
  await page.locator('.VPSidebar.open').waitFor()
  await checkAccessibility(page, 'the list of pages on a phone', report)
  await page.setViewportSize(WIDE)
  errors.assertNone()
}

async function checkSearch(page: Page, errors: PageErrors): Promise<void> {
  await report.check('the search finds a word', async () => {
    await page.goto(`${server.url}overview.html`)
    await page.locator('#local-search button').first().click()
    await page.locator('.search-input').fill('kinematic')
    await page.locator('.results .result').first().waitFor()
    expect(await page.locator('.results .result').count() > 3, 'it found next to nothing')
    errors.assertNone()
  })
}

/** Both themes, wide and narrow. */
async function takePictures(on: Browser): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [WIDE, NARROW]) {
      const context = await on.newContext({ colorScheme, viewport })
      const page = await context.newPage()
      for (const name of PICTURED) {
        await report.check(`picture of ${name}, ${colorScheme}, ${viewport.width}`, async () => {
          await page.goto(server.url + name)
          if (name === 'first-game.html') await runBlock(page.locator('.run-block:has(.run-button)').nth(1))
          await page.waitForTimeout(1500)
          expect(await page.evaluate(() => document.documentElement.classList.contains('dark')) === (colorScheme === 'dark'), 'it has the other theme')
          await page.screenshot({ path: join(SCREENSHOTS, `${name.replaceAll('/', '-').replace('.html', '')}-${colorScheme}-${viewport.width}.png`) })
        })
      }
      await context.close()
    }
  }
}
