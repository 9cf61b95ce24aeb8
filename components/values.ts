import type { Character } from './character.ts'
import type { FieldData } from './field-data.ts'
import type { Field } from './field.ts'
import type { JointData } from './joint-data.ts'
import type { Joint } from './joint.ts'
import type { Motion } from './motion.ts'
import type { ShapeData } from './shape-data.ts'
import type { Shape } from './shape.ts'
import type { NumericArray } from './spec.ts'

/** Fields that hold 0 or 1, and may be set with `false` or `true`. */
type Flag = 'lockX' | 'lockY' | 'lockRotation' | 'collideConnected' | 'enabled' | 'limited' | 'removeBroken'
  | 'stopOnSlope' | 'constantSpeed' | 'slideCeiling' | 'floating' | 'dropThrough' | 'replaces' | 'turns' | 'perMass'

type Fields<C> = {
  readonly [F in keyof C]?: C[F] extends NumericArray ? (F extends Flag ? number | boolean : number) : ElementOf<C[F]>
}

type ElementOf<A> = A extends readonly (infer E)[] ? E : never

/** What a component that is one array holds for an entity: a part of it, where that is an object. */
type Part<E> = E extends object ? Partial<E> : E

/**
 * The data that fits a component: numbers for its fields, all of them optional; for `Shape`, `Joint` and `Field` also what their
 * builders make. Of a component of your own the elements of its arrays; of a tag none.
 */
export type ValuesOf<C> = 0 extends 1 & C
  ? unknown
  : C extends Shape
    ? ShapeData | Fields<Shape>
    : C extends Joint
      ? JointData | Fields<Joint>
      : C extends Field
        ? FieldData | Fields<Field>
        : C extends Motion
          ? Fields<Motion>
          : C extends Character
            ? Fields<Character>
            : C extends readonly (infer E)[]
              ? Part<E>
              : keyof C extends never
                ? never
                : Fields<C>
