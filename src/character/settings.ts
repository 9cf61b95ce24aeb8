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

/** The steepest slope that was asked for last, its cosine and sine. */
const last = Float64Array.of(NaN, 0, 0)

/** Takes up the settings of a character. */
export function loadSettings(physics: PhysicsWorld, body: number): void {
  const { Character } = physics.components
  const unit = physics.settings.lengthUnit
  loadUp(physics, body)
  // Mostly it is that of the last one.
  if (Character.maxSlope[body] !== last[0]) {
    last[0] = Character.maxSlope[body]!
    sincosOf(last, 0, last, 1)
  }
  move[Move.LeastUp] = last[1]! - SAME_SLOPE
  if (Character.floating[body] === 1) sincosOf(Character.minWallSlide, body, move, Move.MostFacing)
  const { skin, snap, stepHeight, stepWidth, pushMass, pushForce } = Character
  move[Move.Skin] = skin[body]! > 0 ? skin[body]! : SKIN * unit
  move[Move.Snap] = snap[body]! >= 0 ? snap[body]! : SNAP * unit
  move[Move.StepHeight] = stepHeight[body]! >= 0 ? stepHeight[body]! : STEP_HEIGHT * unit
  move[Move.StepWidth] = stepWidth[body]! >= 0 ? stepWidth[body]! : STEP_WIDTH * unit
  move[Move.PushMass] = pushMass[body]! >= 0 ? pushMass[body]! : PUSH_MASS * unit * unit
  move[Move.PushForce] = pushForce[body]! >= 0 ? pushForce[body]! : PUSH_FORCE * unit * unit * unit
  move[Move.Corner] = Character.cornerCorrection[body]!
}

/** Takes up where up is for a character. */
export function loadUp(physics: PhysicsWorld, body: number): void {
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
