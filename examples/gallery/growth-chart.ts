/** Time against number, both logarithmic: one line for each name. */
export class GrowthChart {
  readonly lines = new Map<string, { color: string; points: { count: number; ms: number }[] }>()

  constructor(private readonly canvas: HTMLCanvasElement) {}

  add(name: string, color: string, count: number, ms: number): void {
    let line = this.lines.get(name)
    if (line === undefined) {
      line = { color, points: [] }
      this.lines.set(name, line)
    }
    line.points.push({ count, ms })
  }

  /** The slope of the line through the logarithms of a name's points from `from` on, by least squares. */
  exponent(name: string, from: number): number {
    const points = (this.lines.get(name)?.points ?? []).filter(({ count }) => count >= from)
    if (points.length < 2) return NaN
    const x = points.map(({ count }) => Math.log(count))
    const y = points.map(({ ms }) => Math.log(ms))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const [meanX, meanY] = [mean(x), mean(y)]
    const above = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i] - meanY), 0)
    return above / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0)
  }

  draw(): void {
    const { canvas } = this
    const context = canvas.getContext('2d')
    if (context === null) return
    const ratio = window.devicePixelRatio
    const width = canvas.clientWidth
    const height = canvas.clientHeight
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const all = [...this.lines.values()].flatMap(({ points }) => points)
    const least = Math.floor(Math.log10(Math.min(0.001, ...all.map(({ ms }) => ms))))
    const most = Math.ceil(Math.log10(Math.max(10, ...all.map(({ ms }) => ms))))
    const area = { left: 30, right: width - 6, top: 6, bottom: height - 18 }
    const placeX = (count: number) => area.left + ((Math.log10(count) - 0.9) / 3.65) * (area.right - area.left)
    const placeY = (ms: number) => area.bottom - ((Math.log10(ms) - least) / (most - least)) * (area.bottom - area.top)
    context.font = "500 9.5px 'JetBrains Mono Variable', monospace"
    context.fillStyle = '#66728d'
    context.strokeStyle = 'rgba(160,180,230,.1)'
    context.lineWidth = 1
    for (let power = least; power <= most; power++) {
      const y = Math.round(placeY(10 ** power)) + 0.5
      stroke(context, [[area.left, y], [area.right, y]])
      context.textAlign = 'right'
      context.fillText(power >= 0 ? String(10 ** power) : `.${'0'.repeat(-power - 1)}1`, area.left - 4, y + 3)
    }
    for (const count of [10, 100, 1000, 10_000]) {
      const x = Math.round(placeX(count)) + 0.5
      stroke(context, [[x, area.top], [x, area.bottom]])
      context.textAlign = 'center'
      context.fillText(count >= 1000 ? `${count / 1000}k` : String(count), x, height - 5)
    }
    for (const { color, points } of this.lines.values()) {
      context.strokeStyle = color
      context.fillStyle = color
      context.lineWidth = 1.8
      const places = points.map(({ count, ms }) => [placeX(count), placeY(ms)] as const)
      stroke(context, places)
      for (const [x, y] of places) context.fillRect(x - 1.75, y - 1.75, 3.5, 3.5)
    }
  }
}

function stroke(context: CanvasRenderingContext2D, places: readonly (readonly [number, number])[]): void {
  context.beginPath()
  for (const [x, y] of places) context.lineTo(x, y)
  context.stroke()
}
