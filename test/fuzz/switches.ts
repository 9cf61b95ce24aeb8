/**
 * What the generator leaves out, because issue 10 lists it as a known defect that is being mended elsewhere. Each one is
 * to be set to true, and then removed, when its mending has come in. `npm run fuzz -- --with NAME` tries one.
 */
export const SWITCHES = {
  /** Kinematic bodies that move farther in a step than they are thick: "Four broad phases, one result: not so". */
  fastPushers: false,
  /** `set(Shape, …)` and despawns with points from a system between two stages: "frees the points that this step still reads". */
  shapesWithinStep: false,
  /** Disabled, or losing its Shape, for a child collider: "keeps the id of a body that is removed". */
  absentChildren: false,
  /** Removing BroadphaseAABB: "sweep-and-prune … never finds the pair again". */
  boxesRemoved: false,
  /** `set(Shape, …)` of another type on a sleeping body: "leaves it asleep in the air … events no longer balance". */
  reshapedSleepers: false,
  /** Pairs of a body that the user tagged `Sleeping`: "keeps touches that have ended", "never reports it". */
  pairsOfTagged: false,
  /** Plain writes to CollisionFilter without `touch`: "is not seen, against the README's sentence". */
  plainFilters: false,
  /** Polygons with edges of nearly one direction: "have no contact at all". */
  flatPolygons: false,
  /** Looking for escapes from a room where kinematic bodies press: "nothing may ever get through statics … pressed by a kinematic piston". */
  pressedInRooms: false,
}
