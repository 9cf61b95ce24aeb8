import type { PhysicsWorld, System } from '../src/world.ts'
import { broadPhase } from './broad-phase.ts'
import { integrate } from './integrate.ts'
import { narrowPhase } from './narrow-phase.ts'
import { resolve } from './resolve.ts'
import { updateAABBs } from './update-aabbs.ts'

/** The step, in order. */
export function createPipeline(): System[] {
  return [
    { name: 'UpdateAABBs', run: updateAABBs },
    { name: 'BroadPhase', run: broadPhase },
    { name: 'NarrowPhase', run: narrowPhase },
    { name: 'Resolve', run: resolve, perSubstep: true },
    { name: 'Integrate', run: integrate, perSubstep: true },
  ]
}

/**
 * Runs the systems in order; neighbors that run once a substep are repeated together.
 * @param timings Where each system's milliseconds are added up, by its index, or null.
 */
export function runPipeline(
  systems: readonly System[],
  physics: PhysicsWorld,
  dt: number,
  timings: Float64Array | null,
): void {
  let first = 0
  while (first < systems.length) {
    let end = first + 1
    const repeated = systems[first]!.perSubstep === true
    while (repeated && end < systems.length && systems[end]!.perSubstep === true) end++
    const times = repeated ? physics.settings.substeps : 1
    for (let n = 0; n < times; n++) {
      for (let i = first; i < end; i++) runSystem(systems[i]!, i, physics, dt, timings)
    }
    first = end
  }
}

function runSystem(
  system: System,
  index: number,
  physics: PhysicsWorld,
  dt: number,
  timings: Float64Array | null,
): void {
  if (timings === null) {
    system.run(physics, dt)
    return
  }
  const start = performance.now()
  system.run(physics, dt)
  timings[index] = timings[index]! + performance.now() - start
}
