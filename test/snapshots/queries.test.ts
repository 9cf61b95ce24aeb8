import {
  type EntityId, Not, Or, type Query, type World, addComponent, addEntity, asBuffer, createWorld, entityExists, noCommit, observe, onAdd, query,
  removeComponent, removeEntity,
} from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPhysics, createSnapshots, rect, spawnBody } from '../../src/index.ts'
import { contextOf } from '../../src/bitecs-internals.ts'

interface Results {
  readonly results: readonly number[]
  readonly leaving: readonly number[]
  readonly isDirty: boolean
}

/** What every query of a world has, written down number by number. */
function writeDown(world: World): Map<Query, Results> {
  const { queries, dirtyQueries } = contextOf(world)!
  return new Map([...queries].map((one) => [
    one, { results: [...one.dense], leaving: [...one.toRemove.dense], isDirty: dirtyQueries.has(one) },
  ]))
}

test('a query of as many as before, of whom the same is the last, comes back in its old order', () => {
  const world = createWorld()
  addPhysics(world)
  const tag = {}
  const [a, b, c, d] = Array.from({ length: 4 }, () => {
    const entity = addEntity(world)
    addComponent(world, entity, tag)
    return entity
  }) as [EntityId, EntityId, EntityId, EntityId]
  const snapshots = createSnapshots(world)
  expect([...query(world, [tag])]).toEqual([a, b, c, d])
  snapshots.save()
  for (const one of [d, a]) {
    removeComponent(world, one, tag)
    query(world, [tag])
  }
  for (const one of [a, d]) addComponent(world, one, tag)
  expect([...query(world, [tag])]).toEqual([c, b, a, d])
  snapshots.restore()
  expect([...query(world, [tag])]).toEqual([a, b, c, d])
})

test('who stayed after all is told from who came when the others had gone', () => {
  const world = createWorld()
  addPhysics(world)
  const tag = {}
  const [a, b, c, d, e] = Array.from({ length: 5 }, () => addEntity(world)) as [EntityId, EntityId, EntityId, EntityId, EntityId]
  for (const one of [a, b, c, d]) addComponent(world, one, tag)
  query(world, [tag])
  const snapshots = createSnapshots(world, { slots: 2 })
  for (const one of [b, d]) removeComponent(world, one, tag)
  snapshots.save(0)
  for (const one of [b, d]) addComponent(world, one, tag)
  snapshots.save(1)
  snapshots.restore(0)
  query(world, [tag])
  for (const one of [e, d]) addComponent(world, one, tag)
  expect([...query(world, [tag])]).toEqual([a, c, e, d])
  snapshots.restore(1)
  expect([...query(world, [tag])]).toEqual([a, b, c, d])
})

const SLOTS = 3
const operation = fc.record({ kind: fc.nat(13), which: fc.nat(11), tag: fc.nat(2), slot: fc.nat(SLOTS - 1) })

test('queries come back as they were, whatever was added, removed, taken out and saved in between', () => {
  fc.assert(fc.property(fc.array(operation, { minLength: 1, maxLength: 60 }), (operations) => {
    const world = createWorld()
    addPhysics(world)
    const tags = [{}, {}, {}]
    const entities: EntityId[] = Array.from({ length: 6 }, () => addEntity(world))
    const snapshots = createSnapshots(world, { slots: SLOTS })
    const saved: (Map<Query, Results> | null)[] = Array.from({ length: SLOTS }, () => null)
    const terms = [[tags[0]!], [tags[0]!, Not(tags[1]!)], [Or(tags[1]!, tags[2]!)]]
    let throwing = false
    observe(world, onAdd(tags[2]!), () => {
      if (throwing) throw new Error('the observer of a user')
    })
    for (const { kind, which, tag, slot } of operations) {
      const entity = entities[which % entities.length]!
      const alive = entityExists(world, entity)
      if (kind < 3 && alive) {
        throwing = kind === 0
        try {
          addComponent(world, entity, tags[tag]!)
        } catch {
          // What it leaves behind is what is to come back.
        }
        throwing = false
      } else if (kind < 5 && alive) removeComponent(world, entity, tags[tag]!)
      else if (kind === 5 && alive) removeEntity(world, entity)
      else if (kind === 6) entities.push(tag === 0 ? addEntity(world) : spawnBody(world, { shape: rect(1, 1) }))
      else if (kind === 7) query(world, terms[tag]!)
      else if (kind === 8) query(world, terms[tag]!, noCommit)
      else if (kind === 9) query(world, terms[tag]!, asBuffer)
      else if (kind < 12) {
        snapshots.save(slot)
        saved[slot] = writeDown(world)
      } else if (saved[slot] !== null) {
        snapshots.restore(slot)
        const now = writeDown(world)
        for (const [one, then] of saved[slot]!) expect(now.get(one)).toEqual(then)
      }
    }
  }), { numRuns: 60 })
})
