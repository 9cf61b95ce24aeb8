import { fork } from 'node:child_process'
import { bundleProgram } from './bundle.ts'

/**
 * Bundles a file of bench/programs and runs it in a process of its own.
 * @returns What it sent.
 * @throws Error when it ended without sending anything.
 */
export async function runProgram<T>(name: string, args: readonly string[], timeoutMs: number): Promise<T> {
  const outfile = await bundleProgram(name)
  return new Promise<T>((resolve, reject) => {
    const child = fork(outfile, args, { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    let errors = ''
    let answered = false
    child.stderr?.on('data', (data: Buffer) => { errors = (errors + data.toString()).slice(-4000) })
    child.on('message', (message) => {
      answered = true
      resolve(message as T)
    })
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (!answered) reject(new Error(`${name} ended with ${signal ?? `code ${code}`} and no result: ${errors.trim()}`))
    })
  })
}
