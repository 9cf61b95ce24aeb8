import {
  type EntityId, Pair, type World, Wildcard, addComponent, addEntity, commitRemovals, createRelation, createWorld, entityExists, getRelationTargets, observe, onAdd,
  onRemove, query, removeComponent, removeEntity,
} from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPhysics, createSnapshots } from '../../src/index.ts'

const ENTITIES = 8

/** A game whose entities belong to others, and go with them or lose them. */
class Game {
  readonly world: World = createWorld()
  readonly relations = [createRelation({ autoRemoveSubject: true }), createRelation(), createRelation({ exclusive: true })]
  /** What happened to relations whose target went, and the ids that were given out. */
  readonly told: string[] = []

  constructor() {
    addPhysics(this.world)
    this.relations.push(createRelation({ onTargetRemoved: (subject, target) => void this.told.push(`${subject} lost ${target}`) }))
    for (let i = 0; i < ENTITIES; i++) addEntity(this.world)
  }

  play({ kind, subject, target, relation }: Operation): void {
    const { world } = this
    const pair = Pair(this.relations[relation]!, target)
    if (kind === 9) commitRemovals(world)
    else if (kind === 0) this.told.push(`new ${addEntity(world)}`)
    else if (!entityExists(world, subject) || !entityExists(world, target)) return
    else if (kind < 5 && subject !== target) addComponent(world, subject, pair)
    else if (kind < 7) removeComponent(world, subject, pair)
    else removeEntity(world, target)
  }

  /** Who there is, with what it belongs to. */
  get state(): unknown[] {
    return Array.from({ length: 3 * ENTITIES }, (_, i) => {
      const entity = (i + 1) as EntityId
      return entityExists(this.world, entity) && this.relations.map((one) => getRelationTargets(this.world, entity, one).sort((a, b) => a - b))
    })
  }
}

interface Operation {
  readonly kind: number
  readonly subject: number
  readonly target: number
  readonly relation: number
}

/** The first removal of 1 has bitECS ask who belongs to it; and then 2 leaves 1 and comes back, which is a later place in that query. */
const REORDERED: [Operation[], Operation[], Operation[]] = [
  [2, 3, 4].map((subject) => ({ kind: 1, subject, target: 1, relation: 0 })),
  [{ kind: 7, subject: 2, target: 1, relation: 0 }],
  [5, 9, 1, 7, 0, 0, 0].map((kind) => ({ kind, subject: 2, target: 1, relation: 0 })),
]

const id = fc.integer({ min: 1, max: ENTITIES })
const operations = fc.array(fc.record({ kind: fc.nat(9), subject: id, target: id, relation: fc.nat(3) }), { maxLength: 30 })

function played(...parts: (readonly Operation[])[]): Game {
  const game = new Game()
  for (const part of parts) part.forEach((operation) => game.play(operation))
  return game
}

test('entities go with those they belong to in the same order after a restore, so that the same ids are given out', () => {
  fc.assert(fc.property(operations, operations, operations, (before, other, after) => {
    const game = played(before)
    const snapshots = createSnapshots(game.world, { slots: 2 })
    const goOnFrom = (slot: number, straight: Game): void => {
      snapshots.restore(slot)
      const told = game.told.length
      after.forEach((operation) => game.play(operation))
      const newly = game.told.slice(told)
      expect(newly).toEqual(straight.told.slice(straight.told.length - newly.length))
      expect(game.state).toEqual(straight.state)
    }
    snapshots.save(0)
    other.forEach((operation) => game.play(operation))
    snapshots.save(1)
    goOnFrom(0, played(before, after))
    goOnFrom(1, played(before, other, after))
    goOnFrom(0, played(before, after))
  }), { numRuns: 15, examples: [REORDERED] })
})

test('who observes the relations to an entity is told of them after a restore to where nobody did', () => {
  const world = createWorld()
  addPhysics(world)
  const belongsTo = createRelation()
  const [target, one, other] = [addEntity(world), addEntity(world), addEntity(world)]
  addComponent(world, one, Pair(belongsTo, target))
  const snapshots = createSnapshots(world, { slots: 1 })
  snapshots.save(0)
  const told: string[] = []
  observe(world, onAdd(Pair(Wildcard, target)), (entity) => void told.push(`${entity} came`))
  observe(world, onRemove(Pair(Wildcard, target)), (entity) => void told.push(`${entity} went`))
  const results = query(world, [Pair(Wildcard, target)])
  for (let i = 0; i < 3; i++) {
    removeComponent(world, one, Pair(belongsTo, target))
    addComponent(world, other, Pair(belongsTo, target))
    expect(told).toEqual([`${one} went`, `${other} came`])
    told.length = 0
    snapshots.restore(0)
    expect(told).toEqual([])
    expect([...results]).toEqual([one])
    if (i === 1) expect(query(world, [Pair(Wildcard, target)])).toBe(results)
  }
})
