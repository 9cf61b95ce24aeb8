import { plainKernel } from '../../src/no-wasm.ts'
import { playAll, type Hashes } from './play.ts'

declare global {
  var play: (plain: boolean, steps: number) => Hashes
}

globalThis.play = (plain, steps) => playAll(plain ? { kernel: plainKernel } : {}, steps)
