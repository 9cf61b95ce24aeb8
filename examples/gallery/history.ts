const LENGTH = 120
/** Milliseconds that a step may take if nothing else is to be done in a frame. */
const FRAME_MS = 1000 / 60

/** A small chart of the last steps: one column a step, and a line where a frame is full. */
export class History {
  private readonly values = new Float64Array(LENGTH)
  private next = 0
  private filled = 0
  private top = FRAME_MS

  constructor(private readonly canvas: HTMLCanvasElement) {}

  clear(): void {
    this.filled = 0
    this.next = 0
    this.top = FRAME_MS
  }

  push(milliseconds: number): void {
    this.values[this.next] = milliseconds
    this.next = (this.next + 1) % LENGTH
    this.filled = Math.min(LENGTH, this.filled + 1)
  }

  draw(): void {
    const { canvas } = this
    const context = canvas.getContext('2d')
    if (context === null) return
    const ratio = window.devicePixelRatio
    const width = canvas.clientWidth
    const height = canvas.clientHeight
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio)
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    this.follow()
    this.drawColumns(context, width, height)
  }

  /** Lets the top of the scale glide to a little above the columns, the highest few of them apart. */
  private follow(): void {
    const sorted = this.values.slice(0, this.filled).sort()
    const high = sorted[Math.floor(sorted.length * 0.97)] ?? 0
    this.top += (Math.max(high * 1.25, 1) - this.top) * 0.25
  }

  private drawColumns(context: CanvasRenderingContext2D, width: number, height: number): void {
    const column = width / LENGTH
    const fill = context.createLinearGradient(0, 0, 0, height)
    fill.addColorStop(0, 'rgba(180,140,247,.95)')
    fill.addColorStop(1, 'rgba(84,169,245,.55)')
    context.fillStyle = fill
    for (let i = 0; i < this.filled; i++) {
      const value = this.values[(this.next - 1 - i + 2 * LENGTH) % LENGTH]
      const size = Math.max(1, Math.min(1, value / this.top) * height)
      context.fillRect(width - (i + 1) * column, height - size, Math.max(1, column - 0.6), size)
    }
    if (FRAME_MS > this.top) return
    const y = Math.round(height - (FRAME_MS / this.top) * height) + 0.5
    context.strokeStyle = 'rgba(255,255,255,.35)'
    context.setLineDash([3, 3])
    context.beginPath()
    context.moveTo(0, y)
    context.lineTo(width, y)
    context.stroke()
    context.setLineDash([])
  }
}
