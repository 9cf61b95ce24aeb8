import { addComponents, addEntity, set, type World } from 'bitecs'
import {
  distanceJoint, filterJoint, gearJoint, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
  type JointData as EngineJoint, type Physics,
} from '../../src/index.ts'
import type { JointData, PointData, Scene } from './types.ts'

const NOWHERE: readonly number[] = []

/** The joints of a scene that lives in a world. A joint is there while both of its bodies are. */
export class Links {
  /** By place in `scene.joints`; 0 where an end is absent. */
  readonly entities: Uint32Array
  private readonly joints: readonly JointData[]
  /** Places of the joints of a body that comes and goes. */
  private readonly ofBody = new Map<number, number[]>()

  constructor(
    scene: Scene, private readonly world: World, private readonly physics: Physics, private readonly bodies: Uint32Array,
  ) {
    this.joints = scene.joints ?? []
    this.entities = new Uint32Array(this.joints.length)
    this.joints.forEach((joint, index) => {
      if (joint.type !== 'gear') for (const body of [joint.a, joint.b]) this.note(body, index)
      this.make(index, 0, 0)
    })
  }

  /** Makes the joints of a body that has come, so far from where the scene has it. */
  join(body: number, dx: number, dy: number): void {
    for (const index of this.ofBody.get(body) ?? NOWHERE) this.make(index, dx, dy)
  }

  /** The joints of a body go with it. */
  leave(body: number): void {
    for (const index of this.ofBody.get(body) ?? NOWHERE) this.entities[index] = 0
  }

  private note(body: number, joint: number): void {
    const known = this.ofBody.get(body)
    if (known === undefined) this.ofBody.set(body, [joint])
    else known.push(joint)
  }

  private make(index: number, dx: number, dy: number): void {
    const joint = this.joints[index]
    const ends = joint.type === 'gear' ? this.entities : this.bodies
    const a = ends[joint.a]
    const b = ends[joint.b]
    if (a !== 0 && b !== 0) this.entities[index] = addJoint(this.world, this.physics, joint, a, b, dx, dy)
  }
}

/** Adds one joint of scene data between two entities that stand as in the scene, moved by (dx, dy); gives its entity. */
export function addJoint(world: World, physics: Physics, joint: JointData, a: number, b: number, dx = 0, dy = 0): number {
  const entity = addEntity(world)
  addComponents(world, entity, set(physics.components.Joint, toJoint(joint, a, b, dx, dy)))
  return entity
}

function toJoint(joint: JointData, a: number, b: number, dx: number, dy: number): EngineJoint {
  const optionsOf = <J extends JointData>({ type: _type, a: _a, b: _b, ...options }: J): Omit<J, 'type' | 'a' | 'b'> => options
  const at = ({ x, y }: PointData): PointData => ({ x: x + dx, y: y + dy })
  switch (joint.type) {
    case 'distance': return distanceJoint(a, b, { ...optionsOf(joint), from: at(joint.from), to: at(joint.to) })
    case 'revolute': return revoluteJoint(a, b, { ...optionsOf(joint), ...at(joint) })
    case 'prismatic': return prismaticJoint(a, b, { ...optionsOf(joint), ...at(joint) })
    case 'wheel': return wheelJoint(a, b, { ...optionsOf(joint), ...at(joint) })
    case 'weld': return weldJoint(a, b, { ...optionsOf(joint), ...at(joint) })
    case 'pulley': return pulleyJoint(a, b, { ...optionsOf(joint), from: at(joint.from), to: at(joint.to) })
    case 'motor': return motorJoint(a, b, { ...optionsOf(joint), ...at(joint) })
    case 'gear': return gearJoint(a, b, optionsOf(joint))
    case 'filter': return filterJoint(a, b)
  }
}
