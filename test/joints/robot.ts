import { addComponents, set } from 'bitecs'
import { type PhysicsOptions, box, capsule, getJointCoordinate, getMass, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** How fast anything is steered to turn at most, in radians a second; each hinge is asked for no more. */
export const TURNS = 2
/** Of a link, in meters, and how far from the middle of the torso the first hinges are. */
export const LINK = 0.5
export const SHOULDER = Math.hypot(0.5, 0.2)

interface RobotOptions {
  readonly limbs: number
  readonly links: number
  readonly maxTorque: number
  /** The density of the torso; a link has 1. */
  readonly torso: number
  readonly limit?: number
  readonly substeps?: number
  readonly gravity?: number
  readonly options?: PhysicsOptions
}

/** A torso with limbs of links, each hinge with a motor and limits, that nothing in the world holds. */
export function makeRobot({ limbs, links, maxTorque, torso: density, limit, substeps = 4, gravity = 0, options }: RobotOptions) {
  const t = new JointWorld({ substeps, allowSleep: false, gravity: { x: 0, y: -gravity }, ...options })
  const { CollisionFilter, Material, Rotation } = t.components
  const bodies: number[] = []
  const motors: number[] = []
  const add = (body: number, heavy: number): number => {
    addComponents(t.world, body, set(CollisionFilter, { category: 2, mask: 1 }), set(Material, { density: heavy }))
    bodies.push(body)
    return body
  }
  const torso = add(t.add(box(0.6, 0.3), 0, 4), density)
  for (let limb = 0; limb < limbs; limb++) {
    const [right, up] = [limb % 2 === 0 ? 1 : -1, limb < 2 ? -1 : 1]
    let last = torso
    for (let k = 0; k < links; k++) {
      const y = 4 + up * (0.2 + k * LINK)
      const link = add(t.add(capsule(LINK / 2, 0.08), 0.5 * right, y + (up * LINK) / 2), 1)
      addComponents(t.world, link, set(Rotation, { angle: Math.PI / 2 }))
      motors.push(t.joint(revoluteJoint(last, link, {
        x: 0.5 * right, y, motor: { speed: 0, maxTorque }, ...(limit !== undefined && { limit: { lower: -limit, upper: limit } }),
      })))
      last = link
    }
  }
  const { Joint, Velocity } = t.components
  const masses = bodies.map((body) => getMass(t.world, body))
  /** Steers each hinge to an angle that goes to and fro, and a little beyond its limits. */
  const steer = (time: number): void => {
    motors.forEach((motor, i) => {
      const speed = 8 * (1.1 * (limit ?? 1) * Math.sin(time * (1 + 0.3 * (i % 5)) + i) - getJointCoordinate(t.world, motor).value)
      Joint.speed[motor] = Math.max(-TURNS, Math.min(TURNS, speed))
    })
  }
  const fastest = (): number => Math.max(...bodies.map((body) => Math.hypot(Velocity.x[body]!, Velocity.y[body]!)))
  const momentum = (): number => Math.hypot(...[Velocity.x, Velocity.y].map((v) => bodies.reduce((sum, body, i) => sum + masses[i]!.mass * v[body]!, 0)))
  /** Without that of height. */
  const energy = (): number => bodies.reduce((sum, body, i) => {
    const { mass, inertia } = masses[i]!
    return sum + (mass * (Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2) + inertia * Velocity.angular[body]! ** 2) / 2
  }, 0)
  return { t, bodies, motors, steer, fastest, momentum, energy }
}
