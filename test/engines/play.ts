import { buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { hashWorld, type PhysicsOptions } from '../../src/index.ts'
import { SIZES } from './sizes.ts'

/** The steps after which the state is hashed. */
export const STEPS = [120, 3600] as const

/** The state of each scene after so many steps, by the name of the scene, as hexadecimal digits. */
export type Hashes = Record<string, string[]>

/** Plays every scene in its small size. What it gives is to be equal to the bit in every engine. */
export function playAll(options: PhysicsOptions, longest: number): Hashes {
  const hashes: Hashes = {}
  for (const { name, create } of scenes) {
    const built = buildScene(create(SIZES[name]), options)
    const found: string[] = []
    for (let step = 1; step <= longest; step++) {
      built.step()
      if ((STEPS as readonly number[]).includes(step)) found.push((hashWorld(built.world) >>> 0).toString(16).padStart(8, '0'))
    }
    hashes[name] = found
  }
  return hashes
}
