import { LAYERS, type Layer } from './painter.ts'
import { RENDERERS, type Renderer } from './surface.ts'
import { TINT_MODES, type TintMode } from './tints.ts'

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const

/** What a link to the gallery can say, as in `#scene=gas&paused&layers=bodies,contacts&speed=0.5`. */
export interface Link {
  scene: string | null
  paused: boolean
  layers: Set<Layer>
  speed: number
  tint: TintMode
  /** What to draw with: by default WebGL where there is a graphics card, else the 2D canvas. */
  renderer: Renderer
}

/** Whatever the text does not say, or says wrongly, takes its default. */
export function readLink(hash: string): Link {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const layers = params.get('layers')
  const speed = Number(params.get('speed') ?? '1')
  const tint = params.get('tint')
  const renderer = params.get('renderer')
  return {
    scene: params.get('scene'),
    paused: isOn(params.get('paused')),
    layers: new Set(layers === null ? ['bodies'] : LAYERS.filter((layer) => layers.split(',').includes(layer))),
    speed: SPEEDS.find((choice) => choice === speed) ?? 1,
    tint: TINT_MODES.find((mode) => mode === tint) ?? 'origin',
    renderer: RENDERERS.find((name) => name === renderer) ?? 'auto',
  }
}

/** The shortest text that `readLink` reads back. */
export function writeLink(link: Link): string {
  const parts: string[] = []
  if (link.scene !== null) parts.push(`scene=${link.scene}`)
  if (link.paused) parts.push('paused')
  const layers = LAYERS.filter((layer) => link.layers.has(layer))
  if (layers.join() !== 'bodies') parts.push(`layers=${layers.join()}`)
  if (link.speed !== 1) parts.push(`speed=${link.speed}`)
  if (link.tint !== 'origin') parts.push(`tint=${link.tint}`)
  if (link.renderer !== 'auto') parts.push(`renderer=${link.renderer}`)
  return `#${parts.join('&')}`
}

function isOn(value: string | null): boolean {
  return value !== null && value !== '0' && value !== 'false'
}
