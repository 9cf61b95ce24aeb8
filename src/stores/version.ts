/**
 * A number that changes whenever what it is about may have changed, so that a snapshot need not copy what it has. A number is
 * never used twice for different contents: {@link put} gives back the number of what is put back.
 */
export class Version {
  private value = 1
  private last = 1
  /** Counted when it is asked for: noting is part of hot loops. */
  private changed = false

  /** To be called before or after something of it is written, also between two steps. */
  note(): void {
    this.changed = true
  }

  /** The number of what is there now; never 0. */
  get(): number {
    if (this.changed) {
      this.value = ++this.last
      this.changed = false
    }
    return this.value
  }

  /** To be called when what had this number is there again; 0 where nobody knows its number. */
  put(value: number): void {
    this.value = value
    this.changed = value === 0
  }
}
