import type { World } from 'bitecs'
import { sortItems } from '../stores/sort-items.ts'
import { type Query, ask } from '../queries/state.ts'
import { type DebugBuffers, checkBuffers, createDebugBuffers } from './buffers.ts'
import { drawBodies } from './draw-bodies.ts'
import { drawContacts } from './draw-contacts.ts'
import { drawDisabled } from './draw-disabled.ts'
import { drawJoints } from './draw-joints.ts'
import { drawNodes } from './draw-nodes.ts'
import { findIslands } from './islands.ts'
import { type DebugOptions, checkOptions } from './options.ts'
import { logOf } from './query-log.ts'
import { Sheet } from './sheet.ts'

const sheet = new Sheet()
const spare = createDebugBuffers()

/**
 * Fills buffers with what there is to see of a world: lines, triangles, points and labels in world units, for a renderer to
 * draw. It shows what queries see: the world after the last step, with what was set since. Nothing of the world changes by it,
 * and nothing is allocated once the buffers are large enough.
 * @param options See {@link DebugOptions}; everything has a default.
 * @param out What `createDebugBuffers()` made. What it held before is dropped.
 * @returns `out`.
 * @throws Error when the world has no physics, and on unusable data, as the next step would. @throws RangeError on an option
 *   that there is not or that cannot be used. @throws TypeError when `out` is no such buffers.
 */
export function collectDebug(world: World, options: DebugOptions, out: DebugBuffers): DebugBuffers {
  checkOptions(options)
  checkBuffers(out)
  return ask(world, 'collectDebug', null, collect, options, out)
}

function collect(query: Query, options: DebugOptions, out: DebugBuffers): DebugBuffers {
  const physics = query.physics!
  out.triangles.count = 0
  out.lines.count = 0
  out.points.count = 0
  out.labels.count = 0
  out.missedQueries = 0
  try {
    sheet.begin(physics, options, out)
    if (options.nodes === true) drawNodes(sheet)
    if (options.islands === true) findIslands(physics)
    if (options.disabled === true) drawDisabled(sheet)
    const { candidates } = query
    physics.collision.broadPhase.region(sheet.view, candidates)
    candidates.count = sortItems(candidates.items, candidates.count)
    drawBodies(sheet, candidates)
    if (options.joints !== false) drawJoints(sheet)
    const { contacts, forces, friction, numbers, queries } = options
    if (contacts === true || forces === true || friction === true || numbers === true) drawContacts(sheet)
    if (queries === true) logOf(physics)?.show(sheet)
  } finally {
    sheet.end(spare)
  }
  return out
}
