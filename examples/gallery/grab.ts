import { addComponents, addEntity, hasComponent, removeEntity, set } from 'bitecs'
import { EntityBuffer, bodyOf, circle, getMass, isSleeping, jointsOf, motorJoint, moveKinematic, queryPoint, wake } from '../../src/index.ts'
import type { Rope } from './painter.ts'
import type { Simulation } from './simulation.ts'

/** How fast a held point follows the pointer. */
const HERTZ = 5
/** Times its weight that a held body is pulled with at most, and times that of all that hangs together with it. */
const STRENGTH = 30
const STRENGTH_TOGETHER = 2
/** Weights are counted with it also where nothing falls, in m/s². */
const GRAVITY = 10
/** Newton-meters against turning, for each newton-meter that the weight has at the radius of gyration. */
const SPIN_BRAKE = 0.25
/** Bodies that are counted of what hangs together. */
const MOST_TOGETHER = 300

/** Holds one body at a point and pulls that point toward the pointer: a motor joint between it and a hand of its own. */
export class Grab {
  private entity = 0
  /** A kinematic body that nothing touches. */
  private hand = 0
  private joint = 0
  /** The held point in the frame of the body. */
  private localX = 0
  private localY = 0
  private targetX = 0
  private targetY = 0

  private readonly hits = new EntityBuffer()

  constructor(private readonly simulation: Simulation) {}

  /** Whether it holds a body; one that has left the world it no longer holds. */
  get active(): boolean {
    if (this.entity === 0) return false
    const { world, physics } = this.simulation.built
    const { Joint } = physics.components
    return hasComponent(world, this.joint, Joint) && Joint.a[this.joint] === this.hand
  }

  /** Takes the body at (x, y), or the nearest one within `reach`; gives whether there was one. */
  take(x: number, y: number, reach: number): boolean {
    this.release()
    this.entity = this.find(x, y, reach)
    if (this.entity === 0) return false
    const { Position, Rotation } = this.simulation.built.physics.components
    const cos = Math.cos(Rotation.angle[this.entity])
    const sin = Math.sin(Rotation.angle[this.entity])
    const dx = x - Position.x[this.entity]
    const dy = y - Position.y[this.entity]
    this.localX = cos * dx + sin * dy
    this.localY = cos * dy - sin * dx
    this.tie(x, y)
    this.moveTo(x, y)
    return true
  }

  moveTo(x: number, y: number): void {
    this.targetX = x
    this.targetY = y
  }

  /** Lets go; the body keeps the velocity that it was pulled with. */
  release(): void {
    if (this.entity === 0) return
    // The joint goes with the hand.
    removeEntity(this.simulation.built.world, this.hand)
    this.entity = 0
  }

  /** To be called before each step. */
  pull(): void {
    if (this.entity === 0) return
    if (!this.active) return this.release()
    const { world } = this.simulation.built
    if (isSleeping(world, this.entity)) wake(world, this.entity)
    moveKinematic(world, this.hand, this.targetX, this.targetY)
  }

  rope(): Rope {
    const { Position, Rotation } = this.simulation.built.physics.components
    const cos = Math.cos(Rotation.angle[this.entity])
    const sin = Math.sin(Rotation.angle[this.entity])
    return {
      x1: Position.x[this.entity] + cos * this.localX - sin * this.localY,
      y1: Position.y[this.entity] + sin * this.localX + cos * this.localY,
      x2: this.targetX,
      y2: this.targetY,
    }
  }

  /** Makes the hand and the joint. */
  private tie(x: number, y: number): void {
    const { world, physics } = this.simulation.built
    const { Position, Shape, CollisionFilter, Kinematic, Joint } = physics.components
    this.hand = addEntity(world)
    addComponents(
      world, this.hand, set(Position, { x, y }), set(Shape, circle(0.01)), set(CollisionFilter, { category: 0, mask: 0 }), Kinematic,
    )
    const { mass, inertia } = getMass(world, this.entity)
    const maxForce = GRAVITY * (STRENGTH * mass + STRENGTH_TOGETHER * this.massTogether())
    this.joint = addEntity(world)
    addComponents(world, this.joint, set(Joint, motorJoint(this.hand, this.entity, {
      localA: { x: 0, y: 0 }, localB: { x: this.localX, y: this.localY },
      spring: { hertz: HERTZ, dampingRatio: 1, maxForce },
      motor: { maxTorque: SPIN_BRAKE * GRAVITY * Math.sqrt(mass * inertia) },
    })))
  }

  /** The mass of all that hangs together with the held body by joints. */
  private massTogether(): number {
    const { world, physics } = this.simulation.built
    const { Joint, Kinematic, Static } = physics.components
    const known = new Set([this.entity])
    let sum = 0
    for (const body of known) {
      sum += getMass(world, body).mass
      const joints = jointsOf(world, body)
      for (let i = 0; i < joints.count && known.size < MOST_TOGETHER; i++) {
        const joint = joints.entities[i]
        const other = Joint.a[joint] === body ? Joint.b[joint] : Joint.a[joint]
        if (!hasComponent(world, other, Static) && !hasComponent(world, other, Kinematic)) known.add(other)
      }
    }
    return sum
  }

  private find(x: number, y: number, reach: number): number {
    const { built, movers } = this.simulation
    const { bodies } = built.scene
    const { Position } = built.physics.components
    const hits = queryPoint(built.world, x, y, null, this.hits)
    // A part of a body stands for the body.
    for (let i = 0; i < hits.count; i++) hits.entities[i] = bodyOf(built.world, hits.entities[i])
    let nearest = 0
    let nearestDistance = Infinity
    for (let slot = 0; slot < movers.length; slot++) {
      const index = movers[slot]
      const entity = built.entities[index]
      if (bodies[index].kind === 'kinematic' || entity === 0) continue
      let distance = Math.hypot(Position.x[entity] - x, Position.y[entity] - y)
      // A body under the pointer comes before one that is only near.
      if (contains(hits, entity)) distance -= 1e6
      else if (distance > reach) continue
      if (distance < nearestDistance) {
        nearestDistance = distance
        nearest = entity
      }
    }
    return nearest
  }
}

function contains(hits: { readonly count: number; readonly entities: ArrayLike<number> }, entity: number): boolean {
  for (let i = 0; i < hits.count; i++) if (hits.entities[i] === entity) return true
  return false
}
