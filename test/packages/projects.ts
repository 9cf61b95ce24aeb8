import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../browser/harness.ts'

export const TEMPLATES = join(ROOT, 'examples/templates')

/** The programs of this test's own package. */
const TOOLS = join(ROOT, 'test/packages/node_modules/.bin')

/** What lies beside the sources of a project in a clone, and is not of them. */
const MADE = new Set(['node_modules', 'dist', 'package-lock.json'])

export const templates = (): string[] =>
  readdirSync(TEMPLATES).filter((name) => existsSync(join(TEMPLATES, name, 'package.json'))).sort()

/** Runs a program to its end. @throws Error with what it printed, when it fails. @returns What it printed to stdout. */
export function run(folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 300_000, env: cleanEnv() })
  if (status === 0) return stdout
  throw new Error(`${[command, ...args].join(' ')} in ${basename(folder)} ended with ${error?.message ?? `code ${status}`}\n${stdout}${stderr}`)
}

/** The environment with Bun, and without what the npm that runs this test put there: a fresh project has none of it. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|NODE_ENV)/.test(name))
  return { ...Object.fromEntries(kept), PATH: `${TOOLS}:${process.env['PATH']}` }
}

/** Packs a package of the repository. @returns The path of the tarball. */
export function pack(folder: string, into: string): string {
  mkdirSync(into, { recursive: true })
  const [{ filename }] = JSON.parse(run(folder, 'npm', 'pack', '--json', '--pack-destination', into)) as [{ filename: string }]
  return join(into, filename)
}

/** A fresh copy of a template in `folder`, with the packed package installed. */
export function makeProject(template: string, folder: string, tarball: string): void {
  cpSync(join(TEMPLATES, template), folder, { recursive: true, filter: (path) => !MADE.has(basename(path)) })
  installInto(folder, tarball)
}

/** Takes the packed package in place of the published one, and installs all that the project names. */
export function installInto(folder: string, tarball: string): void {
  const file = join(folder, 'package.json')
  const project = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  if (project.dependencies['bitecs-physics'] === undefined) throw new Error(`${file} does not name bitecs-physics`)
  project.dependencies['bitecs-physics'] = `file:${tarball}`
  writeFileSync(file, JSON.stringify(project, null, 2))
  run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
}
