/** The checks that the helpers share. */
function check(caller: string, ...numbers: number[]): void {
  for (const number of numbers) {
    if (Number.isFinite(number) && number >= 0) continue
    throw new RangeError(`${caller}: the numbers must be finite and not negative, got ${numbers.join(', ')}.`)
  }
}

/**
 * The speed with which a jump reaches a height, however long the steps are: for a character of which `gravity * dt` is
 * taken off before each further move.
 * @param height How high its feet shall get. Unit: length.
 * @param gravity Length/s², as a positive number.
 * @param dt Length of a step in seconds. Default 0: the speed of a jump that is not cut into steps.
 * @throws RangeError on a number that is negative or not finite.
 */
export function jumpSpeed(height: number, gravity: number, dt = 0): number {
  check('jumpSpeed', height, gravity, dt)
  // The steps sum up to v² / 2g + v · dt / 2.
  const half = 0.5 * gravity * dt
  return Math.sqrt(2 * gravity * height + half * half) - half
}
