/**
 * Drops piles of mixed bodies on every kind of ground, under every load, with many seeds; nothing may come through.
 * `node examples/run.mjs test/fuzz/leaks.ts --seeds 1000 --from 1 [--ground boxes] [--load piston] [--hz 30] [--restitution 0.4]`
 */
import { parseArgs } from 'node:util'
import { GROUNDS, LOADS, leaksOf } from './pile.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    ground: { type: 'string' },
    load: { type: 'string' },
    hz: { type: 'string', default: '60' },
    restitution: { type: 'string', default: '0' },
  },
})
const first = Number(values.from)
const end = first + Number(values.seeds)
let lost = 0
for (const ground of GROUNDS) {
  for (const load of LOADS) {
    if ((values.ground ?? ground) !== ground || (values.load ?? load) !== load) continue
    const start = performance.now()
    let seeds = 0
    for (let seed = first; seed < end; seed++) {
      const found = leaksOf(ground, load, seed, { hz: Number(values.hz), restitution: Number(values.restitution) })
      if (found.length > 0) {
        seeds++
        console.log(`${ground} ${load} seed ${seed}: ${found.length}: ${found.slice(0, 3).join('; ')}`)
      }
      lost += found.length
    }
    console.log(`${ground}, ${load}: ${seeds} of ${end - first} seeds leaked, ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
}
console.log(`${lost} lost`)
process.exitCode = lost > 0 ? 1 : 0
