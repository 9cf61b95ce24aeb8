import type { Engine } from '../../bench/engines/engine.ts'
import { BROAD_PHASES } from '../broad-phases.ts'
import { scenes, type SceneEntry } from '../scenes/index.ts'
import { Camera } from './camera.ts'
import type { CodePanel } from './code-panel.ts'
import { Controls } from './controls.ts'
import { byId, createChoice, onClick } from './dom.ts'
import { EngineChoice, OURS } from './engine-choice.ts'
import { Grab } from './grab.ts'
import { SPEEDS, readLink, writeLink, type Link } from './link.ts'
import { DebugLayers } from './debug-layers.ts'
import { copyAddress, notify } from './notice.ts'
import { Painter, type Layer, type Look } from './painter.ts'
import { Panel } from './panel.ts'
import { listenToPointers } from './pointer.ts'
import { Rates } from './rates.ts'
import { SceneList } from './scene-list.ts'
import { installGalleryShortcuts } from './shortcuts.ts'
import { STEP, Simulation } from './simulation.ts'
import { createSurface, type Surface } from './surface.ts'
import type { TintMode } from './tints.ts'
import { TOOLS, Toolbox, spareBodies, type ToolName } from './tools.ts'
import type { TopBar } from './top-bar.ts'
import { needsRestart, type TuningName } from './tuning.ts'
import { TuningPanel } from './tuning-panel.ts'
import { Viewpoint } from './viewpoint.ts'

/** Milliseconds after a move of the camera until the link says it: browsers allow few changes of it. */
const SIGHT_MS = 300
/** Of a scene that another engine runs. */
const ONLY_BODIES: Look = { layers: new Set(['bodies']), tint: 'kind' }

/** The page: one running scene, the camera on it, and every control. */
export class Gallery {
  simulation: Simulation | null = null
  readonly camera = new Camera()
  readonly surface: Surface
  /** Everything that a link says; the scene runs by it. */
  readonly link: Link = readLink(location.hash)
  readonly list = new SceneList(byId('scenes'), scenes, (entry) => this.choose(entry))

  /** The editor, once it was opened. */
  codePanel: CodePanel | null = null

  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  private readonly panel = new Panel((layer) => this.toggleLayer(layer), (tint) => this.setTint(tint))
  private readonly showSpeed = createChoice(byId('speeds'), SPEEDS, (speed) => `${speed}×`, (s) => this.setSpeed(s))
  private readonly tuning = new TuningPanel(
    byId('sliders'), (name, value, done) => this.tune(name, value, done), () => this.resetTuning(),
  )
  private readonly controls = new Controls()
  private readonly engines = new EngineChoice((choice) => {
    Object.assign(this.link, choice)
    this.open(this.entryOf(this.link.scene))
  })
  private painter: Painter | null = null
  private readonly debugLayers = new DebugLayers(byId<HTMLCanvasElement>('overlay'))
  private grab: Grab | null = null
  private toolbox: Toolbox | null = null
  private lastFrame = performance.now()
  private readonly rates = new Rates()
  private stale = true
  /** The scene as a viewer has edited it. */
  private edited: SceneEntry | null = null
  private readonly viewpoint = new Viewpoint(this.camera)
  private sightTimer = 0

  constructor(private readonly topBar: TopBar) {
    this.surface = createSurface(this.canvas, this.link.renderer)
    listenToPointers(this.canvas, this.camera, () => this.toolbox, () => this.moved())
    this.connect()
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    new ResizeObserver(() => this.resize()).observe(this.canvas)
    window.addEventListener('hashchange', () => this.follow(readLink(location.hash)))
    this.showState()
    this.open(this.entryOf(this.link.scene))
    requestAnimationFrame((now) => this.frame(now))
  }

  /** Opens another scene as it is: what was changed of the one before is not meant for it. */
  choose(entry: SceneEntry): void {
    Object.assign(this.link, { tuning: {}, whole: false, sight: null })
    this.edited = null
    this.topBar.close()
    this.open(entry)
  }

  /** Begins anew with what a link says. */
  openLink(hash: string): void {
    this.simulation = null
    this.follow(readLink(hash))
  }

  /** Builds a scene by the link, after the page has had the time to say so. */
  open(entry: SceneEntry): void {
    this.link.scene = entry.name
    this.simulation = null
    this.painter = null
    this.grab = null
    this.toolbox = null
    this.controls.show()
    notify(`Building ${entry.title.toLowerCase()} …`)
    this.list.show(entry.name)
    this.panel.showScene(entry)
    this.topBar.show(entry.title)
    this.showState()
    if (this.link.source) void this.showSource()
    setTimeout(() => void this.begin(entry), 30)
  }

  /** Starts a scene with the engine that is chosen, with ours where that can't be had or is not set up for it. */
  private async begin(entry: SceneEntry): Promise<void> {
    const { engine } = this.link
    const late = (): boolean => this.link.scene !== entry.name || this.link.engine !== engine || this.simulation !== null
    try {
      const peer = await this.engines.load(engine)
      if (late()) return
      if (peer === undefined) this.attempt(() => this.start(entry))
      else this.start(entry, peer)
    } catch (error) {
      if (late()) return
      this.link.engine = OURS
      this.showState()
      this.attempt(() => this.start(entry))
      this.engines.say(`Not with ${engine}: ${(error as Error).message}.`)
    }
  }

  restart(): void {
    if (this.simulation === null) return
    this.grab?.release()
    this.simulation.restart()
    this.panel.restart()
    this.redraw()
  }

  setPaused(paused: boolean): void {
    this.link.paused = paused
    if (this.simulation !== null) this.simulation.paused = paused
    this.showState()
  }

  singleStep(): void {
    this.setPaused(true)
    this.attempt(() => this.simulation?.singleStep())
    this.redraw()
  }

  setSpeed(speed: number): void {
    this.link.speed = speed
    if (this.simulation !== null) this.simulation.speed = speed
    this.showState()
  }

  /** Opens or closes the editor beside the scene. */
  async setSource(on: boolean): Promise<void> {
    this.link.source = on
    this.showState()
    if (on) await this.showSource()
    this.aim()
    this.redraw()
  }

  setTint(tint: TintMode): void {
    this.link.tint = tint
    this.showState()
  }

  setTool(tool: ToolName): void {
    this.link.tool = tool
    if (this.toolbox !== null) this.toolbox.tool = tool
    this.showState()
  }

  toggleLayer(layer: Layer): void {
    const { layers } = this.link
    if (!layers.delete(layer)) layers.add(layer)
    this.showState()
  }

  /** Shows the whole scene. */
  fit(): void {
    if (this.simulation === null) return
    this.viewpoint.fit(this.simulation.built)
    this.moved()
  }

  zoom(factor: number): void {
    this.camera.zoom(factor, this.camera.width / 2, this.camera.height / 2)
    this.moved()
  }

  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy)
    this.moved()
  }

  openNeighbor(offset: number): void {
    const { names } = this.list
    const place = names.indexOf(this.link.scene ?? '')
    this.choose(this.entryOf(names[(place + offset + names.length) % names.length]))
  }

  async copyLink(): Promise<void> {
    this.noteSight()
    await copyAddress()
  }

  /** The editor is half of all code of the page: it comes when it is asked for. */
  private async showSource(): Promise<void> {
    if (this.codePanel === null) {
      const made = await import('./code-panel.ts')
      this.codePanel ??= new made.CodePanel((entry) => this.edit(entry))
    }
    if (this.edited?.name !== this.link.scene) this.codePanel.show(this.link.scene ?? '')
  }

  private edit(entry: SceneEntry): void {
    this.edited = entry
    this.panel.showScene(entry)
    this.attempt(() => this.start(entry))
  }

  private start(entry: SceneEntry, peer?: Engine): void {
    const { link } = this
    const simulation = new Simulation(entry, {
      tuning: link.tuning, whole: link.whole, spares: spareBodies, broadPhase: BROAD_PHASES[link.broadPhase], ...(peer === undefined ? {} : { peer }),
    })
    simulation.paused = link.paused
    simulation.speed = link.speed
    const grab = new Grab(simulation)
    const toolbox = new Toolbox(simulation, grab)
    toolbox.tool = link.tool
    this.controls.show(simulation.built.scene.controls)
    simulation.held = (control) => this.controls.held(control)
    simulation.beforeStep = () => grab.pull()
    simulation.afterStep = () => {
      this.panel.recordStep(simulation.lastStepMs, simulation.built.physics.events)
      this.engines.record(simulation.stepIndex, simulation.lastStepMs)
    }
    this.painter = new Painter(simulation)
    this.grab = grab
    this.toolbox = simulation.isPeer ? null : toolbox
    this.simulation = simulation
    this.engines.begin(JSON.stringify([entry.name, link.tuning, link.whole]), link, peer?.describe({ dt: STEP, sleep: undefined }) ?? '')
    this.rates.begin()
    this.viewpoint.begin()
    notify('')
    this.tuning.showScene(simulation, link.tuning)
    byId('heavy').hidden = entry.opening === undefined || link.whole || link.tuning.count !== undefined
    this.aim()
    this.redraw()
  }

  private aim(): void {
    if (this.simulation !== null) this.viewpoint.aim(this.simulation.built, this.link.sight)
  }

  private tune(name: TuningName, value: number, done: boolean): void {
    this.link.tuning = { ...this.link.tuning, [name]: value }
    this.tuning.show(this.link.tuning)
    if (!needsRestart(name) && this.simulation?.isPeer !== true) this.simulation?.tune(this.link.tuning)
    else if (done) this.open(this.entryOf(this.link.scene))
    if (done) this.showState()
  }

  private resetTuning(): void {
    this.link.tuning = {}
    this.open(this.entryOf(this.link.scene))
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next))
    const elapsed = now - this.lastFrame
    this.lastFrame = now
    const due = this.rates.count(now)
    const { simulation } = this
    if (simulation === null) return
    const moved = !simulation.paused
    this.attempt(() => simulation.advance(elapsed))
    if (moved || this.stale) this.draw()
    if (due) this.showFigures(now)
  }

  private draw(): void {
    if (this.simulation !== null) this.viewpoint.goAlong(this.simulation.built)
    const ratio = Math.min(2, window.devicePixelRatio)
    this.surface.begin(this.camera, ratio)
    const rope = this.grab?.active === true ? this.grab.rope() : null
    const look = this.simulation?.isPeer === true ? ONLY_BODIES : this.link
    this.stale = this.painter?.draw(this.surface, this.camera, look, rope, this.toolbox?.flash) ?? false
    if (this.simulation !== null) this.debugLayers.draw(this.simulation.built, this.camera, look, ratio)
  }

  redraw(): void {
    this.stale = true
  }

  /** The camera may have moved: the picture is no longer true, and soon the link. */
  private moved(): void {
    this.redraw()
    clearTimeout(this.sightTimer)
    this.sightTimer = window.setTimeout(() => this.noteSight(), SIGHT_MS)
  }

  private noteSight(): void {
    if (this.simulation === null) return
    this.link.sight = this.viewpoint.sight
    this.writeLink()
  }

  private writeLink(): void {
    history.replaceState(null, '', writeLink(this.link))
  }

  private showFigures(now: number): void {
    const { simulation } = this
    if (simulation === null) return
    this.rates.show(now, simulation, this.link.speed)
    this.engines.showTimes()
    this.topBar.showFacts(this.panel.showFigures(simulation))
  }

  /** Takes over what a changed link says. */
  private follow(next: Link): void {
    const { scene, whole, tuning, engine, broadPhase } = this.link
    Object.assign(this.link, { ...next, scene })
    const entry = this.entryOf(next.scene)
    const same = entry.name === scene && next.whole === whole && next.engine === engine && next.broadPhase === broadPhase && JSON.stringify(next.tuning) === JSON.stringify(tuning)
    if (!same || this.simulation === null) return this.open(entry)
    this.simulation.paused = next.paused
    this.simulation.speed = next.speed
    if (this.toolbox !== null) this.toolbox.tool = next.tool
    this.aim()
    this.showState()
  }

  private showState(): void {
    const { link } = this
    document.body.classList.toggle('paused', link.paused)
    document.body.dataset['tool'] = link.tool
    document.body.classList.toggle('source-open', link.source)
    byId('code-panel').hidden = !link.source
    byId('source').setAttribute('aria-pressed', String(link.source))
    const play = byId('play')
    const action = link.paused ? 'Play' : 'Pause'
    play.title = `${action} (Space)`
    play.setAttribute('aria-label', action)
    this.showSpeed(link.speed as (typeof SPEEDS)[number])
    for (const { name } of TOOLS) byId(`tool-${name}`).setAttribute('aria-pressed', String(name === link.tool))
    this.engines.show(link)
    this.panel.showTint(link.tint)
    this.panel.showLayers(link.layers)
    this.writeLink()
    this.redraw()
  }

  private connect(): void {
    onClick('play', () => this.setPaused(!this.link.paused))
    onClick('step', () => this.singleStep())
    onClick('restart', () => this.restart())
    onClick('fit', () => this.fit())
    onClick('copy-link', () => void this.copyLink())
    onClick('source', () => void this.setSource(!this.link.source))
    onClick('code-close', () => void this.setSource(false))
    onClick('help', () => byId<HTMLDialogElement>('shortcuts').showModal())
    onClick('whole', () => {
      this.link.whole = true
      this.open(this.entryOf(this.link.scene))
    })
    for (const { name } of TOOLS) onClick(`tool-${name}`, () => this.setTool(name))
    installGalleryShortcuts(this)
  }

  private entryOf(name: string | null): SceneEntry {
    return this.edited?.name === name ? this.edited : scenes.find((entry) => entry.name === name) ?? scenes[0]
  }

  private resize(): void {
    const { width } = this.camera
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    if (width !== this.camera.width) this.aim()
    this.redraw()
  }

  /** A scene that fails stops with a message, an edited one gives way to what it was; the page goes on. */
  private attempt(action: () => void): void {
    try {
      action()
    } catch (error) {
      if (this.edited !== null) {
        this.edited = null
        this.codePanel?.fail(error)
        return this.open(this.entryOf(this.link.scene))
      }
      console.error(error)
      this.simulation = null
      notify(`This scene stopped: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
