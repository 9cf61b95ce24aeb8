import { formatMs, formatRatio, markdownTable } from '../harness/table.ts'
import { crossover, exponentOf, timeOf, type BroadPhaseReport, type Series, type WorldReport } from './measured.ts'
import { WORLD_WORDS } from '../../examples/scenes/box-worlds.ts'

const DEFAULT = 'quadtree'

/** The report as Markdown: what it says in words and small tables, then every number. */
export function toMarkdown(report: BroadPhaseReport): string {
  const { machine } = report
  return [
    '# Broad phases beside each other',
    '',
    `Measured ${report.date} at ${report.commit}, ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}. `
    + `\`${report.command}\``,
    '',
    'Milliseconds of a frame: taking in what moved and finding all pairs, the median of interleaved rounds. '
    + 'All found the same pairs, or the command would have failed.',
    '',
    '## Where the quadtree wins, and where not',
    '',
    'The best other structure and its time over that of the quadtree: below 1 the other one wins. Our own:',
    '',
    winners(report, ({ peer, reference }) => !peer && !reference),
    '',
    'Published ones:',
    '',
    winners(report, ({ peer }) => peer),
    '',
    'Written by hand for these worlds, every pair included:',
    '',
    winners(report, ({ name, reference }) => reference || name === 'brute-force'),
    '',
    '## From how many bodies on',
    '',
    crossings(report),
    '',
    '## Growth: the exponent of time by number',
    '',
    exponents(report),
    '',
    ...report.worlds.flatMap((world) => [`## ${world.world}: ${WORLD_WORDS[world.world]}`, '', timeTable(world), '']),
  ].join('\n')
}

function countsOf(world: WorldReport): number[] {
  return [...new Set(world.series.flatMap(({ points }) => points.map(({ count }) => count)))].sort((a, b) => a - b)
}

/** For each world and number: how many times the time of the quadtree the best of some others takes. */
function winners(report: BroadPhaseReport, isMeant: (series: Series) => boolean): string {
  const counts = [...new Set(report.worlds.flatMap(countsOf))].sort((a, b) => a - b)
  const rows = report.worlds.map((world) => [world.world, ...counts.map((count) => {
    const base = timeOf(world, DEFAULT, count)
    const best = world.series.filter((series) => series.name !== DEFAULT && isMeant(series))
      .map(({ name }) => ({ name, time: timeOf(world, name, count) }))
      .filter(({ time }) => Number.isFinite(time)).sort((a, b) => a.time - b.time)[0]
    return best === undefined ? '–' : `${formatRatio(best.time / base)} ${best.name}`
  })])
  return markdownTable(['world', ...counts.map((count) => count.toLocaleString('en-US'))], rows)
}

function crossings(report: BroadPhaseReport): string {
  const format = (value: number): string => (Number.isNaN(value) ? 'never' : value === 0 ? 'always' : `${Math.round(value)}`)
  const rows = report.worlds.map((world) => {
    const common = countsOf(world).filter((count) => (
      Number.isFinite(timeOf(world, 'brute-force', count)) && Number.isFinite(timeOf(world, 'sweep-and-prune', count))
    ))
    const last = common.at(-1) ?? NaN
    const near300 = common.filter((count) => count <= 400).at(-1) ?? NaN
    const gain = (count: number): string => (
      `${formatRatio(timeOf(world, 'brute-force', count) / timeOf(world, 'sweep-and-prune', count))} at ${count}`
    )
    return [
      world.world, format(crossover(world, DEFAULT, 'brute-force')), format(crossover(world, 'sweep-and-prune', 'brute-force')),
      format(crossover(world, DEFAULT, 'sweep-and-prune')), gain(near300), gain(last),
    ]
  })
  return markdownTable([
    'world', 'quadtree beats every pair from', 'sweep and prune beats every pair from', 'quadtree beats sweep and prune from',
    'every pair over sweep and prune', 'and where both are last measured',
  ], rows)
}

function exponents(report: BroadPhaseReport): string {
  const names = report.worlds[0]?.series.map(({ name }) => name) ?? []
  const format = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–')
  const rows = names.map((name) => [name, ...report.worlds.flatMap((world) => {
    const points = world.series.find((series) => series.name === name)?.points ?? []
    return [format(exponentOf(points, 100)), format(exponentOf(points, 10_000))]
  })])
  return markdownTable(['', ...report.worlds.flatMap(({ world }) => [`${world}, from 100`, 'from 10,000'])], rows)
}

function timeTable(world: WorldReport): string {
  const counts = countsOf(world)
  const rows = world.series.map(({ name, points, stopped }) => [name, ...counts.map((count) => {
    const point = points.find((candidate) => candidate.count === count)
    if (point === undefined) return stopped === '' ? '–' : '…'
    return `${formatMs(point.median)} (${formatMs(point.p10)}–${formatMs(point.p90)})`
  })])
  const pairs = ['(pairs)', ...counts.map((count) => (world.pairs[count] ?? 0).toLocaleString('en-US'))]
  const ended = world.series.filter(({ stopped }) => stopped !== '').map(({ name, stopped }) => `${name}: ${stopped}`)
  const table = markdownTable(['', ...counts.map((count) => count.toLocaleString('en-US'))], [...rows, pairs])
  return ended.length === 0 ? table : `${table}\n\n${ended.join('; ')}`
}
