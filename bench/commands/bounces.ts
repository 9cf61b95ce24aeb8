import type { Options } from '../cli.ts'
import { Progress } from '../harness/progress.ts'
import { runProgram } from '../harness/program.ts'
import { median } from '../harness/statistics.ts'
import { markdownTable } from '../harness/table.ts'
import type { BounceCost } from '../programs/bounces.ts'

const TIMEOUT = 1_200_000
/** Times the step of the same pile without restitution, with as many contacts and as many bodies that move. */
const MOST = 1.25

/** What restitution costs a pile, by shape, restitution and length of the step. Fails where a pile takes longer than {@link MOST}. */
export async function runBounces(options: Options): Promise<void> {
  const progress = new Progress()
  progress.begin('piles that bounce beside the same ones that do not')
  const args = options.short ? ['60', '0.4', '60'] : [String(options.count ?? 500), '0.1,0.4,0.8', '30,60,120']
  const costs = await runProgram<BounceCost[]>('bounces', args, TIMEOUT)
  progress.end()
  const times = (ratio: number | null): string => (ratio === null || Number.isNaN(ratio) ? '–' : `${ratio.toFixed(2)}×`)
  console.log(markdownTable(
    ['shape', 'e', 'Hz', 'windows', 'in all', 'in the middle', 'first 2 s', 'as many contacts alone'],
    costs.map(({ shape, restitution, hertz, windows, whole, middle, landing, contactsAlone }) => [
      shape, String(restitution), String(hertz), String(windows), times(whole), times(middle), times(landing), times(contactsAlone),
    ]),
    1,
  ))
  const compared = costs.filter(({ windows }) => windows > 0)
  const dear = compared.filter(({ whole }) => whole! > MOST)
  console.log(`\n${compared.length} piles, ${times(median(compared.map(({ whole }) => whole!)))} in the middle, ${dear.length} of them beyond ${MOST}×.`)
  // Few bodies never have as many contacts as are asked for: what compared nothing has not shown that it holds.
  if (compared.length === 0 || (dear.length > 0 && !options.short)) process.exitCode = 1
}
