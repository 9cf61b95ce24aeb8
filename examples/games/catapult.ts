import { addComponents, addEntity, createWorld, query, removeEntity } from 'bitecs'
import {
  JointEnd, addPhysics, circle, createDrawnPoses, createStepper, interpolate, rect, revoluteJoint, set, spawnBody, weldJoint,
} from '../../src/index.ts'
import { fillDot } from './draw.ts'
import { createInput, type Game } from './game.ts'

const ROWS = 9
const COLUMNS = 6
const TOWER_X = 16
const ARM = 6
/** Where the arm turns, and how far from level it hangs. */
const PIVOT = { x: -16, y: 3.2 }
const HANG = 0.5
/** Radians from where the arm hangs to where the stone leaves it, and to where the arm stops. */
const RELEASE = 1.75
const STOP = 2.1
const TORQUE = 60_000
/** Radians a second of the weakest and the strongest throw, and the seconds of drawing that it takes. */
const WEAKEST = 2
const STRONGEST = 4.2
const DRAW_SECONDS = 1.5
const SHOTS = 6

/** Draw the arm, let go, and break the welds of the tower. */
export function createCatapult(): Game {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -9.81 } })
  const { Joint, Position, Rotation } = physics.components
  const Brick = {}
  const Stone = {}
  const input = createInput()
  const drawn = createDrawnPoses()
  let drawing = 0
  let shots = SHOTS
  let score = 0
  let wait = 0
  let stone = 0
  let hold = 0

  const ground = spawnBody(world, { type: 'static', shape: rect(120, 2), y: -1, material: { friction: 0.8 } })
  buildTower()
  const arm = spawnBody(world, {
    shape: rect(ARM, 0.3), x: PIVOT.x - (ARM / 2) * Math.cos(HANG), y: PIVOT.y - (ARM / 2) * Math.sin(HANG), angle: HANG,
    filter: { category: 2, mask: 0 },
  })
  const hinge = addEntity(world)
  addComponents(world, hinge, set(Joint, revoluteJoint(ground, arm, {
    ...PIVOT, limit: { lower: -STOP, upper: 0 }, motor: { speed: 0, maxTorque: TORQUE },
  })))
  load()

  function buildTower(): void {
    const bricks: number[][] = []
    const weld = (a: number, b: number, x: number, y: number): void => {
      addComponents(world, addEntity(world), set(Joint, weldJoint(a, b, { x, y, breakForce: 2500, breakTorque: 900, removeBroken: true })))
    }
    for (let row = 0; row < ROWS; row++) {
      bricks.push([])
      for (let column = 0; column < COLUMNS; column++) {
        const [x, y] = [TOWER_X + column, row + 0.5]
        const brick = spawnBody(world, { shape: rect(1, 1), x, y, with: [Brick] })
        bricks[row]!.push(brick)
        weld(row === 0 ? ground : bricks[row - 1]![column]!, brick, x, row)
        if (column > 0) weld(bricks[row]![column - 1]!, brick, x - 0.5, y)
      }
    }
  }

  /** Puts a stone into the arm's end. */
  function load(): void {
    const x = PIVOT.x - ARM * Math.cos(HANG)
    const y = PIVOT.y - ARM * Math.sin(HANG)
    stone = spawnBody(world, { shape: circle(0.7), x, y: y + 0.4, material: { density: 12 }, bullet: true, with: [Stone] })
    hold = addEntity(world)
    addComponents(world, hold, set(Joint, weldJoint(arm, stone, { x, y })))
  }

  function turnArm(): void {
    const angle = Rotation.angle[arm]! - HANG
    if (hold !== 0 && wait === 0) {
      if (input.fire) drawing = Math.min(1, drawing + 1 / (60 * DRAW_SECONDS))
      else if (drawing > 0) wait = 1
      Joint.speed[hinge] = 0
    } else if (hold !== 0) {
      Joint.speed[hinge] = -(WEAKEST + drawing * (STRONGEST - WEAKEST))
      if (angle > -RELEASE) return
      removeEntity(world, hold)
      hold = 0
      shots--
    } else {
      // Back to where it hangs, and the next stone.
      drawing = 0
      Joint.speed[hinge] = 1.5
      if (++wait < 150 || shots === 0) return
      wait = 0
      load()
    }
  }

  function countBroken(): void {
    const { jointBreak } = physics.events
    for (let i = 0; i < jointBreak.count; i++) if (jointBreak.reason[i] === JointEnd.Overload) score++
  }

  const stepper = createStepper(world, { dt: 1 / 60, beforeStep: turnArm, afterStep: countBroken })

  return {
    title: 'Catapult',
    help: 'Hold the mouse or space to draw the arm, let go to throw. Each broken weld counts.',
    world,
    stepper,
    input,
    usesSpace: true,
    view: { x: 0, y: 9.5, height: 32 },
    get score() { return score },
    get over() { return shots === 0 && wait > 600 },
    status: () => `stones ${shots} · drawn ${Math.round(100 * drawing)} %`,
    draw(context, alpha) {
      interpolate(world, alpha, drawn)
      const box = (entity: number, width: number, height: number): void => {
        context.save()
        context.translate(drawn.x[entity]!, drawn.y[entity]!)
        context.rotate(drawn.angle[entity]!)
        context.fillRect(-width / 2, -height / 2, width, height)
        context.restore()
      }
      context.fillStyle = '#39445f'
      context.fillRect(-60, -2, 120, 2)
      context.fillRect(PIVOT.x - 0.3, 0, 0.6, PIVOT.y)
      context.fillStyle = '#b8865a'
      box(arm, ARM, 0.3)
      context.fillStyle = '#b48cf7'
      for (const brick of query(world, [Brick])) box(brick, 0.97, 0.97)
      context.fillStyle = '#dfe6f5'
      for (const one of query(world, [Stone])) {
        if (Position.y[one]! < -5) continue
        fillDot(context, drawn.x[one]!, drawn.y[one]!, 0.7)
      }
    },
  }
}
