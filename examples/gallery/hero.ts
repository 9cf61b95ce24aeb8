import { tumbler } from '../scenes/tumbler.ts'
import { Camera } from './camera.ts'
import { Grab } from './grab.ts'
import { Painter, type Look } from './painter.ts'
import { Simulation } from './simulation.ts'
import { createSurface } from './surface.ts'

/** Bodies in the drum: few enough for any phone. */
const COUNT = 240
/** Pixels around the pointer in which a small body can still be taken. */
const REACH = 12
/** How much of the scene's width is shown: the outer corners of the drum are left out. */
const SHOWN = 0.8
const MARGIN = { left: 8, right: 8, top: 8, bottom: 8 }

/** A running scene. */
export interface Hero {
  readonly simulation: Simulation
  /** Ends it. */
  stop(): void
}

/** A small tumbler on a canvas, for a page that is not about it: bodies can be dragged, everything else is left to the page. */
export function playHero(canvas: HTMLCanvasElement): Hero {
  const simulation = new Simulation({ ...tumbler, create: () => tumbler.create({ count: COUNT }) })
  const grab = new Grab(simulation)
  simulation.beforeStep = () => grab.pull()
  const camera = new Camera()
  const surface = createSurface(canvas, 'auto')
  const painter = new Painter(simulation)
  const look: Look = { layers: new Set(['bodies']), tint: 'origin' }
  const ends = new AbortController()
  const { signal } = ends
  const at = (event: PointerEvent): [number, number] => [camera.worldX(event.offsetX), camera.worldY(event.offsetY)]
  canvas.addEventListener('pointerdown', (event) => {
    if (grab.take(...at(event), REACH / camera.scale)) canvas.setPointerCapture(event.pointerId)
  }, { signal })
  canvas.addEventListener('pointermove', (event) => grab.active && grab.moveTo(...at(event)), { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => grab.release(), { signal })

  const draw = (): void => {
    surface.begin(camera, Math.min(2, window.devicePixelRatio))
    painter.draw(surface, camera, look, grab.active ? grab.rope() : null)
  }
  const fit = (): void => {
    camera.resize(canvas.clientWidth, canvas.clientHeight)
    const { view } = simulation.built.scene
    camera.fit({ ...view, width: view.width * SHOWN, height: view.height * SHOWN }, MARGIN)
    draw()
  }
  const resized = new ResizeObserver(fit)
  resized.observe(canvas)
  let seen = true
  const watched = new IntersectionObserver(([entry]) => { seen = entry?.isIntersecting ?? true })
  watched.observe(canvas)
  let last = performance.now()
  let request = requestAnimationFrame(function frame(now) {
    request = requestAnimationFrame(frame)
    if (seen) {
      simulation.advance(now - last)
      draw()
    }
    last = now
  })
  return {
    simulation,
    stop() {
      cancelAnimationFrame(request)
      resized.disconnect()
      watched.disconnect()
      ends.abort()
    },
  }
}
