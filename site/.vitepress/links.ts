import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { SOURCE, pageOf } from './places.ts'

/**
 * Links between pages are written so that they work in the repository. Here they lead to the page's place in the site, and
 * to a copy of the file where it is no page.
 */
export function repositoryLinks(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const file = (env as { realPath?: string; path?: string }).realPath ?? (env as { path?: string }).path
    if (file === undefined) return
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue
      const href = token.attrGet('href') ?? ''
      const [path, hash = ''] = href.split('#') as [string, string?]
      if (path === '' || path.startsWith('/') || /^[a-z]+:/.test(path)) continue
      const target = join(dirname(file), path)
      if (!existsSync(target)) throw new Error(`${relative(root, file)} links to ${path}, which is not there`)
      const place = relative(root, target)
      const address = place.endsWith('.md') ? `/${pageOf(place)}` : `${SOURCE}${place}.txt`
      token.attrSet('href', hash === '' ? address : `${address}#${hash}`)
    }
  })
}
