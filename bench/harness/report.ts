import { cpus } from 'node:os'
import type { Case } from '../cases.ts'
import type { Memory, Quality } from './protocol.ts'
import { formatBytes, formatMm, formatMs, formatRatio, markdownTable } from './table.ts'

/** What a run of the bench found out, as it is kept in bench/results. */
export interface Report {
  readonly date: string
  readonly command: string
  readonly commit: string
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly system: string }
  readonly cases: CaseReport[]
}

export interface CaseReport {
  readonly case: Case
  readonly bodies: number
  readonly engines: EngineReport[]
}

export interface EngineReport {
  readonly name: string
  readonly version: string
  readonly settings: string
  /** What went wrong, or an empty string. */
  readonly error: string
  /** Milliseconds a step: the lowest median of a repeat, the median of all steps, and the 10th and 90th percentile. */
  readonly lowest: number
  readonly median: number
  readonly p10: number
  readonly p90: number
  /** Milliseconds of processor time a step: the lowest median of a repeat. */
  readonly cpu: number
  /** `cpu` over ours in the same run. */
  readonly ratio: number
  readonly createMs: number
  /** Steps before the measured ones; fewer than planned when they took too long. */
  readonly warmSteps: number
  readonly warmMs: number
  readonly steps: number
  /** At the end of the measured steps. */
  readonly quality: Quality | null
  readonly memory: Memory | null
  readonly garbage: number
  readonly life: LifeReport | null
}

/** The scene from its first step on, each engine with the sleep that its makers recommend. */
export interface LifeReport {
  readonly steps: number
  /** Mean milliseconds of processor time. */
  readonly cpu: number
  /** The longest step, in milliseconds. */
  readonly longest: number
  readonly quality: Quality
}

export function describeMachine(): Report['machine'] {
  const processors = cpus()
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  }
}

/** The report as Markdown: a table of the ratios, then one table a scene. */
export function toMarkdown(report: Report): string {
  const { machine } = report
  const parts = [
    `Measured ${report.date} at ${report.commit}, ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, `
    + `${machine.system}. \`${report.command}\``,
    '',
    ...(report.cases.length > 1 ? ['## Processor time of a step, as a multiple of ours', '', ratioTable(report), ''] : []),
    ...report.cases.flatMap((entry) => [caseTitle(entry), '', speedTable(entry), '', ...failures(entry), ...lifeTable(entry)]),
    '## Settings',
    '',
    ...settingsList(report),
    '',
  ]
  return parts.join('\n')
}

function ratioTable({ cases }: Report): string {
  const names = [...new Set(cases.flatMap((entry) => entry.engines.map(({ name }) => name)))]
  return markdownTable(['scene', 'ours ms', ...names.slice(1)], cases.map((entry) => [
    entry.case.name,
    formatMs(entry.engines[0]?.cpu ?? NaN),
    ...names.slice(1).map((name) => formatRatio(entry.engines.find((engine) => engine.name === name)?.ratio ?? NaN)),
  ]))
}

function caseTitle({ case: entry, bodies }: CaseReport): string {
  return `## ${entry.name}: ${bodies} bodies, ${entry.shows}, steps ${entry.warm + 1} to ${entry.warm + entry.steps}`
}

function speedTable({ case: entry, engines }: CaseReport): string {
  const head = ['engine', '× ours', 'cpu ms', 'lowest ms', 'median ms', 'p10–p90 ms', 'deepest mm', 'mean mm', 'worst joint mm', 'mean joint mm',
    'in place', 'asleep', 'speed m/s', 'escaped', 'heap', 'buffers', 'wasm', 'garbage a step']
  return markdownTable(head, engines.map((engine) => [
    engine.name + (engine.warmSteps < entry.warm ? ` (from step ${engine.warmSteps})` : ''),
    formatRatio(engine.ratio),
    formatMs(engine.cpu),
    formatMs(engine.lowest),
    formatMs(engine.median),
    `${formatMs(engine.p10)}–${formatMs(engine.p90)}`,
    formatMm(engine.quality?.maxPenetration ?? NaN),
    formatMm(engine.quality?.meanPenetration ?? NaN),
    formatMm(engine.quality?.worstJoint ?? NaN),
    formatMm(engine.quality?.meanJoint ?? NaN),
    percent(engine.quality?.inPlace),
    percent(engine.quality ? engine.quality.asleep / engine.quality.dynamic : undefined),
    (engine.quality?.speed ?? NaN).toFixed(3),
    String(engine.quality?.escaped ?? '–'),
    formatBytes(engine.memory?.heap ?? NaN),
    formatBytes(engine.memory?.buffers ?? NaN),
    formatBytes(engine.memory?.wasm ?? NaN),
    formatBytes(engine.garbage),
  ]))
}

function failures({ engines }: CaseReport): string[] {
  const lines = engines.filter(({ error }) => error !== '').map(({ name, error }) => `- ${name}: ${error.split('\n')[0]}`)
  return lines.length === 0 ? [] : ['Failed:', '', ...lines, '']
}

function lifeTable({ engines }: CaseReport): string[] {
  if (engines.every(({ life }) => life === null)) return []
  const head = ['from the first step, sleep as recommended', 'steps', 'mean cpu ms', 'longest ms', 'asleep', 'in place',
    'speed m/s', 'deepest mm', 'mean mm', 'escaped']
  const rows = engines.filter(({ life }) => life !== null).map(({ name, life }) => [
    name,
    String(life!.steps),
    formatMs(life!.cpu),
    formatMs(life!.longest),
    percent(life!.quality.asleep / life!.quality.dynamic),
    percent(life!.quality.inPlace),
    life!.quality.speed.toFixed(3),
    formatMm(life!.quality.maxPenetration),
    formatMm(life!.quality.meanPenetration),
    String(life!.quality.escaped),
  ])
  return [markdownTable(head, rows), '']
}

function settingsList({ cases }: Report): string[] {
  const settings = new Map<string, Set<string>>()
  for (const engine of cases.flatMap((entry) => entry.engines)) {
    const key = `${engine.name} ${engine.version}`
    const known = settings.get(key) ?? new Set<string>()
    if (engine.settings !== '') known.add(engine.settings)
    settings.set(key, known)
  }
  return [...settings].flatMap(([name, list]) => [...list].map((text) => `- ${name}: ${text}`))
}

function percent(part: number | undefined): string {
  if (part === undefined || !Number.isFinite(part)) return '–'
  const value = part * 100
  return `${value > 0 && value < 100 && (value < 1 || value > 99) ? value.toFixed(1) : value.toFixed(0)} %`
}
