import { shown } from '../shown.ts'

/** A value of a file that is no list and no object, as an error calls it. */
type Kind = 'a finite number' | 'a whole number' | 'a number greater than 0' | 'a text'

/** What a value of a file has to be; of an object these fields, at least. One whose name ends in a question mark may be missing. */
export type Form = Kind | readonly [Form] | { readonly [field: string]: Form }

/** @throws TypeError on what is not of its form, with its place in the file. */
export function checkForm(value: unknown, form: Form, place: string): void {
  if (typeof form === 'string') {
    if (!isOf(value, form)) refuse(value, form, place)
  } else if (Array.isArray(form)) {
    if (!Array.isArray(value)) refuse(value, 'a list', place)
    value.forEach((inner, i) => checkForm(inner, (form as readonly [Form])[0], `${place}[${i}]`))
  } else {
    if (typeof value !== 'object' || value === null) refuse(value, 'an object', place)
    for (const [key, inner] of Object.entries(form)) {
      const field = key.replace('?', '')
      const found = (value as Readonly<Record<string, unknown>>)[field]
      if (found !== undefined || field === key) checkForm(found, inner, `${place}.${field}`)
    }
  }
}

function isOf(value: unknown, kind: Kind): boolean {
  if (kind === 'a text') return typeof value === 'string'
  if (kind === 'a whole number') return Number.isInteger(value)
  return Number.isFinite(value) && (kind === 'a finite number' || (value as number) > 0)
}

function refuse(value: unknown, name: string, place: string): never {
  throw new TypeError(`${place} must be ${name}, got ${shown(value)}. Pass what JSON.parse makes of the file as the editor saved it.`)
}
