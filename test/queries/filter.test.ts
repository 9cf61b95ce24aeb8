import { Not, Or, addComponent, addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import {
  type BroadPhaseFactory,
  type QueryFilter,
  addPhysics,
  bodyOf,
  castRay,
  castRayAll,
  chain,
  circle,
  nearest,
  queryPairs,
  queryPoint,
  queryRegion,
  stepPhysics,
} from '../../src/index.ts'

/** Five circles in a row along x, at 0, 2, 4, 6 and 8. */
function row(broadPhase: BroadPhaseFactory = BROAD_PHASES.quadtree) {
  const world = createWorld()
  const physics = addPhysics(world, { broadPhase })
  const { Position, Shape, Static, CollisionFilter, Sensor } = physics.components
  const balls = [0, 2, 4, 6, 8].map((x, i) => {
    const ball = addEntity(world)
    addComponents(world, ball, set(Position, { x, y: 0 }), set(Shape, circle(0.5)), Static)
    addComponent(world, ball, set(CollisionFilter, { category: 1 << i, mask: i < 3 ? 0xff : 0xff00 }))
    return ball
  })
  addComponent(world, balls[1]!, Sensor)
  const found = (filter?: QueryFilter) => {
    const view = queryRegion(world, -1, -1, 9, 1, filter)
    return Array.from(view.entities.subarray(0, view.count)).map((ball) => balls.indexOf(ball))
  }
  return { world, physics, balls, found }
}

describe('a filter', () => {
  it('goes by category, mask, exclusion and sensor', () => {
    const { found, balls } = row()
    expect(found()).toEqual([0, 2, 3, 4])
    expect(found({ includeSensors: true })).toEqual([0, 1, 2, 3, 4])
    expect(found({ mask: 0b1100 })).toEqual([2, 3])
    expect(found({ mask: 0 })).toEqual([])
    expect(found({ category: 0x100 })).toEqual([3, 4])
    expect(found({ category: 1, mask: 0b11, includeSensors: true })).toEqual([0, 1])
    expect(found({ mask: 0xffffffff })).toEqual([0, 2, 3, 4])
    expect(found({ exclude: balls[2]! })).toEqual([0, 3, 4])
    expect(found({ exclude: [balls[0]!, balls[4]!] })).toEqual([2, 3])
    expect(found({ exclude: new Uint32Array([balls[0]!]) })).toEqual([2, 3, 4])
    expect(found({ predicate: (entity) => entity > balls[2]! })).toEqual([3, 4])
  })

  it('takes query terms, which follow the components', () => {
    const { world, found, balls } = row()
    const Enemy = {}
    const Dead = {}
    for (const i of [0, 2, 3]) addComponent(world, balls[i]!, Enemy)
    addComponent(world, balls[2]!, Dead)
    expect(found({ terms: [Enemy] })).toEqual([0, 2, 3])
    expect(found({ terms: [Enemy, Not(Dead)] })).toEqual([0, 3])
    expect(found({ terms: [Not(Enemy)] })).toEqual([4])
    addComponent(world, balls[4]!, Dead)
    expect(found({ terms: [Or(Enemy, Dead)] })).toEqual([0, 2, 3, 4])
    expect(found({ terms: [Enemy, Not(Dead)] })).toEqual([0, 3])
  })

  it('sees a part and its body as one entity', () => {
    const { world, physics } = row()
    const { Position, Shape, Collider } = physics.components
    const [Enemy, Dead, Head] = [{}, {}, {}]
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: 20, y: 0 }), set(Shape, circle(1)), Enemy)
    const head = addEntity(world)
    addComponents(world, head, set(Shape, circle(0.5)), set(Collider, { body, x: 0, y: 1.2 }), Head)
    const found = (...terms: NonNullable<QueryFilter['terms']>) => castRay(world, 20, 9, 20, 0, { terms })?.entity
    expect(found(Enemy)).toBe(head)
    expect(found(Head)).toBe(head)
    expect(found(Enemy, Head)).toBe(head)
    expect(found(Enemy, Not(Head))).toBe(body)
    expect(found(Not(Dead))).toBe(head)
    addComponent(world, body, Dead)
    expect(found(Not(Dead))).toBeUndefined()
    expect(castRay(world, 20, 9, 20, 0, { exclude: body })).toBeNull()
    expect(castRay(world, 20, 9, 20, 0, { exclude: head })!.entity).toBe(body)
  })

  it('finds the links of a chain by the tags of the chain, in pairs too', () => {
    const world = createWorld()
    const { Position, Shape, Static } = addPhysics(world).components
    const [Ground, Ball] = [{}, {}]
    const floor = addEntity(world)
    const points = [-5, -1, 1, 5].map((x) => ({ x, y: 0 }))
    addComponents(world, floor, set(Position, { x: 0, y: 0 }), set(Shape, chain(points)), Static, Ground)
    const ball = addEntity(world)
    addComponents(world, ball, set(Position, { x: 0, y: 0.5 }), set(Shape, circle(0.5)), Ball)
    stepPhysics(world, 1 / 60)
    expect(bodyOf(world, castRay(world, 3, 2, 3, -2, { terms: [Ground] })!.entity)).toBe(floor)
    const pairs = queryPairs(world, [Ball], [Ground])
    expect(pairs.count).toBe(1)
    expect([pairs.a[0], bodyOf(world, pairs.b[0]!)]).toEqual([ball, floor])
  })

  it('may ask the world again', () => {
    for (const broadPhase of [BROAD_PHASES.quadtree, BROAD_PHASES.grid]) {
      const { world, balls, found } = row(broadPhase)
      const hasNeighbor = (entity: number): boolean => {
        const others = nearest(world, 2 * balls.indexOf(entity), 0, 2, 1.6, { exclude: entity, predicate: () => queryPoint(world, 0, 0).count > 0 })
        return others.count > 0
      }
      expect(found({ predicate: hasNeighbor })).toEqual([2, 3, 4])
      const hit = castRay(world, -3, 0, 9, 0, { predicate: (entity) => found({ exclude: entity }).length === 3 && entity !== balls[0] })
      expect(hit!.entity).toBe(balls[2])
    }
  })

  it('may even change the world', () => {
    for (const broadPhase of Object.values(BROAD_PHASES)) {
      const { world, balls, physics } = row(broadPhase)
      const { Position, Shape } = physics.components
      const predicate = (entity: number) => {
        if (entity === balls[0]) removeEntity(world, balls[2]!)
        for (let i = 0; i < 100; i++) addComponents(world, addEntity(world), set(Position, { x: 100 + i, y: 0 }), set(Shape, circle(0.1)))
        return true
      }
      const hits = castRayAll(world, -3, 0, 9, 0, { predicate })
      expect(Array.from(hits.entities.subarray(0, hits.count))).toEqual([balls[0], balls[3], balls[4]])
      expect(queryRegion(world, 50, -1, 500, 1).count).toBe(300)
    }
  })
})
