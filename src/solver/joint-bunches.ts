import { BodyKind } from '../bodies/body-kind.ts'
import type { Bodies } from '../bodies/bodies.ts'
import { carries } from '../joints/carries.ts'
import type { JointTable } from '../joints/joint-table.ts'

/** What rigid joints hold together, as disjoint sets of awake dynamic bodies, and in which of them a load begins. */
export class JointBunches {
  /** By place in the awake list: one nearer to the head of its bunch; the head has itself. */
  private nearer = new Uint32Array(0)
  /** By the place of a head: 1 where a load begins in its bunch. */
  private loaded = new Uint8Array(0)

  /** @param own By place in the awake list: not `none` where a load begins. */
  find(bodies: Bodies, joints: JointTable, own: Int16Array, none: number): void {
    const { awakeCount, awakeIndex } = bodies
    const { order, count, a, b } = joints
    if (this.nearer.length < awakeCount) {
      this.nearer = new Uint32Array(awakeCount * 2)
      this.loaded = new Uint8Array(awakeCount * 2)
    }
    for (let i = 0; i < awakeCount; i++) this.nearer[i] = i
    this.loaded.fill(0, 0, awakeCount)
    for (let i = 0; i < count; i++) {
      const place = order[i]!
      if (!carries(joints, place) || !moves(bodies, a[place]!) || !moves(bodies, b[place]!)) continue
      this.nearer[this.headOf(awakeIndex[a[place]!]!)] = this.headOf(awakeIndex[b[place]!]!)
    }
    for (let i = 0; i < awakeCount; i++) if (own[i] !== none) this.loaded[this.headOf(i)] = 1
  }

  /** Whether a body hangs together with one at which a load begins, or is one. */
  isLoaded(bodies: Bodies, body: number): boolean {
    return moves(bodies, body) && this.loaded[this.headOf(bodies.awakeIndex[body]!)] === 1
  }

  /** Halves the way there, so that no way gets long. */
  private headOf(index: number): number {
    const { nearer } = this
    while (nearer[index] !== index) {
      nearer[index] = nearer[nearer[index]!]!
      index = nearer[index]!
    }
    return index
  }
}

function moves({ awakeIndex, kind }: Bodies, body: number): boolean {
  return kind[body] === BodyKind.Dynamic && awakeIndex[body]! >= 0
}
