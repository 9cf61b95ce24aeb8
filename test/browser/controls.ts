import type { Page } from 'playwright-core'
import { scenes } from '../../examples/scenes/index.ts'
import { expect, type Report } from './harness.ts'
import { nextFrames, openScene, pictureHash, stepIndex, waitForSteps, type PageErrors } from './page.ts'

/** What a viewer does beside watching: finding scenes, changing them, looking elsewhere, sending the link, all of it by keyboard. */
export async function checkSettings(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await report.check('every scene and every layer is within reach at 1,280 × 800 without scrolling', async () => {
    await openScene(page, url, `scene=${scenes[0]!.name}&paused`)
    const groups = await page.locator('.group').count()
    expect(groups > 5, `there are ${groups} groups`)
    const unreached: string[] = []
    for (let i = 0; i < groups; i++) {
      if (!await page.locator('.group').nth(i).evaluate((group) => (group as HTMLDetailsElement).open)) await page.locator('.group summary').nth(i).click()
      await nextFrames(page)
      unreached.push(...await outside(page, '.group[open] .card, .group summary'))
    }
    unreached.push(...await outside(page, '#layers button, #tints, #colors li'))
    expect(unreached.length === 0, `one has to scroll to ${unreached.join(', ')}`)
    expect(await page.locator('.card').count() === scenes.length, 'the list has not every scene')
    errors.assertNone()
  })
  await report.check('the search finds a scene, and Enter opens it', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('newton cradle rods')
    const found = await page.locator('.card:visible').allTextContents()
    expect(found.join() === 'Newton’s cradle', `it found ${found.join()}`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => window.gallery?.simulation?.entry.name === 'rod-cradle')
    await page.keyboard.press('Escape')
    expect(await page.locator('.group:visible').count() > 5, 'the other groups did not come back')
    errors.assertNone()
  })
  await report.check('settings, colors, tool and camera come back from the copied link', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openScene(page, url, 'scene=circle-bin&paused&count=40')
    expect(await bodies(page) === 40, `${await bodies(page)} of 40 bodies`)
    await page.click('#tab-of-settings')
    await slide(page, 'gravity', 3)
    await slide(page, 'substeps', 2)
    await slide(page, 'restitution', 0.5)
    await page.selectOption('#tints', 'speed', { force: true })
    await page.click('#tool-spawn')
    await page.keyboard.press('+')
    await page.keyboard.press('l')
    await page.keyboard.press('y')
    await page.waitForFunction(() => document.getElementById('notice')!.textContent.startsWith('Link copied'))
    const before = await told(page)
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link.includes('gravity=3&substeps=2&count=40&restitution=0.5&at='), `the link is ${link}`)
    await openScene(page, url, 'scene=tower&paused')
    expect(await told(page) !== before, 'another link tells the same')
    await openScene(page, url, new URL(link).hash.slice(1))
    await nextFrames(page)
    const after = await told(page)
    expect(after === before, `it came back with\n      ${after}, was\n      ${before}`)
    errors.assertNone()
  })
  await report.check('gravity acts at once, and a scene of another size is built anew', async () => {
    await openScene(page, url, 'scene=tumbler&count=60&gravity=0')
    await waitForSteps(page, 2)
    await slide(page, 'gravity', 20)
    expect(await page.evaluate(() => window.gallery!.simulation!.built.physics.settings.gravity.y) === -20, 'the engine has another gravity')
    await slide(page, 'count', 90)
    await waitForSteps(page, 1)
    expect(await bodies(page) === 90, `${await bodies(page)} of 90 bodies`)
    await page.getByRole('button', { name: 'As the scene has it' }).click()
    await waitForSteps(page, 1)
    expect(!page.url().includes('count'), `the link is ${page.url()}`)
    errors.assertNone()
  })
  await checkTools(page, errors, url, report)
  await checkKeyboard(page, errors, url, report)
}

async function checkTools(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await report.check('bodies are spawned and blown apart by a press', async () => {
    await openScene(page, url, 'scene=heavy-top&tool=spawn')
    await waitForSteps(page, 2)
    const count = () => page.evaluate(() => window.gallery!.simulation!.built.physics.stats.bodies)
    const before = await count()
    for (const x of [500, 560, 620]) await page.mouse.click(x, 200)
    await waitForSteps(page, await stepIndex(page) + 2)
    expect(await count() === before + 3, `${before} bodies became ${await count()}`)
    await page.click('#tool-explode')
    expect(page.url().includes('tool=explode'), `the link is ${page.url()}`)
    const place = await page.evaluate(() => {
      const { simulation, camera } = window.gallery!
      const { Position } = simulation!.built.physics.components
      const entity = simulation!.built.entities[simulation!.movers[0]]
      return { x: camera.screenX(Position.x[entity] + 1), y: camera.screenY(Position.y[entity]) }
    })
    await page.mouse.click(place.x, place.y)
    await waitForSteps(page, await stepIndex(page) + 1)
    const speed = await page.evaluate(() => {
      const { built, movers } = window.gallery!.simulation!
      const { Velocity } = built.physics.components
      return Math.max(...Array.from(movers.slice(0, 20), (index) => Math.hypot(Velocity.x[built.entities[index]], Velocity.y[built.entities[index]])))
    })
    expect(speed > 3, `the fastest body has ${speed} m/s`)
    errors.assertNone()
  })
  await report.check('each color mode changes the picture and says what its colors mean', async () => {
    await openScene(page, url, 'scene=windmill&paused')
    for (let i = 0; i < 3; i++) await page.keyboard.press('.')
    const seen = new Set<string>()
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('c')
      await nextFrames(page)
      seen.add(`${await pictureHash(page)} ${await page.locator('#colors').textContent()}`)
    }
    expect(seen.size === 5, `${seen.size} of 5 modes look different`)
    errors.assertNone()
  })
}

async function checkKeyboard(page: Page, errors: PageErrors, url: string, report: Report): Promise<void> {
  await report.check('sliders, tabs and buttons are used by keyboard, and no shortcut takes their keys', async () => {
    await openScene(page, url, 'scene=car&paused')
    await page.locator('#tab-of-view').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#settings').isVisible(), 'the arrow did not choose the next tab')
    await page.locator('[data-tuning="substeps"]').focus()
    await page.keyboard.press('ArrowRight')
    expect(page.url().includes('substeps=5'), `the link is ${page.url()}`)
    await page.locator('#step').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    expect(await stepIndex(page) === 2, `two presses of a button took ${await stepIndex(page)} steps`)
    await page.keyboard.press('?')
    expect(await page.locator('#shortcuts').isVisible(), 'the list of keys did not open')
    const rows = await page.locator('#shortcut-list dt').count()
    expect(rows > 20, `the list has ${rows} rows`)
    await page.keyboard.press('Escape')
    expect(!await page.locator('#shortcuts').isVisible(), 'the list of keys did not close')
    errors.assertNone()
  })
  await report.check('a scene that is heavy opens small, and whole on request', async () => {
    await openScene(page, url, 'scene=many-pyramids&paused')
    const small = await bodies(page)
    await page.click('#whole')
    await page.waitForFunction((count) => (window.gallery?.simulation?.movers.length ?? 0) > 2 * count, small, { timeout: 60_000 })
    expect(page.url().includes('whole') && !await page.locator('#heavy').isVisible(), `the link is ${page.url()}`)
    errors.assertNone()
  })
}

/** What of the elements that match is not wholly within the window, or hidden by what scrolls. */
function outside(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((wanted) => [...document.querySelectorAll(wanted)].filter((element) => {
    const box = element.getBoundingClientRect()
    const frame = element.closest('nav, aside')!.getBoundingClientRect()
    return box.height === 0 || box.top < frame.top || box.bottom > Math.min(frame.bottom, innerHeight)
  }).map((element) => element.textContent.trim()), selector)
}

function bodies(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { built, spareCount } = window.gallery!.simulation!
    return built.scene.bodies.filter(({ kind }) => kind === undefined).length - spareCount
  })
}

/** Moves a slider as a hand does: to a value, and lets go. */
async function slide(page: Page, name: string, value: number): Promise<void> {
  await page.locator(`[data-tuning="${name}"]`).evaluate((input, to) => {
    const slider = input as HTMLInputElement
    slider.value = String(to)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    slider.dispatchEvent(new Event('change', { bubbles: true }))
  }, value)
  await page.waitForFunction(() => window.gallery?.simulation !== null)
}

/** What the page is set to, in words. */
function told(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { simulation, camera, link } = window.gallery!
    const { scene, physics } = simulation!.built
    const first = scene.bodies.find(({ kind }) => kind === undefined)
    return JSON.stringify([
      simulation!.entry.name, simulation!.movers.length, physics.settings.gravity.y, physics.settings.substeps, first?.restitution,
      camera.x.toFixed(2), camera.y.toFixed(2), camera.scale.toFixed(1), link.tint, link.tool, link.paused,
    ])
  })
}
