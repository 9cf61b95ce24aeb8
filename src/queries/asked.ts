import type { PhysicsWorld } from '../state/world.ts'

/** The working memories of the queries that run, by depth, and of those that ran: these have no world. */
export const running: { readonly physics: PhysicsWorld | null }[] = []

/** Whether a query of this world is running: then a predicate or an observer of the user was called by it. */
export function isAsked(physics: PhysicsWorld): boolean {
  for (let i = 0; i < running.length; i++) if (running[i]!.physics === physics) return true
  return false
}
