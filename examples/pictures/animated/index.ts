// Makes the moving picture at the top of the README, from the gallery in a browser: npm run draw:readme
// Needs Chromium (CHROMIUM names another than /usr/bin/chromium); the encoder, sharp, is installed by the command.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { ROOT, launchBrowser, startServer } from '../../../test/browser/harness.ts'

const OUT = join(ROOT, 'docs/pictures/gallery.webp')
/** Of the picture. */
const [WIDTH, HEIGHT] = [720, 405]
const STEPS = 4 // of 1/60 s between two pictures
const MOST = 1_400_000 // bytes

/** Scenes, and from which picture to which they are shown. */
const SHOWN: readonly (readonly [scene: string, from: number, to: number])[] = [
  ['ball-and-chain', 2, 40], ['cloth', 3, 35], ['tumbler', 25, 55], ['harbor', 8, 38],
]

/** Bodies without the panels, which keep their places. */
const STYLE = '.glass, #notice, #controls { visibility: hidden !important }'

/** Pictures of a scene, without the panels around it, in the shape of the whole. */
async function takePictures(page: Page, url: string, scene: string, from: number, to: number): Promise<Buffer[]> {
  await page.goto('about:blank')
  await page.goto(`${url}#scene=${scene}&paused&renderer=canvas&tint=origin`)
  await page.waitForFunction(() => (document.querySelector('#title')?.textContent ?? '') !== '')
  await page.addStyleTag({ content: STYLE })
  await page.locator('#canvas').focus()
  await page.keyboard.press('f')
  const clip = await page.evaluate(freePart, HEIGHT / WIDTH)
  const pictures: Buffer[] = []
  for (let i = 0; i < to; i++) {
    if (i >= from) pictures.push(await sharp(await page.screenshot({ type: 'png', clip })).resize(WIDTH, HEIGHT).png().toBuffer())
    for (let step = 0; step < STEPS; step++) await page.keyboard.press('.')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  return pictures
}

/** Runs in the page: the largest rectangle of that shape in the middle of what no panel covers. */
function freePart(shape: number): { x: number; y: number; width: number; height: number } {
  const [sidebar, panel, toolbar] = ['sidebar', 'panel', 'toolbar'].map((id) => document.getElementById(id)!.getBoundingClientRect())
  const [left, right, bottom] = [sidebar!.right, panel!.left, toolbar!.top]
  const width = Math.min(right - left, bottom / shape)
  return { x: (left + right - width) / 2, y: (bottom - width * shape) / 2, width, height: width * shape }
}

/** As good as fits. */
async function encode(pictures: Buffer[]): Promise<Buffer> {
  const delay = pictures.map(() => Math.round((1000 * STEPS) / 60))
  for (const quality of [70, 60, 50, 40, 30]) {
    const moving = await sharp(pictures, { join: { animated: true } }).webp({ loop: 0, delay, quality, effort: 4 }).toBuffer()
    if (moving.length <= MOST) return moving
    console.log(`quality ${quality}: ${moving.length} bytes, which is above ${MOST}`)
  }
  throw new Error(`the pictures do not fit into ${MOST} bytes: show fewer`)
}

const server = await startServer()
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1600, height: 720 }, colorScheme: 'dark', reducedMotion: 'reduce' })
  page.setDefaultTimeout(300_000)
  const pictures: Buffer[] = []
  for (const [scene, from, to] of SHOWN) {
    pictures.push(...(await takePictures(page, server.url, scene, from, to)))
    console.log(`${scene}: ${pictures.length} pictures`)
  }
  const moving = await encode(pictures)
  mkdirSync(dirname(OUT), { recursive: true })
  writeFileSync(OUT, moving)
  console.log(`${OUT}: ${pictures.length} pictures, ${moving.length} bytes`)
} finally {
  await browser.close()
  server.stop()
}
