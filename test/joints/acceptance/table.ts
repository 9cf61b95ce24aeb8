/**
 * Prints where what issue 12 asks of joints is missed, over lengths of a step, substeps, units of length and gravities:
 * `node examples/run.mjs test/joints/acceptance/table.ts [EXPERIMENT ..] [--hz 60] [--substeps 4] [--unit 1] [--gravity 10] [--all]`
 */
import { parseArgs } from 'node:util'
import { type Conditions, allConditions, titleOf } from './conditions.ts'
import { ORACLES } from './oracles.ts'
import { STIFFNESS } from './stiffness.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hz: { type: 'string' }, substeps: { type: 'string' }, unit: { type: 'string' }, gravity: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
})
const wanted = (c: Conditions): boolean => (['hz', 'substeps', 'unit', 'gravity'] as const).every((key) => {
  return values[key] === undefined || values[key].split(',').map(Number).includes(c[key])
})
let [tried, missed] = [0, 0]
for (const [name, experiment] of Object.entries({ ...ORACLES, ...STIFFNESS })) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  for (const conditions of allConditions()) {
    if (!wanted(conditions)) continue
    const readings = experiment(conditions)
    const bad = readings.filter(({ value, bar }) => !(value <= bar))
    tried += readings.length
    missed += bad.length
    for (const { what, value, bar } of values.all ? readings : bad) {
      console.log(`${name.padEnd(10)}${titleOf(conditions).padEnd(36)}${what.padEnd(42)}${value.toPrecision(3).padStart(9)}  (${bar})`)
    }
  }
}
console.log(`${missed} of ${tried} figures missed`)
