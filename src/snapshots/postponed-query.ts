import { type Query, Wildcard } from 'bitecs'

/** What bitECS notes of a pair: its relation and its target. */
const $relation = Symbol.for('bitecs-relation')
const $target = Symbol.for('bitecs-pairTarget')

/** Those that are filled anew when they are asked for next, and how their results are read otherwise. */
const postponed = new WeakMap<Query, PropertyDescriptor>()

/** Whether bitECS asks for a query by itself: of all that have a relation to an entity, when that is removed. The user may ask for it, and observe it, too. */
export function isOfBitecs({ allComponents }: Query): boolean {
  const [pair] = allComponents as ({ [$relation]?: unknown; [$target]?: unknown } | undefined)[]
  return allComponents.length === 1 && pair?.[$relation] === Wildcard && typeof pair[$target] === 'number'
}

export function isPostponed(query: Query): boolean {
  return postponed.has(query)
}

/** Has a query filled when its results are read next. Until then it goes on as it is: whoever observes it is told of all that comes and goes. */
export function postpone(query: Query, fill: () => void): void {
  const usual = Object.getOwnPropertyDescriptor(query, 'dense')!
  postponed.set(query, usual)
  Object.defineProperty(query, 'dense', {
    configurable: true,
    enumerable: usual.enumerable!,
    get() {
      settle(query)
      fill()
      return query.dense
    },
  })
}

/** Has the results of a query read as usual. */
export function settle(query: Query): void {
  const usual = postponed.get(query)
  if (usual === undefined) return
  postponed.delete(query)
  Object.defineProperty(query, 'dense', usual)
}
