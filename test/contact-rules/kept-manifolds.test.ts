import { addComponent, addEntity, hasComponent, removeComponent, removeEntity, set, setComponent } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { ContactFlag, KNOWN_STRIDE, Known, MANIFOLD_STRIDE, Manifold } from '../../src/contacts/contact-record.ts'
import { type ShapeData, ShapeType, aabb, box, capsule, circle, isSleeping, markChanged, moveKinematic, polygon, queryPoint } from '../../src/index.ts'
import { STILL } from '../../src/collision/tolerances.ts'
import { randomNumbers } from '../physics/lab.ts'
import { inner } from '../support/inner.ts'
import { separation, sizeOf, worldShape } from '../support/shape-oracle.ts'
import { TestWorld } from '../support/worlds.ts'

/** Flags with which the kernel makes a manifold, and so leaves behind how far shapes without points are apart. */
const SEEN = ContactFlag.Touching | ContactFlag.Grazing

/** What was found right after the narrow phase of each step. */
class Watch {
  readonly wrong: string[] = []
  kept = 0

  constructor(readonly t: TestWorld) {
    const { systems } = t.physics
    systems.splice(systems.findIndex(({ name }) => name === 'NarrowPhase') + 1, 0, { name: 'Watch', run: () => this.look() })
  }

  private look(): void {
    const { contacts } = inner(this.t.physics).collision
    for (let i = 0; i < contacts.activeCount; i++) {
      const contact = contacts.active[i]!
      const apart = (contacts.flags[contact]! & (ContactFlag.Sensor | ContactFlag.Driven)) !== 0
      if (!apart && contacts.foreseen[contact] === 0) this.compare(contact)
    }
  }

  /** The least separation of a manifold against the distance of the shapes where they are. */
  private compare(contact: number): void {
    const physics = inner(this.t.physics)
    const { contacts } = physics.collision
    const { linearSlop, speculativeDistance } = physics.tolerances
    const a = worldShape(physics, contacts.a[contact]!)
    const b = worldShape(physics, contacts.b[contact]!)
    const points = contacts.pointCount[contact]!
    const at = contact * MANIFOLD_STRIDE
    const first = contacts.manifold[at + Manifold.Separation0]!
    const least = points === 2 ? Math.min(first, contacts.manifold[at + Manifold.Separation1]!) : first
    if (Number.isFinite(contacts.known[contact * KNOWN_STRIDE + Known.X]!)) this.kept++
    const exact = separation(a, b)
    const moved = 1.1 * STILL * linearSlop
    // The face that a manifold names may be worse than the best one by a small part of the size.
    const tolerance = moved + 0.0011 * Math.min(sizeOf(a), sizeOf(b))
    const what = `step ${physics.stepCount}: ${contacts.a[contact]} and ${contacts.b[contact]} with ${points} points at ${least}, exact ${exact}`
    if (points > 0) {
      if (Math.abs(least - exact) > tolerance + (exact < 0 ? 0.002 - 0.05 * exact : 0)) this.wrong.push(what)
      return
    }
    if (exact < speculativeDistance - tolerance) this.wrong.push(`${what}: missed`)
    const round = a.core.length === 1 && b.core.length === 1
    if (!round && (contacts.flags[contact]! & ~SEEN) === 0 && first > exact + moved) this.wrong.push(`${what}: not that far apart`)
  }
}

/** A heap with compounds, kinematic and fixed boxes, and what a user may do to any of them. */
class Heap {
  readonly t = new TestWorld()
  private readonly bodies: number[] = []
  private readonly children: number[] = []

  constructor(private readonly random: () => number) {
    const { Shape, Collider, Kinematic, Static } = this.t.components
    this.t.addGround()
    for (let i = 0; i < 40; i++) {
      const body = this.t.add(this.shape(), (i % 8) - 4, 0.7 + Math.floor(i / 8) * 1.1)
      this.bodies.push(body)
      if (i % 5 > 0) continue
      this.children.push(addEntity(this.t.world, set(Shape, box(0.2, 0.2)), set(Collider, { body, x: 0.4, y: 0.1 })))
    }
    for (const x of [-3, 0, 3]) this.bodies.push(this.t.add(box(0.5, 0.2), x, 1, Kinematic), this.t.add(box(0.5, 0.2), x - 1, 2, Static))
  }

  private shape(): ShapeData {
    const w = 0.2 + this.random() * 0.4
    const h = 0.2 + this.random() * 0.4
    const corners = [{ x: -w, y: -h }, { x: w, y: -h }, { x: 0, y: h }]
    const shapes = [aabb(w, h), circle(w), capsule(w, 0.5 * h), polygon(corners), box(w, h), box(w, h)]
    return shapes[Math.floor(this.random() * shapes.length)]!
  }

  private any(ids: readonly number[]): number {
    return ids[Math.floor(this.random() * ids.length)]!
  }

  /** About 0, often so small that a manifold could be kept. */
  private small(): number {
    return (this.random() - 0.5) * (this.random() < 0.5 ? 0.002 : 0.5)
  }

  private toggle(id: number, component: object): void {
    if (hasComponent(this.t.world, id, component)) removeComponent(this.t.world, id, component)
    else addComponent(this.t.world, id, component)
  }

  /** After a plain write: what does not move is only looked at when it is announced. */
  private announce(id: number): void {
    const { world, components: { Static, Kinematic, Disabled } } = this.t
    if (hasComponent(world, id, Disabled)) return
    if (hasComponent(world, id, Static) || hasComponent(world, id, Kinematic) || isSleeping(world, id)) markChanged(world, id)
  }

  edit(): void {
    const { t: { world, components }, random } = this
    const { Position, Rotation, Velocity, Shape, Collider, Static, Kinematic, OneWay, Sensor, Disabled } = components
    const id = this.any(this.bodies)
    const child = this.any(this.children)
    const edits = [
      () => setComponent(world, id, Position, { x: Position.x[id]! + this.small(), y: Position.y[id]! + Math.abs(this.small()) }),
      () => { Position.x[id] = Position.x[id]! + this.small() },
      () => { Rotation.angle[id] = Rotation.angle[id]! + this.small() },
      () => { Velocity.x[id] = (random() - 0.5) * 30 },
      () => setComponent(world, id, Shape, this.shape()),
      () => { if (Shape.type[id] === ShapeType.Box) Shape.halfWidth[id] = Shape.halfWidth[id]! * (0.7 + 0.6 * random()) },
      () => {
        if (Shape.type[id] === ShapeType.Box) Shape.halfHeight[id] = Shape.halfHeight[id]! * (0.7 + 0.6 * random())
        queryPoint(world, 0, 0)
      },
      () => this.toggle(id, OneWay),
      () => this.toggle(id, Sensor),
      () => this.toggle(id, hasComponent(world, id, Static) ? Static : Kinematic),
      () => this.toggle(id, hasComponent(world, id, Kinematic) ? Kinematic : Static),
      () => this.toggle(id, Disabled),
      () => setComponent(world, child, Shape, random() < 0.5 ? box(0.1 + random() * 0.3, 0.2) : circle(0.3)),
      () => setComponent(world, child, Collider, { x: random() - 0.5, y: this.small(), angle: this.small() }),
      () => {
        removeEntity(world, id)
        this.bodies[this.bodies.indexOf(id)] = this.t.add(this.shape(), random() * 8 - 4, 5)
      },
    ]
    edits[Math.floor(random() * edits.length)]!()
    this.announce(this.bodies.includes(id) ? id : this.bodies[0]!)
  }
}

describe('manifolds that are kept', () => {
  test.each([1, 2, 3, 4])('are those of the shapes where they are, whatever is done to them: seed %i', (seed) => {
    const random = randomNumbers(seed)
    const heap = new Heap(random)
    const watch = new Watch(heap.t)
    for (let step = 0; step < 350; step++) {
      if (step > 60 && random() < 0.25) heap.edit()
      heap.t.step()
    }
    expect(watch.wrong.slice(0, 4)).toEqual([])
    expect(watch.kept).toBeGreaterThan(5000)
  })

  test('are not those of a polygon that turns about an origin far from it', () => {
    const t = new TestWorld({ gravity: { x: 0, y: 0 } })
    const blade = t.add(polygon([{ x: 50, y: -0.5 }, { x: 51, y: -0.5 }, { x: 51, y: 0.5 }, { x: 50, y: 0.5 }]), 0, 0, t.components.Kinematic)
    const ball = t.add(circle(0.3), 50.5, 0.83)
    const watch = new Watch(t)
    for (let i = 1; i <= 300; i++) {
      moveKinematic(t.world, blade, 0, 0, i * (0.0001 / 60))
      t.step()
    }
    expect(watch.wrong.slice(0, 4)).toEqual([])
    const { contacts } = inner(t.physics).collision
    expect(contacts.pointCount[contacts.find(blade, ball)]).toBe(1)
  })
})
