import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { TWO_PI, atan2Of } from '../math/rotation.ts'
import { refuseWithinMove } from '../state/moving.ts'
import { requirePhysics } from '../state/registry.ts'
import { move } from './move.ts'
import { Move } from './records.ts'
import { loadUp } from './settings.ts'
import { shown } from '../shown.ts'

/** Up, and then less its x: from the second number on the direction of the x axis when y points up. The angle of that. */
const turned = new Float64Array(4)

/**
 * Gives a character another up, and turns it: its shape about its origin, so that its own y axis points up, and on the ground
 * its velocity as well, so that it goes on along the ground as fast as it went. In the air the velocity stays what it is.
 * For characters on planets, before each move:
 *
 * `const up = fieldUp(world, x, y)`, then `turnCharacter(world, hero, up.x, up.y)`.
 * @param upX, upY Where up is; need not have length 1.
 * @throws Error when the entity has no `Character`, and from a hook that `moveCharacter` calls. @throws RangeError on a direction that is none.
 */
export function turnCharacter(world: World, entity: EntityId, upX: number, upY: number): void {
  refuseWithinMove('turnCharacter')
  const physics = requirePhysics(world, 'turnCharacter')
  const { presence, components } = physics
  if (!exists(world, entity) || !presence.Character.has(entity)) {
    throw new Error(`turnCharacter: entity ${shown(entity)} has no Character. Add one with addComponent(world, entity, Character).`)
  }
  const length = typeof upX === 'number' && typeof upY === 'number' ? Math.sqrt(upX * upX + upY * upY) : NaN
  if (!(length > 0 && length < Infinity)) throw new RangeError(`turnCharacter: up must be a direction, got (${shown(upX)}, ${shown(upY)}).`)
  const { Character, CharacterState: state, Rotation } = components
  loadUp(physics, entity)
  turned[0] = upX / length
  turned[1] = upY / length
  Character.upX[entity] = turned[0]!
  Character.upY[entity] = turned[1]!
  turned[2] = 0 - turned[0]!
  atan2Of(turned, 1, turned, 3)
  // The nearest of the angles that are the same, so that it is drawn turning the short way.
  const angle = Rotation.angle[entity]!
  Rotation.angle[entity] = turned[3]! + TWO_PI * Math.round((angle - turned[3]!) / TWO_PI)
  if (presence.CharacterState.has(entity) && state.grounded[entity] === 1) {
    const cos = move[Move.UpX]! * turned[0]! + move[Move.UpY]! * turned[1]!
    const sin = move[Move.UpX]! * turned[1]! - move[Move.UpY]! * turned[0]!
    const vx = state.vx[entity]!
    const vy = state.vy[entity]!
    state.vx[entity] = cos * vx - sin * vy
    state.vy[entity] = sin * vx + cos * vy
  }
}
