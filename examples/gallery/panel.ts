import type { Events } from '../../src/index.ts'
import type { SceneEntry } from '../scenes/types.ts'
import { byId, element, setText } from './dom.ts'
import { EventCounts } from './events.ts'
import { History } from './history.ts'
import { LAYERS, type Layer } from './painter.ts'
import type { Simulation } from './simulation.ts'
import { SYSTEM_COLORS } from './theme.ts'

const LAYER_LABELS: Record<Layer, string> = {
  bodies: 'Bodies',
  contacts: 'Contacts',
  boxes: 'Fat boxes',
  nodes: 'Quadtree',
  joints: 'Joints',
  forces: 'Forces',
  motion: 'Motion',
  islands: 'Islands',
  labels: 'Ids',
}

interface SystemRow {
  readonly segment: HTMLElement
  readonly value: HTMLElement
  readonly item: HTMLElement
}

/** What is known of the running scene: words, counters, milliseconds, layers. */
export class Panel {
  private readonly history = new History(byId<HTMLCanvasElement>('history'))
  private readonly events = new EventCounts(byId('events'))
  private readonly layerButtons = new Map<Layer, HTMLButtonElement>()
  private rows: SystemRow[] = []

  constructor(toggleLayer: (layer: Layer) => void) {
    const container = byId('layers')
    for (const [i, layer] of LAYERS.entries()) {
      const button = element('button', 'layer')
      button.append(element('i', `swatch ${layer}`), element('span', '', LAYER_LABELS[layer]))
      button.append(element('kbd', '', String(i + 1)))
      button.dataset['layer'] = layer
      button.addEventListener('click', () => toggleLayer(layer))
      container.append(button)
      this.layerButtons.set(layer, button)
    }
  }

  /** Shows the words of another scene. */
  showScene(entry: SceneEntry): void {
    setText(byId('category'), entry.category)
    setText(byId('title'), entry.title)
    setText(byId('description'), entry.description)
    setText(byId('look'), entry.lookFor)
    this.rows = []
    this.restart()
  }

  showLayers(layers: ReadonlySet<Layer>): void {
    for (const [layer, button] of this.layerButtons) button.setAttribute('aria-pressed', String(layers.has(layer)))
  }

  /** The scene begins anew. */
  restart(): void {
    this.history.clear()
    this.events.clear()
  }

  /** One more step was taken. */
  recordStep(milliseconds: number, events: Events): void {
    this.history.push(milliseconds)
    this.events.record(events)
  }

  showFigures(simulation: Simulation): void {
    const { physics, entities } = simulation.built
    for (const name of ['bodies', 'awake', 'pairs', 'contacts'] as const) {
      // The engine counts in a step; before the first one only the bodies are known.
      const value = simulation.stepIndex > 0 ? physics.stats[name] : name === 'bodies' ? entities.filter((entity) => entity !== 0).length : 0
      setText(byId(`count-${name}`), value.toLocaleString('en-US'))
    }
    this.events.show()
    this.showSystems(simulation)
    this.history.draw()
  }

  private showSystems({ built, systemMs }: Simulation): void {
    if (this.rows.length !== built.physics.systems.length) this.createRows(built.physics.systems)
    const total = systemMs.reduce((sum, value) => sum + value, 0)
    setText(byId('step-time'), formatMs(total))
    for (const [i, row] of this.rows.entries()) {
      const share = total > 0 ? systemMs[i] / total : 0
      row.segment.style.flexGrow = String(share)
      row.item.classList.toggle('idle', share < 0.005)
      setText(row.value, formatMs(systemMs[i]))
    }
  }

  private createRows(systems: readonly { readonly name: string }[]): void {
    this.rows = systems.map((system, index) => {
      const color = SYSTEM_COLORS[index % SYSTEM_COLORS.length]
      const segment = element('span')
      segment.style.background = color
      segment.title = spaced(system.name)
      const item = element('li')
      const swatch = element('i', 'swatch')
      swatch.style.background = color
      const value = element('output')
      item.append(swatch, element('span', '', spaced(system.name)), value)
      return { segment, value, item }
    })
    byId('bar').replaceChildren(...this.rows.map((row) => row.segment))
    byId('legend').replaceChildren(...this.rows.map((row) => row.item))
  }
}

/** "updateAABBs" and "NarrowPhase" as words. */
function spaced(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase().replace('aabb', 'AABB')
}

function formatMs(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : 1)} ms`
}
