import type { Engine } from '../../bench/engines/engine.ts'
import { BROAD_PHASE_NAMES, type BroadPhaseName } from '../broad-phases.ts'
import { byId, element, setText } from './dom.ts'

/** Engines that scenes can be run with for comparison, as the bench sets them up: each is fetched when it is chosen. */
const PEERS: Readonly<Record<string, () => Promise<{ engine: Engine }>>> = {
  planck: () => import('../../bench/engines/planck.ts'),
  'matter-js': () => import('../../bench/engines/matter.ts'),
  rapier: () => import('../../bench/engines/rapier-compat.ts'),
}

export const OURS = 'bitecs-physics'
export const ENGINE_NAMES: readonly string[] = [OURS, ...Object.keys(PEERS)]

/** What runs a scene. */
export interface Choice {
  engine: string
  broadPhase: BroadPhaseName
}

/** Steps of which the mean is shown, from the second on: the first one makes everything. */
const MEASURED = 300

interface Times {
  steps: number
  ms: number
}

/** The choice of engine and broad phase, and how long steps take with each that was tried on the running scene. */
export class EngineChoice {
  private readonly engines = byId<HTMLSelectElement>('engines')
  private readonly broadPhases = byId<HTMLSelectElement>('broad-phases')
  private readonly measured = new Map<string, Times>()
  /** The scene that was measured, and how it was set. */
  private scene = ''
  private running: Times = { steps: 0, ms: 0 }

  constructor(change: (choice: Choice) => void) {
    for (const [select, names] of [[this.engines, ENGINE_NAMES], [this.broadPhases, BROAD_PHASE_NAMES]] as const) {
      select.append(...names.map((name) => new Option(name)))
      select.addEventListener('change', () => change({ engine: this.engines.value, broadPhase: this.broadPhases.value as BroadPhaseName }))
    }
  }

  /** Fetches an engine; `undefined`: ours. @throws Error that says why it can't be had. */
  async load(name: string): Promise<Engine | undefined> {
    const peer = PEERS[name]
    if (peer === undefined) return undefined
    const { engine } = await peer()
    await engine.load()
    return engine
  }

  /** Shows what is chosen; of a peer only the poses are known. */
  show({ engine, broadPhase }: Choice): void {
    const ours = engine === OURS
    this.engines.value = engine
    this.broadPhases.value = broadPhase
    this.broadPhases.disabled = !ours
    const known = '#layers [data-layer]:not([data-layer="bodies"]), #toolbar [id^="tool-"], #sliders [data-tuning="substeps"]'
    for (const control of document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(known)) control.disabled = !ours
  }

  /** A scene begins. @param scene Its name and settings: times of another one are no comparison. @param words How the engine is set up. */
  begin(scene: string, { engine, broadPhase }: Choice, words: string): void {
    if (scene !== this.scene) this.measured.clear()
    this.scene = scene
    this.running = { steps: 0, ms: 0 }
    this.measured.set(engine === OURS ? `${engine}, ${broadPhase}` : engine, this.running)
    this.say(words)
  }

  /** One more step was taken. */
  record(step: number, ms: number): void {
    if (step < 2 || this.running.steps >= MEASURED) return
    this.running.steps++
    this.running.ms += ms
  }

  showTimes(): void {
    if (byId('settings').hidden) return
    const rows = [...this.measured].map(([name, { steps, ms }]) => {
      const row = element('li')
      row.append(element('span', '', name), element('output', '', steps === 0 ? '…' : `${(ms / steps).toFixed(2)} ms`))
      return row
    })
    const list = byId('engine-times')
    const text = rows.map((row) => row.textContent).join()
    if (list.dataset['text'] === text) return
    list.dataset['text'] = text
    list.replaceChildren(...rows)
  }

  say(words: string): void {
    setText(byId('engine-note'), words)
  }
}
