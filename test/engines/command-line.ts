import { plainKernel } from '../../src/no-wasm.ts'
import { playAll } from './play.ts'

// What Node and Bun run: PROGRAM plain|wasm STEPS prints the hashes as JSON.
const [kernel, steps] = process.argv.slice(2)
console.log(JSON.stringify(playAll(kernel === 'plain' ? { kernel: plainKernel } : {}, Number(steps))))
