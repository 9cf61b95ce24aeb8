import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { type JointMaker, makeJoints } from './box2d-joints.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { makeShape, type ShapeMaker, type Vec2 } from './box2d-shapes.ts'
import { PoseBuffer, Unsupported, isDynamic, loadPeer, usesSensors } from './peer.ts'

/** What is used of box2d3-wasm. Its makers keep full declarations. */
interface BodyId { readonly index1: number }
interface BodyDef {
  type: unknown
  position: Vec2
  rotation: unknown
  linearVelocity: Vec2
  angularVelocity: number
  isAwake: boolean
  isBullet: boolean
  gravityScale: number
  linearDamping: number
  angularDamping: number
  motionLocks: { linearX: boolean; linearY: boolean; angularZ: boolean }
  delete(): void
}
interface WorldDef { gravity: Vec2; enableSleep: boolean; workerCount: number; restitutionThreshold: number }
interface BodyEvents { readonly moveCount: number; readonly $$: { readonly ptr: number }; delete(): void }
interface Counters { readonly byteCount: number; readonly contactCount: number; delete(): void }
interface Box2D extends ShapeMaker, JointMaker {
  readonly HEAPU8: Uint8Array
  readonly b2BodyType: { b2_staticBody: unknown; b2_kinematicBody: unknown; b2_dynamicBody: unknown }
  b2MakeRot(angle: number): unknown
  b2DefaultWorldDef(): WorldDef
  b2DefaultBodyDef(): BodyDef
  b2CreateWorld(def: WorldDef): unknown
  b2DestroyWorld(world: unknown): void
  b2CreateBody(world: unknown, def: BodyDef): BodyId
  b2World_Step(world: unknown, dt: number, substeps: number): void
  b2World_GetBodyEvents(world: unknown): BodyEvents
  b2World_GetCounters(world: unknown): Counters
  b2DestroyBody(body: BodyId): void
  b2Body_GetLinearVelocity(body: BodyId): Vec2
  b2Body_SetLinearVelocity(body: BodyId, velocity: Vec2): void
  b2Body_SetAngularVelocity(body: BodyId, velocity: number): void
  b2Body_SetAwake(body: BodyId, awake: boolean): void
  b2Body_IsAwake(body: BodyId): boolean
}

const SUBSTEPS = 4
/** 32-bit words of a b2BodyMoveEvent: user data, x, y, cosine, sine, index, generation, fell asleep. */
const EVENT_WORDS = 8

let box2d: Box2D

export const engine: Engine = {
  async load() {
    const { default: make } = await loadPeer<{ default(options: object): Promise<Box2D> }>('box2d3-wasm')
    // On Node the entry picks the build with SIMD wherever SIMD is there; no thread is used.
    box2d = await make({ pthreadCount: 0 })
  },
  describe: ({ sleep }) => (
    `${SUBSTEPS} substeps, sleep ${sleep ?? true ? 'on' : 'off'}, continuous on, SIMD build, no workers, events off but of sensors, `
    + 'poses read straight from the array of move events'
  ),
  create,
}

function create(scene: Scene, options: EngineOptions): Simulation {
  const world = makeWorld(scene, options)
  const bodies = new Bodies(world, scene)
  makeJoints(box2d, world, bodies.ids, scene)
  const { ids, poses, indices } = bodies
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, bodies)
      box2d.b2World_Step(world, options.dt, SUBSTEPS)
      readPoses(world, indices, poses.data)
    },
    writePose: (body, out) => poses.read(body, out),
    dispose: () => box2d.b2DestroyWorld(world),
    countAsleep: () => ids.filter((id, i) => id !== null && isDynamic(scene.bodies[i]!) && !box2d.b2Body_IsAwake(id)).length,
    facts() {
      const counters = box2d.b2World_GetCounters(world)
      const facts = { pairs: counters.contactCount, bytes: counters.byteCount }
      counters.delete()
      return facts
    },
  }
}

/** The bodies of a scene, and what the scene may do to them. */
class Bodies implements DriveApi {
  /** By place in the scene; null where absent. */
  readonly ids: (BodyId | null)[]
  /** Place in the scene by the engine's own index. */
  readonly indices: number[] = []
  readonly poses: PoseBuffer
  private readonly sensorEvents: boolean
  private readonly velocity = new box2d.b2Vec2(0, 0)

  constructor(private readonly world: unknown, private readonly scene: Scene) {
    this.poses = new PoseBuffer(scene, ['parts', 'motion', 'absent'])
    this.sensorEvents = usesSensors(scene)
    this.ids = scene.bodies.map((body, i) => (body.absent === true ? null : this.make(body, i)))
  }

  setVelocity(index: number, vx: number, vy: number, angular: number): void {
    const id = this.ids[index]!
    this.velocity.x = vx
    this.velocity.y = vy
    box2d.b2Body_SetAwake(id, true)
    box2d.b2Body_SetLinearVelocity(id, this.velocity)
    box2d.b2Body_SetAngularVelocity(id, angular)
  }

  push(index: number, vx: number, vy: number): void {
    const id = this.ids[index]!
    const now = box2d.b2Body_GetLinearVelocity(id)
    now.x += vx
    now.y += vy
    box2d.b2Body_SetAwake(id, true)
    box2d.b2Body_SetLinearVelocity(id, now)
    now.delete()
  }

  read(index: number, out: Float64Array): void {
    const { data } = this.poses
    const now = box2d.b2Body_GetLinearVelocity(this.ids[index]!)
    out[0] = data[index * 4]!
    out[1] = data[index * 4 + 1]!
    out[2] = now.x
    out[3] = now.y
    now.delete()
  }

  spawn(index: number, x: number, y: number, vx: number, vy: number): void {
    const body = { ...this.scene.bodies[index]!, x, y, vx, vy }
    this.ids[index] = this.make(body, index)
    this.poses.data.set([x, y, Math.cos(body.angle ?? 0), Math.sin(body.angle ?? 0)], index * 4)
  }

  despawn(index: number): void {
    box2d.b2DestroyBody(this.ids[index]!)
    this.ids[index] = null
    this.poses.clear(index)
  }

  explode(): never {
    throw new Unsupported('explosions of this engine are not set up')
  }

  walk(): never {
    throw new Unsupported('characters of this engine are not set up')
  }

  setMotor(): never {
    throw new Unsupported('motors of this engine are not set up to be steered')
  }

  held(): boolean {
    return false
  }

  private make(body: BodyData, index: number): BodyId {
    const id = makeBody(this.world, body, this.sensorEvents)
    this.indices[id.index1] = index
    return id
  }
}

let words: Uint32Array = new Uint32Array(0)
let floats: Float32Array = new Float32Array(0)

/** Reading by the classes of the package makes three objects a body; the memory itself makes none. */
function readPoses(world: unknown, indices: readonly number[], out: Float64Array): void {
  const events = box2d.b2World_GetBodyEvents(world)
  const { buffer } = box2d.HEAPU8
  if (words.buffer !== buffer) {
    words = new Uint32Array(buffer)
    floats = new Float32Array(buffer)
  }
  const record = events.$$.ptr >> 2
  const count = words[record + 1]!
  let at = words[record]! >> 2
  for (let i = 0; i < count; i++, at += EVENT_WORDS) {
    const to = indices[words[at + 5]!]! * 4
    out[to] = floats[at + 1]!
    out[to + 1] = floats[at + 2]!
    out[to + 2] = floats[at + 3]!
    out[to + 3] = floats[at + 4]!
  }
  events.delete()
}

function makeWorld(scene: Scene, options: EngineOptions): unknown {
  const def = box2d.b2DefaultWorldDef()
  def.gravity = new box2d.b2Vec2(scene.gravity.x, scene.gravity.y)
  def.enableSleep = resolveSleep(scene, options, true)
  def.workerCount = 0
  if (scene.settings?.restitutionThreshold !== undefined) def.restitutionThreshold = scene.settings.restitutionThreshold
  return box2d.b2CreateWorld(def)
}

function makeBody(world: unknown, body: BodyData, sensorEvents: boolean): BodyId {
  const { b2BodyType: types } = box2d
  const def = box2d.b2DefaultBodyDef()
  def.type = types.b2_dynamicBody
  if (body.kind === 'static') def.type = types.b2_staticBody
  if (body.kind === 'kinematic') def.type = types.b2_kinematicBody
  const position = new box2d.b2Vec2(body.x, body.y)
  const velocity = new box2d.b2Vec2(body.vx ?? 0, body.vy ?? 0)
  def.position = position
  def.rotation = box2d.b2MakeRot(body.angle ?? 0)
  def.linearVelocity = velocity
  def.angularVelocity = body.angular ?? 0
  def.isAwake = body.sleeping !== true
  def.isBullet = body.bullet === true
  const { gravityScale = 1, linearDamping = 0, angularDamping = 0, lockX, lockY, lockRotation } = body.motion ?? {}
  def.gravityScale = gravityScale
  def.linearDamping = linearDamping
  def.angularDamping = angularDamping
  def.motionLocks.linearX = lockX === true
  def.motionLocks.linearY = lockY === true
  def.motionLocks.angularZ = lockRotation === true
  const id = box2d.b2CreateBody(world, def)
  makeShape(box2d, id, body, sensorEvents)
  for (const part of body.parts ?? []) makeShape(box2d, id, part, sensorEvents, part)
  position.delete()
  velocity.delete()
  def.delete()
  return id
}
