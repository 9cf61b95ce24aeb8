import { getPhysics } from '../../src/index.ts'
import { openRecording } from '../../src/recording/index.ts'
import { playScene } from '../scenes/play.ts'
import { findScene, scenes } from '../scenes/index.ts'
import { Camera } from './camera.ts'
import { belongsElsewhere, byId, onClick, setText } from './dom.ts'
import { insets } from './insets.ts'
import { BodyPanel } from './inspector/body-panel.ts'
import { Breakpoints, textOf } from './inspector/breakpoints.ts'
import { giveFile, takeDropped, takeFiles } from './inspector/files.ts'
import { LiveScene, STEP } from './inspector/live.ts'
import { showLayerButtons } from './inspector/layer-buttons.ts'
import { Picture, type Layer } from './inspector/picture.ts'
import { Plots } from './inspector/plots.ts'
import { Replay } from './inspector/replay.ts'
import { notify } from './notice.ts'
import { showPages } from './pages.ts'
import { listenToPointers } from './pointer.ts'
import { Sidebar } from './sidebar.ts'

const START = 'card-house'
/** Rows of the panel are written so often, in milliseconds: while it plays nobody reads faster. */
const PANEL_MS = 120
/** Milliseconds for which the page says what went wrong. */
const NOTICE_MS = 6000

/** The page on which scenes are recorded, and recordings looked at: over time, into a step, into a body. */
class Inspector {
  live: LiveScene | null = null
  replay: Replay | null = null
  playing = false
  selected = 0
  readonly camera = new Camera()
  readonly layers = new Set<Layer>(['joints'])
  readonly breakpoints = new Breakpoints((text) => this.say('found', text))
  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  private readonly picture = new Picture(this.canvas, this.camera)
  private readonly plots = new Plots(byId('plots'), (step) => this.seek(step))
  private readonly panel = new BodyPanel((entity) => this.select(entity))
  private readonly sidebar = new Sidebar(byId('scenes'), scenes, ({ name }) => this.recordScene(name))
  private readonly time = byId<HTMLInputElement>('time')
  private readonly stageTime = byId<HTMLInputElement>('stage-time')
  private last = performance.now()
  private pending = 0
  private panelShown = 0
  private searches = 0

  constructor() {
    showLayerButtons(byId('layers'), this.layers)
    this.listen()
    this.camera.resize(this.canvas.clientWidth, this.canvas.clientHeight)
    this.choose()
    requestAnimationFrame((now) => this.frame(now))
  }

  /** Records the scene that the address names. */
  private choose(): void {
    const name = new URLSearchParams(location.hash.slice(1)).get('scene') ?? START
    this.record((findScene(name) ?? findScene(START)!).name)
  }

  /** Records a scene, and says so in the address. */
  private recordScene(name: string): void {
    const hash = `#scene=${name}`
    // Where a file is looked at the address still names what was recorded before.
    if (location.hash === hash) this.record(name)
    else location.hash = hash
  }

  record(name: string): void {
    this.leave()
    this.live = new LiveScene(name)
    this.sidebar.show(name)
    this.show()
  }

  /** Ends the recording, and opens it as if it came from a file. */
  inspect(): void {
    if (this.live === null) return
    this.open(this.live.recorder.toBytes())
    this.seek(this.replay!.recording.end)
  }

  /** Opens a recording; one that cannot be used is told of, and leaves everything as it is. */
  open(bytes: Uint8Array<ArrayBuffer>): boolean {
    let replay: Replay
    try {
      replay = new Replay(bytes)
    } catch (error) {
      notify((error as Error).message, NOTICE_MS)
      return false
    }
    const { scene } = replay.played.built
    const isSame = this.scene()?.name === scene.name
    this.leave()
    this.replay = replay
    this.sidebar.show(scene.name)
    this.show(!isSame)
    return true
  }

  seek(step: number): void {
    const { replay } = this
    if (replay === null) return
    this.pause()
    this.attempt(() => replay.seek(step))
    this.showTime()
  }

  play(): void {
    const { replay } = this
    if (replay === null) return
    if (this.playing) return this.pause()
    if (replay.recording.at === replay.recording.end) replay.seek(replay.recording.first)
    replay.leave()
    this.setPlaying(true)
  }

  select(entity: number): void {
    this.selected = entity
    this.breakpoints.select(entity)
    this.plots.show(this.replay?.scout ?? null, entity)
    this.plots.resize()
    this.panelShown = 0
  }

  /** To the next breakpoint, or back to the last. */
  async find(backward: boolean): Promise<void> {
    const { replay, breakpoints } = this
    if (replay === null) return
    this.pause()
    if (breakpoints.list.length === 0) return this.say('found', 'Add a condition first.')
    this.say('found', 'Searching …')
    const search = ++this.searches
    let answer = ''
    try {
      const found = await replay.find(breakpoints.list, backward)
      if (found !== null) answer = found < 0 ? `It does not hold anywhere ${backward ? 'before' : 'after'} this step.` : this.reasonAt(found)
    } catch (error) {
      answer = (error as Error).message
    }
    // Another search, or another recording, has words of its own.
    if (search !== this.searches || replay !== this.replay) return
    this.say('found', answer)
    this.showTime()
  }

  /** Compares with another recording, or with its replay. */
  async compare(bytes: Uint8Array | null): Promise<void> {
    const { replay } = this
    if (replay === null) return
    this.say('difference', 'Comparing …')
    try {
      const other = bytes === null ? null : openRecording(bytes, playScene, { memory: 0 })
      const found = await replay.compare(other)
      const length = other === null ? replay.scout.end : Math.min(replay.scout.end, other.end)
      other?.free()
      if (replay !== this.replay) return
      this.plots.show(replay.scout, this.selected)
      if (found === null) return this.say('difference', `Equal to the last bit, up to step ${length}.`)
      const why = found.inputsDiffer ? ` The input of step ${found.step - 1} is another.` : ''
      const where = found.seen > found.step ? ` (seen after step ${found.seen})` : ''
      this.say('difference', `They part at step ${found.step}: ${found.text}${where}.${why}`)
      this.seek(found.step)
      if (found.entity !== 0) this.select(found.entity)
    } catch (error) {
      // What was looked at before was freed in the midst of it.
      if (replay === this.replay) this.say('difference', (error as Error).message)
    }
  }

  /** Into the step that led here, or out of it. */
  inside(): void {
    const { replay } = this
    if (replay === null) return
    this.pause()
    if (replay.stages.length > 0) replay.leave()
    else if (!replay.enter()) notify('No step leads to the first state.', NOTICE_MS)
    this.showTime()
  }

  private reasonAt(step: number): string {
    const { replay, breakpoints } = this
    const { scout } = replay!
    const held = breakpoints.list.filter((one) => step === scout.first || replay!.beginsAt(one, step))
    this.plots.show(scout, this.selected)
    return `Step ${step}: ${held.map(textOf).join('; ')}.`
  }

  private leave(): void {
    this.pause()
    this.live?.recorder.free()
    this.replay?.free()
    this.live = null
    this.replay = null
    this.select(0)
    for (const id of ['found', 'difference']) this.say(id, '')
  }

  private scene() {
    return (this.live?.played ?? this.replay?.played)?.built.scene
  }

  /** What is told of a scene, once. */
  private show(fits = true): void {
    const scene = this.scene()!
    document.body.classList.toggle('live', this.live !== null)
    setText(byId('mode'), this.live !== null ? 'Recording' : 'Recorded')
    setText(byId('title'), scene.title)
    const label = this.live !== null ? 'Stop recording and look at it' : 'Record this scene anew'
    byId('record').title = `${label} (Enter)`
    byId('record').setAttribute('aria-label', label)
    notify('')
    if (fits) this.camera.fit(scene.view, insets())
    this.showTime()
  }

  private showTime(): void {
    const { replay, live, time, stageTime } = this
    const at = replay?.recording.at ?? live!.recorder.end
    if (replay !== null) {
      time.min = String(replay.recording.first)
      time.max = String(replay.recording.end)
      time.value = String(at)
      const { stages, stage } = replay
      byId('stages').hidden = stages.length === 0
      byId('inside').setAttribute('aria-pressed', String(stages.length > 0))
      stageTime.max = String(Math.max(0, stages.length - 1))
      stageTime.value = String(stage)
      const shown = stages[stage]
      if (shown !== undefined) setText(byId('stage-name'), shown.substep < 0 ? shown.system : `${shown.system}, substep ${shown.substep + 1}`)
    }
    setText(byId('clock'), `step ${at}`)
    setText(byId('seconds'), `${(at * STEP).toFixed(2)} s`)
    setText(byId('about'), live !== null
      ? `${(live.recorder.bytes / 2 ** 20).toFixed(1)} MB of states. Drag bodies: what you do is recorded, too.`
      : `Steps ${replay!.recording.first} to ${replay!.recording.end}, ${replay!.recording.states.length} saved states, ${(replay!.bytes.length / 2 ** 20).toFixed(1)} MB.`)
    this.plots.mark(at)
    this.panelShown = 0
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next))
    const elapsed = now - this.last
    this.last = now
    this.attempt(() => this.advance(elapsed))
    const world = (this.replay?.recording ?? this.live?.played)?.world
    if (world === undefined || getPhysics(world) === undefined) return
    this.picture.draw(world, this.layers, this.selected)
    if (this.replay === null) return
    this.plots.advance()
    if (now - this.panelShown < PANEL_MS) return
    this.panelShown = now
    this.panel.show(world, this.selected)
  }

  private advance(elapsed: number): void {
    const { live, replay } = this
    if (live !== null) {
      live.advance(elapsed)
      this.showTime()
    }
    if (replay === null || !this.playing) return
    this.pending = Math.min(this.pending + elapsed / 1000, 6 * STEP)
    const steps = Math.floor(this.pending / STEP)
    if (steps === 0) return
    this.pending -= steps * STEP
    const stopped = replay.advance(steps, this.breakpoints.list)
    if (stopped) this.say('found', this.reasonAt(replay.recording.at))
    if (stopped || replay.recording.at === replay.recording.end) this.pause()
    this.showTime()
  }

  private attempt(action: () => void): void {
    try {
      action()
    } catch (error) {
      this.pause()
      notify((error as Error).message, NOTICE_MS)
    }
  }

  private pause(): void {
    this.setPlaying(false)
  }

  private setPlaying(playing: boolean): void {
    this.playing = playing
    this.pending = 0
    document.body.classList.toggle('playing', playing)
    byId('play').setAttribute('aria-pressed', String(playing))
  }

  private say(id: string, text: string): void {
    setText(byId(id), text)
  }

  private save(): void {
    giveFile(`${this.scene()!.name}.recording`, this.replay?.bytes ?? this.live!.recorder.toBytes())
  }

  private listen(): void {
    const { canvas, camera } = this
    listenToPointers(canvas, camera, () => this.live ?? {
      active: false,
      take: (x, y, reach) => {
        const body = this.replay?.bodyAt(x, y, reach) ?? 0
        if (body !== 0) this.select(body)
      },
      moveTo: () => {},
      release: () => {},
    })
    new ResizeObserver(() => {
      camera.resize(canvas.clientWidth, canvas.clientHeight)
      camera.fit(this.scene()!.view, insets())
      this.plots.resize()
    }).observe(canvas)
    onClick('record', () => this.toggleRecord())
    onClick('play', () => this.play())
    onClick('back', () => this.walk(-1))
    onClick('forward', () => this.walk(1))
    onClick('break-back', () => void this.find(true))
    onClick('break-on', () => void this.find(false))
    onClick('inside', () => this.inside())
    onClick('save', () => this.save())
    onClick('open', () => byId('file').click())
    onClick('compare', () => byId('other-file').click())
    onClick('verify', () => void this.compare(null))
    onClick('toggle-panel', () => {
      document.body.classList.toggle('panel-open')
      this.plots.resize()
    })
    this.time.addEventListener('input', () => this.seek(Number(this.time.value)))
    this.stageTime.addEventListener('input', () => this.showStage(Number(this.stageTime.value)))
    const fail = (why: string): void => notify(why, NOTICE_MS)
    takeFiles(byId('file'), ([bytes]) => this.open(bytes), fail)
    takeFiles(byId('other-file'), ([bytes]) => void this.compare(bytes), fail)
    // Of two files the second is compared with the first.
    takeDropped(([one, two]) => {
      if (this.open(one) && two !== undefined) void this.compare(two)
    }, fail)
    window.addEventListener('hashchange', () => this.choose())
    for (const kind of ['keydown', 'keyup'] as const) window.addEventListener(kind, (event) => this.key(event))
    window.addEventListener('blur', () => this.live?.letGo())
  }

  private toggleRecord(): void {
    if (this.live !== null) this.attempt(() => this.inspect())
    else this.record(this.scene()!.name)
  }

  private walk(steps: number): void {
    const { replay } = this
    if (replay === null) return
    const { stages, stage } = replay
    // Inside of a step the keys go from stage to stage.
    if (stages[stage + steps] !== undefined) this.showStage(stage + steps)
    else if (stages.length === 0) this.seek(replay.recording.at + steps)
  }

  private showStage(stage: number): void {
    this.attempt(() => this.replay?.showStage(stage))
    this.showTime()
  }

  private key(event: KeyboardEvent): void {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const down = event.type === 'keydown'
    // A key that comes up is let go of wherever the focus is by then, and whatever else is held.
    if (!down) return this.live?.press(key, false)
    const isSlider = event.target instanceof HTMLInputElement && event.target.type === 'range'
    if (event.ctrlKey || event.metaKey || event.altKey || (!isSlider && belongsElsewhere(event))) return
    const controls = this.live?.played.built.scene.controls ?? []
    this.live?.press(key, true)
    if (controls.some(({ keys }) => keys.includes(key))) return event.preventDefault()
    const action = ACTIONS[event.shiftKey && key === 'b' ? 'B' : key]
    if (action === undefined) return
    event.preventDefault()
    if (key === 'Enter') this.toggleRecord()
    else byId(action).click()
  }
}

/** What is pressed by a key. */
const ACTIONS: Readonly<Record<string, string>> = {
  Enter: 'record', ' ': 'play', ',': 'back', '.': 'forward', b: 'break-on', B: 'break-back', i: 'inside',
}

declare global {
  interface Window {
    /** The running page, for the console and for test/browser. */
    inspector?: Inspector
  }
}

showPages(byId('sidebar'), 'inspector')
window.inspector = new Inspector()
