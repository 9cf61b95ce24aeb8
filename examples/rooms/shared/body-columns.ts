import type { Physics } from '../../../src/index.ts'
import { MOST_IDS } from './things.ts'

/** The columns of a body that are sent, 16 bits each. */
export enum Column {
  X = 0,
  Y = 1,
  Angle = 2,
  VelocityX = 3,
  VelocityY = 4,
  Spin = 5,
}

export const COLUMNS = 6

/** Units a meter: 2 mm, and 16 bits reach over the arena. */
const PLACES = 512
/** Units a turn. */
const ANGLES = 65536 / (2 * Math.PI)
/** Units a meter a second, and a radian a second. */
const SPEEDS = 256

/** How far a pose that went through 16 bits can be off: meters. */
export const PLACE_ERROR = 0.5 / PLACES

function short(value: number): number {
  return Math.max(-32768, Math.min(32767, Math.round(value)))
}

/**
 * Bodies as 16-bit numbers by entity id, and when each of them changed: from that follows what any client lacks, so nothing has to
 * be kept for each client but the step of what it was sent last.
 */
export class BodyColumns {
  readonly values = new Int16Array(MOST_IDS * COLUMNS)
  readonly changed = new Uint32Array(MOST_IDS * COLUMNS)

  /** Takes over the state of a body after `step`. */
  note({ components }: Physics, entity: number, step: number): void {
    const { Position, Rotation, Velocity } = components
    const at = entity * COLUMNS
    this.put(at + Column.X, short(Position.x[entity]! * PLACES - 32768), step)
    this.put(at + Column.Y, short(Position.y[entity]! * PLACES - 32768), step)
    this.put(at + Column.Angle, Math.round(Rotation.angle[entity]! * ANGLES), step)
    this.put(at + Column.VelocityX, short(Velocity.x[entity]! * SPEEDS), step)
    this.put(at + Column.VelocityY, short(Velocity.y[entity]! * SPEEDS), step)
    this.put(at + Column.Spin, short(Velocity.angular[entity]! * SPEEDS), step)
  }

  private put(at: number, value: number, step: number): void {
    const { values } = this
    const before = values[at]
    values[at] = value
    if (values[at] !== before) this.changed[at] = step
  }

  x(entity: number): number {
    return (this.values[entity * COLUMNS + Column.X]! + 32768) / PLACES
  }

  y(entity: number): number {
    return (this.values[entity * COLUMNS + Column.Y]! + 32768) / PLACES
  }

  /** From −π to π. */
  angle(entity: number): number {
    return this.values[entity * COLUMNS + Column.Angle]! / ANGLES
  }

  velocityX(entity: number): number {
    return this.values[entity * COLUMNS + Column.VelocityX]! / SPEEDS
  }

  velocityY(entity: number): number {
    return this.values[entity * COLUMNS + Column.VelocityY]! / SPEEDS
  }

  spin(entity: number): number {
    return this.values[entity * COLUMNS + Column.Spin]! / SPEEDS
  }
}
