/** The function that guarded code calls in every turn of a loop and in every function: see guard-loops.ts. */
export const GUARD = '$mayGoOn'

/** The clock is looked at once in so many questions. */
const STRIDE = 64

/** The time that a program has in one go. When it is used up the program is over: catching the error does not help it. */
export class Allowance {
  private asked = 0
  private end = Infinity
  private over = false

  /** @param seconds For which a program may keep its page busy in one go. */
  constructor(private readonly seconds: number) {}

  /** A new go begins. */
  begin(): void {
    this.end = performance.now() + this.seconds * 1000
  }

  /** @throws Error when the time is used up. */
  readonly ask = (): void => {
    if (!this.over && ++this.asked % STRIDE !== 0) return
    this.over ||= performance.now() > this.end
    if (this.over) throw new Error(`It was stopped: for ${this.seconds} s it went on without a pause, as a loop does that has no end`)
  }
}
