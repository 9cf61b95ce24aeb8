import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Every link of every page of a folder that leads into the folder and not to anything, with its place: to pages, to parts of
 * pages, to files, to pictures. VitePress checks pages only.
 */
export function deadLinks(folder: string, base: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html')).map((name) => join(folder, name))
  const parts = new Map(pages.map((page) => [page, partsOf(readFileSync(page, 'utf8'))]))
  const dead: string[] = []
  for (const page of pages) {
    for (const link of linksOf(readFileSync(page, 'utf8'))) {
      const [path, part] = link.split('#') as [string, string?]
      const target = path === '' ? page : fileOf(folder, base, page, path.split('?')[0]!)
      if (!existsSync(target)) dead.push(`${relative(folder, page)} links to ${link}, which is not there`)
      else if (part !== undefined && part !== '' && parts.get(target)?.has(decodeURIComponent(part)) === false) {
        dead.push(`${relative(folder, page)} links to ${link}: the page has no such part`)
      }
    }
  }
  return [...new Set(dead)]
}

/** Links without those to other sites. */
function linksOf(html: string): string[] {
  const text = html.replace(/<script\b[^]*?<\/script>/g, '')
  return [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, link]) => link!.replaceAll('&amp;', '&')).filter((link) => link !== '' && !/^(?:[a-z]+:|\/\/)/i.test(link))
}

function partsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id!.replaceAll('&amp;', '&')))
}

function fileOf(folder: string, base: string, page: string, path: string): string {
  const decoded = decodeURIComponent(path)
  const file = decoded.startsWith('/') ? join(folder, decoded.startsWith(base) ? decoded.slice(base.length) : decoded) : join(dirname(page), decoded)
  return existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file
}
