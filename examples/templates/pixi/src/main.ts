import { createWorld, observe, onRemove, query, removeEntity } from 'bitecs'
import { addPhysics, circle, createDrawnPoses, createStepper, explode, interpolate, rect, spawnBody } from 'bitecs-physics'
import { Application, Container, Graphics, Sprite } from 'pixi.js'

const [COLUMNS, ROWS] = [125, 80]
const [WIDTH, HEIGHT] = [130, 90] // meters that are seen
const RADIUS = 0.35
const TINTS = [0x7c9cff, 0xffb86b, 0x62d2a2, 0xff6b8b]

const app = new Application()
await app.init({ resizeTo: window, background: '#10141f', antialias: true })
document.body.append(app.canvas)

// In it meters are meters and y points up, so that poses are copied as they are.
const meters = app.stage.addChild(new Container())
function fit(): void {
  const scale = Math.min(app.screen.width / WIDTH, app.screen.height / HEIGHT)
  meters.scale.set(scale, -scale)
  meters.position.set(app.screen.width / 2, app.screen.height)
}
app.renderer.on('resize', fit)
fit()

const picture = new Graphics().circle(32, 32, 32).fill('white').rect(32, 29, 32, 6).fill('#555')
const texture = app.renderer.generateTexture({ target: picture, antialias: true })

const Drawn: { sprite: Sprite[] } = { sprite: [] } // a component of ours: the sprite of each entity
const world = createWorld()
addPhysics(world, { capacity: 2 * COLUMNS * ROWS })
observe(world, onRemove(Drawn), (entity: number) => Drawn.sprite[entity].destroy())

for (const x of [-WIDTH / 2, WIDTH / 2]) spawnBody(world, { shape: rect(2, 400), x, type: 'static' })
spawnBody(world, { shape: rect(WIDTH, 2), y: -1, type: 'static' })
for (let i = 0; i < COLUMNS * ROWS; i++) {
  const [column, row] = [i % COLUMNS, Math.floor(i / COLUMNS)]
  spawnBall(column - COLUMNS / 2 + (row % 2) * 0.4, 6 + row, TINTS[Math.floor(row / 8) % TINTS.length])
}

function spawnBall(x: number, y: number, tint: number): void {
  const ball = spawnBody(world, { shape: circle(RADIUS), x, y, material: { restitution: 0.3 }, with: [Drawn] })
  const size = (2 * RADIUS) / texture.width
  const sprite = new Sprite({ texture, anchor: 0.5, tint })
  sprite.scale.set(size, -size) // the container is upside down, pictures shall not be
  Drawn.sprite[ball] = meters.addChild(sprite)
}

app.canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  const { x, y } = meters.toLocal({ x: offsetX, y: offsetY })
  explode(world, x, y, { radius: 8, falloff: 8, impulse: 12 })
})

const stepper = createStepper(world)
const drawn = createDrawnPoses()
const status = document.querySelector('#status')!

app.ticker.add(({ deltaMS }) => {
  interpolate(world, stepper.advance(deltaMS / 1000), drawn)
  const fallen: number[] = []
  for (const entity of query(world, [Drawn])) {
    const sprite = Drawn.sprite[entity]
    sprite.position.set(drawn.x[entity], drawn.y[entity])
    sprite.rotation = drawn.angle[entity]
    if (drawn.y[entity] < -50) fallen.push(entity) // an explosion threw it over the wall
  }
  for (const entity of fallen) removeEntity(world, entity)
  const count = query(world, [Drawn]).length.toLocaleString('en')
  status.textContent = `${count} sprites, ${Math.round(app.ticker.FPS)} frames a second. Click to explode.`
})
