import { shown } from './shown.ts'

/** @throws RangeError on a name that is no option. */
export function checkNames(options: object, names: readonly string[], caller: string): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${caller}: the options must be an object, got ${shown(options)}.`)
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue
    throw new RangeError(`${caller}: there is no option '${name}'. The options are ${names.join(', ')}.`)
  }
}
