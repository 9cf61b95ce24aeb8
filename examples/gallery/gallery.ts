import { scenes, type SceneEntry } from '../scenes/index.ts'
import { Camera } from './camera.ts'
import { Controls } from './controls.ts'
import { byId, createChoice, onClick, setText } from './dom.ts'
import { Grab } from './grab.ts'
import { insets } from './insets.ts'
import { installShortcuts, type Shortcut } from './keys.ts'
import { SPEEDS, readLink, writeLink, type Link } from './link.ts'
import { DebugLayers } from './debug-layers.ts'
import { LAYERS, Painter, type Layer } from './painter.ts'
import { Panel } from './panel.ts'
import { listenToPointers } from './pointer.ts'
import { Sidebar } from './sidebar.ts'
import { STEP, Simulation } from './simulation.ts'
import { createSurface, type Surface } from './surface.ts'
import { TINT_MODES, type TintMode } from './tints.ts'

const TINT_LABELS: Record<TintMode, string> = { origin: 'Origin', speed: 'Speed' }
/** Milliseconds between two updates of the figures: faster ones can't be read. */
const FIGURES_MS = 120

/** The page: one running scene, the camera on it, and every control. */
export class Gallery {
  simulation: Simulation | null = null
  readonly camera = new Camera()
  readonly surface: Surface
  /** Everything that a link says; the scene runs by it. */
  readonly link: Link = readLink(location.hash)

  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  private readonly sidebar = new Sidebar(byId('scenes'), scenes, (entry) => this.open(entry))
  private readonly panel = new Panel((layer) => this.toggleLayer(layer))
  private readonly showSpeed = createChoice(byId('speeds'), SPEEDS, (speed) => `${speed}×`, (s) => this.setSpeed(s))
  private readonly showTint = createChoice(byId('tints'), TINT_MODES, (t) => TINT_LABELS[t], (t) => this.setTint(t))
  private readonly controls = new Controls()
  private painter: Painter | null = null
  private readonly debugLayers = new DebugLayers(byId<HTMLCanvasElement>('overlay'))
  private grab: Grab | null = null
  private lastFrame = performance.now()
  private lastFigures = 0
  private frames = 0
  private stepsAtFigures = 0
  private stale = true
  /** Where the body was that the camera goes along with. */
  private followed = 0

  constructor() {
    this.surface = createSurface(this.canvas, this.link.renderer)
    listenToPointers(this.canvas, this.camera, () => this.grab, () => this.redraw())
    this.connect()
    this.resize()
    new ResizeObserver(() => this.resize()).observe(this.canvas)
    window.addEventListener('hashchange', () => this.follow(readLink(location.hash)))
    this.showState()
    this.open(this.entryOf(this.link.scene))
    requestAnimationFrame((now) => this.frame(now))
  }

  /** Builds another scene, after the page has had the time to say so. */
  open(entry: SceneEntry): void {
    this.link.scene = entry.name
    this.simulation = null
    this.painter = null
    this.grab = null
    this.controls.show()
    this.notify(`Building ${entry.title.toLowerCase()} …`)
    this.sidebar.show(entry.name)
    this.panel.showScene(entry)
    this.showState()
    setTimeout(() => {
      if (this.link.scene === entry.name && this.simulation === null) this.load(entry)
    }, 30)
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

  setTint(tint: TintMode): void {
    this.link.tint = tint
    this.showState()
  }

  toggleLayer(layer: Layer): void {
    const { layers } = this.link
    if (!layers.delete(layer)) layers.add(layer)
    this.showState()
  }

  fit(): void {
    if (this.simulation !== null) {
      const { view, follow, bodies } = this.simulation.built.scene
      this.camera.fit(view, insets())
      // The view is right where this body begins.
      this.followed = follow === undefined ? 0 : bodies[follow].x
    }
    this.redraw()
  }

  private load(entry: SceneEntry): void {
    this.attempt(() => {
      const simulation = new Simulation(entry)
      simulation.paused = this.link.paused
      simulation.speed = this.link.speed
      const grab = new Grab(simulation)
      this.controls.show(simulation.built.scene.controls)
      simulation.held = (control) => this.controls.held(control)
      simulation.beforeStep = () => grab.pull()
      simulation.afterStep = () => this.panel.recordStep(simulation.lastStepMs, simulation.built.physics.events)
      this.painter = new Painter(simulation)
      this.grab = grab
      this.simulation = simulation
      this.stepsAtFigures = 0
      this.notify('')
      this.fit()
    })
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next))
    const elapsed = now - this.lastFrame
    this.lastFrame = now
    this.frames++
    const { simulation } = this
    if (simulation === null) return
    const moved = !simulation.paused
    this.attempt(() => simulation.advance(elapsed))
    if (moved || this.stale) this.draw()
    if (now - this.lastFigures > FIGURES_MS) this.showFigures(now)
  }

  private draw(): void {
    this.stale = false
    this.goAlong()
    const ratio = Math.min(2, window.devicePixelRatio)
    this.surface.begin(this.camera, ratio)
    const rope = this.grab?.active === true ? this.grab.rope() : null
    this.painter?.draw(this.surface, this.camera, this.link, rope)
    if (this.simulation !== null) this.debugLayers.draw(this.simulation.built, this.camera, this.link.layers, ratio)
  }

  /** Moves the camera as the scene's main body has moved. */
  private goAlong(): void {
    if (this.simulation === null) return
    const { scene, entities, physics } = this.simulation.built
    if (scene.follow === undefined) return
    const x = physics.components.Position.x[entities[scene.follow]]
    this.camera.x += x - this.followed
    this.followed = x
  }

  private redraw(): void {
    this.stale = true
  }

  private showFigures(now: number): void {
    const { simulation } = this
    if (simulation === null) return
    const seconds = (now - this.lastFigures) / 1000
    const simulated = (simulation.stepIndex - this.stepsAtFigures) * STEP
    setText(byId('fps'), `${Math.round(this.frames / seconds)} fps`)
    setText(byId('clock'), `${(simulation.stepIndex * STEP).toFixed(1)} s`)
    const rate = simulated / seconds / this.link.speed
    byId('clock').classList.toggle('slow', !simulation.paused && rate < 0.8)
    byId('clock').title = 'Simulated time; amber while this machine is slower than the clock'
    this.panel.showFigures(simulation)
    this.frames = 0
    this.stepsAtFigures = simulation.stepIndex
    this.lastFigures = now
  }

  /** Takes over what a changed link says. */
  private follow(next: Link): void {
    const { scene } = this.link
    Object.assign(this.link, { ...next, scene })
    if (this.simulation !== null) {
      this.simulation.paused = next.paused
      this.simulation.speed = next.speed
    }
    this.showState()
    const entry = this.entryOf(next.scene)
    if (entry.name !== scene) this.open(entry)
  }

  private showState(): void {
    const { link } = this
    document.body.classList.toggle('paused', link.paused)
    const play = byId('play')
    const action = link.paused ? 'Play' : 'Pause'
    play.title = `${action} (Space)`
    play.setAttribute('aria-label', action)
    play.setAttribute('aria-pressed', String(link.paused))
    this.showSpeed(link.speed as (typeof SPEEDS)[number])
    this.showTint(link.tint)
    this.panel.showLayers(link.layers)
    history.replaceState(null, '', writeLink(link))
    this.redraw()
  }

  private connect(): void {
    onClick('play', () => this.setPaused(!this.link.paused))
    onClick('step', () => this.singleStep())
    onClick('restart', () => this.restart())
    onClick('fit', () => this.fit())
    onClick('help', () => byId<HTMLDialogElement>('shortcuts').showModal())
    onClick('toggle-panel', () => document.body.classList.toggle('panel-open'))
    installShortcuts(this.shortcuts())
  }

  private shortcuts(): Shortcut[] {
    const middle = (): [number, number] => [this.camera.width / 2, this.camera.height / 2]
    const zoom = (factor: number) => {
      this.camera.zoom(factor, ...middle())
      this.redraw()
    }
    return [
      { keys: [' ', 'p'], label: 'Space', text: 'pause or play', run: () => this.setPaused(!this.link.paused) },
      { keys: ['.', 's'], label: '.', text: 'single step', run: () => this.singleStep() },
      { keys: ['r'], label: 'R', text: 'restart', run: () => this.restart() },
      { keys: ['f'], label: 'F', text: 'fit the scene', run: () => this.fit() },
      { keys: ['c'], label: 'C', text: 'color by origin or speed', run: () => this.nextTint() },
      { keys: [']', 'ArrowDown'], label: '] / ↓', text: 'next scene', run: () => this.openNeighbor(1) },
      { keys: ['[', 'ArrowUp'], label: '[ / ↑', text: 'previous scene', run: () => this.openNeighbor(-1) },
      { keys: ['+', '='], label: '+', text: 'zoom in', run: () => zoom(1.25) },
      { keys: ['-'], label: '−', text: 'zoom out', run: () => zoom(0.8) },
      { keys: ['>', ','], label: ',', text: 'change the speed', run: () => this.nextSpeed() },
      ...LAYERS.map((layer, i) => ({
        keys: [String(i + 1)], label: String(i + 1), text: `layer: ${layer}`, run: () => this.toggleLayer(layer),
      })),
      { keys: ['?', 'h'], label: '?', text: 'this list', run: () => byId<HTMLDialogElement>('shortcuts').showModal() },
    ]
  }

  private nextTint(): void {
    this.setTint(TINT_MODES[(TINT_MODES.indexOf(this.link.tint) + 1) % TINT_MODES.length])
  }

  private nextSpeed(): void {
    const place = SPEEDS.findIndex((speed) => speed === this.link.speed)
    this.setSpeed(SPEEDS[(place + 1) % SPEEDS.length])
  }

  private openNeighbor(offset: number): void {
    const { names } = this.sidebar
    const place = names.indexOf(this.link.scene ?? '')
    this.open(this.entryOf(names[(place + offset + names.length) % names.length]))
  }

  private entryOf(name: string | null): SceneEntry {
    return scenes.find((entry) => entry.name === name) ?? scenes[0]
  }

  private resize(): void {
    const before = this.camera.width
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    if (before !== this.camera.width) this.fit()
    this.redraw()
  }

  /** A scene that fails stops with a message; the page goes on. */
  private attempt(action: () => void): void {
    try {
      action()
    } catch (error) {
      console.error(error)
      this.simulation = null
      this.notify(`This scene stopped: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  private notify(text: string): void {
    const notice = byId('notice')
    notice.hidden = text === ''
    setText(notice, text)
  }
}
