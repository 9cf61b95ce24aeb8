import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawJointPicture } from './draw-picture.ts'
import { jointPictures } from './joint-kinds.ts'

/** Writes the pictures of docs/joints.md: `node examples/run.mjs examples/pictures/joints.ts`. */

const folder = join(process.env['BITECS_PHYSICS_ROOT'] ?? '.', 'docs/pictures/joints')
mkdirSync(folder, { recursive: true })
for (const picture of jointPictures) {
  const file = join(folder, `${picture.kind}.svg`)
  writeFileSync(file, drawJointPicture(picture))
  console.log(file)
}
