import type { Camera } from './camera.ts'

/** Pixels around the pointer in which a small body can still be taken. */
const REACH = 9

/** What a single pointer can hold. */
export interface Hand {
  /** Whether it holds something; without, the pointer pans. */
  readonly active: boolean
  /** A pointer went down at a place in the world; what it takes may be `reach` away. */
  take(x: number, y: number, reach: number): unknown
  moveTo(x: number, y: number): void
  release(): void
}

/**
 * Pointers on the canvas: one on a body drags it, one on the background pans, two
 * pan and zoom, the wheel zooms. `changed` is called when the picture is no longer true.
 */
export function listenToPointers(
  canvas: HTMLCanvasElement, camera: Camera, hand: () => Hand | null, changed: () => void = () => {},
): void {
  const control = new PointerControl(canvas, camera, hand, changed)
  canvas.addEventListener('pointerdown', (event) => control.down(event))
  canvas.addEventListener('pointermove', (event) => control.move(event))
  canvas.addEventListener('pointerup', (event) => control.up(event))
  canvas.addEventListener('pointercancel', (event) => control.up(event))
  canvas.addEventListener('wheel', (event) => control.wheel(event), { passive: false })
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
}

class PointerControl {
  private readonly points = new Map<number, { x: number; y: number }>()

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly hand: () => Hand | null,
    private readonly changed: () => void,
  ) {}

  down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId)
    this.points.set(event.pointerId, { x: event.offsetX, y: event.offsetY })
    if (this.points.size > 1) this.hand()?.release()
    else if (event.button === 0) this.take(event)
    this.canvas.classList.toggle('grabbing', true)
    this.changed()
  }

  private take(event: PointerEvent): void {
    const { camera } = this
    const x = camera.worldX(event.offsetX)
    const y = camera.worldY(event.offsetY)
    this.hand()?.take(x, y, REACH / camera.scale)
  }

  move(event: PointerEvent): void {
    const last = this.points.get(event.pointerId)
    if (last === undefined) return
    const { camera } = this
    const dx = event.offsetX - last.x
    const dy = event.offsetY - last.y
    const spreadBefore = this.spread()
    last.x = event.offsetX
    last.y = event.offsetY
    if (this.points.size > 1) {
      camera.pan(dx / this.points.size, dy / this.points.size)
      const [middleX, middleY] = this.middle()
      if (spreadBefore > 0) camera.zoom(this.spread() / spreadBefore, middleX, middleY)
    } else if (this.hand()?.active === true) {
      this.hand()?.moveTo(camera.worldX(event.offsetX), camera.worldY(event.offsetY))
    } else {
      camera.pan(dx, dy)
    }
    this.changed()
  }

  up(event: PointerEvent): void {
    this.points.delete(event.pointerId)
    this.hand()?.release()
    if (this.points.size === 0) this.canvas.classList.remove('grabbing')
    this.changed()
  }

  wheel(event: WheelEvent): void {
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
    this.camera.zoom(Math.exp(-pixels * 0.0016), event.offsetX, event.offsetY)
    this.changed()
  }

  private middle(): [number, number] {
    let x = 0
    let y = 0
    for (const point of this.points.values()) {
      x += point.x
      y += point.y
    }
    return [x / this.points.size, y / this.points.size]
  }

  /** Mean distance of the pointers from their middle. */
  private spread(): number {
    const [x, y] = this.middle()
    let sum = 0
    for (const point of this.points.values()) sum += Math.hypot(point.x - x, point.y - y)
    return sum / this.points.size
  }
}
