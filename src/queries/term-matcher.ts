import { $internal, type InternalWorld, type Query, type QueryTerm, type World, noCommit, query } from 'bitecs'

const $opType = Symbol.for('bitecs-opType')
const $opTerms = Symbol.for('bitecs-opTerms')

interface Operator {
  [$opType]?: string
  [$opTerms]?: QueryTerm[]
}

/** One term of a list by itself: `negated` for `Not`. */
interface Part {
  readonly terms: QueryTerm[]
  readonly negated: boolean
  query: Query
}

/** A list of terms and the queries behind it. */
export interface TermQuery {
  readonly terms: QueryTerm[]
  query: Query
  /** The terms one by one, for colliders that are a part of another entity's body. Made when first needed. */
  parts: Part[] | null
}

/**
 * Answers whether an entity matches a list of bitECS query terms, in about the time of two array reads.
 * The query behind a list of terms is looked up once and kept; lists are compared by what they hold,
 * so that a caller may write `[Bullet, Not(Spent)]` anew each time.
 */
export class TermMatcher {
  private readonly world: World
  private readonly known: TermQuery[] = []

  constructor(world: World) {
    this.world = world
  }

  /**
   * The live queries of these terms, for {@link matchesCollider}.
   * @throws TypeError on a term that is undefined: mostly a component that was imported before it was made.
   */
  find(terms: readonly QueryTerm[], caller: string): TermQuery {
    for (let i = 0; i < this.known.length; i++) {
      const entry = this.known[i]!
      if (!sameTerms(entry.terms, terms)) continue
      this.revive(entry)
      return entry
    }
    for (let i = 0; i < terms.length; i++) {
      if (terms[i] === undefined || terms[i] === null) {
        const found = String(terms[i])
        throw new TypeError(`${caller}: term ${i} of the query terms is ${found}. Pass components, tags or operators.`)
      }
    }
    const entry: TermQuery = { terms: [...terms], query: this.lookUp([...terms]), parts: null }
    this.known.push(entry)
    return entry
  }

  /**
   * Whether a collider matches: terms see the components of the collider and those of its body together, so that
   * `[Enemy]` finds the limbs of an enemy, and `[Not(Dead)]` none of a dead one.
   */
  matchesCollider(found: TermQuery, collider: number, body: number): boolean {
    if (collider === body) return matches(found.query, collider)
    found.parts ??= this.split(found.terms)
    for (let i = 0; i < found.parts.length; i++) {
      const part = found.parts[i]!
      const has = matches(part.query, collider) || matches(part.query, body)
      if (has === part.negated) return false
    }
    return true
  }

  /** bitECS ceases to update a query after removeQuery. */
  private revive(entry: TermQuery): void {
    const { queries } = (this.world as InternalWorld)[$internal]
    if (!queries.has(entry.query)) entry.query = this.lookUp([...entry.terms])
    if (entry.parts === null) return
    for (let i = 0; i < entry.parts.length; i++) {
      const part = entry.parts[i]!
      if (!queries.has(part.query)) part.query = this.lookUp(part.terms)
    }
  }

  /** `Not(A, B)` asks for neither, `And(A, B)` and a plain list for each; `Or` is a part by itself. */
  private split(terms: readonly QueryTerm[]): Part[] {
    const parts: Part[] = []
    for (const term of terms) {
      const type = (term as Operator)[$opType]
      const inner = (term as Operator)[$opTerms]
      if (type === 'Not') for (const one of inner!) parts.push({ terms: [one], negated: true, query: this.lookUp([one]) })
      else if (type === 'And') parts.push(...this.split(inner!))
      else parts.push({ terms: [term], negated: false, query: this.lookUp([term]) })
    }
    return parts
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
function matches(found: Query, entity: number): boolean {
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
