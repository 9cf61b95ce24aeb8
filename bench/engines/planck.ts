import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { AngleBuffer, isDynamic, loadPeer, onlyVelocities, unsupported } from './peer.ts'
import { plainJoints, type Hinge, type Rod } from './plain-joints.ts'

/** What is used of planck. Its makers keep full declarations. */
interface Vec2 { x: number; y: number }
interface Body {
  getPosition(): Vec2
  getAngle(): number
  isAwake(): boolean
  setAwake(awake: boolean): void
  setLinearVelocity(velocity: Vec2): void
  setAngularVelocity(velocity: number): void
  createFixture(def: object): unknown
}
interface World {
  createBody(def: object): Body
  createJoint(joint: object): unknown
  step(dt: number, velocityIterations: number, positionIterations: number): void
}
interface Planck {
  readonly World: new (def: object) => World
  readonly Circle: new (radius: number) => object
  readonly Box: new (halfWidth: number, halfHeight: number) => object
  readonly RevoluteJoint: new (options: object, a: Body, b: Body, anchor: Vec2) => object
  readonly DistanceJoint: new (options: object, a: Body, b: Body, anchorA: Vec2, anchorB: Vec2) => object
  readonly Settings: { velocityThreshold: number }
}

const VELOCITY_ITERATIONS = 8
const POSITION_ITERATIONS = 3

let planck: Planck

export const engine: Engine = {
  load: async () => { planck = await loadPeer<Planck>('planck') },
  describe: ({ sleep }) => (
    `${VELOCITY_ITERATIONS} velocity and ${POSITION_ITERATIONS} position iterations, `
    + `sleep ${sleep ?? true ? 'on' : 'off'}, continuous on, density 1`
  ),
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const threshold = scene.settings?.restitutionThreshold
  if (threshold !== undefined) planck.Settings.velocityThreshold = threshold
  const world = new planck.World({ gravity: { ...scene.gravity }, allowSleep: resolveSleep(scene, options, true) })
  const bodies = scene.bodies.map((body) => makeBody(world, body))
  for (const joint of plainJoints(scene)) world.createJoint(makeJoint(bodies, joint))
  const moving = bodies.map((body, index) => ({ body, index })).filter(({ index }) => scene.bodies[index]!.kind !== 'static')
  const poses = new AngleBuffer(scene)
  const { data } = poses
  const api = driveApi(bodies)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, api)
      world.step(options.dt, VELOCITY_ITERATIONS, POSITION_ITERATIONS)
      for (let i = 0; i < moving.length; i++) {
        const { body, index } = moving[i]!
        if (!body.isAwake()) continue
        const { x, y } = body.getPosition()
        data[index * 3] = x
        data[index * 3 + 1] = y
        data[index * 3 + 2] = body.getAngle()
      }
    },
    writePose: (body, out) => poses.read(body, out),
    countAsleep: () => bodies.filter((body, i) => isDynamic(scene.bodies[i]!) && !body.isAwake()).length,
  }
}

function makeJoint(bodies: readonly Body[], joint: Hinge | Rod): object {
  const [a, b] = [bodies[joint.a]!, bodies[joint.b]!]
  if (joint.type === 'rod') return new planck.DistanceJoint({}, a, b, { ...joint.worldA }, { ...joint.worldB })
  const { limit } = joint
  const limits = limit === undefined ? {} : { enableLimit: true, lowerAngle: limit.lower, upperAngle: limit.upper }
  return new planck.RevoluteJoint(limits, a, b, { ...joint.worldA })
}

function makeBody(world: World, body: BodyData): Body {
  const made = world.createBody({
    type: body.kind ?? 'dynamic',
    position: { x: body.x, y: body.y },
    angle: body.angle ?? 0,
    linearVelocity: { x: body.vx ?? 0, y: body.vy ?? 0 },
    angularVelocity: body.angular ?? 0,
    awake: body.sleeping !== true,
    bullet: body.bullet === true,
  })
  const fixture: Record<string, unknown> = { shape: makeShape(body), density: body.density ?? 1, isSensor: body.sensor === true }
  if (body.friction !== undefined) fixture.friction = body.friction
  if (body.restitution !== undefined) fixture.restitution = body.restitution
  if (body.filter?.category !== undefined) fixture.filterCategoryBits = body.filter.category
  if (body.filter?.mask !== undefined) fixture.filterMaskBits = body.filter.mask
  made.createFixture(fixture)
  return made
}

function makeShape(body: BodyData): object {
  const { shape } = body
  if (shape.type === 'circle') return new planck.Circle(shape.radius)
  if (shape.type === 'box') return new planck.Box(shape.halfWidth, shape.halfHeight)
  throw unsupported(body)
}

function driveApi(bodies: readonly Body[]): DriveApi {
  return onlyVelocities((index, vx, vy, angular) => {
    const body = bodies[index]!
    body.setAwake(true)
    body.setLinearVelocity({ x: vx, y: vy })
    body.setAngularVelocity(angular)
  })
}
