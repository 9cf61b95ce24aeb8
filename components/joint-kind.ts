/** What a joint does: the values of `Joint.kind`. */
export const JointKind = {
  /** Not set yet. */
  None: 0,
  /** Holds two anchors at a length: a rod, a rope or a spring. */
  Distance: 1,
  /** Holds two anchors on one spot, around which both turn. */
  Revolute: 2,
  /** Lets B slide along an axis of A, and not turn. */
  Prismatic: 3,
  /** Holds two bodies as one. */
  Weld: 4,
  /** Lets B slide along an axis of A, and turn: a wheel with its suspension. */
  Wheel: 5,
  /** Moves B against A with forces that have limits. */
  Motor: 6,
  /** Does nothing but keep the two from colliding. */
  Filter: 7,
  /** A rope over two pulleys: what one side gives, the other takes. */
  Pulley: 8,
  /** Couples two revolute or prismatic joints. */
  Gear: 9,
} as const

export type JointKind = (typeof JointKind)[keyof typeof JointKind]
