import { boxShape, circleShape } from '../examples/scenes/parts.ts'
import type { BodyData, JointData, PointData } from '../examples/scenes/types.ts'
import { cos, sin } from '../src/math/rotation.ts'
import { type Numbers, numbersFrom, one } from './random-numbers.ts'
import type { RandomScene } from './random-scenes.ts'
import { POST, type Structure, makeStructures } from './random-structures.ts'

const KINDS = ['frame', 'soft frame', 'car', 'telescope', 'crank', 'blob', 'rope', 'robot', 'sprung figure', 'held body'] as const
type Kind = (typeof KINDS)[number]

/** Bars welded to each other as a ladder, free or fixed to a post at its foot. */
function makeFrame(next: Numbers, soft: boolean): Structure {
  const rungs = 2 + Math.floor(next() * 8)
  const fixed = next() < 0.4
  const spring = soft ? { angularSpring: { hertz: one(next, [1, 3, 8]), dampingRatio: one(next, [0, 0.3, 1]) } } : {}
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: boxShape(0.8, 0.1), ...(fixed && POST) }]
  const joints: JointData[] = []
  for (let rung = 1; rung <= rungs; rung++) {
    const y = rung * 0.8
    const below = bodies.length - 1
    const load = rung === rungs ? one(next, [1, 1, 10]) : 1
    for (const x of [-0.6, 0.6]) {
      bodies.push({ x, y: y - 0.4, shape: boxShape(0.08, 0.28) })
      joints.push({ type: 'weld', a: below, b: bodies.length - 1, x, y: y - 0.7, ...spring })
    }
    bodies.push({ x: 0, y, shape: boxShape(0.8, 0.1), density: load })
    for (const [i, x] of [-0.6, 0.6].entries()) joints.push({ type: 'weld', a: bodies.length - 3 + i, b: bodies.length - 1, x, y: y - 0.1, ...spring })
  }
  return { bodies, joints, reach: rungs * 0.8 + 1 }
}

/** A body on wheels with springs, some of them driven. */
function makeCar(next: Numbers): Structure {
  const wheels = one(next, [2, 2, 3, 6])
  const half = 0.5 * wheels
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: boxShape(half, 0.25), density: one(next, [1, 1, 5, 20]) }]
  const joints: JointData[] = []
  const spring = { hertz: one(next, [2, 4, 8]), dampingRatio: one(next, [0.2, 0.7]) }
  const speed = one(next, [0, 5, -10, 40])
  for (let k = 0; k < wheels; k++) {
    const x = -half + 0.5 + k
    bodies.push({ x, y: -0.45, shape: circleShape(0.35), friction: 1 })
    joints.push({
      type: 'wheel', a: 0, b: k + 1, x, y: -0.45, axis: { x: 0, y: 1 }, spring, limit: { lower: -0.2, upper: 0.2 },
      ...(speed !== 0 && { motor: { speed, maxTorque: one(next, [5, 30]) } }),
    })
  }
  return { bodies, joints, reach: half + 0.8 }
}

/** Boxes that slide along each other within limits, some of them driven. */
function makeTelescope(next: Numbers): Structure {
  const stages = 2 + Math.floor(next() * 5)
  const fixed = next() < 0.5
  const tilt = one(next, [0, 0.7, Math.PI / 2])
  const axis = { x: cos(tilt), y: sin(tilt) }
  const drive = one(next, [0, 0, 1, 3])
  const place = (k: number): PointData => ({ x: 0.5 * k * axis.x, y: 0.5 * k * axis.y })
  const bodies: BodyData[] = Array.from({ length: stages + 1 }, (_, k) => ({ ...place(k), angle: tilt, shape: boxShape(0.22, 0.15), ...(fixed && k === 0 && POST) }))
  const joints: JointData[] = Array.from({ length: stages }, (_, k) => ({
    type: 'prismatic', a: k, b: k + 1, ...place(k + 0.5), axis, limit: { lower: 0, upper: 0.4 },
    ...(drive > 0 && { motor: { speed: drive, maxForce: one(next, [5, 100]) } }),
    ...(drive === 0 && next() < 0.3 && { spring: { hertz: one(next, [1, 5]), dampingRatio: one(next, [0, 0.5]) } }),
  }))
  return { bodies, joints, reach: stages + 0.5 }
}

/** A wheel that is turned, and by a bar moves a slider to and fro. */
function makeCrank(next: Numbers): Structure {
  const bodies: BodyData[] = [
    { x: 0, y: 0, shape: boxShape(0.1), ...POST },
    { x: 0, y: 0, shape: circleShape(0.5), density: one(next, [1, 5]) },
    { x: 1.15, y: 0, shape: boxShape(0.75, 0.06) },
    { x: 1.9, y: 0, shape: boxShape(0.25, 0.2), density: one(next, [1, 10]) },
  ]
  return {
    bodies,
    joints: [
      { type: 'revolute', a: 0, b: 1, x: 0, y: 0, motor: { speed: one(next, [1, 5, 20]), maxTorque: one(next, [10, 200]) } },
      { type: 'revolute', a: 1, b: 2, x: 0.4, y: 0 },
      { type: 'revolute', a: 2, b: 3, x: 1.9, y: 0 },
      { type: 'prismatic', a: 0, b: 3, x: 1.9, y: 0, axis: { x: 1, y: 0 } },
    ],
    reach: 2.6,
  }
}

/** Circles around a middle one, held by springs. */
function makeBlob(next: Numbers): Structure {
  const count = 6 + Math.floor(next() * 14)
  const radius = 0.06 * count
  const spring = { hertz: one(next, [2, 5, 10]), dampingRatio: one(next, [0, 0.3, 1]) }
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: circleShape(0.15), density: one(next, [1, 10]) }]
  const joints: JointData[] = []
  const join = (a: number, b: number): void => { joints.push({ type: 'distance', a, b, from: bodies[a]!, to: bodies[b]!, spring }) }
  for (let k = 1; k <= count; k++) {
    const angle = 2 * Math.PI * k / count
    bodies.push({ x: radius * cos(angle), y: radius * sin(angle), shape: circleShape(0.14) })
    join(0, k)
    if (k > 1) join(k - 1, k)
  }
  join(count, 1)
  return { bodies, joints, reach: radius + 0.2 }
}

/** Circles on ropes, the last one heavier. */
function makeRope(next: Numbers): Structure {
  const count = 3 + Math.floor(next() * 20)
  const load = one(next, [1, 10, 50])
  const pitch = 0.4
  const bodies: BodyData[] = Array.from({ length: count }, (_, k) => (
    { x: pitch * k, y: 0, shape: circleShape(0.12), density: k === count - 1 ? load : 1, ...(k === 0 && POST) }
  ))
  const joints: JointData[] = Array.from({ length: count - 1 }, (_, k) => (
    { type: 'distance', a: k, b: k + 1, from: bodies[k]!, to: bodies[k + 1]!, limit: { lower: 0, upper: pitch } }
  ))
  return { bodies, joints, reach: pitch * count + 0.2 }
}

/** A trunk with limbs of two parts, driven within limits or held by springs. */
function makeRobot(next: Numbers, sprung: boolean): Structure {
  const bodies: BodyData[] = [{ x: 0, y: 0, shape: boxShape(0.35, 0.5) }]
  const joints: JointData[] = []
  const spring = { hertz: one(next, [1, 4, 10]), dampingRatio: one(next, [0.1, 0.7]) }
  const maxTorque = one(next, [1, 10, 100])
  for (const side of [-1, 1]) for (const top of [0.35, -0.4]) {
    let parent = 0
    for (let part = 0; part < 2; part++) {
      const x = side * (0.4 + 0.55 * part)
      joints.push({
        type: 'revolute', a: parent, b: bodies.length, x, y: top, limit: { lower: -1.2, upper: 1.2 },
        ...(sprung ? { spring } : { motor: { speed: one(next, [0, 2, -2, 8]), maxTorque } }),
      })
      parent = bodies.length
      bodies.push({ x: x + side * 0.28, y: top, shape: { type: 'capsule', halfLength: 0.18, radius: 0.1 } })
    }
  }
  return { bodies, joints, reach: 1.8 }
}

/** A body that is drawn to where it began, as by a mouse. */
function makeHeld(next: Numbers): Structure {
  return {
    bodies: [{ x: 0, y: 0, shape: boxShape(0.1), ...POST }, { x: 0.3, y: 0, shape: boxShape(0.4, 0.3), density: one(next, [1, 5]) }],
    joints: [{ type: 'motor', a: 0, b: 1, x: 0.3, y: 0.2, spring: { hertz: one(next, [2, 5, 10]), dampingRatio: one(next, [0.2, 1]), maxForce: one(next, [20, 500]) } }],
    reach: 1,
  }
}

function makeMachine(next: Numbers, kind: Kind): Structure {
  switch (kind) {
    case 'frame': return makeFrame(next, false)
    case 'soft frame': return makeFrame(next, true)
    case 'car': return makeCar(next)
    case 'telescope': return makeTelescope(next)
    case 'crank': return makeCrank(next)
    case 'blob': return makeBlob(next)
    case 'rope': return makeRope(next)
    case 'robot': return makeRobot(next, false)
    case 'sprung figure': return makeRobot(next, true)
    case 'held body': return makeHeld(next)
  }
}

/** A scene of joints of all kinds that box2d3-wasm has too, with springs, limits and motors: the same for the same seed. */
export function makeRandomMachineScene(seed: number): RandomScene {
  return makeStructures(numbersFrom(seed * 9011 + 307), seed, KINDS, makeMachine)
}
