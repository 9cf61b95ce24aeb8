import { fork, type ChildProcess } from 'node:child_process'
import type { Answer, Replies, Request } from './protocol.ts'

/** The collector is exposed for readings of the heap; nothing else differs from a plain process. */
const EXEC_ARGV = ['--expose-gc']

/** A worker process that runs one engine. It only ever works while a request is open. */
export class Child {
  private readonly process: ChildProcess
  private readonly timeoutMs: number
  private errors = ''
  private settle: ((answer: Answer) => void) | null = null

  constructor(bundle: string, timeoutMs: number) {
    this.timeoutMs = timeoutMs
    this.process = fork(bundle, [], { execArgv: EXEC_ARGV, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.process.stderr?.on('data', (data: Buffer) => { this.errors = (this.errors + data.toString()).slice(-4000) })
    this.process.on('message', (answer) => this.answer(answer as Answer))
    this.process.on('error', (error) => this.answer({ ok: false, error: error.message }))
    this.process.on('exit', (code, signal) => {
      const reason = this.errors.trim().split('\n').slice(-6).join('\n')
      this.answer({ ok: false, error: `ended with ${signal ?? `code ${code}`}${reason === '' ? '' : `: ${reason}`}` })
    })
  }

  /** @throws Error when the engine failed, the process died, or the answer took too long. */
  async request<K extends Request['do']>(request: Request & { do: K }): Promise<Replies[K]> {
    if (!this.process.connected) throw new Error(`no process to ${request.do}: it has ended ${this.errors}`)
    const answer = await new Promise<Answer>((resolve) => {
      this.settle = resolve
      const timer = setTimeout(() => {
        this.answer({ ok: false, error: `no answer to "${request.do}" within ${this.timeoutMs / 1000} s` })
        this.stop()
      }, this.timeoutMs)
      this.settle = (value) => {
        clearTimeout(timer)
        resolve(value)
      }
      this.process.send(request)
    })
    if (!answer.ok) throw new Error(answer.error)
    return answer.reply as Replies[K]
  }

  /** Ends the process, whatever it is doing. */
  stop(): void {
    this.process.kill('SIGKILL')
  }

  private answer(answer: Answer): void {
    const { settle } = this
    this.settle = null
    settle?.(answer)
  }
}
