import { expect, it } from 'vitest'
import { EntityEvents } from '../../src/contacts/entity-events.ts'
import { TestWorld } from '../support/worlds.ts'

it('names every body where there are more events than there was room for', () => {
  const events = new EntityEvents()
  for (let entity = 1; entity <= 300; entity++) events.push(entity)
  expect([...events.entities.subarray(0, events.count)]).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
})

it('names every body that falls asleep in one step', () => {
  const world = new TestWorld()
  world.addGround()
  const balls = Array.from({ length: 80 }, (_, i) => world.ball(i - 40, 0.5))
  for (let i = 0; i < 120 && world.physics.events.sleep.count === 0; i++) world.step()
  const { sleep } = world.physics.events
  expect(new Set(sleep.entities.subarray(0, sleep.count))).toEqual(new Set(balls))
})
