import { addComponents, addEntity, entityExists, removeEntity, set, type World } from 'bitecs'
import {
  bodyOf, circle, EntityBuffer, getMass, isSleeping, motorJoint, moveKinematic, queryPoint, wake, type Physics, type PhysicsOptions,
} from '../../src/index.ts'
import { cos, sin } from '../../src/math/rotation.ts'
import type { Recordable } from '../../src/recording/index.ts'
import { buildScene, type BuiltScene } from './build.ts'
import { findScene } from './index.ts'
import type { SceneOptions } from './types.ts'

/** What is written into the file of a recorded scene: enough to make it again. */
export interface AboutScene {
  readonly scene: string
  readonly options?: SceneOptions
}

/** What somebody does to a scene in one step. */
export interface SceneInput {
  /** The places of the controls that are held down. */
  readonly held?: readonly number[]
  /** Where the pointer pulls what it has hold of; it takes hold where it comes to be, of what is not farther away than `reach`. */
  readonly pull?: { readonly x: number; readonly y: number; readonly reach: number }
}

/** A scene as something that can be recorded. */
export interface PlayedScene extends Recordable {
  readonly built: BuiltScene
  readonly about: AboutScene
}

const HERTZ = 5
/** Times its weight that a body is pulled with at most. */
const STRENGTH = 60
const GRAVITY = 10

/**
 * Makes a scene that is driven by inputs alone.
 * @throws Error where the words do not name a scene that there is.
 */
export function playScene(about: unknown, options: PhysicsOptions = {}): PlayedScene {
  const { scene: name, options: size } = Object(about) as Partial<AboutScene>
  const entry = typeof name === 'string' ? findScene(name) : undefined
  if (entry === undefined) throw new Error(`this is a recording of ${JSON.stringify(about)}, and that is no scene of the gallery`)
  let held: readonly number[] = []
  const built = buildScene(entry.create(size), { ...options, held: (control) => held.includes(control) })
  const hand = new RecordedHand(built.world, built.physics)
  return {
    built,
    world: built.world,
    about: { scene: entry.name, ...(size === undefined ? {} : { options: size }) },
    stores: [...built.stores, hand.memory],
    step(input) {
      const { held: now = [], pull } = Object(input) as SceneInput
      held = now
      if (pull === undefined) hand.release()
      else hand.pull(pull.x, pull.y, pull.reach)
      built.step()
    },
  }
}

/** Pulls a body by a motor joint to a kinematic body of its own. All that it knows from step to step is in its memory. */
class RecordedHand {
  /** The body that is held, the hand and the joint; 0 while nothing is pulled, and −1 where there was nothing to take. */
  readonly memory = new Float64Array(3)
  private readonly hits = new EntityBuffer()

  constructor(private readonly world: World, private readonly physics: Physics) {}

  pull(x: number, y: number, reach: number): void {
    if (this.memory[0] === 0) this.take(x, y, reach)
    const [body, hand, joint] = this.memory
    if (body <= 0) return
    if (!entityExists(this.world, body) || !entityExists(this.world, joint)) {
      this.release()
      this.memory[0] = -1
      return
    }
    if (isSleeping(this.world, body)) wake(this.world, body)
    moveKinematic(this.world, hand, x, y)
  }

  release(): void {
    // The joint goes with the hand.
    if (this.memory[0] > 0 && entityExists(this.world, this.memory[1])) removeEntity(this.world, this.memory[1])
    this.memory.fill(0)
  }

  private take(x: number, y: number, reach: number): void {
    const { world, physics: { components: { Position, Rotation, Shape, CollisionFilter, Kinematic, Joint } } } = this
    const body = this.find(x, y, reach)
    this.memory[0] = body === 0 ? -1 : body
    if (body === 0) return
    const hand = addEntity(world)
    addComponents(world, hand, set(Position, { x, y }), set(Shape, circle(0.01)), set(CollisionFilter, { category: 0, mask: 0 }), Kinematic)
    const [dx, dy] = [x - Position.x[body], y - Position.y[body]]
    const [c, s] = [cos(Rotation.angle[body]), sin(Rotation.angle[body])]
    const { mass, inertia } = getMass(world, body)
    const joint = addEntity(world)
    addComponents(world, joint, set(Joint, motorJoint(hand, body, {
      localA: { x: 0, y: 0 }, localB: { x: c * dx + s * dy, y: c * dy - s * dx },
      spring: { hertz: HERTZ, dampingRatio: 1, maxForce: STRENGTH * GRAVITY * mass },
      motor: { maxTorque: 0.25 * GRAVITY * Math.sqrt(mass * inertia) },
    })))
    this.memory.set([body, hand, joint])
  }

  /** The body under a point, or else the nearest one within reach, that can be pulled. */
  private find(x: number, y: number, reach: number): number {
    const { world, hits } = this
    for (const [dx, dy] of [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]]) {
      queryPoint(world, x + dx, y + dy, null, hits)
      for (let i = 0; i < hits.count; i++) {
        const body = bodyOf(world, hits.entities[i])
        if (getMass(world, body).mass < Infinity) return body
      }
    }
    return 0
  }
}
