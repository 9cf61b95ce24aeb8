import { Not } from 'bitecs'
import { bodyOf, type QueryFilter } from '../../src/index.ts'
import { LAYERS, playground } from '../scenes/playground.ts'
import { Camera } from './camera.ts'
import { belongsElsewhere, byId, createChoice, element, onClick, setText } from './dom.ts'
import { pushBody } from './draw-body.ts'
import { insets } from './insets.ts'
import { InstanceBatch, PolygonBatch } from './instances.ts'
import { showPages } from './pages.ts'
import { Painter, type Look } from './painter.ts'
import { listenToPointers, type Hand } from './pointer.ts'
import { TOOLS, type Answer, type Asked, type QueryTool } from './query-tools.ts'
import { Sidebar } from './sidebar.ts'
import { Simulation } from './simulation.ts'
import { createSurface } from './surface.ts'
import { FOUND_EDGE, FOUND_FILL } from './theme.ts'
import type { TopBar } from './top-bar.ts'

/** Questions asked in a row for one reading of the time: the clock of a page is coarse. */
const REPEATS = 200
const TIME_MS = 400
const MOST_LINES = 7
/** Toggles of the filter; those of the layers are on at first. */
const TOGGLES = ['ground', 'circles', 'boxes', 'others', 'sensors', 'moving only'] as const
type Toggle = (typeof TOGGLES)[number]

/** The page on which each query can be played with. */
class Playground {
  tool: QueryTool = TOOLS[0]
  answer: Answer = { entities: [], lines: [] }
  readonly camera = new Camera()
  readonly simulation = new Simulation(playground)
  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  private readonly surface = createSurface(this.canvas, 'auto')
  private readonly painter = new Painter(this.simulation)
  private readonly look: Look = { layers: new Set(['bodies']), tint: 'kind' }
  private readonly marks = new InstanceBatch()
  private readonly polygons = new PolygonBatch()
  private readonly found = new InstanceBatch()
  private readonly foundPolygons = new PolygonBatch()
  private readonly on = new Set<Toggle>(['ground', 'circles', 'boxes', 'others'])
  private readonly bodyOfEntity = new Map<number, number>()
  private readonly sidebar: Sidebar<{ name: string; title: string; category: string }>
  private readonly pose = new Float64Array(3)
  private variant = ''
  private from = { x: -6, y: 13 }
  private to = { x: 5, y: 2.5 }
  private lastFrame = performance.now()
  private lastTime = 0

  constructor(private readonly topBar: TopBar) {
    const entries = TOOLS.map(({ name, title, group }) => ({ name, title, category: group }))
    this.sidebar = new Sidebar(byId('scenes'), entries, ({ name }) => this.choose(name))
    this.simulation.built.entities.forEach((entity, index) => this.bodyOfEntity.set(entity, index))
    this.createToggles()
    this.listen()
    this.resize()
    this.choose(location.hash.slice(1))
    requestAnimationFrame((now) => this.frame(now))
  }

  choose(name: string): void {
    this.tool = TOOLS.find((tool) => tool.name === name) ?? TOOLS[0]
    const { title, description, hint, variants } = this.tool
    this.sidebar.show(this.tool.name)
    this.topBar.show(title)
    this.topBar.close()
    setText(byId('title'), title)
    setText(byId('description'), description)
    setText(byId('look'), hint)
    setText(byId('hint'), hint)
    this.variant = variants[Math.min(1, variants.length - 1)] ?? ''
    const show = createChoice(byId('choice'), variants, (text) => text, (text) => {
      this.variant = text
      show(text)
    })
    show(this.variant)
    this.lastTime = 0
    history.replaceState(null, '', `#${this.tool.name}`)
  }

  private createToggles(): void {
    for (const toggle of TOGGLES) {
      const button = element('button', 'layer', toggle.charAt(0).toUpperCase() + toggle.slice(1))
      button.dataset['toggle'] = toggle
      button.setAttribute('aria-pressed', String(this.on.has(toggle)))
      button.addEventListener('click', () => {
        if (!this.on.delete(toggle)) this.on.add(toggle)
        button.setAttribute('aria-pressed', String(this.on.has(toggle)))
      })
      byId('filters').append(button)
    }
  }

  private listen(): void {
    const { canvas, camera } = this
    // One pointer asks, two pan and zoom. A mouse asks without a button too.
    const hand: Hand = {
      active: true,
      take: (x, y) => { this.from = this.to = { x, y } },
      moveTo: (x, y) => { this.to = { x, y } },
      release: () => {},
    }
    listenToPointers(canvas, camera, () => hand)
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) hand.moveTo(camera.worldX(event.offsetX), camera.worldY(event.offsetY))
    })
    new ResizeObserver(() => this.resize()).observe(canvas)
    onClick('play', () => this.togglePause())
    window.addEventListener('keydown', (event) => {
      if (event.key !== ' ' || belongsElsewhere(event)) return
      event.preventDefault()
      this.togglePause()
    })
    window.addEventListener('hashchange', () => this.choose(location.hash.slice(1)))
  }

  private togglePause(): void {
    this.simulation.paused = !this.simulation.paused
    document.body.classList.toggle('paused', this.simulation.paused)
    byId('play').setAttribute('aria-pressed', String(this.simulation.paused))
  }

  private resize(): void {
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    this.camera.fit(this.simulation.built.scene.view, insets())
  }

  private filter(): QueryFilter {
    let mask = 0
    for (const [name, bit] of Object.entries(LAYERS)) if (this.on.has(name as Toggle)) mask |= bit
    const { Static, Kinematic } = this.simulation.built.physics.components
    return {
      mask,
      includeSensors: this.on.has('sensors'),
      ...(this.on.has('moving only') ? { terms: [Not(Static), Not(Kinematic)] } : {}),
    }
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next))
    this.simulation.advance(now - this.lastFrame)
    this.lastFrame = now
    const { camera, from, to, variant } = this
    const asked: Asked = {
      world: this.simulation.built.world, x1: from.x, y1: from.y, x2: to.x, y2: to.y, variant, filter: this.filter(),
    }
    this.surface.begin(camera, Math.min(2, window.devicePixelRatio))
    this.painter.draw(this.surface, camera, this.look, null)
    this.marks.clear()
    this.polygons.clear()
    this.answer = this.tool.show(asked, { marks: this.marks, polygons: this.polygons, pixel: 1 / camera.scale })
    this.fillFound()
    this.surface.drawInstances(this.found)
    this.surface.drawPolygons(this.foundPolygons)
    this.surface.drawPolygons(this.polygons)
    this.surface.drawInstances(this.marks)
    this.showAnswer(asked)
    if (now - this.lastTime > TIME_MS) this.showTime(asked, now)
  }

  /** Lights up what was found; a part or a link of a chain stands for its body. */
  private fillFound(): void {
    const { simulation, found, foundPolygons, pose } = this
    const { scene, world, entities, physics } = simulation.built
    const { Position, Rotation } = physics.components
    found.clear()
    foundPolygons.clear()
    const seen = new Set<number>()
    for (const entity of this.answer.entities) {
      const index = this.bodyOfEntity.get(bodyOf(world, entity))
      if (index === undefined || seen.has(index)) continue
      seen.add(index)
      const slot = simulation.movers.indexOf(index)
      if (slot >= 0) simulation.pose(slot, simulation.blend, pose)
      else pose.set([Position.x[entities[index]], Position.y[entities[index]], Rotation.angle[entities[index]]])
      pushBody(found, foundPolygons, scene.bodies[index], pose[0], pose[1], pose[2], FOUND_FILL, FOUND_EDGE)
    }
  }

  private showAnswer(asked: Asked): void {
    const { lines } = this.answer
    setText(byId('code'), this.tool.code(asked))
    setText(byId('count'), String(lines.length))
    this.topBar.showFacts(`${lines.length} found`)
    const rows = lines.slice(0, MOST_LINES).map(([entity, text]) => {
      const row = element('li')
      row.append(element('b', '', entity), element('span', '', text))
      return row
    })
    if (lines.length > MOST_LINES) rows.push(element('li', 'more', `and ${lines.length - MOST_LINES} more`))
    byId('results').replaceChildren(...rows)
  }

  private showTime(asked: Asked, now: number): void {
    this.lastTime = now
    const start = performance.now()
    for (let i = 0; i < REPEATS; i++) this.tool.ask(asked)
    const micros = ((performance.now() - start) / REPEATS) * 1000
    setText(byId('time'), `${micros.toFixed(micros < 10 ? 2 : 1)} µs`)
  }
}

declare global {
  interface Window {
    /** The running page, for the console and for test/browser. */
    queries?: Playground
  }
}

window.queries = new Playground(showPages(byId('sidebar'), 'queries'))
