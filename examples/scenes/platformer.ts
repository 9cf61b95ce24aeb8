import { sin } from '../../src/math/rotation.ts'
import { boxShape, viewOf, wall } from './parts.ts'
import { between, createRandom, type Random } from './random.ts'
import { defineScene, type BodyData, type Drive, type ShapeData } from './types.ts'

/** Tiles from one outer wall to the other. */
const COLUMNS = 300
/** Meters from floor to floor, the tile included. */
const STOREY = 4
/** Every so many columns a shaft goes through all storeys; an elevator runs in it. */
const SHAFT_PITCH = 60
const SHAFT_WIDTH = 5
/** Every so many columns a floor has a gap; a shuttle goes to and fro in every third of them. */
const GAP_PITCH = 37
const GAP_WIDTH = 8
const SHUTTLE_REACH = 1.5

/** Meters a second. */
const RUN_SPEED = 5
const JUMP_SPEED = 13.3
/** Meters per second squared: how fast a runner can change its speed. */
const GRIP = 40

const RUNNER: ShapeData = { type: 'capsule', halfLength: 0.35, radius: 0.35 }

export const platformer = defineScene({
  name: 'platformer',
  title: 'Platformer',
  category: 'Motion',
  description: 'A level of five thousand tiles. Two hundred capsules run, turn round and jump; elevators and shuttles carry them.',
  lookFor: 'The runners do not trip over the joints of the tiles, do not stick to walls and ride along with what moves.',
}, ({ count = 200, statics = 5000, seed = 95 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = []
  const shuttles: BodyData[] = []
  let storeys = 0
  // The walls grow with the storeys.
  while (bodies.length + 2 * STOREY * storeys + COLUMNS / 2 < statics) pushStorey(bodies, shuttles, storeys++, random)
  const height = storeys * STOREY
  for (let y = 0; y < height; y++) bodies.push(tile(-1, y), tile(COLUMNS, y))
  const firstShuttle = bodies.length
  bodies.push(...shuttles)
  const firstElevator = bodies.length
  for (let x = SHAFT_PITCH / 2; x < COLUMNS; x += SHAFT_PITCH) {
    bodies.push({ x: x + SHAFT_WIDTH / 2, y: height / 2, shape: boxShape(1.7, 0.2), kind: 'kinematic' })
  }
  const firstRunner = bodies.length
  for (let i = 0; i < count; i++) {
    bodies.push({
      x: between(random, 2, COLUMNS - 2), y: (i % (storeys - 1)) * STOREY + 2.6, angle: Math.PI / 2, shape: RUNNER,
      friction: 0.1, motion: { lockRotation: true },
    })
  }
  const rides = carry(firstShuttle, firstElevator, firstRunner, height)
  const runs = run(firstRunner, count)
  return {
    gravity: { x: 0, y: -20 }, bodies, view: viewOf(0, 0, 90, 45, 0.02),
    drive(stepIndex, dt, api) {
      rides(stepIndex, dt, api)
      runs(stepIndex, dt, api)
    },
  }
})

/** The tile in a column; its top is half a meter above `y`. */
function tile(column: number, y: number): BodyData {
  return wall(column + 0.5, y, 0.5, 0.5)
}

function pushStorey(bodies: BodyData[], shuttles: BodyData[], storey: number, random: Random): void {
  const y = storey * STOREY
  const shift = (storey * 17) % GAP_PITCH
  for (let column = 0; column < COLUMNS; column++) {
    const inShaft = (column + SHAFT_PITCH / 2) % SHAFT_PITCH < SHAFT_WIDTH
    const inGap = (column + shift) % GAP_PITCH
    const open = storey > 0 && (inShaft || (inGap < GAP_WIDTH && !nearShaft(column - inGap)))
    if (open) {
      const middle = column + GAP_WIDTH / 2
      if (!inShaft && inGap === 0 && (storey + column) % 3 === 0) {
        shuttles.push({ x: middle, y: y + 0.3, shape: boxShape(1.5, 0.2), kind: 'kinematic' })
      }
      continue
    }
    bodies.push(tile(column, y))
    // Steps to jump over.
    if (random() < 0.06 && !nearShaft(column) && inGap > GAP_WIDTH + 1) bodies.push(tile(column, y + 1))
  }
}

/** Whether a gap that begins here would meet a shaft. */
function nearShaft(column: number): boolean {
  return (column + GAP_WIDTH + 2 + SHAFT_PITCH / 2) % SHAFT_PITCH < SHAFT_WIDTH + GAP_WIDTH + 4
}

/** Shuttles go to and fro, elevators up and down; each velocity is the way to the place one step later. */
function carry(firstShuttle: number, firstElevator: number, end: number, height: number): Drive {
  const reach = height / 2 - STOREY
  return (stepIndex, dt, api) => {
    const speed = (rate: number, phase: number): number => (
      (sin(rate * (stepIndex + 1) * dt + phase) - sin(rate * stepIndex * dt + phase)) / dt
    )
    for (let i = firstShuttle; i < firstElevator; i++) api.setVelocity(i, speed(1.1, 0) * SHUTTLE_REACH, 0, 0)
    // At most three meters a second.
    for (let i = firstElevator; i < end; i++) {
      api.setVelocity(i, 0, (i - firstElevator) % 2 === 0 ? speed(3 / reach, 0) * reach : -speed(3 / reach, 0) * reach, 0)
    }
  }
}

/** Each runner runs this way for some seconds and then that way, and jumps now and then when it neither falls nor rises. */
function run(first: number, count: number): Drive {
  const now = new Float64Array(4)
  return (stepIndex, dt, api) => {
    const time = stepIndex * dt
    for (let i = 0; i < count; i++) {
      api.read(first + i, now)
      const round = Math.floor(time / (3 + (i % 7)) + i * 0.37)
      const wanted = round % 2 === 0 ? RUN_SPEED : -RUN_SPEED
      const change = Math.max(-GRIP * dt, Math.min(GRIP * dt, wanted - now[2]))
      const jumps = (stepIndex + i * 29) % Math.round((0.7 + (i % 5) * 0.3) / dt) === 0 && Math.abs(now[3]) < 0.1
      api.push(first + i, change, jumps ? JUMP_SPEED : 0)
    }
  }
}
