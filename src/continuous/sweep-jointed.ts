import { BodyKind } from '../bodies/body-kind.ts'
import { Limit } from '../collision/time-of-impact.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { placeAfterLeg } from './sweep-body.ts'
import { isSolved, leg, Leg, limits, writeStepLeg } from './sweep-pair.ts'

const group = new ItemBuffer()

/**
 * Places what joints hold to a body that hits something, and the body, if there is any such: all of them stay where they
 * were when it hit. One alone would leave the others behind, and stretch its joints.
 * @param dx,dy The way of the body before it was looked at. The leg at hand is what is left of it.
 */
export function placeJointed(physics: PhysicsWorld, body: number, dx: number, dy: number): boolean {
  const { joints } = physics
  if (joints.count === 0 || joints.head[body] === 0) return false
  const free = gather(physics, body)
  const alone = group.count === 1
  if (!alone && free) {
    const along = (leg[Leg.DX]! * dx + leg[Leg.DY]! * dy) / (dx * dx + dy * dy)
    const fraction = limits[Limit.Fraction]! * (along > 0 ? Math.min(along, 1) : 0)
    for (let i = 0; i < group.count; i++) {
      writeStepLeg(physics, group.items[i]!, leg)
      limits[Limit.Fraction] = fraction
      placeAfterLeg(physics, group.items[i]!)
    }
  }
  group.clear()
  return !alone
}

/** Lists what hangs together with a body. Returns whether nothing of it is led by a kinematic body, which goes its way in any case. */
function gather(physics: PhysicsWorld, body: number): boolean {
  const { bodies, joints } = physics
  const { last: seen } = physics.sleep.sleepers
  let free = true
  group.clear()
  group.push(body)
  seen[body] = 1
  for (let i = 0; i < group.count; i++) {
    const from = group.items[i]!
    for (let edge = joints.head[from]!; edge !== 0; edge = joints.next[edge]!) {
      if (!holds(joints, edge >>> 1)) continue
      const other = joints.otherOf(edge)
      if (bodies.kind[other] === BodyKind.Kinematic && bodies.isAwake(other)) free = false
      if (bodies.kind[other] !== BodyKind.Dynamic || seen[other] === 1 || !isSolved(physics, other)) continue
      seen[other] = 1
      group.push(other)
    }
  }
  for (let i = 0; i < group.count; i++) seen[group.items[i]!] = 0
  return free
}

/** Whether a joint is stretched when one of its bodies stays behind. Springs and motors are not. */
function holds(joints: JointTable, place: number): boolean {
  const r = place * JOINT_STRIDE
  const parts = joints.record[r + JointRecord.Parts]!
  if (parts === JointPart.Gear) return false
  if ((parts & (JointPart.Slide | JointPart.Across | JointPart.Pulley)) !== 0) return true
  if ((parts & JointPart.Axis) !== 0) return (joints.record[r + JointRecord.AxisParts]! & (LinePart.Rigid | LinePart.Limit)) !== 0
  if ((parts & JointPart.Point) === 0) return false
  return joints.record[r + JointRecord.PointHertz] === 0 && joints.record[r + JointRecord.PointStiffness] === 0 && joints.record[r + JointRecord.PointDamping] === 0
}
