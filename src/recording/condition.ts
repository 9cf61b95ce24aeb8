import type { EntityId, World } from 'bitecs'
import { checkNames } from '../check-names.ts'
import { exists } from '../exists.ts'
import { isSleeping } from '../plugin.ts'
import { isTouching, touching } from '../queries/touching.ts'
import { type BodyMeasures, MEASURES, createMeasures, isBody, measureBody } from './measure-body.ts'
import type { PeakImpulses } from './peak-impulses.ts'
import { shown } from '../shown.ts'

/** What may hold after a step: to stop there. Plain data, or a function of yours. */
export type Condition =
  /** The body is awake; asleep; the entity is there; is not there. */
  | { readonly when: 'wakes' | 'sleeps' | 'comes' | 'goes'; readonly entity: EntityId }
  /** The body touches something, or just the other one; it does not. */
  | { readonly when: 'touches' | 'parts'; readonly entity: EntityId; readonly other?: EntityId }
  /** The origin of the body is in a region; outside of it. */
  | {
    readonly when: 'enters' | 'leaves'; readonly entity: EntityId
    readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number
  }
  /** A number of the body is above or below a value; `impulse` is the largest of the whole step. */
  | { readonly when: 'above' | 'below'; readonly entity: EntityId; readonly what: keyof BodyMeasures; readonly value: number }
  /** The impulse at some contact was above a value in some substep. Unit: mass · length/s. */
  | { readonly when: 'impulse'; readonly value: number }
  /** Anything else that can be seen of the world. It must change nothing. */
  | ((world: World, step: number) => boolean)

const KINDS = ['wakes', 'sleeps', 'comes', 'goes', 'touches', 'parts', 'enters', 'leaves', 'above', 'below', 'impulse']
const measures = createMeasures()

/** Whether the way to a step has to be watched to judge a condition. */
export function isAboutImpulses(condition: Condition): boolean {
  return typeof condition === 'object' && (condition.when === 'impulse' || ('what' in condition && condition.what === 'impulse'))
}

/**
 * Whether a condition holds in a world as it is.
 * @param peaks The impulses of the last step, for those that are about them.
 */
export function holds(condition: Condition, world: World, step: number, peaks: PeakImpulses | null): boolean {
  if (typeof condition === 'function') return answerOf(condition(world, step), step)
  if (condition.when === 'impulse') return (peaks?.most ?? 0) > condition.value
  const { entity } = condition
  if (condition.when === 'comes') return exists(world, entity)
  if (condition.when === 'goes') return !exists(world, entity)
  if (!isBody(world, entity)) return false
  switch (condition.when) {
    case 'wakes': return !isSleeping(world, entity)
    case 'sleeps': return isSleeping(world, entity)
    case 'touches': return touches(world, entity, condition.other)
    case 'parts': return !touches(world, entity, condition.other)
    case 'enters': return isInside(world, condition)
    case 'leaves': return !isInside(world, condition)
    case 'above': return measured(world, condition, peaks) > condition.value
    case 'below': return measured(world, condition, peaks) < condition.value
  }
}

/** @throws TypeError on what is neither true nor false: one that forgot to answer would never hold, a promise always. */
function answerOf(answer: unknown, step: number): boolean {
  if (typeof answer === 'boolean' || typeof answer === 'number') return Boolean(answer)
  throw new TypeError(`findStep: the condition answered ${shown(answer)} at step ${step}. It must return true or false.`)
}

function measured(world: World, { entity, what }: Extract<Condition, { readonly what: unknown }>, peaks: PeakImpulses | null): number {
  return what === 'impulse' ? peaks?.of(entity) ?? 0 : measureBody(world, entity, measures)[what]
}

function touches(world: World, entity: EntityId, other: EntityId | undefined): boolean {
  if (other === undefined) return touching(world, entity).count > 0
  return isBody(world, other) && isTouching(world, entity, other)
}

function isInside(world: World, region: Extract<Condition, { readonly minX: number }>): boolean {
  const { x, y } = measureBody(world, region.entity, measures)
  return x >= region.minX && x <= region.maxX && y >= region.minY && y <= region.maxY
}

/** What each kind has to say besides. */
/** What a kind has besides an entity, and numbers. */
const WORDS: Readonly<Record<string, readonly string[]>> = { touches: ['other'], parts: ['other'], above: ['what'], below: ['what'] }
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  enters: ['minX', 'minY', 'maxX', 'maxY'], leaves: ['minX', 'minY', 'maxX', 'maxY'], above: ['value'], below: ['value'], impulse: ['value'],
}

/** @throws RangeError or TypeError on a condition that can never be judged. */
export function checkCondition(condition: Condition, caller: string): void {
  if (typeof condition === 'function') return
  if (typeof condition !== 'object' || condition === null || !KINDS.includes(condition.when)) {
    throw new TypeError(`${caller}: that is no condition. Give { when: ... } with one of ${KINDS.join(', ')}, or a function.`)
  }
  const { when } = condition
  checkNames(condition, ['when', ...(when === 'impulse' ? [] : ['entity']), ...(WORDS[when] ?? []), ...(NUMBERS[when] ?? [])], `${caller}: the condition '${when}'`)
  if (when !== 'impulse' && !(Number.isInteger(condition.entity) && condition.entity >= 1)) {
    throw new RangeError(`${caller}: the condition '${when}' needs an entity, got ${shown(condition.entity)}.`)
  }
  if ((when === 'above' || when === 'below') && !MEASURES.includes(condition.what)) {
    throw new RangeError(`${caller}: nothing is called ${shown(condition.what)}. What can be measured is ${MEASURES.join(', ')}.`)
  }
  if ((when === 'touches' || when === 'parts') && condition.other !== undefined && !(Number.isInteger(condition.other) && condition.other >= 1)) {
    throw new RangeError(`${caller}: other of the condition '${when}' must be an entity, got ${shown(condition.other)}.`)
  }
  for (const name of NUMBERS[when] ?? []) {
    const value = (condition as Readonly<Record<string, unknown>>)[name]
    if (typeof value === 'number' && !Number.isNaN(value)) continue
    throw new RangeError(`${caller}: ${name} of the condition '${when}' must be a number, got ${shown(value)}.`)
  }
  if ((when === 'enters' || when === 'leaves') && (condition.minX > condition.maxX || condition.minY > condition.maxY)) {
    throw new RangeError(`${caller}: nothing can be in the region of the condition '${when}': its minX or minY is above its maxX or maxY.`)
  }
}
