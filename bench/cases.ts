import { findScene } from '../examples/scenes/index.ts'
import type { SceneOptions } from '../examples/scenes/types.ts'

/** What is measured: a scene at some size, from when on, and for how long. */
export interface Case {
  readonly name: string
  readonly scene: string
  readonly size: SceneOptions
  /** Steps before the measured ones, in which the scene settles and the code gets warm. */
  readonly warm: number
  readonly steps: number
  /**
   * false: nobody may sleep, so that all do the same work however early each of them would have put it to sleep.
   * true: the scene is about sleep.
   */
  readonly sleep: boolean
  /** What the measured steps show. */
  readonly shows: string
}

const STACK = 'standing, nobody sleeps'
const LANDING = 'they land'
const PILE = 'after the splash, nobody sleeps'

/** The scenes of the project that every engine can run, each in the state that says most about it. */
export const cases: readonly Case[] = [
  { name: 'pyramid-820', scene: 'pyramid-820', size: {}, warm: 120, steps: 120, sleep: false, shows: STACK },
  { name: 'large-pyramid', scene: 'large-pyramid', size: {}, warm: 60, steps: 60, sleep: false, shows: STACK },
  { name: 'many-pyramids', scene: 'many-pyramids', size: {}, warm: 40, steps: 30, sleep: false, shows: STACK },
  { name: 'tower', scene: 'tower', size: {}, warm: 240, steps: 120, sleep: false, shows: STACK },
  { name: 'card-house', scene: 'card-house', size: {}, warm: 240, steps: 120, sleep: false, shows: STACK },
  { name: 'heavy-top', scene: 'heavy-top', size: {}, warm: 240, steps: 120, sleep: false, shows: STACK },
  { name: 'circle-bin', scene: 'circle-bin', size: {}, warm: 300, steps: 60, sleep: false, shows: PILE },
  { name: 'box-bin', scene: 'box-bin', size: {}, warm: 300, steps: 60, sleep: false, shows: PILE },
  { name: 'mixed-sizes', scene: 'mixed-sizes', size: {}, warm: 300, steps: 60, sleep: false, shows: PILE },
  { name: 'mixed-shapes', scene: 'mixed-shapes', size: {}, warm: 420, steps: 60, sleep: false, shows: PILE },
  { name: 'bouncy-mixed', scene: 'bouncy-mixed', size: {}, warm: 420, steps: 60, sleep: false, shows: PILE },
  { name: 'compounds-pile', scene: 'compounds-pile', size: {}, warm: 420, steps: 60, sleep: false, shows: PILE },
  { name: 'pile-up', scene: 'pile-up', size: { count: 1000 }, warm: 240, steps: 60, sleep: false, shows: 'after the burst' },
  { name: 'gas', scene: 'gas', size: {}, warm: 60, steps: 60, sleep: false, shows: 'everything moves' },
  { name: 'tumbler', scene: 'tumbler', size: {}, warm: 180, steps: 120, sleep: false, shows: 'the drum turns' },
  { name: 'terrain', scene: 'terrain', size: {}, warm: 240, steps: 120, sleep: false, shows: 'rocks roll' },
  { name: 'rolling-hills', scene: 'rolling-hills', size: {}, warm: 240, steps: 120, sleep: false, shows: 'down in the valleys' },
  { name: 'platformer', scene: 'platformer', size: {}, warm: 240, steps: 120, sleep: false, shows: 'all run and jump' },
  { name: 'arena', scene: 'arena', size: {}, warm: 240, steps: 120, sleep: false, shows: 'the crowd follows, bullets fly' },
  { name: 'landing-tiles', scene: 'landing-tiles', size: {}, warm: 30, steps: 90, sleep: false, shows: LANDING },
  { name: 'landing-chain', scene: 'landing-chain', size: {}, warm: 60, steps: 90, sleep: false, shows: LANDING },
  { name: 'landing-compounds', scene: 'landing-compounds', size: {}, warm: 60, steps: 180, sleep: false, shows: LANDING },
  { name: 'spinning-planks', scene: 'spinning-planks', size: {}, warm: 60, steps: 180, sleep: false, shows: LANDING },
  { name: 'mixed-heap', scene: 'mixed-heap', size: {}, warm: 60, steps: 180, sleep: false, shows: LANDING },
  { name: 'bridge', scene: 'bridge', size: { rows: 20 }, warm: 300, steps: 60, sleep: false, shows: 'loads lie on twenty bridges' },
  { name: 'ball-and-chain', scene: 'ball-and-chain', size: { columns: 20, rows: 0 }, warm: 120, steps: 60, sleep: false, shows: 'twenty balls swing' },
  { name: 'joint-grid', scene: 'joint-grid', size: {}, warm: 240, steps: 60, sleep: false, shows: 'the net swings' },
  { name: 'ragdoll-bin', scene: 'ragdoll-bin', size: {}, warm: 420, steps: 60, sleep: false, shows: PILE },
  { name: 'cloth', scene: 'cloth', size: { columns: 0 }, warm: 300, steps: 60, sleep: false, shows: 'the cloth is turned over' },
  { name: 'sleepers', scene: 'sleepers', size: {}, warm: 600, steps: 600, sleep: true, shows: '100 of 20,100 hop' },
  { name: 'all-asleep', scene: 'many-pyramids', size: {}, warm: 600, steps: 2400, sleep: true, shows: 'all at rest' },
]

/** Sizes with which every scene takes a fraction of a second. */
const SMALL: Readonly<Record<string, SceneOptions>> = {
  'pyramid-820': { base: 12 },
  'large-pyramid': { base: 20 },
  'many-pyramids': { base: 6, rows: 3, columns: 5 },
  'circle-bin': { count: 300 },
  'box-bin': { count: 300 },
  'mixed-sizes': { count: 500 },
  'mixed-shapes': { count: 300 },
  'bouncy-mixed': { count: 300 },
  'compounds-pile': { count: 80 },
  'rolling-hills': { count: 150 },
  'landing-tiles': { count: 200 },
  'landing-chain': { count: 200 },
  'landing-compounds': { count: 80 },
  'spinning-planks': { count: 80 },
  'mixed-heap': { count: 200 },
  platformer: { count: 40, statics: 1000 },
  arena: { count: 400 },
  'pile-up': { count: 100 },
  gas: { count: 500 },
  tumbler: { count: 150 },
  terrain: { count: 100, statics: 2000 },
  bridge: { rows: 2 },
  'ball-and-chain': { columns: 2, rows: 0 },
  'joint-grid': { rows: 12 },
  'ragdoll-bin': { count: 12 },
  cloth: { count: 100, columns: 0 },
  sleepers: { count: 500, awake: 20 },
}

/** What a short run measures when nobody names a scene: one of each kind. */
export const shortCases: readonly string[] = ['large-pyramid', 'circle-bin', 'gas', 'bridge', 'sleepers']

/** The same case, small and short: to see that everything runs, not how fast. */
export function shorten(entry: Case): Case {
  return { ...entry, size: SMALL[entry.scene] ?? {}, warm: 30, steps: 20 }
}

/** A case by its name; a scene without a case of its own is measured like a pile. */
export function findCase(name: string): Case | undefined {
  const known = cases.find((entry) => entry.name === name)
  if (known !== undefined || findScene(name) === undefined) return known
  return { name, scene: name, size: {}, warm: 120, steps: 60, sleep: false, shows: 'after two seconds' }
}
