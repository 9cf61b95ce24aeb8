import type { Physics, System } from '../src/state/physics.ts'
import type { PhysicsWorld } from '../src/state/world.ts'
import { shown } from '../src/shown.ts'
import { broadPhase } from './broad-phase.ts'
import { finishSolve } from './finish-solve.ts'
import { integrate, takeSubsteps } from './integrate.ts'
import { narrowPhase } from './narrow-phase.ts'
import { prepareSolve } from './prepare-solve.ts'
import { resolve } from './resolve.ts'
import { updateAABBs } from './update-aabbs.ts'

/** The step, in order. */
export function createPipeline(): System[] {
  return [
    { name: 'UpdateAABBs', run: updateAABBs },
    { name: 'BroadPhase', run: broadPhase },
    { name: 'NarrowPhase', run: narrowPhase },
    { name: 'PrepareSolve', run: prepareSolve },
    { name: 'Resolve', run: resolve, perSubstep: true },
    { name: 'Integrate', run: integrate, perSubstep: true },
    { name: 'FinishSolve', run: finishSolve },
  ]
}

/** What no list may lack, in the order in which it has to come. A system is known by its name. */
const STAGES: readonly System[] = createPipeline()
const PREPARE = 3
const RESOLVE = 4
const FINISH = 6

/**
 * Looks whether a list of systems can work: all seven stages, each once and in order, with nothing that runs once a
 * step among those that run once a substep, and nothing that runs once a substep elsewhere.
 * @throws Error that says what is wrong with it.
 */
export function checkPipeline(systems: readonly System[]): void {
  let next = 0
  // Of the stretch that is repeated: 0 before, 1 within, 2 behind it.
  let stretch = 0
  for (let i = 0; i < systems.length; i++) {
    const { name, run, perSubstep } = Object(systems[i]) as System
    if (typeof name !== 'string' || typeof run !== 'function') {
      throw refused(`number ${i} is ${shown(systems[i])}, which is no system. A system is an object such as { name: 'Wind', run(physics, dt) { … } }`)
    }
    const stage = next < STAGES.length && STAGES[next]!.name === name ? next : stageOf(name)
    if (stage >= 0) {
      if (stage !== next) throw misplaced(systems, stage, next)
      if ((perSubstep === true) !== (STAGES[stage]!.perSubstep === true)) throw refused(`perSubstep of ${name} was changed`)
    }
    if (perSubstep === true) {
      if (stretch === 2 || next < RESOLVE) {
        throw refused(`'${name}' is perSubstep and stands apart from Resolve and Integrate. Put it next to one of them`)
      }
      stretch = 1
    } else if (stretch === 1) {
      if (next < FINISH) {
        throw refused(
          `'${name}' runs once a step and stands among those that run once a substep. Give it perSubstep: true, or ` +
            'put it before PrepareSolve or after Integrate',
        )
      }
      stretch = 2
    }
    if (stage >= 0) next++
  }
  if (next < STAGES.length) throw refused(`${STAGES[next]!.name} is missing`)
}

function stageOf(name: string): number {
  for (let i = 0; i < STAGES.length; i++) if (STAGES[i]!.name === name) return i
  return -1
}

function misplaced(systems: readonly System[], stage: number, next: number): Error {
  const { name } = STAGES[stage]!
  if (stage < next) return refused(`${name} stands in it twice`)
  const wanted = STAGES[next]!.name
  if (systems.some((system) => system.name === wanted)) return refused(`${name} comes before ${wanted}`)
  return refused(`${wanted} is missing`)
}

function refused(what: string): Error {
  return new Error(`stepPhysics: physics.systems cannot work: ${what}. createPipeline() makes the list as it was.`)
}

/**
 * Runs the systems of a world in order; those of the substeps are repeated together, as often as PrepareSolve said, or done in one call
 * where that is the same. A list that a system changes counts from the next step on.
 */
export function runPipeline(physics: PhysicsWorld, dt: number): void {
  const { running, face } = physics
  const { systems } = face
  const timings = face.profiling ? physics.timings : null
  if (running.length !== systems.length) running.length = systems.length
  for (let i = 0; i < running.length; i++) running[i] = systems[i]!
  physics.solver.isPlain = isPlain(running)
  let first = 0
  while (first < running.length) {
    let end = first + 1
    const repeated = running[first]!.perSubstep === true
    while (repeated && end < running.length && running[end]!.perSubstep === true) end++
    const times = repeated ? physics.solver.substeps : 1
    if (repeated && timings === null && physics.solver.atOnce) takeSubsteps(physics.solver)
    else {
      for (let n = 0; n < times; n++) {
        for (let i = first; i < end; i++) runSystem(running[i]!, i, face, dt, timings)
      }
    }
    first = end
  }
}

/** Whether nobody else gets to see the working set of the solver: PrepareSolve to FinishSolve follow each other, and are ours. */
function isPlain(systems: readonly System[]): boolean {
  let first = 0
  while (first < systems.length && systems[first]!.run !== prepareSolve) first++
  for (let i = PREPARE; i <= FINISH; i++) if (systems[first + i - PREPARE]?.run !== STAGES[i]!.run) return false
  return true
}

function runSystem(system: System, index: number, physics: Physics, dt: number, timings: Float64Array | null): void {
  if (timings === null) {
    system.run(physics, dt)
    return
  }
  const start = performance.now()
  system.run(physics, dt)
  timings[index] = timings[index]! + performance.now() - start
}
