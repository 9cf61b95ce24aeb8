import { hasComponent } from 'bitecs'
import { JointKind, getJointReaction, type Joint, type JointReaction } from '../../src/index.ts'
import type { BuiltScene } from '../scenes/build.ts'
import type { Camera } from './camera.ts'
import { withOpacity, type Color } from './color.ts'
import { PLAIN, type InstanceBatch } from './instances.ts'
import { JOINT_AIM, JOINT_LOADS } from './theme.ts'

/** Teeth of a spring. */
const TEETH = 7
/** Share of the largest load that is kept from frame to frame as the end of the scale. */
const KEPT = 0.98
/** The scale begins to end here, in newtons: rounding in a world at rest shall not look like a load. */
const LEAST_LOAD = 0.1

/**
 * Draws joints, each kind in its own way, colored by what it carries: by the force that breaks it where one does,
 * else by the largest force that any joint of the scene had of late.
 */
export class JointPainter {
  private most = LEAST_LOAD
  private readonly reaction: JointReaction = { x: 0, y: 0, torque: 0 }
  /** Where the anchors of the joint at hand are: of A, of B; and the axis. */
  private readonly at = new Float64Array(6)
  private loads = new Float64Array(0)

  fill(batch: InstanceBatch, built: BuiltScene, camera: Camera): void {
    const { joints, physics } = built
    const { Joint: joint } = physics.components
    this.weigh(built)
    for (let i = 0; i < joints.length; i++) {
      const entity = joints[i]
      if (entity === 0 || joint.enabled[entity] === 0) continue
      const limit = joint.breakForce[entity]
      const share = this.loads[i] / (limit > 0 ? limit : this.most)
      const color = JOINT_LOADS[Math.min(JOINT_LOADS.length - 1, Math.floor(Math.sqrt(Math.max(0, share)) * JOINT_LOADS.length))]
      this.push(batch, built, entity, color, camera)
    }
  }

  private weigh({ joints, world, physics }: BuiltScene): void {
    const { Joint: joint } = physics.components
    if (this.loads.length < joints.length) this.loads = new Float64Array(joints.length)
    this.most = Math.max(LEAST_LOAD, this.most * KEPT)
    for (let i = 0; i < joints.length; i++) {
      if (joints[i] === 0 || joint.enabled[joints[i]] === 0) continue
      const { x, y } = getJointReaction(world, joints[i], this.reaction)
      this.loads[i] = Math.hypot(x, y)
      if (this.loads[i] > this.most) this.most = this.loads[i]
    }
  }

  private push(batch: InstanceBatch, built: BuiltScene, entity: number, color: Color, { scale }: Camera): void {
    const { Joint: joint, Position } = built.physics.components
    const size = Math.min(0.16, 4.5 / scale)
    const half = Math.min(0.05, 1.1 / scale)
    if (joint.kind[entity] === JointKind.Gear) return this.pushGear(batch, built, entity, color, half)
    this.place(built, entity)
    const [ax, ay, bx, by] = this.at
    switch (joint.kind[entity]) {
      case JointKind.Distance:
        if (isSpring(joint, entity)) pushSpring(batch, ax, ay, bx, by, size, half, color)
        else batch.pushLine(ax, ay, bx, by, half, color)
        pushDot(batch, ax, ay, half * 2, color)
        return pushDot(batch, bx, by, half * 2, color)
      case JointKind.Weld:
        return batch.push(bx, by, this.at[4], this.at[5], size * 0.8, size * 0.8, 0, PLAIN, color, 0)
      case JointKind.Prismatic:
      case JointKind.Wheel:
        this.pushRail(batch, joint, entity, half, color)
        return joint.kind[entity] === JointKind.Wheel
          ? pushRing(batch, bx, by, size, color)
          : batch.push(bx, by, this.at[4], this.at[5], size, size * 0.6, 0, PLAIN, color, 0)
      case JointKind.Pulley: {
        const [gx, gy, hx, hy] = [joint.groundAX[entity], joint.groundAY[entity], joint.groundBX[entity], joint.groundBY[entity]]
        batch.pushLine(ax, ay, gx, gy, half, color)
        batch.pushLine(gx, gy, hx, hy, half, color)
        return batch.pushLine(hx, hy, bx, by, half, color)
      }
      case JointKind.Motor:
        return batch.pushLine(ax, ay, bx, by, half, color)
      case JointKind.Filter: {
        const { a, b } = joint
        return batch.pushLine(
          Position.x[a[entity]], Position.y[a[entity]], Position.x[b[entity]], Position.y[b[entity]], half / 2, JOINT_AIM,
        )
      }
      default:
        for (const body of [joint.a[entity], joint.b[entity]]) {
          if (hasComponent(built.world, body, built.physics.components.Static)) continue
          batch.pushLine(bx, by, Position.x[body], Position.y[body], half / 2, withOpacity(color, 0.5))
        }
        return pushRing(batch, bx, by, size, color)
    }
  }

  /** A line between the two hinges that it couples. */
  private pushGear(batch: InstanceBatch, built: BuiltScene, entity: number, color: Color, half: number): void {
    const { Joint: joint } = built.physics.components
    this.place(built, joint.a[entity])
    const [x, y] = this.at
    this.place(built, joint.b[entity])
    batch.pushLine(x, y, this.at[0], this.at[1], half, color)
  }

  /** The way that a slide has. */
  private pushRail(batch: InstanceBatch, joint: Joint, entity: number, half: number, color: Color): void {
    const [ax, ay, , , ux, uy] = this.at
    const limited = joint.limited[entity] === 1
    const lower = limited ? joint.lower[entity] : -0.5
    const upper = limited ? joint.upper[entity] : 0.5
    batch.pushLine(ax + ux * lower, ay + uy * lower, ax + ux * upper, ay + uy * upper, half / 2, withOpacity(color, 0.6))
  }

  /** Finds the anchors of a joint, and its axis as A holds it. */
  private place({ physics }: BuiltScene, entity: number): void {
    const { Joint: joint, Position, Rotation } = physics.components
    const [a, b] = [joint.a[entity], joint.b[entity]]
    this.follow(0, Position.x[a], Position.y[a], Rotation.angle[a], joint.ax[entity], joint.ay[entity])
    this.follow(2, Position.x[b], Position.y[b], Rotation.angle[b], joint.bx[entity], joint.by[entity])
    this.at[4] = Math.cos(Rotation.angle[a] + joint.aAngle[entity])
    this.at[5] = Math.sin(Rotation.angle[a] + joint.aAngle[entity])
  }

  private follow(to: number, x: number, y: number, angle: number, localX: number, localY: number): void {
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    this.at[to] = x + cos * localX - sin * localY
    this.at[to + 1] = y + sin * localX + cos * localY
  }
}

function isSpring(joint: Joint, entity: number): boolean {
  return joint.springHertz[entity] > 0 || joint.stiffness[entity] > 0
}

function pushDot(batch: InstanceBatch, x: number, y: number, radius: number, color: Color): void {
  batch.push(x, y, 1, 0, 0, 0, radius, PLAIN, color, 0)
}

function pushRing(batch: InstanceBatch, x: number, y: number, radius: number, color: Color): void {
  batch.push(x, y, 1, 0, 0, 0, radius, PLAIN, withOpacity(color, 0.25), color)
}

/** A zigzag. */
function pushSpring(
  batch: InstanceBatch, x1: number, y1: number, x2: number, y2: number, size: number, half: number, color: Color,
): void {
  const length = Math.max(1e-9, Math.hypot(x2 - x1, y2 - y1))
  const [nx, ny] = [-(y2 - y1) / length * size, (x2 - x1) / length * size]
  let [x, y] = [x1, y1]
  for (let i = 1; i <= TEETH; i++) {
    const side = i === TEETH ? 0 : i % 2 === 0 ? -0.6 : 0.6
    const part = i / TEETH
    const [toX, toY] = [x1 + (x2 - x1) * part + nx * side, y1 + (y2 - y1) * part + ny * side]
    batch.pushLine(x, y, toX, toY, half * 0.8, color)
    ;[x, y] = [toX, toY]
  }
}
