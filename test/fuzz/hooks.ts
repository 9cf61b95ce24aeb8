import { type World, entityExists } from 'bitecs'
import type { Hooks } from '../../src/index.ts'
import { must } from './failure.ts'

/** An error that a hook of the program threw. */
export const HOOK_ERROR = 'thrown by a hook of the program'

/** A hook as data: what it answers follows from the two ids alone. */
export interface HookRule {
  readonly rule: 'none' | 'some' | 'throw'
  readonly salt: number
}

/** Whether a rule is about a pair: refuses it, or throws. */
export function isChosen({ rule, salt }: HookRule, a: number, b: number): boolean {
  return rule !== 'none' && (a * 31 + b * 17 + salt) % 5 === 0
}

function allows(rule: HookRule, a: number, b: number): boolean {
  const chosen = isChosen(rule, a, b)
  if (chosen && rule.rule === 'throw') throw new Error(HOOK_ERROR)
  return !chosen
}

export function filterPairOf(world: World, rule: HookRule): Hooks['filterPair'] {
  if (rule.rule === 'none') return null
  return (a, b) => {
    must(a < b, 'filterPair out of order', () => `${a} ${b}`)
    must(entityExists(world, a) && entityExists(world, b), 'filterPair about a stranger', () => `${a} ${b}`)
    return allows(rule, a, b)
  }
}

/** @param reach How far apart two colliders may be at most that have points. */
export function preSolveOf(world: World, rule: HookRule, reach: (a: number, b: number) => number): Hooks['preSolve'] {
  if (rule.rule === 'none') return null
  return ({ a, b, nx, ny, separation, approachSpeed }) => {
    const numbers = [nx, ny, separation, approachSpeed]
    must(numbers.every(Number.isFinite), 'preSolve not finite', () => `${a} and ${b}: ${numbers.join(' ')}`)
    must(Math.abs(Math.hypot(nx, ny) - 1) < 1e-6, 'preSolve normal', () => `${a} and ${b}: (${nx}, ${ny})`)
    must(separation < reach(a, b), 'preSolve of what is apart', () => `${a} and ${b}: ${separation}`)
    must(entityExists(world, a) && entityExists(world, b), 'preSolve of a stranger', () => `${a} and ${b}`)
    return allows(rule, a, b)
  }
}
