/** Inputs of all players by frame: what is known of the frames around now, in a ring. */
export class Inputs {
  /** By frame in the ring, then by player: the numbers of the input. */
  private readonly values: Float64Array
  /** What a frame was simulated with. */
  private readonly used: Float64Array
  /** By frame in the ring and player: 1 + the frame whose input is there, 0 for none. */
  private readonly known: Float64Array
  /** By player: all frames before it are known. */
  private readonly ends: Float64Array
  readonly players: number
  readonly size: number
  private readonly frames: number

  /**
   * @param size Numbers an input has.
   * @param frames Frames that fit into the ring.
   * @param delay So many frames have no input: 0.
   */
  constructor(players: number, size: number, frames: number, delay: number) {
    this.players = players
    this.size = size
    this.frames = frames
    this.values = new Float64Array(frames * players * size)
    this.used = new Float64Array(frames * players * size)
    this.known = new Float64Array(frames * players)
    this.ends = new Float64Array(players).fill(delay)
    for (let frame = 0; frame < delay; frame++) for (let player = 0; player < players; player++) this.known[this.place(frame, player)] = frame + 1
  }

  /** All frames before it have the inputs of all players. */
  get end(): number {
    let end = Infinity
    for (let player = 0; player < this.players; player++) if (this.ends[player]! < end) end = this.ends[player]!
    return end
  }

  isKnown(frame: number, player: number): boolean {
    return frame < this.ends[player]! || this.known[this.place(frame, player)] === frame + 1
  }

  /** Writes down an input, −0 as 0: text on a wire tells them not apart. Returns false where another one is there already. */
  put(frame: number, player: number, input: ArrayLike<number>): boolean {
    const at = this.place(frame, player)
    if (this.isKnown(frame, player)) return this.isSame(this.values, at * this.size, input)
    for (let i = 0; i < this.size; i++) this.values[at * this.size + i] = input[i]! + 0
    this.known[at] = frame + 1
    while (this.known[this.place(this.ends[player]!, player)] === this.ends[player]! + 1) this.ends[player]!++
    return true
  }

  /** Whether a frame was simulated with something else than this input. */
  wasOtherwise(frame: number, player: number, input: ArrayLike<number>): boolean {
    return !this.isSame(this.used, this.place(frame, player) * this.size, input)
  }

  /** Writes what a frame is to be simulated with: what is known, and of the others what they did last. */
  take(frame: number, out: Float64Array): void {
    for (let player = 0; player < this.players; player++) {
      // Where frames are missing what came in after them is not looked at: it is not long until they are there.
      const from = this.isKnown(frame, player) ? frame : this.ends[player]! - 1
      const at = from < 0 ? -1 : this.place(from, player) * this.size
      const to = this.place(frame, player) * this.size
      for (let i = 0; i < this.size; i++) {
        const value = at < 0 ? 0 : this.values[at + i]!
        out[player * this.size + i] = value
        this.used[to + i] = value
      }
    }
  }

  /** Writes what a frame was simulated with. */
  takeAgain(frame: number, out: Float64Array): void {
    const from = this.place(frame, 0) * this.size
    for (let i = 0; i < out.length; i++) out[i] = this.used[from + i]!
  }

  private place(frame: number, player: number): number {
    return (frame % this.frames) * this.players + player
  }

  private isSame(values: Float64Array, at: number, input: ArrayLike<number>): boolean {
    for (let i = 0; i < this.size; i++) if (values[at + i] !== input[i]) return false
    return true
  }
}
