import { GAMES } from '../games/index.ts'
import type { Game } from '../games/game.ts'
import { byId, onClick, setText } from './dom.ts'
import { showPages } from './pages.ts'
import { Sidebar } from './sidebar.ts'
import type { TopBar } from './top-bar.ts'

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0], KeyA: [-1, 0], ArrowRight: [1, 0], KeyD: [1, 0],
  ArrowUp: [0, 1], KeyW: [0, 1], ArrowDown: [0, -1], KeyS: [0, -1],
}

/** The page on which games are played: keys, mouse and fingers become the input of the game at hand. */
class Arcade {
  game: Game = GAMES[0]!.create()
  private readonly canvas = byId<HTMLCanvasElement>('canvas')
  private readonly context = this.canvas.getContext('2d')!
  private readonly sidebar = new Sidebar(byId('scenes'), GAMES, ({ name }) => { location.hash = name })
  private readonly held = new Set<string>()
  private pressed = false
  private pointerX = 0
  private pointerY = 0
  private last = performance.now()

  constructor(private readonly topBar: TopBar) {
    addEventListener('hashchange', () => this.choose())
    addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLButtonElement) return
      if (event.code in KEYS || event.code === 'Space') event.preventDefault()
      this.held.add(event.code)
    })
    addEventListener('keyup', ({ code }) => this.held.delete(code))
    addEventListener('blur', () => this.held.clear())
    for (const kind of ['pointerdown', 'pointermove'] as const) this.canvas.addEventListener(kind, (event) => this.point(event))
    for (const kind of ['pointerup', 'pointercancel'] as const) addEventListener(kind, () => { this.pressed = false })
    onClick('again', () => this.choose())
    this.choose()
    requestAnimationFrame((now) => this.frame(now))
  }

  private choose(): void {
    const entry = GAMES.find(({ name }) => name === location.hash.slice(1)) ?? GAMES[0]!
    this.game = entry.create()
    this.sidebar.show(entry.name)
    this.topBar.show(this.game.title)
    this.topBar.close()
    setText(byId('title'), this.game.title)
    setText(byId('help'), this.game.help)
    setText(byId('source'), `examples/games/${entry.name}.ts`)
    document.title = `bitecs-physics: ${entry.title}`
    this.canvas.focus()
  }

  private point(event: PointerEvent): void {
    if (event.type === 'pointerdown') this.pressed = true
    this.pointerX = event.offsetX
    this.pointerY = event.offsetY
  }

  private frame(now: number): void {
    const { game, canvas, context } = this
    const scale = canvas.clientHeight / game.view.height
    game.input.moveX = 0
    game.input.moveY = 0
    for (const code of this.held) {
      game.input.moveX += KEYS[code]?.[0] ?? 0
      game.input.moveY += KEYS[code]?.[1] ?? 0
    }
    game.input.aimX = game.view.x + (this.pointerX - canvas.clientWidth / 2) / scale
    game.input.aimY = game.view.y - (this.pointerY - canvas.clientHeight / 2) / scale
    game.input.special = this.held.has('Space')
    game.input.fire = this.pressed || (this.held.has('Space') && game.usesSpace === true)
    const alpha = game.over ? 1 : game.stepper.advance((now - this.last) / 1000)
    this.last = now
    const ratio = devicePixelRatio
    if (canvas.width !== Math.round(canvas.clientWidth * ratio) || canvas.height !== Math.round(canvas.clientHeight * ratio)) {
      canvas.width = Math.round(canvas.clientWidth * ratio)
      canvas.height = Math.round(canvas.clientHeight * ratio)
    }
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    const zoom = scale * ratio
    context.setTransform(zoom, 0, 0, -zoom, canvas.width / 2 - game.view.x * zoom, canvas.height / 2 + game.view.y * zoom)
    game.draw(context, alpha)
    const status = game.over ? 'The end. Start anew?' : game.status()
    setText(byId('score'), String(game.score))
    setText(byId('status'), status)
    this.topBar.showFacts(`score ${game.score} · ${status}`)
    requestAnimationFrame((next) => this.frame(next))
  }
}

declare global {
  interface Window { arcade?: { readonly game: Game } }
}

// For tests, and for the curious.
window.arcade = new Arcade(showPages(byId('sidebar'), 'games'))
