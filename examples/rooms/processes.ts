import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { ProcessReport } from './server/main.ts'

const ROOT = process.env['BITECS_PHYSICS_ROOT']!
const ROOMS = join(ROOT, 'examples/rooms')

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

/** A Redis of our own: a free port, nothing written to disk, gone with us. */
export class RedisServer {
  readonly url: string
  private readonly child: ChildProcess
  private readonly folder: string

  private constructor(port: number, child: ChildProcess, folder: string) {
    this.url = `redis://127.0.0.1:${port}`
    this.child = child
    this.folder = folder
  }

  /** @throws Error where there is no redis-server. */
  static async start(program = 'redis-server'): Promise<RedisServer> {
    const port = await freePort()
    const folder = mkdtempSync(join(tmpdir(), 'rooms-redis-'))
    const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    process.once('exit', () => child.kill())
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        rmSync(folder, { recursive: true })
        reject(error.code !== 'ENOENT' ? error : new Error(
          `${program} is missing: rooms of several processes find each other by it. On Debian and Ubuntu: apt-get install redis-server; ` +
            'on a Mac: brew install redis.',
        ))
      })
      child.once('exit', (code) => reject(new Error(`redis-server ended with code ${code}`)))
      child.stdout!.on('data', (data: Buffer) => {
        if (data.toString().includes('Ready to accept connections')) resolve()
      })
    })
    return new RedisServer(port, child, folder)
  }

  async stop(): Promise<void> {
    await ended(this.child, 'SIGTERM')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Bundles a program of this folder, so that it can be started many times. Its packages are those of this folder. */
export async function bundle(entry: string): Promise<{ path: string; remove(): void }> {
  const folder = mkdtempSync(join(ROOMS, '.run-'))
  const path = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [join(ROOMS, entry)], outfile: path, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external',
    minifySyntax: true, logLevel: 'error', define: { 'process.env.BITECS_PHYSICS_ROOT': JSON.stringify(ROOT) },
  })
  return { path, remove: () => existsSync(folder) && rmSync(folder, { recursive: true }) }
}

/** One process of the game. */
export class GameProcess {
  readonly endpoint: string
  private readonly child: ChildProcess

  private constructor(port: number, child: ChildProcess) {
    this.endpoint = `http://127.0.0.1:${port}`
    this.child = child
  }

  /** @param path The bundle of `server/main.ts`. */
  static async start(path: string, redis: string, environment: Readonly<Record<string, string>> = {}): Promise<GameProcess> {
    const port = await freePort()
    const child = fork(path, { env: { ...process.env, NODE_ENV: 'production', ...environment, PORT: String(port), REDIS_URL: redis }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
    })
    return new GameProcess(port, child)
  }

  /** Begins to count anew. Of a process that is gone the next report tells. */
  reset(): void {
    this.child.send('reset', () => undefined)
  }

  /** @throws Error where the process is gone, or goes before it has answered. */
  report(): Promise<ProcessReport> {
    return asked<ProcessReport>(this.child, `the server at ${this.endpoint}`)
  }

  /** As if its machine had failed. */
  kill(): Promise<void> {
    return ended(this.child, 'SIGKILL')
  }

  /** As a deploy does it. */
  stop(): Promise<void> {
    return ended(this.child, 'SIGTERM')
  }
}

/**
 * What a child answers to the message 'report'.
 * @param who How it is called in errors.
 * @throws Error where it is gone, or goes before it has answered.
 */
export function asked<Answer>(child: ChildProcess, who: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let patience: NodeJS.Timeout | undefined
    const settle = (): void => {
      clearTimeout(patience)
      child.off('message', answer)
      child.off('exit', gone)
      child.off('disconnect', part)
    }
    const answer = (message: unknown): void => {
      settle()
      resolve(message as Answer)
    }
    const gone = (): void => {
      settle()
      const how = child.exitCode === null && child.signalCode === null ? 'its channel is closed' : (child.signalCode ?? `code ${child.exitCode}`)
      reject(new Error(`${who} ended before it reported: ${how}. What it wrote before is above.`))
    }
    // With what ends its channel goes first.
    const part = (): void => {
      patience = setTimeout(gone, 1000)
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      gone()
      return
    }
    child.on('message', answer)
    child.on('exit', gone)
    child.on('disconnect', part)
    // Where it cannot be sent the end is on its way, or has come.
    if (child.connected) child.send('report', () => undefined)
    else part()
  })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
