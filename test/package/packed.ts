import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundle, root } from '../../build/bundle.ts'
import type { Texts } from '../../build/short-texts.ts'

/** The package as it is published, in a folder from which bitECS is found; and the texts that have codes. */
export interface Packed {
  readonly folder: string
  readonly files: ReadonlyMap<string, string>
  readonly texts: Texts
  remove(): void
}

export async function pack(): Promise<Packed> {
  const { files, texts } = await bundle()
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'package-'))
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return { folder, files, texts, remove: () => rmSync(folder, { recursive: true }) }
}
