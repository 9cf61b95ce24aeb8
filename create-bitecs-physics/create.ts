import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** A mistake of who calls: its message is all that they need. */
export class Refusal extends Error {}

export interface Template {
  readonly name: string
  readonly description: string
  /** The script that shows it, `dev` or `start`. */
  readonly script: string
}

interface ProjectFile {
  name: string
  description?: string
  scripts: Record<string, string>
}

/** First what most will want. */
const ORDER = ['canvas', 'pixi', 'phaser', 'three', 'worker']

const readProject = (folder: string): ProjectFile => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ProjectFile

/** All templates in a folder: each says in its package.json what it is. */
export function listTemplates(folder: string): Template[] {
  const rank = (name: string): number => (ORDER.indexOf(name) + 1 || ORDER.length + 1)
  return readdirSync(folder)
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => {
      const { description = '', scripts } = readProject(join(folder, name))
      return { name, description, script: 'dev' in scripts ? 'dev' : 'start' }
    })
}

/** What is in a folder, but for what `git init` makes. */
const contents = (folder: string): string[] => readdirSync(folder).filter((name) => name !== '.git')

/** Why nothing can be made in a folder, undefined where it can. */
export function whyNotIn(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found?.isDirectory() === false) return `${folder} is a file. Name a folder that is new or empty.`
    if (found !== undefined && contents(folder).length > 0) return `The folder ${folder} is not empty. Name one that is new or empty.`
    return undefined
  } catch (error) {
    return `The folder ${folder} cannot be used: ${messageOf(error)}`
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A name that npm takes: that of the folder, in small letters. */
export function nameOf(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '')
  return name === '' ? 'game' : name
}

/** Makes the project, whole or not at all. @throws Refusal when the folder cannot be made or filled. */
export function create(template: string, folder: string): void {
  const why = whyNotIn(folder)
  if (why !== undefined) throw new Refusal(why)
  const isNew = statSync(folder, { throwIfNoEntry: false }) === undefined
  try {
    mkdirSync(folder, { recursive: true })
    cpSync(template, folder, { recursive: true })
    // npm leaves a .gitignore out of what it packs.
    writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n')
    const project = { ...readProject(folder), name: nameOf(folder), description: undefined }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(project, null, 2)}\n`)
  } catch (error) {
    if (isNew) rmSync(folder, { recursive: true, force: true })
    else for (const name of contents(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    throw new Refusal(`The project could not be written: ${messageOf(error)}`)
  }
}
