import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pageOf } from '../../site/.vitepress/places.ts'
import { type Item, sidebar } from '../../site/.vitepress/sidebar.ts'
import { deadLinks } from '../../site/check-links.ts'
import { pages } from './blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'links-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

test('the check of links finds pages, parts, files and pictures that are not there, and no others', () => {
  write({
    'index.html': `<h2 id="here">x</h2><a href="#here">1</a><a href="/base/sub/">2</a><a class="x" href="sub/index.html#part">3</a>
      <a href="https://example.com/nothing">4</a><img src="/base/picture.svg"><a href="page.html?a=1&amp;b=2#w%C3%B6rd">5</a>
      <script>const text = '<a href="no-link">'</script>`,
    'sub/index.html': '<p id="part">x</p><a href="../index.html#here">back</a>',
    'page.html': '<p id="wörd">x</p>',
    'picture.svg': '<svg/>',
  })
  expect(deadLinks(folder, '/base/')).toEqual([])
  write({
    'bad.html': '<a href="gone.html">1</a><a href="index.html#gone">2</a><img src="/base/gone.svg"><a href="#gone">3</a>',
  })
  expect(deadLinks(folder, '/base/')).toEqual([
    'bad.html links to gone.html, which is not there',
    'bad.html links to index.html#gone: the page has no such part',
    'bad.html links to /base/gone.svg, which is not there',
    'bad.html links to #gone: the page has no such part',
  ])
})

test('pages have short addresses, and no two the same one', () => {
  const paths = ['README.md', 'CHANGELOG.md', 'bench/README.md', 'docs/bodies.md', 'site/pages/index.md', 'site/reference/index.md']
  const addresses = paths.map(pageOf)
  expect(addresses).toEqual(['overview.md', 'changelog.md', 'bench.md', 'bodies.md', 'index.md', 'reference/index.md'])
})

test('every page of docs/ can be found in the sidebar of the site', () => {
  const linksOf = ({ link, items = [] }: Item): string[] => [...(link === undefined ? [] : [link]), ...items.flatMap(linksOf)]
  const listed = sidebar.flatMap(linksOf)
  const addresses = pages().filter((page) => !page.startsWith('site')).map((page) => `/${pageOf(page).replace(/\.md$/, '')}`)
  // Add it to site/.vitepress/sidebar.ts.
  expect(addresses.filter((address) => !listed.includes(address))).toEqual([])
})
