import {
  $internal, type ComponentRef, type InternalWorld, Prefab, type Query, type QueryTerm, type World, addComponent,
  addEntity, createWorld, entityExists, hasComponent, noCommit, query, removeComponent, removeEntity,
} from 'bitecs'

/**
 * What bitECS keeps and its public functions do not show, or show slowly: everything of it is read in this file. Whether
 * it is as it was in 0.4.0 is tried out once, on a world made for it; if not, public functions answer instead.
 */
let trusted: boolean | null = null

/** Looks once whether the internals are as they are known here, and warns if they are not. */
export function tryInternals(): void {
  if (trusted !== null) return
  trusted = true
  try {
    trusted = internalsHold()
  } catch {
    trusted = false
  }
  if (trusted) return
  // Not an error: all works, but somebody should know.
  // oxlint-disable-next-line no-console
  console.warn(
    'bitecs-physics: this version of bitecs keeps its data in another way than 0.4.0. Public functions are used instead: ' +
      'that is slower, and resetWorld is not noticed. Please report the version of bitecs.',
  )
}

/** Compares what is read here with what public functions say, for an entity that comes, changes and goes. */
function internalsHold(): boolean {
  const world = createWorld()
  const [one, two] = [{}, {}]
  const entities = [addEntity(world), addEntity(world), addEntity(world)]
  const presences = [one, two].map((component) => new Presence(world, component))
  const both = new LiveQuery(world, [one, two])
  const same = (): boolean => entities.every((entity) => {
    const said = [one, two].map((component) => entityExists(world, entity) && hasComponent(world, entity, component))
    const agree = presences.every((presence, i) => presence.has(entity) === said[i])
    return agree && both.has(entity) === (said[0]! && said[1]!)
  })
  const changes = [
    () => {},
    () => addComponent(world, entities[0]!, one),
    () => addComponent(world, entities[0]!, two),
    () => addComponent(world, entities[1]!, two),
    () => removeComponent(world, entities[0]!, one),
    () => addComponent(world, entities[0]!, one),
    () => removeEntity(world, entities[0]!),
  ]
  for (const change of changes) {
    change()
    if (!same()) return false
  }
  return isWorld(world) && identityOf(world) !== null && !isVersioned(world)
}

/** All that bitECS keeps of a world; undefined where it was deleted. Only for files of this room. */
export function contextOf(world: World): InternalWorld[typeof $internal] | undefined {
  return (world as InternalWorld)[$internal]
}

/** Whether bitECS keeps its data as it is known here. */
export function areInternalsKnown(): boolean {
  return trusted !== false
}

/** Whether something is a bitECS world that was not deleted. */
export function isWorld(world: World): boolean {
  if (typeof world !== 'object' || world === null) return false
  return trusted === false || contextOf(world) !== undefined
}

/** What a world is known by until `resetWorld` or `deleteWorld`; null where that is not known. */
export function identityOf(world: World): object | null | undefined {
  return trusted === false ? null : contextOf(world)?.componentMap
}

/** What hands out the entity ids of a world, which several worlds may share; where that is not known, the world. */
export function idSourceOf(world: World): object {
  return trusted === false ? world : (contextOf(world)?.entityIndex ?? world)
}

const NO_COMPONENTS: ReadonlyMap<unknown, unknown> = new Map()

/** The components that a world knows, as keys, in the order in which they were first used; none where that is not known. */
export function componentsOf(world: World): ReadonlyMap<unknown, unknown> {
  return trusted === false ? NO_COMPONENTS : (contextOf(world)?.componentMap ?? NO_COMPONENTS)
}

/** How often a component was registered in a world; 0 where that is not known. Once for each, unless somebody did it again. */
export function registrationsOf(world: World): number {
  return trusted === false ? 0 : (contextOf(world)?.componentCount ?? 0)
}

/** Whether the ids of a world carry a version. */
export function isVersioned(world: World): boolean {
  if (trusted !== false) return contextOf(world)!.entityIndex.versioning
  const first = addEntity(world)
  removeEntity(world, first)
  const second = addEntity(world)
  removeEntity(world, second)
  return first !== second
}

type Masks = readonly (number | undefined)[]

const NO_MASKS: Masks = []

/**
 * Whether entities have one component, read from the masks that bitECS keeps. It says the same as `hasComponent`, which
 * looks the component up in a map first: 30 ns against 3, and it takes some twenty such looks to make a body.
 */
export class Presence {
  private readonly world: World
  private readonly component: ComponentRef
  private masks = NO_MASKS
  private flag = 0
  /** Components that the world knew when this one was looked for in vain. */
  private searched = -1

  constructor(world: World, component: ComponentRef) {
    this.world = world
    this.component = component
  }

  /** Whether an entity has the component. False for entities that do not exist. */
  has(entity: number): boolean {
    if (this.flag === 0) {
      if (trusted === false) return entityExists(this.world, entity) && hasComponent(this.world, entity, this.component)
      this.find()
    }
    return (this.masks[entity]! & this.flag) !== 0
  }

  /** bitECS gives a component its bit when it is first used, for the life of the world. */
  private find(): void {
    const context = contextOf(this.world)
    if (context === undefined || context.componentCount === this.searched) return
    this.searched = context.componentCount
    const data = context.componentMap.get(this.component)
    if (data === undefined) return
    this.masks = context.entityMasks[data.generationId]!
    this.flag = data.bitflag
  }
}

const $opType = Symbol.for('bitecs-opType')
const $opTerms = Symbol.for('bitecs-opTerms')

/** A term that combines others, or a component. */
interface Operator {
  [$opType]?: string
  [$opTerms]?: QueryTerm[]
}

/** `'Not'`, `'And'`, `'Or'` and the like, or undefined for a component. */
export function operatorOf(term: QueryTerm): string | undefined {
  return (term as Operator)[$opType]
}

/** What an operator combines. */
export function operandsOf(term: QueryTerm): QueryTerm[] {
  return (term as Operator)[$opTerms] ?? []
}

/** The entities that match a list of terms, without the copy and the commit of `query`. */
export class LiveQuery {
  private readonly world: World
  private readonly terms: QueryTerm[]
  private found: Query | null

  /** @throws Error on terms that bitECS keeps no query for. */
  constructor(world: World, terms: readonly QueryTerm[]) {
    this.world = world
    this.terms = [...terms]
    this.found = this.lookUp()
  }

  /** Whether an entity matches and is not about to leave. Commits nothing, so that it is safe in any loop. */
  has(entity: number): boolean {
    const { found } = this
    if (found === null) return this.matchesSlowly(entity)
    return found.has(entity) && !found.toRemove.has(entity)
  }

  /** bitECS ceases to update a query after removeQuery. */
  revive(): void {
    if (this.found !== null && !contextOf(this.world)!.queries.has(this.found)) this.found = this.lookUp()
  }

  /** The public API gives the list of results only; the query is the one that owns this list. */
  private lookUp(): Query | null {
    if (trusted === false) return null
    const dense = query(this.world, this.terms, noCommit)
    for (const candidate of contextOf(this.world)!.queries) if (candidate.dense === dense) return candidate
    throw new Error('bitecs-physics: bitECS did not keep a query for these terms. Hierarchy terms cannot be used here.')
  }

  private matchesSlowly(entity: number): boolean {
    const { world, terms } = this
    if (!entityExists(world, entity)) return false
    if (!terms.includes(Prefab) && hasComponent(world, entity, Prefab)) return false
    return terms.every((term) => matchesTerm(world, term, entity))
  }
}

function matchesTerm(world: World, term: QueryTerm, entity: number): boolean {
  const inner = operandsOf(term)
  switch (operatorOf(term)) {
    case undefined:
      return hasComponent(world, entity, term as ComponentRef)
    case 'Not':
      return !inner.some((one) => matchesTerm(world, one, entity))
    case 'Or':
      return inner.some((one) => matchesTerm(world, one, entity))
    default:
      return inner.every((one) => matchesTerm(world, one, entity))
  }
}
