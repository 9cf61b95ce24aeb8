/** Where something is, and how large about. */
export interface Seen {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly still: boolean
}

/** Room around what is seen, in sizes of bodies. */
const MARGIN = 3
/** Sizes of bodies that fit into the picture at most; what is farther away has left. */
const WIDEST = 90

/** A camera that shows all that moves, and grows its view as far as that goes. */
export class Eye {
  private left = Infinity
  private right = -Infinity
  private low = Infinity
  private high = -Infinity
  private scale = 1
  private width = 1
  private height = 1

  /** @param down Whether y points down. */
  constructor(private readonly down: boolean) {}

  look(all: readonly Seen[], width: number, height: number): void {
    const moving = all.filter(({ still }) => !still)
    const shown = moving.length > 0 ? moving : all
    const sizes = shown.map(({ size }) => size).sort((one, two) => one - two)
    const size = sizes[sizes.length >> 1] ?? 1
    const margin = size * MARGIN
    for (const { x, y } of shown) {
      const [left, right] = [Math.min(this.left, x - margin), Math.max(this.right, x + margin)]
      const [low, high] = [Math.min(this.low, y - margin), Math.max(this.high, y + margin)]
      if (right - left > size * WIDEST || high - low > size * WIDEST) continue
      Object.assign(this, { left, right, low, high })
    }
    this.width = width
    this.height = height
    this.scale = Math.min(width / (this.right - this.left), height / (this.high - this.low))
  }

  /** Empties the picture; what is drawn from here on is in units of the world. */
  apply(context: CanvasRenderingContext2D): void {
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.width, this.height)
    const up = this.down ? this.scale : -this.scale
    context.setTransform(this.scale, 0, 0, up, this.width / 2 - this.middleX * this.scale, this.height / 2 - this.middleY * up)
  }

  /** The size of a pixel in the world. */
  get pixel(): number {
    return Math.min(2, devicePixelRatio) / this.scale
  }

  toWorld(px: number, py: number): { x: number; y: number } {
    const up = this.down ? this.scale : -this.scale
    return { x: this.middleX + (px - this.width / 2) / this.scale, y: this.middleY + (py - this.height / 2) / up }
  }

  private get middleX(): number {
    return (this.left + this.right) / 2
  }

  private get middleY(): number {
    return (this.low + this.high) / 2
  }
}
