import type { SceneEntry } from '../scenes/types.ts'
import { element } from './dom.ts'

interface Card {
  readonly entry: SceneEntry
  readonly button: HTMLButtonElement
  readonly group: HTMLDetailsElement
}

/** All scenes with their pictures, in groups of which one is open; a search field finds them by their words. */
export class SceneList {
  private readonly cards: readonly Card[]
  private readonly search = element('input', 'search')
  private readonly none = element('p', 'none', 'No scene says that.')
  private shown = ''

  constructor(container: HTMLElement, entries: readonly SceneEntry[], private readonly choose: (entry: SceneEntry) => void) {
    const groups = new Map<string, HTMLDetailsElement>()
    this.cards = entries.map((entry) => {
      const group = groups.get(entry.category) ?? createGroup(entry.category)
      groups.set(entry.category, group)
      const button = this.createCard(entry)
      group.lastElementChild!.append(button)
      return { entry, button, group }
    })
    for (const group of groups.values()) {
      const count = group.querySelectorAll('.card').length
      group.querySelector('summary')!.append(element('small', '', String(count)))
      group.addEventListener('toggle', () => this.closeOthers(group))
    }
    this.search.type = 'search'
    this.search.placeholder = `Search ${entries.length} scenes`
    this.search.setAttribute('aria-label', 'Search the scenes')
    this.search.addEventListener('input', () => this.filter())
    this.search.addEventListener('keydown', (event) => this.key(event))
    this.none.hidden = true
    container.replaceChildren(this.search, ...groups.values(), this.none)
  }

  get names(): string[] {
    return this.cards.map(({ entry }) => entry.name)
  }

  /** Marks what is chosen and opens its group. */
  show(name: string): void {
    this.shown = name
    for (const { entry, button } of this.cards) {
      if (entry.name === name) button.setAttribute('aria-current', 'true')
      else button.removeAttribute('aria-current')
    }
    if (this.search.value !== '') return
    for (const group of this.groups()) group.open = group === this.groupOf(name)
  }

  find(): void {
    this.search.focus()
    this.search.select()
  }

  private createCard(entry: SceneEntry): HTMLButtonElement {
    const button = element('button', 'card')
    button.type = 'button'
    button.dataset['scene'] = entry.name
    const picture = element('img')
    picture.src = `./pictures/${entry.name}.webp`
    picture.alt = ''
    picture.loading = 'lazy'
    picture.decoding = 'async'
    picture.width = 240
    picture.height = 128
    button.append(picture, element('span', '', entry.title))
    button.title = entry.title
    button.addEventListener('click', () => this.choose(entry))
    return button
  }

  private filter(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== '')
    const found = new Set<HTMLDetailsElement>()
    for (const { entry, button, group } of this.cards) {
      const text = `${entry.title} ${entry.name} ${entry.category} ${entry.description} ${entry.lookFor}`.toLowerCase()
      button.hidden = !words.every((word) => text.includes(word))
      if (!button.hidden) found.add(group)
    }
    for (const group of this.groups()) {
      group.hidden = !found.has(group)
      group.open = words.length > 0 ? found.has(group) : group === this.groupOf(this.shown)
    }
    this.none.hidden = found.size > 0
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.search.value = ''
      this.filter()
      this.search.blur()
    } else if (event.key === 'Enter') {
      const first = this.cards.find(({ button }) => !button.hidden)
      if (first !== undefined) this.choose(first.entry)
    }
  }

  private closeOthers(opened: HTMLDetailsElement): void {
    if (!opened.open || this.search.value !== '') return
    for (const group of this.groups()) if (group !== opened) group.open = false
  }

  private groups(): Set<HTMLDetailsElement> {
    return new Set(this.cards.map(({ group }) => group))
  }

  private groupOf(name: string): HTMLDetailsElement | undefined {
    return this.cards.find(({ entry }) => entry.name === name)?.group
  }
}

function createGroup(category: string): HTMLDetailsElement {
  const group = element('details', 'group')
  group.append(element('summary', '', category), element('div', 'cards'))
  return group
}
