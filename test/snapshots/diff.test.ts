import { addComponent, removeEntity, type World } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { diffWorlds, getPhysics, hashWorld, queryPoint, stepPhysics, applyImpulse, type WorldHashes, type Physics } from '../../src/index.ts'
import { JOINT_STRIDE, JointRecord } from '../../src/joints/joint-record.ts'
import { inner } from '../support/inner.ts'

function makeWorlds() {
  const scene = findScene('ragdolls')!.create({ count: 3 })
  const [one, two] = [buildScene(scene), buildScene(scene, { broadPhase: BROAD_PHASES.grid, capacity: 3000 })]
  for (let i = 0; i < 40; i++) {
    one.step()
    two.step()
  }
  return { a: one.world, b: two.world, physics: two.physics, one, two }
}

describe('diffWorlds', () => {
  it('finds nothing in equal runs, whatever broad phase they have and whoever asked what', () => {
    const { a, b } = makeWorlds()
    expect(diffWorlds(a, b)).toBeNull()
    queryPoint(a, 0, 0)
    stepPhysics(a, 1 / 60)
    stepPhysics(b, 1 / 60)
    expect(diffWorlds(a, b)).toBeNull()
    expect(hashWorld(a, { parts: true })).toEqual(hashWorld(b, { parts: true }))
    expect(hashWorld(a)).toBe(hashWorld(b, {}))
    expect(hashWorld(a)).toBeTypeOf('number')
  })

  const bits = (value: number): number => value * (1 + 2 ** -50)

  it.each<[string, string, keyof WorldHashes | null, (b: World, physics: Physics, entity: number) => void]>([
    ['a position', 'Position.x', 'bodies', (_, { components: { Position } }, id) => (Position.x[id] = bits(Position.x[id]!))],
    ['a friction', 'Material.friction', null, (_, { components: { Material } }, id) => (Material.friction[id] = 0.123)],
    ['a tag', 'Bullet', 'entities', (b, { components }, id) => void addComponent(b, id, components.Bullet)],
    ['a time', 'bodies.quietTime', null, (_, physics, id) => (inner(physics).bodies.quietTime[id] = 77)],
  ])('names %s, the entity and both values', (_, column, part, change) => {
    const { a, b, physics, two } = makeWorlds()
    const entity = two.entities[12]!
    const before = hashWorld(b, { parts: true })
    change(b, physics, entity)
    const found = diffWorlds(a, b)!
    expect(found).toMatchObject({ entity, other: 0, column })
    expect(found.a).not.toBe(found.b)
    expect(found.text).toBe(`entity ${entity}: ${column} is ${found.a} in the first and ${found.b} in the second`)
    expect(diffWorlds(b, a)).toMatchObject({ entity, column, a: found.b, b: found.a })
    const after = hashWorld(b, { parts: true })
    expect((Object.keys(after) as (keyof WorldHashes)[]).filter((key) => after[key] !== before[key])).toEqual(part === null ? [] : [part])
  })

  it('names who is missing, an impulse, a joint and a setting', () => {
    const { a, b, physics, two } = makeWorlds()
    const { contacts } = inner(physics).collision
    const contact = [...contacts.active.subarray(0, contacts.activeCount)].find((one) => contacts.pointCount[one]! > 0 && contacts.impulse[one * 4]! > 0)!
    const before = hashWorld(b, { parts: true })
    const impulse = contacts.impulse[contact * 4]!
    contacts.impulse[contact * 4] = 99
    expect(diffWorlds(a, b)).toMatchObject({ entity: contacts.a[contact], other: contacts.b[contact], column: 'contact.normalImpulse', a: impulse, b: 99 })
    expect(hashWorld(b, { parts: true })).toEqual({ ...before, contacts: expect.anything() as number })
    expect(hashWorld(b, { parts: true }).contacts).not.toBe(before.contacts)
    contacts.impulse[contact * 4] = impulse
    expect(diffWorlds(a, b)).toBeNull()
    inner(physics).joints.record[JOINT_STRIDE + JointRecord.PointX] = 5
    expect(diffWorlds(a, b)?.column).toMatch(/^joints\.record/)
    expect(hashWorld(b, { parts: true }).joints).not.toBe(before.joints)
    const { a: c, b: d, physics: other } = makeWorlds()
    other.settings.substeps = 9
    expect(diffWorlds(c, d)).toMatchObject({ entity: 0, column: 'settings.substeps', a: 4, b: 9 })
    removeEntity(d, two.entities[5]!)
    expect(diffWorlds(c, d)).toMatchObject({ entity: two.entities[5]!, column: 'exists', a: 1, b: 0 })
  })

  it('of two runs names the body that was pushed', () => {
    const { a, b, one } = makeWorlds()
    const body = one.entities[12]!
    applyImpulse(a, body, 0, 1e-9)
    stepPhysics(a, 1 / 60)
    stepPhysics(b, 1 / 60)
    expect(diffWorlds(a, b)!.entity).toBeLessThanOrEqual(body)
    expect(inner(getPhysics(a)!).farewells).toEqual([])
  })
})
