import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle, root } from '../../build/bundle.ts'
import type { Texts } from '../../build/short-texts.ts'

/** The package as it is published, without its types, in a folder from which it and bitECS are found. */
export interface Packed {
  readonly folder: string
  /** Its files in `dist`. */
  readonly dist: string
  readonly files: ReadonlyMap<string, string>
  /** The texts that have codes. */
  readonly texts: Texts
  remove(): void
}

export async function pack(): Promise<Packed> {
  const { files, texts } = await bundle()
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'package-'))
  const home = join(folder, 'node_modules/bitecs-physics')
  const dist = join(home, 'dist')
  for (const [name, text] of files) {
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  // Without one of its own the folder would be inside of this package, which finds itself by its name.
  writeFileSync(join(folder, 'package.json'), '{"name": "program", "type": "module"}')
  copyFileSync(join(root, 'package.json'), join(home, 'package.json'))
  return { folder, dist, files, texts, remove: () => rmSync(folder, { recursive: true }) }
}
