import type { JointKind } from './joint-kind.ts'
import type { Point } from './shape-data.ts'

/** Some of what a joint is made of. */
export type JointPart = Readonly<Record<string, number | Point | undefined>>

/** A joint as data, for `set(Joint, …)`: fields of `Joint`, and where its anchors are in the world. */
export type JointData = JointPart & { readonly kind: JointKind }
