import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from '../browser/harness.ts'

const [WIDTH, HEIGHT] = [800, 600]
/** Of the upper edge, where pages say how many bodies there are. */
const WORDS = 48

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.map': 'application/json',
}

/** Serves the files of a folder, as any host of static files would. */
async function serve(folder: string): Promise<{ url: string; stop(): void }> {
  const server = createServer(({ url = '/' }, answer) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    const file = join(folder, normalize(path), path.endsWith('/') ? 'index.html' : '')
    if (!existsSync(file) || !statSync(file).isFile()) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`, stop: () => void server.close() }
}

/**
 * How far down the middle of all that is neither background nor black (a canvas before its first frame) is, 0 to 1, below the words; NaN where nothing does. It knows
 * nothing of what drew it: a picture of the page is all it has.
 */
async function middleOf(page: Page, ruler: Page): Promise<number> {
  const picture = (await page.screenshot({ clip: { x: 0, y: WORDS, width: WIDTH, height: HEIGHT - WORDS } })).toString('base64')
  return ruler.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    pen.drawImage(image, 0, 0)
    const pixels = pen.getImageData(0, 0, image.width, image.height).data
    let [count, sum] = [0, 0]
    for (let i = 0; i < pixels.length; i += 4) {
      if (Math.abs(pixels[i]! - 0x10) + Math.abs(pixels[i + 1]! - 0x14) + Math.abs(pixels[i + 2]! - 0x1f) < 70) continue
      count++
      sum += Math.floor(i / 4 / image.width)
    }
    return sum / count / image.height
  }, picture)
}

declare global {
  interface Window {
    /** Lets so many animation frames through: those of `gateFrames` wait for it. */
    letFrames(count: number): Promise<void>
  }
}

/**
 * Runs in the page before anything else: animation frames come only when they are asked for. A picture of a slow machine takes
 * longer than a fall: without this the first one may show what lies already.
 */
function gateFrames(): void {
  const nextFrame = window.requestAnimationFrame.bind(window)
  let last = 0
  let waiting = new Map<number, FrameRequestCallback>()
  let called = waiting
  let allowed = 0
  let tell = (): void => {}
  window.requestAnimationFrame = (callback) => {
    waiting.set(++last, callback)
    return last
  }
  window.cancelAnimationFrame = (id) => {
    waiting.delete(id)
    called.delete(id)
  }
  window.letFrames = (count) => {
    allowed = count
    return new Promise((resolve) => { tell = resolve })
  }
  nextFrame(function frame(now) {
    nextFrame(frame)
    if (allowed === 0) return
    called = waiting
    waiting = new Map()
    for (const call of called.values()) {
      try {
        call(now)
      } catch (error) {
        reportError(error)
      }
    }
    if (--allowed === 0) tell()
  })
}

/** Frames between two pictures. */
const FRAMES = 2
/** Frames after a click, in which what it did goes wrong or does not. */
const AFTER_CLICK = 30

/** Opens the page of a folder and lets frames through until what is drawn has gone down. @returns The words of the page. */
export async function watchFall(browser: Browser, folder: string, seconds = 180): Promise<string> {
  const site = await serve(folder)
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } })
  try {
    const [page, ruler] = [await context.newPage(), await context.newPage()]
    await page.bringToFront()
    const problems: string[] = []
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()) })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('requestfailed', (request) => problems.push(`${request.url()} failed`))
    page.on('response', (response) => { if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`) })
    // What tsx puts around each function that has a name.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(gateFrames)
    await page.goto(site.url)
    const status = page.locator('#status')
    let highest = NaN
    let middle = NaN
    // For what never falls.
    const end = Date.now() + seconds * 1000
    while (!(middle > highest + 0.04) && problems.length === 0 && Date.now() < end) {
      await page.evaluate((count) => window.letFrames(count), FRAMES)
      if (!/\d/.test(await status.textContent() ?? '')) continue
      middle = await middleOf(page, ruler)
      if (!(highest < middle)) highest = middle
    }
    expect(problems.length === 0, problems.join('\n'))
    expect(middle > highest + 0.04, `nothing fell: the middle of what is drawn was at ${highest}, and is at ${middle}`)
    const words = await status.innerText()
    // Where a click does something: it throws, drops or explodes.
    await page.mouse.click(WIDTH / 2, HEIGHT / 2)
    await page.evaluate((count) => window.letFrames(count), AFTER_CLICK)
    expect(problems.length === 0, `after a click: ${problems.join('\n')}`)
    return words
  } finally {
    await context.close()
    site.stop()
  }
}
