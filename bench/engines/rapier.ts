import type { BodyData, DriveApi, Scene } from '../../examples/scenes/types.ts'
import { resolveSleep, type Engine, type EngineOptions, type Simulation } from './engine.ts'
import { PoseBuffer, isDynamic, loadPeer } from './peer.ts'
import { makeCollider, type ColliderDesc, type ColliderMaker } from './rapier-shapes.ts'

/** What is used of Rapier. Its makers keep full declarations. */
interface Vector { x: number; y: number }
interface RigidBody {
  readonly handle: number
  translation(target?: Vector): Vector
  rotation(): number
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
}
interface World {
  timestep: number
  step(): void
  free(): void
  createRigidBody(desc: RigidBodyDesc): RigidBody
  createCollider(desc: ColliderDesc, body: RigidBody): unknown
  forEachActiveRigidBody(visit: (body: RigidBody) => void): void
}
interface Rapier extends ColliderMaker {
  init(): Promise<void>
  readonly World: new (gravity: Vector) => World
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
  const canSleep = resolveSleep(scene, options, true)
  const bodies = scene.bodies.map((body) => makeBody(rapier, world, body, canSleep))
  // A handle is a float whose bits are index and generation; only a map finds the body again.
  const bodyOf = new Map(bodies.map((body, i) => [body.handle, i]))
  const poses = new PoseBuffer(scene, ['parts'])
  const { data } = poses
  const target = { x: 0, y: 0 }
  const read = (body: RigidBody): void => {
    const to = bodyOf.get(body.handle)! * 4
    const { x, y } = body.translation(target)
    const angle = body.rotation()
    data[to] = x
    data[to + 1] = y
    data[to + 2] = Math.cos(angle)
    data[to + 3] = Math.sin(angle)
  }
  const api = driveApi(bodies)
  let stepIndex = 0
  return {
    step() {
      scene.drive?.(stepIndex++, options.dt, api)
      world.step()
      world.forEachActiveRigidBody(read)
    },
    readPose: (body, out) => poses.read(body, out),
    dispose: () => world.free(),
    countAsleep: () => bodies.filter((body, i) => isDynamic(scene.bodies[i]!) && body.isSleeping()).length,
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
  const made = world.createRigidBody(desc)
  world.createCollider(makeCollider(rapier, body), made)
  for (const part of body.parts ?? []) world.createCollider(makeCollider(rapier, part, part), made)
  if (body.sleeping === true) made.sleep()
  return made
}

function driveApi(bodies: readonly RigidBody[]): DriveApi {
  const velocity = { x: 0, y: 0 }
  return {
    setVelocity(body, vx, vy, angular) {
      velocity.x = vx
      velocity.y = vy
      bodies[body]!.setLinvel(velocity, true)
      bodies[body]!.setAngvel(angular, true)
    },
  }
}
