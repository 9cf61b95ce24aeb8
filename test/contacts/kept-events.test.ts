import { addComponents, addEntity, createWorld, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { MOST_KEPT } from '../../src/contacts/event-buffer.ts'
import { PairEvents } from '../../src/contacts/pair-events.ts'
import { addPhysics, box, circle, clearEvents, stepPhysics } from '../../src/index.ts'

const DT = 1 / 60

/** Balls that hop on a ground: touches begin and end all the time. */
function hopping(keepEvents: boolean) {
  const world = createWorld()
  const physics = addPhysics(world, { keepEvents })
  const { Position, Shape, Static, Material } = physics.components
  addComponents(world, addEntity(world), set(Position, { x: 0, y: -1 }), set(Shape, box(50, 1)), Static)
  const balls = Array.from({ length: 8 }, (_, i) => {
    const ball = addEntity(world)
    addComponents(world, ball, set(Position, { x: 2 * i, y: 0.6 + 0.3 * i }), set(Shape, circle(0.5)), set(Material, { restitution: 0.9 }))
    return ball
  })
  const rows = () => {
    const { contactBegin, contactHit, contactEnd } = physics.events
    return [contactBegin, contactHit, contactEnd].map((events) => Array.from({ length: events.count }, (_, i) => events.b[i]!))
  }
  return { world, physics, balls, rows }
}

describe('events that are kept', () => {
  it('of three steps are those that three polls see, and none twice', () => {
    const [one, many] = [hopping(false), hopping(true)]
    for (let frame = 0; frame < 60; frame++) {
      const polled: number[][] = [[], [], []]
      for (let i = 0; i < 3; i++) {
        stepPhysics(one.world, DT)
        one.rows().forEach((row, k) => polled[k]!.push(...row))
        stepPhysics(many.world, DT)
      }
      expect(many.rows()).toEqual(polled)
      clearEvents(many.world)
      expect(many.rows()).toEqual([[], [], []])
    }
  })

  it('without the option are those of the last step', () => {
    const { world, physics } = hopping(false)
    let seen = 0
    for (let i = 0; i < 200; i++) {
      stepPhysics(world, DT)
      seen = Math.max(seen, physics.events.contactBegin.count)
    }
    expect(seen).toBeLessThan(9)
  })

  it('between two steps join the others, and can be turned off', () => {
    const { world, physics, balls } = hopping(true)
    for (let i = 0; i < 30; i++) stepPhysics(world, DT)
    const { contactBegin, contactEnd } = physics.events
    clearEvents(world)
    for (const ball of balls) removeEntity(world, ball)
    const ended = contactEnd.count
    stepPhysics(world, DT)
    stepPhysics(world, DT)
    expect(contactEnd.count).toBe(ended)
    physics.settings.keepEvents = false
    stepPhysics(world, DT)
    expect([contactBegin.count, contactEnd.count]).toEqual([0, 0])
  })

  it('that nobody reads are the latest, as many as are told', () => {
    const events = new PairEvents()
    for (let step = 0; step < 3; step++) {
      events.beginStep(true)
      for (let i = 0; i < 40000; i++) events.push(step, i + 1)
      events.endStep()
    }
    events.beginStep(true)
    expect([events.count, events.lost]).toEqual([MOST_KEPT, 120000 - MOST_KEPT])
    expect([events.a[MOST_KEPT - 1], events.b[MOST_KEPT - 1]]).toEqual([2, 40000])
    events.clear()
    expect([events.count, events.lost]).toEqual([0, 0])
  })
})
