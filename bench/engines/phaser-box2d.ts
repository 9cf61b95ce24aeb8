import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { PoseBuffer, isDynamic, loadPeer, onlyVelocities, unsupported } from './peer.ts'
import { plainJoints, type Hinge, type Rod } from './plain-joints.ts'

/** What is used of phaser-box2d. */
interface BodyId { readonly index1: number }
interface Transform { readonly p: { readonly x: number; readonly y: number }; readonly q: { readonly c: number; readonly s: number } }
interface PhaserBox2D {
  readonly b2Vec2: new (x: number, y: number) => object
  readonly b2Circle: new (center: object, radius: number) => object
  readonly b2BodyType: { b2_staticBody: number; b2_kinematicBody: number; b2_dynamicBody: number }
  b2CreateWorldArray(): void
  b2DefaultWorldDef(): Record<string, unknown>
  b2DefaultBodyDef(): Record<string, unknown>
  b2DefaultShapeDef(): Record<string, unknown>
  b2MakeRot(angle: number): object
  b2MakeBox(halfWidth: number, halfHeight: number): object
  b2CreateWorld(def: object): object
  b2DestroyWorld(world: object): void
  b2CreateBody(world: object, def: object): BodyId
  b2CreatePolygonShape(body: BodyId, def: object, polygon: object): unknown
  b2CreateCircleShape(body: BodyId, def: object, circle: object): unknown
  b2DefaultRevoluteJointDef(): Record<string, unknown>
  b2DefaultDistanceJointDef(): Record<string, unknown>
  b2CreateRevoluteJoint(world: object, def: object): unknown
  b2CreateDistanceJoint(world: object, def: object): unknown
  b2World_Step(world: object, dt: number, substeps: number): void
  b2World_GetBodyEvents(world: object): {
    readonly moveCount: number
    readonly moveEvents: readonly { readonly transform: Transform; readonly bodyId: BodyId }[]
  }
  b2Body_IsAwake(body: BodyId): boolean
  b2Body_SetAwake(body: BodyId, awake: boolean): void
  b2Body_SetLinearVelocity(body: BodyId, velocity: object): void
  b2Body_SetAngularVelocity(body: BodyId, velocity: number): void
}

const SUBSTEPS = 4

let phaser: PhaserBox2D

export const engine: Engine = {
  async load() {
    // The package names an entry that it does not ship.
    phaser = await loadPeer<PhaserBox2D>('phaser-box2d/dist/PhaserBox2D.js')
    phaser.b2CreateWorldArray()
  },
  describe: ({ sleep }) => `${SUBSTEPS} substeps, sleep ${sleep ?? true ? 'on' : 'off'}, continuous on, contact events off`,
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const world = makeWorld(scene, options)
  const bodies = scene.bodies.map((body) => makeBody(world, body))
  for (const joint of plainJoints(scene)) makeJoint(world, bodies, joint)
  const bodyOf = new Int32Array(Math.max(...bodies.map((id) => id.index1)) + 1)
  bodies.forEach((id, i) => { bodyOf[id.index1] = i })
  const poses = new PoseBuffer(scene)
  const { data } = poses
  const api = driveApi(bodies)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, api)
      phaser.b2World_Step(world, options.dt, SUBSTEPS)
      const { moveCount, moveEvents } = phaser.b2World_GetBodyEvents(world)
      for (let i = 0; i < moveCount; i++) {
        const { transform: { p, q }, bodyId } = moveEvents[i]!
        const index = bodyOf[bodyId.index1]!
        data[index * 4] = p.x
        data[index * 4 + 1] = p.y
        data[index * 4 + 2] = q.c
        data[index * 4 + 3] = q.s
      }
    },
    writePose: (body, out) => poses.read(body, out),
    dispose: () => phaser.b2DestroyWorld(world),
    countAsleep: () => bodies.filter((body, i) => isDynamic(scene.bodies[i]!) && !phaser.b2Body_IsAwake(body)).length,
  }
}

function makeWorld(scene: Scene, options: EngineOptions): object {
  const def = phaser.b2DefaultWorldDef()
  def.gravity = new phaser.b2Vec2(scene.gravity.x, scene.gravity.y)
  def.enableSleep = resolveSleep(scene, options, true)
  if (scene.settings?.restitutionThreshold !== undefined) def.restitutionThreshold = scene.settings.restitutionThreshold
  return phaser.b2CreateWorld(def)
}

function makeJoint(world: object, bodies: readonly BodyId[], joint: Hinge | Rod): void {
  const def = joint.type === 'hinge' ? phaser.b2DefaultRevoluteJointDef() : phaser.b2DefaultDistanceJointDef()
  def.bodyIdA = bodies[joint.a]
  def.bodyIdB = bodies[joint.b]
  def.localAnchorA = new phaser.b2Vec2(joint.localA.x, joint.localA.y)
  def.localAnchorB = new phaser.b2Vec2(joint.localB.x, joint.localB.y)
  if (joint.type === 'rod') {
    def.length = joint.length
    phaser.b2CreateDistanceJoint(world, def)
    return
  }
  def.referenceAngle = joint.turn
  if (joint.limit !== undefined) Object.assign(def, { enableLimit: true, lowerAngle: joint.limit.lower, upperAngle: joint.limit.upper })
  phaser.b2CreateRevoluteJoint(world, def)
}

function makeBody(world: object, body: BodyData): BodyId {
  const { b2BodyType: types } = phaser
  const def = phaser.b2DefaultBodyDef()
  def.type = types.b2_dynamicBody
  if (body.kind === 'static') def.type = types.b2_staticBody
  if (body.kind === 'kinematic') def.type = types.b2_kinematicBody
  def.position = new phaser.b2Vec2(body.x, body.y)
  def.rotation = phaser.b2MakeRot(body.angle ?? 0)
  def.linearVelocity = new phaser.b2Vec2(body.vx ?? 0, body.vy ?? 0)
  def.angularVelocity = body.angular ?? 0
  def.isAwake = body.sleeping !== true
  def.isBullet = body.bullet === true
  const id = phaser.b2CreateBody(world, def)
  const shapeDef = phaser.b2DefaultShapeDef()
  shapeDef.enableSensorEvents = false
  shapeDef.enableContactEvents = false
  for (const key of ['friction', 'restitution', 'density'] as const) {
    if (body[key] !== undefined) shapeDef[key] = body[key]
  }
  if (body.filter !== undefined) {
    const { category = 1, mask = 0xffffffff } = body.filter
    shapeDef.filter = { categoryBits: category, maskBits: mask, groupIndex: 0 }
  }
  shapeDef.isSensor = body.sensor === true
  const { shape } = body
  if (shape.type === 'circle') {
    phaser.b2CreateCircleShape(id, shapeDef, new phaser.b2Circle(new phaser.b2Vec2(0, 0), shape.radius))
  } else if (shape.type === 'box') {
    phaser.b2CreatePolygonShape(id, shapeDef, phaser.b2MakeBox(shape.halfWidth, shape.halfHeight))
  } else {
    throw unsupported(body)
  }
  return id
}

function driveApi(bodies: readonly BodyId[]): DriveApi {
  return onlyVelocities((index, vx, vy, angular) => {
    const body = bodies[index]!
    phaser.b2Body_SetAwake(body, true)
    phaser.b2Body_SetLinearVelocity(body, new phaser.b2Vec2(vx, vy))
    phaser.b2Body_SetAngularVelocity(body, angular)
  })
}
