import { makeRapier } from './rapier.ts'

export const engine = makeRapier('@dimforge/rapier2d-simd-compat')
