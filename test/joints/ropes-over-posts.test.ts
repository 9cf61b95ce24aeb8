import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, capsule, circle, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const LINK = 0.1
const HALF_WIDTH = 0.03
/** The post has a radius of 1. */
const AROUND = 1 + HALF_WIDTH
const HANGING = 14

/** Where the hinges of a rope over the post are, from its left end to the right one. */
function hinges(): [number, number][] {
  const count = Math.floor((Math.PI * AROUND) / LINK)
  const over = Array.from({ length: count + 1 }, (_, i): [number, number] => {
    return [-AROUND * Math.cos((i * Math.PI) / count), AROUND * Math.sin((i * Math.PI) / count)]
  })
  const down = Array.from({ length: HANGING }, (_, i): [number, number] => [AROUND, -(i + 1) * LINK])
  const up = down.map((_, i): [number, number] => [-AROUND, (i - HANGING) * LINK])
  return [...up, ...over, ...down]
}

class Post extends JointWorld {
  readonly links: number[] = []

  constructor(left: number, right: number, friction: number) {
    super({ allowSleep: false })
    this.rub(this.add(circle(1), 0, 0, this.components.Static), friction)
    const points = hinges()
    for (let i = 1; i < points.length; i++) this.link(points[i - 1]!, points[i]!, friction)
    const ends = [points[0]!, points.at(-1)!]
    const loads = ends.map(([x, y], i) => this.load(x, y, i === 0 ? left : right))
    loads.forEach((load, i) => this.joint(revoluteJoint(load, this.links.at(-i)!, { x: ends[i]![0], y: ends[i]![1] })))
  }

  private rub(entity: number, friction: number): void {
    addComponents(this.world, entity, set(this.components.Material, { friction, density: 2 }))
  }

  private link([fromX, fromY]: [number, number], [x, y]: [number, number], friction: number): void {
    const length = Math.hypot(x - fromX, y - fromY)
    const link = this.add(capsule(length / 2 - HALF_WIDTH, HALF_WIDTH), (x + fromX) / 2, (y + fromY) / 2)
    addComponents(this.world, link, set(this.components.Rotation, { angle: Math.atan2(y - fromY, x - fromX) }))
    this.rub(link, friction)
    const before = this.links.at(-1)
    if (before !== undefined) this.joint(revoluteJoint(before, link, { x: fromX, y: fromY }))
    this.links.push(link)
  }

  private load(x: number, y: number, mass: number): number {
    const load = this.add(box(0.1, 0.1), x, y - 0.1)
    addComponents(this.world, load, set(this.components.Material, { density: mass / 0.04 }))
    return load
  }
}

/*
 * They pull the rope through the post and wedge in under it, but fling nothing. What the joints bore as they stopped a load was the wrong thing for
 * the next substep, in which the links had turned by a radian: contacts met links that whirled at 10⁵ rad/s.
 */
test.each([
  [10, 30, 0], [30, 60, 0.3], [50, 150, 0], [300, 300, 0.3],
])('a rope over a post that bears %s and %s kg, 900 times a link and more, is not flung about at 30 steps a second, with friction %s', (left, right, friction) => {
  const t = new Post(left, right, friction)
  const { Velocity } = t.components
  let fastest = 0
  for (let i = 0; i < 45; i++) {
    t.seconds(1 / 30, 1 / 30)
    for (const link of t.links) fastest = Math.max(fastest, Math.hypot(Velocity.x[link]!, Velocity.y[link]!))
  }
  expect(fastest).toBeLessThan(100)
})

// Capstan's formula: half a turn holds e^(µ π) times the other load, 2.57 at a friction of 0.3.
test('a rope over a post holds as much as its friction says, and no more', () => {
  const slid = [2.45, 2.8].map((right) => {
    const t = new Post(1, right, 0.3)
    t.physics.settings.substeps = 16
    for (let i = 0; i < 60; i++) t.step()
    return -1 - t.y(t.links.at(-1)!)
  })
  expect(slid[0]).toBeLessThan(0.36)
  expect(slid[1]).toBeGreaterThan(0.45)
})
