import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

interface Room {
  readonly floor: number
  /** The paths of its row; those of folders end with a slash. */
  readonly paths: readonly string[]
}

const HOUSE = ['src', 'systems', 'components']

/** Written by the kernel's build: neither imports anything. */
const WRITTEN = /\.d\.ts$/

/** The table in docs/house.md is the truth about floors and rooms. */
function readRooms(page: string): Room[] {
  const rooms: Room[] = []
  for (const [, floor, cell] of page.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)) {
    rooms.push({ floor: Number(floor), paths: [...cell!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!) })
  }
  return rooms
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts') && !WRITTEN.test(file))
}

/** What a file imports or exports from files of the house, types too. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'\n]+)'/g)]
    .map(([, path]) => normalize(join(dirname(file), path!)))
    .filter((path) => path.endsWith('.ts'))
}

/** All rooms with a row for a file. */
function roomsOf(rooms: readonly Room[], file: string): Room[] {
  return rooms.filter(({ paths }) => paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)))
}

/** Imports that do not point down, as "file -> import". */
function findClimbers(rooms: readonly Room[], imports: ReadonlyMap<string, readonly string[]>): string[] {
  const climbers: string[] = []
  for (const [file, targets] of imports) {
    const from = roomsOf(rooms, file)[0]!
    for (const target of targets) {
      const to = roomsOf(rooms, target)[0]
      if (to !== from && !(to !== undefined && to.floor < from.floor)) climbers.push(`${file} -> ${target}`)
    }
  }
  return climbers
}

/** A circle of imports, empty where there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] => {
    const at = path.indexOf(file)
    if (at >= 0) return [...path.slice(at), file]
    if (done.has(file)) return []
    path.push(file)
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target)
      if (circle.length > 0) return circle
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of imports.keys()) {
    const circle = visit(file)
    if (circle.length > 0) return circle
  }
  return []
}

const rooms = readRooms(readFileSync('docs/house.md', 'utf8'))
const files = HOUSE.flatMap(filesOf)
const imports = new Map(files.map((file) => [file, importsOf(file)]))

describe('the house', () => {
  it('has each file in one room of the table', () => {
    expect(files.filter((file) => roomsOf(rooms, file).length !== 1)).toEqual([])
  })

  it('has each room of the table', () => {
    const paths = rooms.flatMap((room) => room.paths)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !files.some((file) => file === path || file.startsWith(path)))).toEqual([])
  })

  it('has imports that point down, or to a neighbor in the same room', () => {
    expect(findClimbers(rooms, imports)).toEqual([])
  })

  it('has no circles', () => {
    expect(findCircle(imports)).toEqual([])
  })
})

it('names of places in records cost nothing: a bundle has their numbers', () => {
  const { outputFiles } = buildSync({
    entryPoints: ['src/index.ts'], bundle: true, minifySyntax: true, format: 'esm', external: ['bitecs'], write: false, logLevel: 'error',
  })
  const code = outputFiles[0]!.text
  const enums = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^export enum (\w+)/gm)].map(([, name]) => name!))
  expect(enums.length).toBeGreaterThan(20)
  const named = (name: string): boolean => new RegExp(`[^.\\w]${name}\\.[A-Z]\\w*\\b[^']`).test(code.replace(/\/\*[^]*?\*\//g, ''))
  expect(enums.filter(named)).toEqual([])
})

/** What the entries of the package export from files of the house, as "file name". */
function publicNames(): [file: string, name: string][] {
  const entries = ['src/index.ts', 'src/no-wasm.ts', ...['debug', 'quadtree', 'recording', 'worker'].map((room) => `src/${room}/index.ts`)]
  return entries.flatMap((entry) =>
    [...readFileSync(entry, 'utf8').matchAll(/^export (?:type )?\{([^}]+)\} from '([^']+)'/gm)].flatMap(([, list, path]) =>
      [...list!.matchAll(/\w+/g)].map(([name]): [string, string] => [normalize(join(dirname(entry), path!)), name]),
    ),
  )
}

it('every public name has a doc comment', () => {
  const names = publicNames()
  expect(names.length).toBeGreaterThan(250)
  const isDocumented = ([file, name]: [string, string]): boolean =>
    new RegExp(String.raw`\*/\nexport (?:async )?(?:\w+ )+${name}\b`).test(readFileSync(file, 'utf8'))
  expect(names.filter((one) => !isDocumented(one)).map((one) => one.join(' '))).toEqual([])
})

describe('the check itself', () => {
  const two = readRooms('| floor | room | holds |\n| --- | --- | --- |\n| 1 | `a.ts`, `a/` | x |\n| 0 | `b/` | y |\n| 0 | `c/` | z |\n')

  it('finds imports that point up or to another room of the floor', () => {
    const bad = new Map([['b/one.ts', ['a.ts', 'b/two.ts', 'c/one.ts']], ['a.ts', ['a/x.ts', 'b/one.ts', 'd.ts']]])
    expect(findClimbers(two, bad)).toEqual(['b/one.ts -> a.ts', 'b/one.ts -> c/one.ts', 'a.ts -> d.ts'])
  })

  it('finds a circle', () => {
    const round = new Map([['a', ['b']], ['b', ['c', 'd']], ['c', []], ['d', ['b']]])
    expect(findCircle(round)).toEqual(['b', 'd', 'b'])
    expect(importsOf('src/index.ts')).toContain('src/plugin.ts')
  })
})
