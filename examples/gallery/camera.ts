import type { ViewData } from '../scenes/types.ts'

/** Pixels at the edges of the canvas that are covered by panels. */
export interface Insets {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const MIN_SCALE = 0.2
const MAX_SCALE = 2000

/** Maps meters (y up) to CSS pixels of the canvas (y down). */
export class Camera {
  /** The point of the world in the middle of the canvas. */
  x = 0
  y = 0
  /** Pixels a meter. */
  scale = 10
  /** Size of the canvas in CSS pixels. */
  width = 1
  height = 1

  resize(width: number, height: number): void {
    this.width = Math.max(1, width)
    this.height = Math.max(1, height)
  }

  /** Shows the whole view inside of what the panels leave free. */
  fit(view: ViewData, insets: Insets): void {
    const freeWidth = Math.max(80, this.width - insets.left - insets.right)
    const freeHeight = Math.max(80, this.height - insets.top - insets.bottom)
    this.scale = Math.min(freeWidth / view.width, freeHeight / view.height)
    this.x = view.x - (insets.left - insets.right) / 2 / this.scale
    this.y = view.y + (insets.top - insets.bottom) / 2 / this.scale
  }

  /** What it shows of what the panels leave free, such that `fit` with a height of 0 shows it again. */
  sight(insets: Insets): { x: number; y: number; width: number } {
    return {
      x: this.x + (insets.left - insets.right) / 2 / this.scale,
      y: this.y - (insets.top - insets.bottom) / 2 / this.scale,
      width: Math.max(80, this.width - insets.left - insets.right) / this.scale,
    }
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale
    this.y += dy / this.scale
  }

  /** Scales by `factor` and keeps the world under the pixel (px, py) where it is. */
  zoom(factor: number, px: number, py: number): void {
    const x = this.worldX(px)
    const y = this.worldY(py)
    this.scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, this.scale * factor))
    this.x += x - this.worldX(px)
    this.y += y - this.worldY(py)
  }

  worldX(px: number): number {
    return this.x + (px - this.width / 2) / this.scale
  }

  worldY(py: number): number {
    return this.y - (py - this.height / 2) / this.scale
  }

  screenX(x: number): number {
    return this.width / 2 + (x - this.x) * this.scale
  }

  screenY(y: number): number {
    return this.height / 2 - (y - this.y) * this.scale
  }

  get minX(): number { return this.worldX(0) }
  get maxX(): number { return this.worldX(this.width) }
  get minY(): number { return this.worldY(this.height) }
  get maxY(): number { return this.worldY(0) }
}
