import { existsSync } from 'node:fs'
import { scenes } from '../../examples/scenes/index.ts'
import { Report, expect, startServer } from '../browser/harness.ts'
import { readWords, refuse } from '../support/command-line.ts'

// Every scene of the gallery in Firefox, by WebDriver BiDi: it runs, its bodies move, nothing is complained of; then a body is
// dragged. npm run test:firefox [-- SCENE ...]

/** What this command needs of puppeteer-core, which this folder alone installs. */
interface FirefoxPage {
  setViewport(size: { width: number; height: number }): Promise<void>
  goto(url: string): Promise<unknown>
  evaluate<A extends unknown[], R>(script: (...values: A) => R, ...values: A): Promise<Awaited<R>>
  waitForFunction<A extends unknown[]>(script: (...values: A) => unknown, options: { timeout: number }, ...values: A): Promise<unknown>
  on(event: 'pageerror', listen: (error: Error) => void): void
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void
  readonly mouse: {
    move(x: number, y: number, options?: { steps: number }): Promise<void>
    down(): Promise<void>
    up(): Promise<void>
  }
}
interface Puppeteer {
  launch(options: { browser: 'firefox'; executablePath: string; timeout: number }): Promise<{ newPage(): Promise<FirefoxPage>; close(): Promise<void> }>
}

const PUPPETEER: string = 'puppeteer-core'
const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'
const STEPS = 8
const TIMEOUT = 90_000
const START_TIMEOUT = 180_000

const wanted = readWords('test:firefox', scenes.map(({ name }) => name))
const complaints: string[] = []
const report = new Report()
if (!existsSync(FIREFOX)) refuse('test:firefox', `there is no Firefox at ${FIREFOX}; set FIREFOX to the path of one`)
const server = await startServer()
const { default: puppeteer } = await import(PUPPETEER) as { default: Puppeteer }
const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, timeout: START_TIMEOUT })
try {
  const page = await browser.newPage()
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.setViewport({ width: 720, height: 480 })
  await page.goto(`${server.url}#scene=${scenes[0]!.name}&paused`)
  for (const { name } of scenes) {
    if (wanted.length === 0 || wanted.includes(name)) await report.check(`Firefox: scene ${name}`, () => checkScene(page, name))
  }
  if (wanted.length === 0) await report.check('Firefox: a body is dragged', () => checkDragging(page))
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = report.finish()

async function checkScene(page: FirefoxPage, name: string): Promise<void> {
  await open(page, `scene=${name}`)
  const farthest = await page.evaluate(() => {
    const { built, movers } = window.gallery!.simulation!
    const { Position } = built.physics.components
    const moves = Array.from(movers).filter((index) => built.entities[index] !== 0).map((index) => (
      Math.hypot(Position.x[built.entities[index]] - built.scene.bodies[index].x, Position.y[built.entities[index]] - built.scene.bodies[index].y)
    ))
    return moves.every(Number.isFinite) ? moves.reduce((most, move) => Math.max(most, move), 0) : NaN
  })
  expect(farthest > 1e-6, `after ${STEPS} steps the farthest body moved ${farthest} m`)
  expect(complaints.length === 0, complaints.splice(0).join('\n      '))
}

async function checkDragging(page: FirefoxPage): Promise<void> {
  await open(page, 'scene=tower')
  const at = () => page.evaluate(() => {
    const { simulation, camera } = window.gallery!
    const { bodies } = simulation!.built.scene
    const top = Array.from(simulation!.movers).filter((index) => bodies[index].absent !== true)
      .reduce((best, index) => (bodies[index].y > bodies[best].y ? index : best))
    const { Position } = simulation!.built.physics.components
    const entity = simulation!.built.entities[top]
    return { x: camera.screenX(Position.x[entity]), y: camera.screenY(Position.y[entity]) }
  })
  const start = await at()
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x - 60, start.y - 10, { steps: 5 })
  await page.waitForFunction((x) => {
    const { simulation, camera } = window.gallery!
    const { Position } = simulation!.built.physics.components
    return Array.from(simulation!.movers).some((index) => {
      const entity = simulation!.built.entities[index]
      return entity !== 0 && Math.abs(camera.screenX(Position.x[entity]) - x) < 15
    })
  }, { timeout: TIMEOUT }, start.x - 60)
  await page.mouse.up()
  expect(complaints.length === 0, complaints.splice(0).join('\n      '))
}

async function open(page: FirefoxPage, link: string): Promise<void> {
  await page.evaluate((text) => { window.gallery!.openLink(text) }, link)
  await page.waitForFunction((steps) => {
    const notice = document.getElementById('notice')!.textContent
    if (notice.startsWith('This scene stopped')) throw new Error(notice)
    return (window.gallery!.simulation?.stepIndex ?? -1) >= steps
  }, { timeout: TIMEOUT }, STEPS)
}
