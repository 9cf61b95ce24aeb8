import { PUSH_BYTES, WORK_BYTES } from '../contact-groups.ts'
import { DRIVE_BYTES, Drive, STATE_BYTES, State } from '../motion-records.ts'
import type { MemoryViews } from '../../memory/memory.ts'

/**
 * `SolverKernel.accelerate` in JavaScript. Velocities are kept as doubles; the passes work on copies rounded to floats,
 * and what they changed about the copy is added to the double here: so free flight and damping lose no digits.
 */
export function accelerate(
  views: MemoryViews,
  first: number,
  end: number,
  drive: number,
  work: number,
  push: number,
  time: number,
): void {
  const { f64, f32 } = views
  const h = f64[time >> 3]!
  for (let at = first; at < end; at += STATE_BYTES) {
    takeUp(views, at, work)
    const s = at >> 3
    const d = drive >> 3
    const p = push >> 2
    const left = f64[d + Drive.Left]!
    f64[s] = (f64[s]! + h * f64[d]!) * left + f32[p]!
    f64[s + State.Y] = (f64[s + State.Y]! + h * f64[d + Drive.Y]!) * left + f32[p + 1]!
    f64[s + State.W] = (f64[s + State.W]! + h * f64[d + Drive.Angular]!) * f64[d + Drive.AngularLeft]! + f32[p + 2]!
    copyVelocity(views, at, work)
    f32.fill(0, p, p + 4)
    drive += DRIVE_BYTES
    work += WORK_BYTES
    push += PUSH_BYTES
  }
}

/** `SolverKernel.move` in JavaScript. */
export function move(views: MemoryViews, first: number, end: number, drive: number, work: number, time: number): void {
  const { f64, f32 } = views
  const h = f64[time >> 3]!
  for (let at = first; at < end; at += STATE_BYTES) {
    takeUp(views, at, work)
    const s = at >> 3
    const k = work >> 2
    limitSpeed(f64, s, drive >> 3)
    f64[s + State.MovedX] = f64[s + State.MovedX]! + h * f64[s]!
    f64[s + State.MovedY] = f64[s + State.MovedY]! + h * f64[s + State.Y]!
    copyVelocity(views, at, work)
    f32[k + 4] = f64[s + State.MovedX]!
    f32[k + 5] = f64[s + State.MovedY]!
    const w = f64[s + State.W]!
    if (w !== 0) {
      // A first-order turn, made a rotation again by normalizing. It only places the anchors within the step.
      const angle = h * w
      const swing = angle * f64[(drive >> 3) + Drive.Swing]!
      const c = f32[k + 6]!
      const sin = f32[k + 7]!
      const c1 = c - swing * sin
      const s1 = sin + swing * c
      const inverse = 1 / Math.sqrt(c1 * c1 + s1 * s1)
      f32[k + 6] = c1 * inverse
      f32[k + 7] = s1 * inverse
      f64[s + State.Turn] = f64[s + State.Turn]! + angle
    }
    drive += DRIVE_BYTES
    work += WORK_BYTES
  }
}

/** Adds what the passes changed about the rounded velocities to the exact ones. */
function takeUp(views: MemoryViews, state: number, work: number): void {
  const { f64, f32 } = views
  const s = state >> 3
  const k = work >> 2
  for (let i = 0; i < 3; i++) {
    const change = Math.fround(f32[k + i]! - Math.fround(f64[s + i]!))
    f64[s + i] = f64[s + i]! + change
  }
}

function copyVelocity({ f64, f32 }: MemoryViews, state: number, work: number): void {
  for (let i = 0; i < 3; i++) f32[(work >> 2) + i] = f64[(state >> 3) + i]!
}

function limitSpeed(f64: Float64Array, s: number, d: number): void {
  const squared = f64[s]! * f64[s]! + f64[s + State.Y]! * f64[s + State.Y]!
  const limit = f64[d + Drive.MaxSquared]!
  if (squared > limit) {
    const scale = Math.sqrt(limit / squared)
    f64[s] = f64[s]! * scale
    f64[s + State.Y] = f64[s + State.Y]! * scale
  }
  const fastest = f64[d + Drive.MaxAngular]!
  if (f64[s + State.W]! > fastest) f64[s + State.W] = fastest
  if (f64[s + State.W]! < -fastest) f64[s + State.W] = -fastest
}
