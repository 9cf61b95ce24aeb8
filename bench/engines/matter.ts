import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { AngleBuffer, commonValue, isDynamic, loadPeer, onlyVelocities, unsupported } from './peer.ts'
import { clusters, plainJoints, type Hinge, type Rod } from './plain-joints.ts'

/** What is used of matter-js. */
interface Vector { x: number; y: number }
interface Body { readonly position: Vector; readonly angle: number; readonly isSleeping: boolean }
interface MatterEngine { readonly world: object; readonly gravity: { x: number; y: number; scale: number } }
interface Matter {
  readonly Engine: { create(options: object): MatterEngine; update(engine: MatterEngine, milliseconds: number): void }
  readonly Bodies: {
    circle(x: number, y: number, radius: number, options: object): Body
    rectangle(x: number, y: number, width: number, height: number, options: object): Body
  }
  readonly Body: {
    setVelocity(body: Body, velocity: Vector): void
    setAngularVelocity(body: Body, velocity: number): void
    setPosition(body: Body, position: Vector, updateVelocity: boolean): void
    setAngle(body: Body, angle: number, updateVelocity: boolean): void
  }
  readonly Constraint: { create(options: object): object }
  readonly Sleeping: { set(body: Body, sleeping: boolean): void }
  readonly Composite: { add(world: object, parts: readonly object[]): void }
}

/** Pixels of a metre: every tolerance of matter-js is in pixels, and its demos have bodies of some 20 to 80. */
const SCALE = 50
/** Velocities are pixels in this many milliseconds. */
const BASE_DELTA = 1000 / 60

let matter: Matter

export const engine: Engine = {
  async load() {
    const loaded = await loadPeer<Matter & { default?: Matter }>('matter-js')
    matter = loaded.default ?? loaded
  },
  describe: ({ sleep }) => (
    `6 position and 4 velocity iterations, sleep ${sleep ?? false ? 'on' : 'off'}, ${SCALE} px a metre, `
    + 'circles are polygons of up to 26 corners'
  ),
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const world = matter.Engine.create({ enableSleeping: resolveSleep(scene, options, false) })
  world.gravity.x = scene.gravity.x
  world.gravity.y = scene.gravity.y
  world.gravity.scale = SCALE / 1e6
  // Drag of the air is a default; a world without any friction would not be the same with it.
  const frictionAir = commonValue(scene, 'friction') === 0 ? { frictionAir: 0 } : {}
  const joints = plainJoints(scene)
  // Bodies that a constraint holds collide; only what is of one group does not, so all of a figure or chain is.
  const groups = clusters(scene.bodies, joints)
  const bodies = scene.bodies.map((body, i) => makeBody(body, groups[i]!, frictionAir))
  matter.Composite.add(world.world, bodies)
  matter.Composite.add(world.world, joints.map((joint) => makeJoint(scene, bodies, joint)))
  bodies.forEach((body, i) => start(body, scene.bodies[i]!))
  const poses = new AngleBuffer(scene)
  const { data } = poses
  const api = driveApi(bodies, scene, options.dt)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, api)
      matter.Engine.update(world, options.dt * 1000)
      for (let i = 0; i < bodies.length; i++) {
        const body = bodies[i]!
        data[i * 3] = body.position.x / SCALE
        data[i * 3 + 1] = body.position.y / SCALE
        data[i * 3 + 2] = body.angle
      }
    },
    writePose: (body, out) => poses.read(body, out),
    countAsleep: () => bodies.filter((body, i) => isDynamic(scene.bodies[i]!) && body.isSleeping).length,
  }
}

/** There are no hinges, but rods without a length, and no limits. */
function makeJoint({ bodies: data }: Scene, bodies: readonly Body[], joint: Hinge | Rod): object {
  const { a, b, worldA, worldB } = joint
  const offset = (body: BodyData, point: Vector): Vector => ({ x: (point.x - body.x) * SCALE, y: (point.y - body.y) * SCALE })
  return matter.Constraint.create({
    bodyA: bodies[a], bodyB: bodies[b], pointA: offset(data[a]!, worldA), pointB: offset(data[b]!, worldB),
    length: joint.type === 'rod' ? joint.length * SCALE : 0,
  })
}

function makeBody(body: BodyData, group: number, common: object): Body {
  const options: Record<string, unknown> = { ...common, isStatic: body.kind !== undefined, angle: body.angle ?? 0 }
  if (body.friction !== undefined) {
    options.friction = body.friction
    options.frictionStatic = body.friction === 0 ? 0 : undefined
  }
  if (options.frictionStatic === undefined) delete options.frictionStatic
  if (body.restitution !== undefined) options.restitution = body.restitution
  if (body.density !== undefined) options.density = body.density / (SCALE * SCALE)
  const { category = 1, mask = 0xffffffff } = body.filter ?? {}
  options.collisionFilter = { category, mask, group: -group }
  if (body.sensor === true) options.isSensor = true
  const { shape } = body
  const x = body.x * SCALE
  const y = body.y * SCALE
  if (shape.type === 'circle') return matter.Bodies.circle(x, y, shape.radius * SCALE, options)
  if (shape.type !== 'box') throw unsupported(body)
  return matter.Bodies.rectangle(x, y, 2 * shape.halfWidth * SCALE, 2 * shape.halfHeight * SCALE, options)
}

function start(body: Body, data: BodyData): void {
  if (data.kind !== undefined) return
  setVelocity(body, data.vx ?? 0, data.vy ?? 0, data.angular ?? 0)
  if (data.sleeping === true) matter.Sleeping.set(body, true)
}

function setVelocity(body: Body, vx: number, vy: number, angular: number): void {
  matter.Body.setVelocity(body, { x: vx * SCALE * BASE_DELTA / 1000, y: vy * SCALE * BASE_DELTA / 1000 })
  matter.Body.setAngularVelocity(body, angular * BASE_DELTA / 1000)
}

/** There are no kinematic bodies: a static one is set to its next place, and told that this is a velocity. */
function driveApi(bodies: readonly Body[], scene: Scene, dt: number): DriveApi {
  return onlyVelocities((index, vx, vy, angular) => {
    const body = bodies[index]!
    if (scene.bodies[index]!.kind === 'kinematic') {
      const { x, y } = body.position
      matter.Body.setPosition(body, { x: x + vx * SCALE * dt, y: y + vy * SCALE * dt }, true)
      matter.Body.setAngle(body, body.angle + angular * dt, true)
      return
    }
    if (body.isSleeping) matter.Sleeping.set(body, false)
    setVelocity(body, vx, vy, angular)
  })
}
