import type { DebugColors } from './colors.ts'
import { shown } from '../shown.ts'

/** What is drawn of a world. Everything has a default; a name that is no option is an error. */
export interface DebugOptions {
  /**
   * Only what can be seen in this box is collected: colliders, with what belongs to their bodies, by the boxes around their
   * shapes; contacts by their points; all else by the boxes around what would be drawn of it. Unit: length. Default: everything.
   */
  readonly view?: DebugView | undefined
  /** Where the coordinates begin, so that far away from the middle of the world floats are exact enough. Default 0. */
  readonly originX?: number | undefined
  readonly originY?: number | undefined

  /** Outlines, colored by what the body is. Default true. */
  readonly shapes?: boolean | undefined
  /** Shapes are filled, too. Default true. */
  readonly fill?: boolean | undefined
  /** Joints, each kind in its own way, colored by what they carry. Default true. */
  readonly joints?: boolean | undefined
  /** The axes of bodies, as they are turned. Default false, like all that follow. */
  readonly axes?: boolean | undefined
  /** The way that the center of mass goes in `velocityScale` seconds. */
  readonly velocities?: boolean | undefined
  /** Centers of mass. */
  readonly centers?: boolean | undefined
  /** Points and normals of contacts, those of bodies that rest too. */
  readonly contacts?: boolean | undefined
  /** What presses on these points, along the normal. */
  readonly forces?: boolean | undefined
  /** And what rubs, across it. */
  readonly friction?: boolean | undefined
  /** Fat boxes of the broad phase. */
  readonly boxes?: boolean | undefined
  /** Nodes or cells of the broad phase. */
  readonly nodes?: boolean | undefined
  /** A color for each island instead of one for each kind of body: what falls asleep together. */
  readonly islands?: boolean | undefined
  /** Lines from sensors to what is in them, and how many these are. */
  readonly sensors?: boolean | undefined
  /** From which side a one-way collider holds back. */
  readonly oneWay?: boolean | undefined
  /** From which side the links of chains hold back. */
  readonly chainNormals?: boolean | undefined
  /** Ids of bodies, child colliders and joints. */
  readonly ids?: boolean | undefined
  /** Forces of contacts and joints as numbers. */
  readonly numbers?: boolean | undefined
  /** Bodies that are `Disabled`. They are in no list: every entity is looked at. */
  readonly disabled?: boolean | undefined
  /** Queries since the last collection that showed them; see `recordQueries`. */
  readonly queries?: boolean | undefined

  /** Colors that differ from `debugColors`. What the same object holds is read once: to change a color give another. */
  readonly colors?: Partial<DebugColors> | undefined
  /** Opacity of what is filled, as a part of that of its outline. Default 0.25. */
  readonly fillOpacity?: number | undefined
  /** Lines around a circle: at least 4, rounded up to a multiple of 4. Default 24. */
  readonly arcs?: number | undefined
  /** Size of marks such as the ring of a hinge, and length of normals and axes. Unit: length. Default 0.15 meters. */
  readonly markSize?: number | undefined
  /** Seconds whose way velocities show. Default 0.1. */
  readonly velocityScale?: number | undefined
  /** Length of the line of a force, per newton. Default 0.02 meters. */
  readonly forceScale?: number | undefined
  /** The force at which the colors of joints end that cannot break, newtons. Default 0: the largest that a joint of the world has now. */
  readonly fullLoad?: number | undefined
}

/** A box parallel to the axes. Unit: length. Bounds may be infinite. */
export interface DebugView {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

const FLAGS = [
  'shapes', 'fill', 'joints', 'axes', 'velocities', 'centers', 'contacts', 'forces', 'friction', 'boxes', 'nodes', 'islands', 'sensors',
  'oneWay', 'chainNormals', 'ids', 'numbers', 'disabled', 'queries',
] as const
const SIZES = ['fillOpacity', 'arcs', 'markSize', 'velocityScale', 'forceScale', 'fullLoad'] as const
const NAMES: ReadonlySet<string> = new Set([...FLAGS, ...SIZES, 'view', 'originX', 'originY', 'colors'])

/** @throws RangeError on an option that cannot be used, or that there is not. */
export function checkOptions(options: DebugOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`collectDebug: the options must be an object such as { contacts: true }, got ${shown(options)}.`)
  }
  for (const name in options) {
    if (!NAMES.has(name)) throw new RangeError(`collectDebug: there is no option '${name}'. The options are ${[...NAMES].join(', ')}.`)
  }
  for (let i = 0; i < FLAGS.length; i++) {
    const value = options[FLAGS[i]!]
    if (value !== undefined && typeof value !== 'boolean') refuse(FLAGS[i]!, 'true or false', value)
  }
  for (let i = 0; i < SIZES.length; i++) {
    const value = options[SIZES[i]!]
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value < Infinity)) refuse(SIZES[i]!, 'a number from 0 up', value)
  }
  const { view, originX = 0, originY = 0, fillOpacity = 0, arcs = 4, colors } = options
  if (!Number.isFinite(originX) || !Number.isFinite(originY)) refuse('originX and originY', 'finite', Number.isFinite(originX) ? originY : originX)
  if (fillOpacity > 1) refuse('fillOpacity', 'from 0 to 1', fillOpacity)
  if (arcs < 4 || arcs > MOST_ARCS) refuse('arcs', `from 4 to ${MOST_ARCS}`, arcs)
  if (colors !== undefined && (typeof colors !== 'object' || colors === null)) refuse('colors', 'an object of colors', colors)
  if (view !== undefined && (typeof view !== 'object' || view === null)) {
    throw new TypeError(`collectDebug: the view must be a box such as { minX: 0, minY: 0, maxX: 10, maxY: 10 }, got ${shown(view)}.`)
  }
  if (view !== undefined && !(isSpan(view.minX, view.maxX) && isSpan(view.minY, view.maxY))) {
    throw new RangeError(
      `collectDebug: the view is (${shown(view.minX)}, ${shown(view.minY)}) to (${shown(view.maxX)}, ${shown(view.maxY)}). It needs numbers, the minimum first.`,
    )
  }
}

/** Lines around a circle at most. */
export const MOST_ARCS = 256

function isSpan(min: number, max: number): boolean {
  return typeof min === 'number' && typeof max === 'number' && min <= max
}

function refuse(name: string, wanted: string, value: unknown): never {
  throw new RangeError(`collectDebug: ${name} must be ${wanted}, got ${shown(value)}.`)
}
