import type { World } from 'bitecs'

/** What can be recorded and played again: a world, and the function that takes it one step further. */
export interface Recordable {
  /** The world, with physics. All that decides its future must be in it, or in {@link stores}. */
  readonly world: World
  /**
   * Takes one step: acts by the input, and steps the world. It must do the same whenever it is called with the same input
   * in the same state.
   * @param input What the recorder was given, as it comes out of the file: bytes as bytes, everything else by way of JSON.
   * @param step The number of the step, from 0 on.
   */
  readonly step: (input: unknown, step: number) => void
  /** Components of your own whose numbers decide the future, too: see `createSnapshots`. Default none. */
  readonly stores?: readonly object[] | undefined
}

/** @throws TypeError where that is nothing that can be recorded. */
export function checkRecordable(game: Recordable, caller: string): void {
  if (typeof game === 'object' && game !== null && typeof game.step === 'function') return
  throw new TypeError(`${caller}: that is nothing to record. Give { world, step(input, step) { ... stepPhysics(world, 1 / 60) } }.`)
}
