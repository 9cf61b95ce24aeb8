import RAPIER, {
  type Collider, type ColliderDesc, type Cuboid, type KinematicCharacterController, type RigidBody, type RigidBodyDesc, type World,
} from '@dimforge/rapier2d-compat'
import {
  type BoxOptions, type Foot, HALF_WIDTH, HEAD, type Hero, type HeroOptions, type Input, LEGS, type Lab, SIX_GON, type Thing,
} from '../../examples/characters/lab.ts'
import { jumpSpeed } from '../../src/index.ts'

/** The offset that its documentation uses. */
const SKIN = 0.01

/** To be called once, before the first lab. */
export async function initRapier(): Promise<void> {
  await RAPIER.init()
}

function footOf(foot: Foot): ColliderDesc {
  switch (foot) {
    case 'circle': return RAPIER.ColliderDesc.ball(0.5)
    case 'box': return RAPIER.ColliderDesc.cuboid(0.4, 0.5)
    case 'capsule': return RAPIER.ColliderDesc.capsule(0.2, 0.3)
    case 'polygon': return RAPIER.ColliderDesc.convexHull(new Float32Array(SIX_GON.flat()))!
    case 'compound': {
      const shapes = [new RAPIER.Cuboid(LEGS.halfWidth, LEGS.halfHeight), new RAPIER.Ball(HEAD.radius)]
      return RAPIER.ColliderDesc.compound(shapes, [{ x: 0, y: LEGS.y }, { x: 0, y: HEAD.y }], [0, 0])
    }
  }
}

class RapierHero implements Hero {
  input: Input = {}
  grounded = false
  vx = 0
  vy = 0
  readonly lab: RapierLab
  readonly body: RigidBody
  readonly collider: Collider
  readonly controller: KinematicCharacterController
  readonly foot: Foot
  private up = [0, 1]

  constructor(lab: RapierLab, foot: Foot, x: number, y: number, options: HeroOptions) {
    this.lab = lab
    this.foot = foot
    this.body = lab.world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y))
    this.collider = lab.world.createCollider(footOf(foot), this.body)
    const controller = lab.world.createCharacterController(SKIN)
    controller.setApplyImpulsesToDynamicBodies(true)
    controller.setCharacterMass(2)
    controller.enableAutostep(options.stepHeight ?? 0.3, 0.1, true)
    controller.enableSnapToGround(options.snap ?? 0.3)
    controller.setMaxSlopeClimbAngle(options.maxSlope ?? Math.PI / 4)
    controller.setMinSlopeSlideAngle(options.maxSlope ?? Math.PI / 4)
    this.controller = controller
    if (options.up !== undefined) this.setUp(options.up[0], options.up[1])
  }

  get x(): number {
    return this.body.translation().x
  }

  get y(): number {
    return this.body.translation().y
  }

  setUp(x: number, y: number): void {
    this.up = [x, y]
    this.controller.setUp({ x, y })
  }

  fits(height: number): boolean {
    const shape = new RAPIER.Cuboid(HALF_WIDTH[this.foot], height / 2)
    const at = { x: this.x, y: this.y - 0.5 + height / 2 }
    return this.lab.world.intersectionWithShape(at, 0, shape, RAPIER.QueryFilterFlags.EXCLUDE_SENSORS, undefined, this.collider) === null
  }

  /** What a game does with it: gravity adds up in the air, and a bump at the ceiling ends a jump. */
  move(dt: number): void {
    const [ux, uy] = this.up as [number, number]
    const { gravity } = this.lab
    const run = this.input.run ?? 0
    let rise = (this.grounded ? 0 : this.vx * ux + this.vy * uy) - gravity * dt
    if (this.input.jump !== undefined && this.grounded) rise = jumpSpeed(this.input.jump, gravity, dt)
    const wanted = { x: (run * uy + rise * ux) * dt, y: (rise * uy - run * ux) * dt }
    const drops = this.input.drop === true
    // Nothing may be asked while it is being moved.
    const passable = new Set<number>()
    for (const collider of this.lab.oneWays) if (drops || !this.isAbove(collider)) passable.add(collider.handle)
    this.controller.computeColliderMovement(
      this.collider, wanted, RAPIER.QueryFilterFlags.EXCLUDE_SENSORS, undefined,
      (collider) => !passable.has(collider.handle),
    )
    const moved = this.controller.computedMovement()
    this.grounded = this.controller.computedGrounded()
    this.body.setTranslation({ x: this.x + moved.x, y: this.y + moved.y }, true)
    const got = (moved.x * ux + moved.y * uy) / dt
    const left = rise > 0 && got < 0.5 * rise ? 0 : rise
    this.vx = run * uy + left * ux
    this.vy = left * uy - run * ux
  }

  /** Whether its feet are beyond the face of a one-way platform. */
  private isAbove(collider: Collider): boolean {
    const at = collider.translation()
    const angle = collider.rotation()
    const half = (collider.shape as Cuboid).halfExtents.y
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)]
    const middle = (this.x - at.x) * nx + (this.y - at.y) * ny
    const reach = this.foot === 'circle' ? 0.5
      : this.foot === 'capsule' ? 0.3 + 0.2 * Math.abs(ny)
      : HALF_WIDTH[this.foot] * Math.abs(nx) + 0.5 * Math.abs(ny)
    return middle - reach > half - 1e-3
  }
}

/** A world of Rapier with its character controller, set up as its documentation does. */
export class RapierLab implements Lab {
  readonly name = 'rapier'
  readonly skin = SKIN
  readonly world: World
  readonly heroes: RapierHero[] = []
  readonly oneWays: Collider[] = []
  readonly gravity: number

  constructor(gravity: number) {
    this.gravity = gravity
    this.world = new RAPIER.World({ x: 0, y: -gravity })
  }

  box(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body(RAPIER.RigidBodyDesc.fixed(), x, y, halfWidth, halfHeight, options)
  }

  ground(points: readonly (readonly [number, number])[]): void {
    this.world.createCollider(RAPIER.ColliderDesc.polyline(new Float32Array(points.flat())))
    this.world.step()
  }

  platform(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body(RAPIER.RigidBodyDesc.kinematicVelocityBased(), x, y, halfWidth, halfHeight, options)
  }

  crate(x: number, y: number, halfWidth: number, halfHeight: number, options: BoxOptions = {}): Thing {
    return this.body(RAPIER.RigidBodyDesc.dynamic(), x, y, halfWidth, halfHeight, options)
  }

  sensor(x: number, y: number, halfWidth: number, halfHeight: number): void {
    this.world.createCollider(RAPIER.ColliderDesc.cuboid(halfWidth, halfHeight).setTranslation(x, y).setSensor(true))
  }

  hero(foot: Foot, x: number, y: number, options: HeroOptions = {}): Hero {
    const hero = new RapierHero(this, foot, x, y, options)
    this.heroes.push(hero)
    return hero
  }

  frame(dt: number): void {
    this.world.timestep = dt
    this.world.step()
    for (const hero of this.heroes) hero.move(dt)
  }

  free(): void {
    this.world.free()
  }

  private body(
    kind: RigidBodyDesc, x: number, y: number, halfWidth: number, halfHeight: number,
    { angle = 0, oneWay = false, friction = 0.6, density = 1 }: BoxOptions,
  ): Thing {
    const body = this.world.createRigidBody(kind.setTranslation(x, y).setRotation(angle))
    const desc = RAPIER.ColliderDesc.cuboid(halfWidth, halfHeight).setFriction(friction).setDensity(density)
    const collider = this.world.createCollider(desc, body)
    if (oneWay) this.oneWays.push(collider)
    return {
      get x() { return body.translation().x },
      get y() { return body.translation().y },
      get angle() { return body.rotation() },
      drive: (vx, vy, spin = 0) => {
        body.setLinvel({ x: vx, y: vy }, true)
        body.setAngvel(spin, true)
      },
    }
  }
}
