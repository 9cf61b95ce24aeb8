import type { QueryTerm, World } from 'bitecs'
import { LiveQuery, operandsOf, operatorOf } from '../bitecs-internals.ts'
import { shown } from '../shown.ts'

/** One term of a list by itself: `negated` for `Not`. */
interface Part {
  readonly negated: boolean
  readonly query: LiveQuery
}

/** A list of terms and the queries behind it. */
export interface TermQuery {
  readonly terms: QueryTerm[]
  readonly query: LiveQuery
  /** The terms one by one, for colliders that are a part of another entity's body. Made when first needed. */
  parts: Part[] | null
}

/** Lists that are kept. A game asks with some dozen; one that makes terms as it goes, such as `OwnedBy(player)`, with ever more. */
const MOST_LISTS = 128

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
   * @throws TypeError on a term that is none: mostly a component that was imported before it was made, or an entity.
   */
  find(terms: readonly QueryTerm[], caller: string): TermQuery {
    for (let i = 0; i < this.known.length; i++) {
      const entry = this.known[i]!
      if (!sameTerms(entry.terms, terms)) continue
      this.revive(entry)
      return entry
    }
    for (let i = 0; i < terms.length; i++) {
      const term: unknown = terms[i]
      if (term === null || (typeof term !== 'object' && typeof term !== 'function')) {
        const hint = typeof term === 'number' ? ' For one entity ask touching(world, entity).' : ''
        throw new TypeError(`${caller}: term ${i} of the query terms is ${shown(term)}. Pass components, tags or operators.${hint}`)
      }
    }
    const entry: TermQuery = { terms: [...terms], query: new LiveQuery(this.world, terms), parts: null }
    // Each search walks along them. The oldest goes; what is still asked with it looks its query up once more.
    if (this.known.length === MOST_LISTS) this.known.shift()
    this.known.push(entry)
    return entry
  }

  /**
   * Whether a collider matches: terms see the components of the collider and those of its body together, so that
   * `[Enemy]` finds the limbs of an enemy, and `[Not(Dead)]` none of a dead one.
   */
  matchesCollider(found: TermQuery, collider: number, body: number): boolean {
    if (collider === body) return found.query.has(collider)
    found.parts ??= this.split(found.terms)
    for (let i = 0; i < found.parts.length; i++) {
      const part = found.parts[i]!
      const has = part.query.has(collider) || part.query.has(body)
      if (has === part.negated) return false
    }
    return true
  }

  private revive(entry: TermQuery): void {
    entry.query.revive()
    if (entry.parts === null) return
    for (let i = 0; i < entry.parts.length; i++) entry.parts[i]!.query.revive()
  }

  /** `Not(A, B)` asks for neither, `And(A, B)` and a plain list for each; `Or` is a part by itself. */
  private split(terms: readonly QueryTerm[]): Part[] {
    const parts: Part[] = []
    for (const term of terms) {
      const type = operatorOf(term)
      if (type === 'Not') for (const one of operandsOf(term)) parts.push(this.part(one, true))
      else if (type === 'And') parts.push(...this.split(operandsOf(term)))
      else parts.push(this.part(term, false))
    }
    return parts
  }

  private part(term: QueryTerm, negated: boolean): Part {
    return { negated, query: new LiveQuery(this.world, [term]) }
  }
}

function sameTerms(a: readonly QueryTerm[], b: readonly QueryTerm[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameTerm(a[i], b[i])) return false
  return true
}

function sameTerm(a: QueryTerm, b: QueryTerm): boolean {
  if (a === b) return true
  if (operatorOf(a) === undefined || operatorOf(a) !== operatorOf(b)) return false
  return sameTerms(operandsOf(a), operandsOf(b))
}
