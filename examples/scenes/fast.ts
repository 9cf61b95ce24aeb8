import { cos, sin } from '../../src/math/rotation.ts'
import { EARTH_GRAVITY, NO_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { defineScene, type BodyData, type Drive, type ShapeData } from './types.ts'

const SPEED = 300
const SHOTS: readonly ShapeData[] = [
  circleShape(0.12),
  boxShape(0.16, 0.08),
  { type: 'capsule', halfLength: 0.14, radius: 0.06 },
  { type: 'polygon', points: [{ x: -0.14, y: -0.1 }, { x: 0.18, y: 0 }, { x: -0.14, y: 0.1 }] },
]

export const bullets = defineScene({
  name: 'bullets',
  title: 'Fast bullets, thin walls',
  category: 'Contacts',
  description: 'Volleys at 300 meters a second: five meters in a step, against walls of five centimeters. All '
    + 'shapes, all angles; the bullets pass through each other, but not through the twelve loose planks.',
  lookFor: 'Nothing ever gets out of the ring of walls, not even what lies at a wall when a plank comes flying. Slow '
    + 'the time down to a tenth to see the hits; a body that flies far is swept from where it was to where it would be.',
}, ({ count = 48 }) => {
  const bodies: BodyData[] = []
  const sides = 24
  const radius = 14
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides
    bodies.push({
      x: cos(angle) * radius, y: sin(angle) * radius, angle, kind: 'static', restitution: 0.4,
      shape: boxShape(0.025, radius * 0.14),
    })
  }
  for (let k = 0; k < 6; k++) {
    const angle = k * 1.0472
    bodies.push({ x: cos(angle) * 7, y: sin(angle) * 7, angle: angle + 0.6, kind: 'static', restitution: 0.4, shape: boxShape(0.025, 1.6) })
  }
  for (let k = 0; k < 12; k++) {
    const angle = (2 * Math.PI * k) / 12
    bodies.push({ x: cos(angle) * 10.5, y: sin(angle) * 10.5, angle, shape: boxShape(0.05, 0.22) })
  }
  const first = bodies.length
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count
    bodies.push({
      x: cos(angle) * 3, y: sin(angle) * 3, angle, shape: SHOTS[i % SHOTS.length], bullet: true, friction: 0.2, filter: { group: -1 },
      vx: cos(angle) * SPEED, vy: sin(angle) * SPEED, restitution: 0.5,
    })
  }
  return {
    gravity: NO_GRAVITY, bodies, view: viewOf(-15, -15, 15, 15, 0.03), drive: volleys(first, count),
    settings: { allowSleep: false },
  }
})

/** Fires everything again every two seconds, a little turned each time. */
function volleys(first: number, count: number): Drive {
  return (stepIndex, dt, api) => {
    const period = Math.max(1, Math.round(2 / dt))
    if (stepIndex % period !== 0 || stepIndex === 0) return
    for (let i = 0; i < count; i++) {
      const angle = i * 2.399963 + stepIndex * 0.01
      api.setVelocity(first + i, cos(angle) * SPEED, sin(angle) * SPEED, 10)
    }
  }
}

export const restitution = defineScene({
  name: 'restitution',
  title: 'Bounce',
  category: 'Contacts',
  description: 'Eleven balls fall from the same height, with a restitution from 0 on the left to 1 on the right; '
    + 'below them the same with boxes.',
  lookFor: 'The height of a bounce is that of the one before times the square of the restitution. The last ball '
    + 'comes back to where it began, time after time, and never higher.',
}, () => {
  const bodies: BodyData[] = [floor(0, 0, 14, 0.5), floor(0, 13, 14, 0.25)]
  for (let i = 0; i <= 10; i++) {
    const x = (i - 5) * 2.4
    bodies.push({ x, y: 23, shape: circleShape(0.6), restitution: i / 10, friction: 0.2 })
    bodies.push({ x, y: 10, shape: boxShape(0.55), restitution: i / 10, friction: 0.2, motion: { lockRotation: true } })
  }
  return {
    gravity: EARTH_GRAVITY, bodies, view: viewOf(-14, -1, 14, 25, 0.04),
    settings: { allowSleep: false, restitutionThreshold: 0.2 },
  }
})

export const cradle = defineScene({
  name: 'cradle',
  title: 'Newton\u2019s cradle on tracks',
  category: 'Contacts',
  description: 'Newton\u2019s cradle on tracks without friction: one to four balls run into a row of seven that '
    + 'rest a little apart, between elastic walls.',
  lookFor: 'As many balls leave on the other side as came in, with the speed that they came with.',
}, () => {
  const bodies: BodyData[] = []
  const elastic = { friction: 0, restitution: 1 }
  for (let row = 0; row < 4; row++) {
    const y = (1.5 - row) * 3
    bodies.push({ ...wall(-15, y, 0.5, 1.2), ...elastic }, { ...wall(15, y, 0.5, 1.2), ...elastic })
    bodies.push({ ...wall(0, y - 0.7, 14.5, 0.1), ...elastic })
    for (let k = 0; k < 7; k++) bodies.push(ball((k - 3) * 1.06, y, 0))
    for (let k = 0; k <= row; k++) bodies.push(ball(-8 - k * 1.06, y, 7))
  }
  return {
    gravity: NO_GRAVITY, bodies, view: viewOf(-16, -7, 16, 7, 0.04),
    settings: { allowSleep: false, restitutionThreshold: 0 },
  }
})

function ball(x: number, y: number, vx: number): BodyData {
  return { x, y, vx, shape: circleShape(0.5), friction: 0, restitution: 1, motion: { lockRotation: true } }
}
