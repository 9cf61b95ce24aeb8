import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAILURES } from '../../examples/characters/index.ts'
import type { Failure } from '../../examples/characters/failure.ts'
import { FEET, type MakeLab } from '../../examples/characters/lab.ts'
import { OurLab } from '../../examples/characters/our-lab.ts'
import { timeCrowd } from '../characters/crowd.ts'
import { RapierLab, initRapier } from '../characters/rapier-lab.ts'
import type { Options } from '../cli.ts'
import { engines, installedVersion } from '../engines/index.ts'
import { root } from '../harness/bundle.ts'
import { markdownTable } from '../harness/table.ts'

const PAGE = 'docs/characters.md'
const BEGIN = '<!-- characters:begin -->'
const END = '<!-- characters:end -->'

/** The twenty known failures of character controllers, here and with Rapier's controller. */
export async function runCharacters({ write }: Options): Promise<void> {
  await initRapier()
  const rapier = engines.find(({ name }) => name === 'rapier')!
  const ours = (gravity: number) => new OurLab(gravity)
  const theirs = (gravity: number) => new RapierLab(gravity)
  const rows: string[][] = []
  const passed = [0, 0]
  for (const failure of FAILURES) {
    const cells = [ours, theirs].map((make, k) => {
      const worst = worstOf(failure, make)
      if (worst <= failure.most) passed[k]!++
      return worst <= failure.most ? `**${show(worst, failure)}**` : show(worst, failure)
    })
    rows.push([String(failure.number), failure.name, `${failure.measured}; at most ${show(failure.most, failure)}`, ...cells])
  }
  const count = FAILURES.length
  const head = ['no.', 'failure', 'measured, the worst of all feet', `ours: ${passed[0]} of ${count}`, `rapier ${installedVersion(rapier)}: ${passed[1]} of ${count}`]
  const table = markdownTable(head, rows, 3)
  console.log(table)
  for (const foot of ['box', 'capsule'] as const) {
    for (const mixed of [false, true]) {
      const { step, moves } = timeCrowd(foot, mixed)
      const way = mixed ? 'through each other' : 'to one side'
      console.log(`1,000 of foot ${foot} on 1,000 tiles, ${way}: moves ${moves.toFixed(2)} ms, step ${step.toFixed(2)} ms`)
    }
  }
  if (write) writeTable(table)
}

/** The worst of all feet. */
function worstOf(failure: Failure, make: MakeLab): number {
  let worst = 0
  for (const foot of FEET) {
    const value = failure.measure(make, foot)
    worst = Math.max(worst, Number.isNaN(value) ? Infinity : value)
  }
  return worst
}

function show(value: number, { unit }: Failure): string {
  if (value === Infinity) return 'never gets there'
  const number = value === 0 ? '0' : value < 1e-4 ? value.toExponential(0) : String(Number(value.toPrecision(2)))
  return unit === '' ? number : `${number} ${unit}`
}

function writeTable(table: string): void {
  const path = join(root, PAGE)
  const text = readFileSync(path, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the table: ${BEGIN} … ${END}`)
  writeFileSync(path, `${before}${BEGIN}\n${table}\n${END}${after}`)
}
