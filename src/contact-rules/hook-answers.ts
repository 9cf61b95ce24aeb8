import type { Hooks } from '../state/hooks.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { shown } from '../shown.ts'

/** @throws TypeError on a hook that cannot be asked. */
export function checkHooks({ filterPair, preSolve }: Hooks): void {
  if (filterPair !== null && typeof filterPair !== 'function') throw noHook('filterPair', filterPair)
  if (preSolve !== null && typeof preSolve !== 'function') throw noHook('preSolve', preSolve)
}

function noHook(hook: keyof Hooks, given: unknown): TypeError {
  return new TypeError(`stepPhysics: hooks.${hook} must be a function, or null where nobody is to be asked, got ${shown(given)}.`)
}

/**
 * What a hook answered. One that forgot to would let nothing touch.
 * @throws TypeError when it is neither true nor false.
 */
export function answerOf(hook: keyof Hooks, answer: unknown): boolean {
  if (typeof answer === 'boolean' || typeof answer === 'number') return Boolean(answer)
  throw new TypeError(
    `bitecs-physics: hooks.${hook} returned ${shown(answer)}. It must return true where the two may touch, or false.`,
  )
}

/**
 * A hook runs in the middle of a walk over bodies and contacts.
 * @throws Error when it added, removed or set components, which is noticed by what was counted before.
 */
export function refuseChanges(physics: PhysicsWorld, before: number, hook: keyof Hooks, a: number, b: number): void {
  if (physics.lifecycle.changes === before) return
  throw new Error(
    `physics.hooks.${hook}: asked about entities ${a} and ${b}, it added, removed or set components. ` +
      'A hook may only answer: note the change, and make it after the step or from a system.',
  )
}
