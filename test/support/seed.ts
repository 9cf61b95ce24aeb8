/**
 * One seed for all properties, so that a commit passes or fails the same wherever and how often it is tested. Other cases are
 * drawn with `SEED=12345 npx vitest run`, and with a seed by chance, which a failure prints, in `npm run soak`.
 */
import fc from 'fast-check'
import { SOAK } from './soak.ts'

const { SEED } = process.env

if (SEED !== undefined) fc.configureGlobal({ seed: Number(SEED) })
else if (!SOAK) fc.configureGlobal({ seed: 1 })
