import { Allowance, GUARD } from './allowance.ts'
import { showWorlds } from './drawing.ts'
import { inspect } from './inspect.ts'
import type { Level, RunMessage, Told } from './messages.ts'

/**
 * The frame in which a program runs. It has no origin, so it reads nothing of the site: libraries and code come as texts
 * and become modules here.
 */

/** Lines that are told; a program that prints in each frame must not fill the page. */
const MOST_LINES = 500

const tell = (told: Told): void => parent.postMessage(told, '*')
let lines = 0
let failed = false
/** What the program does by itself. */
const does = { draw: false, frames: false }
const canvas = document.querySelector('canvas')!

function print(level: Level, ...values: unknown[]): void {
  lines++
  if (lines > MOST_LINES + 1) return
  tell({ kind: 'line', level, text: lines > MOST_LINES ? '… and more' : values.map((value) => inspect(value)).join(' ') })
}

function fail(error: unknown): void {
  failed = true
  print('error', error instanceof Error ? `${error.name}: ${error.message}` : error)
}

for (const name of ['log', 'info', 'debug', 'table'] as const) console[name] = (...values: unknown[]) => print('log', ...values)
console.warn = (...values: unknown[]) => print('warn', ...values)
console.error = (...values: unknown[]) => print('error', ...values)
addEventListener('error', (event) => fail(event.error ?? event.message))
addEventListener('unhandledrejection', (event) => fail(event.reason))

const getContext = HTMLCanvasElement.prototype.getContext
HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: never[]) {
  does.draw = true
  return getContext.apply(this, args as never) as never
} as typeof getContext
const nextFrame = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = (callback) => {
  does.frames = true
  return nextFrame(callback)
}

/** Seconds in one go, at least and at most: programs simulate whole minutes. */
const ONE_GO = [3, 20] as const
/** Where the machine is busy with other things all takes longer: so many times as long as this frame took to begin, about 0.1 s else. */
const SLOWNESS = 20

// A go ends when the browser is given the word again, which is when a message arrives that was sent in it.
let allowance = new Allowance(ONE_GO[0])
const pause = new MessageChannel()
let going = false
pause.port1.addEventListener('message', () => { going = false })
pause.port1.start()
Object.assign(globalThis, {
  [GUARD]: () => {
    if (!going) {
      going = true
      allowance.begin()
      pause.port2.postMessage(null)
    }
    allowance.ask()
  },
})

function moduleOf(text: string): string {
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
}

async function run({ libraries, code, dark }: RunMessage): Promise<void> {
  allowance = new Allowance(Math.round(Math.min(Math.max(ONE_GO[0], SLOWNESS * performance.now() / 1000), ONE_GO[1])))
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  const map = document.createElement('script')
  map.type = 'importmap'
  map.textContent = JSON.stringify({ imports: Object.fromEntries(Object.entries(libraries).map(([name, text]) => [name, moduleOf(text)])) })
  document.head.append(map)
  const program = moduleOf(code)
  let line = 0
  try {
    await import(program)
  } catch (error) {
    fail(error)
    const stack = error instanceof Error ? error.stack ?? '' : ''
    line = Number(stack.split(program)[1]?.match(/^:(\d+)/)?.[1] ?? 0)
  }
  const context = getContext.call(canvas, '2d') as CanvasRenderingContext2D
  const shown = !does.draw && await showWorlds({ canvas, context, dark, nextFrame, moves: !does.frames, fail })
  tell({ kind: 'done', draws: does.draw || shown, failed, line })
}

addEventListener('message', (event: MessageEvent<RunMessage>) => void run(event.data).catch(fail), { once: true })
tell({ kind: 'ready' })
