import type { Scene } from '../../examples/scenes/types.ts'
import type { Simulation } from '../engines/engine.ts'
import { measureDrift } from './joint-drift.ts'
import { extentOf, measureOverlaps } from './overlaps.ts'
import type { Quality } from './protocol.ts'

/** Farther than this from where it began, a box of a stack has not stayed in its place. Metres. */
const IN_PLACE = 0.5
/** A body is outside when its centre is this far beyond the rectangle around everything that cannot move. Metres. */
const OUTSIDE = 1

/** Judges a state from its poses alone, by the same rule for each engine. Takes one step more. */
export function judge(scene: Scene, simulation: Simulation, dt: number): Quality {
  const { bodies } = scene
  const before = readPoses(scene, simulation)
  simulation.step()
  const poses = readPoses(scene, simulation)
  let squares = 0
  let fastest = 0
  const limits = outerLimits(scene)
  let dynamic = 0
  let escaped = 0
  let inPlace = 0
  bodies.forEach((body, i) => {
    // What can be absent is, where it has no pose.
    if (body.kind !== undefined || (body.absent === true && Number.isNaN(poses[i * 4]))) return
    dynamic++
    const x = poses[i * 4]!
    const y = poses[i * 4 + 1]!
    const square = (x - before[i * 4]!) ** 2 + (y - before[i * 4 + 1]!) ** 2
    // One that has just been spawned was nowhere before.
    if (square >= 0) squares += square
    if (square > fastest) fastest = square
    if (!(x > limits[0] && y > limits[1] && x < limits[2] && y < limits[3])) escaped++
    if ((x - body.x) ** 2 + (y - body.y) ** 2 < IN_PLACE * IN_PLACE) inPlace++
  })
  const asleep = simulation.countAsleep()
  const count = Math.max(1, dynamic)
  const speed = Math.sqrt(squares / count) / dt
  const drift = scene.joints === undefined ? { most: NaN, mean: NaN } : measureDrift(scene, poses)
  return {
    ...measureOverlaps(bodies, poses, scene.joints), escaped, inPlace: inPlace / count, speed, fastest: Math.sqrt(fastest) / dt, asleep, dynamic,
    worstJoint: drift.most, meanJoint: drift.mean,
  }
}

/** x, y, cosine and sine of each body. */
function readPoses({ bodies }: Scene, simulation: Simulation): Float64Array {
  const poses = new Float64Array(bodies.length * 4)
  const pose = new Float64Array(4)
  bodies.forEach((_, i) => {
    simulation.writePose(i, pose)
    poses.set(pose, i * 4)
  })
  return poses
}

/** The rectangle around everything at the start; open at the top, where bodies may fly. */
function outerLimits(scene: Scene): [number, number, number, number] {
  const limits: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const body of scene.bodies) {
    // What can turn, in every pose.
    const angles = body.kind === 'static' ? [body.angle ?? 0] : Array.from({ length: 16 }, (_, k) => (k * Math.PI) / 8)
    for (const angle of angles) {
      const [left, bottom, right, top] = extentOf(body, body.x, body.y, angle)
      limits[0] = Math.min(limits[0], left!)
      limits[1] = Math.min(limits[1], bottom!)
      limits[2] = Math.max(limits[2], right!)
      limits[3] = Math.max(limits[3], top!)
    }
  }
  const closed = scene.gravity.y === 0
  return [limits[0] - OUTSIDE, limits[1] - OUTSIDE, limits[2] + OUTSIDE, closed ? limits[3] + OUTSIDE : Infinity]
}
