import { PI, cos, sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, NO_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type BodyData, type Driven, type PointData } from './types.ts'

const BASIN = 22

export const harbor = defineScene({
  name: 'harbor',
  title: 'Harbour',
  category: 'Fields',
  description: 'A basin with waves. Boats with keels, crates from cork to stone, barrels and buoys float by what they displace: the '
    + 'exact area of each shape under the surface.',
  lookFor: 'Light ones ride high, stones sink. Boats right themselves. The deck of the left boat carries a load.',
}, ({ count = 40, seed = 71 }) => {
  const random = createRandom(seed)
  const made = new Blueprint()
  made.body(floor(0, -9, BASIN + 1, 1))
  made.body(wall(-BASIN, -3.5, 1, 6.5))
  made.body(wall(BASIN, -3.5, 1, 6.5))
  made.body({
    x: 0, y: -3.5, shape: { type: 'aabb', halfWidth: BASIN - 1, halfHeight: 5.5 }, kind: 'static', sensor: true,
    field: { type: 'water', surface: 3.5, wave: { height: 0.3, length: 14, speed: 3.2 } },
  })
  for (const x of [-11, 2, 13]) boat(made, x)
  for (const x of [-12, -11, -10]) made.body({ x, y: 1.8, shape: boxShape(0.35), density: 0.5 })
  for (let i = 0; i < count; i++) {
    const shape = i % 4 === 0 ? circleShape(between(random, 0.25, 0.5)) : i % 4 === 1
      ? { type: 'capsule' as const, halfLength: 0.35, radius: 0.25 } : boxShape(between(random, 0.25, 0.55), between(random, 0.25, 0.45))
    made.body({
      x: -19 + (i % 20) * 2, y: 3.5 + Math.floor(i / 20) * 1.4, angle: between(random, -1, 1), shape,
      density: i % 6 === 5 ? 2.5 : between(random, 0.15, 0.85),
    })
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-BASIN - 1, -10, BASIN + 1, 8, 0.02) }
})

/** A hull with a cabin and a heavy keel. */
function boat(made: Blueprint, x: number): void {
  made.body({
    x, y: 0.4, density: 0.3,
    shape: { type: 'polygon', points: [{ x: -1.6, y: -0.5 }, { x: 1.6, y: -0.5 }, { x: 2.3, y: 0.45 }, { x: -2.3, y: 0.45 }] },
    parts: [
      { shape: boxShape(0.5, 0.4), x: 1.1, y: 0.8, density: 0.15 },
      { shape: boxShape(0.7, 0.12), x: 0, y: -0.75, density: 3.5 },
    ],
  })
}

const PLANET = 5

export const planet = defineScene({
  name: 'planet',
  title: 'Planet',
  category: 'Fields',
  description: 'No gravity but that of a planet and its moon, by the square of the distance. The walker is a character whose up is '
    + 'where the fields have it: `fieldUp`, `turnCharacter`, `moveCharacter`. The rest was thrown.',
  lookFor: 'Walk around with the arrows and jump, over boxes and onto them. Throw something with the mouse: it comes back, or goes into orbit.',
}, ({ count = 70, seed = 72 }) => {
  const random = createRandom(seed)
  const bodies: BodyData[] = [
    { x: 0, y: 0, shape: circleShape(PLANET), kind: 'static', friction: 0.9 },
    { x: 0, y: 0, shape: circleShape(26), kind: 'static', sensor: true, field: { type: 'radial', strength: 10, radius: PLANET } },
    { x: 15, y: 8, shape: circleShape(1.6), kind: 'static', friction: 0.9 },
    { x: 15, y: 8, shape: circleShape(6), kind: 'static', sensor: true, field: { type: 'radial', strength: 5, radius: 1.6 } },
    { x: 0, y: PLANET + 0.6, shape: boxShape(0.25, 0.5), kind: 'kinematic', character: true },
  ]
  for (let i = 0; i < count; i++) {
    const angle = (2 * PI * i) / count
    const ring = i % 3
    const distance = PLANET + 0.8 + ring * 3.5
    // The outer ring is fast enough to stay up.
    const speed = ring === 2 ? Math.sqrt(10 * PLANET * PLANET / distance) : 0
    bodies.push({
      x: distance * cos(angle), y: distance * sin(angle), angle, vx: -speed * sin(angle), vy: speed * cos(angle),
      shape: i % 2 === 0 ? boxShape(between(random, 0.2, 0.4)) : circleShape(between(random, 0.2, 0.35)), friction: 0.8,
    })
  }
  return {
    gravity: NO_GRAVITY, bodies, view: viewOf(-17, -13, 20, 14, 0.02), ...walks(4),
    controls: [
      { keys: ['ArrowLeft', 'a'], label: '←', text: 'walk counter-clockwise' },
      { keys: ['ArrowRight', 'd'], label: '→', text: 'walk clockwise' },
      { keys: ['ArrowUp', 'w'], label: '↑', text: 'jump' },
    ],
  }
})

/** Seconds between two jumps of a walker that nobody steers, over what lies in its way. */
const JUMPS = 2

/** Walks around, by itself until somebody holds a control. */
function walks(walker: number): Driven {
  const memory = new Float64Array(1)
  return { memory, drive: (stepIndex, dt, api) => {
    const [left, right, up] = [api.held(0), api.held(1), api.held(2)]
    if (left || right || up) memory[0] = 1
    const steered = memory[0] === 1
    const jumps = steered ? up : stepIndex % Math.round(JUMPS / dt) === 0
    api.walk(walker, steered ? 3.5 * (Number(right) - Number(left)) : 1.5, jumps ? 0.8 : 0)
  } }
}

export const blast = defineScene({
  name: 'blast',
  title: 'Explosion in a wall',
  category: 'Fields',
  description: 'Bricks around a charge. An explosion pushes every body by the length of its outline that faces it, less the farther '
    + 'it is away.',
  lookFor: 'It goes off by itself after two seconds, and again with each press of the button. Heavy stones move less than bricks.',
}, ({ rows = 12, columns = 16 }) => {
  const bodies: BodyData[] = [floor(0, 0, 30, 1), wall(-30, 6, 0.5, 6), wall(30, 6, 0.5, 6)]
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < columns; k++) {
      const x = (k - (columns - 1) / 2) * 1.22 + (row % 2 === 0 ? 0 : 0.61)
      bodies.push({ x, y: 0.3 + row * 0.6, shape: boxShape(0.6, 0.3), density: (row + k) % 7 === 0 ? 4 : 1, friction: 0.8 })
    }
  }
  return {
    gravity: EARTH_GRAVITY, bodies, view: viewOf(-20, -1, 20, 18, 0.02), ...explodes({ x: 0, y: 2.4 }),
    controls: [{ keys: ['Enter', 'e'], label: 'Boom', text: 'explode' }],
  }
})

/** Once by itself, then at each press. */
function explodes({ x, y }: PointData): Driven {
  const memory = new Float64Array(1)
  return { memory, drive: (stepIndex, dt, api) => {
    const now = api.held(0)
    if ((now && memory[0] === 0) || stepIndex === Math.round(2 / dt)) api.explode(x, y, 9, 22)
    memory[0] = now ? 1 : 0
  } }
}

export const windTunnel = defineScene({
  name: 'wind-tunnel',
  title: 'Wind tunnel',
  category: 'Fields',
  description: 'Air moves to the right in gusts and pushes by the width that each body turns to it and the square of the speed '
    + 'between them. Flags hang on hinges, vanes turn, the rest is blown against the grille.',
  lookFor: 'Broad light plates fly, dense balls hardly stir. Vanes turn their tails into the lee.',
}, ({ count = 80, seed = 74 }) => {
  const random = createRandom(seed)
  const made = new Blueprint()
  const frame = made.body(floor(0, 0, 21, 1))
  made.body(wall(0, 13, 21, 1))
  for (let i = 0; i < 22; i++) made.body({ x: 20.5, y: 0.3 + i * 0.55, shape: circleShape(0.15), kind: 'static' })
  made.body(wall(-21.5, 6, 0.5, 7))
  made.body({
    x: 0, y: 6, shape: { type: 'aabb', halfWidth: 21, halfHeight: 6 }, kind: 'static', sensor: true,
    field: { type: 'wind', x: 14, y: 0, drag: 1.2, variation: 0.5 },
  })
  for (let k = 0; k < 3; k++) {
    const [x, y] = [-10 + k * 9, 7.5]
    const vane = made.body({
      x, y, angle: 2 + k, shape: { type: 'polygon', points: [{ x: -1.6, y: -0.08 }, { x: 0, y: -0.08 }, { x: 0, y: 0.08 }, { x: -1.6, y: 0.08 }] },
      density: 2, parts: [{ shape: boxShape(0.9, 0.35), x: 1, y: 0, density: 0.2 }],
    })
    made.joint({ type: 'revolute', a: frame, b: vane, x, y })
  }
  for (let k = 0; k < 4; k++) flag(made, frame, -13 + k * 8, 11.6)
  for (let i = 0; i < count; i++) {
    const shape = i % 3 === 0 ? circleShape(between(random, 0.2, 0.4)) : boxShape(between(random, 0.3, 0.6), between(random, 0.06, 0.3))
    made.body({ x: -19 + (i % 16) * 1.2, y: 0.6 + Math.floor(i / 16), shape, density: i % 3 === 0 ? 3 : between(random, 0.1, 0.8) })
  }
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-22, -1, 22, 14, 0.02) }
})

/** A row of hinged plates that hangs from the ceiling. */
function flag(made: Blueprint, frame: number, x: number, top: number): void {
  let above = frame
  for (let i = 0; i < 5; i++) {
    const plate = made.body({ x, y: top - 0.35 - i * 0.6, shape: boxShape(0.05, 0.3), density: 0.6, filter: { group: -5 } })
    made.joint({ type: 'revolute', a: above, b: plate, x, y: top - 0.05 - i * 0.6 })
    above = plate
  }
}
