import { type DebugBuffers, type DebugOptions, type DebugPrimitives, collectDebug, createDebugBuffers } from '../../src/debug/index.ts'
import type { TestWorld } from '../support/worlds.ts'

/** No layer at all: tests switch on what they look at. */
export const NOTHING: DebugOptions = { shapes: false, joints: false }

/** Everything. */
export const ALL: DebugOptions = {
  shapes: true, fill: true, joints: true, axes: true, velocities: true, centers: true, contacts: true, forces: true, friction: true,
  boxes: true, nodes: true, islands: true, sensors: true, oneWay: true, chainNormals: true, ids: true, numbers: true, disabled: true,
  queries: true,
}

export function drawingOf(world: TestWorld | { readonly world: TestWorld['world'] }, options: DebugOptions): DebugBuffers {
  return collectDebug(world.world, options, createDebugBuffers())
}

/** The numbers of each thing in a list. */
export function listOf(list: DebugPrimitives): number[][] {
  const size = 2 * list.corners
  return Array.from({ length: list.count }, (_, i) => [...list.xy.subarray(i * size, (i + 1) * size)])
}

/** The color of each thing in a list, after a look that all its corners have the same. */
export function colorsOf(list: DebugPrimitives): number[] {
  return Array.from({ length: list.count }, (_, i) => {
    const corners = [...list.colors.subarray(i * list.corners, (i + 1) * list.corners)]
    if (corners.some((color) => color !== corners[0])) throw new Error(`thing ${i} has the colors ${corners.join()}`)
    return corners[0]!
  })
}

/** Every number of a drawing, for comparing two. */
export function everythingOf({ triangles, lines, points, labels }: DebugBuffers): unknown {
  return [
    ...[triangles, lines, points].map((list) => [listOf(list), colorsOf(list)]),
    [...labels.xy.subarray(0, 2 * labels.count)], [...labels.codes.subarray(0, labels.count)], [...labels.values.subarray(0, labels.count)],
  ]
}
