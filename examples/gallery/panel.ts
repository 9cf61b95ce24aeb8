import type { Events } from '../../src/index.ts'
import type { SceneEntry } from '../scenes/types.ts'
import { byId, element, setText } from './dom.ts'
import { EventCounts } from './events.ts'
import { History } from './history.ts'
import { showLegend, TINT_LABELS } from './legend.ts'
import { LAYERS, type Layer } from './painter.ts'
import type { Simulation } from './simulation.ts'
import { createTabs } from './tabs.ts'
import { SYSTEM_COLORS } from './theme.ts'
import { TINT_MODES, type TintMode } from './tints.ts'

const LAYER_LABELS: Record<Layer, string> = {
  bodies: 'Bodies',
  contacts: 'Contacts',
  boxes: 'AABBs',
  nodes: 'Quadtree',
  joints: 'Joints',
  forces: 'Forces',
  motion: 'Motion',
  labels: 'Ids',
}

/** The page about what the scenes of a category show. */
const DOCS: Readonly<Record<string, string>> = {
  Stacks: 'quality', Piles: 'performance', Motion: 'bodies', Worlds: 'broad-phases', Shapes: 'bodies', Platforms: 'contacts',
  Contacts: 'contacts', Joints: 'joints', Machines: 'joints', Fields: 'fields',
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
  private readonly tints = byId<HTMLSelectElement>('tints')
  private rows: SystemRow[] = []

  constructor(toggleLayer: (layer: Layer) => void, setTint: (tint: TintMode) => void) {
    createTabs(byId('tabs'), [byId('view'), byId('settings'), byId('figures')])
    for (const tint of TINT_MODES) {
      const option = element('option', '', TINT_LABELS[tint])
      option.value = tint
      this.tints.append(option)
    }
    this.tints.addEventListener('change', () => setTint(this.tints.value as TintMode))
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
    const docs = byId<HTMLAnchorElement>('docs')
    docs.href = `../${DOCS[entry.category] ?? 'overview'}.html`
    setText(byId('category'), entry.category)
    setText(byId('title'), entry.title)
    setText(byId('description'), entry.description)
    setText(byId('look'), entry.lookFor)
    this.rows = []
    this.restart()
  }

  /** Shows the color mode that is chosen, and what its colors mean. */
  showTint(tint: TintMode): void {
    this.tints.value = tint
    showLegend(byId('colors'), tint)
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

  /** Gives the counters in words. */
  showFigures(simulation: Simulation): string {
    const words: string[] = []
    for (const name of ['bodies', 'awake', 'pairs', 'contacts'] as const) {
      const text = simulation.count(name)?.toLocaleString('en-US') ?? '–'
      setText(byId(`count-${name}`), text)
      if (name !== 'pairs' && text !== '–') words.push(`${text} ${name}`)
    }
    this.events.show()
    this.showSystems(simulation)
    if (!byId('figures').hidden) this.history.draw()
    return words.join(' · ')
  }

  private showSystems({ built, systemMs, isPeer, lastStepMs }: Simulation): void {
    for (const id of ['bar', 'legend', 'since-start']) byId(id).hidden = isPeer
    if (isPeer) return setText(byId('step-time'), formatMs(lastStepMs))
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
