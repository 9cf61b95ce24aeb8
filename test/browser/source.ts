import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { ROOT, expect, type Report } from './harness.ts'
import { openScene, waitForSteps, type PageErrors } from './page.ts'

/** The source beside the scene: what is changed there runs, what is wrong is said with its line while the old scene goes on. */
export async function checkSource(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await report.check('a changed source runs, and the undone one again', async () => {
    await openScene(page, url, 'scene=ball-and-chain&source')
    await page.locator('.cm-content').waitFor()
    expect(await page.locator('#code-file').textContent() === 'examples/scenes/ball-and-chain.ts', 'another file is shown')
    const before = await bodies(page)
    await write(page, (text) => text.replace('rows = 11', 'rows = 5'))
    await page.waitForFunction((count) => (window.gallery!.simulation?.built.scene.bodies.length ?? count) < count, before)
    await waitForSteps(page, 3)
    await page.click('#code-reset')
    await page.waitForFunction((count) => window.gallery!.simulation?.built.scene.bodies.length === count, before)
    errors.assertNone()
  })
  const wrong = [
    ['what is no program', (text: string) => `${text}\n\nconst a = = 3\n`, 2],
    ['what fails when it is run', (text: string) => `${text}\n\nnull.x\n`, 2],
    ['what fails when the scene is made', (text: string) => text.replace('const made = ', 'missing()\n  const made = '), null],
    ['a loop without an end', (text: string) => `${text}\n\nfor (;;) Math.random()\n`, 2],
    ['a loop without an end where the scene is made', (text: string) => text.replace('const made = ', 'while (true) {}\n  const made = '), null],
    ['what is no scene', () => 'export const a = 1\n', null],
  ] as const
  for (const [name, change, linesAfter] of wrong) {
    await report.check(`the old scene goes on with ${name}`, async () => {
      await page.evaluate(() => { window.gallery!.restart() })
      const old = await page.evaluateHandle(() => window.gallery!.simulation)
      const text = await read(page)
      const lines = text.split('\n').length
      const at = linesAfter === null ? text.slice(0, text.indexOf('const made = ')).split('\n').length : lines + linesAfter
      await write(page, change)
      await page.locator('#code-note.problem').waitFor()
      const note = await page.locator('#code-note').textContent() ?? ''
      if (name !== 'what is no scene') {
        expect(note.startsWith(`Line ${at}: `), `it says "${note}" of line ${at}`)
        expect(await page.locator('.cm-wrong-line').count() === 1, 'no line is marked')
      } else expect(note.includes("no scene with the name 'ball-and-chain'"), `it says ${note}`)
      expect(await page.evaluate((running) => window.gallery!.simulation === running, old), 'another scene runs')
      await write(page, () => text)
      await page.locator('#code-note:not(.problem)').waitFor()
      errors.assertNone()
    })
  }
  await report.check('the old scene comes back when a step of an edited one has no end', async () => {
    const text = await read(page)
    await write(page, () => text.replace('...made, view', '...made, drive: (step) => { while (step >= 10); }, view'))
    await page.locator('#code-note.problem').waitFor()
    const note = await page.locator('#code-note').textContent() ?? ''
    expect(/^Line \d+: It was stopped: for 1 s /.test(note), `it says "${note}"`)
    await page.waitForFunction(() => window.gallery!.simulation !== null && window.gallery!.simulation.stepIndex > 12)
    await write(page, () => text)
    await page.locator('#code-note:not(.problem)').waitFor()
    errors.assertNone()
  })
  await report.check('every file of scenes runs as text', async () => {
    await page.click('#code-close')
    const told: string[] = []
    for (const name of firstScenes()) {
      const problem = await page.evaluate((scene) => window.gallery!.codePanel!.problemWith(scene), name)
      if (problem !== '') told.push(`${name}: ${problem}`)
    }
    expect(told.length === 0, told.join('\n      '))
  })
}

function bodies(page: Page): Promise<number> {
  return page.evaluate(() => window.gallery!.simulation!.built.scene.bodies.length)
}

function read(page: Page): Promise<string> {
  return page.evaluate(() => window.gallery!.codePanel!.text)
}

/** Writes into the editor as if it was pasted. */
async function write(page: Page, change: (text: string) => string): Promise<void> {
  const text = change(await read(page))
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

/** One scene of each file. */
function firstScenes(): string[] {
  const folder = join(ROOT, 'examples/scenes')
  const texts = readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts.flatMap((text) => scenes.find(({ name }) => text.includes(`name: '${name}'`))?.name ?? [])
}
