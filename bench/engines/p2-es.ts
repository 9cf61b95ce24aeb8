import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { AngleBuffer, commonValue, isDynamic, loadPeer, onlyVelocities, unsupported } from './peer.ts'
import { plainJoints, type Hinge, type Rod } from './plain-joints.ts'

/** What is used of p2-es. */
interface Body {
  readonly position: ArrayLike<number>
  readonly angle: number
  readonly velocity: { 0: number; 1: number }
  angularVelocity: number
  readonly sleepState: number
  addShape(shape: object): void
  sleep(): void
  wakeUp(): void
}
interface World {
  sleepMode: number
  readonly defaultContactMaterial: { friction: number; restitution: number }
  addBody(body: Body): void
  addConstraint(constraint: object): void
  step(dt: number): void
}
interface P2 {
  readonly World: { new (options: object): World; readonly ISLAND_SLEEPING: number; readonly NO_SLEEPING: number }
  readonly Body: {
    new (options: object): Body
    readonly DYNAMIC: number
    readonly STATIC: number
    readonly KINEMATIC: number
    readonly SLEEPING: number
  }
  readonly RevoluteConstraint: new (a: Body, b: Body, options: object) => object & { setLimits(lower: number, upper: number): void }
  readonly DistanceConstraint: new (a: Body, b: Body, options: object) => object
  readonly Box: new (options: object) => object
  readonly Circle: new (options: object) => object
}

let p2: P2

export const engine: Engine = {
  load: async () => { p2 = await loadPeer<P2>('p2-es') },
  describe: ({ sleep }) => `10 iterations, sleep ${sleep ?? false ? 'on (islands)' : 'off'}, sweep and prune, mass 1 a square metre`,
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const world = new p2.World({ gravity: [scene.gravity.x, scene.gravity.y] })
  world.sleepMode = resolveSleep(scene, options, false) ? p2.World.ISLAND_SLEEPING : p2.World.NO_SLEEPING
  world.defaultContactMaterial.friction = commonValue(scene, 'friction') ?? world.defaultContactMaterial.friction
  world.defaultContactMaterial.restitution = commonValue(scene, 'restitution') ?? world.defaultContactMaterial.restitution
  const free = commonValue(scene, 'friction') === 0
  const bodies = scene.bodies.map((body) => makeBody(world, body, free))
  for (const joint of plainJoints(scene)) world.addConstraint(makeJoint(bodies, joint))
  const poses = new AngleBuffer(scene)
  const { data } = poses
  const api = driveApi(bodies)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, api)
      world.step(options.dt)
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i]!
        if (body.sleepState === p2.Body.SLEEPING) continue
        data[i * 3] = body.position[0]!
        data[i * 3 + 1] = body.position[1]!
        data[i * 3 + 2] = body.angle
      }
    },
    writePose: (body, out) => poses.read(body, out),
    countAsleep: () => (
      bodies.filter((body, i) => isDynamic(scene.bodies[i]!) && body.sleepState === p2.Body.SLEEPING).length
    ),
  }
}

function makeJoint(bodies: readonly Body[], joint: Hinge | Rod): object {
  const [a, b] = [bodies[joint.a]!, bodies[joint.b]!]
  const [one, two] = [[joint.localA.x, joint.localA.y], [joint.localB.x, joint.localB.y]]
  if (joint.type === 'rod') {
    return new p2.DistanceConstraint(a, b, { localAnchorA: one, localAnchorB: two, distance: joint.length, collideConnected: false })
  }
  const hinge = new p2.RevoluteConstraint(a, b, { localPivotA: one, localPivotB: two, collideConnected: false })
  if (joint.limit !== undefined) hinge.setLimits(joint.limit.lower + joint.turn, joint.limit.upper + joint.turn)
  return hinge
}

function makeBody(world: World, body: BodyData, free: boolean): Body {
  let type = p2.Body.DYNAMIC
  if (body.kind === 'static') type = p2.Body.STATIC
  if (body.kind === 'kinematic') type = p2.Body.KINEMATIC
  const made = new p2.Body({
    type,
    mass: type === p2.Body.DYNAMIC ? areaOf(body) * (body.density ?? 1) : 0,
    position: [body.x, body.y],
    angle: body.angle ?? 0,
    velocity: [body.vx ?? 0, body.vy ?? 0],
    angularVelocity: body.angular ?? 0,
    // Drag of the air is a default; a world without any friction would not be the same with it.
    ...(free ? { damping: 0, angularDamping: 0 } : {}),
  })
  made.addShape(makeShape(body))
  world.addBody(made)
  if (body.sleeping === true) made.sleep()
  return made
}

function areaOf({ shape }: BodyData): number {
  if (shape.type === 'circle') return Math.PI * shape.radius * shape.radius
  return shape.type === 'box' ? 4 * shape.halfWidth * shape.halfHeight : 1
}

function makeShape(body: BodyData): object {
  const { shape, filter = {} } = body
  const common = {
    ...(filter.category === undefined ? {} : { collisionGroup: filter.category }),
    // By default only the first group is touched, and belonged to.
    collisionMask: filter.mask ?? -1,
  }
  if (shape.type === 'circle') return new p2.Circle({ ...common, radius: shape.radius })
  if (shape.type === 'box') return new p2.Box({ ...common, width: 2 * shape.halfWidth, height: 2 * shape.halfHeight })
  throw unsupported(body)
}

function driveApi(bodies: readonly Body[]): DriveApi {
  return onlyVelocities((index, vx, vy, angular) => {
    const body = bodies[index]!
    body.wakeUp()
    body.velocity[0] = vx
    body.velocity[1] = vy
    body.angularVelocity = angular
  })
}
