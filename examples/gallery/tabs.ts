import { element } from './dom.ts'

class Tabs {
  private readonly tabs: readonly HTMLButtonElement[]

  constructor(container: HTMLElement, private readonly parts: readonly HTMLElement[]) {
    container.setAttribute('role', 'tablist')
    this.tabs = parts.map((part, index) => {
      const tab = element('button', '', part.dataset['tab'] ?? '')
      tab.type = 'button'
      tab.id = `tab-of-${part.id}`
      tab.setAttribute('role', 'tab')
      tab.setAttribute('aria-controls', part.id)
      tab.addEventListener('click', () => this.show(index))
      tab.addEventListener('keydown', (event) => this.key(event, index))
      part.setAttribute('role', 'tabpanel')
      part.setAttribute('aria-labelledby', tab.id)
      return tab
    })
    container.replaceChildren(...this.tabs)
    this.show(0)
  }

  show(chosen: number): void {
    for (const [index, tab] of this.tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === chosen))
      tab.tabIndex = index === chosen ? 0 : -1
      this.parts[index]!.hidden = index !== chosen
    }
  }

  private key(event: KeyboardEvent, index: number): void {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (way === 0) return
    const next = (index + way + this.tabs.length) % this.tabs.length
    this.show(next)
    this.tabs[next]!.focus()
  }
}

/**
 * Shows one of several parts of a panel; arrow keys go from one to the next.
 * @param parts Elements with an id and a `data-tab` that says what they are called.
 * @returns Shows another one, by its place.
 */
export function createTabs(container: HTMLElement, parts: readonly HTMLElement[]): (chosen: number) => void {
  const tabs = new Tabs(container, parts)
  return (chosen) => tabs.show(chosen)
}
