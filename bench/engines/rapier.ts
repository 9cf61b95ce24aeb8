import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { PoseBuffer, Unsupported, isDynamic, loadPeer } from './peer.ts'
import { plainJoints, type Hinge, type Rod } from './plain-joints.ts'
import { makeCollider, type ColliderDesc, type ColliderMaker } from './rapier-shapes.ts'

/** What is used of Rapier. Its makers keep full declarations. */
interface Vector { x: number; y: number }
interface RigidBody {
  readonly handle: number
  translation(target?: Vector): Vector
  rotation(): number
  linvel(target?: Vector): Vector
  isSleeping(): boolean
  sleep(): void
  setLinvel(velocity: Vector, wake: boolean): void
  setAngvel(velocity: number, wake: boolean): void
}
interface RigidBodyDesc {
  setTranslation(x: number, y: number): RigidBodyDesc
  setRotation(angle: number): RigidBodyDesc
  setLinvel(x: number, y: number): RigidBodyDesc
  setAngvel(velocity: number): RigidBodyDesc
  setCanSleep(can: boolean): RigidBodyDesc
  setCcdEnabled(enabled: boolean): RigidBodyDesc
  setGravityScale(scale: number): RigidBodyDesc
  setLinearDamping(damping: number): RigidBodyDesc
  setAngularDamping(damping: number): RigidBodyDesc
  enabledTranslations(x: boolean, y: boolean): RigidBodyDesc
  lockRotations(): RigidBodyDesc
}
interface Joint { setContactsEnabled(enabled: boolean): void; setLimits(lower: number, upper: number): void }
interface World {
  timestep: number
  step(): void
  free(): void
  createRigidBody(desc: RigidBodyDesc): RigidBody
  removeRigidBody(body: RigidBody): void
  createCollider(desc: ColliderDesc, body: RigidBody): unknown
  createImpulseJoint(joint: object, a: RigidBody, b: RigidBody, wake: boolean): Joint
  forEachActiveRigidBody(visit: (body: RigidBody) => void): void
}
interface Rapier extends ColliderMaker {
  init(): Promise<void>
  readonly World: new (gravity: Vector) => World
  readonly JointData: { revolute(a: Vector, b: Vector): object }
  readonly RigidBodyDesc: {
    dynamic(): RigidBodyDesc
    fixed(): RigidBodyDesc
    kinematicVelocityBased(): RigidBodyDesc
  }
}

/** Rapier, whichever of its builds. */
export function makeRapier(packageName: string): Engine {
  let rapier: Rapier
  return {
    async load() {
      const loaded = await loadPeer<Rapier & { default?: Rapier }>(packageName)
      rapier = loaded.World === undefined && loaded.default !== undefined ? loaded.default : loaded
      await rapier.init()
    },
    describe: ({ sleep }) => `4 solver iterations, sleep ${sleep ?? true ? 'on' : 'off'}, poses of active bodies`,
    create: (scene, options) => create(rapier, scene, options),
  }
}

function create(rapier: Rapier, scene: Scene, options: EngineOptions): Simulation {
  const world = new rapier.World({ ...scene.gravity })
  world.timestep = options.dt
  const bodies = new Bodies(rapier, world, scene, resolveSleep(scene, options, true))
  const { made, poses } = bodies
  for (const joint of plainJoints(scene)) makeJoint(rapier, world, made, joint)
  const writePose = bodies.writePose.bind(bodies)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, bodies)
      world.step()
      world.forEachActiveRigidBody(writePose)
    },
    writePose: (body, out) => poses.read(body, out),
    dispose: () => world.free(),
    countAsleep: () => made.filter((body, i) => body !== null && isDynamic(scene.bodies[i]!) && body.isSleeping()).length,
  }
}

function makeJoint(rapier: Rapier, world: World, made: readonly (RigidBody | null)[], joint: Hinge | Rod): void {
  if (joint.type === 'rod') throw new Unsupported('Rapier has ropes and springs, and no rods')
  const { a, b, localA, localB, turn, limit } = joint
  const hinge = world.createImpulseJoint(rapier.JointData.revolute({ ...localA }, { ...localB }), made[a]!, made[b]!, true)
  hinge.setContactsEnabled(false)
  if (limit !== undefined) hinge.setLimits(limit.lower + turn, limit.upper + turn)
}

/** The bodies of a scene, and what the scene may do to them. */
class Bodies implements DriveApi {
  /** By place in the scene; null where absent. */
  readonly made: (RigidBody | null)[]
  readonly poses: PoseBuffer
  /** A handle is a float whose bits are index and generation; only a map finds the body again. */
  private readonly indices = new Map<number, number>()
  private readonly vector = { x: 0, y: 0 }

  constructor(
    private readonly rapier: Rapier, private readonly world: World, private readonly scene: Scene,
    private readonly canSleep: boolean,
  ) {
    this.poses = new PoseBuffer(scene, ['parts', 'motion', 'absent'])
    this.made = scene.bodies.map((body, i) => (body.absent === true ? null : this.make(body, i)))
  }

  writePose(body: RigidBody): void {
    const { data } = this.poses
    const to = this.indices.get(body.handle)! * 4
    const { x, y } = body.translation(this.vector)
    const angle = body.rotation()
    data[to] = x
    data[to + 1] = y
    data[to + 2] = Math.cos(angle)
    data[to + 3] = Math.sin(angle)
  }

  setVelocity(index: number, vx: number, vy: number, angular: number): void {
    this.vector.x = vx
    this.vector.y = vy
    this.made[index]!.setLinvel(this.vector, true)
    this.made[index]!.setAngvel(angular, true)
  }

  push(index: number, vx: number, vy: number): void {
    const body = this.made[index]!
    const now = body.linvel(this.vector)
    now.x += vx
    now.y += vy
    body.setLinvel(now, true)
  }

  read(index: number, out: Float64Array): void {
    const { x, y } = this.made[index]!.linvel(this.vector)
    out[0] = this.poses.data[index * 4]!
    out[1] = this.poses.data[index * 4 + 1]!
    out[2] = x
    out[3] = y
  }

  spawn(index: number, x: number, y: number, vx: number, vy: number): void {
    const body = { ...this.scene.bodies[index]!, x, y, vx, vy }
    this.made[index] = this.make(body, index)
    this.poses.data.set([x, y, Math.cos(body.angle ?? 0), Math.sin(body.angle ?? 0)], index * 4)
  }

  despawn(index: number): void {
    const body = this.made[index]!
    this.indices.delete(body.handle)
    this.world.removeRigidBody(body)
    this.made[index] = null
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

  private make(body: BodyData, index: number): RigidBody {
    const made = makeBody(this.rapier, this.world, body, this.canSleep)
    this.indices.set(made.handle, index)
    return made
  }
}

function makeBody(rapier: Rapier, world: World, body: BodyData, canSleep: boolean): RigidBody {
  const { RigidBodyDesc: make } = rapier
  let desc = make.dynamic()
  if (body.kind === 'static') desc = make.fixed()
  if (body.kind === 'kinematic') desc = make.kinematicVelocityBased()
  desc.setTranslation(body.x, body.y).setRotation(body.angle ?? 0)
  desc.setLinvel(body.vx ?? 0, body.vy ?? 0).setAngvel(body.angular ?? 0)
  desc.setCanSleep(canSleep).setCcdEnabled(body.bullet === true)
  const { gravityScale = 1, linearDamping = 0, angularDamping = 0, lockX, lockY, lockRotation } = body.motion ?? {}
  desc.setGravityScale(gravityScale).setLinearDamping(linearDamping).setAngularDamping(angularDamping)
  desc.enabledTranslations(lockX !== true, lockY !== true)
  if (lockRotation === true) desc.lockRotations()
  const made = world.createRigidBody(desc)
  world.createCollider(makeCollider(rapier, body), made)
  for (const part of body.parts ?? []) world.createCollider(makeCollider(rapier, part, part), made)
  if (body.sleeping === true) made.sleep()
  return made
}
