import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { requirePhysics } from '../state/registry.ts'
import { shown } from '../shown.ts'

/** The checks that the helpers share. */
function check(caller: string, ...numbers: number[]): void {
  for (const number of numbers) {
    if (Number.isFinite(number) && number >= 0) continue
    throw new RangeError(`${caller}: the numbers must be finite and not negative, got ${numbers.map(shown).join(', ')}.`)
  }
}

/**
 * The speed with which a jump reaches a height, however long the steps are: for a character of which `gravity * dt` is
 * taken off before each further move.
 * @param height How high its feet shall get. Unit: length.
 * @param gravity Length/s², as a positive number.
 * @param dt Length of a step in seconds. Default 0: the speed of a jump that is not cut into steps.
 * @throws RangeError on a number that is negative or not finite.
 */
export function jumpSpeed(height: number, gravity: number, dt = 0): number {
  check('jumpSpeed', height, gravity, dt)
  // The steps sum up to v² / 2g + v · dt / 2.
  const half = 0.5 * gravity * dt
  return Math.sqrt(2 * gravity * height + half * half) - half
}

/**
 * The gravity with which a jump takes so long to its top: for a jump that is to be so high and last so long, with
 * `jumpSpeed(height, jumpGravity(height, seconds), dt)`.
 * @param height Unit: length. @param seconds From the ground to the top, above 0.
 * @throws RangeError on a number that is negative or not finite, or no time.
 */
export function jumpGravity(height: number, seconds: number): number {
  check('jumpGravity', height, seconds)
  if (seconds === 0) throw new RangeError('jumpGravity: a jump takes time; seconds must be above 0.')
  return (2 * height) / (seconds * seconds)
}

/**
 * Whether a character may jump: it is on the ground, or left it less than `coyoteTime` ago otherwise than by a jump.
 * @param coyoteTime Seconds. Default 0.1.
 * @throws Error when the entity has no `Character`. @throws RangeError on a time that is negative or not finite.
 */
export function canJump(world: World, entity: EntityId, coyoteTime = 0.1): boolean {
  const { presence, components } = requirePhysics(world, 'canJump')
  if (!Number.isFinite(coyoteTime) || coyoteTime < 0) throw new RangeError(`canJump: coyoteTime must be finite and not negative, got ${shown(coyoteTime)}.`)
  if (!exists(world, entity) || !presence.Character.has(entity)) throw new Error(`canJump: entity ${shown(entity)} has no Character.`)
  const { grounded, jumped, airTime } = components.CharacterState
  return grounded[entity] === 1 || (jumped[entity] === 0 && airTime[entity]! > 0 && airTime[entity]! <= coyoteTime)
}

/**
 * Remembers for a while that jump was pressed, so that who presses it a little before landing jumps then. The number is the
 * player's: keep it with the character, and set it to 0 when the jump is made.
 *
 * `wish = bufferJump(wish, pressed, dt)`, then `if (wish > 0 && canJump(world, hero)) { … wish = 0 }`.
 * @param left What it returned for the last step; 0 at first.
 * @param pressed Whether the key went down in this step.
 * @param bufferTime Seconds that the wish lasts. Default 0.1.
 * @returns Seconds that are left of the wish; 0 for none.
 * @throws RangeError on a number that is negative or not finite.
 */
export function bufferJump(left: number, pressed: boolean, dt: number, bufferTime = 0.1): number {
  check('bufferJump', left, dt, bufferTime)
  return pressed ? bufferTime : Math.max(0, left - dt)
}
