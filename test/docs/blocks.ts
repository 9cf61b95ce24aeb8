import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/bundle.ts'

/** A block of code in a page of the documentation. */
export interface Block {
  readonly page: string
  /** Line of the page on which the fence stands. */
  readonly line: number
  readonly code: string
  /** It is compiled, but not run here: marked `ts no-run`, or `ts browser`, which test/browser/site.ts runs. */
  readonly runs: boolean
}

/** README.md, every page of docs/, and the pages that only the site has. */
export function pages(): string[] {
  const inFolder = (folder: string): string[] => {
    const path = join(root, folder)
    return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.md')).sort().map((name) => join(folder, name)) : []
  }
  return [...(existsSync(join(root, 'README.md')) ? ['README.md'] : []), ...inFolder('docs'), ...inFolder('site/pages')]
}

const MARKS = ['no-run', 'browser', 'continued']

/**
 * The `ts` blocks of a page. A block marked `ts continued` goes on where the block before it ended, so the
 * two are one program.
 */
export function blocksOf(page: string, text = readFileSync(join(root, page), 'utf8')): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```(?:ts|typescript)\b(.*)$/.exec(lines[i]!)
    if (fence === null) continue
    const end = lines.indexOf('```', i + 1)
    if (end < 0) throw new Error(`${page}:${i + 1}: the block is not closed`)
    const marks = fence[1]!.trim().split(/\s+/).filter(Boolean)
    const unknown = marks.find((mark) => !MARKS.includes(mark))
    if (unknown !== undefined) throw new Error(`${page}:${i + 1}: unknown mark '${unknown}'; use ${MARKS.join(', ')}`)
    const code = lines.slice(i + 1, end).join('\n')
    const runs = !marks.includes('no-run') && !marks.includes('browser')
    const before = blocks.at(-1)
    if (marks.includes('continued')) {
      if (before === undefined) throw new Error(`${page}:${i + 1}: there is no block to continue`)
      blocks.push({ page, line: i + 1, code: `${before.code}\n${code}`, runs: before.runs && runs })
    } else {
      blocks.push({ page, line: i + 1, code, runs })
    }
    i = end
  }
  return blocks
}
