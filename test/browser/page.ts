import type { Page } from 'playwright-core'
import type { Gallery } from '../../examples/gallery/gallery.ts'

/** `window.gallery` of examples/gallery/main.ts, as code that runs in the page sees it. */
declare const gallery: Gallery

/** Errors that the page reported since it was opened. */
export class PageErrors {
  private readonly messages: string[] = []

  constructor(page: Page) {
    page.on('pageerror', (error) => this.messages.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.messages.push(`console error: ${message.text()}`)
    })
    page.on('requestfailed', (request) => {
      // Leaving a page cancels what it was still fetching.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') this.messages.push(`request failed: ${request.url()}`)
    })
  }

  /** Throws if there was one, and forgets them. @param but Those that are as they should be. */
  assertNone(but?: RegExp): void {
    const found = this.messages.splice(0).filter((message) => but?.test(message) !== true)
    const firstLines = [...new Set(found.map((message) => message.split('\n')[0]))]
    if (firstLines.length > 0) throw new Error(firstLines.join('\n      '))
  }
}

/** Opens a link of the gallery and waits until its scene is built. A page that is there already only takes up the link. */
export async function openScene(page: Page, url: string, link: string): Promise<void> {
  if (page.url().startsWith(`${url}#`)) {
    await page.evaluate((text) => gallery.openLink(text), link)
    return waitForSteps(page, 0)
  }
  const answer = await page.goto(`${url}#${link}`)
  if (answer?.ok() !== true) throw new Error(`the server answered ${answer?.status()}`)
  const isGallery = await page.evaluate(() => typeof gallery !== 'undefined')
  if (!isGallery) throw new Error('the page has no gallery: its script did not run, see the output of the server')
  await waitForSteps(page, 0)
}

/** Waits until the scene is built and has taken `count` steps. Throws as soon as it has failed. */
export async function waitForSteps(page: Page, count: number): Promise<void> {
  await page.waitForFunction((least) => {
    const notice = document.getElementById('notice')?.textContent ?? ''
    if (notice.startsWith('This scene stopped')) throw new Error(notice)
    return gallery.simulation !== null && gallery.simulation.stepIndex >= least
  }, count, { timeout: 90_000 })
}

export function stepIndex(page: Page): Promise<number> {
  return page.evaluate(() => gallery.simulation?.stepIndex ?? -1)
}

/** How far the body that went farthest is from where the scene put it, in meters; NaN if any pose is not finite. */
export function farthestMove(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { simulation } = gallery
    if (simulation === null) return NaN
    const { built, movers } = simulation
    const { Position } = built.physics.components
    let farthest = 0
    for (const index of movers) {
      const entity = built.entities[index]
      // It is not in the world.
      if (entity === 0) continue
      const body = built.scene.bodies[index]
      const distance = Math.hypot(Position.x[entity] - body.x, Position.y[entity] - body.y)
      if (!Number.isFinite(distance)) return NaN
      farthest = Math.max(farthest, distance)
    }
    return farthest
  })
}

export interface BodyState {
  x: number
  y: number
  speed: number
  /** CSS pixels of the page. */
  screenX: number
  screenY: number
}

export function bodyState(page: Page, bodyIndex: number): Promise<BodyState> {
  return page.evaluate((index) => {
    const { simulation, camera } = gallery
    if (simulation === null) throw new Error('no scene is running')
    const { Position, Velocity } = simulation.built.physics.components
    const entity = simulation.built.entities[index]
    const [x, y] = [Position.x[entity], Position.y[entity]]
    return {
      x,
      y,
      speed: Math.hypot(Velocity.x[entity], Velocity.y[entity]),
      screenX: camera.screenX(x),
      screenY: camera.screenY(y),
    }
  }, bodyIndex)
}

/** Waits until a body is right (or, with `side` −1, left) of `x`: how long a key takes to arrive is not counted in steps. */
export async function waitForPlace(page: Page, bodyIndex: number, x: number, side: 1 | -1): Promise<void> {
  await page.waitForFunction(([index, least, sign]) => {
    const { simulation } = gallery
    if (simulation === null) throw new Error('no scene is running')
    return (simulation.built.physics.components.Position.x[simulation.built.entities[index]] - least) * sign > 0
  }, [bodyIndex, x, side] as const, { timeout: 90_000 })
}

/** Index of the highest body that can be dragged. */
export function highestMover(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { simulation } = gallery
    if (simulation === null) throw new Error('no scene is running')
    const { bodies } = simulation.built.scene
    return Array.from(simulation.movers).reduce((best, index) => (bodies[index].y > bodies[best].y ? index : best))
  })
}

/** A number that changes with what the canvases show. Read in the page: a screenshot takes a hundred times as long. */
export function pictureHash(page: Page): Promise<number> {
  return page.evaluate(() => {
    const copy = document.createElement('canvas')
    const context = copy.getContext('2d', { willReadFrequently: true })!
    let hash = 0
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('#canvas, #overlay')) {
      copy.width = canvas.width
      copy.height = canvas.height
      context.drawImage(canvas, 0, 0)
      const pixels = new Int32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer)
      for (const pixel of pixels) hash = (Math.imul(hash, 31) + pixel) | 0
    }
    return hash
  })
}

/** Waits until what was changed has been drawn. */
export function nextFrames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  }))
}
