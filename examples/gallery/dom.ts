/** The element with that id, which index.html is known to have. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`index.html has no element with the id "${id}"`)
  return found as T
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, className = '', text = '',
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  if (className !== '') created.className = className
  if (text !== '') created.textContent = text
  return created
}

export function onClick(id: string, action: () => void): void {
  byId(id).addEventListener('click', action)
}

/** Whether a key is meant for the field, the editor or the button that has the focus, and is no shortcut. */
export function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('input, select, textarea, [contenteditable], [role="tab"]') !== null) return true
  return (key === ' ' || key === 'Enter') && target.closest('button, summary, a') !== null
}

/** Writes a text only where it differs: most figures do not change from frame to frame. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

/** A row of buttons of which one is chosen. Gives a function that shows which. */
export function createChoice<T extends string | number>(
  container: HTMLElement, choices: readonly T[], label: (choice: T) => string, choose: (choice: T) => void,
): (chosen: T) => void {
  const buttons = choices.map((choice) => {
    const button = element('button', '', label(choice))
    button.setAttribute('role', 'radio')
    button.dataset['value'] = String(choice)
    button.addEventListener('click', () => choose(choice))
    return button
  })
  container.replaceChildren(...buttons)
  return (chosen) => {
    for (const [i, button] of buttons.entries()) {
      button.setAttribute('aria-checked', String(choices[i] === chosen))
    }
  }
}
