import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { UsageError, type Options } from '../cli.ts'
import { drawSvg } from '../harness/charts.ts'
import type { CaseReport, Report } from '../harness/report.ts'
import { latestReport } from '../harness/reports.ts'

const WIDTH = 980
const GROUP_HEIGHT = 16
/** Ours stands out; the others are told apart by hue and, in the legend, by order. */
const COLORS = ['#d9480f', '#1971c2', '#2f9e44', '#94d82d', '#9c36b5', '#f08c00', '#0c8599', '#868e96']

/** Makes the chart of the docs from a report of `peers`. */
export async function runChart(options: Options): Promise<void> {
  const file = options.positionals[1] ?? latestReport()
  if (!existsSync(file)) throw new UsageError(`no report at ${file}: run the bench first, or name its JSON file`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (!Array.isArray(report.cases)) throw new UsageError(`${file} is no report of "peers"`)
  const out = options.out ?? file.replace(/\.json$/, '.svg')
  writeFileSync(out, await draw(report))
  console.log(out)
}

function draw(report: Report): Promise<string> {
  const names = [...new Set(report.cases.flatMap(({ engines }) => engines.map((engine) => engine.name)))]
  return drawSvg(chartOption(report, names), WIDTH, 120 + report.cases.length * (names.length + 1.5) * GROUP_HEIGHT)
}

function chartOption(report: Report, names: readonly string[]): object {
  const { cases } = report
  const values = cases.flatMap(({ engines }) => engines.map(({ cpu }) => cpu)).filter((value) => value > 0)
  const least = 10 ** Math.floor(Math.log10(Math.min(...values)))
  return {
    animation: false,
    backgroundColor: '#ffffff',
    color: COLORS,
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    title: {
      text: 'Milliseconds of processor time a step (logarithmic, less is better)',
      subtext: `${report.machine.cpu}, Node ${report.machine.node}, ${report.date.slice(0, 10)}, ${report.commit}`,
      left: 'center',
    },
    legend: { top: 62, itemGap: 26, itemWidth: 14, data: names },
    grid: { left: 120, right: 70, top: 100, bottom: 36 },
    xAxis: { type: 'log', min: least, startValue: least, splitLine: { lineStyle: { color: '#dddddd' } } },
    yAxis: { type: 'category', inverse: true, data: cases.map((entry) => entry.case.name), axisTick: { show: false } },
    series: names.map((engine, i) => ({
      name: engine,
      type: 'bar',
      barCategoryGap: '22%',
      itemStyle: { color: COLORS[i % COLORS.length] },
      label: { show: true, position: 'right', fontSize: 10, formatter: '{c}' },
      data: cases.map((entry) => barValue(entry, engine)),
    })),
  }
}

/** Three digits that mean something; a dash leaves the bar out. */
function barValue({ engines }: CaseReport, name: string): number | '-' {
  const cpu = engines.find((engine) => engine.name === name)?.cpu
  return cpu !== undefined && cpu > 0 ? Number(cpu.toPrecision(3)) : '-'
}
