import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, type Options } from '../cli.ts'
import { root } from '../harness/bundle.ts'
import type { CaseReport, EngineReport, Report } from '../harness/report.ts'
import { latestReport } from '../harness/reports.ts'
import { formatMm, formatMs, formatRatio, markdownTable } from '../harness/table.ts'

const PAGE = join(root, 'docs/performance.md')
const [BEGIN, END] = ['<!-- tables: written by npm run bench -- tables -->', '<!-- /tables -->']

/** Writes the tables of docs/performance.md from one report of `peers`: what stands between its two marks. */
export async function runTables(options: Options): Promise<void> {
  const file = options.positionals[1] ?? latestReport()
  if (!existsSync(file)) throw new UsageError(`no report at ${file}: run the bench first, or name its JSON file`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (!Array.isArray(report.cases)) throw new UsageError(`${file} is no report of "peers"`)
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new UsageError(`${PAGE} has no place for tables: it is between ${BEGIN} and ${END}`)
  writeFileSync(PAGE, `${page.slice(0, from + BEGIN.length)}\n\n${tablesOf(report)}\n\n${page.slice(to)}`)
  console.log(`${PAGE}: tables of ${report.date} at ${report.commit}`)
}

function tablesOf(report: Report): string {
  const { cases, machine } = report
  const names = [...new Set(cases.flatMap(({ engines }) => engines.map(({ name }) => name)))]
  const peers = names.slice(1)
  const jointed = cases.filter(({ engines }) => engines.some(({ quality }) => typeof quality?.worstJoint === 'number'))
  return [
    `One run of ${report.date} UTC at commit ${report.commit} on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node.slice(1)}: \`${report.command}\`. Engines at `
    + `the defaults that their makers recommend: ${versions(cases, names)}.`,
    'Processor time of a step in milliseconds; the others as a multiple of ours (below 1 they are faster). With a star: from an '
    + 'earlier step on, because the engine took too long to get there. A dash: it gave no answer.',
    markdownTable(['scene', 'steps', 'ours', ...peers], cases.map((entry) => [
      entry.case.name, `${entry.case.warm + 1} to ${entry.case.warm + entry.case.steps}`, formatMs(engineOf(entry, names[0]!)?.cpu ?? NaN),
      ...peers.map((name) => starred(entry, name, ({ ratio }) => formatRatio(ratio))),
    ]), 2),
    peers.map((name) => summary(cases, name)).join('\n'),
    'Overlap in the same run, deepest / mean in millimeters:',
    markdownTable(['scene', ...names], cases.map((entry) => [
      entry.case.name, ...names.map((name) => starred(entry, name, ({ quality }) => pair(quality?.maxPenetration, quality?.meanPenetration))),
    ])),
    'How far the anchors of joints are apart then, the worst / the mean of all, in millimeters:',
    markdownTable(['scene', ...names], jointed.map((entry) => [
      entry.case.name, ...names.map((name) => starred(entry, name, ({ quality }) => pair(quality?.worstJoint, quality?.meanJoint))),
    ])),
  ].join('\n\n')
}

function engineOf({ engines }: CaseReport, name: string): EngineReport | undefined {
  return engines.find((engine) => engine.name === name && engine.error === '')
}

function versions(cases: readonly CaseReport[], names: readonly string[]): string {
  const known = names.map((name) => cases.map((entry) => engineOf(entry, name)).find((engine) => engine !== undefined))
  return known.filter((engine) => engine !== undefined).map(({ name, version, settings }) => `${name} ${version} (${settings})`).join('; ')
}

function starred(entry: CaseReport, name: string, write: (engine: EngineReport) => string): string {
  const engine = engineOf(entry, name)
  return engine === undefined ? '–' : write(engine) + (engine.warmSteps < entry.case.warm ? ' *' : '')
}

function pair(worst: number | null | undefined, mean: number | null | undefined): string {
  return typeof worst === 'number' ? `${formatMm(worst)} / ${formatMm(mean ?? NaN)}` : '–'
}

/** Of the scenes in which both were measured over the same steps. */
function summary(cases: readonly CaseReport[], name: string): string {
  const found = cases.flatMap((entry) => {
    const engine = engineOf(entry, name)
    return engine === undefined || engine.warmSteps < entry.case.warm ? [] : [{ scene: entry.case.name, ratio: engine.ratio }]
  }).sort((one, other) => one.ratio - other.ratio)
  if (found.length === 0) return `${name} came nowhere to the steps that were measured.`
  const [least, most] = [found[0]!, found.at(-1)!]
  const slower = found.filter(({ ratio }) => ratio < 1)
  return `${name} takes ${formatRatio(found[found.length >> 1]!.ratio)} our time in the middle of ${found.length} scenes, from ${formatRatio(least.ratio)} `
    + `(\`${least.scene}\`) to ${formatRatio(most.ratio)} (\`${most.scene}\`)${slower.length === 0 ? '' : `; it is faster in ${slower.map(({ scene }) => `\`${scene}\``).join(', ')}`}.`
}
