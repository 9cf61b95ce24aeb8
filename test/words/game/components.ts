import { defineComponents } from '../../../src/index.ts'

/** The components of a game, in a file of their own, before there is a world. */
export const components = defineComponents()
export const { Position, Velocity, Shape, Motion } = components
