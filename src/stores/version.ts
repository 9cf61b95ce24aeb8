let last = 0

/**
 * A number that changes whenever what it is about may have changed, so that a snapshot need not copy what it has. A number is
 * never used twice for different contents: {@link put} gives back the number of what is put back.
 */
export class Version {
  /** 0 until it is asked for: noting is part of hot loops. */
  private value = 0

  /** To be called before or after something of it is written, also between two steps. */
  note(): void {
    this.value = 0
  }

  /** The number of what is there now; never 0. */
  get(): number {
    if (this.value === 0) this.value = ++last
    return this.value
  }

  /** To be called when what had this number is there again; 0 where nobody knows its number. */
  put(value: number): void {
    this.value = value
  }
}

/** Of what users may write to without a word once they have asked for it: from then on nobody knows what is there. */
export class OpenVersion extends Version {
  /** Whether somebody has asked for it. */
  isOpen = false

  open(): void {
    this.isOpen = true
  }

  override get(): number {
    if (this.isOpen) this.note()
    return super.get()
  }
}
