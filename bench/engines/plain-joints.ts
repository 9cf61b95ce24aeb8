import type { BodyData, JointData, LimitData, PointData, Scene } from '../../examples/scenes/types.ts'
import { Unsupported } from './peer.ts'

/** A joint as every engine can be given it. */
export interface Ends {
  /** Places of the bodies in the scene. */
  readonly a: number
  readonly b: number
  /** The anchors in the world, and in the frames of the bodies. */
  readonly worldA: PointData
  readonly worldB: PointData
  readonly localA: PointData
  readonly localB: PointData
}
/** A hinge; `turn` is the angle of B against A from which its limits count. */
export interface Hinge extends Ends { readonly type: 'hinge'; readonly turn: number; readonly limit: LimitData | undefined }
export interface Rod extends Ends { readonly type: 'rod'; readonly length: number }

/** The hinges and rods of a scene. @throws Unsupported when it has anything else: engines are set up for no more. */
export function plainJoints({ name, bodies, joints = [] }: Scene): (Hinge | Rod)[] {
  return joints.map((joint) => {
    const [one, two] = [bodies[joint.a]!, bodies[joint.b]!]
    if (joint.type === 'revolute' && !has(joint, 'motor', 'spring')) {
      return { type: 'hinge', ...endsOf(joint, bodies, joint, joint), turn: (two.angle ?? 0) - (one.angle ?? 0), limit: joint.limit }
    }
    if (joint.type === 'distance' && !has(joint, 'motor', 'spring', 'limit')) {
      const length = Math.hypot(joint.to.x - joint.from.x, joint.to.y - joint.from.y)
      return { type: 'rod', ...endsOf(joint, bodies, joint.from, joint.to), length }
    }
    throw new Unsupported(`"${name}" has joints other than plain hinges and rods, which the peers are not set up for`)
  })
}

function has(joint: JointData, ...keys: readonly string[]): boolean {
  return [...keys, 'breakForce', 'breakTorque', 'collideConnected'].some((key) => key in joint)
}

/** @param worldA The anchors, as the bodies stand in the scene. */
export function endsOf({ a, b }: JointData, bodies: readonly BodyData[], worldA: PointData, worldB: PointData): Ends {
  return { a, b, worldA, worldB, localA: toLocal(bodies[a]!, worldA), localB: toLocal(bodies[b]!, worldB) }
}

function toLocal({ x, y, angle = 0 }: BodyData, point: PointData): PointData {
  const [dx, dy] = [point.x - x, point.y - y]
  return { x: Math.cos(angle) * dx + Math.sin(angle) * dy, y: Math.cos(angle) * dy - Math.sin(angle) * dx }
}

/** For each body a number that it shares with all dynamic bodies that hang together with it; 0 where nothing does. */
export function clusters(bodies: readonly BodyData[], joints: readonly Ends[]): number[] {
  const root = bodies.map((_, i) => i)
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]!]!
    return i
  }
  const joined = joints.filter(({ a, b }) => bodies[a]!.kind === undefined && bodies[b]!.kind === undefined)
  for (const { a, b } of joined) root[find(a)] = find(b)
  const inOne = new Set(joined.flatMap(({ a, b }) => [a, b]))
  return bodies.map((_, i) => (inOne.has(i) ? find(i) + 1 : 0))
}
