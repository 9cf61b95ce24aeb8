import type { BodyData, JointData, LimitData, PointData, Scene } from '../../examples/scenes/types.ts'

/** How far joints are from where they should be, from poses alone. Meters. */
export interface Drift {
  readonly most: number
  readonly mean: number
}

/**
 * How far the anchors of each joint are apart that belong together; of rods and ropes how much they are too long or too
 * short. Springs, gears, motor joints, and joints of bodies that are absent or have no pose, are left out.
 * @param poses x, y, cosine and sine of each body.
 * @param broken Whether a joint is, by its place.
 */
export function measureDrift({ bodies, joints = [] }: Scene, poses: Float64Array, broken: (joint: number) => boolean = () => false): Drift {
  let most = 0
  let sum = 0
  let count = 0
  joints.forEach((joint, index) => {
    if (joint.type === 'gear' || joint.type === 'filter' || joint.type === 'motor' || broken(index)) return
    const off = offOf(joint, bodies, poses)
    if (Number.isNaN(off)) return
    most = Math.max(most, off)
    sum += off
    count++
  })
  return { most, mean: count === 0 ? 0 : sum / count }
}

function offOf(joint: Exclude<JointData, { type: 'gear' | 'filter' | 'motor' }>, bodies: readonly BodyData[], poses: Float64Array): number {
  const onA = (point: PointData): PointData => follow(bodies[joint.a]!, poses, joint.a, point)
  const onB = (point: PointData): PointData => follow(bodies[joint.b]!, poses, joint.b, point)
  switch (joint.type) {
    case 'distance': {
      const length = distance(onA(joint.from), onB(joint.to))
      if (joint.limit !== undefined) return beyond(length, joint.limit)
      return joint.spring === undefined ? Math.abs(length - distance(joint.from, joint.to)) : NaN
    }
    case 'pulley': {
      const rope = (from: PointData, to: PointData): number => distance(from, joint.groundA) + (joint.ratio ?? 1) * distance(to, joint.groundB)
      return Math.max(0, rope(onA(joint.from), onB(joint.to)) - rope(joint.from, joint.to))
    }
    case 'revolute':
    case 'weld': return distance(onA(joint), onB(joint))
    case 'prismatic':
    case 'wheel': {
      const [one, two] = [onA(joint), onB(joint)]
      const head = onA({ x: joint.x + joint.axis.x, y: joint.y + joint.axis.y })
      const [ux, uy] = [head.x - one.x, head.y - one.y]
      const [dx, dy] = [two.x - one.x, two.y - one.y]
      const size = Math.hypot(ux, uy)
      const across = Math.abs(ux * dy - uy * dx) / size
      return joint.limit === undefined ? across : Math.max(across, beyond((ux * dx + uy * dy) / size, joint.limit))
    }
  }
}

/** Where a point of a body is that was at `point` when the body was where the scene has it. */
function follow(body: BodyData, poses: Float64Array, index: number, point: PointData): PointData {
  const { angle = 0 } = body
  const [dx, dy] = [point.x - body.x, point.y - body.y]
  const localX = Math.cos(angle) * dx + Math.sin(angle) * dy
  const localY = Math.cos(angle) * dy - Math.sin(angle) * dx
  const [x, y, cos, sin] = poses.subarray(index * 4, index * 4 + 4) as unknown as [number, number, number, number]
  return { x: x + cos * localX - sin * localY, y: y + sin * localX + cos * localY }
}

function beyond(value: number, { lower, upper }: LimitData): number {
  return Math.max(0, lower - value, value - upper)
}

function distance(a: PointData, b: PointData): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}
