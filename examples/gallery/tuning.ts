import type { BodyData, Scene } from '../scenes/types.ts'

/** What a viewer may change of every scene. What is not named is as the scene has it. */
export interface Tuning {
  /** Length of gravity in m/s²; where a scene has none, downward. */
  readonly gravity?: number
  /** Substeps of the solver in a step. */
  readonly substeps?: number
  /** Moving bodies. */
  readonly count?: number
  readonly restitution?: number
  readonly friction?: number
}

export type TuningName = keyof Tuning

/** Between what, and how fine. */
export interface TuningRange {
  readonly name: TuningName
  readonly label: string
  readonly least: number
  readonly most: number
  readonly step: number
  readonly unit: string
}

export const TUNINGS: readonly TuningRange[] = [
  { name: 'gravity', label: 'Gravity', least: 0, most: 30, step: 0.1, unit: 'm/s²' },
  { name: 'substeps', label: 'Substeps', least: 1, most: 16, step: 1, unit: '' },
  { name: 'count', label: 'Bodies', least: 1, most: 20_000, step: 1, unit: '' },
  { name: 'restitution', label: 'Restitution', least: 0, most: 1, step: 0.05, unit: '' },
  { name: 'friction', label: 'Friction', least: 0, most: 2, step: 0.05, unit: '' },
]

/** Those that only another start shows; the others take effect while the scene runs. */
export function needsRestart(name: TuningName): boolean {
  return name === 'count' || name === 'restitution' || name === 'friction'
}

/** A scene with the surfaces that a viewer wants; the rest of a tuning is the engine's. */
export function tuned(scene: Scene, { restitution, friction }: Tuning): Scene {
  if (restitution === undefined && friction === undefined) return scene
  const surface = { ...(restitution === undefined ? {} : { restitution }), ...(friction === undefined ? {} : { friction }) }
  const bodies = scene.bodies.map((body): BodyData => (
    { ...body, ...surface, ...(body.parts === undefined ? {} : { parts: body.parts.map((part) => ({ ...part, ...surface })) }) }
  ))
  return { ...scene, bodies }
}

/** A gravity of another length, in the direction that the scene has. */
export function tunedGravity({ x, y }: Scene['gravity'], length: number | undefined): { x: number; y: number } {
  if (length === undefined) return { x, y }
  const own = Math.hypot(x, y)
  return own === 0 ? { x: 0, y: -length } : { x: (x / own) * length, y: (y / own) * length }
}
