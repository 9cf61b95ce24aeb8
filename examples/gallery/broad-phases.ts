import type { BroadPhaseName } from '../broad-phases.ts'
import { WORLD_NAMES, WORLD_WORDS, type WorldName } from '../scenes/box-worlds.ts'
import { BroadPhaseRun } from './broad-phase-run.ts'
import { Camera } from './camera.ts'
import { byId, createChoice, element, onClick, setText } from './dom.ts'
import { GrowthChart } from './growth-chart.ts'
import { insets } from './insets.ts'
import { InstanceBatch, PLAIN } from './instances.ts'
import { showPages } from './pages.ts'
import { listenToPointers } from './pointer.ts'
import { Sidebar } from './sidebar.ts'
import { createSurface } from './surface.ts'
import { withOpacity, hex } from './color.ts'
import type { TopBar } from './top-bar.ts'
import { NODE_LINES, ORIGIN_PALETTE, STATIC_EDGE, STATIC_FILL } from './theme.ts'

const STRUCTURES: readonly { name: BroadPhaseName; title: string; color: string; words: string; look: string }[] = [
  {
    name: 'quadtree', title: 'Quadtree', color: '#ff8a65',
    words: 'A flat, loose quadtree: each box lies on the level whose cells are at least its size, in the cell of its center.',
    look: 'Large boxes lie in coarse cells, small ones in fine cells. Empty cells do not exist.',
  },
  {
    name: 'sweep-and-prune', title: 'Sweep and prune', color: '#ffd166',
    words: 'The ends of all boxes are kept sorted along both axes. Where little moves, few ends change places.',
    look: 'The ticks at the edges are the ends. A swap of a begin with an end is the only event.',
  },
  {
    name: 'grid', title: 'Grid', color: '#d77fe0',
    words: 'Equal cells, as large as the boxes usually are; what is larger is kept in a list of its own.',
    look: 'Choose the mixed world: one size of cell does not fit all.',
  },
  {
    name: 'brute-force', title: 'Brute force', color: '#9aa7c7',
    words: 'Every AABB against every other: nothing to keep, nothing to build, and the fastest for a handful.',
    look: 'Ten times as many boxes take a hundred times as long.',
  },
]
const NUMBERS = [32, 100, 316, 1000, 3162, 10_000, 31_623] as const
const GROWTH = [8, 16, 32, 64, 128, 316, 1000, 3162, 10_000, 31_623]
/** Milliseconds: a structure that takes longer is not asked for more boxes. */
const FRAME_LIMIT = 60
const MEASURE_MS = 40
const LAYERS = ['boxes', 'pairs', 'nodes'] as const
type Layer = (typeof LAYERS)[number]
/** Not the pairs: each large box of the mixed world has hundreds, and their lines hide all else. */
const OPENING: readonly Layer[] = ['boxes', 'nodes']
const LAYER_LABELS: Record<Layer, string> = { boxes: 'AABBs', pairs: 'Pairs', nodes: 'Cells or ends' }
/** A box longer than this many meters is one of the large ones of the mixed world. */
const LARGE = 4
const PAIR = hex('#ffb199', 0.55)
const END = hex('#ffd166', 0.5)

/** The page that shows the broad phases at work and measures them. */
class BroadPhasePage {
  run: BroadPhaseRun
  measuring = false
  paused = false
  readonly chart = new GrowthChart(byId<HTMLCanvasElement>('chart'))
  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  readonly camera = new Camera()
  private readonly surface = createSurface(this.canvas, 'auto')
  private readonly sidebar: Sidebar<{ name: string; title: string; category: string }>
  private readonly bodies = new InstanceBatch()
  private readonly marks = new InstanceBatch()
  private layers = new Set<Layer>(OPENING)
  private readonly showNumber = createChoice(
    byId('numbers'), NUMBERS, (n) => (n >= 10_000 ? `${Math.round(n / 1000)}k` : String(n)), (n) => this.build({ count: n }),
  )
  private structure: BroadPhaseName = 'quadtree'
  private kind: WorldName = 'mixed'
  private count: (typeof NUMBERS)[number] = 1000
  private ms = 0
  private lastFigures = 0

  constructor(private readonly topBar: TopBar) {
    const entries = [
      ...STRUCTURES.map(({ name, title }) => ({ name, title, category: 'Structure' })),
      ...WORLD_NAMES.map((name) => ({ name, title: name.charAt(0).toUpperCase() + name.slice(1), category: 'World' })),
    ]
    this.sidebar = new Sidebar(byId('scenes'), entries, ({ name }) => {
      if (STRUCTURES.some((entry) => entry.name === name)) this.build({ structure: name as BroadPhaseName })
      else this.build({ kind: name as WorldName })
    })
    this.readLink()
    this.createLayers()
    this.run = new BroadPhaseRun(this.structure, this.kind, this.count)
    this.build({})
    onClick('play', () => this.togglePause())
    onClick('measure', () => void this.measure())
    new ResizeObserver(() => this.fit()).observe(this.canvas)
    listenToPointers(this.canvas, this.camera, () => null)
    requestAnimationFrame((now) => this.frame(now))
  }

  private readLink(): void {
    const params = new URLSearchParams(location.hash.slice(1))
    this.structure = STRUCTURES.find(({ name }) => name === params.get('structure'))?.name ?? this.structure
    this.kind = WORLD_NAMES.find((name) => name === params.get('world')) ?? this.kind
    const layers = params.get('layers')?.split(',')
    if (layers !== undefined) this.layers = new Set(LAYERS.filter((layer) => layers.includes(layer)))
    this.count = NUMBERS.find((count) => String(count) === params.get('count')) ?? this.count
  }

  private writeLink(): void {
    const layers = LAYERS.filter((layer) => this.layers.has(layer))
    const told = layers.join() === OPENING.join() ? '' : `&layers=${layers.join()}`
    history.replaceState(null, '', `#structure=${this.structure}&world=${this.kind}&count=${this.count}${told}`)
  }

  private build(changed: { structure?: BroadPhaseName; kind?: WorldName; count?: (typeof NUMBERS)[number] }): void {
    Object.assign(this, changed)
    // A frame of every pair among so many would take seconds.
    if (this.structure === 'brute-force' && this.count > 10_000) this.count = 10_000
    this.run = new BroadPhaseRun(this.structure, this.kind, this.count)
    // The first frame builds everything; it is no measure of the next ones.
    this.run.frame()
    this.ms = this.run.frame()
    const entry = STRUCTURES.find(({ name }) => name === this.structure) ?? STRUCTURES[0]
    this.sidebar.show(this.structure, this.kind)
    this.topBar.show(`${entry.title}, ${this.kind}`)
    this.topBar.close()
    this.showNumber(this.count)
    setText(byId('title'), entry.title)
    setText(byId('description'), entry.words)
    setText(byId('look'), `${entry.look} World: ${WORLD_WORDS[this.kind]}.`)
    this.writeLink()
    this.fit()
  }

  private createLayers(): void {
    for (const layer of LAYERS) {
      const button = element('button', 'layer', LAYER_LABELS[layer])
      button.dataset['layer'] = layer
      button.setAttribute('aria-pressed', String(this.layers.has(layer)))
      button.addEventListener('click', () => {
        if (!this.layers.delete(layer)) this.layers.add(layer)
        button.setAttribute('aria-pressed', String(this.layers.has(layer)))
        this.writeLink()
      })
      byId('layers').append(button)
    }
  }

  private togglePause(): void {
    this.paused = !this.paused
    document.body.classList.toggle('paused', this.paused)
    byId('play').setAttribute('aria-pressed', String(this.paused))
  }

  private bounds(): { minX: number; minY: number; maxX: number; maxY: number } {
    const { minX, minY, maxX, maxY } = this.run.world
    const least = (column: Float64Array) => column.subarray(1).reduce((a, b) => Math.min(a, b), Infinity)
    const most = (column: Float64Array) => column.subarray(1).reduce((a, b) => Math.max(a, b), -Infinity)
    return { minX: least(minX), minY: least(minY), maxX: most(maxX), maxY: most(maxY) }
  }

  private fit(): void {
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    const { minX, minY, maxX, maxY } = this.bounds()
    this.camera.fit({
      x: (minX + maxX) / 2, y: (minY + maxY) / 2, width: (maxX - minX) * 1.06, height: (maxY - minY) * 1.06,
    }, insets())
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next))
    if (this.measuring) return
    if (!this.paused) this.ms += (this.run.frame() - this.ms) * 0.08
    this.fillBodies()
    const nodes = this.fillMarks()
    this.surface.begin(this.camera, Math.min(2, window.devicePixelRatio))
    this.surface.drawInstances(this.bodies)
    this.surface.drawInstances(this.marks)
    if (now - this.lastFigures < 150) return
    this.lastFigures = now
    setText(byId('frame-ms'), this.ms.toFixed(this.ms < 10 ? 3 : 1))
    setText(byId('pairs'), this.run.pairs.count.toLocaleString('en-US'))
    this.topBar.showFacts(`${this.run.pairs.count.toLocaleString('en-US')} pairs · ${this.ms.toFixed(2)} ms`)
    setText(byId('boxes'), this.count.toLocaleString('en-US'))
    setText(byId('nodes'), nodes === 0 ? '–' : nodes.toLocaleString('en-US'))
  }

  private fillBodies(): void {
    const { bodies, run } = this
    const { minX, minY, maxX, maxY, fixed, moves, count } = run.world
    bodies.clear()
    if (!this.layers.has('boxes')) return
    // Large ones come first, and are glass: what lies in them is what one wants to see.
    for (let turn = 0; turn < 2 * count; turn++) {
      const id = (turn % count) + 1
      const large = maxX[id] - minX[id] > LARGE
      if (large !== (turn < count)) continue
      const tint = (id * 7) % 48
      const still = fixed[id] === 1
      const fill = still ? STATIC_FILL : moves[id] === 1 ? ORIGIN_PALETTE.fill[tint] : ORIGIN_PALETTE.sleepingFill[tint]
      const edge = still ? STATIC_EDGE : ORIGIN_PALETTE.sleepingEdge[tint]
      bodies.push(
        (minX[id] + maxX[id]) / 2, (minY[id] + maxY[id]) / 2, 1, 0, (maxX[id] - minX[id]) / 2, (maxY[id] - minY[id]) / 2,
        0, PLAIN, withOpacity(fill, large ? 0.16 : 0.8), large ? withOpacity(fill, 0.7) : edge,
      )
    }
  }

  /** Cells and pairs; gives the number of cells. */
  private fillMarks(): number {
    const { marks, run, camera } = this
    const { minX, minY, maxX, maxY } = run.world
    marks.clear()
    let nodes = 0
    const drawn = this.layers.has('nodes')
    run.broadPhase.visitNodes?.((left, bottom, right, top, depth) => {
      nodes++
      if (drawn) marks.pushFrame(left, bottom, right, top, withOpacity(NODE_LINES[Math.min(depth, NODE_LINES.length - 1)], 0.7))
    })
    if (drawn && run.structure === 'sweep-and-prune') this.fillEnds()
    if (!this.layers.has('pairs')) return nodes
    const { a, b, count } = run.pairs
    const half = Math.min(0.06, 0.6 / camera.scale)
    for (let i = 0; i < count; i++) {
      marks.pushLine(
        (minX[a[i]] + maxX[a[i]]) / 2, (minY[a[i]] + maxY[a[i]]) / 2,
        (minX[b[i]] + maxX[b[i]]) / 2, (minY[b[i]] + maxY[b[i]]) / 2, half, PAIR,
      )
    }
    return nodes
  }

  /** Both ends of every box on both axes, below and left of the world. */
  private fillEnds(): void {
    const { marks, camera } = this
    const { minX, minY, maxX, maxY, count } = this.run.world
    const bounds = this.bounds()
    const pixel = 1 / camera.scale
    for (let id = 1; id <= count; id++) {
      for (const x of [minX[id], maxX[id]]) marks.pushLine(x, bounds.minY - 16 * pixel, x, bounds.minY - 6 * pixel, 0.4 * pixel, END)
      for (const y of [minY[id], maxY[id]]) marks.pushLine(bounds.minX - 16 * pixel, y, bounds.minX - 6 * pixel, y, 0.4 * pixel, END)
    }
  }

  /** Runs every structure in worlds of growing size, one after the other, with a breath for the page in between. */
  async measure(most: number = Infinity): Promise<void> {
    if (this.measuring) return
    this.measuring = true
    const button = byId<HTMLButtonElement>('measure')
    button.disabled = true
    this.chart.lines.clear()
    const slow = new Set<string>()
    for (const count of GROWTH.filter((number) => number <= most)) {
      for (const { name, title, color } of STRUCTURES) {
        if (slow.has(name)) continue
        setText(byId('progress'), `${title}, ${count.toLocaleString('en-US')}`)
        await new Promise((resolve) => setTimeout(resolve))
        const ms = measureOne(new BroadPhaseRun(name, this.kind, count))
        this.chart.add(name, color, count, ms)
        if (ms > FRAME_LIMIT) slow.add(name)
        this.chart.draw()
      }
      this.showExponents()
    }
    setText(byId('progress'), `${this.kind}`)
    button.disabled = false
    this.measuring = false
  }

  private showExponents(): void {
    const rows = STRUCTURES.map(({ name, title, color }) => {
      const row = element('li')
      const swatch = element('i', 'swatch')
      swatch.style.background = color
      const exponent = this.chart.exponent(name, 300)
      row.append(swatch, element('span', '', title), element('output', '', Number.isFinite(exponent) ? `n^${exponent.toFixed(2)}` : ''))
      return row
    })
    byId('legend').replaceChildren(...rows)
  }
}

/** Milliseconds of a frame: the middle of three readings, after some frames to get warm. */
function measureOne(run: BroadPhaseRun): number {
  const first = run.frames(2)
  const frames = Math.max(1, Math.min(4000, Math.round(MEASURE_MS / 3 / Math.max(0.002, first))))
  // The compiler needs some frames to find out what is hot.
  run.frames(frames * 2)
  const readings = [run.frames(frames), run.frames(frames), run.frames(frames)].sort((a, b) => a - b)
  return Math.max(1e-4, readings[1])
}

declare global {
  interface Window {
    /** The running page, for the console and for test/browser. */
    broadPhases?: BroadPhasePage
  }
}

const page = new BroadPhasePage(showPages(byId('sidebar'), 'broad-phases'))
page.chart.draw()
window.broadPhases = page
