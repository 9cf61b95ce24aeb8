import type { NodeVisitor } from '../broadphase/broad-phase.ts'
import { bringNodes } from '../broadphase/tree-searches.ts'
import { Paint } from './paint.ts'
import { drawBox, spots } from './pen.ts'
import type { Sheet } from './sheet.ts'

let sheet: Sheet | null = null

/** Draws the nodes or cells of the broad phase that hold something and can be seen; nothing where it shows none. */
export function drawNodes(onto: Sheet): void {
  bringNodes()
  sheet = onto
  try {
    onto.physics.collision.broadPhase.visitNodes?.(drawNode)
  } finally {
    sheet = null
  }
}

const drawNode: NodeVisitor = (minX, minY, maxX, maxY, depth, count) => {
  const { view, palette } = sheet!
  if (count === 0 || minX > view[2]! || maxX < view[0]! || minY > view[3]! || maxY < view[1]!) return
  spots[0] = minX
  spots[1] = minY
  spots[2] = maxX
  spots[3] = maxY
  drawBox(sheet!, 0, 1, Paint.Nodes + Math.min(depth, palette.nodes - 1))
}
