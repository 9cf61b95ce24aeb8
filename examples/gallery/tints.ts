import type { BodyData } from '../scenes/types.ts'
import type { Simulation } from './simulation.ts'
import { TINTS } from './theme.ts'

/** What the color of a body says. Islands are drawn by `DebugLayers`, which knows them. */
export const TINT_MODES = ['kind', 'sleep', 'island', 'speed', 'origin'] as const
export type TintMode = (typeof TINT_MODES)[number]

/** Half of the tints each for ordinary bodies and bullets. */
const KIND_SHADES = TINTS / 2

/** Speed in meters a second at which the scale of colors ends. */
export const TOP_SPEED = 18

/**
 * A color number for each mover from where it began: along the height in a world
 * with gravity, across it in one without, slightly slanted and slightly noisy.
 */
export function originTints(simulation: Simulation): Uint8Array {
  const { bodies, gravity } = simulation.built.scene
  const { movers } = simulation
  const bounds = [Infinity, -Infinity, Infinity, -Infinity]
  for (const index of movers) {
    const { x, y } = bodies[index]
    bounds[0] = Math.min(bounds[0], x)
    bounds[1] = Math.max(bounds[1], x)
    bounds[2] = Math.min(bounds[2], y)
    bounds[3] = Math.max(bounds[3], y)
  }
  const width = bounds[1] - bounds[0]
  const height = bounds[3] - bounds[2]
  const upright = gravity.y !== 0
  const tints = new Uint8Array(movers.length)
  for (let slot = 0; slot < movers.length; slot++) {
    const { x, y } = bodies[movers[slot]]
    const noise = ((Math.imul(slot + 1, 0x9e3779b1) >>> 8) & 0xffff) / 0xffff
    const across = width > 0.1 ? (x - bounds[0]) / width : noise
    const up = height > 0.1 ? (y - bounds[2]) / height : noise
    const place = (upright ? 0.8 * up + 0.2 * across : 0.2 * up + 0.8 * across) + (noise - 0.5) * 0.07
    tints[slot] = toTint(place)
  }
  return tints
}

/** Moving bodies by what the engine knows them as; shades within a kind only tell neighbors apart. */
export function kindTint(body: BodyData, slot: number): number {
  const shade = ((Math.imul(slot + 1, 0x9e3779b1) >>> 8) & 0xffff) / 0x10000
  return (body.bullet === true ? KIND_SHADES : 0) + Math.floor(shade * KIND_SHADES)
}

export function speedTint(vx: number, vy: number): number {
  return toTint(Math.sqrt(Math.hypot(vx, vy) / TOP_SPEED))
}

function toTint(place: number): number {
  return Math.max(0, Math.min(TINTS - 1, Math.floor(place * TINTS)))
}
