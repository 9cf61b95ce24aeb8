import { measureDrift, type Drift } from '../../bench/harness/joint-drift.ts'
import type { BuiltScene } from '../../examples/scenes/build.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'

/** Every scene with joints, in a size that a test has time for. */
export const JOINT_SCENES: readonly (readonly [string, SceneOptions])[] = [
  ['bridge', { rows: 1 }],
  ['ball-and-chain', {}],
  ['ragdolls', { count: 8 }],
  ['ragdoll-bin', { count: 24 }],
  ['car', {}],
  ['scissor-lift', {}],
  ['windmill', { count: 40 }],
  ['rod-cradle', {}],
  ['joint-grid', { rows: 16 }],
  ['crane', {}],
  ['cloth', { count: 150 }],
  ['weld-tower', {}],
]

/** How far the joints of a running scene are from where they should be. */
export function driftOf({ scene, entities, joints, physics }: BuiltScene): Drift {
  const { Position, Rotation, Joint } = physics.components
  const poses = new Float64Array(entities.length * 4)
  entities.forEach((entity, i) => {
    // Absent bodies have no entity.
    const angle = entity === 0 ? NaN : Rotation.angle[entity]!
    poses.set([Position.x[entity]!, Position.y[entity]!, Math.cos(angle), Math.sin(angle)], i * 4)
  })
  return measureDrift(scene, poses, (index) => Joint.enabled[joints[index]!] === 0)
}
