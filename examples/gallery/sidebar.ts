import { element } from './dom.ts'

/** What an entry of the list says. */
export interface Listed {
  readonly name: string
  readonly title: string
  /** The heading under which it stands. */
  readonly category: string
}

/** A list under the headings of its categories. */
export class Sidebar<Entry extends Listed> {
  private readonly buttons = new Map<string, HTMLButtonElement>()

  constructor(container: HTMLElement, entries: readonly Entry[], choose: (entry: Entry) => void) {
    const groups = new Map<string, HTMLElement>()
    for (const entry of entries) {
      let group = groups.get(entry.category)
      if (group === undefined) {
        group = element('section', 'scene-group')
        group.append(element('h2', '', entry.category))
        groups.set(entry.category, group)
      }
      const button = element('button', 'scene', entry.title)
      button.dataset['scene'] = entry.name
      button.addEventListener('click', () => choose(entry))
      group.append(button)
      this.buttons.set(entry.name, button)
    }
    container.replaceChildren(...groups.values())
  }

  /** The names in the order in which they are shown. */
  get names(): string[] {
    return Array.from(document.querySelectorAll<HTMLElement>('[data-scene]'), (button) => button.dataset['scene'] ?? '')
  }

  /** Marks what is chosen. */
  show(...names: string[]): void {
    for (const [key, button] of this.buttons) {
      if (!names.includes(key)) {
        button.removeAttribute('aria-current')
        continue
      }
      button.setAttribute('aria-current', 'true')
      button.scrollIntoView({ block: 'nearest', inline: 'center' })
    }
  }
}
