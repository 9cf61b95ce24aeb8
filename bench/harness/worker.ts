import { fork, type ChildProcess } from 'node:child_process'

interface Answer<Reply> { readonly reply?: Reply; readonly error?: string }

/** A program in a process of its own that answers one message at a time and does nothing in between. */
export class Worker<Ask extends object, Reply> {
  private readonly process: ChildProcess
  private errors = ''
  private settle: ((answer: Answer<Reply>) => void) | null = null

  constructor(bundle: string, private readonly timeoutMs: number) {
    this.process = fork(bundle, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.process.stderr?.on('data', (data: Buffer) => { this.errors = (this.errors + data.toString()).slice(-4000) })
    this.process.on('message', (answer) => this.answer(answer as Answer<Reply>))
    this.process.on('exit', (code, signal) => {
      this.answer({ error: `ended with ${signal ?? `code ${code}`}: ${this.errors.trim()}` })
    })
  }

  /** @throws Error when the program failed, its process died, or the answer took too long. */
  async ask(message: Ask): Promise<Reply> {
    if (!this.process.connected) throw new Error(`the process has ended: ${this.errors.trim()}`)
    const answer = await new Promise<Answer<Reply>>((resolve) => {
      const timer = setTimeout(() => {
        this.answer({ error: `no answer within ${this.timeoutMs / 1000} s` })
        this.stop()
      }, this.timeoutMs)
      this.settle = (value) => {
        clearTimeout(timer)
        resolve(value)
      }
      this.process.send(message)
    })
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.reply as Reply
  }

  stop(): void {
    this.process.kill('SIGKILL')
  }

  private answer(answer: Answer<Reply>): void {
    const { settle } = this
    this.settle = null
    settle?.(answer)
  }
}
