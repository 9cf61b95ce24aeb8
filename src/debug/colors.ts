import { LONGEST, PALETTE, Paint } from './paint.ts'
import { shown } from '../shown.ts'

/**
 * What is drawn in which color: numbers of 32 bits, red in the lowest byte and alpha in the highest, see {@link rgba}. As a
 * little-endian machine keeps them they are the four bytes that a shader takes.
 */
export interface DebugColors {
  /** Outlines of shapes, by what their body is; they are filled with the same, see `DebugOptions.fillOpacity`. */
  readonly static: number
  readonly kinematic: number
  readonly dynamic: number
  readonly sleeping: number
  readonly sensor: number
  /** A sensor with something in it. */
  readonly entered: number
  readonly disabled: number
  readonly axisX: number
  readonly axisY: number
  readonly velocity: number
  /** Points of contacts that are solved. */
  readonly contact: number
  /** Points of those that are not: of sensors, of what passes a one-way collider, what a hook left out. */
  readonly unsolved: number
  readonly normal: number
  readonly force: number
  readonly friction: number
  /** Joints that are off, or hold nothing. */
  readonly jointIdle: number
  /** Lines from an anchor to the bodies. */
  readonly jointArm: number
  /** Limits of joints. */
  readonly limit: number
  /** Fat boxes. */
  readonly box: number
  /** Centers of mass. */
  readonly center: number
  readonly oneWay: number
  readonly chainNormal: number
  /** From a sensor to what is in it. */
  readonly inside: number
  readonly query: number
  readonly queryHit: number
  readonly label: number
  /** Nodes of the broad phase by depth, the coarsest first. At most 64, as in the lists below. */
  readonly nodes: ArrayLike<number>
  /** Joints from those that carry nothing to those that carry most. */
  readonly loads: ArrayLike<number>
  /** Islands, in turns. */
  readonly islands: ArrayLike<number>
}

/** A color from red, green and blue, and alpha: whole numbers from 0 to 255. @throws RangeError on others. */
export function rgba(red: number, green: number, blue: number, alpha = 255): number {
  if (!(isByte(red) && isByte(green) && isByte(blue) && isByte(alpha))) {
    throw new RangeError(`rgba: red, green, blue and alpha must be whole numbers from 0 to 255, got ${shown(red)}, ${shown(green)}, ${shown(blue)}, ${shown(alpha)}.`)
  }
  return (red | (green << 8) | (blue << 16) | (alpha << 24)) >>> 0
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255
}

/** The colors that are used where `DebugOptions.colors` names no others. */
export const debugColors: DebugColors = {
  static: 0xffbd927f,
  kinematic: 0xff60b5f2,
  dynamic: 0xffd6cf5f,
  sleeping: 0xff96826e,
  sensor: 0xffb4c864,
  entered: 0xff78f0a0,
  disabled: 0x80808080,
  axisX: 0xff5a5aff,
  axisY: 0xff5ad25a,
  velocity: 0xfff0f078,
  contact: 0xffa8e9ff,
  unsolved: 0xffa08c8c,
  normal: 0xff6b8fff,
  force: 0xff3c50ff,
  friction: 0xff50c8ff,
  jointIdle: 0x80ff8f8f,
  jointArm: 0x80ffb27f,
  limit: 0xffd78bf5,
  box: 0x80e8d45f,
  center: 0xffffffff,
  oneWay: 0xff6bbeff,
  chainNormal: 0xffbd927f,
  inside: 0xff78f0a0,
  query: 0xd9ffffff,
  queryHit: 0xff66d1ff,
  label: 0xffffffff,
  nodes: [0x809e5a3d, 0x80b3643f, 0x80c86e5a, 0x80dc78a0, 0x80f07f7b, 0x80f586a0, 0x80f58bd0, 0x80e28fe0, 0x80c896f0, 0x807d9dff],
  loads: [0xffffb27f, 0xffe0c890, 0xffc0e37f, 0xffa0e0b8, 0xff8ae0ff, 0xff70b8ff, 0xff5c9aff, 0xff5e4dff],
  islands: [
    0xffc0d64f, 0xfff5a954, 0xfff7878b, 0xffe07fd7, 0xff858aff, 0xff6bbeff, 0xff7ad68f, 0xffc79a9a, 0xff7dd6e0, 0xff9ad1f0, 0xffe0a8f0, 0xff78c8a0,
  ],
}

/** In the order of {@link Paint}. */
const NAMES = [
  'static', 'kinematic', 'dynamic', 'sleeping', 'sensor', 'entered', 'disabled', 'axisX', 'axisY', 'velocity', 'contact', 'unsolved',
  'normal', 'force', 'friction', 'jointIdle', 'jointArm', 'limit', 'box', 'center', 'oneWay', 'chainNormal', 'inside', 'query',
  'queryHit', 'label',
] as const

const LISTS = ['nodes', 'loads', 'islands'] as const
const FIRSTS = [Paint.Nodes, Paint.Loads, Paint.Islands] as const

/** The colors of a drawing by {@link Paint}, and how long the lists among them are. */
export class Palette {
  readonly colors = new Uint32Array(PALETTE)
  nodes = 1
  loads = 1
  islands = 1
  private given: Partial<DebugColors> | null = null
  private readonly opacity = new Float64Array(1)

  /**
   * Takes up colors. The same object as the last time has the same colors: reading them would be garbage each time.
   * @param opacity Its only number is that of what is filled, as a part of that of its outline.
   * @throws RangeError on what is no color or no list of them, and on a name that there is not.
   */
  load(given: Partial<DebugColors>, opacity: Float64Array): void {
    if (given !== this.given || opacity[0] !== this.opacity[0]) this.read(given, opacity)
  }

  private read(given: Partial<DebugColors>, opacity: Float64Array): void {
    const { colors } = this
    this.given = null
    for (const name in given) if (!(name in debugColors)) refuse(name)
    for (let i = 0; i < NAMES.length; i++) colors[i] = colorOf(given[NAMES[i]!] ?? debugColors[NAMES[i]!], NAMES[i]!)
    for (let k = 0; k < LISTS.length; k++) {
      const name = LISTS[k]!
      const list = given[name] ?? debugColors[name]
      if (typeof list !== 'object' || !(list.length > 0 && list.length <= LONGEST)) {
        throw new RangeError(`collectDebug: colors.${name} must be a list of 1 to ${LONGEST} colors.`)
      }
      this[name] = list.length
      for (let i = 0; i < list.length; i++) colors[FIRSTS[k]! + i] = colorOf(list[i]!, name)
    }
    for (let i = 0; i < Paint.Filled; i++) {
      const color = colors[i]!
      colors[Paint.Filled + i] = (color & 0xffffff) | (((color >>> 24) * opacity[0]!) << 24)
    }
    this.given = given
    this.opacity[0] = opacity[0]!
  }
}

function colorOf(color: number, name: string): number {
  if (Number.isInteger(color) && color >= 0 && color <= 0xffffffff) return color
  throw new RangeError(`collectDebug: colors.${name} must be a whole number from 0 to 0xffffffff, got ${shown(color)}. rgba(255, 0, 0) makes one.`)
}

function refuse(name: string): never {
  throw new RangeError(`collectDebug: there is no color '${name}'. The colors are ${Object.keys(debugColors).join(', ')}.`)
}
