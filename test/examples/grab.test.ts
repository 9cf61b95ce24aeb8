import { describe, expect, test } from 'vitest'
import { getAllEntities } from 'bitecs'
import { Grab } from '../../examples/gallery/grab.ts'
import { STEP, Simulation } from '../../examples/gallery/simulation.ts'
import { Blueprint } from '../../examples/builders/blueprint.ts'
import { ragdoll } from '../../examples/builders/ragdoll.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { EARTH_GRAVITY, boxShape, floor, viewOf, wall } from '../../examples/scenes/parts.ts'
import { defineScene, type BodyData, type SceneContent } from '../../examples/scenes/types.ts'
import { isSleeping } from '../../src/index.ts'

/** Dragging in the gallery: a motor joint with a limited force. */

class Dragging {
  readonly simulation: Simulation
  readonly grab: Grab

  constructor(content: Partial<SceneContent> & { readonly bodies: readonly BodyData[] }) {
    const words = { name: 'test', title: '', category: '', description: '', lookFor: '' }
    this.simulation = new Simulation(defineScene(words, () => ({ gravity: EARTH_GRAVITY, view: viewOf(0, 0, 1, 1), ...content })))
    this.grab = new Grab(this.simulation)
    this.simulation.beforeStep = () => this.grab.pull()
  }

  seconds(time: number): void {
    for (let i = 0; i < time / STEP; i++) this.simulation.singleStep()
  }

  at(body: number): { x: number; y: number; vx: number; entity: number } {
    const { entities, physics } = this.simulation.built
    const entity = entities[body]!
    const { Position, Velocity } = physics.components
    return { x: Position.x[entity]!, y: Position.y[entity]!, vx: Velocity.x[entity]!, entity }
  }

  get entityCount(): number {
    return getAllEntities(this.simulation.built.world).length
  }
}

const BOX: BodyData = { x: 0, y: 0.5, shape: boxShape(0.5) }

describe('a body that is dragged', () => {
  test('follows the pointer, and flies on when it is let go', () => {
    const t = new Dragging({ bodies: [floor(0, 0, 20), BOX] })
    t.seconds(1)
    expect(isSleeping(t.simulation.built.world, t.at(1).entity)).toBe(true)
    expect(t.grab.take(0.2, 0.6, 0.1)).toBe(true)
    t.grab.moveTo(3.2, 4.6)
    t.seconds(1.5)
    const { x1, y1, x2, y2 } = t.grab.rope()
    expect([x2, y2]).toEqual([3.2, 4.6])
    expect(Math.hypot(x2 - x1, y2 - y1)).toBeLessThan(0.1)
    for (let i = 0; i < 8; i++) {
      t.grab.moveTo(3.2 + i * 0.3, 4.6)
      t.seconds(STEP)
    }
    t.grab.release()
    const { x, vx } = t.at(1)
    expect(vx).toBeGreaterThan(4)
    t.seconds(0.2)
    expect(t.at(1).x - x).toBeGreaterThan(0.6)
  })

  test('wakes when the pointer moves after it has come to rest in the air', () => {
    const t = new Dragging({ bodies: [floor(0, 0, 20), BOX] })
    t.grab.take(0, 0.5, 0.1)
    t.grab.moveTo(0, 3)
    t.seconds(5)
    expect(t.at(1).y).toBeGreaterThan(2.8)
    t.grab.moveTo(2, 3)
    t.seconds(1)
    expect(t.at(1).x).toBeGreaterThan(1.8)
  })

  test('leaves nothing behind when it is let go', () => {
    const t = new Dragging({ bodies: [floor(0, 0, 20), BOX] })
    const before = t.entityCount
    for (let i = 0; i < 3; i++) {
      t.grab.take(0, 0.5, 0.5)
      t.seconds(0.1)
      expect(t.entityCount).toBe(before + 2)
      t.grab.release()
      t.seconds(0.1)
      expect(t.entityCount).toBe(before)
    }
  })

  test('does not get through a wall, however fast it is dragged', () => {
    const t = new Dragging({ bodies: [floor(0, 0, 20), { ...wall(3, 3, 0.02, 3) }, { ...BOX, shape: boxShape(0.2) }] })
    t.grab.take(0, 0.2, 0.5)
    t.grab.moveTo(12, 1)
    for (let i = 0; i < 180; i++) {
      t.seconds(STEP)
      expect(t.at(2).x, `step ${i}`).toBeLessThan(2.95)
    }
    // Pressed against it, not in it.
    expect(t.at(2).x).toBeGreaterThan(2.7)
    expect(t.at(2).x).toBeLessThan(2.83)
  })

  test('is not strong: a heavy block stays where it is under a light one that is pulled against it', () => {
    const heavy = { x: 0, y: 1.5, shape: boxShape(1.5), density: 50 }
    const t = new Dragging({ bodies: [floor(0, 0, 20), heavy, { x: -3, y: 0.3, shape: boxShape(0.3) }] })
    t.seconds(1)
    t.grab.take(-3, 0.3, 0.5)
    t.grab.moveTo(10, 1)
    t.seconds(2)
    expect(Math.abs(t.at(1).x)).toBeLessThan(0.02)
    expect(t.at(2).x).toBeLessThan(-1.7)
  })

  test('draws along what is joined to it', () => {
    const made = new Blueprint([floor(0, 0, 20)])
    ragdoll(made, 0, 2)
    const t = new Dragging(made)
    t.seconds(2)
    const hand = made.bodies.length - 8
    t.grab.take(t.at(hand).x, t.at(hand).y, 0.3)
    t.grab.moveTo(2, 5)
    t.seconds(3)
    for (let part = 1; part < made.bodies.length; part++) expect(t.at(part).y).toBeGreaterThan(2.5)
  })

  test('that leaves the world is let go, also where its id is used again at once', () => {
    const entry = findScene('ragdolls')!
    const simulation = new Simulation({ ...entry, create: () => entry.create({ count: 1 }) })
    const grab = new Grab(simulation)
    simulation.beforeStep = () => grab.pull()
    for (let i = 0; i < 40; i++) simulation.singleStep()
    const { entities, physics, world } = simulation.built
    const place = simulation.built.scene.bodies.findIndex(({ absent }) => absent === true)
    const { Position } = physics.components
    expect(grab.take(Position.x[entities[place]!]!, Position.y[entities[place]!]!, 0.5)).toBe(true)
    for (let i = 0; i < 10; i++) simulation.singleStep()
    expect(grab.active).toBe(false)
    expect(getAllEntities(world).length).toBe(simulation.built.scene.bodies.length + simulation.built.joints.length)
  })
})
