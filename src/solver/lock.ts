/** Axes along which a body must not move: bits of `BodyStates.axes`. */
export const Lock = { X: 1, Y: 2 } as const
