/** What the lab uses of Rapier: its own declarations are installed only with the bench. */
declare module '@dimforge/rapier2d-compat' {
  interface Vector { x: number; y: number }
  export class Cuboid {
    constructor(halfWidth: number, halfHeight: number)
    readonly halfExtents: Vector
  }
  export class Ball {
    constructor(radius: number)
    readonly radius: number
  }
  export type Shape = Cuboid | Ball
  export class ColliderDesc {
    static ball(radius: number): ColliderDesc
    static cuboid(halfWidth: number, halfHeight: number): ColliderDesc
    static capsule(halfHeight: number, radius: number): ColliderDesc
    static convexHull(points: Float32Array): ColliderDesc | null
    static compound(shapes: Shape[], positions: Vector[], rotations: number[]): ColliderDesc
    static polyline(points: Float32Array): ColliderDesc
    setTranslation(x: number, y: number): ColliderDesc
    setSensor(sensor: boolean): ColliderDesc
    setFriction(friction: number): ColliderDesc
    setDensity(density: number): ColliderDesc
  }
  export class Collider {
    readonly handle: number
    readonly shape: Shape
    translation(): Vector
    rotation(): number
  }
  export class RigidBodyDesc {
    static fixed(): RigidBodyDesc
    static dynamic(): RigidBodyDesc
    static kinematicPositionBased(): RigidBodyDesc
    static kinematicVelocityBased(): RigidBodyDesc
    setTranslation(x: number, y: number): RigidBodyDesc
    setRotation(angle: number): RigidBodyDesc
  }
  export class RigidBody {
    translation(): Vector
    rotation(): number
    setTranslation(to: Vector, wake: boolean): void
    setLinvel(velocity: Vector, wake: boolean): void
    setAngvel(velocity: number, wake: boolean): void
  }
  export class KinematicCharacterController {
    setUp(up: Vector): void
    setApplyImpulsesToDynamicBodies(on: boolean): void
    setCharacterMass(mass: number): void
    enableAutostep(height: number, width: number, dynamic: boolean): void
    enableSnapToGround(distance: number): void
    setMaxSlopeClimbAngle(angle: number): void
    setMinSlopeSlideAngle(angle: number): void
    computeColliderMovement(
      collider: Collider, movement: Vector, flags?: QueryFilterFlags, groups?: number, accepts?: (collider: Collider) => boolean,
    ): void
    computedMovement(): Vector
    computedGrounded(): boolean
  }
  export enum QueryFilterFlags { EXCLUDE_SENSORS }
  export class World {
    constructor(gravity: Vector)
    timestep: number
    step(): void
    free(): void
    createRigidBody(desc: RigidBodyDesc): RigidBody
    createCollider(desc: ColliderDesc, body?: RigidBody): Collider
    createCharacterController(offset: number): KinematicCharacterController
    intersectionWithShape(
      at: Vector, angle: number, shape: Shape, flags?: QueryFilterFlags, groups?: number, except?: Collider,
    ): Collider | null
  }
  function init(): Promise<void>
  const everything: {
    init: typeof init
    Cuboid: typeof Cuboid
    Ball: typeof Ball
    ColliderDesc: typeof ColliderDesc
    RigidBodyDesc: typeof RigidBodyDesc
    QueryFilterFlags: typeof QueryFilterFlags
    World: typeof World
  }
  export default everything
}
