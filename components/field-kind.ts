/** What a field does: the values of `Field.kind`. */
export const FieldKind = {
  /** Not set yet. */
  None: 0,
  /** Pushes everything the same way: `forceField`, `gravityField`. */
  Force: 1,
  /** Pulls towards its origin, or pushes away from it: `radialField`. */
  Radial: 2,
  /** A medium that fills the area: `windField`, `currentField`, `dragField`. */
  Flow: 3,
  /** A medium up to a surface, on which bodies float: `buoyancyField`. */
  Water: 4,
  /** Brings what touches it to a speed along one direction: `conveyorField`. */
  Conveyor: 5,
} as const

export type FieldKind = (typeof FieldKind)[keyof typeof FieldKind]

/** How the pull of a radial field changes with the distance from its origin: the values of `Field.falloff`. */
export const Falloff = {
  /** The same everywhere. */
  Constant: 0,
  /** As radius / distance. */
  Inverse: 1,
  /** As the square of that: gravity of a planet. */
  InverseSquare: 2,
} as const

export type Falloff = (typeof Falloff)[keyof typeof Falloff]
