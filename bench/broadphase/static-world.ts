import { createRandom } from '../../examples/scenes/random.ts'

/** Upright static boxes, evenly scattered; the i-th has the id i, from 1. */
export interface StaticWorld {
  readonly count: number
  readonly size: number
  readonly minX: Float64Array
  readonly minY: Float64Array
  readonly maxX: Float64Array
  readonly maxY: Float64Array
}

/** Regions and rays to ask with: the corner or start, and the end of a ray. */
export interface Questions {
  readonly count: number
  readonly x: Float64Array
  readonly y: Float64Array
  readonly endX: Float64Array
  readonly endY: Float64Array
}

export function makeStaticWorld(count: number): StaticWorld {
  const random = createRandom(99)
  // One box on ten square meters: a region of 9.2 by 9.2 meters meets about ten.
  const size = Math.sqrt(count * 10)
  const column = (): Float64Array => new Float64Array(count + 1)
  const world = { count, size, minX: column(), minY: column(), maxX: column(), maxY: column() }
  for (let id = 1; id <= count; id++) {
    world.minX[id] = random() * size
    world.minY[id] = random() * size
    world.maxX[id] = world.minX[id]! + 0.5 + random()
    world.maxY[id] = world.minY[id]! + 0.5 + random()
  }
  return world
}

/** @param length Of the rays; Infinity: from anywhere to anywhere. */
export function makeQuestions(world: StaticWorld, count: number, length: number): Questions {
  const random = createRandom(7)
  const column = (): Float64Array => new Float64Array(count)
  const asked = { count, x: column(), y: column(), endX: column(), endY: column() }
  for (let i = 0; i < count; i++) {
    const x = random() * world.size
    const y = random() * world.size
    const dx = random() * world.size - x
    const dy = random() * world.size - y
    const scale = Math.min(1, length / Math.sqrt(dx * dx + dy * dy))
    asked.x[i] = x
    asked.y[i] = y
    asked.endX[i] = x + dx * scale
    asked.endY[i] = y + dy * scale
  }
  return asked
}
