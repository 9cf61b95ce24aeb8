import type { JointData, LimitData, PointData, Scene, SpringData } from '../../examples/scenes/types.ts'
import type { Vec2 } from './box2d-shapes.ts'
import { Unsupported } from './peer.ts'
import { type Ends, endsOf } from './plain-joints.ts'

/** What is used of box2d3-wasm to make joints. Its makers keep full declarations. */
interface Deletable { delete(): void }
interface Transform extends Deletable { p: Vec2; q: unknown }
interface JointDef extends Deletable {
  readonly base: { bodyIdA: unknown; bodyIdB: unknown; localFrameA: Transform; localFrameB: Transform; collideConnected: boolean }
}
interface Spring { enableSpring: boolean; hertz: number; dampingRatio: number }
interface Limit { enableLimit: boolean }
interface Motor { enableMotor: boolean; motorSpeed: number }
interface RevoluteJointDef extends JointDef, Spring, Limit, Motor { lowerAngle: number; upperAngle: number; maxMotorTorque: number }
interface DistanceJointDef extends JointDef, Spring, Limit, Motor { length: number; minLength: number; maxLength: number; maxMotorForce: number }
interface PrismaticJointDef extends JointDef, Spring, Limit, Motor { lowerTranslation: number; upperTranslation: number; maxMotorForce: number }
interface WheelJointDef extends JointDef, Spring, Limit, Motor { lowerTranslation: number; upperTranslation: number; maxMotorTorque: number }
interface WeldJointDef extends JointDef { angularHertz: number; angularDampingRatio: number }
interface MotorJointDef extends JointDef { linearHertz: number; linearDampingRatio: number; maxSpringForce: number }
export interface JointMaker {
  readonly b2Vec2: new (x: number, y: number) => Vec2
  readonly b2Transform: new () => Transform
  b2MakeRot(angle: number): unknown
  b2DefaultRevoluteJointDef(): RevoluteJointDef
  b2DefaultDistanceJointDef(): DistanceJointDef
  b2DefaultPrismaticJointDef(): PrismaticJointDef
  b2DefaultWheelJointDef(): WheelJointDef
  b2DefaultWeldJointDef(): WeldJointDef
  b2DefaultMotorJointDef(): MotorJointDef
  b2DefaultFilterJointDef(): JointDef
  b2CreateRevoluteJoint(world: unknown, def: RevoluteJointDef): unknown
  b2CreateDistanceJoint(world: unknown, def: DistanceJointDef): unknown
  b2CreatePrismaticJoint(world: unknown, def: PrismaticJointDef): unknown
  b2CreateWheelJoint(world: unknown, def: WheelJointDef): unknown
  b2CreateWeldJoint(world: unknown, def: WeldJointDef): unknown
  b2CreateMotorJoint(world: unknown, def: MotorJointDef): unknown
  b2CreateFilterJoint(world: unknown, def: JointDef): unknown
}

type Of<Type extends JointData['type']> = Extract<JointData, { readonly type: Type }>

/** Makes the joints of a scene between bodies that are there. */
export function makeJoints(box2d: JointMaker, world: unknown, ids: readonly unknown[], scene: Scene): void {
  const maker = new Maker(box2d, world, ids, scene)
  for (const joint of scene.joints ?? []) maker.make(joint)
}

class Maker {
  constructor(
    private readonly box2d: JointMaker, private readonly world: unknown, private readonly ids: readonly unknown[], private readonly scene: Scene,
  ) {}

  /** @throws Unsupported when it has no such joint, or the joint is to break: then its user would have to take it out. */
  make(joint: JointData): void {
    if (joint.breakForce !== undefined || joint.breakTorque !== undefined) throw new Unsupported('joints that break are not set up for box2d3-wasm')
    switch (joint.type) {
      case 'distance': return this.makeDistance(joint)
      case 'revolute': return this.makeRevolute(joint)
      case 'prismatic': return this.makePrismatic(joint)
      case 'wheel': return this.makeWheel(joint)
      case 'weld': return this.makeWeld(joint)
      case 'motor': return this.makeMotor(joint)
      case 'filter': {
        const def = this.begin(this.box2d.b2DefaultFilterJointDef(), joint, { x: 0, y: 0 })
        this.box2d.b2CreateFilterJoint(this.world, def)
        return def.delete()
      }
      default: throw new Unsupported(`box2d3-wasm has no joint of type ${joint.type}`)
    }
  }

  private makeDistance(joint: Of<'distance'>): void {
    const { from, to, motor, limit } = joint
    const def = this.begin(this.box2d.b2DefaultDistanceJointDef(), joint, from, to)
    def.length = Math.hypot(to.x - from.x, to.y - from.y)
    setSpring(def, joint.spring)
    if (limit !== undefined) {
      // Without a spring of no stiffness it would be a rod.
      def.enableSpring = def.enableLimit = true
      def.minLength = limit.lower
      def.maxLength = limit.upper
    }
    setForce(def, motor)
    this.box2d.b2CreateDistanceJoint(this.world, def)
    def.delete()
  }

  private makeRevolute(joint: Of<'revolute'>): void {
    // The frame of A is turned as B stands, so that the angle is 0 there.
    const def = this.begin(this.box2d.b2DefaultRevoluteJointDef(), joint, joint, joint, this.angle(joint.b))
    setSpring(def, joint.spring)
    if (joint.limit !== undefined) {
      def.enableLimit = true
      def.lowerAngle = joint.limit.lower
      def.upperAngle = joint.limit.upper
    }
    setTorque(def, joint.motor)
    this.box2d.b2CreateRevoluteJoint(this.world, def)
    def.delete()
  }

  private makePrismatic(joint: Of<'prismatic'>): void {
    const def = this.begin(this.box2d.b2DefaultPrismaticJointDef(), joint, joint, joint, angleOf(joint.axis))
    setSpring(def, joint.spring)
    setWay(def, joint.limit)
    setForce(def, joint.motor)
    this.box2d.b2CreatePrismaticJoint(this.world, def)
    def.delete()
  }

  private makeWheel(joint: Of<'wheel'>): void {
    const def = this.begin(this.box2d.b2DefaultWheelJointDef(), joint, joint, joint, angleOf(joint.axis))
    // It has one by default, which is of another stiffness.
    def.enableSpring = false
    setSpring(def, joint.spring)
    setWay(def, joint.limit)
    setTorque(def, joint.motor)
    this.box2d.b2CreateWheelJoint(this.world, def)
    def.delete()
  }

  private makeWeld(joint: Of<'weld'>): void {
    const def = this.begin(this.box2d.b2DefaultWeldJointDef(), joint, joint, joint, this.angle(joint.b))
    if (joint.angularSpring !== undefined) {
      def.angularHertz = joint.angularSpring.hertz
      def.angularDampingRatio = joint.angularSpring.dampingRatio
    }
    this.box2d.b2CreateWeldJoint(this.world, def)
    def.delete()
  }

  private makeMotor(joint: Of<'motor'>): void {
    const def = this.begin(this.box2d.b2DefaultMotorJointDef(), joint, joint)
    def.linearHertz = joint.spring.hertz
    def.linearDampingRatio = joint.spring.dampingRatio
    def.maxSpringForce = joint.spring.maxForce
    this.box2d.b2CreateMotorJoint(this.world, def)
    def.delete()
  }

  /** Fills in the ends. `angle` is that of both frames in the world; by default they stand as their bodies do. */
  private begin<Def extends JointDef>(def: Def, joint: JointData, from: PointData, to: PointData = from, angle?: number): Def {
    const { a, b, localA, localB }: Ends = endsOf(joint, this.scene.bodies, from, to)
    def.base.bodyIdA = this.ids[a]
    def.base.bodyIdB = this.ids[b]
    def.base.localFrameA = this.frame(localA, angle === undefined ? 0 : angle - this.angle(a))
    def.base.localFrameB = this.frame(localB, angle === undefined ? 0 : angle - this.angle(b))
    def.base.collideConnected = joint.collideConnected ?? false
    return def
  }

  private angle(body: number): number {
    return this.scene.bodies[body]!.angle ?? 0
  }

  private frame({ x, y }: PointData, angle: number): Transform {
    const made = new this.box2d.b2Transform()
    made.p = new this.box2d.b2Vec2(x, y)
    made.q = this.box2d.b2MakeRot(angle)
    return made
  }
}

function angleOf({ x, y }: PointData): number {
  return Math.atan2(y, x)
}

function setSpring(def: Spring, spring: SpringData | undefined): void {
  if (spring === undefined) return
  def.enableSpring = true
  def.hertz = spring.hertz
  def.dampingRatio = spring.dampingRatio
}

function setForce(def: Motor & { maxMotorForce: number }, motor: { readonly speed: number; readonly maxForce: number } | undefined): void {
  if (motor === undefined) return
  def.enableMotor = true
  def.motorSpeed = motor.speed
  def.maxMotorForce = motor.maxForce
}

function setTorque(def: Motor & { maxMotorTorque: number }, motor: { readonly speed: number; readonly maxTorque: number } | undefined): void {
  if (motor === undefined) return
  def.enableMotor = true
  def.motorSpeed = motor.speed
  def.maxMotorTorque = motor.maxTorque
}

function setWay(def: Limit & { lowerTranslation: number; upperTranslation: number }, limit: LimitData | undefined): void {
  if (limit === undefined) return
  def.enableLimit = true
  def.lowerTranslation = limit.lower
  def.upperTranslation = limit.upper
}
