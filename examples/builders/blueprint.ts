import type { BodyData, JointData } from '../scenes/types.ts'

/** Bodies and joints that something is put together of: what the builders add to. As plain as a scene. */
export class Blueprint {
  readonly joints: JointData[] = []

  constructor(readonly bodies: BodyData[] = []) {}

  /** Adds a body; gives its place in `bodies`. */
  body(data: BodyData): number {
    return this.bodies.push(data) - 1
  }

  /** Adds a joint; gives its place in `joints`. */
  joint(data: JointData): number {
    return this.joints.push(data) - 1
  }
}

/** A point of the world, and the body that holds what is tied there. */
export interface Tie {
  readonly body: number
  readonly x: number
  readonly y: number
}
