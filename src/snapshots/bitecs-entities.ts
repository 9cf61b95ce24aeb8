import { type ComponentRef, type InternalWorld, Prefab, type Query, type World, registerComponent } from 'bitecs'
import { contextOf } from '../bitecs-internals.ts'
import { KeptQuery, copyNumbers, isSameList, roomFor, versionOf } from './kept-query.ts'
import { isOfBitecs, isPostponed, postpone, settle } from './postponed-query.ts'

type Context = InternalWorld[keyof InternalWorld]

/** bitECS gives each component a bit, 31 to a list of masks. */
const BITS = 31

/** A copy of what bitECS keeps of a world: who is alive, who has what, and the results of all queries in their order. */
export class KeptEntities {
  /** `EntityIndex.dense`, and how many there are. */
  ids = new Uint32Array(64)
  count = 0
  aliveCount = 0
  maxId = 0
  /** By id: 1 for who is alive. */
  alive = new Uint8Array(64)
  /** By list of masks, then by id. */
  masks: Int32Array[] = []
  queries: KeptQuery[] = []
  related: unknown[] = []
  private readonly saveQuery = (query: Query): void => {
    // Nobody has asked for it in the state that is saved.
    if (isPostponed(query)) return
    let kept = this.queries[this.seen]
    if (kept?.query !== query) this.queries[this.seen] = kept = new KeptQuery(query)
    kept.save(this.context!.dirtyQueries.has(query))
    this.seen++
  }
  private readonly saveRelated = (id: unknown): void => void this.related.push(id)
  private context: Context | null = null
  private seen = 0

  /** Bytes held. */
  get bytes(): number {
    let sum = this.ids.byteLength + this.alive.byteLength
    for (const mask of this.masks) sum += mask.byteLength
    for (const { items, leaving } of this.queries) sum += items.byteLength + leaving.byteLength
    return sum
  }

  /** Whether every id from 1 up to the last is there once. */
  get isSound(): boolean {
    const { ids, count, aliveCount } = this
    if (aliveCount > count) return false
    const seen = new Uint8Array(count + 1)
    for (let i = 0; i < count; i++) {
      const id = ids[i]!
      if (id < 1 || id > count || seen[id] === 1) return false
      seen[id] = 1
    }
    return true
  }

  /** Takes the ids of a file. */
  takeIds(ids: Uint32Array<ArrayBuffer>, aliveCount: number): void {
    this.ids = ids
    this.count = this.maxId = ids.length
    this.aliveCount = aliveCount
    this.alive = new Uint8Array(ids.length + 1)
    // What says that more are alive than there are is not sound, and may say four billion.
    const end = Math.min(aliveCount, ids.length)
    for (let i = 0; i < end; i++) this.alive[ids[i]!] = 1
  }

  /** Takes the results of a query from a file. */
  takeQuery(query: Query, items: Uint32Array<ArrayBuffer>, leaving: Uint32Array<ArrayBuffer>, isDirty: boolean): void {
    const kept = new KeptQuery(query)
    kept.items = items
    kept.count = items.length
    kept.leaving = leaving
    kept.leavingCount = leaving.length
    kept.isDirty = isDirty
    this.queries.push(kept)
  }

  save(world: World): void {
    const context = contextOf(world)!
    const { entityIndex, entityMasks, queries, entitiesWithRelations } = context
    this.context = context
    this.saveIds(entityIndex)
    this.masks.length = entityMasks.length
    for (let i = 0; i < entityMasks.length; i++) {
      let mask = this.masks[i]
      if (mask === undefined || mask.length <= this.maxId) this.masks[i] = mask = new Int32Array(roomFor(this.maxId + 1))
      copyNumbers(entityMasks[i]!, mask, this.maxId + 1)
    }
    this.seen = 0
    queries.forEach(this.saveQuery)
    this.queries.length = this.seen
    this.related.length = 0
    if (entitiesWithRelations.size > 0) entitiesWithRelations.forEach(this.saveRelated)
    this.context = null
  }

  private saveIds(index: Context['entityIndex']): void {
    const { dense, aliveCount } = index
    this.count = dense.length
    this.aliveCount = aliveCount
    this.maxId = index.maxId
    if (this.ids.length < dense.length) this.ids = new Uint32Array(roomFor(dense.length))
    if (this.alive.length <= this.maxId) this.alive = new Uint8Array(roomFor(this.maxId + 1))
    const { ids, alive } = this
    copyNumbers(dense, ids, dense.length)
    alive.fill(1, 0, this.maxId + 1)
    for (let i = aliveCount; i < dense.length; i++) alive[ids[i]!] = 0
  }
}

/** Puts {@link KeptEntities} back into a world. No observer is called. */
export class EntityRestorer {
  private readonly world: World
  /** The components by their bit. */
  private readonly components: ComponentRef[] = []
  private readonly spare: Set<ComponentRef>[] = []
  private readonly refilled = new Set<Query>()
  private context: Context | null = null
  private kept: KeptEntities | null = null
  /** Queries that are those that were saved, from the first on. */
  private same = 0
  private readonly compare = (query: Query): void => {
    if (this.kept!.queries[this.same]?.query === query) this.same++
  }
  private readonly refill = (query: Query): void => {
    if (this.refilled.has(query)) return
    const context = this.context!
    refillQuery(context, query)
    if (isOfBitecs(query) && !isPostponed(query)) postpone(query, () => refillQuery(context, query))
  }

  constructor(world: World) {
    this.world = world
  }

  restore(kept: KeptEntities): void {
    const context = contextOf(this.world)!
    this.context = context
    this.learn(context)
    const isSameCrowd = hasIds(context, kept)
    if (!isSameCrowd) this.restoreLives(context, kept)
    this.restoreMasks(context, kept)
    if (!isSameCrowd) restoreIds(context, kept)
    const { queries, dirtyQueries, entitiesWithRelations } = context
    dirtyQueries.clear()
    for (let i = 0; i < kept.queries.length; i++) {
      const one = kept.queries[i]!
      settle(one.query)
      one.restore()
      if (one.isDirty) dirtyQueries.add(one.query)
    }
    this.kept = kept
    this.same = 0
    queries.forEach(this.compare)
    if (this.same !== queries.size) this.refillOthers(context, kept)
    this.kept = null
    if (entitiesWithRelations.size + kept.related.length > 0) restoreRelations(context, kept)
    this.context = null
  }

  /**
   * Queries that were asked for since: they hold what they would if they had been asked for then. But those that bitECS asks for by itself are in
   * the order of who is alive when it asks next, as if for the first time: in that order it removes entities, and so gives out ids.
   */
  private refillOthers(context: Context, kept: KeptEntities): void {
    const { refilled } = this
    refilled.clear()
    for (let i = 0; i < kept.queries.length; i++) refilled.add(kept.queries[i]!.query)
    context.queries.forEach(this.refill)
    refilled.clear()
  }

  private learn(context: Context): void {
    const { components } = this
    if (components.length === context.componentMap.size) return
    components.length = 0
    for (const component of context.componentMap.keys()) components.push(component)
  }

  /** Gives sets of components to those who come back, and takes them from those who go. */
  private restoreLives({ entityIndex, entityComponents }: Context, kept: KeptEntities): void {
    const { sparse, aliveCount } = entityIndex
    const last = Math.max(entityIndex.maxId, kept.maxId)
    for (let id = 1; id <= last; id++) {
      const was = (sparse[id] ?? aliveCount) < aliveCount && entityIndex.dense[sparse[id]!] === id
      const is = id <= kept.maxId && kept.alive[id] === 1
      if (was && !is) this.forget(entityComponents, id)
      else if (is && !was) entityComponents.set(id, this.spare.pop() ?? new Set())
    }
  }

  /** Brings masks and the sets of components up to date, for those entities where they differ. */
  private restoreMasks({ entityIndex, entityMasks, entityComponents }: Context, kept: KeptEntities): void {
    const last = Math.max(entityIndex.maxId, kept.maxId)
    for (let list = 0; list < entityMasks.length; list++) {
      const masks = entityMasks[list]!
      const saved = kept.masks[list]
      const end = saved === undefined ? 0 : kept.maxId
      if (last === end && areMasks(masks, saved!, end)) continue
      for (let id = 1; id <= last; id++) {
        const is = id <= end ? saved![id]! : 0
        const was = masks[id]! | 0
        if (is === was) continue
        masks[id] = is
        if (kept.alive[id] === 1 && id <= kept.maxId) this.restoreSet(entityComponents.get(id)!, list, is)
      }
    }
  }

  private forget(sets: Map<number, Set<ComponentRef>>, id: number): void {
    const set = sets.get(id)
    if (set === undefined) return
    sets.delete(id)
    set.clear()
    this.spare.push(set)
  }

  private restoreSet(set: Set<ComponentRef>, list: number, mask: number): void {
    const first = list * BITS
    const end = Math.min(first + BITS, this.components.length)
    for (let i = first; i < end; i++) {
      if ((mask & (1 << (i - first))) !== 0) set.add(this.components[i])
      else set.delete(this.components[i])
    }
  }
}

/** As bitECS fills a query that is new: those alive, in their order, but for prefabs. */
function refillQuery(context: Context, query: Query): void {
  query.reset()
  query.toRemove.reset()
  versionOf(query).note()
  context.dirtyQueries.delete(query)
  const { dense, aliveCount } = context.entityIndex
  for (let i = 0; i < aliveCount; i++) if (matches(context, query, dense[i]!)) query.add(dense[i]!)
}

function matches(context: Context, query: Query, id: number): boolean {
  let chosen = query.orComponents.length === 0
  for (const list of query.generations) {
    const mask = context.entityMasks[list]![id]! | 0
    const all = query.masks[list] ?? 0
    if ((mask & all) !== all || (mask & (query.notMasks[list] ?? 0)) !== 0) return false
    if ((mask & (query.orMasks[list] ?? 0)) !== 0) chosen = true
  }
  return chosen && !isPrefab(context, id)
}

function isPrefab({ componentMap, entityMasks }: Context, id: number): boolean {
  const prefab = componentMap.get(Prefab)
  return prefab !== undefined && (entityMasks[prefab.generationId]![id]! & prefab.bitflag) !== 0
}

/** Whether the ids that there are, and who of them is alive, are those that were kept. */
function hasIds({ entityIndex: { dense, aliveCount, maxId } }: Context, kept: KeptEntities): boolean {
  return aliveCount === kept.aliveCount && maxId === kept.maxId && isSameList(dense, kept.ids, kept.count)
}

/** Whether all masks up to an id are those that were kept; one that was never written is 0. */
function areMasks(masks: ArrayLike<number>, kept: Int32Array, last: number): boolean {
  for (let id = 1; id <= last; id++) if ((masks[id]! | 0) !== kept[id]) return false
  return true
}

function restoreIds({ entityIndex }: Context, kept: KeptEntities): void {
  const { dense, sparse } = entityIndex
  if (dense.length > kept.count) dense.length = kept.count
  if (sparse.length > kept.maxId + 1) sparse.length = kept.maxId + 1
  for (let i = 0; i < kept.count; i++) {
    const id = kept.ids[i]!
    if (dense[i] === id && sparse[id] === i) continue
    dense[i] = id
    sparse[id] = i
  }
  entityIndex.aliveCount = kept.aliveCount
  entityIndex.maxId = kept.maxId
}

/** The depths of hierarchies are found again when they are asked for. */
function restoreRelations(context: Context, kept: KeptEntities): void {
  const { entitiesWithRelations, hierarchyData, hierarchyActiveRelations, hierarchyQueryCache } = context
  entitiesWithRelations.clear()
  for (let i = 0; i < kept.related.length; i++) entitiesWithRelations.add(kept.related[i] as number)
  hierarchyData.clear()
  hierarchyActiveRelations.clear()
  hierarchyQueryCache.clear()
}

/** No entity of the world has that id or a higher one. */
export function idsEnd(world: World): number {
  return contextOf(world)!.entityIndex.maxId + 1
}

/** Whether other worlds take their ids from the same index: some that are alive are none of this world. */
export function sharesIds(world: World): boolean {
  const { entityIndex, entityComponents } = contextOf(world)!
  return entityComponents.size !== entityIndex.aliveCount
}

/** The queries of a world and what bitECS finds them by, which is made of the numbers of their components. */
export interface QueryNames {
  readonly of: ReadonlyMap<Query, string>
  readonly byName: ReadonlyMap<string, Query>
}

export function queryNames(world: World): QueryNames {
  const byName = contextOf(world)!.queriesHashMap
  return { byName, of: new Map([...byName].map(([name, query]) => [query, name])) }
}

/** Gives those of a list that the world has not used so far their bits, in this order. */
export function useComponents(world: World, components: readonly ComponentRef[]): void {
  const { componentMap } = contextOf(world)!
  for (const one of components) if (one !== undefined && !componentMap.has(one)) registerComponent(world, one)
}

/** The components of a world in the order of their bits: those that are known by their names, the others as ''. */
export function componentNames(world: World, known: Readonly<Record<string, unknown>>): string[] {
  const names = new Map<unknown, string>(Object.entries(known).map(([name, component]) => [component, name]))
  return [...contextOf(world)!.componentMap.keys()].map((component) => names.get(component) ?? '')
}
