import { byId, element, setText } from './dom.ts'

const ICONS = {
  list: '<path d="M4 6.5h16M4 12h16M4 17.5h16"/>',
  panel: '<path d="M4 8h9M17 8h3M4 16h3M11 16h9"/><circle cx="15" cy="8" r="2"/><circle cx="9" cy="16" r="2"/>',
}

/** What stands above a narrow page: what is shown, its figures, and the buttons that open the list and the panel as sheets. */
export class TopBar {
  private readonly title = element('strong')
  private readonly facts = element('span')
  private readonly buttons = new Map<string, HTMLButtonElement>()

  constructor(title: string) {
    const bar = element('header', 'glass')
    bar.id = 'topbar'
    const words = element('p')
    words.append(this.title, this.facts)
    bar.append(this.createButton('sidebar', 'toggle-sidebar', 'Choose', ICONS.list), words)
    if (document.getElementById('panel') !== null) bar.append(this.createButton('panel', 'toggle-panel', 'Figures and settings', ICONS.panel))
    document.body.append(bar)
    this.show(title)
    byId('stage').addEventListener('pointerdown', () => this.close())
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close()
    })
  }

  /** What the page shows just now. */
  show(title: string): void {
    setText(this.title, title)
  }

  showFacts(text: string): void {
    setText(this.facts, text)
  }

  /** Closes the sheets. */
  close(): void {
    for (const name of this.buttons.keys()) this.open(name, false)
  }

  private open(name: string, on: boolean): void {
    document.body.classList.toggle(`${name}-open`, on)
    this.buttons.get(name)?.setAttribute('aria-expanded', String(on))
  }

  private createButton(name: 'sidebar' | 'panel', id: string, label: string, icon: string): HTMLButtonElement {
    const button = element('button', 'round')
    button.id = id
    button.type = 'button'
    button.title = label
    button.setAttribute('aria-label', label)
    button.setAttribute('aria-controls', name)
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`
    this.buttons.set(name, button)
    button.addEventListener('click', () => {
      const on = !document.body.classList.contains(`${name}-open`)
      this.close()
      this.open(name, on)
    })
    return button
  }
}
