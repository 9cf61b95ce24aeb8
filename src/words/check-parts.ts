import { shown } from '../shown.ts'

/**
 * Checks tags and components that are about to be added, bare or with data. What bitECS says of one that is undefined names
 * neither the list nor the place.
 * @throws TypeError on one that is none.
 */
export function checkParts(parts: readonly unknown[], caller: string): void {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (typeof part === 'function' || (typeof part === 'object' && part !== null)) continue
    throw new TypeError(`${caller}: with[${i}] is ${shown(part)}, which is no tag or component. One that is undefined is misspelt, or its file has not run yet.`)
  }
}
