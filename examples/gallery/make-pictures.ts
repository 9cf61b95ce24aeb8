import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, startServer } from '../../test/browser/harness.ts'
import { openScene } from '../../test/browser/page.ts'
import { readWords } from '../../test/support/command-line.ts'
import { scenes } from '../scenes/index.ts'
import { galleryFolder } from '../gallery-build.ts'

// Writes the picture of each scene that the gallery shows in its list: npm run pictures [-- NAME ...]
// Every scene is shown as the gallery opens it, a while after it began.

// In the colors of where bodies began: on a small picture they tell more apart than kinds do.

/** Pixels: twice those at which it is shown. */
const WIDTH = 240
const HEIGHT = 128
const QUALITY = 0.7
/** Steps after which most scenes are at their best; others need another while. */
const STEPS = 90
const STEPS_OF: Readonly<Record<string, number>> = {
  'large-pyramid': 20, 'many-pyramids': 20, terrain: 30, sleepers: 20, 'pile-up': 60, blast: 132, crane: 150, car: 10, restitution: 55,
  bullets: 70, cradle: 70, 'rod-cradle': 20, 'bouncy-mixed': 120, 'mixed-shapes': 120, 'circle-bin': 60, 'box-bin': 60,
}

const folder = join(galleryFolder, 'pictures')
const wanted = readWords('pictures', scenes.map(({ name }) => name))

mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await launchBrowser()
let bytes = 0
try {
  const page = await browser.newPage({ viewport: { width: WIDTH * 2, height: HEIGHT * 2 } })
  for (const { name } of scenes.filter((scene) => wanted.length === 0 || wanted.includes(scene.name))) {
    await openScene(page, server.url, `scene=${name}&paused&color=origin&renderer=canvas`)
    const picture = await take(page, STEPS_OF[name] ?? STEPS)
    writeFileSync(join(folder, `${name}.webp`), picture)
    bytes += picture.length
  }
} finally {
  await browser.close()
  server.stop()
}
for (const file of readdirSync(folder)) {
  if (!scenes.some(({ name }) => file === `${name}.webp`)) rmSync(join(folder, file))
}
console.log(`${wanted.length || scenes.length} pictures of ${(bytes / 1000).toFixed(0)} kB together in ${folder}`)

/** The scene without panels, drawn large and made smaller: that smooths its edges. */
async function take(page: Page, steps: number): Promise<Buffer> {
  const text = await page.evaluate(async ([count, width, height, quality]) => {
    const gallery = window.gallery!
    document.querySelectorAll<HTMLElement>('nav, aside, header, #toolbar').forEach((panel) => { panel.style.display = 'none' })
    for (let i = 0; i < count; i++) gallery.simulation!.singleStep()
    const { scene } = gallery.simulation!.built
    gallery.camera.fit(scene.start ?? scene.view, { left: 2, right: 2, top: 2, bottom: 2 })
    gallery.redraw()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const small = document.createElement('canvas')
    small.width = width
    small.height = height
    const context = small.getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.fillStyle = '#0e1320'
    context.fillRect(0, 0, width, height)
    for (const id of ['canvas', 'overlay']) context.drawImage(document.getElementById(id) as HTMLCanvasElement, 0, 0, width, height)
    return small.toDataURL('image/webp', quality)
  }, [steps, WIDTH, HEIGHT, QUALITY] as const)
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}
