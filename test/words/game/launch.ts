import { type World, query } from 'bitecs'
import { Position, Velocity } from './components.ts'

/** A system in a file of its own: throws up what has come down. */
export function launch(world: World): number {
  let launched = 0
  for (const entity of query(world, [Position, Velocity])) {
    if (Position.y[entity]! > 1 || Velocity.y[entity]! > 0) continue
    Velocity.y[entity] = 10
    launched++
  }
  return launched
}
