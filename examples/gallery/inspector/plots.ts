import uPlot from 'uplot'
import { plotBody, type BodyMeasures, type Recording } from '../../../src/recording/index.ts'
import { element, setText } from '../dom.ts'

const SHOWN: readonly { readonly name: keyof BodyMeasures; readonly title: string; readonly color: string }[] = [
  { name: 'speed', title: 'speed, m/s', color: '#54a9f5' },
  { name: 'y', title: 'height, m', color: '#8fd67a' },
  { name: 'energy', title: 'energy, J', color: '#ffbe6b' },
  { name: 'contacts', title: 'contact points', color: '#b48cf7' },
  { name: 'impulse', title: 'largest impulse, N·s', color: '#ff8a85' },
]
const HEIGHT = 62
const AXIS = 42
/** Milliseconds of a frame in which a plot is made. */
const BUDGET_MS = 7

/** Curves of one body over all steps, made little by little by a world of its own. */
export class Plots {
  private readonly charts: { readonly name: keyof BodyMeasures; readonly chart: uPlot; readonly value: HTMLOutputElement }[]
  private readonly columns = new Map<keyof BodyMeasures, (number | null)[]>()
  private steps: number[] = []
  private scout: Recording | null = null
  private entity = 0
  private next = 0
  private at = 0

  /** @param seek Called with the step that was pressed. */
  constructor(private readonly container: HTMLElement, private readonly seek: (step: number) => void) {
    this.charts = SHOWN.map(({ name, title, color }) => {
      const box = element('div', 'plot')
      const value = element('output')
      box.append(element('b', '', title), value)
      container.append(box)
      return { name, value, chart: new uPlot(this.optionsOf(color), [[], []], box) }
    })
  }

  /** Whether all steps are there. */
  get done(): boolean {
    return this.scout === null || this.entity === 0 || this.next > this.scout.end
  }

  /** Begins anew, for another body or recording. */
  show(scout: Recording | null, entity: number): void {
    this.scout = scout
    this.entity = entity
    const [first, end] = scout === null ? [0, -1] : [scout.first, scout.end]
    this.next = first
    this.steps = Array.from({ length: end - first + 1 }, (_, i) => first + i)
    for (const { name } of SHOWN) this.columns.set(name, this.steps.map(() => null))
    this.container.hidden = entity === 0
    this.paint()
  }

  /** Measures for a few milliseconds. */
  advance(): void {
    const { scout } = this
    if (this.done || scout === null) return
    const stop = performance.now() + BUDGET_MS
    while (this.next <= scout.end && performance.now() < stop) {
      const to = Math.min(scout.end, this.next + 3)
      const plot = plotBody(scout, this.entity, this.next, to)
      for (const { name } of SHOWN) plot[name].forEach((value, i) => { this.columns.get(name)![this.next - scout.first + i] = Number.isNaN(value) ? null : value })
      this.next = to + 1
    }
    this.paint()
  }

  /** Marks the step that is shown. */
  mark(step: number): void {
    if (this.at === step) return
    this.at = step
    for (const { chart } of this.charts) chart.redraw(false, false)
    this.showValues()
  }

  resize(): void {
    const width = this.container.clientWidth
    if (width > 0) for (const { chart } of this.charts) chart.setSize({ width, height: HEIGHT })
  }

  private paint(): void {
    for (const { name, chart } of this.charts) chart.setData([this.steps, this.columns.get(name)!])
    this.showValues()
  }

  private showValues(): void {
    for (const { name, value } of this.charts) {
      const now = this.columns.get(name)?.[this.at - (this.steps[0] ?? 0)]
      setText(value, now === null || now === undefined ? '–' : name === 'contacts' ? String(now) : now.toPrecision(4))
    }
  }

  private optionsOf(color: string): uPlot.Options {
    const axis = { stroke: '#66728d', font: '10px sans-serif', grid: { stroke: 'rgb(143 163 208 / 0.08)', width: 1 }, ticks: { show: false } }
    return {
      width: 294, height: HEIGHT, legend: { show: false }, padding: [16, 2, 2, 0],
      scales: { x: { time: false }, y: { range: rangeOf } },
      axes: [{ ...axis, show: false }, { ...axis, size: AXIS, space: 18 }],
      series: [{}, { stroke: color, width: 1.5, points: { show: false } }],
      cursor: { x: true, y: false, drag: { x: false, y: false }, sync: { key: 'steps' }, bind: { click: (chart) => () => this.press(chart) } },
      hooks: { draw: [(chart) => this.drawMark(chart)] },
    }
  }

  private press(chart: uPlot): null {
    const place = chart.cursor.idx
    if (typeof place === 'number' && this.steps[place] !== undefined) this.seek(this.steps[place])
    return null
  }

  private drawMark(chart: uPlot): void {
    const x = chart.valToPos(this.at, 'x', true)
    const { ctx, bbox } = chart
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return
    ctx.fillStyle = 'rgb(255 255 255 / 0.75)'
    ctx.fillRect(Math.round(x), bbox.top, Math.max(1, Math.round(devicePixelRatio)), bbox.height)
  }
}

/** A little more than what there is to see, and something where everything is the same. */
function rangeOf(_: uPlot, least: number | null, most: number | null): uPlot.Range.MinMax {
  if (least === null || most === null) return [0, 1]
  const air = most > least ? (most - least) * 0.08 : Math.max(1e-3, Math.abs(most) * 0.1)
  return [least - air, most + air]
}
