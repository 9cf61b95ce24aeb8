import type { SceneOptions } from '../../examples/scenes/types.ts'

/** Sizes in which 3,600 steps of all scenes take about half a minute in one engine. A scene that is not named here is played as it is. */
export const SIZES: Readonly<Record<string, SceneOptions>> = {
  'large-pyramid': { base: 16 },
  'many-pyramids': { base: 6, rows: 3, columns: 3 },
  'circle-bin': { count: 200 },
  'box-bin': { count: 200 },
  'mixed-sizes': { count: 200 },
  'mixed-shapes': { count: 200 },
  'bouncy-mixed': { count: 200 },
  'compounds-pile': { count: 60 },
  'pile-up': { count: 120 },
  gas: { count: 120 },
  tumbler: { count: 60 },
  platformer: { count: 12, statics: 300 },
  arena: { count: 30 },
  terrain: { count: 60, statics: 800 },
  sleepers: { count: 400, awake: 20 },
  'rolling-hills': { count: 100 },
  bridge: { rows: 1 },
  'ragdoll-bin': { count: 5 },
  'joint-grid': { rows: 7 },
  cloth: { count: 20, columns: 1 },
  ragdolls: { count: 8 },
  bullets: { count: 16 },
  windmill: { count: 40 },
  shapes: { count: 80 },
  sensors: { count: 40 },
  'one-way': { count: 30 },
  conveyors: { count: 40 },
  tower: { count: 10 },
  'weld-tower': { rows: 8, columns: 5 },
  'pyramid-820': { base: 12 },
}

/** Steps of scenes that do the same over and over at some cost, where fewer show as much. Of the arena: 75 bullets that fly, many times over. */
export const LONGEST: Readonly<Record<string, number>> = { arena: 900 }
