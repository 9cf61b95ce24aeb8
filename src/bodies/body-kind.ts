/** How a body moves: the values of `Bodies.kind`. */
export enum BodyKind {
  /** The entity is no body. */
  None = 0,
  Dynamic = 1,
  Kinematic = 2,
  Static = 3,
}
