import { belongsElsewhere, byId, element } from './dom.ts'

export interface Shortcut {
  /** Values of `KeyboardEvent.key`, letters in lower case. */
  readonly keys: readonly string[]
  /** How the keys are written in the list. */
  readonly label: string
  readonly text: string
  run(): void
}

/** Mouse and touch, for the same list. */
const GESTURES = [
  ['Drag a body', 'pull and throw it'],
  ['Drag the background', 'pan'],
  ['Wheel, pinch', 'zoom'],
]

/** Listens for the shortcuts and writes the list of them into the dialog. */
export function installShortcuts(shortcuts: readonly Shortcut[]): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || belongsElsewhere(event)) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const shortcut = shortcuts.find((candidate) => candidate.keys.includes(key))
    if (shortcut === undefined || byId<HTMLDialogElement>('shortcuts').open) return
    event.preventDefault()
    shortcut.run()
  })
  const rows = [...shortcuts.map(({ label, text }) => [label, text]), ...GESTURES]
  byId('shortcut-list').replaceChildren(...rows.flatMap(([label, text]) => {
    const term = element('dt')
    for (const key of label.split(' / ')) term.append(element('kbd', '', key))
    return [term, element('dd', '', text)]
  }))
}
