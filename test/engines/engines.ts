import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Hashes } from './play.ts'

/** Programs that were made of one source: the file that Node and Bun run, and the text that a page does. */
export interface Programs {
  readonly file: string
  readonly script: string
}

export interface JavaScriptEngine {
  readonly name: string
  /** Plays all scenes. @param plain Without WebAssembly. */
  play(programs: Programs, plain: boolean, steps: number): Promise<Hashes>
}

/** What this command needs of puppeteer-core, which it alone installs. */
interface Puppeteer {
  launch(options: { browser: string; executablePath: string; args: string[]; protocolTimeout: number; timeout: number }): Promise<{
    newPage(): Promise<{ evaluate<A extends unknown[], R>(script: string | ((...values: A) => R), ...values: A): Promise<R> }>
    close(): Promise<void>
  }>
}

const PUPPETEER: string = 'puppeteer-core'
const run = promisify(execFile)
const TIMEOUT = 900_000
/** Milliseconds until a browser has to be there: a busy machine took longer than the 30 s of puppeteer. */
const START_TIMEOUT = 180_000

/** Node and Bun of many versions, from the packages of this folder, and the browsers of the system. */
export function findEngines(folder: string): JavaScriptEngine[] {
  const modules = join(folder, 'node_modules')
  return [
    commandLine(`node-${process.versions.node.split('.')[0]}`, process.execPath),
    ...['node-22', 'node-24', 'node-26'].map((name) => commandLine(name, join(modules, name, 'bin', 'node'))),
    commandLine('bun', join(modules, '@oven', 'bun-linux-x64', 'bin', 'bun')),
    browser('chromium', 'chrome', process.env['CHROMIUM'] ?? '/usr/bin/chromium', ['--no-sandbox', '--disable-gpu']),
    browser('firefox', 'firefox', process.env['FIREFOX'] ?? '/usr/bin/firefox-esr', []),
  ]
}

function commandLine(name: string, path: string): JavaScriptEngine {
  return {
    name,
    async play({ file }, plain, steps) {
      const { stdout } = await run(found(name, path), [file, plain ? 'plain' : 'wasm', String(steps)], { timeout: TIMEOUT })
      return JSON.parse(stdout) as Hashes
    },
  }
}

function browser(name: string, kind: 'chrome' | 'firefox', path: string, args: string[]): JavaScriptEngine {
  return {
    name,
    async play({ script }, plain, steps) {
      const { default: puppeteer } = await import(PUPPETEER) as { default: Puppeteer }
      const open = await puppeteer.launch({ browser: kind, executablePath: found(name, path), args, protocolTimeout: TIMEOUT, timeout: START_TIMEOUT })
      try {
        const page = await open.newPage()
        await page.evaluate(script)
        return await page.evaluate((without, count) => globalThis.play(without, count), plain, steps)
      } finally {
        await open.close()
      }
    },
  }
}

function found(name: string, path: string): string {
  if (!existsSync(path)) throw new Error(`${name} is not there: ${path}`)
  return path
}
