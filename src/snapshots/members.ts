import { BodyKind } from '../bodies/body-kind.ts'
import { Role } from '../bodies/bodies.ts'
import { Member } from '../state/preview.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Tells the broad phase what a restore changes: who comes, goes and has another box. What a broad phase finds depends on
 * that alone (the order in which it finds it is free, see `BroadPhase`), so nothing of it needs to be saved, and one of the
 * user's own will do. What stayed as it was costs a comparison.
 */
export class Members {
  /** By entity: how it was in the broad phase, and its box. */
  private was = new Uint8Array(0)
  private boxes = new Float64Array(0)
  private count = 0

  /** To be called before anything is put back. */
  begin({ bodies, components, columns }: PhysicsWorld, end: number): void {
    const { minX, minY, maxX, maxY } = components.BroadphaseAABB
    const count = Math.min(end, columns.capacity)
    if (this.was.length < count) {
      this.was = new Uint8Array(columns.capacity)
      this.boxes = new Float64Array(columns.capacity * 4)
    }
    const { was, boxes } = this
    const { role, kind, bodyOf } = bodies
    this.count = count
    for (let id = 1; id < count; id++) {
      const member = memberOf(role[id]!, kind[bodyOf[id]!]!)
      was[id] = member
      if (member === Member.None) continue
      const b = id * 4
      boxes[b] = minX[id]!
      boxes[b + 1] = minY[id]!
      boxes[b + 2] = maxX[id]!
      boxes[b + 3] = maxY[id]!
    }
  }

  /** To be called when everything is back. */
  end(physics: PhysicsWorld, end: number): void {
    const { bodies, columns } = physics
    const { broadPhase } = physics.collision
    const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
    const { was, boxes } = this
    const { role, kind, bodyOf } = bodies
    const last = Math.max(Math.min(end, columns.capacity), this.count)
    for (let id = 1; id < last; id++) {
      const before = id < this.count ? was[id]! : Member.None
      const now = memberOf(role[id]!, kind[bodyOf[id]!]!)
      if (before === now) {
        if (now === Member.None) continue
        const b = id * 4
        if (boxes[b] === minX[id] && boxes[b + 1] === minY[id] && boxes[b + 2] === maxX[id] && boxes[b + 3] === maxY[id]) continue
        broadPhase.update(id)
        continue
      }
      if (before !== Member.None) this.remove(physics, id)
      if (now !== Member.None) broadPhase.add(id, now === Member.Fixed)
    }
  }

  /** Its box stays what it was until it is gone: a broad phase may look at it once more. */
  private remove({ collision, components }: PhysicsWorld, id: number): void {
    const { BroadphaseAABB } = components
    const { boxes } = this
    for (let side = 0; side < 4; side++) {
      const column = BroadphaseAABB[SIDES[side]!]
      const now = column[id]!
      column[id] = boxes[id * 4 + side]!
      boxes[id * 4 + side] = now
    }
    collision.broadPhase.remove(id)
    for (let side = 0; side < 4; side++) BroadphaseAABB[SIDES[side]!][id] = boxes[id * 4 + side]!
  }
}

const SIDES = ['minX', 'minY', 'maxX', 'maxY'] as const

function memberOf(role: number, kind: number): Member {
  if ((role & Role.Collider) === 0) return Member.None
  return kind === BodyKind.Static ? Member.Fixed : Member.Moving
}
