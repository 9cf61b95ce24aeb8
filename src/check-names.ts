import { shown } from './shown.ts'

/** @throws RangeError on a name that is no option. @throws TypeError on what is no object with names. */
export function checkNames(options: object, names: readonly string[], caller: string): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new TypeError(`${caller}: the options must be an object, got ${shown(options)}.`)
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue
    throw new RangeError(`${caller}: there is no option '${name}'. The options are ${names.join(', ')}.`)
  }
}

/** @throws TypeError on what no result can be written to. */
export function requireOut(out: object, caller: string): void {
  if (typeof out === 'object' && out !== null) return
  throw new TypeError(`${caller}: out must be an object to write to, got ${shown(out)}.`)
}
