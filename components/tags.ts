/**
 * The tags of a world. A body without `Static` and without `Kinematic` is dynamic.
 * Each world has its own tag objects, so that two worlds never share an observer.
 */
export interface Tags {
  /** Never moves, has infinite mass. Lives in a tree of its own that is only rebuilt when a static body changes. */
  Static: object
  /** Moves by its velocity only: pushes and carries others, is never pushed. */
  Kinematic: object
  /** Rests: costs nothing until something touches it. The engine sets and clears it; so may you. */
  Sleeping: object
  /** Is never put to sleep by the engine, nor is anything that it holds or leans on. For what has to answer at once. */
  NeverSleep: object
  /** Reports what overlaps it and never pushes. */
  Sensor: object
  /** Fast and small: is swept against dynamic bodies too, and not only against what nothing pushes aside. */
  Bullet: object
  /** Marks the entities that the engine makes for the links of a chain. They come and go with it. */
  ChainLink: object
  /** Leaves the simulation until the tag is removed; the components keep their values. */
  Disabled: object
}

/** Makes the tags of one world, but for those that it has had before. */
export function createTags(before: Partial<Tags>): Tags {
  const {
    Static = {}, Kinematic = {}, Sleeping = {}, NeverSleep = {}, Sensor = {}, Bullet = {}, ChainLink = {}, Disabled = {},
  } = before
  return { Static, Kinematic, Sleeping, NeverSleep, Sensor, Bullet, ChainLink, Disabled }
}
