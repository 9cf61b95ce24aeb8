import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { playScene } from '../../examples/scenes/play.ts'
import { hashWorld } from '../../src/index.ts'
import { createRecorder, findStep, openRecording } from '../../src/recording/index.ts'
import { expect, type Report } from './harness.ts'
import type { PageErrors } from './page.ts'

const ABOUT = { scene: 'rod-cradle' }
const STEPS = 90

/** A file of a scene, in which a ball that hangs still is held fast from some step on. */
function fileOf(pulledFrom: number): Buffer {
  const played = playScene(ABOUT)
  const recorder = createRecorder(played, { about: ABOUT, every: 25 })
  const { x, y } = played.built.scene.bodies[2]!
  for (let step = 0; step < STEPS; step++) recorder.step(step < pulledFrom ? undefined : { pull: { x, y, reach: 0.1 } })
  return Buffer.from(recorder.toBytes())
}

/** Recordings: one is made in the page, two are opened; over time, into a step, to a breakpoint, and to where they part. */
export async function checkInspector(page: Page, errors: PageErrors, url: string, report: Report, screenshots: string): Promise<void> {
  await report.check('the inspector records a scene, and goes through time and into a step', async () => {
    await page.goto(`${url}inspector.html#scene=card-house`)
    await page.waitForFunction(() => (window.inspector?.live?.recorder.end ?? 0) >= 30, null, { timeout: 60_000 })
    await page.click('#record')
    const end = await page.evaluate(() => window.inspector!.replay!.recording.end)
    expect(end >= 30 && await stepOf(page) === end, `it has ${end} steps and is at ${await stepOf(page)}`)
    await page.click('#back')
    await page.keyboard.press(',')
    expect(await stepOf(page) === end - 2, `two steps back from ${end} led to ${await stepOf(page)}`)
    await page.locator('#time').fill('7')
    expect(await stepOf(page) === 7, `the slider led to ${await stepOf(page)}`)
    // The world is that of a run of its own.
    const straight = playScene({ scene: 'card-house' })
    for (let step = 0; step < 7; step++) straight.step(undefined, step)
    expect(await hashOf(page) === hashWorld(straight.world), 'step 7 is not what it was')
    await page.click('#inside')
    expect(await page.locator('#stage-name').textContent() === 'FinishSolve', 'the last stage is not shown')
    await page.click('#back')
    expect(/^Integrate, substep 4$/.test(await page.locator('#stage-name').textContent() ?? ''), 'one stage back is another')
    await page.locator('#stage-time').fill('5')
    await page.screenshot({ path: join(screenshots, 'inspector-stages.png') })
    await page.click('#inside')
    expect(await hashOf(page) === hashWorld(straight.world), 'looking inside left a trace')
    errors.assertNone()
  })
  await report.check('it opens a file, stops at a breakpoint, and finds where two part', async () => {
    const [one, two] = [fileOf(1000), fileOf(40)]
    await page.setInputFiles('#file', { name: 'one.recording', mimeType: 'application/octet-stream', buffer: one })
    await page.waitForFunction((end) => window.inspector?.replay?.recording.end === end, STEPS)
    const own = openRecording(one, playScene)
    const body = own.end > 0 ? await pressABody(page) : 0
    await page.waitForFunction((id) => document.getElementById('body-name')?.textContent === `entity ${id}`, body)
    await page.selectOption('#break-form [name="when"]', 'above')
    await page.fill('#break-form [name="value"]', '0.5')
    await page.click('#break-form button')
    const expected = findStep(own, { when: 'above', entity: body, what: 'speed', value: 0.5 }, { from: 0 })
    expect(expected > 0, `the body ${body} never gets that fast`)
    await page.locator('#time').fill('0')
    await page.click('#break-on')
    await page.waitForFunction((step) => document.getElementById('found')?.textContent?.startsWith(`Step ${step}: `), expected)
    await page.locator('#time').fill('0')
    await page.click('#play')
    await page.waitForFunction((step) => !window.inspector!.playing && window.inspector!.replay!.recording.at === step, expected)
    await page.screenshot({ path: join(screenshots, 'inspector.png') })
    await page.setInputFiles('#other-file', { name: 'two.recording', mimeType: 'application/octet-stream', buffer: two })
    await page.waitForFunction(() => document.getElementById('difference')?.textContent?.startsWith('They part at step 41: '))
    expect((await page.locator('#difference').textContent())!.endsWith('The input of step 40 is another.'), 'it does not tell of the input')
    expect(await stepOf(page) === 41, `it is at ${await stepOf(page)}`)
    const damaged = Buffer.from(one)
    damaged[5000]! ^= 1
    await page.setInputFiles('#file', { name: 'damaged', mimeType: 'application/octet-stream', buffer: damaged })
    await page.waitForFunction(() => document.getElementById('notice')?.textContent?.includes('its checksum is wrong'))
    expect(await stepOf(page) === 41, 'a damaged file took the place of the one before')
    errors.assertNone()
  })
  await report.check('it lets go of keys in another window, follows links by Enter, and records again what it has shown from a file', async () => {
    await page.goto(`${url}inspector.html#scene=car`)
    await page.waitForFunction(() => (window.inspector?.live?.recorder.end ?? 0) >= 5, null, { timeout: 60_000 })
    await page.keyboard.down('ArrowRight')
    await waitForHeld(page, true)
    await page.evaluate(() => { window.dispatchEvent(new Event('blur')) })
    await waitForHeld(page, false)
    await page.keyboard.up('ArrowRight')
    await page.keyboard.down('ArrowRight')
    await waitForHeld(page, true)
    await page.keyboard.down('Control')
    await page.keyboard.up('ArrowRight')
    await waitForHeld(page, false)
    await page.keyboard.up('Control')
    // The same scene again, from a list that names it already.
    await page.setInputFiles('#file', { name: 'one.recording', mimeType: 'application/octet-stream', buffer: fileOf(1000) })
    await page.waitForFunction((end) => window.inspector?.replay?.recording.end === end, STEPS)
    await page.evaluate(() => { document.querySelector<HTMLElement>('[data-scene="car"]')!.click() })
    await page.waitForFunction(() => window.inspector?.live?.played.about.scene === 'car')
    await page.focus('.pages a[href="./games.html"]')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/games.html')
    errors.assertNone()
  })
}

/** Waits until a control is held, or none. */
async function waitForHeld(page: Page, held: boolean): Promise<void> {
  await page.waitForFunction((expected) => ((window.inspector?.live?.held.length ?? 0) > 0) === expected, held, { timeout: 5000 })
}

function stepOf(page: Page): Promise<number> {
  return page.evaluate(() => window.inspector!.replay!.recording.at)
}

/** The hash that was recorded for where the page is; throws where the world has another. */
function hashOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { recording, played } = window.inspector!.replay!
    if (played.world !== recording.world) throw new Error('another world is shown')
    return recording.hashAt(recording.at)
  })
}

/** Presses the middle of the first body that can be seen and moves. */
async function pressABody(page: Page): Promise<number> {
  const place = await page.evaluate(() => {
    const { camera, replay } = window.inspector!
    const { built } = replay!.played
    const index = built.scene.bodies.findIndex(({ kind, vx }) => kind === undefined && (vx ?? 0) !== 0)
    const body = index < 0 ? built.scene.bodies.findIndex(({ kind }) => kind === undefined) : index
    const { Position } = built.physics.components
    const entity = built.entities[body]
    return { entity, x: camera.screenX(Position.x[entity]), y: camera.screenY(Position.y[entity]) }
  })
  await page.mouse.click(place.x, place.y)
  return place.entity
}
