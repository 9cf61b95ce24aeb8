import { element } from './dom.ts'
import { TopBar } from './top-bar.ts'

/** The pages of the gallery, as every one of them lists them. */
const PAGES = [
  { name: 'scenes', href: './index.html', title: 'Scenes' },
  { name: 'queries', href: './queries.html', title: 'Queries' },
  { name: 'games', href: './games.html', title: 'Games' },
  { name: 'inspector', href: './inspector.html', title: 'Inspector' },
  { name: 'broad-phases', href: './broad-phases.html', title: 'Broad phases' },
] as const

const MARK = `<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
  <rect x="4" y="16" width="12" height="12" rx="2.5" fill="#7c9cff"/>
  <rect x="17" y="16" width="12" height="12" rx="2.5" fill="#b48cf7"/>
  <circle cx="16.5" cy="9" r="6" fill="#ffa36b"/>
</svg>`

/** Puts the brand and the links to all pages at the top of the sidebar; narrow pages get a bar that opens it. */
export function showPages(sidebar: HTMLElement, current: (typeof PAGES)[number]['name']): TopBar {
  const brand = element('header', 'brand')
  // The gallery is a folder of the site.
  const words = element('a', 'home')
  words.href = '../'
  words.title = 'To the docs'
  words.append(element('strong', '', 'bitecs-physics'), element('p', '', '2D physics for bitECS'))
  brand.innerHTML = MARK
  brand.append(words)
  const links = element('div', 'pages')
  links.setAttribute('role', 'navigation')
  links.setAttribute('aria-label', 'Pages')
  for (const { name, href, title } of PAGES) {
    const link = element('a', '', title)
    link.href = href
    if (name === current) link.setAttribute('aria-current', 'page')
    links.append(link)
  }
  sidebar.prepend(brand, links)
  releaseButtons()
  return new TopBar(PAGES.find(({ name }) => name === current)!.title)
}

/** A button that a pointer pressed lets go of the focus: the space key is a shortcut, and presses only what the keyboard chose. */
function releaseButtons(): void {
  addEventListener('click', ({ detail }) => {
    if (detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur()
  })
}
