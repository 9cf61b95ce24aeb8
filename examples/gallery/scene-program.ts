import { modules, sources } from 'scene-sources'
import { Allowance, GUARD } from '../../site/runner/allowance.ts'
import { guardLoops } from '../../site/runner/guard-loops.ts'
import { toFunctionBody } from '../../site/runner/strip-types.ts'
import type { SceneEntry } from '../scenes/types.ts'
import { Simulation } from './simulation.ts'

/** Scenes of more bodies are not tried out first: they would keep the page busy twice. */
const MOST_TRIED = 3000

/** Seconds that each function of an edited scene may take. */
const ONE_GO = 1

/** What is wrong with an edited scene, and in which line; 0: nobody knows. */
export class SceneProblem extends Error {
  constructor(message: string, readonly line: number) {
    super(message)
  }
}

/** The file in which a scene is, and the line of its name. */
export function sourceOf(scene: string): { file: string; text: string; line: number } {
  const words = `name: '${scene}'`
  const found = Object.entries(sources).find(([, text]) => text.includes(words))
  if (found === undefined) throw new Error(`no file of examples/scenes has ${words}`)
  const [file, text] = found
  return { file, text, line: text.slice(0, text.indexOf(words)).split('\n').length }
}

/** Runs an edited file and gives the scene of that name. @throws SceneProblem */
export async function runSource(text: string, scene: string): Promise<SceneEntry> {
  try {
    const allowance = new Allowance(ONE_GO)
    const exported = await evaluate(guardLoops(toFunctionBody(text)), allowance)
    const found = Object.values(exported).find((value): value is SceneEntry => isEntry(value) && value.name === scene)
    if (found === undefined) throw new Error(`this file exports no scene with the name '${scene}'`)
    const entry = within(allowance, found)
    const { built } = new Simulation(entry)
    if (built.scene.bodies.length <= MOST_TRIED) built.step()
    return entry
  } catch (error) {
    throw problemOf(error)
  }
}

/** What an error says, and where: the stack knows it of what ran, the message of what can't be read. */
export function problemOf(error: unknown): SceneProblem {
  if (error instanceof SceneProblem) return error
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const line = stack.match(/\bblob:[^\s()]+:(\d+):\d+/)?.[1] ?? message.match(/\((\d+):\d+\)\s*$/)?.[1] ?? 0
  return new SceneProblem(message.replace(/^Error transforming[^:]*: /, '').replace(/ \(\d+:\d+\)\s*$/, ''), Number(line))
}

/** The scene, with as much time for each of its functions as one go has: not for what the engine does between them. */
function within(allowance: Allowance, entry: SceneEntry): SceneEntry {
  return {
    ...entry,
    create: (options) => {
      allowance.begin()
      const scene = entry.create(options)
      const { drive } = scene
      if (drive === undefined) return scene
      return { ...scene, drive: (...args) => (allowance.begin(), drive(...args)) }
    },
  }
}

/** As a module of its own, which sees nothing of this one; lines stay what they are. */
async function evaluate(body: string, allowance: Allowance): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = {}
  const require = (path: string): object => {
    const found = modules[path]
    if (found === undefined) throw new Error(`'${path}' can't be imported here, only what other scenes import can`)
    return found
  }
  const address = URL.createObjectURL(new Blob([`export default function (require, exports, ${GUARD}) {${body}\n}`], { type: 'text/javascript' }))
  try {
    const program = await import(address) as { default(require: unknown, exports: unknown, mayGoOn: () => void): void }
    allowance.begin()
    program.default(require, exported, allowance.ask)
  } finally {
    URL.revokeObjectURL(address)
  }
  return exported
}

function isEntry(value: unknown): value is SceneEntry {
  return typeof value === 'object' && value !== null && 'create' in value && 'name' in value
}
