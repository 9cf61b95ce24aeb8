/**
 * The exactness of the narrow phase over random pairs of all convex shapes:
 *
 *     node examples/run.mjs test/fuzz/manifold.ts [pairs = 1000000] [seed = 1]
 */
import { fuzzManifolds } from './fuzz-manifolds.ts'

const pairs = Number(process.argv[2] ?? 1e6)
const seed = Number(process.argv[3] ?? 1)
const result = fuzzManifolds(pairs, seed, 20)
for (const fault of result.faults) console.log(fault)
console.log(`${result.pairs} pairs, seed ${seed}: ${result.wrong} wrong, ids changed by rounding in ${result.flickering}`)
if (result.wrong > 0) process.exitCode = 1
