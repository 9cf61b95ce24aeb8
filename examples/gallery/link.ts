import { BROAD_PHASE_NAMES } from '../broad-phases.ts'
import { ENGINE_NAMES, OURS, type Choice } from './engine-choice.ts'
import { LAYERS, type Layer } from './painter.ts'
import { RENDERERS, type Renderer } from './surface.ts'
import { TINT_MODES, type TintMode } from './tints.ts'
import { TOOLS, type ToolName } from './tools.ts'
import { TUNINGS, type Tuning } from './tuning.ts'

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const

/** What the camera shows: the middle of the picture and how much of it is free of panels, in meters. */
export interface Sight {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** What a link to the gallery can say, as in `#scene=gas&paused&layers=bodies,contacts&speed=0.5&gravity=3&at=0,4,20`. */
export interface Link extends Choice {
  scene: string | null
  paused: boolean
  layers: Set<Layer>
  speed: number
  tint: TintMode
  /** What a pointer does. */
  tool: ToolName
  /** Whether the source is open beside the scene. What was changed of it is not part of a link. */
  source: boolean
  /** A scene that opens with a smaller size has its whole one. */
  whole: boolean
  tuning: Tuning
  /** `null`: the whole scene, or where it begins. */
  sight: Sight | null
  /** What to draw with: by default WebGL where there is a graphics card, else the 2D canvas. */
  renderer: Renderer
}

/** Whatever the text does not say, or says wrongly, takes its default. */
export function readLink(hash: string): Link {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const layers = params.get('layers')
  return {
    scene: params.get('scene'),
    paused: isOn(params.get('paused')),
    layers: new Set(layers === null ? ['bodies'] : LAYERS.filter((layer) => layers.split(',').includes(layer))),
    speed: SPEEDS.find((choice) => String(choice) === params.get('speed')) ?? 1,
    tint: TINT_MODES.find((mode) => mode === params.get('color')) ?? 'kind',
    tool: TOOLS.find(({ name }) => name === params.get('tool'))?.name ?? 'drag',
    source: isOn(params.get('source')),
    whole: isOn(params.get('whole')),
    tuning: readTuning(params),
    engine: ENGINE_NAMES.find((name) => name === params.get('engine')) ?? OURS,
    broadPhase: BROAD_PHASE_NAMES.find((name) => name === params.get('broadphase')) ?? 'quadtree',
    sight: readSight(params.get('at')),
    renderer: RENDERERS.find((name) => name === params.get('renderer')) ?? 'auto',
  }
}

/** The shortest text that `readLink` reads back. */
export function writeLink(link: Link): string {
  const parts: string[] = []
  if (link.scene !== null) parts.push(`scene=${link.scene}`)
  if (link.whole) parts.push('whole')
  if (link.source) parts.push('source')
  if (link.paused) parts.push('paused')
  const layers = LAYERS.filter((layer) => link.layers.has(layer))
  if (layers.join() !== 'bodies') parts.push(`layers=${layers.join()}`)
  if (link.speed !== 1) parts.push(`speed=${link.speed}`)
  if (link.tint !== 'kind') parts.push(`color=${link.tint}`)
  if (link.tool !== 'drag') parts.push(`tool=${link.tool}`)
  for (const { name } of TUNINGS) if (link.tuning[name] !== undefined) parts.push(`${name}=${link.tuning[name]}`)
  if (link.engine !== OURS) parts.push(`engine=${link.engine}`)
  if (link.broadPhase !== 'quadtree') parts.push(`broadphase=${link.broadPhase}`)
  if (link.sight !== null) parts.push(`at=${link.sight.x},${link.sight.y},${link.sight.width}`)
  if (link.renderer !== 'auto') parts.push(`renderer=${link.renderer}`)
  return `#${parts.join('&')}`
}

function readTuning(params: URLSearchParams): Tuning {
  const found: { -readonly [Name in keyof Tuning]: number } = {}
  for (const { name, least, most, step } of TUNINGS) {
    const text = params.get(name)
    const value = Number(text)
    if (text === null || text === '' || !Number.isFinite(value)) continue
    const within = Math.max(least, Math.min(most, value))
    found[name] = step === 1 ? Math.round(within) : within
  }
  return found
}

function readSight(text: string | null): Sight | null {
  const [x, y, width] = (text ?? '').split(',').map(Number)
  if (x === undefined || y === undefined || width === undefined) return null
  return Number.isFinite(x) && Number.isFinite(y) && width > 0 && Number.isFinite(width) ? { x, y, width } : null
}

function isOn(value: string | null): boolean {
  return value !== null && value !== '0' && value !== 'false'
}
