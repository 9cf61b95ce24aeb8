import { keepFatBox, tight } from '../caches/fat-box.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { parts } from './parts.ts'
import { BOX_STRIDE, Move } from './records.ts'

/**
 * Writes where the character is now, as a user would: the next step sees that it was written to. Its boxes follow at
 * once, so that the next character finds it; and what is drawn goes there on its way.
 */
export function place(physics: PhysicsWorld, body: number): void {
  const { Position, CharacterState: state } = physics.components
  const x = move[Move.X]!
  const y = move[Move.Y]!
  state.lastX[body] = x
  state.lastY[body] = y
  if (x === Position.x[body] && y === Position.y[body]) return
  Position.x[body] = x
  Position.y[body] = y
  physics.solver.history?.add(body, move, Move.StartX, Move.X, physics.components.Rotation)
  const { boxes } = parts
  for (let p = 0; p < parts.count; p++) {
    const b = p * BOX_STRIDE
    tight[0] = x + boxes[b]!
    tight[1] = y + boxes[b + 1]!
    tight[2] = x + boxes[b + 2]!
    tight[3] = y + boxes[b + 3]!
    const collider = parts.collider[p]!
    if (!keepFatBox(physics, collider)) continue
    physics.collision.broadPhase.update(collider)
    physics.collision.moved.add(collider)
  }
}
