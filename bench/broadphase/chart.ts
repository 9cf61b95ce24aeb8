import { drawSvg } from '../harness/charts.ts'
import { exponentOf, type BroadPhaseReport, type WorldReport } from './measured.ts'
import { WORLD_WORDS } from '../../examples/scenes/box-worlds.ts'

const COLUMNS = 2
const PANEL_WIDTH = 560
const PANEL_HEIGHT = 400
const TOP = 96
const LABEL_HEIGHT = 12
/** Ours are warm and drawn boldly, the peers cool and thin. */
const STYLES: Readonly<Record<string, { color: string; width: number; dash?: 'dashed' }>> = {
  quadtree: { color: '#d9480f', width: 3.4 },
  'sweep-and-prune': { color: '#e8890c', width: 2.2 },
  grid: { color: '#c2255c', width: 2.2 },
  'brute-force': { color: '#868e96', width: 2.2 },
  rbush: { color: '#1971c2', width: 1.5 },
  flatbush: { color: '#2f9e44', width: 1.5 },
  'box-intersect': { color: '#7048e8', width: 1.5 },
  'detect-collisions': { color: '#0c8599', width: 1.5, dash: 'dashed' },
  'tuned-grid': { color: '#212529', width: 1.5, dash: 'dashed' },
  'radix-sweep': { color: '#adb5bd', width: 1.5, dash: 'dashed' },
  planck: { color: '#66a80f', width: 1.5, dash: 'dashed' },
}

/** One panel a world: time against number, both logarithmic. */
export function drawBroadPhases(report: BroadPhaseReport): Promise<string> {
  const rows = Math.ceil(report.worlds.length / COLUMNS)
  const columns = Math.min(COLUMNS, report.worlds.length)
  return drawSvg(optionOf(report), columns * PANEL_WIDTH, TOP + rows * PANEL_HEIGHT)
}

function optionOf(report: BroadPhaseReport): object {
  const { worlds, machine } = report
  const names = worlds[0]?.series.map(({ name }) => name) ?? []
  const place = (i: number): { left: number; top: number } => ({
    left: (i % COLUMNS) * PANEL_WIDTH + 62, top: TOP + Math.floor(i / COLUMNS) * PANEL_HEIGHT + 46,
  })
  const times = worlds.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ median }) => median)))
  const least = 10 ** Math.floor(Math.log10(Math.min(...times)))
  const most = 10 ** Math.ceil(Math.log10(Math.max(...times)))
  return {
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    title: [
      {
        text: 'Finding all pairs: milliseconds a frame against number of bodies',
        subtext: `both axes logarithmic; median; ${machine.cpu}, Node ${machine.node}, ${report.date.slice(0, 10)}, ${report.commit}`,
        left: 'center', top: 6,
      },
      ...worlds.map(({ world }, i) => ({
        text: world, subtext: WORLD_WORDS[world], left: place(i).left, top: place(i).top - 46,
        textStyle: { fontSize: 14 }, itemGap: 3,
      })),
    ],
    legend: { top: 58, itemGap: 18, itemWidth: 20, data: names },
    grid: worlds.map((_, i) => ({ ...place(i), width: PANEL_WIDTH - 196, height: PANEL_HEIGHT - 96 })),
    xAxis: worlds.map((_, i) => ({
      type: 'log', gridIndex: i, min: 8, max: 100_000, splitLine: { show: false },
      axisLabel: { formatter: (value: number) => (value >= 1000 ? `${Math.round(value / 1000)}k` : String(Math.round(value))) },
    })),
    yAxis: worlds.map((_, i) => ({
      type: 'log', gridIndex: i, min: least, max: most, startValue: least, splitLine: { lineStyle: { color: '#e9ecef' } },
      axisLabel: { formatter: (value: number) => (value >= 1 ? String(value) : value.toPrecision(1)) },
    })),
    series: worlds.flatMap((world, i) => {
      const shifts = labelShifts(world, Math.log10(most / least))
      return names.map((name) => lineOf(world, name, i, shifts.get(name) ?? 0))
    }),
  }
}

/** How far the label of each line is shifted so that none lies on another: by name, in pixels. */
function labelShifts(world: WorldReport, decades: number): Map<string, number> {
  const pixels = PANEL_HEIGHT - 96
  const ends = world.series.flatMap(({ name, points }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ name, count: last.count, y: -Math.log10(last.median) * (pixels / decades) }]
  }).sort((a, b) => a.y - b.y)
  const shifts = new Map<string, number>()
  const lowest = new Map<number, number>()
  for (const { name, count, y } of ends) {
    const place = Math.max(y, (lowest.get(count) ?? -Infinity) + LABEL_HEIGHT)
    lowest.set(count, place)
    shifts.set(name, place - y)
  }
  return shifts
}

function lineOf(world: WorldReport, name: string, panel: number, shift: number): object {
  const points = world.series.find((series) => series.name === name)?.points ?? []
  const style = STYLES[name] ?? { color: '#495057', width: 1.5 }
  const exponent = exponentOf(points, 1000)
  // A line that ends before the others has its label above, where theirs are not.
  const early = points.at(-1)?.count !== Math.max(...world.series.map((series) => series.points.at(-1)?.count ?? 0))
  const place = early ? { align: 'right', offset: [-10, shift - 7] } : { offset: [0, shift] }
  return {
    name,
    type: 'line',
    xAxisIndex: panel,
    yAxisIndex: panel,
    symbolSize: style.width + 1.5,
    lineStyle: { color: style.color, width: style.width, type: style.dash ?? 'solid' },
    itemStyle: { color: style.color },
    data: points.map(({ count, median }) => [count, median]),
    endLabel: {
      show: true, color: style.color, fontSize: 10, ...place,
      formatter: Number.isFinite(exponent) ? `${name} ${exponent.toFixed(2)}` : name,
    },
  }
}
