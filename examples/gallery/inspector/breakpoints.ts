import type { Condition } from '../../../src/recording/index.ts'
import { byId, element } from '../dom.ts'

/** A condition that is plain data. */
export type Breakpoint = Exclude<Condition, (...given: never[]) => unknown>

const CHOICES: readonly { readonly when: Breakpoint['when']; readonly label: string; readonly fields: readonly string[] }[] = [
  { when: 'wakes', label: 'the body wakes', fields: ['entity'] },
  { when: 'sleeps', label: 'the body falls asleep', fields: ['entity'] },
  { when: 'touches', label: 'the body touches', fields: ['entity', 'other'] },
  { when: 'parts', label: 'the body no longer touches', fields: ['entity', 'other'] },
  { when: 'above', label: 'a number of the body rises above', fields: ['entity', 'what', 'value'] },
  { when: 'below', label: 'a number of the body falls below', fields: ['entity', 'what', 'value'] },
  { when: 'impulse', label: 'any contact impulse is above', fields: ['value'] },
  { when: 'enters', label: 'the body enters a region', fields: ['entity', 'minX', 'minY', 'maxX', 'maxY'] },
  { when: 'leaves', label: 'the body leaves a region', fields: ['entity', 'minX', 'minY', 'maxX', 'maxY'] },
  { when: 'comes', label: 'the entity comes', fields: ['entity'] },
  { when: 'goes', label: 'the entity goes', fields: ['entity'] },
]
const WHAT = ['speed', 'y', 'x', 'spin', 'energy', 'contacts', 'impulse'] as const
const LABELS: Readonly<Record<string, string>> = {
  entity: 'entity', other: 'with (empty: anything)', what: 'number', value: 'value', minX: 'from x', minY: 'from y', maxX: 'to x', maxY: 'to y',
}

/** The form in which breakpoints are written, and the list of them. */
export class Breakpoints {
  readonly list: Breakpoint[] = []
  private readonly form = byId<HTMLFormElement>('break-form')
  private selected = 0

  /** @param failed Called with what is wrong with what was written. */
  constructor(private readonly failed: (text: string) => void) {
    const choice = element('select', 'wide')
    choice.name = 'when'
    choice.setAttribute('aria-label', 'Condition')
    choice.append(...CHOICES.map(({ when, label }) => new Option(label, when)))
    choice.addEventListener('change', () => this.showFields())
    const fields = element('div', 'wide')
    fields.id = 'break-fields'
    fields.style.display = 'contents'
    const add = element('button', 'text-button wide', 'Add')
    this.form.append(choice, fields, add)
    this.form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.add()
    })
    this.showFields()
  }

  /** The body that a new breakpoint is about. */
  select(entity: number): void {
    this.selected = entity
    const field = this.form.querySelector<HTMLInputElement>('[name="entity"]')
    if (field !== null && entity !== 0) field.value = String(entity)
  }

  private showFields(): void {
    const { fields } = CHOICES.find(({ when }) => when === this.valueOf('when'))!
    byId('break-fields').replaceChildren(...fields.map((name) => {
      const label = element('label', '', LABELS[name])
      if (name === 'what') {
        const choice = element('select')
        choice.name = name
        choice.append(...WHAT.map((what) => new Option(what, what)))
        label.append(choice)
        return label
      }
      const field = element('input')
      field.name = name
      field.inputMode = 'decimal'
      if (name === 'entity' && this.selected !== 0) field.value = String(this.selected)
      label.append(field)
      return label
    }))
  }

  private valueOf(name: string): string {
    const value = new FormData(this.form).get(name)
    return typeof value === 'string' ? value.trim() : ''
  }

  private add(): void {
    const { when, fields, label } = CHOICES.find((choice) => choice.when === this.valueOf('when'))!
    const condition: Record<string, unknown> = { when }
    for (const name of fields) {
      const text = this.valueOf(name)
      if (name === 'other' && text === '') continue
      condition[name] = name === 'what' ? text : Number(text)
      const isWhole = name === 'entity' || name === 'other'
      if (name !== 'what' && (text === '' || !Number.isFinite(condition[name]) || (isWhole && !(Number.isInteger(condition[name]) && Number(condition[name]) > 0)))) {
        this.failed(`“${label}” needs ${isWhole ? 'the id of an entity' : 'a number'} for ${LABELS[name]}.`)
        return
      }
    }
    this.list.push(condition as Breakpoint)
    this.failed('')
    this.show()
  }

  private show(): void {
    byId('breaks').replaceChildren(...this.list.map((condition, i) => {
      const row = element('li', '', textOf(condition))
      const remove = element('button', '', '✕')
      remove.type = 'button'
      remove.setAttribute('aria-label', `Remove: ${textOf(condition)}`)
      remove.addEventListener('click', () => {
        this.list.splice(i, 1)
        this.show()
      })
      row.append(remove)
      return row
    }))
  }
}

/** A breakpoint in words. */
export function textOf(condition: Breakpoint): string {
  switch (condition.when) {
    case 'impulse': return `a contact impulse is above ${condition.value}`
    case 'above': case 'below': return `${condition.what} of ${condition.entity} is ${condition.when} ${condition.value}`
    case 'touches': case 'parts':
      return `${condition.entity} ${condition.when === 'touches' ? 'touches' : 'parts from'} ${condition.other ?? 'anything'}`
    case 'enters': case 'leaves':
      return `${condition.entity} ${condition.when} ${condition.minX}…${condition.maxX}, ${condition.minY}…${condition.maxY}`
    default: return `${condition.entity} ${condition.when}`
  }
}
