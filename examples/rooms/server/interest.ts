import { type EntityView, queryView } from '../../../src/index.ts'
import type { Arena } from '../shared/arena.ts'
import { type BodyColumns, COLUMNS } from '../shared/body-columns.ts'
import type { ByteWriter } from '../shared/bytes.ts'
import { ENTERS } from '../shared/packet.ts'
import { Kind, MOST_IDS, VIEW_X, VIEW_Y } from '../shared/things.ts'

/** Comes in this many meters outside of what is seen, and goes when it is twice as far: at the edge nothing comes and goes. */
const MARGIN = 3

const ALL = (1 << COLUMNS) - 1

/** What one client has been sent, and so what it lacks. Packets arrive, and in order. */
export class Interest {
  /** The step after which a body was sent last; 0 where the client does not know it. */
  private readonly sent = new Uint32Array(MOST_IDS)
  private readonly seen = new Uint32Array(MOST_IDS)
  private known = new Uint16Array(MOST_IDS)
  private knownCount = 0
  private readonly leaving = new Uint16Array(MOST_IDS)
  private readonly changed = new Uint16Array(MOST_IDS)
  private readonly masks = new Uint8Array(MOST_IDS)

  /** The client knows nothing: it came anew. */
  clear(): void {
    this.sent.fill(0)
    this.knownCount = 0
  }

  /** Writes what has come, gone and changed around the player's body since the last packet. */
  write(arena: Arena, columns: BodyColumns, own: number, step: number, out: ByteWriter): void {
    const { Position } = arena.physics.components
    const x = Position.x[own]!
    const y = Position.y[own]!
    const found = queryView(arena.world, x - VIEW_X - 2 * MARGIN, y - VIEW_Y - 2 * MARGIN, x + VIEW_X + 2 * MARGIN, y + VIEW_Y + 2 * MARGIN)
    const changes = this.findChanges(arena, columns, found, own, x, y, step)
    this.writeLeaves(step, out)
    this.writeChanges(arena, columns, changes, step, out)
  }

  private findChanges(
    { thing, physics }: Arena, { changed }: BodyColumns, found: EntityView, own: number, x: number, y: number, step: number,
  ): number {
    const { Position } = physics.components
    let count = 0
    for (let i = 0; i < found.count; i++) {
      const entity = found.entities[i]!
      if (entity === own || entity >= MOST_IDS || thing.kind[entity] === Kind.None) continue
      const since = this.sent[entity]!
      const isKnown = since > 0 && since >= thing.born[entity]!
      const isNear = Math.abs(Position.x[entity]! - x) <= VIEW_X + MARGIN && Math.abs(Position.y[entity]! - y) <= VIEW_Y + MARGIN
      if (!isKnown && !isNear) continue
      this.seen[entity] = step
      let mask = isKnown ? 0 : ENTERS | ALL
      for (let c = 0; c < COLUMNS; c++) if (changed[entity * COLUMNS + c]! > since) mask |= 1 << c
      if (mask === 0) continue
      this.masks[entity] = mask
      this.changed[count++] = entity
    }
    return count
  }

  /** What the client knows and this packet did not see. */
  private writeLeaves(step: number, out: ByteWriter): void {
    let leaves = 0
    let stays = 0
    for (let i = 0; i < this.knownCount; i++) {
      const entity = this.known[i]!
      if (this.seen[entity] === step) this.known[stays++] = entity
      else this.leaving[leaves++] = entity
    }
    this.knownCount = stays
    out.varint(leaves)
    const leaving = this.leaving.subarray(0, leaves).sort()
    let last = 0
    for (const entity of leaving) {
      out.varint(entity - last)
      last = entity
      this.sent[entity] = 0
    }
  }

  private writeChanges({ thing }: Arena, { values }: BodyColumns, count: number, step: number, out: ByteWriter): void {
    out.varint(count)
    let last = 0
    for (let i = 0; i < count; i++) {
      const entity = this.changed[i]!
      const mask = this.masks[entity]!
      out.varint(entity - last)
      last = entity
      out.u8(mask)
      if (mask & ENTERS) {
        out.u8(thing.kind[entity]!)
        if (this.sent[entity] === 0) this.known[this.knownCount++] = entity
      }
      for (let c = 0; c < COLUMNS; c++) if (mask & (1 << c)) out.i16(values[entity * COLUMNS + c]!)
      this.sent[entity] = step
    }
  }
}
