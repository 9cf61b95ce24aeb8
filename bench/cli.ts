import { parseArgs } from 'node:util'
import { AXES, AXIS_NAMES, type AxisName, type Choice } from './quality/grid.ts'
import { cases, findCase, shortCases, shorten, type Case } from './cases.ts'
import type { RandomKind } from './random-kinds.ts'

/** A request that makes no sense; its message is all the user has to see. */
export class UsageError extends Error {}

/** What every command understands. */
export interface Options {
  readonly positionals: readonly string[]
  readonly cases: readonly Case[]
  /** Names of engines, or null for all. */
  readonly engines: readonly string[] | null
  readonly repeats: number | undefined
  readonly against: string | undefined
  readonly short: boolean
  readonly profile: boolean
  readonly life: boolean
  readonly list: boolean
  readonly help: boolean
  readonly out: string | undefined
  /** quality: the piles asked for, how many bodies, for how long, from how many seeds. */
  readonly axes: Choice
  readonly count: number | undefined
  readonly seconds: number | undefined
  readonly seeds: number | undefined
  readonly full: boolean
  /** random: what the scenes are of. */
  readonly kind: RandomKind
  /** quality: into docs. */
  readonly write: boolean
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args)
  const steps = readCount('steps', values.steps)
  const warm = readCount('warm', values.warm)
  const chosen = names(values.scene) ?? (values.short === true ? shortCases : cases.map((entry) => entry.name))
  return {
    positionals,
    cases: chosen.map((name) => resize(requireCase(name), values.short === true, steps, warm)),
    engines: names(values.engine),
    repeats: readCount('repeats', values.repeats),
    against: values.against,
    short: values.short === true,
    profile: values.profile === true,
    life: values['no-life'] !== true,
    list: values.list === true,
    help: values.help === true,
    out: values.out,
    axes: readAxes(values),
    count: readCount('count', values.count),
    seconds: readCount('seconds', values.seconds),
    seeds: readCount('seeds', values.seeds),
    full: values.full === true,
    kind: readKind(values.joints === true, values.machines === true),
    write: values.write === true,
  }
}

function readKind(joints: boolean, machines: boolean): RandomKind {
  if (joints && machines) throw new UsageError('--joints and --machines are scenes of their own: one of them')
  return joints ? 'joints' : machines ? 'machines' : 'bodies'
}

function readAxes(values: Readonly<Record<string, unknown>>): Choice {
  const axes: Partial<Record<AxisName, readonly string[]>> = {}
  for (const axis of AXIS_NAMES) {
    const chosen = names(values[axis] as string[] | undefined)
    if (chosen === null) continue
    const known: readonly string[] = AXES[axis]
    axes[axis] = chosen.includes('all') ? known : chosen
    const unknown = axes[axis].find((value) => !known.includes(value))
    if (unknown !== undefined) throw new UsageError(`--${axis} "${unknown}": all, or some of ${known.join(', ')}`)
  }
  return axes
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        scene: { type: 'string', multiple: true },
        engine: { type: 'string', multiple: true },
        steps: { type: 'string' },
        warm: { type: 'string' },
        repeats: { type: 'string' },
        against: { type: 'string' },
        out: { type: 'string' },
        short: { type: 'boolean' },
        profile: { type: 'boolean' },
        'no-life': { type: 'boolean' },
        ...Object.fromEntries(AXIS_NAMES.map((axis) => [axis, { type: 'string', multiple: true } as const])),
        count: { type: 'string' },
        seconds: { type: 'string' },
        joints: { type: 'boolean' },
        machines: { type: 'boolean' },
        seeds: { type: 'string' },
        full: { type: 'boolean' },
        write: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}

/** `--scene a,b --scene c` */
function names(values: readonly string[] | undefined): string[] | null {
  const list = (values ?? []).flatMap((value) => value.split(',')).map((name) => name.trim()).filter((name) => name !== '')
  return list.length === 0 ? null : list
}

function requireCase(name: string): Case {
  const found = findCase(name)
  if (found === undefined) {
    throw new UsageError(`unknown scene "${name}": one of ${cases.map((entry) => entry.name).join(', ')}`)
  }
  return found
}

function resize(entry: Case, short: boolean, steps: number | undefined, warm: number | undefined): Case {
  const sized = short ? shorten(entry) : entry
  return { ...sized, steps: steps ?? sized.steps, warm: warm ?? sized.warm }
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value >= 1 && value <= 1e6)) throw new UsageError(`--${name} must be a whole number from 1 to 1000000, got "${text}"`)
  return value
}
