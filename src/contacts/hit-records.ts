// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers of a contact of which a hit may come. */
export const TO_FOLLOW_STRIDE = 2

/** Places among them: the way on which its sides met fastest, in a step, 0 before they do; and which contact it is. */
export enum ToFollow {
  Fastest = 0,
  Contact = 1,
}

/** Numbers of a body that goes elsewhere after hits of the step. */
export const STRAY_STRIDE = 3

/** Places among them: how far it goes elsewhere; the body; 1 where anything static is near its hits, otherwise 0. */
export enum Stray {
  By = 0,
  Body = 1,
  NearStatic = 2,
}
