import { SUBSTEPS, type Simulation } from './simulation.ts'
import { TUNINGS, type Tuning, type TuningName, type TuningRange } from './tuning.ts'
import { element, setText } from './dom.ts'

interface Slider {
  readonly range: TuningRange
  readonly row: HTMLElement
  readonly input: HTMLInputElement
  readonly value: HTMLOutputElement
}

/** Sliders for what a viewer may change of a scene. */
export class TuningPanel {
  private readonly sliders: readonly Slider[]
  private readonly reset = element('button', 'text-button wide', 'As the scene has it')
  private simulation: Simulation | null = null

  /** @param change Called while a slider moves; `done` when it is let go. */
  constructor(container: HTMLElement, private readonly change: (name: TuningName, value: number, done: boolean) => void, reset: () => void) {
    this.sliders = TUNINGS.map((range) => this.createSlider(range))
    this.reset.type = 'button'
    this.reset.addEventListener('click', reset)
    container.append(...this.sliders.map(({ row }) => row), this.reset)
  }

  /** Takes the ends of the sliders from a scene that was just built. */
  showScene(simulation: Simulation, tuning: Tuning): void {
    this.simulation = simulation
    for (const { range, row, input } of this.sliders) {
      if (range.name !== 'count') continue
      row.hidden = !simulation.counted
      input.max = String(Math.max(100, 4 * (tuning.count ?? moversOf(simulation))))
    }
    this.show(tuning)
  }

  show(tuning: Tuning): void {
    for (const { range, input, value } of this.sliders) {
      const own = tuning[range.name]
      const shown = own ?? this.valueOf(range.name)
      if (shown === null) {
        input.value = String((range.least + range.most) / 2)
        setText(value, 'as it is')
      } else {
        input.value = String(shown)
        setText(value, `${Number(shown.toFixed(2)).toLocaleString('en-US')}${range.unit === '' ? '' : ` ${range.unit}`}`)
      }
      value.classList.toggle('own', own !== undefined)
    }
    this.reset.disabled = Object.keys(tuning).length === 0
  }

  /** What the scene has; `null` where each body has its own. */
  private valueOf(name: TuningName): number | null {
    if (this.simulation === null) return null
    const { gravity } = this.simulation.built.scene
    switch (name) {
      case 'gravity': return Math.hypot(gravity.x, gravity.y)
      case 'substeps': return SUBSTEPS
      case 'count': return moversOf(this.simulation)
      default: return null
    }
  }

  private createSlider(range: TuningRange): Slider {
    const row = element('label', 'slider')
    const input = element('input')
    input.type = 'range'
    input.min = String(range.least)
    input.max = String(range.most)
    input.step = String(range.step)
    input.dataset['tuning'] = range.name
    const value = element('output')
    row.append(element('span', '', range.label), value, input)
    input.addEventListener('input', () => this.change(range.name, Number(input.value), false))
    input.addEventListener('change', () => this.change(range.name, Number(input.value), true))
    return { range, row, input, value }
  }
}

/** Those that a count means: neither what is driven nor what stands by. */
function moversOf({ built, spareCount }: Simulation): number {
  return built.scene.bodies.filter(({ kind }) => kind === undefined).length - spareCount
}
