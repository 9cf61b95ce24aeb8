import { State, STATE_STRIDE } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { isSolved, Leg, LEG_STRIDE, leg, writeStepLeg } from './leg.ts'

const otherLeg = new Float64Array(LEG_STRIDE)

/**
 * Whether joints that are torn draw a body on the leg at hand through a kinematic one: by no more than 78 degrees from the way that it goes past that. A sweep
 * that held it there would stretch them for as long as the other one stays in between.
 */
export function isDrawnThrough(physics: PhysicsWorld, body: number, kinematic: number): boolean {
  const { bodies: { awakeIndex }, solver: { states: { memory: { f32 }, state } } } = physics
  if (!isSolved(physics, body)) return false
  const place = awakeIndex[body]! * STATE_STRIDE + State.Drawn
  if (state[place] === 0) return false
  const at = (state.byteOffset >> 2) + 2 * place
  const x = f32[at]!
  const y = f32[at + 1]!
  writeStepLeg(physics, kinematic, otherLeg)
  const turn = otherLeg[Leg.Turn]!
  const dx = leg[Leg.DX]! - otherLeg[Leg.DX]! + turn * (leg[Leg.Y]! - otherLeg[Leg.Y]!)
  const dy = leg[Leg.DY]! - otherLeg[Leg.DY]! - turn * (leg[Leg.X]! - otherLeg[Leg.X]!)
  const along = x * dx + y * dy
  return along > 0 && 25 * along * along > (x * x + y * y) * (dx * dx + dy * dy)
}
