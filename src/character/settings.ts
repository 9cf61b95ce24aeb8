import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { Move } from './records.ts'

/** Meters, kilograms and newtons: what NaN in a `Character` means, for a length unit of 1. */
const SNAP = 0.3
const STEP_HEIGHT = 0.3
const STEP_WIDTH = 0.1
const SKIN = 0.01
const PUSH_MASS = 2
const PUSH_FORCE = 20

/** Slopes are told apart to this sine: one that is as steep as allowed carries, whatever its points were rounded to. */
const SAME_SLOPE = 1e-6

const turned = new Float64Array(2)

/** Takes up the settings of a character. */
export function loadSettings(physics: PhysicsWorld, body: number): void {
  const { Character } = physics.components
  const unit = physics.settings.lengthUnit
  loadUp(physics, body)
  sincosOf(Character.maxSlope, body, turned, 0)
  move[Move.LeastUp] = turned[0]! - SAME_SLOPE
  sincosOf(Character.minWallSlide, body, turned, 0)
  move[Move.MostFacing] = turned[0]!
  const { skin, snap, stepHeight, stepWidth, pushMass, pushForce } = Character
  move[Move.Skin] = skin[body]! > 0 ? skin[body]! : SKIN * unit
  move[Move.Snap] = snap[body]! >= 0 ? snap[body]! : SNAP * unit
  move[Move.StepHeight] = stepHeight[body]! >= 0 ? stepHeight[body]! : STEP_HEIGHT * unit
  move[Move.StepWidth] = stepWidth[body]! >= 0 ? stepWidth[body]! : STEP_WIDTH * unit
  move[Move.PushMass] = pushMass[body]! >= 0 ? pushMass[body]! : PUSH_MASS * unit * unit
  move[Move.PushForce] = pushForce[body]! >= 0 ? pushForce[body]! : PUSH_FORCE * unit * unit * unit
  move[Move.Corner] = Character.cornerCorrection[body]!
}

function loadUp(physics: PhysicsWorld, body: number): void {
  const { upX, upY } = physics.components.Character
  const { gravity } = physics.settings
  let x = upX[body]!
  let y = upY[body]!
  if (x === 0 && y === 0) {
    x = -gravity.x
    y = -gravity.y
  }
  const length = Math.sqrt(x * x + y * y)
  move[Move.UpX] = length > 0 ? x / length : 0
  move[Move.UpY] = length > 0 ? y / length : 1
  move[Move.RightX] = move[Move.UpY]!
  move[Move.RightY] = -move[Move.UpX]!
}
