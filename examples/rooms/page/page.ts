// A player in a browser: arrows and space. Open it in two windows; ?match=name leads to another match.
import { Player } from '../client/player.ts'
import { ARENA_SIZE, Key, Kind, VIEW_X, VIEW_Y } from '../shared/things.ts'

const KEYS: Readonly<Record<string, Key>> = {
  ArrowLeft: Key.Left, ArrowRight: Key.Right, ArrowUp: Key.Up, ArrowDown: Key.Down, Space: Key.Fire,
}

const COLORS: Readonly<Record<number, string>> = { [Kind.Crate]: '#8a6d4b', [Kind.Ball]: '#ffd166', [Kind.Player]: '#ef6f6c' }

const canvas = document.querySelector('canvas')!
const status = document.querySelector('#status')!
const context = canvas.getContext('2d')!
let held = 0

addEventListener('keydown', ({ code }) => { held |= KEYS[code] ?? 0 })
addEventListener('keyup', ({ code }) => { held &= ~(KEYS[code] ?? 0) })
addEventListener('blur', () => { held = 0 })

// Whoever has the key has the body: it is kept for this window alone, so that a reload comes back to it.
const key = sessionStorage.getItem('key') ?? crypto.randomUUID()
sessionStorage.setItem('key', key)
const match = new URLSearchParams(location.search).get('match') ?? 'first'
const player = new Player({ endpoints: [location.origin], match, key })

let last = performance.now()
function draw(): void {
  requestAnimationFrame(draw)
  const now = performance.now()
  player.advance(Math.max(0, now - last) / 1000, held)
  last = now
  canvas.width = innerWidth
  canvas.height = innerHeight
  const { session } = player
  if (session === null) {
    status.textContent = 'Coming back …'
    return
  }
  const { prediction, interpolation, known } = session
  const scale = Math.min(canvas.width / (2 * VIEW_X), canvas.height / (2 * VIEW_Y))
  context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2)
  context.translate(-prediction!.drawnX, -prediction!.drawnY)
  context.lineWidth = 0.1
  context.strokeStyle = '#6c8cff'
  context.strokeRect(0, 0, ARENA_SIZE, ARENA_SIZE)
  for (let id = 0; id < known.kind.length; id++) {
    if (known.kind[id] !== Kind.None) drawThing(known.kind[id]!, interpolation!.x[id]!, interpolation!.y[id]!, interpolation!.angle[id]!)
  }
  prediction!.eachPillar((x, y) => {
    context.fillStyle = '#2a3350'
    context.fillRect(x - 1, y - 1, 2, 2)
  })
  drawThing(Kind.Player, prediction!.drawnX, prediction!.drawnY, prediction!.angle, '#7bd389')
  status.textContent = `match ${match}: step ${known.step}, ${prediction!.ahead} keys unanswered, ${player.bytesReceived} bytes came in`
}

function drawThing(kind: Kind, x: number, y: number, angle: number, color = COLORS[kind]!): void {
  context.save()
  context.translate(x, y)
  context.rotate(angle)
  context.fillStyle = color
  context.beginPath()
  if (kind === Kind.Crate) context.rect(-0.5, -0.5, 1, 1)
  else context.arc(0, 0, kind === Kind.Ball ? 0.2 : 0.5, 0, 2 * Math.PI)
  context.fill()
  context.restore()
}

declare global {
  interface Window {
    /** For tests. */
    player: Player
  }
}
window.player = player
await player.join()
requestAnimationFrame(draw)
