import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const CHROMIUM_ARGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]

/** Milliseconds until the browser has to be there: a busy machine took longer than the 30 s of playwright. */
const START_TIMEOUT = 180_000

/** Counts checks and prints one line for each. */
export class Report {
  passed = 0
  failed = 0

  /** Runs one check; it fails by throwing. @returns Whether it passed. */
  async check(name: string, body: () => Promise<void>): Promise<boolean> {
    const start = Date.now()
    try {
      await body()
      this.passed++
      console.log(`ok    ${name} (${Date.now() - start} ms)`)
      return true
    } catch (error) {
      this.failed++
      const message = error instanceof Error ? error.message : String(error)
      console.log(`FAIL  ${name}\n      ${message.split('\n').filter((line) => !/^\s+at /.test(line)).join('\n')}`)
      return false
    }
  }

  finish(): number {
    console.log(`${this.passed} passed, ${this.failed} failed`)
    return this.failed === 0 && this.passed > 0 ? 0 : 1
  }
}

export function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

export interface Server {
  readonly url: string
  stop(): void
}

/** Starts `npm start`'s own script on a free port, without its site, and waits for the line that names the gallery's address. */
export async function startServer(): Promise<Server> {
  const port = await freePort()
  const stop = await serverThatSays(port, 'off', `Gallery: http://localhost:${port}`, 30)
  return { url: `http://127.0.0.1:${port}/gallery/`, stop }
}

/** The same with its site, which is built first where it is missing or older than what it is made of. */
export async function startSite(): Promise<Server> {
  const port = await freePort()
  const stop = await serverThatSays(port, '', new RegExp(`^Site: +http://localhost:${port}/(?: is ready)?$`, 'm'), 600)
  return { url: `http://127.0.0.1:${port}/`, stop }
}

/** Gives what stops it. */
function serverThatSays(port: number, site: string, words: string | RegExp, seconds: number): Promise<() => void> {
  const child = runServer(port, site)
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`the server did not say that it is there for ${seconds} s\n${output}`))
    }, seconds * 1000)
    const listen = (data: Buffer) => {
      output += data.toString()
      if (!(typeof words === 'string' ? output.includes(words) : words.test(output))) return
      clearTimeout(timer)
      resolve(() => child.kill('SIGTERM'))
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with code ${code}\n${output}`))
    })
  })
}

/** The end of a server that can't start: what it printed to stderr, and its exit code. */
export function failedServer(port: number): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve) => {
    const child = runServer(port, 'off')
    let errors = ''
    child.stderr?.on('data', (data: Buffer) => { errors += data.toString() })
    child.once('exit', (code) => resolve({ code, errors }))
  })
}

function runServer(port: number, site: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'examples/serve.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), SITE: site },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const named = process.env['CHROMIUM']
  const found = named ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
  if (found === undefined) throw new Error('no Chromium found; set CHROMIUM to the path of one')
  return chromium.launch({ executablePath: found, args: [...CHROMIUM_ARGS, ...more], timeout: START_TIMEOUT })
}
