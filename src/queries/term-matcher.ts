import { $internal, type InternalWorld, type Query, type QueryTerm, type World, noCommit, query } from 'bitecs'

const $opType = Symbol.for('bitecs-opType')
const $opTerms = Symbol.for('bitecs-opTerms')

interface Operator {
  [$opType]?: string
  [$opTerms]?: QueryTerm[]
}

interface KnownQuery {
  readonly terms: QueryTerm[]
  query: Query
}

/**
 * Answers whether an entity matches a list of bitECS query terms, in about the time of two array reads.
 * The query behind a list of terms is looked up once and kept; lists are compared by what they hold,
 * so that a caller may write `[Bullet, Not(Spent)]` anew each time.
 */
export class TermMatcher {
  private readonly world: World
  private readonly known: KnownQuery[] = []

  constructor(world: World) {
    this.world = world
  }

  /** The live query of these terms. Removed entities may linger in it: test with {@link matches}. */
  find(terms: QueryTerm[]): Query {
    const { queries } = (this.world as InternalWorld)[$internal]
    for (let i = 0; i < this.known.length; i++) {
      const entry = this.known[i]!
      if (!sameTerms(entry.terms, terms)) continue
      // bitECS ceases to update a query after removeQuery.
      if (!queries.has(entry.query)) entry.query = this.lookUp(terms)
      return entry.query
    }
    const entry = { terms: [...terms], query: this.lookUp(terms) }
    this.known.push(entry)
    return entry.query
  }

  /** The public API gives the list of results only; the query is the one that owns this list. */
  private lookUp(terms: QueryTerm[]): Query {
    const dense = query(this.world, terms, noCommit)
    for (const candidate of (this.world as InternalWorld)[$internal].queries) {
      if (candidate.dense === dense) return candidate
    }
    throw new Error('bitecs-physics: bitECS did not keep a query for these terms. Hierarchy terms cannot be used here.')
  }
}

/** Whether an entity is in a query and not about to leave it. Commits nothing, so that it is safe in any loop. */
export function matches(found: Query, entity: number): boolean {
  return found.has(entity) && !found.toRemove.has(entity)
}

function sameTerms(a: readonly QueryTerm[], b: readonly QueryTerm[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameTerm(a[i], b[i])) return false
  return true
}

function sameTerm(a: QueryTerm, b: QueryTerm): boolean {
  if (a === b) return true
  const opA = a as Operator
  const opB = b as Operator
  if (opA[$opType] === undefined || opA[$opType] !== opB[$opType]) return false
  return sameTerms(opA[$opTerms]!, opB[$opTerms]!)
}
