/**
 * Numbers that change whenever what they are about may have changed, so that a snapshot need not copy what it has. A number is
 * never used twice for different contents: a restore gives back the number of what it restores.
 */
export class ContentVersion {
  /** Where bodies are and how they move, who is awake, and all contacts: what a step with nothing awake leaves alone. */
  motion = 1
  /** Shapes, sizes, masses and filters as they were taken in: what most steps leave alone. */
  build = 1
  private last = 1

  /** To be called before or after something of it is written, also between two steps. */
  noteMotion(): void {
    this.motion = ++this.last
  }

  noteBuild(): void {
    this.build = ++this.last
    this.motion = this.last
  }
}
