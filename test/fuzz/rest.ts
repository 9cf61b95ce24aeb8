import { hasComponent } from 'bitecs'
import { isSleeping } from '../../src/index.ts'
import { must } from './failure.ts'
import { Model, type Part, type Seen } from './model.ts'
import { apart } from './touches.ts'

/** Meters. What rests may have been left asleep this far from the next thing when it was made another kind of body. */
const GAP = 0.05

/**
 * What fell asleep by itself under gravity rests on something. To be asked only while gravity and hooks are what they
 * were from the beginning.
 */
export function checkRest(seen: Seen): void {
  const { parts } = new Model(seen)
  const held = (body: number): boolean => {
    const own = parts.filter((part) => part.body === body)
    // What was written to and not announced is still where it was: on either side, and a child of it alone, too.
    return own.some((part) => part.stale || parts.some((other) => other.body !== body && (other.stale || apart(part, other) < GAP)))
  }
  for (const part of parts) {
    if (!restsByItself(seen, part)) continue
    must(held(part.body), 'asleep in the air', () => `${part.body} is near to nothing`)
  }
}

function restsByItself({ world, physics }: Seen, part: Part): boolean {
  if (part.kind !== 'dynamic' || part.tagged || part.stale || part.slot.remade) return false
  return isSleeping(world, part.body) && !hasComponent(world, part.body, physics.components.Motion)
}
