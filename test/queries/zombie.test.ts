import { addComponents, addEntity, createWorld, set, observe, onRemove, removeEntity, removeComponent, addComponent } from 'bitecs'
import { it, expect } from 'vitest'
import { addPhysics, circle, queryPoint, stepPhysics } from '../../src/index.ts'
for (const which of ['Position','Shape','Rotation','Velocity','BroadphaseAABB','Tag'] as const) it('zombie '+which, () => {
  const world = createWorld()
  const physics = addPhysics(world,{gravity:{x:0,y:0}})
  const Tag = {}
  const c: any = { ...physics.components, Tag }
  const counts: number[] = []
  observe(world, onRemove(c[which]), () => { counts.push(queryPoint(world, 0, 0).count) })
  const e = addEntity(world)
  addComponents(world, e, set(physics.components.Position, {x:0,y:0}), set(physics.components.Shape, circle(1)), Tag)
  stepPhysics(world, 1/60)
  removeEntity(world, e)
  console.log(which, counts, queryPoint(world,0,0).count, physics.bodies.isBody(e), physics.bodies.count)
  stepPhysics(world, 1/60)
  expect(queryPoint(world,0,0).count).toBe(0)
  expect(physics.bodies.count).toBe(0)
})
