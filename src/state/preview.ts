import type { Columns } from '../stores/columns.ts'
import { EntityQueue } from '../stores/entity-queue.ts'

/** Whole numbers of a note: see `note`. */
export const NOTE_INTS = 10
/** Fractional numbers of a note. */
export const NOTE_FLOATS = 29

/** Places in the whole numbers of a note: columns of the entity, and where the broad phase stood and stands, see {@link Member}. */
export enum NoteInt {
  Role = 0,
  Sensor = 1,
  Exact = 2,
  BodyOf = 3,
  ClaimOf = 4,
  FirstChild = 5,
  NextChild = 6,
  ShapeType = 7,
  Was = 8,
  Is = 9,
}

/** Places in the fractional numbers of a note. */
export enum NoteFloat {
  Pose = 0,
  Geometry = 8,
  MinX = 12,
  MinY = 13,
  MaxX = 14,
  MaxY = 15,
  Angle = 16,
  /** Its geometry record as a line. */
  Line = 17,
}

/** How a collider is in the broad phase. */
export enum Member {
  None = 0,
  Moving = 1,
  Fixed = 2,
}

/**
 * What queries between two steps see of the changes that the next step will take in. The records of what changed are
 * written and the broad phase is told, so that queries need not know of any of this; but what stood there before is
 * noted, and `withdraw` puts it back, bit for bit, before anything else works with it. So a query leaves no trace,
 * and what was changed is taken in by the step alone, as a whole.
 */
export class Preview {
  /** Entities that changed since the queries looked. */
  readonly unseen: EntityQueue
  /** By entity: its note, 0 for none. */
  slot!: Uint32Array
  /** Notes that there are. */
  count = 0
  /** The step whose end the queries looked for plain writes at. */
  seenStep = -1
  /** While the queries look: what the engine makes then may be observed by the user, who may ask too. */
  looking = false
  /** How often it was withdrawn. */
  withdrawals = 0
  /** By note, from 1 up. */
  entities = new Uint32Array(16)
  ints = new Uint32Array(16 * NOTE_INTS)
  floats = new Float64Array(16 * NOTE_FLOATS)

  constructor(columns: Columns) {
    this.unseen = new EntityQueue(columns)
    columns.define(this, 'slot', 'u32')
  }

  /** Where the pose that an entity with a note really has begins in {@link floats}. */
  poseOf(entity: number): number {
    return this.slot[entity]! * NOTE_FLOATS
  }

  makeRoom(): void {
    if (this.count < this.entities.length) return
    const size = this.count * 2
    const { entities, ints, floats } = this
    this.entities = new Uint32Array(size)
    this.entities.set(entities)
    this.ints = new Uint32Array(size * NOTE_INTS)
    this.ints.set(ints)
    this.floats = new Float64Array(size * NOTE_FLOATS)
    this.floats.set(floats)
  }
}
