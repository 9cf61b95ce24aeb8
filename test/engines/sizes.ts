import type { SceneOptions } from '../../examples/scenes/types.ts'

/** Sizes in which an hour of all scenes takes minutes. A scene that is not named here is played as it is. */
export const SIZES: Readonly<Record<string, SceneOptions>> = {
  'large-pyramid': { base: 16 },
  'many-pyramids': { base: 6, rows: 3, columns: 3 },
  'circle-bin': { count: 200 },
  'box-bin': { count: 200 },
  'mixed-sizes': { count: 200 },
  'mixed-shapes': { count: 200 },
  'bouncy-mixed': { count: 200 },
  'compounds-pile': { count: 60 },
  'pile-up': { count: 300 },
  gas: { count: 300 },
  tumbler: { count: 150 },
  platformer: { count: 30, statics: 600 },
  arena: { count: 60 },
  terrain: { count: 60, statics: 800 },
  sleepers: { count: 400, awake: 20 },
  'rolling-hills': { count: 100 },
  bridge: { rows: 1 },
  'ragdoll-bin': { count: 16 },
  'joint-grid': { rows: 14 },
  cloth: { count: 100 },
  'weld-tower': { rows: 8, columns: 5 },
  'pyramid-820': { base: 12 },
}
