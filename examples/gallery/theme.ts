import { gradient, hex, mix, withOpacity, type Color } from './color.ts'

/** Every color that is drawn into the scene; those of the page are in styles.css. */

const SLEEP_SHADE = hex('#1b2233')
const EDGE_SHADE = hex('#05070c')

export const STATIC_COLOR = '#3b4864'
export const STATIC_FILL = hex('#232c3f')
export const STATIC_EDGE = hex(STATIC_COLOR)
/** Lines without thickness, and what holds back from one side only. */
export const STATIC_LINE = hex('#7f92bd')
export const SENSOR_COLOR = '#5fe0c3'
export const SENSOR = hex(SENSOR_COLOR)
export const KINEMATIC_COLOR = '#f2b560'
export const KINEMATIC_FILL = hex('#39435c')
export const KINEMATIC_EDGE = hex(KINEMATIC_COLOR)

export const GRID = hex('#8fa3d0', 0.055)
export const GRID_AXIS = hex('#8fa3d0', 0.13)
export const BOX_LINE = hex('#5fd4e8', 0.5)
export const CONTACT = hex('#ffe9a8')
export const CONTACT_NORMAL = hex('#ff8f6b', 0.9)
/** What a query asks with, and what it found. */
export const ASKED = hex('#ffffff', 0.85)
export const ASKED_FILL = hex('#8fa8ff', 0.16)
export const FOUND_FILL = hex('#ffd166', 0.5)
export const FOUND_EDGE = hex('#ffe7a8')
/** Joints, from those that carry nothing to those that carry most. */
export const JOINT_LOADS = gradient(['#7fb2ff', '#7fe3c0', '#ffe08a', '#ff9a5c', '#ff4d5e'], 32)
/** Joints that hold nothing. */
export const JOINT_AIM = hex('#8fa8ff', 0.4)
export const GRAB = hex('#ffffff', 0.9)

/** Lines of tree nodes, by depth: coarse ones are faint. */
export const NODE_LINES = gradient(['#3d5a9e', '#7b7ff0', '#d08bf5', '#ff9d7a'], 10)
  .map((color, depth) => withOpacity(color, 0.28 + 0.05 * depth))

/** Where a body began, from one side of the scene to the other. */
export const ORIGIN_COLORS = ['#4fd6c0', '#54a9f5', '#8b87f7', '#d77fe0', '#ff8a85', '#ffbe6b'] as const
/** From rest to fast. */
export const SPEED_COLORS = ['#31508f', '#3fa7d6', '#59d9a4', '#f7d774', '#ff7d5c', '#ff4f7b'] as const

/** Ordinary bodies and bullets, each from dark to light. */
export const BODY_COLORS = ['#4d7fe8', '#79a6f7'] as const
export const BULLET_COLORS = ['#ec5f86', '#ff93a8'] as const
/** All of one color: darker where they sleep. */
export const AWAKE_COLOR = '#ff7d5c'
export const ASLEEP_COLOR = '#41639c'

export const TINTS = 48

/** Colors of the moving bodies: a fill and an edge for each tint, awake and asleep. */
export interface Palette {
  readonly fill: Uint32Array
  readonly edge: Uint32Array
  readonly sleepingFill: Uint32Array
  readonly sleepingEdge: Uint32Array
}

export const ORIGIN_PALETTE = createPalette(gradient(ORIGIN_COLORS, TINTS))
export const SPEED_PALETTE = createPalette(gradient(SPEED_COLORS, TINTS))
export const KIND_PALETTE = createPalette(Uint32Array.of(...gradient(BODY_COLORS, TINTS / 2), ...gradient(BULLET_COLORS, TINTS / 2)))
export const SLEEP_PALETTE = createPalette(Uint32Array.of(hex(AWAKE_COLOR)), Uint32Array.of(hex(ASLEEP_COLOR)))

function createPalette(fill: Uint32Array, sleepingFill = fill.map(asleep)): Palette {
  const edge = (color: Color): Color => mix(color, EDGE_SHADE, 0.55)
  return { fill, edge: fill.map(edge), sleepingFill, sleepingEdge: sleepingFill.map(edge) }
}

/** How a color is shown of a body that sleeps. */
export function asleep(color: Color): Color {
  return mix(color, SLEEP_SHADE, 0.64)
}

/** Colors of the systems in the bar, in their order; used again from the start if there are more. */
export const SYSTEM_COLORS = [
  '#4fd6c0', '#54a9f5', '#8b87f7', '#ff8a85', '#ffbe6b', '#d77fe0', '#8fd67a', '#9aa7c7',
]
