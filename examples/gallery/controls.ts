import type { ControlData } from '../scenes/types.ts'
import { belongsElsewhere, byId, element } from './dom.ts'

/** Keys and buttons that a scene can be steered with, as long as they are held down. */
export class Controls {
  private controls: readonly ControlData[] = []
  /** Who holds each control: keys, and pointers on its button. */
  private readonly holders: Set<string>[] = []
  private readonly container = byId('controls')

  constructor() {
    window.addEventListener('keydown', (event) => this.key(event, true))
    window.addEventListener('keyup', (event) => this.key(event, false))
    // No key comes up in another window.
    window.addEventListener('blur', () => this.letGo())
  }

  /** Shows the buttons of a scene; none where it has none. */
  show(controls: readonly ControlData[] = []): void {
    this.controls = controls
    this.holders.length = 0
    this.container.hidden = controls.length === 0
    this.container.replaceChildren(...controls.map((control, index) => this.createButton(control, index)))
  }

  held(index: number): boolean {
    return (this.holders[index]?.size ?? 0) > 0
  }

  private createButton({ label, text }: ControlData, index: number): HTMLElement {
    this.holders.push(new Set())
    const button = element('button', 'control', label)
    button.setAttribute('aria-label', text)
    button.title = text
    button.addEventListener('pointerdown', (event) => {
      button.setPointerCapture(event.pointerId)
      this.hold(index, `pointer ${event.pointerId}`, true)
    })
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      button.addEventListener(type, (event) => this.hold(index, `pointer ${event.pointerId}`, false))
    }
    button.addEventListener('contextmenu', (event) => event.preventDefault())
    return button
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (down && (event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event))) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const index = this.controls.findIndex(({ keys }) => keys.includes(key))
    if (index < 0) return
    event.preventDefault()
    this.hold(index, key, down)
  }

  private hold(index: number, holder: string, down: boolean): void {
    if (down) this.holders[index].add(holder)
    else this.holders[index].delete(holder)
    this.container.children[index].classList.toggle('held', this.held(index))
  }

  private letGo(): void {
    for (const [index, holders] of this.holders.entries()) {
      holders.clear()
      this.container.children[index].classList.remove('held')
    }
  }
}
