import { buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { hashWorld, type PhysicsOptions } from '../../src/index.ts'
import { LONGEST, SIZES } from './sizes.ts'

/** The steps after which the state is hashed: see `LONGEST` for scenes that are played for fewer. */
export const STEPS = [120, 3600] as const

/** After how many steps the hash of that place was taken. */
export const stepOf = (scene: string, place: number): number => Math.min(STEPS[place]!, LONGEST[scene] ?? Infinity)

/** The state of each scene after so many steps, by the name of the scene, as hexadecimal digits. */
export type Hashes = Record<string, string[]>

/** Plays every scene in its small size. What it gives is to be equal to the bit in every engine. */
export function playAll(options: PhysicsOptions, longest: number): Hashes {
  const hashes: Hashes = {}
  for (const { name, create } of scenes) {
    const built = buildScene(create(SIZES[name]), options)
    const found: string[] = []
    let step = 0
    for (const [place, until] of STEPS.entries()) {
      if (until > longest) break
      for (; step < stepOf(name, place); step++) built.step()
      found.push((hashWorld(built.world) >>> 0).toString(16).padStart(8, '0'))
    }
    hashes[name] = found
  }
  return hashes
}
