import type { PointData } from '../../examples/scenes/types.ts'
import type { Vec2 } from './box2d-shapes.ts'
import type { Hinge, Rod } from './plain-joints.ts'

/** What is used of box2d3-wasm to make joints. Its makers keep full declarations. */
interface Deletable { delete(): void }
interface Transform extends Deletable { p: Vec2; q: unknown }
interface JointDef extends Deletable {
  readonly base: { bodyIdA: unknown; bodyIdB: unknown; localFrameA: Transform; localFrameB: Transform }
}
interface RevoluteJointDef extends JointDef { enableLimit: boolean; lowerAngle: number; upperAngle: number }
interface DistanceJointDef extends JointDef { length: number }
export interface JointMaker {
  readonly b2Vec2: new (x: number, y: number) => Vec2
  readonly b2Transform: new () => Transform
  b2MakeRot(angle: number): unknown
  b2DefaultRevoluteJointDef(): RevoluteJointDef
  b2DefaultDistanceJointDef(): DistanceJointDef
  b2CreateRevoluteJoint(world: unknown, def: RevoluteJointDef): unknown
  b2CreateDistanceJoint(world: unknown, def: DistanceJointDef): unknown
}

/** Makes the joints of a scene between bodies that are there. */
export function makeJoints(box2d: JointMaker, world: unknown, ids: readonly unknown[], joints: readonly (Hinge | Rod)[]): void {
  for (const joint of joints) {
    if (joint.type === 'hinge') {
      const def = box2d.b2DefaultRevoluteJointDef()
      // The frame of A is turned as B stands, so that the angle is 0 there.
      place(box2d, def, ids, joint, joint.turn)
      if (joint.limit !== undefined) {
        def.enableLimit = true
        def.lowerAngle = joint.limit.lower
        def.upperAngle = joint.limit.upper
      }
      box2d.b2CreateRevoluteJoint(world, def)
      def.delete()
    } else {
      const def = box2d.b2DefaultDistanceJointDef()
      place(box2d, def, ids, joint, 0)
      def.length = joint.length
      box2d.b2CreateDistanceJoint(world, def)
      def.delete()
    }
  }
}

function place(box2d: JointMaker, def: JointDef, ids: readonly unknown[], { a, b, localA, localB }: Hinge | Rod, turn: number): void {
  def.base.bodyIdA = ids[a]
  def.base.bodyIdB = ids[b]
  def.base.localFrameA = frame(box2d, localA, turn)
  def.base.localFrameB = frame(box2d, localB, 0)
}

function frame(box2d: JointMaker, { x, y }: PointData, angle: number): Transform {
  const made = new box2d.b2Transform()
  made.p = new box2d.b2Vec2(x, y)
  made.q = box2d.b2MakeRot(angle)
  return made
}
