import { addComponents, createWorld, query, removeEntity, set } from 'bitecs'
import {
  addPhysics, bufferJump, canJump, capsule, circle, createDrawnPoses, createStepper, fromTiled, interpolate, jumpSpeed, moveCharacter, queryShape, spawnBody,
  spawnLevel, type LevelObject, type ShapeData, type TiledMap,
} from '../../src/index.ts'
import { fillDot, fillShape } from './draw.ts'
import { createInput, type Game } from './game.ts'
import map from './platformer.json' with { type: 'json' }

const DT = 1 / 60
const GRAVITY = 30
const SPEED = 7
/** Share of what is missing to the wished speed, each step. */
const GRIP_GROUND = 0.3
const GRIP_AIR = 0.1
const JUMP_HEIGHT = 2.6
/** Share of the upward velocity that goes in each step after the key is let go. */
const SHORT_JUMP = 0.1

/** Run, jump, push, ride, and collect: a map drawn in Tiled, and a character. */
export function createPlatformer(): Game {
  const level = fromTiled(map as TiledMap)
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -GRAVITY } })
  const { Position, Velocity, Character, CharacterState, Kinematic } = physics.components
  const Platform = { fromX: [] as number[], travel: [] as number[] }
  const Thing = { shape: [] as ShapeData[] }
  const Coin = {}
  const input = createInput()
  const drawn = createDrawnPoses()
  const reach = circle(0.6)
  let wanted = 0
  let jumping = false
  let score = 0
  let won = false

  spawnLevel(world, level.bodies.filter(({ kind }) => kind > 0))
  for (const object of level.objects) spawnObject(object)
  const start = level.objects.find(({ name }) => name === 'start')!
  const goal = level.objects.find(({ name }) => name === 'goal')!
  const hero = spawnBody(world, { type: 'kinematic', shape: capsule(0.4, 0.35, 'y'), x: start.x, y: start.y + 0.3 })
  addComponents(world, hero, set(Character, { snap: 0.4, cornerCorrection: 0.2 }), CharacterState)

  function spawnObject({ type, x, y, shapes, properties }: LevelObject): void {
    if (type === 'coin') spawnBody(world, { type: 'static', shape: circle(0.25), x, y, sensor: true, with: [Coin] })
    if (type !== 'crate' && type !== 'platform') return
    const shape = shapes[0]!
    const thing = spawnBody(world, {
      type: type === 'crate' ? 'dynamic' : 'kinematic', shape, x, y, with: type === 'crate' ? [Thing] : [Thing, Platform],
      material: { density: Number(properties['density'] ?? 1) },
    })
    Thing.shape[thing] = shape
    Platform.fromX[thing] = x
    Platform.travel[thing] = Number(properties['travel'] ?? 0)
  }

  function drivePlatforms(step: number): void {
    for (const platform of query(world, [Platform, Kinematic])) {
      const there = Platform.fromX[platform]! + Platform.travel[platform]! * (0.5 - 0.5 * Math.cos((step + 1) * DT))
      Velocity.x[platform] = (there - Position.x[platform]!) / DT
    }
  }

  function driveHero(): void {
    const grounded = CharacterState.grounded[hero] === 1
    let vx = CharacterState.vx[hero]!
    let vy = CharacterState.vy[hero]! - GRAVITY * DT
    vx += (input.moveX * SPEED - vx) * (grounded ? GRIP_GROUND : GRIP_AIR)
    const pressed = input.moveY > 0 || input.fire
    wanted = bufferJump(wanted, pressed && !jumping, DT)
    jumping = pressed
    if (wanted > 0 && canJump(world, hero)) {
      vy = jumpSpeed(JUMP_HEIGHT, GRAVITY, DT)
      wanted = 0
    } else if (!pressed && CharacterState.jumped[hero] === 1 && vy > 0) vy *= 1 - SHORT_JUMP
    Character.dropThrough[hero] = input.moveY < 0 ? 1 : 0
    moveCharacter(world, hero, vx, vy, DT)
  }

  function collect(): void {
    const [x, y] = [Position.x[hero]!, Position.y[hero]!]
    const near = queryShape(world, reach, x, y, 0, { terms: [Coin], includeSensors: true })
    score += near.count
    for (const coin of Array.from(near.entities.subarray(0, near.count))) removeEntity(world, coin)
    if (Math.abs(x - goal.x) < 0.8 && Math.abs(y - goal.y) < 1.5) won = true
    // Fallen: back to the start.
    if (y > -level.height - 6) return
    Position.x[hero] = start.x
    Position.y[hero] = start.y + 0.3
    CharacterState.vx[hero] = 0
    CharacterState.vy[hero] = 0
    score = Math.max(0, score - 1)
  }

  const stepper = createStepper(world, {
    dt: DT,
    beforeStep: drivePlatforms,
    afterStep: () => { driveHero(); collect() },
  })

  return {
    title: 'Platformer',
    help: 'Arrows or WASD run and jump; down goes through thin platforms. Push crates, ride the platform, reach the flag.',
    world,
    stepper,
    input,
    usesSpace: true,
    view: { x: 0, y: 0, height: 15 },
    get score() { return score },
    get over() { return won },
    status: () => `coins ${score} of ${level.objects.filter(({ type }) => type === 'coin').length}`,
    draw(context, alpha) {
      interpolate(world, alpha, drawn)
      this.view.x = drawn.x[hero]!
      this.view.y = drawn.y[hero]! + 2
      context.fillStyle = '#4a5a86'
      for (const body of level.bodies) {
        if (body.kind > 0) fillShape(context, body.shape, body.x, body.y, body.angle ?? 0)
      }
      context.fillStyle = '#b8865a'
      for (const entity of query(world, [Thing])) {
        fillShape(context, Thing.shape[entity]!, drawn.x[entity]!, drawn.y[entity]!, drawn.angle[entity]!)
      }
      context.fillStyle = '#ffd479'
      for (const coin of query(world, [Coin])) fillDot(context, drawn.x[coin]!, drawn.y[coin]!, 0.25)
      context.fillStyle = '#7cf0b5'
      context.fillRect(goal.x - 0.1, goal.y - 1, 0.2, 2)
      context.fillRect(goal.x, goal.y + 0.4, 0.9, 0.6)
      context.fillStyle = '#8fa8ff'
      fillDot(context, drawn.x[hero]!, drawn.y[hero]! - 0.4, 0.35)
      fillDot(context, drawn.x[hero]!, drawn.y[hero]! + 0.4, 0.35)
      context.fillRect(drawn.x[hero]! - 0.35, drawn.y[hero]! - 0.4, 0.7, 0.8)
    },
  }
}
