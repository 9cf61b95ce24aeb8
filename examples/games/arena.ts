import { addComponent, createWorld, query, removeEntity } from 'bitecs'
import {
  addPhysics, circle, createDrawnPoses, createStepper, defineLayers, interpolate, queryPairs, queryShape, rect, spawnBody,
} from '../../src/index.ts'
import { between, createRandom } from '../scenes/random.ts'
import { fillDot } from './draw.ts'
import { createInput, type Game } from './game.ts'

const HALF_SIZE = 70
const PLAYER_SPEED = 9
const ENEMY_SPEED = 3.5
const SHOT_SPEED = 45
const SHOT_SECONDS = 1.2
/** Steps between two volleys, and shots in one. */
const RELOAD = 4
const VOLLEY = 3
const BLAST_RADIUS = 9
const BLAST_STEPS = 180
const HEALTH = 400
const WAVE = 500

/** A crowd from all sides, seen from above: shoot, and blast your way out. Pairs by query terms, despawns by the hundred. */
export function createArena(count = 5000, seed = 7): Game {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity: count + 200 })
  const { Position, Velocity } = physics.components
  const layers = defineLayers('wall', 'player', 'enemy', 'shot')
  const Player = {}
  const Enemy = {}
  const Shot = { until: [] as number[] }
  const input = createInput()
  const random = createRandom(seed)
  const blastShape = circle(BLAST_RADIUS)
  const drawn = createDrawnPoses()
  let health = HEALTH
  let score = 0
  let reload = 0
  let blast = BLAST_STEPS
  let flash = 0

  for (const [x, y, width, height] of [
    [0, HALF_SIZE, 2 * HALF_SIZE, 2], [0, -HALF_SIZE, 2 * HALF_SIZE, 2], [HALF_SIZE, 0, 2, 2 * HALF_SIZE], [-HALF_SIZE, 0, 2, 2 * HALF_SIZE],
  ] as const) spawnBody(world, { type: 'static', shape: rect(width, height), x, y, filter: { category: layers.wall } })
  const player = spawnBody(world, {
    shape: circle(0.6), material: { density: 20 }, motion: { lockRotation: 1 },
    filter: { category: layers.player, mask: layers.wall | layers.enemy }, with: [Player],
  })
  for (let i = 0; i < count; i++) spawnEnemy(12)

  function spawnEnemy(nearest: number): void {
    let x = 0
    let y = 0
    while (Math.abs(x) < nearest && Math.abs(y) < nearest) {
      x = between(random, 3 - HALF_SIZE, HALF_SIZE - 3)
      y = between(random, 3 - HALF_SIZE, HALF_SIZE - 3)
    }
    spawnBody(world, {
      shape: circle(between(random, 0.3, 0.45)), x, y, material: { friction: 0 },
      filter: { category: layers.enemy, mask: layers.wall | layers.player | layers.enemy | layers.shot }, with: [Enemy],
    })
  }

  function steer(): void {
    const [px, py] = [Position.x[player]!, Position.y[player]!]
    const length = Math.max(1, Math.sqrt(input.moveX ** 2 + input.moveY ** 2))
    Velocity.x[player] = (input.moveX / length) * PLAYER_SPEED
    Velocity.y[player] = (input.moveY / length) * PLAYER_SPEED
    for (const enemy of query(world, [Enemy])) {
      const dx = px - Position.x[enemy]!
      const dy = py - Position.y[enemy]!
      const scale = ENEMY_SPEED / Math.max(1e-3, Math.sqrt(dx * dx + dy * dy))
      Velocity.x[enemy]! += 0.1 * (dx * scale - Velocity.x[enemy]!)
      Velocity.y[enemy]! += 0.1 * (dy * scale - Velocity.y[enemy]!)
    }
  }

  function shoot(): void {
    if (!input.fire || reload-- > 0) return
    reload = RELOAD
    const dx = input.aimX - Position.x[player]!
    const dy = input.aimY - Position.y[player]!
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length < 1e-3) return
    for (let k = 0; k < VOLLEY; k++) {
      const spread = 0.12 * (k - (VOLLEY - 1) / 2)
      const [ux, uy] = [(dx - dy * spread) / length, (dy + dx * spread) / length]
      const shot = spawnBody(world, {
        shape: circle(0.15), x: Position.x[player]! + ux, y: Position.y[player]! + uy,
        velocity: { x: ux * SHOT_SPEED, y: uy * SHOT_SPEED },
        filter: { category: layers.shot, mask: layers.wall | layers.enemy },
      })
      addComponent(world, shot, Shot)
      Shot.until[shot] = stepper.stepCount + SHOT_SECONDS * 60
    }
  }

  /** Everything within the radius is gone. */
  function explode(): void {
    if (blast < BLAST_STEPS) blast++
    if (!input.special || blast < BLAST_STEPS) return
    blast = 0
    flash = 12
    const near = queryShape(world, blastShape, Position.x[player]!, Position.y[player]!, 0, { mask: layers.enemy })
    score += near.count
    // Taken out of the view first: it ends with the next question.
    for (const enemy of Array.from(near.entities.subarray(0, near.count))) removeEntity(world, enemy)
  }

  function strike(): void {
    const dead = new Set<number>()
    const hits = queryPairs(world, [Shot], [Enemy])
    for (let i = 0; i < hits.count; i++) {
      if (!dead.has(hits.b[i]!)) score++
      dead.add(hits.a[i]!).add(hits.b[i]!)
    }
    for (const shot of query(world, [Shot])) if (stepper.stepCount > Shot.until[shot]!) dead.add(shot)
    for (const entity of dead) removeEntity(world, entity)
    health -= queryPairs(world, [Player], [Enemy]).count
    if (flash > 0) flash--
    // The next ones come in a crowd of their own.
    const left = query(world, [Enemy]).length
    if (left <= count - WAVE) for (let i = left; i < count; i++) spawnEnemy(40)
  }

  const stepper = createStepper(world, {
    dt: 1 / 60,
    beforeStep: () => { steer(); shoot(); explode() },
    afterStep: () => { if (health > 0) strike() },
  })

  return {
    title: 'Arena',
    help: 'WASD or arrows move, the mouse aims and fires, space blasts what is near.',
    world,
    stepper,
    input,
    view: { x: 0, y: 0, height: 46 },
    get score() { return score },
    get over() { return health <= 0 },
    status: () => `health ${Math.max(0, health)} · blast ${blast < BLAST_STEPS ? `${Math.floor((100 * blast) / BLAST_STEPS)} %` : 'ready'}`,
    draw(context, alpha) {
      interpolate(world, alpha, drawn)
      this.view.x = drawn.x[player]!
      this.view.y = drawn.y[player]!
      const dots = (entities: Iterable<number>, radius: number, color: string): void => {
        context.fillStyle = color
        for (const entity of entities) context.fillRect(drawn.x[entity]! - radius, drawn.y[entity]! - radius, 2 * radius, 2 * radius)
      }
      context.strokeStyle = '#5b6b94'
      context.lineWidth = 2
      context.strokeRect(-HALF_SIZE, -HALF_SIZE, 2 * HALF_SIZE, 2 * HALF_SIZE)
      dots(query(world, [Enemy]), 0.33, '#e0708a')
      dots(query(world, [Shot]), 0.15, '#ffe9a8')
      context.fillStyle = '#8fa8ff'
      fillDot(context, drawn.x[player]!, drawn.y[player]!, 0.6)
      if (flash === 0) return
      context.fillStyle = `rgb(255 220 150 / ${flash / 24})`
      fillDot(context, drawn.x[player]!, drawn.y[player]!, BLAST_RADIUS)
    },
  }
}
