/** What goes on, on stderr: one line that is written over where there is a screen, plain lines where not. */
export class Progress {
  private readonly live = process.stderr.isTTY === true
  private readonly start = performance.now()
  private stage = ''
  private last = ''

  /** Begins a part of the work. */
  begin(stage: string): void {
    this.stage = stage
    if (this.live) this.note('')
    else process.stderr.write(`[${this.seconds()}] ${stage}\n`)
  }

  note(text: string): void {
    if (!this.live) return
    const line = `[${this.seconds()}] ${this.stage}  ${text}`.slice(0, (process.stderr.columns ?? 80) - 1)
    if (line === this.last) return
    this.last = line
    process.stderr.write(`\r\u001b[2K${line}`)
  }

  warn(text: string): void {
    this.end()
    process.stderr.write(`${text}\n`)
  }

  /** Leaves an empty line to write on. */
  end(): void {
    if (this.live) process.stderr.write('\r\u001b[2K')
  }

  private seconds(): string {
    return `${((performance.now() - this.start) / 1000).toFixed(0)} s`
  }
}
