import type { SceneEntry } from '../scenes/types.ts'
import { element } from './dom.ts'

/** The list of scenes under the headings of their categories. */
export class Sidebar {
  private readonly buttons = new Map<string, HTMLButtonElement>()

  constructor(container: HTMLElement, scenes: readonly SceneEntry[], choose: (entry: SceneEntry) => void) {
    const groups = new Map<string, HTMLElement>()
    for (const entry of scenes) {
      let group = groups.get(entry.category)
      if (group === undefined) {
        group = element('section', 'scene-group')
        group.append(element('h3', '', entry.category))
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

  show(name: string): void {
    for (const [key, button] of this.buttons) {
      if (key !== name) {
        button.removeAttribute('aria-current')
        continue
      }
      button.setAttribute('aria-current', 'true')
      button.scrollIntoView({ block: 'nearest', inline: 'center' })
    }
  }
}
