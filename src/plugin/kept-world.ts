/**
 * A small world of its own that is kept for as long as the program runs, from when it has done so many steps.
 *
 * With the last object of a kind V8 drops the machine code that was compiled for it. A program that drops its only world, and makes the next
 * one after a garbage collection, began with interpreted code again: planks that spin took 2.2 ms a step for 0.7, and boxes that land on
 * tiles 8.4 for 5.1 (`npm run bench`, which does that). Programs that do fewer steps have little to lose.
 */
const ENOUGH_STEPS = 240

let steps = 0
let kept: object | null = null

/** Counts a step. Returns whether it is the one after which {@link keepWorld} is due. */
export function countStep(): boolean {
  return ++steps === ENOUGH_STEPS
}

/** Makes a world and keeps it. No closure makes it: that would be garbage of each step. Where there is no memory for it none is kept: nothing but speed depends on it. */
export function keepWorld<T>(make: (of: T) => object, of: T): void {
  try {
    kept ??= make(of)
  } catch {
    kept = null
  }
}
