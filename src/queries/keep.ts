import type { Query } from './state.ts'

/** Drops the candidates that the filter of a query does not let through. Predicates are asked in the given order. */
export function keepAllowed(query: Query): void {
  const { candidates, filter } = query
  const physics = query.physics!
  let kept = 0
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (filter.allows(physics, collider) && filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}
