/** What moves in an arena. The numbers are sent. */
export enum Kind {
  None = 0,
  Crate = 1,
  Ball = 2,
  Player = 3,
}

/** Keys that are held, a bit each: all that a client says. */
export enum Key {
  Left = 1,
  Right = 2,
  Up = 4,
  Down = 8,
  Fire = 16,
}

export const ALL_KEYS = Key.Left | Key.Right | Key.Up | Key.Down | Key.Fire

/** Entity ids are below this: what is kept for each client is that long. */
export const MOST_IDS = 2048

/** Meters a side. */
export const ARENA_SIZE = 128

/** Half of the meters that a client sees, to the sides and up and down. */
export const VIEW_X = 16
export const VIEW_Y = 10

/** What the game knows of each entity, beside physics. Saved with the world. */
export class ThingStore {
  readonly kind = new Uint8Array(MOST_IDS)
  /** The step in which it came: an id that is used again is something else. */
  readonly born = new Uint32Array(MOST_IDS)
  /** The step before which a player may not fire, or after which a ball goes. */
  readonly due = new Uint32Array(MOST_IDS)
  /** Where a player fires to: the keys of the way that it took last. */
  readonly heading = new Uint8Array(MOST_IDS)
}
